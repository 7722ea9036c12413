"""What the commands work with, and how they tell and ask the person. Built by `app`, or by tests with fakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from vmark_tk.approvals.audit import Audit
from vmark_tk.approvals.desk import Desk
from vmark_tk.approvals.subject import ChoiceId, Subject
from vmark_tk.approvals.words import escaped
from vmark_tk.commands.texts import text
from vmark_tk.core.ids import MAIN_WINDOW, TabId, WindowLabel
from vmark_tk.core.opening import Opening
from vmark_tk.core.ports import Dialogs, Loop, Windows
from vmark_tk.core.recent import Recent
from vmark_tk.core.reloading import Reloading
from vmark_tk.core.saving import Saving
from vmark_tk.core.state import AppState, Tab
from vmark_tk.core.workspace_memory import WorkspaceMemory

Then = Callable[[], None]


class Transitions(Protocol):
    """Marks windows whose folder is about to change, so that clients hear `BUSY` meanwhile (WSP-075)."""

    def begin(self, window: WindowLabel) -> None:
        """Mark a window."""
        ...

    def end(self, window: WindowLabel) -> None:
        """Take the mark away."""
        ...


@dataclass(slots=True)
class DesktopServices:
    """The editor as the commands see it.

    `before_leaving` are done one after another when the editor quits (session file, settings file); each calls its
    argument when it is done. `leave` ends the program. `keep_running` tells whether a closed last window leaves the
    editor running without one, because clients are connected (00 D13). `hint` shows words in the status bar; None: a
    notice does.
    """

    state: AppState
    loop: Loop
    opening: Opening
    saving: Saving
    reloading: Reloading
    desk: Desk
    windows: Windows
    dialogs: Dialogs
    recents: Recent
    leave: Then
    transitions: Transitions | None = None
    audit: Audit | None = None
    keep_running: Callable[[], bool] = field(default=lambda: False)
    before_leaving: Sequence[Callable[[Then], None]] = ()
    hint: Callable[[str], None] | None = None
    memory: WorkspaceMemory = field(default_factory=WorkspaceMemory)

    # --- telling and asking ---

    def tell(self, window: WindowLabel | None, what: str, reason: str) -> None:
        """Post an error: what was not done, and why."""
        self.state.notices.post("error", text("failed", what=what, reason=reason.rstrip(".")), window=window)

    def ask(self, subject: Subject, window: WindowLabel, on_answer: Callable[[ChoiceId], None]) -> bool:
        """Ask the person in `window`; False: the queue is full, which the person is told."""
        if self.desk.ask(subject, window=window, on_answer=on_answer) is None:
            self.state.notices.post("warning", text("confirm.busy"), window=window)
            return False
        self.windows.show()
        return True

    # --- finding ---

    def default_window(self) -> WindowLabel:
        """Return the focused window, else `main`, else the first; makes one when there is none (01 section 2.6)."""
        focused = self.windows.focused()
        if focused is not None and focused in self.state.windows:
            return focused
        if MAIN_WINDOW in self.state.windows:
            return MAIN_WINDOW
        return next(iter(self.state.windows), None) or self.new_window()

    def window(self, label: WindowLabel | None) -> WindowLabel:
        """Return `label` if it is a window, else the default one."""
        return label if label is not None and label in self.state.windows else self.default_window()

    def new_window(self) -> WindowLabel:
        """Make one more window, record and view."""
        self.windows.show()
        label = self.state.add_window().label
        self.windows.create(label)
        return label

    def tabs(self, ids: Sequence[TabId]) -> list[Tab]:
        """Return those tabs that still exist."""
        return [self.state.tabs[tab] for tab in ids if tab in self.state.tabs]


def is_dirty(tab: Tab) -> bool:
    """Tell whether closing the tab would lose text."""
    return tab.document is not None and tab.document.dirty


def name_of(tab: Tab) -> str:
    """Return what a tab is called in notices and questions."""
    return escaped(tab.title if tab.path is None else tab.path.name)
