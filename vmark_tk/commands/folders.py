"""Folders as a person opens them: the same way of opening as after an approval, `core.workspaces` (K-01, K-08)."""

from __future__ import annotations

import os
from pathlib import Path

from vmark_tk.approvals.subject import Choice, ChoiceId, Confirm
from vmark_tk.approvals.words import shown, shown_path
from vmark_tk.commands.port import Done
from vmark_tk.commands.saver import CANCELLED, ignore
from vmark_tk.commands.services import DesktopServices, Then, is_dirty
from vmark_tk.commands.texts import text
from vmark_tk.core import workspaces
from vmark_tk.core.ids import InstanceId, WindowLabel
from vmark_tk.core.opening import OpenMode
from vmark_tk.core.settings import SettingChanged
from vmark_tk.core.state import RAIL
from vmark_tk.core.workspace_memory import Remembered


class Folders:
    """Opens, shows and closes the workspaces of windows, and follows the rail setting."""

    def __init__(self, services: DesktopServices) -> None:
        self._services = services
        services.state.events.subscribe(SettingChanged, self._setting_changed)

    def open(self, path: Path, window: WindowLabel, done: Done = ignore) -> None:
        """Open a folder in `window`; with unsaved tabs there the person says whether in a new one (K-01)."""

        def looked(outcome: Path | BaseException) -> None:
            if isinstance(outcome, BaseException):
                reason = getattr(outcome, "strerror", None) or str(outcome)
                self._services.tell(window, text("failed.folder", name=shown_path(path)), reason)
                done(reason)
            else:
                self._place((outcome, path), self._services.window(window), done)

        self._services.loop.run_in_worker(lambda: canonical_folder(path), looked)

    def close(self, window: WindowLabel, instance: InstanceId | None) -> None:
        """Close a workspace; its tabs stay."""
        record = self._services.state.windows.get(window)
        if record is not None and any(one.id == (instance or record.shown) for one in record.instances):
            workspaces.close_instance(self._services.state, window, instance or record.shown)

    def show(self, window: WindowLabel, instance: InstanceId) -> None:
        """Show another workspace of the rail."""
        record = self._services.state.windows.get(window)
        if record is not None and any(one.id == instance for one in record.instances):
            self._services.state.show_instance(window, instance)

    def _place(self, folder: tuple[Path, Path], window: WindowLabel, done: Done) -> None:
        """Open a folder, given by its real place and by the name that the person used."""
        state, root = self._services.state, folder[0]
        if state.rail or not any(is_dirty(tab) for tab in state.tabs_of(window)):
            self._open(folder, window, done)
            return

        def answered(choice: ChoiceId) -> None:
            if choice == "new_window":
                self._open(folder, self._services.new_window(), done)
            elif choice == "open":
                self._open(folder, self._services.window(window), done)
            else:
                done(CANCELLED)

        choices = (
            Choice("new_window", text("folder.new_window"), guarded=True),
            Choice("open", text("folder.same_window"), guarded=True),
            Choice("cancel", text("folder.cancel"), safe=True),
        )
        title = text("folder.dirty.title", name=shown(root.name or str(root)))
        if not self._services.ask(Confirm("open-folder", title, text("folder.dirty.body"), choices), window, answered):
            done(text("confirm.busy"))

    def _open(self, folder: tuple[Path, Path], window: WindowLabel, done: Done) -> None:
        root, spelled = folder
        remembered = self._services.memory.of(root)
        transitions = self._services.transitions
        if transitions is not None:
            transitions.begin(window)
        try:
            workspaces.open_folder(self._services.state, window, root, spelled=spelled)
        finally:
            if transitions is not None:
                transitions.end(window)
        self._services.recents.add_folder(root)
        self._bring_back(remembered, window, lambda: done(None))

    def _bring_back(self, remembered: Remembered, window: WindowLabel, then: Then) -> None:
        """Open the tabs that the folder had as a workspace before, one after another; missing ones are skipped."""
        state, waiting = self._services.state, iter(remembered.tabs)
        empty = state.active_tab(window) is None

        def go_on(_outcome: object = None) -> None:
            path = next(waiting, None)
            if path is None or window not in state.windows:
                then()
                return
            if not path.is_file():
                go_on()
                return
            activate = empty and path == remembered.active
            self._services.opening.open_file(
                path, window, activate=activate, mode=OpenMode.PERSON, large_ok=True, done=go_on
            )

        go_on()

    def _setting_changed(self, event: SettingChanged) -> None:
        if event.key == RAIL:
            workspaces.apply_rail(self._services.state, on=bool(event.value))


def canonical_folder(path: Path) -> Path:
    """Return the real place of a folder that can be read. Blocks; for workers.

    Raises:
        OSError: there is none, or it cannot be read.
    """
    root = path.resolve(strict=True)
    if not root.is_dir():
        raise NotADirectoryError(0, "it is no folder", str(path))
    with os.scandir(root):
        return root
