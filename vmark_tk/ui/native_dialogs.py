"""The `Dialogs` port: the system's choosers on Windows and macOS, our own on X11.

The system's choosers run a nested loop; they are opened here only, on a person's command, and every caller goes on in
a callback against the state as it is by then (08 C-41).
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from tkinter import filedialog

from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.dialog import Stage
from vmark_tk.ui.file_chooser import EDITED, FileChooser, Want
from vmark_tk.ui.texts import text


class NativeDialogs:
    """Asks for files and folders; one chooser a window, a second call brings the first one forward."""

    def __init__(self, ctx: UiContext, shell: Stage) -> None:
        self._ctx = ctx
        self._shell = shell
        self._last_folder: Path | None = None
        self._open: dict[WindowLabel, FileChooser] = {}

    def chooser_of(self, window: WindowLabel) -> FileChooser | None:
        """Return our own chooser that is open over a window."""
        return self._open.get(window)

    def choose_files(self, window: WindowLabel, done: Callable[[Sequence[Path] | None], None]) -> None:
        """Ask for files to open."""
        self._ask(window, "files", done, folder=None, name="")

    def choose_folder(self, window: WindowLabel, done: Callable[[Path | None], None]) -> None:
        """Ask for a folder."""
        self._ask(window, "folder", lambda paths: done(paths[0] if paths else None), folder=None, name="")

    def choose_save_path(
        self, window: WindowLabel, folder: Path | None, name: str, done: Callable[[Path | None], None]
    ) -> None:
        """Ask where to save; has no time limit (F-08)."""
        self._ask(window, "save", lambda paths: done(paths[0] if paths else None), folder=folder, name=name)

    # --- inside ---

    def _ask(
        self,
        window: WindowLabel,
        want: Want,
        done: Callable[[list[Path] | None], None],
        *,
        folder: Path | None,
        name: str,
    ) -> None:
        parent = self._shell.toplevel(window)
        if parent is None:
            done(None)
            return
        present = self._open.get(window)
        if present is not None and present.dialog.alive:
            present.dialog.top.lift()
            present.dialog.top.focus_set()
            done(None)
            return

        def finished(paths: list[Path] | None) -> None:
            self._open.pop(window, None)
            if paths:
                self._last_folder = paths[0].parent
            done(paths)

        start = self._start(window, folder)
        if parent.tk.call("tk", "windowingsystem") == "x11":
            self._open[window] = FileChooser(self._ctx, parent, want, finished, folder=start, name=name)
        else:
            finished(_system_chooser(parent, want, start, name))

    def _start(self, window: WindowLabel, folder: Path | None) -> Path:
        if folder is not None and folder.is_dir():
            return folder
        tab = self._ctx.state.active_tab(window)
        if tab is not None and tab.path is not None and tab.path.parent.is_dir():
            return tab.path.parent
        root = self._ctx.state.windows[window].shown_instance.root
        if root is not None and root.is_dir():
            return root
        if self._last_folder is not None and self._last_folder.is_dir():
            return self._last_folder
        return Path.home()


def _system_chooser(parent: tk.Misc, want: Want, folder: Path, name: str) -> list[Path] | None:
    types = [
        (text("chooser.type.text"), " ".join(f"*{suffix}" for suffix in EDITED)),
        (text("chooser.type.all"), "*"),
    ]
    if want == "folder":
        chosen = filedialog.askdirectory(parent=parent, initialdir=str(folder), mustexist=True)
        return [Path(chosen)] if chosen else None
    if want == "save":
        suffix = Path(name).suffix or ".md"
        chosen = filedialog.asksaveasfilename(
            parent=parent, initialdir=str(folder), initialfile=name, defaultextension=suffix, filetypes=types
        )
        return [Path(chosen)] if chosen else None
    several = filedialog.askopenfilenames(parent=parent, initialdir=str(folder), filetypes=types)
    return [Path(one) for one in several] or None
