"""Opening files as tabs, for clients and for people (01 section 2.11 `open`, 08 F-02 to F-07, F-12).

A file is read in a worker; where it goes is decided when it is there, so that two calls for one file make one tab.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from vmark_tk.core import files, scope, workspaces
from vmark_tk.core.encodings import NAMES
from vmark_tk.core.files import FileTroubleError, Snapshot, Tier
from vmark_tk.core.ids import Principal, WindowLabel
from vmark_tk.core.ports import Loop
from vmark_tk.core.real_path import real_path
from vmark_tk.core.reloading import adopt, take
from vmark_tk.core.result import Failure
from vmark_tk.core.state import AppState, Tab

_log = logging.getLogger(__name__)
UNSAVED_REASON = "the tab has unsaved changes, which were left alone"
DIVERGENT_REASON = "the person kept this text although the file changed on disk"
FOREIGN_BANNER = "This file is not UTF-8. It is shown as {name} and read-only; convert it to UTF-8 to edit it."


class OpenMode(Enum):
    """Who opens: a client gets refusals, a person gets questions and a look at what is not UTF-8.

    `RETURNING` is a person's tab of an earlier session: it comes back in its own window, whatever another one shows.
    """

    CLIENT = "client"
    PERSON = "person"
    RETURNING = "returning"


@dataclass(frozen=True, slots=True)
class Opened:
    """A tab that shows the file. `reason` says why an open tab was left as it was."""

    tab: Tab
    already_open: bool
    reloaded: bool
    reason: str | None
    activation_changed: bool


@dataclass(frozen=True, slots=True)
class NeedsAnswer(Failure):
    """The file has 5 to 50 MiB: a person is asked first, then it is opened with `large_ok` (F-12)."""

    path: Path = Path()
    size: int = 0


Outcome = Opened | Failure


class _Order(NamedTuple):
    path: Path
    real: Path
    home: str
    window: WindowLabel
    activate: bool
    by: Principal | None
    mode: OpenMode
    ask_large: bool


class Opening:
    """Opens files. Loop thread only."""

    def __init__(self, state: AppState, loop: Loop) -> None:
        self._state = state
        self._loop = loop

    def open_file(  # noqa: PLR0913 - one call with everything that is asked of it
        self,
        path: Path,
        window: WindowLabel,
        *,
        activate: bool,
        by: Principal | None = None,
        mode: OpenMode,
        large_ok: bool = False,
        done: Callable[[Outcome], None],
    ) -> None:
        """Open a file as a tab of `window`, or find the tab that shows it, and tell `done`.

        A client's path is checked against the scope here, at the moment of use, whatever was checked before; the place
        found by that check is the one read (ARC-033). A person's path may be missing: a new document of that name.
        """
        real = scope.resolved(self._state, path) if mode is OpenMode.CLIENT else Path(real_path(path))
        if real is None:
            done(Failure("INVALID_PATH", scope.OUTSIDE))
            return
        ask_large = mode is OpenMode.PERSON and not large_ok and self._state.settings.flag("files.ask_large")
        home = scope.home_of(self._state, path, within_scope=mode is OpenMode.CLIENT)
        order = _Order(path, real, home, window, activate, by, mode, ask_large)
        self._loop.run_in_worker(lambda: _fetch(order), lambda outcome: done(self._place(order, outcome)))

    def convert(self, tab: Tab) -> None:
        """Let the text of a file that is not UTF-8 be edited; the next save writes UTF-8 (F-07)."""
        document = tab.document
        if document is None or document.file.encoding == "utf-8":
            return
        document.file.encoding = "utf-8"
        tab.banner = None
        document.mark_saved([])  # no saved text equals this one: the file still holds other bytes
        document.set_read_only(False)

    def find(self, window: WindowLabel, path: Path) -> Tab | None:
        """Return the tab of `window` that shows this file, however it is spelled (F-04, WSP-029)."""
        wanted = _place_key(real_path(path))
        for tab in self._state.tabs_of(window):
            if tab.path is not None and (tab.path == path or _place_key(real_path(tab.path)) == wanted):
                return tab
        return None

    def _place(self, order: _Order, outcome: Snapshot | NeedsAnswer | BaseException | None) -> Outcome:
        if isinstance(outcome, FileTroubleError):
            return Failure("INVALID_PATH", f"cannot open: {outcome}")
        if isinstance(outcome, BaseException):
            _log.error("opening a file ended unexpectedly", exc_info=outcome)
            return Failure("INTERNAL", "cannot open: an unexpected error, see the log")
        if isinstance(outcome, NeedsAnswer):
            return outcome
        if order.window not in self._state.windows:
            return Failure("INTERNAL", "the window was closed meanwhile")
        tab = self._find_anywhere(order)
        if tab is not None:
            return self._again(order, tab, outcome)
        if outcome is None:
            return self._added(order, None)
        if outcome.text is None:
            return Failure("INVALID_PATH", f"cannot open: {outcome.problem}")
        return self._added(order, outcome)

    def _find_anywhere(self, order: _Order) -> Tab | None:
        tab = self.find(order.window, order.path)
        if tab is not None or order.mode is not OpenMode.PERSON:
            return tab
        found = (self.find(label, order.path) for label in self._state.windows)
        return next((tab for tab in found if tab is not None), None)

    def _again(self, order: _Order, tab: Tab, snapshot: Snapshot | None) -> Outcome:
        before = self._state.active_tab(tab.window)
        reloaded, reason = self._refresh(tab, snapshot)
        if order.activate:
            self._state.show_instance(tab.window, tab.instance)
            self._state.activate(tab)
        return Opened(tab, True, reloaded, reason, self._state.active_tab(tab.window) is not before)

    def _refresh(self, tab: Tab, snapshot: Snapshot | None) -> tuple[bool, str | None]:
        """Bring a clean tab up to date; return whether it was, and why not (WSP-024 to WSP-028)."""
        document = tab.document
        if document is None or snapshot is None:
            return False, None
        if document.file.divergent:
            return False, DIVERGENT_REASON
        if document.dirty:
            return False, UNSAVED_REASON
        if document.file.writing:
            return False, "the tab is being saved"
        if snapshot.text is None:
            return False, f"cannot open: {snapshot.problem}"
        take(document, snapshot)
        return True, None

    def _added(self, order: _Order, snapshot: Snapshot | None) -> Opened:
        state, window = self._state, order.window
        before = state.active_tab(window)
        spare = self._spare(order)
        text = None if snapshot is None else snapshot.text
        document = state.new_document(None if text is None else text.lines)
        document.file.path, document.file.home = order.path, order.home
        if snapshot is not None and text is not None:
            adopt(document, snapshot)
        banner = None
        if text is not None and text.encoding != "utf-8":
            document.set_read_only(True)
            banner = FOREIGN_BANNER.format(name=NAMES.get(text.encoding, text.encoding))
        owner = workspaces.owner_of(state, window, order.path)
        if order.activate:
            state.show_instance(window, owner)
        tab = state.add_tab(
            window, document, instance=owner, activate=order.activate, opened_by=order.by, banner=banner
        )
        if spare is not None:
            state.move_tab(tab, state.windows[window].tabs.index(spare.id))
            state.remove_tab(spare)
        return Opened(tab, False, False, None, state.active_tab(window) is not before)

    def _spare(self, order: _Order) -> Tab | None:
        """Return the untouched empty untitled tab that a person's file replaces (F-03)."""
        if order.mode is OpenMode.CLIENT or not order.activate or self._state.settings.flag("editor.open_in_new_tab"):
            return None
        tab = self._state.active_tab(order.window)
        document = None if tab is None else tab.document
        if tab is None or document is None or tab.path is not None or tab.pinned or tab.opened_by is not None:
            return None
        untouched = not (document.can_undo or document.can_redo or document.dirty) and document.text == ""
        return tab if untouched and document.kind == "markdown" else None


def _fetch(order: _Order) -> Snapshot | NeedsAnswer | None:
    """Read the file; None: there is none yet. Runs in a worker."""
    person = order.mode is not OpenMode.CLIENT
    try:
        size = files.size_of(order.real)
        if order.ask_large and files.tier_of(size) is Tier.ASK:
            message = f"the file is large ({size // files.MIB} MiB)"
            return NeedsAnswer("INVALID_PATH", message, path=order.path, size=size)
        return files.read(order.real, guess=person)
    except FileTroubleError as error:
        if person and error.kind == "missing" and order.real.parent.is_dir():
            return None
        raise


def _place_key(real: str) -> str:
    return os.path.normcase(real)
