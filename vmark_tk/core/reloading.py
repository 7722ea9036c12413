"""What happens to open documents when their files change outside: reload, absorb, ask, mark missing (08 X-01 to X-07).

Notices of the watcher are collected for 300 ms. A worker looks at the files; its findings are applied only to documents
whose baseline is still the one it looked with, and not while a write of our own is under way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from vmark_tk.core import files, scope
from vmark_tk.core.document import DiskIdentity, Document, DocumentChanged, Origin
from vmark_tk.core.files import FileTroubleError, Snapshot
from vmark_tk.core.ids import TabId
from vmark_tk.core.ports import Loop, Timer
from vmark_tk.core.real_path import real_path
from vmark_tk.core.state import AppState, Tab

COLLECT_MS = 300
Done = Callable[[str | None], None]


@dataclass(frozen=True, slots=True)
class ConflictsFound:
    """Files of unsaved documents hold something else now: the person has to say (X-02, X-03)."""

    tabs: tuple[TabId, ...]


@dataclass(frozen=True, slots=True)
class FileMissing:
    """The file of an open document is gone; its text is still there (X-04)."""

    tab: TabId


@dataclass(frozen=True, slots=True)
class FileReloaded:
    """A clean document took over what another program wrote (X-01)."""

    tab: TabId


class _Watched(NamedTuple):
    tab: TabId
    path: Path
    real: Path
    baseline: DiskIdentity | None
    guess: bool


class _Seen(NamedTuple):
    """What a worker found: nothing new, a snapshot, no file (both None), or trouble."""

    watched: _Watched
    same: bool = False
    snapshot: Snapshot | None = None
    trouble: str = ""


class Reloading:
    """Keeps open documents and their files together. Loop thread only."""

    def __init__(self, state: AppState, loop: Loop) -> None:
        self._state = state
        self._loop = loop
        self._due: set[TabId] = set()
        self._gone_once: set[TabId] = set()
        self._pending: dict[TabId, tuple[DiskIdentity | None, Snapshot]] = {}
        self._timer: Timer | None = None
        state.events.subscribe(DocumentChanged, self._text_changed)

    # --- news ---

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Look at the documents whose files, or whose folders, these are; soon, together with what else comes."""
        spelled = {os.fspath(path) for path in paths}
        for tab, document in self._state.documents():
            path = document.file.path
            if path is not None and _concerns(spelled, path):
                self._due.add(tab.id)
        self._schedule()

    def check_open_files(self) -> None:
        """Look at the files of all open documents (focus came back, X-07)."""
        self._due.update(tab.id for tab, document in self._state.documents() if document.file.path is not None)
        self._schedule()

    # --- answers ---

    def reload(self, tab: Tab, done: Done | None = None) -> None:
        """Take what the file holds now and throw unsaved changes away, as one undo step."""
        self._read(tab, lambda snapshot: self._take_or_tell(tab, snapshot, done or _ignore), done or _ignore)

    def keep(self, tab: Tab, done: Done | None = None) -> None:
        """Keep the text; what the person has been told of on disk never asks again (X-02)."""
        finish = done or _ignore
        pending = self._conflict(tab)
        if pending is not None:
            self._keep_against(tab, pending)
            finish(None)
            return

        def read(snapshot: Snapshot) -> None:
            self._keep_against(tab, snapshot)
            finish(None)

        self._read(tab, read, finish)

    # --- looking ---

    def _schedule(self) -> None:
        if self._due and self._timer is None:
            self._timer = self._loop.call_later(COLLECT_MS, self._look)

    def _look(self) -> None:
        self._timer = None
        due, self._due = self._due, set()
        watched: list[_Watched] = []
        for tab, document in self._state.documents():  # in the order of the tabs, for the question's sake
            if tab.id not in due or document.file.path is None:
                continue
            if tab.opened_by is not None and not scope.still_inside(self._state, document.file.path):
                continue  # a link out of the scope, put there after a client opened the file: not followed (WSP-051)
            if document.file.writing:
                self._due.add(tab.id)
            else:
                watched.append(_watched(tab.id, document))
        self._schedule()
        if watched:
            self._loop.run_in_worker(lambda: [_look_at(one) for one in watched], self._looked)

    def _looked(self, outcome: list[_Seen] | BaseException) -> None:
        if isinstance(outcome, BaseException):
            raise outcome
        conflicts = [seen.watched.tab for seen in outcome if self._apply(seen)]
        if conflicts:
            self._state.events.publish(ConflictsFound(tuple(conflicts)))
        self._schedule()

    def _apply(self, seen: _Seen) -> bool:
        """Bring a finding to its document; tell whether the person has to decide."""
        tab = self._state.tabs.get(seen.watched.tab)
        document = None if tab is None else tab.document
        if tab is None or document is None or document.file.path != seen.watched.path:
            return False
        if document.file.writing or document.file.baseline is not seen.watched.baseline:
            self._due.add(tab.id)
            return False
        if seen.trouble:
            return False
        if not seen.same and seen.snapshot is None:
            self._gone(tab, document)
            return False
        self._gone_once.discard(tab.id)
        if document.file.missing:
            document.file.missing = False
            document.status_changed()
        return seen.snapshot is not None and self._changed(tab, document, seen.snapshot)

    def _gone(self, tab: Tab, document: Document) -> None:
        """Mark the file as missing when a second look finds it gone, too: a rename-over leaves a gap (X-04)."""
        if document.file.missing or document.file.baseline is None:
            return
        if tab.id not in self._gone_once:
            self._gone_once.add(tab.id)
            self._due.add(tab.id)
            return
        self._gone_once.discard(tab.id)
        document.file.missing = True
        document.status_changed()
        self._state.events.publish(FileMissing(tab.id))

    def _changed(self, tab: Tab, document: Document, snapshot: Snapshot) -> bool:
        known = document.file.baseline
        if known is not None and known.sha256 == snapshot.identity.sha256:
            document.file.baseline = snapshot.identity
            return False
        if snapshot.text is None:
            return document.dirty and self._raise_conflict(tab, document, snapshot)
        if not document.dirty and not document.file.divergent:
            if take(document, snapshot):
                self._state.events.publish(FileReloaded(tab.id))
            _end_foreign(tab, document)
            return False
        if snapshot.text.lines == list(document.lines) or same_but_for_form(document.saved_lines, snapshot.text.lines):
            adopt(document, snapshot)
            return False
        return self._raise_conflict(tab, document, snapshot)

    def _raise_conflict(self, tab: Tab, document: Document, snapshot: Snapshot) -> bool:
        asked = self._conflict(tab)
        self._pending[tab.id] = (document.file.baseline, snapshot)
        return asked is None

    def _conflict(self, tab: Tab) -> Snapshot | None:
        """Return what the person is being asked about, as long as nothing was saved or loaded since."""
        baseline, snapshot = self._pending.get(tab.id, (None, None))
        if snapshot is None or tab.document is None or tab.document.file.baseline is not baseline:
            self._pending.pop(tab.id, None)
            return None
        return snapshot

    # --- acting ---

    def _read(self, tab: Tab, use: Callable[[Snapshot], None], failed: Done) -> None:
        document = tab.document
        if document is None or document.file.path is None:
            failed("the document has no file")
            return
        watched = _watched(tab.id, document)

        def done(outcome: Snapshot | BaseException) -> None:
            if isinstance(outcome, FileTroubleError):
                failed(str(outcome))
            elif isinstance(outcome, BaseException):
                raise outcome
            elif self._state.tabs.get(tab.id) is tab and document.file.path == watched.path:
                use(outcome)
            else:
                failed("the tab was closed or got another file")

        self._loop.run_in_worker(lambda: files.read(watched.real, guess=watched.guess), done)

    def _take_or_tell(self, tab: Tab, snapshot: Snapshot, done: Done) -> None:
        if snapshot.text is None or tab.document is None:
            done(snapshot.problem or "the document has no text")
            return
        self._pending.pop(tab.id, None)
        take(tab.document, snapshot)
        _end_foreign(tab, tab.document)
        done(None)

    def _keep_against(self, tab: Tab, snapshot: Snapshot) -> None:
        document = tab.document
        if document is None:
            return
        self._pending.pop(tab.id, None)
        document.file.baseline = snapshot.identity
        document.file.missing = False
        if snapshot.text is None:
            document.file.divergent = True
            document.status_changed()
            return
        document.file.divergent = snapshot.text.lines != list(document.lines)
        document.mark_saved(snapshot.text.lines)

    def _text_changed(self, event: DocumentChanged) -> None:
        document = event.document
        if document.file.divergent and not document.dirty:
            document.file.divergent = False  # the text is what the disk holds
            document.status_changed()


