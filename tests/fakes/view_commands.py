"""Commands that act on a state at once and ask nothing, for tests of views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from vmark_tk.commands.port import Done
from vmark_tk.core import workspaces
from vmark_tk.core.ids import InstanceId, TabId, WindowLabel
from vmark_tk.core.kinds import Kind
from vmark_tk.core.state import AppState, Tab


class ViewClients:
    """The clients that a test sets."""

    def __init__(self) -> None:
        self.now: list[Mapping[str, str]] = []

    def clients(self) -> Sequence[Mapping[str, str]]:
        return self.now


class ViewCommands:
    """Does what needs no question and no disk; `calls` holds the name and first argument of everything asked for."""

    def __init__(self, state: AppState) -> None:
        self.state = state
        self.calls: list[tuple[str, object]] = []
        self.files: list[Path] = []
        self.folders: list[Path] = []

    def _note(self, name: str, about: object = None) -> None:
        self.calls.append((name, about))

    def new_window(self) -> WindowLabel:
        self._note("new_window")
        return self.state.add_window().label

    def close_window(self, window: WindowLabel, *, discard: bool = False) -> None:
        self._note("close_window", window)
        self.state.remove_window(window)

    def focus_window(self, window: WindowLabel) -> None:
        self._note("focus_window", window)

    def quit(self) -> None:
        self._note("quit")

    def save_all_and_quit(self) -> None:
        self._note("save_all_and_quit")

    def new_tab(self, window: WindowLabel | None = None, kind: Kind = "markdown") -> TabId:
        self._note("new_tab", window)
        return self.state.add_tab(window or self.default_window(), self.state.new_document(), activate=True).id

    def open_paths(self, paths: Sequence[Path], window: WindowLabel | None = None, done: Done | None = None) -> None:
        for path in paths:
            self._note("open_paths", path)
            document = self.state.new_document()
            document.file.path = path
            self.state.add_tab(window or self.default_window(), document, activate=True)

    def open_dialog(self, window: WindowLabel | None = None) -> None:
        self._note("open_dialog", window)

    def open_viewer(self, path: Path, window: WindowLabel | None = None, done: Done | None = None) -> None:
        self._note("open_viewer", path)

    def activate_tab(self, tab: TabId) -> None:
        self._note("activate_tab", tab)
        self.state.activate(self.state.tabs[tab])

    def close_tabs(self, tabs: Sequence[TabId], *, discard: bool = False, done: Done | None = None) -> None:
        self._note("close_tabs", tuple(tabs))
        for tab in tuple(tabs):
            self.state.remove_tab(self.state.tabs[tab])

    def move_tab(self, tab: TabId, index: int) -> None:
        self._note("move_tab", (tab, index))
        self.state.move_tab(self.state.tabs[tab], index)

    def save(self, tab: TabId, done: Done | None = None) -> None:
        self._note("save", tab)

    def save_as(self, tab: TabId, path: Path | None = None, done: Done | None = None) -> None:
        self._note("save_as", tab)

    def move_to(self, tab: TabId, path: Path | None = None, done: Done | None = None) -> None:
        self._note("move_to", tab)

    def revert(self, tab: TabId) -> None:
        self._note("revert", tab)

    def toggle_read_only(self, tab: TabId) -> None:
        self._note("toggle_read_only", tab)
        document = self.state.tabs[tab].document
        assert document is not None
        document.set_read_only(not document.read_only)

    def undo(self, tab: TabId) -> None:
        self._note("undo", tab)

    def redo(self, tab: TabId) -> None:
        self._note("redo", tab)

    def open_folder(self, path: Path, window: WindowLabel | None = None, done: Done | None = None) -> None:
        self._note("open_folder", path)
        workspaces.open_folder(self.state, window or self.default_window(), path)

    def open_folder_dialog(self, window: WindowLabel | None = None) -> None:
        self._note("open_folder_dialog", window)

    def close_workspace(self, window: WindowLabel, instance: InstanceId | None = None) -> None:
        self._note("close_workspace", instance)
        workspaces.close_instance(self.state, window, instance or self.state.windows[window].shown)

    def show_workspace(self, window: WindowLabel, instance: InstanceId) -> None:
        self._note("show_workspace", instance)
        self.state.show_instance(window, instance)

    def recent_files(self) -> Sequence[Path]:
        return self.files

    def recent_folders(self) -> Sequence[Path]:
        return self.folders

    def open_recent(self, path: Path, window: WindowLabel | None = None) -> None:
        self._note("open_recent", path)

    def clear_recent(self) -> None:
        self._note("clear_recent")

    def focused_tab(self) -> Tab | None:
        return self.state.active_tab(self.default_window())

    def default_window(self) -> WindowLabel:
        return next(iter(self.state.windows))
