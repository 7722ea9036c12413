"""Files as a person opens, moves and reverts them (F-01 to F-04, F-09 to F-12, W-11)."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from vmark_tk.approvals.subject import Choice, ChoiceId, Confirm
from vmark_tk.approvals.words import shown_path
from vmark_tk.commands.folders import Folders
from vmark_tk.commands.port import Done
from vmark_tk.commands.saver import CANCELLED, EXISTS, Saver, ignore, proposed_name
from vmark_tk.commands.services import DesktopServices, Then, name_of
from vmark_tk.commands.texts import text
from vmark_tk.core import workspaces
from vmark_tk.core.files import MIB
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.opening import NeedsAnswer, Opened, OpenMode
from vmark_tk.core.real_path import real_path
from vmark_tk.core.result import Failure
from vmark_tk.core.state import Tab, TabActivated, TabsChanged


class Files:
    """Opening and what else happens to the file of a tab."""

    def __init__(self, services: DesktopServices, saver: Saver, folders: Folders) -> None:
        self._services = services
        self._saver = saver
        self._folders = folders

    # --- opening ---

    def open_paths(self, paths: Sequence[Path], window: WindowLabel, done: Done = ignore) -> None:
        """Open files as tabs and folders as workspaces, read one after another so that the tabs stand in this order.

        A question about one of them does not hold up the others; `done` gets the first reason once all are dealt with.
        """

        def sorted_out(outcome: list[tuple[Path, bool]] | BaseException) -> None:
            if isinstance(outcome, BaseException):
                done(str(outcome))
                return
            countdown = _Countdown(len(outcome), done)
            waiting = iter(outcome)

            def go_on() -> None:
                path, is_folder = next(waiting, (None, False))
                if path is None:
                    return
                if is_folder:
                    self._folders.open(path, self._services.window(window), countdown)
                    go_on()
                else:
                    self._open(path, self._services.window(window), countdown, then=go_on)

            go_on()

        if not paths:
            done(None)
            return
        self._services.loop.run_in_worker(lambda: [_sorted_out(path) for path in paths], sorted_out)

    def open_viewer(self, path: Path, window: WindowLabel, done: Done = ignore) -> None:
        """Show a file in a tab without an editor."""

        def opened(outcome: Opened | Failure) -> None:
            if isinstance(outcome, Failure):
                self._not_opened(path, window, outcome, done)
                return
            tab = outcome.tab
            tab.viewer = True
            events = self._services.state.events
            events.publish(TabsChanged(tab.window))
            if self._services.state.active_tab(tab.window) is tab:
                events.publish(TabActivated(tab.window, tab.id))  # views take another look: it has no editor now
            else:
                self.activate(tab)
            done(None)

        self._services.opening.open_file(path, window, activate=False, mode=OpenMode.PERSON, done=opened)

    def activate(self, tab: Tab) -> None:
        """Show a tab; a hidden workspace of its window first (K-08)."""
        self._services.state.show_instance(tab.window, tab.instance)
        self._services.state.activate(tab)

    def open_recent(self, path: Path, window: WindowLabel) -> None:
        """Open a recent file or folder; a missing one asks whether to drop it."""

        def looked(outcome: bool | BaseException) -> None:  # noqa: FBT001 - the result of a worker
            if outcome is False:
                self._ask_to_forget(path, self._services.window(window))
            else:
                self.open_paths([path], self._services.window(window))  # tells what else is wrong

        self._services.loop.run_in_worker(path.exists, looked)

    def _open(
        self, path: Path, window: WindowLabel, done: Done, *, large_ok: bool = False, then: Then = lambda: None
    ) -> None:
        def opened(outcome: Opened | Failure) -> None:
            if isinstance(outcome, NeedsAnswer):
                self._ask_large(path, window, outcome.size, done)
            elif isinstance(outcome, Failure):
                self._not_opened(path, window, outcome, done)
            else:
                self._opened(outcome.tab, path, window)
                done(None)
            then()

        self._services.opening.open_file(
            path, window, activate=True, mode=OpenMode.PERSON, large_ok=large_ok, done=opened
        )

    def _opened(self, tab: Tab, path: Path, window: WindowLabel) -> None:
        self._services.recents.add_file(path)
        if tab.window != window:
            self._services.windows.focus(tab.window)  # F-04

    def _not_opened(self, path: Path, window: WindowLabel, failure: Failure, done: Done) -> None:
        self._services.tell(window, text("failed.open", name=shown_path(Path(path.name))), failure.message)
        done(failure.message)

    def _ask_large(self, path: Path, window: WindowLabel, size: int, done: Done) -> None:
        def answered(choice: ChoiceId) -> None:
            if choice == "open":
                self._open(path, self._services.window(window), done, large_ok=True)
            else:
                done(CANCELLED)

        body = text("large.body", name=shown_path(path), size=size // MIB)
        choices = (
            Choice("open", text("large.open"), guarded=True),
            Choice("cancel", text("large.cancel"), safe=True),
        )
        if not self._services.ask(Confirm("large-file", text("large.title"), body, choices), window, answered):
            done(text("confirm.busy"))

    def _ask_to_forget(self, path: Path, window: WindowLabel) -> None:
        def answered(choice: ChoiceId) -> None:
            if choice == "remove":
                self._services.recents.remove(path)

        choices = (
            Choice("remove", text("recent.remove"), guarded=True),
            Choice("cancel", text("recent.keep"), safe=True),
        )
        body = text("recent.missing.body", path=shown_path(path))
        self._services.ask(Confirm("recent-missing", text("recent.missing.title"), body, choices), window, answered)

    # --- the file of a tab ---

    def move_to(self, tab: Tab, path: Path | None, done: Done = ignore) -> None:
        """Move the file of a tab, which follows; None asks where. An untitled document is saved there (F-10)."""
        if tab.path is None:
            self._saver.save_as(tab, path, done)
        elif path is not None:
            self._move(tab, tab.path, path, done)
        else:
            source = tab.path

            def chosen(place: Path | None) -> None:
                if place is None:
                    done(CANCELLED)
                else:
                    self._move(tab, source, place, done)

            self._services.dialogs.choose_save_path(tab.window, source.parent, proposed_name(tab), chosen)

    def revert(self, tab: Tab) -> None:
        """Throw unsaved changes away after a question; undo brings them back (F-10)."""
        document = tab.document
        if document is None or document.file.baseline is None:
            notice = text("revert.nothing", name=name_of(tab))
            self._services.state.notices.post("info", notice, window=tab.window)
            return
        if not document.dirty and not document.file.divergent:
            return

        def answered(choice: ChoiceId) -> None:
            if choice == "reload" and tab.id in self._services.state.tabs:
                self._services.reloading.reload(tab, reverted)

        def reverted(reason: str | None) -> None:
            if reason is not None:
                self._services.tell(tab.window, text("failed.reload", name=name_of(tab)), reason)

        choices = (
            Choice("reload", text("revert.reload"), guarded=True),
            Choice("cancel", text("revert.cancel"), safe=True),
        )
        body = text("revert.body", name=name_of(tab))
        self._services.ask(Confirm("revert", text("revert.title"), body, choices), tab.window, answered)

    def toggle_read_only(self, tab: Tab) -> None:
        """Switch the lock of a document; one that is not UTF-8 stays locked until it is converted (F-07, F-11)."""
        document = tab.document
        if document is None:
            return
        if document.read_only and document.file.encoding != "utf-8":
            notice = text("foreign.read_only", name=name_of(tab))
            self._services.state.notices.post("warning", notice, window=tab.window)
            return
        document.set_read_only(not document.read_only)

    def _move(self, tab: Tab, source: Path, target: Path, done: Done) -> None:
        def moved(outcome: BaseException | None) -> None:
            document = tab.document
            if isinstance(outcome, BaseException):
                reason = (
                    EXISTS if isinstance(outcome, FileExistsError) else getattr(outcome, "strerror", None) or "failed"
                )
                self._services.tell(tab.window, text("failed.move", name=name_of(tab)), reason)
                done(reason)
                return
            self._services.recents.remove(source)
            self._services.recents.add_file(target)
            if document is not None and tab.id in self._services.state.tabs and document.file.path == source:
                document.set_path(target, home=real_path(target.parent))
                workspaces.rehome(self._services.state, tab)
                self._services.state.events.publish(TabsChanged(tab.window))
            done(None)

        self._services.loop.run_in_worker(lambda: move_file(source, target), moved)


class _Countdown:
    """Calls `done` with the first reason when all parts have ended."""

    def __init__(self, parts: int, done: Done) -> None:
        self._left = parts
        self._done = done
        self._reason: str | None = None

    def __call__(self, reason: str | None) -> None:
        self._reason = self._reason or reason
        self._left -= 1
        if self._left == 0:
            self._done(self._reason)


def move_file(source: Path, target: Path) -> None:
    """Give a file another place and never replace another file. Blocks; for workers.

    Raises:
        FileExistsError: there is a file of that name.
        OSError: as the system says; the file is where it was.
    """
    if os.path.normcase(source) != os.path.normcase(target) and os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, EXISTS, str(target))
    try:
        source.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        shutil.move(source, target)


def _sorted_out(path: Path) -> tuple[Path, bool]:
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - takes `..` out, which Path.absolute does not
    try:
        return absolute, absolute.is_dir()
    except OSError:  # a folder on the way may not be looked into; opening it says so, and the others open
        return absolute, False
