"""A desktop without a display: real services and desk, fake windows and dialogs, workers that run at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from tests.fakes.core import StepLoop, add_text, clock_of, document_of, make_state
from tests.fakes.desktop import FakeDialogs, FakeWindows
from vmark_tk.approvals.audit import Audit
from vmark_tk.approvals.desk import Desk, Prompt
from vmark_tk.approvals.subject import ChoiceId
from vmark_tk.commands.desktop import Desktop
from vmark_tk.commands.services import DesktopServices
from vmark_tk.core.document import Edit, Origin
from vmark_tk.core.ids import MAIN_WINDOW, TabId
from vmark_tk.core.opening import Opening
from vmark_tk.core.recent import Recent
from vmark_tk.core.reloading import Reloading
from vmark_tk.core.saving import Saving
from vmark_tk.core.state import AppState, Tab
from vmark_tk.core.text import Position


@dataclass
class Kit:
    """The parts that tests look at."""

    state: AppState
    loop: StepLoop
    desk: Desk
    windows: FakeWindows
    dialogs: FakeDialogs
    services: DesktopServices
    desktop: Desktop
    audit: Audit
    left: list[str] = field(default_factory=list)

    def answer(self, choice: ChoiceId) -> Prompt:
        """Answer the question in front the way a person does: after having read it."""
        clock_of(self.state).advance(1)
        prompt = self.desk.current()
        assert prompt is not None
        assert self.desk.answer(prompt.id, choice)
        return prompt

    def file_tab(self, path: Path, text: str = "saved\n") -> Tab:
        """Write a file and open it."""
        path.write_text(text, encoding="utf-8", newline="")
        self.desktop.open_paths([path])
        return next(tab for tab in self.state.tabs.values() if tab.path == path)

    def untitled(self, text: str = "") -> Tab:
        """Add an untitled tab with unsaved text."""
        tab = add_text(self.state)
        return self.type(tab, text) if text else tab

    def type(self, tab: Tab, text: str = "typed ") -> Tab:
        """Type at the start of a tab."""
        document_of(tab).apply([Edit(Position(0, 0), Position(0, 0), text)], origin=Origin.USER, typed=True)
        return tab

    def notices(self) -> list[str]:
        """Return the texts that the person was told."""
        return [notice.text for notice in self.state.notices.kept]

    def titles(self) -> list[str]:
        """Return the titles of the tabs of the main window."""
        return [tab.title for tab in self.state.tabs_of(MAIN_WINDOW)]

    def active(self) -> TabId | None:
        """Return the tab in front of the main window."""
        tab = self.state.active_tab(MAIN_WINDOW)
        return None if tab is None else tab.id


def make_kit(*, held: bool = False, **settings: bool | float | str) -> Kit:
    """Return a desktop with one window `main` that has the focus."""
    state, loop = make_state(**settings), StepLoop(held=held)
    windows, dialogs, desk = FakeWindows(has_focus=MAIN_WINDOW), FakeDialogs(), Desk(state)
    audit, left = Audit(state, loop), list[str]()
    services = DesktopServices(
        state=state,
        loop=loop,
        opening=Opening(state, loop),
        saving=Saving(state, loop),
        reloading=Reloading(state, loop),
        desk=desk,
        windows=windows,
        dialogs=dialogs,
        recents=Recent(state.events),
        leave=lambda: left.append("left"),
        audit=audit,
    )
    return Kit(state, loop, desk, windows, dialogs, services, Desktop(services), audit, left)
