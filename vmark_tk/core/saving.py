"""Saving documents: never over what somebody else wrote meanwhile, never half a file (01 section 2.11, 08 F-05, X-08).

The lines and the baseline are taken when the save begins; a worker compares the disk with the baseline and writes. What
was typed meanwhile keeps the tab dirty. Saves of one tab follow each other.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from vmark_tk.core import files, scope, workspaces
from vmark_tk.core.document import DiskIdentity, Document
from vmark_tk.core.files import FileTroubleError, Snapshot
from vmark_tk.core.ids import TabId
from vmark_tk.core.ports import Loop
from vmark_tk.core.real_path import real_path
from vmark_tk.core.reloading import ConflictsFound, same_but_for_form
from vmark_tk.core.result import Failure
from vmark_tk.core.state import AppState, Tab, TabsChanged
from vmark_tk.core.text import LineEnd, TextFormat, decode, encode

_log = logging.getLogger(__name__)
_LINE_ENDS: dict[str, LineEnd] = {"lf": "\n", "crlf": "\r\n"}


@dataclass(frozen=True, slots=True)
class Saved:
    """The file holds the text that the document had when the save began."""

    path: Path


@dataclass(frozen=True, slots=True)
class DiskConflict:
    """Nothing was written: the file changed on disk, or the target of a `save_as` exists already."""

    path: Path


@dataclass(frozen=True, slots=True)
class DocumentSaved:
    """A document was written to its file."""

    tab: TabId
    path: Path


Outcome = Saved | DiskConflict | Failure
Done = Callable[[Outcome], None]


class _Order(NamedTuple):
    path: Path
    real: Path
    home: str
    lines: list[str]
    form: TextFormat
    before: Sequence[str]
    ends: Sequence[str]
    baseline: DiskIdentity | None
    own: bool
    force: bool
    keeps_form: bool


class _Written(NamedTuple):
    identity: DiskIdentity
    form: TextFormat
    ends: list[str]


class _DiskChangedError(Exception):
    """The disk holds something that the document does not know."""


class Saving:
    """Writes documents to files. Loop thread only."""

    def __init__(self, state: AppState, loop: Loop) -> None:
        self._state = state
        self._loop = loop
        self._waiting: dict[TabId, deque[Callable[[], None]]] = {}

    def save(self, tab: Tab, *, force: bool = False, within_scope: bool = False, done: Done) -> None:
        """Write a document to its own file; `force` overwrites what changed on disk.

        `within_scope` is for clients: the path is checked at the moment of use, and that place is written (ARC-033).
        A conflict is published as `ConflictsFound`, so that the person is asked (X-08, WSP-079).
        """
        self._in_turn(tab, lambda: self._save(tab, None, force, within_scope, done))

    def save_as(self, tab: Tab, path: Path, *, force: bool = False, within_scope: bool = False, done: Done) -> None:
        """Write a document to another file, which becomes its own; `force` replaces an existing one (WSP-099 on)."""
        self._in_turn(tab, lambda: self._save(tab, path, force, within_scope, done))

    def is_own_path(self, tab: Tab, path: Path) -> bool:
        """Tell whether `path` is the file of the tab, however it is spelled (WSP-098, WSP-110)."""
        own = tab.path
        return own is not None and (own == path or _key(own) == _key(path))

    def _in_turn(self, tab: Tab, begin: Callable[[], None]) -> None:
        queue = self._waiting.get(tab.id)
        if queue is not None:
            queue.append(begin)
            return
        self._waiting[tab.id] = deque()
        begin()

    def _next(self, tab: Tab) -> None:
        queue = self._waiting.get(tab.id)
        if not queue:
            self._waiting.pop(tab.id, None)
            return
        queue.popleft()()

    def _save(self, tab: Tab, path: Path | None, force: bool, within_scope: bool, done: Done) -> None:  # noqa: FBT001
        order = self._order(tab, path, force=force, within_scope=within_scope)
        document = tab.document
        if isinstance(order, Failure) or document is None:
            self._next(tab)
            done(order if isinstance(order, Failure) else Failure("INVALID_TAB", "the tab has no document"))
            return
        document.file.writing += 1

        def written(outcome: _Written | BaseException) -> None:
            document.file.writing -= 1
            result = self._finish(tab, document, order, outcome)
            self._next(tab)
            done(result)

        self._loop.run_in_worker(lambda: _write(order), written)

    def _order(self, tab: Tab, path: Path | None, *, force: bool, within_scope: bool) -> _Order | Failure:
        document = tab.document
        if document is None or self._state.tabs.get(tab.id) is not tab:
            return Failure("INVALID_TAB", "the tab has no document")
        target = path or document.file.path
        if target is None:
            return Failure("INVALID_PATH", "the document has no file yet")
        if document.file.encoding != "utf-8":
            return Failure("INTERNAL", "the file is not UTF-8; convert the text to UTF-8 before saving")
        real = scope.resolved(self._state, target) if within_scope else Path(real_path(target))
        if real is None:
            return Failure("INVALID_PATH", scope.OUTSIDE)
        own = self.is_own_path(tab, target)
        facts = document.file
        form, ends = self._form(document)
        return _Order(
            path=target,
            real=real,
            home=scope.home_of(self._state, target, within_scope=within_scope),
            lines=list(document.lines),
            form=form,
            before=list(document.saved_lines),
            ends=ends,
            baseline=facts.baseline if own else None,
            own=own,
            force=force,
            keeps_form=self._state.settings.text("files.line_end") == "preserve",
        )

    def _form(self, document: Document) -> tuple[TextFormat, Sequence[str]]:
        """Return how to write: as found, or with the line ends that the setting wants (F-06)."""
        wanted = _LINE_ENDS.get(self._state.settings.text("files.line_end"))
        if wanted is None:
            return document.file.form, document.file.ends
        return replace(document.file.form, line_end=wanted, mixed=False), ()

    def _finish(self, tab: Tab, document: Document, order: _Order, outcome: _Written | BaseException) -> Outcome:
        if isinstance(outcome, _DiskChangedError):
            if order.own:
                self._state.events.publish(ConflictsFound((tab.id,)))
            return DiskConflict(order.path)
        if isinstance(outcome, FileTroubleError):
            if outcome.kind == "exists":
                return DiskConflict(order.path)
            return Failure("INTERNAL", f"cannot save {order.path.name}: {outcome}")
        if isinstance(outcome, UnicodeError):
            return Failure("INTERNAL", f"cannot save {order.path.name}: the text holds half a character")
        if isinstance(outcome, BaseException):
            _log.error("a save ended unexpectedly", exc_info=outcome)
            return Failure("INTERNAL", f"cannot save {order.path.name}: an unexpected error, see the log")
        facts = document.file
        facts.form, facts.ends, facts.baseline = outcome.form, outcome.ends, outcome.identity
        facts.missing = facts.divergent = False
        document.mark_saved(order.lines)
        if not order.own:
            document.set_path(order.path, home=order.home)
            if self._state.tabs.get(tab.id) is tab:
                workspaces.rehome(self._state, tab)
                self._state.events.publish(TabsChanged(tab.window))
        self._state.events.publish(DocumentSaved(tab.id, order.path))
        return Saved(order.path)


def _write(order: _Order) -> _Written:
    """Compare, then write. Runs in a worker."""
    form, before, ends = order.form, order.before, order.ends
    if order.own and not order.force:
        found = files.identify(order.real, order.baseline)
        if found is not None and not _known(found, order.baseline):
            disk = files.read(order.real)
            if not _absorbable(order, disk):
                raise _DiskChangedError
            if order.keeps_form and disk.text is not None:
                form, before, ends = disk.text.form, disk.text.lines, disk.text.ends
    data = encode(order.lines, form, before=before, ends=ends)
    replaces = order.own and (order.force or order.baseline is not None)
    identity = files.write(order.real, data, may_replace=replaces or order.force)
    _, kept, kept_ends = decode(data) if form.mixed else (None, form, [])
    return _Written(identity, kept if form.mixed else form, kept_ends)


def _known(found: DiskIdentity, baseline: DiskIdentity | None) -> bool:
    return baseline is not None and found.sha256 == baseline.sha256


def _absorbable(order: _Order, disk: Snapshot) -> bool:
    """Tell whether the disk holds nothing that a save would lose (X-05, X-06)."""
    if disk.text is None:
        return False
    return disk.text.lines == order.lines or same_but_for_form(order.before, disk.text.lines)


def _key(path: Path) -> str:
    return os.path.normcase(real_path(path))