def _end_foreign(tab: Tab, document: Document) -> None:
    """Let a text be edited when another program has made its file UTF-8 (F-07)."""
    if tab.banner is not None and document.file.encoding == "utf-8":
        tab.banner = None
        document.set_read_only(False)


def take(document: Document, snapshot: Snapshot) -> bool:
    """Let a document hold what its file holds, as one undo step; tell whether the text changed (SES-048)."""
    if snapshot.text is None:
        return False
    changed = bool(document.apply(document.edits_towards(snapshot.text.lines), origin=Origin.RELOAD))
    adopt(document, snapshot)
    return changed


def adopt(document: Document, snapshot: Snapshot) -> None:
    """Take a file as what the document was last saved as, without touching the text."""
    if snapshot.text is None:
        return
    facts = document.file
    facts.form, facts.ends, facts.encoding = snapshot.text.form, snapshot.text.ends, snapshot.text.encoding
    facts.baseline, facts.missing = snapshot.identity, False
    if snapshot.text.lines == list(document.lines):
        facts.divergent = False
    document.mark_saved(snapshot.text.lines)


def same_but_for_form(saved: Iterable[str], disk: Iterable[str]) -> bool:
    """Tell whether two texts differ in nothing but one line end at the very end (X-05)."""
    one, other = list(saved), list(disk)
    return other in (one, [*one, ""]) or one == [*other, ""]


def _concerns(changed: set[str], path: Path) -> bool:
    places = {os.fspath(path), real_path(path), os.fspath(Path(real_path(path.parent)) / path.name)}
    if not changed.isdisjoint(places):
        return True
    return any(os.fspath(folder) in changed for place in places for folder in Path(place).parents)


def _watched(tab: TabId, document: Document) -> _Watched:
    path = document.file.path
    if path is None:
        raise ValueError("a document without a file is not watched")
    real = Path(real_path(path))
    return _Watched(tab, path, real, document.file.baseline, guess=document.file.encoding != "utf-8")


def _look_at(watched: _Watched) -> _Seen:
    """Look at one file. Runs in a worker."""
    try:
        identity = files.identify(watched.real, watched.baseline)
        if identity is None:
            return _Seen(watched)
        if identity is watched.baseline:
            return _Seen(watched, same=True)
        return _Seen(watched, snapshot=files.read(watched.real, guess=watched.guess))
    except FileTroubleError as error:
        return _Seen(watched) if error.kind == "missing" else _Seen(watched, trouble=str(error))


def _ignore(_reason: str | None) -> None:
    """Take an answer that nobody waits for."""
