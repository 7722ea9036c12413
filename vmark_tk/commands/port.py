"""What a person can do, as one Protocol: `ui` and `control` call it, `commands.desktop` implements it.

The commands know no toolkit. A command that has to ask the person asks the consent desk or the `Dialogs` port and
goes on in a callback; nothing here waits. `window` None means the focused window. `done` callbacks get None on success
or the reason as a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from vmark_tk.core.ids import InstanceId, TabId, WindowLabel
from vmark_tk.core.kinds import Kind
from vmark_tk.core.state import Tab

Done = Callable[[str | None], None]


class Commands(Protocol):
    """Everything behind menus, keys, tab strip, tree, command line and test control."""

    # --- windows ---
    def new_window(self) -> WindowLabel:
        """Open one more window (W-02)."""
        ...

    def close_window(self, window: WindowLabel, *, discard: bool = False) -> None:
        """Close a window; unsaved tabs are asked about in one question (W-03)."""
        ...

    def focus_window(self, window: WindowLabel) -> None:
        """Bring a window to the front."""
        ...

    def quit(self) -> None:
        """Quit; with the confirm setting on only the second call within 2 s does (W-06)."""
        ...

    def save_all_and_quit(self) -> None:
        """Save every document that has a file, ask about the rest, quit (W-06)."""
        ...

    # --- tabs and files ---
    def new_tab(self, window: WindowLabel | None = None, kind: Kind = "markdown") -> TabId:
        """Open an empty untitled tab and show it."""
        ...

    def open_paths(self, paths: Sequence[Path], window: WindowLabel | None = None, done: Done | None = None) -> None:
        """Open files as tabs and folders as workspaces; a missing file is a new document of that name (W-11)."""
        ...

    def open_dialog(self, window: WindowLabel | None = None) -> None:
        """Let the person choose files, then open them (F-02)."""
        ...

    def open_viewer(self, path: Path, window: WindowLabel | None = None, done: Done | None = None) -> None:
        """Show a file without an editor (NO_EDITOR, SEL-013)."""
        ...

    def activate_tab(self, tab: TabId) -> None:
        """Show a tab; a hidden workspace of its window is shown first (K-08)."""
        ...

    def close_tabs(self, tabs: Sequence[TabId], *, discard: bool = False, done: Done | None = None) -> None:
        """Close tabs; unsaved ones are asked about in one question (T-02)."""
        ...

    def move_tab(self, tab: TabId, index: int) -> None:
        """Put a tab at another place of its strip."""
        ...

    def save(self, tab: TabId, done: Done | None = None) -> None:
        """Save; an untitled document asks for a place (F-05); a file changed on disk asks first (X-08)."""
        ...

    def save_as(self, tab: TabId, path: Path | None = None, done: Done | None = None) -> None:
        """Save to another place; None asks for it (F-08)."""
        ...

    def move_to(self, tab: TabId, path: Path | None = None, done: Done | None = None) -> None:
        """Move or rename the file of a tab, which follows (F-10)."""
        ...

    def revert(self, tab: TabId) -> None:
        """Throw unsaved changes away after a question (F-10)."""
        ...

    def toggle_read_only(self, tab: TabId) -> None:
        """Switch the read-only flag of a document (F-11)."""
        ...

    def convert(self, tab: TabId) -> None:
        """Let a text that is not UTF-8 be edited; the next save writes UTF-8 (F-07)."""
        ...

    def undo(self, tab: TabId) -> None:
        """Take back the last step of a document."""
        ...

    def redo(self, tab: TabId) -> None:
        """Do the last undone step again."""
        ...

    # --- workspaces ---
    def open_folder(self, path: Path, window: WindowLabel | None = None, done: Done | None = None) -> None:
        """Open a folder as the workspace of a window (K-01)."""
        ...

    def open_folder_dialog(self, window: WindowLabel | None = None) -> None:
        """Let the person choose a folder, then open it."""
        ...

    def close_workspace(self, window: WindowLabel, instance: InstanceId | None = None) -> None:
        """Close a workspace of a window; its tabs stay as loose files."""
        ...

    def show_workspace(self, window: WindowLabel, instance: InstanceId) -> None:
        """Show another workspace of the rail (K-08)."""
        ...

    # --- recent ---
    def recent_files(self) -> Sequence[Path]:
        """Return the last ten files, newest first (F-09)."""
        ...

    def recent_folders(self) -> Sequence[Path]:
        """Return the last ten workspaces, newest first (K-05)."""
        ...

    def open_recent(self, path: Path, window: WindowLabel | None = None) -> None:
        """Open a recent file or folder; a missing one asks whether to drop it (F-09)."""
        ...

    def clear_recent(self) -> None:
        """Forget recent files and folders."""
        ...

    # --- for views ---
    def focused_tab(self) -> Tab | None:
        """Return the active tab of the focused window."""
        ...

    def default_window(self) -> WindowLabel:
        """Return the focused window, else `main`, else the first (01 section 2.6)."""
        ...


class BlockedSaves(Protocol):
    """What the tools call when a client's save to a new place was refused (I-04)."""

    def offer_save_as(self, tab: TabId, path: Path, client_name: str) -> None:
        """Tell the person which client wanted which file, and offer to save there by hand."""
        ...
