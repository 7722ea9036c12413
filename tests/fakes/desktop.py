"""Windows, editor, dialogs and widgets that exist in memory only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vmark_tk.core.document import Edit, Origin, ViewState
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.ports import Mode
from vmark_tk.core.state import AppState
from vmark_tk.core.text import Position


@dataclass
class FakeWindows:
    """A window system that gives the focus to a new window and to whoever asks, unless it is `stubborn`."""

    existing: list[WindowLabel] = field(default_factory=list)
    destroyed: list[WindowLabel] = field(default_factory=list)
    has_focus: WindowLabel | None = None
    stubborn: bool = False
    shown: int = 0

    def create(self, label: WindowLabel) -> None:
        self.existing.append(label)
        self.focus(label)

    def destroy(self, label: WindowLabel) -> None:
        self.destroyed.append(label)
        if self.has_focus == label:
            self.has_focus = None

    def focused(self) -> WindowLabel | None:
        return self.has_focus

    def focus(self, label: WindowLabel) -> None:
        if not self.stubborn:
            self.has_focus = label

    def blur(self) -> None:
        if not self.stubborn:
            self.has_focus = None

    def show(self) -> None:
        self.shown += 1


@dataclass
class FakeDialogs:
    """Native choosers that answer at once with what the test has put in; nothing put in: cancelled."""

    files: list[Path] | None = None
    folder: Path | None = None
    save_path: Path | None = None
    asked: list[tuple[str, object]] = field(default_factory=list)

    def choose_files(self, window: WindowLabel, done: Callable[[Sequence[Path] | None], None]) -> None:
        self.asked.append(("files", window))
        done(self.files)

    def choose_folder(self, window: WindowLabel, done: Callable[[Path | None], None]) -> None:
        self.asked.append(("folder", window))
        done(self.folder)

    def choose_save_path(
        self, window: WindowLabel, folder: Path | None, name: str, done: Callable[[Path | None], None]
    ) -> None:
        self.asked.append(("save", name))
        done(self.save_path)


class FakeEditor:
    """An editor of every document tab in source mode; caret and selection in memory."""

    def __init__(self, state: AppState) -> None:
        self._state = state
        self._selections: dict[TabId, tuple[Position, Position]] = {}

    def is_live(self, tab: TabId) -> bool:
        found = self._state.tabs.get(tab)
        return found is not None and found.document is not None and not found.viewer

    def mode(self, tab: TabId) -> Mode:
        return "source"

    def selection(self, tab: TabId) -> tuple[Position, Position]:
        anchor, caret = self._selections.get(tab, (Position(0, 0), Position(0, 0)))
        return min(anchor, caret), max(anchor, caret)

    def select(self, tab: TabId, anchor: Position, caret: Position) -> None:
        self._selections[tab] = anchor, caret

    def caret(self, tab: TabId) -> Position:
        return self._selections[tab][1]

    def view(self, tab: TabId) -> ViewState:
        anchor, caret = self._selections.get(tab, (Position(0, 0), Position(0, 0)))
        return ViewState(caret, anchor)

    def restore_view(self, tab: TabId, view: ViewState) -> None:
        self._selections[tab] = view.anchor, view.caret

    def type_text(self, tab: TabId, text: str) -> None:
        document = self._state.tabs[tab].document
        assert document is not None
        applied = document.apply([Edit(*self.selection(tab), text)], origin=Origin.USER, typed=True)
        if applied:
            self.select(tab, applied[-1].new_end, applied[-1].new_end)


@dataclass
class FakeGestures:
    """Widgets by name; remembers what was pressed and clicked."""

    names: list[str] = field(default_factory=list)
    pressed: list[str] = field(default_factory=list)
    clicked: list[str] = field(default_factory=list)

    def widgets(self, window: WindowLabel | None) -> list[Mapping[str, Any]]:
        return [{"widget": name, "role": "button", "enabled": True} for name in self.names]

    def press(self, chord: str) -> None:
        self.pressed.append(chord)

    def click(self, widget: str) -> None:
        self.clicked.append(widget)

    def screenshot(self, window: WindowLabel | None) -> bytes:
        return b"\x89PNG " + str(window).encode()


@dataclass
class FakeClients:
    """Connected clients."""

    connected: list[Mapping[str, str]] = field(default_factory=list)

    def clients(self) -> Sequence[Mapping[str, str]]:
        return self.connected
