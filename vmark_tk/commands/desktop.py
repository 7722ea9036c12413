"""`Desktop`: everything a person can do, put together from the parts of this package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from vmark_tk.approvals.words import client_label, shown_path
from vmark_tk.commands.closing import Closing
from vmark_tk.commands.conflicts import Conflicts
from vmark_tk.commands.files import Files
from vmark_tk.commands.folders import Folders
from vmark_tk.commands.leaving import Leaving
from vmark_tk.commands.port import Done
from vmark_tk.commands.saver import CHANGED_ON_DISK, Saver, ignore
from vmark_tk.commands.services import DesktopServices, name_of
from vmark_tk.commands.texts import text
from vmark_tk.core.ids import InstanceId, TabId, WindowLabel
from vmark_tk.core.kinds import MARKDOWN, Kind
from vmark_tk.core.notices import NoticeAction
from vmark_tk.core.state import Tab

GONE = "the tab is closed"


class Desktop:
    """Implements `commands.port.Commands` and `commands.port.BlockedSaves`. Loop thread only.

    A `done` of a command is not called while a question to the person is open, nor when it is withdrawn.
    """

    def __init__(self, services: DesktopServices) -> None:
        self._services = services
        self._saver = Saver(services)
        self._closing = Closing(services, self._saver)
        self._folders = Folders(services)
        self._files = Files(services, self._saver, self._folders)
        self._conflicts = Conflicts(services, self._saver)
        self._leaving = Leaving(services, self._saver, self._closing)

    # --- windows ---

    def new_window(self) -> WindowLabel:
        """Open one more window (W-02)."""
        return self._services.new_window()

    def close_window(self, window: WindowLabel, *, discard: bool = False) -> None:
        """Close a window; unsaved tabs are asked about in one question (W-03)."""
        self._leaving.close_window(window, discard=discard)

    def focus_window(self, window: WindowLabel) -> None:
        """Bring a window to the front."""
        if window in self._services.state.windows:
            self._services.windows.show()
            self._services.windows.focus(window)

    def quit(self) -> None:
        """Quit; with the confirm setting on only the second call within 2 s does (W-06)."""
        self._leaving.quit()

    def save_all_and_quit(self) -> None:
        """Save every unsaved document, asking for places where needed, then quit (W-06)."""
        self._leaving.save_all_and_quit()

    # --- tabs ---

    def new_tab(self, window: WindowLabel | None = None, kind: Kind = MARKDOWN) -> TabId:
        """Open an empty untitled tab and show it."""
        document = self._services.state.new_document(kind_hint=kind)
        return self._services.state.add_tab(self._services.window(window), document, activate=True).id

    def activate_tab(self, tab: TabId) -> None:
        """Show a tab; a hidden workspace of its window is shown first (K-08)."""
        self._with(tab, self._files.activate)

    def close_tabs(self, tabs: Sequence[TabId], *, discard: bool = False, done: Done | None = None) -> None:
        """Close tabs; unsaved ones are asked about in one question (T-02)."""
        self._closing.close_tabs(tabs, discard=discard, done=done or ignore)

    def move_tab(self, tab: TabId, index: int) -> None:
        """Put a tab at another place of its strip."""
        self._with(tab, lambda found: self._services.state.move_tab(found, index))

    def toggle_read_only(self, tab: TabId) -> None:
        """Switch the read-only flag of a document (F-11)."""
        self._with(tab, self._files.toggle_read_only)

    def convert(self, tab: TabId) -> None:
        """Let a text that is not UTF-8 be edited; the next save writes UTF-8 (F-07)."""
        self._with(tab, self._services.opening.convert)

    def undo(self, tab: TabId) -> None:
        """Take back the last step of a document."""
        self._with(tab, lambda found: found.document is not None and found.document.undo())

    def redo(self, tab: TabId) -> None:
        """Do the last undone step again."""
        self._with(tab, lambda found: found.document is not None and found.document.redo())

    # --- files ---

    def open_paths(self, paths: Sequence[Path], window: WindowLabel | None = None, done: Done | None = None) -> None:
        """Open files as tabs and folders as workspaces; a missing file is a new document of that name (W-11)."""
        self._files.open_paths(paths, self._services.window(window), done or ignore)

    def open_dialog(self, window: WindowLabel | None = None) -> None:
        """Let the person choose files, then open them (F-02)."""
        label = self._services.window(window)

        def chosen(paths: Sequence[Path] | None) -> None:
            self._files.open_paths(paths or (), self._services.window(label))

        self._services.dialogs.choose_files(label, chosen)

    def open_viewer(self, path: Path, window: WindowLabel | None = None, done: Done | None = None) -> None:
        """Show a file without an editor (SEL-013)."""
        self._files.open_viewer(path, self._services.window(window), done or ignore)

    def save(self, tab: TabId, done: Done | None = None) -> None:
        """Save; an untitled document asks for a place (F-05); a file changed on disk asks first (X-08)."""
        self._with(tab, lambda found: self._saver.save(found, _unless_asked(done)), done)

    def save_as(self, tab: TabId, path: Path | None = None, done: Done | None = None) -> None:
        """Save to another place; None asks for it (F-08). An existing file is replaced after a question only."""
        self._with(tab, lambda found: self._saver.save_as(found, path, _unless_asked(done)), done)

    def move_to(self, tab: TabId, path: Path | None = None, done: Done | None = None) -> None:
        """Move or rename the file of a tab, which follows (F-10)."""
        self._with(tab, lambda found: self._files.move_to(found, path, done or ignore), done)

    def revert(self, tab: TabId) -> None:
        """Throw unsaved changes away after a question (F-10)."""
        self._with(tab, self._files.revert)

    def offer_save_as(self, tab: TabId, path: Path, client_name: str) -> None:
        """Tell that a client's save to a new place was refused, and offer to do it by hand (I-04)."""
        found = self._services.state.tabs.get(tab)
        if found is None:
            return
        body = text("blocked.body", client=client_label(client_name), title=name_of(found), path=shown_path(path))
        action = NoticeAction(text("blocked.action"), lambda: self.save_as(tab, path))
        self._services.state.notices.post("warning", body, window=found.window, action=action)
        if self._services.audit is not None:
            self._services.audit.note("blocked", "save-as", "refused", client=client_name, target=str(path))

    def ask_about_disk(self, tab: TabId) -> None:
        """Ask what to do about the file of a tab that changed on disk (X-02), unless that is being asked."""
        self._conflicts.ask([tab])

    # --- workspaces ---

    def open_folder(self, path: Path, window: WindowLabel | None = None, done: Done | None = None) -> None:
        """Open a folder as the workspace of a window (K-01)."""
        self._folders.open(path, self._services.window(window), done or ignore)

    def open_folder_dialog(self, window: WindowLabel | None = None) -> None:
        """Let the person choose a folder, then open it."""
        label = self._services.window(window)

        def chosen(path: Path | None) -> None:
            if path is not None:
                self._folders.open(path, self._services.window(label))

        self._services.dialogs.choose_folder(label, chosen)

    def close_workspace(self, window: WindowLabel, instance: InstanceId | None = None) -> None:
        """Close a workspace of a window; its tabs stay as loose files."""
        self._folders.close(window, instance)

    def show_workspace(self, window: WindowLabel, instance: InstanceId) -> None:
        """Show another workspace of the rail (K-08)."""
        self._folders.show(window, instance)

    # --- recent ---

    def recent_files(self) -> Sequence[Path]:
        """Return the last ten files, newest first (F-09)."""
        return self._services.recents.files

    def recent_folders(self) -> Sequence[Path]:
        """Return the last ten workspaces, newest first (K-05)."""
        return self._services.recents.folders

    def open_recent(self, path: Path, window: WindowLabel | None = None) -> None:
        """Open a recent file or folder; a missing one asks whether to drop it (F-09)."""
        self._files.open_recent(path, self._services.window(window))

    def clear_recent(self) -> None:
        """Forget recent files and folders."""
        self._services.recents.clear()

    # --- for views ---

    def focused_tab(self) -> Tab | None:
        """Return the active tab of the focused window."""
        return self._services.state.active_tab(self._services.default_window())

    def default_window(self) -> WindowLabel:
        """Return the focused window, else `main`, else the first; makes one when there is none."""
        return self._services.default_window()

    def _with(self, tab: TabId, act: Callable[[Tab], object], done: Done | None = None) -> None:
        found = self._services.state.tabs.get(tab)
        if found is not None:
            act(found)
        elif done is not None:
            done(GONE)


def _unless_asked(done: Done | None) -> Done:
    """Return `done` for a save, silent while the person is asked about the disk."""

    def ended(reason: str | None) -> None:
        if done is not None and reason != CHANGED_ON_DISK:
            done(reason)

    return ended
