"""Unsaved texts survive a crash: each is written to the recovery folder within ten seconds of its change (08 S-02).

No timer runs while nothing changes. A file goes when its document is clean or closed; after an unclean end the files
are read, their documents come back in the background, and each file stays until the document writes it anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from vmark_tk.core import files, json_store, workspaces
from vmark_tk.core.document import DiskIdentity, Document, DocumentChanged, DocumentStatusChanged, Origin
from vmark_tk.core.files import FileTroubleError, Snapshot
from vmark_tk.core.ids import Revision, TabId, WindowLabel
from vmark_tk.core.kinds import MARKDOWN, WORKFLOW
from vmark_tk.core.ports import Loop, Timer
from vmark_tk.core.real_path import real_path
from vmark_tk.core.reloading import adopt
from vmark_tk.core.state import AppState, Tab, TabClosed
from vmark_tk.core.text import LineEnd, TextFormat, split_lines

EVERY_MS = 10_000
KEPT_S = 7 * 24 * 3600
SUFFIX = ".recovery.json"
_LINE_ENDS: Mapping[str, LineEnd] = {"\n": "\n", "\r\n": "\r\n", "\r": "\r"}


@dataclass(frozen=True, slots=True)
class Recovered:
    """What came back: the tabs, how many files were damaged (moved aside), how many too old (dropped)."""

    tabs: tuple[TabId, ...]
    broken: int
    dropped: int


class _Saved(NamedTuple):
    """A text read from the recovery folder, and what its own file holds now."""

    name: str
    data: Mapping[str, Any]
    disk: Snapshot | None


class _Found(NamedTuple):
    texts: tuple[_Saved, ...]
    broken: int
    dropped: int


class Recovery:
    """Writes and reads recovery files. Loop thread only."""

    def __init__(self, state: AppState, loop: Loop, folder: Path) -> None:
        self._state = state
        self._loop = loop
        self._folder = folder
        self._timer: Timer | None = None
        self._due_at = 0.0
        self._written: dict[TabId, Revision] = {}
        self._names: dict[TabId, str] = {}
        self._busy: dict[TabId, list[Callable[[], None]]] = {}
        state.events.subscribe(DocumentChanged, lambda _event: self._schedule())
        state.events.subscribe(DocumentStatusChanged, self._status_changed)
        state.events.subscribe(TabClosed, lambda event: self._forget(event.tab))

    def flush(self, done: Callable[[], None] | None = None) -> None:
        """Write what is not written yet now; `done` when it is on disk (quitting without a question)."""
        due = [(tab, document) for tab, document in self._state.documents() if self._is_due(tab, document)]
        left = len(due)
        if not left:
            if done is not None:
                done()
            return

        def one_less() -> None:
            nonlocal left
            left -= 1
            if not left and done is not None:
                done()

        for tab, document in due:
            self._write(tab, document, one_less)

    def restore(self, window: WindowLabel, done: Callable[[Recovered], None]) -> None:
        """Bring back what an unclean end left, as dirty tabs in the background of `window`."""
        now = self._state.clock.now()

        def found(outcome: _Found | BaseException) -> None:
            if isinstance(outcome, BaseException):
                raise outcome
            label = window if window in self._state.windows else next(iter(self._state.windows), None)
            tabs = [] if label is None else [self._bring_back(label, saved).id for saved in outcome.texts]
            done(Recovered(tuple(tabs), outcome.broken, outcome.dropped))

        self._loop.run_in_worker(lambda: _find(self._folder, now), found)

    def clock_moved(self) -> None:
        """Look whether the clock was moved past the next time to write (test control)."""
        if self._timer is not None and self._state.clock.monotonic() >= self._due_at:
            self._timer.cancel()
            self._due()

    # --- writing ---

    def _schedule(self) -> None:
        if self._timer is None:
            self._due_at = self._state.clock.monotonic() + EVERY_MS / 1000
            self._timer = self._loop.call_later(EVERY_MS, self._due)

    def _due(self) -> None:
        self._timer = None
        self.flush()

    def _is_due(self, tab: Tab, document: Document) -> bool:
        return document.dirty and not tab.viewer and self._written.get(tab.id) != document.revision

    def _write(self, tab: Tab, document: Document, done: Callable[[], None]) -> None:
        if tab.id in self._busy:
            self._busy[tab.id].append(done)
            return
        self._busy[tab.id] = []
        revision = document.revision
        lines = list(document.lines)
        facts = _facts(tab, document, self._state.clock.now())
        path = self._path(tab.id)

        def written(outcome: BaseException | None) -> None:
            waiting = self._busy.pop(tab.id)
            if outcome is not None and not isinstance(outcome, FileTroubleError):
                raise outcome
            if outcome is None:
                self._written[tab.id] = revision
            if self._state.tabs.get(tab.id) is not tab or not document.dirty:
                self._forget(tab.id)
            elif waiting and self._is_due(tab, document):
                # somebody waits for what was typed during the write
                self._write(tab, document, partial(_call, waiting))
                waiting = []
            elif self._is_due(tab, document):
                self._schedule()
            done()
            _call(waiting)

        self._loop.run_in_worker(lambda: json_store.save(path, {**facts, "text": "\n".join(lines)}), written)

    def _path(self, tab: TabId) -> Path:
        name = self._names.setdefault(tab, f"{tab}{SUFFIX}")
        return self._folder / name

    def _status_changed(self, event: DocumentStatusChanged) -> None:
        for tab_id in list(self._names):
            tab = self._state.tabs.get(tab_id)
            if tab is not None and tab.document is event.document and not event.document.dirty:
                self._forget(tab_id)

    def _forget(self, tab: TabId) -> None:
        if tab in self._busy:
            return  # removed when the write under way is done
        self._written.pop(tab, None)
        name = self._names.pop(tab, None)
        if name is not None:
            _remove(self._folder / name)

    # --- coming back ---

    def _bring_back(self, window: WindowLabel, saved: _Saved) -> Tab:
        data = saved.data
        lines = split_lines(str(data["text"]))
        path = Path(data["path"]) if isinstance(data.get("path"), str) else None
        tab = self._restored_by_session(path)
        if tab is not None and tab.document is not None:
            document = tab.document
            if not _same_file(document.file.baseline, _identity(data.get("baseline"))):
                document.file.baseline = _identity(data.get("baseline"))  # saving asks: the file changed since
                document.mark_saved([])
            document.apply(document.edits_towards(lines), origin=Origin.RELOAD)
        else:
            document = self._document(data, lines, saved.disk)
            document.file.path, document.file.home = path, None if path is None else real_path(path.parent)
            owner = workspaces.owner_of(self._state, window, path)
            tab = self._state.add_tab(window, document, instance=owner, activate=False)
        self._names[tab.id] = saved.name
        self._written[tab.id] = document.revision
        document.set_read_only(data.get("read_only") is True)
        return tab

    def _restored_by_session(self, path: Path | None) -> Tab | None:
        """Return the clean tab that the session has opened for the same file already."""
        if path is None:
            return None
        for tab, document in self._state.documents():
            if tab.path == path and not document.dirty and not tab.viewer and tab.id not in self._names:
                return tab
        return None

    def _document(self, data: Mapping[str, Any], lines: list[str], disk: Snapshot | None) -> Document:
        baseline = _identity(data.get("baseline"))
        hint = WORKFLOW if data.get("kind") == WORKFLOW else MARKDOWN
        known = disk is not None and disk.text is not None and baseline is not None
        if known and disk is not None and baseline is not None and disk.identity.sha256 == baseline.sha256:
            # the file is as it was: the recovered text is a change of it that can be undone
            document = self._state.new_document(list(disk.text.lines) if disk.text else None)
            adopt(document, disk)
            document.apply(document.edits_towards(lines), origin=Origin.RELOAD)
            return document
        document = self._state.new_document(lines, kind_hint=hint)
        document.file.form, document.file.ends = _form(data)
        document.file.baseline = baseline  # of the file as it was: saving over another one asks
        document.mark_saved([])  # equals no text: the document is unsaved whatever the file holds
        return document


def _facts(tab: Tab, document: Document, now: float) -> dict[str, Any]:
    facts = document.file
    baseline = facts.baseline
    return {
        "path": None if facts.path is None else str(facts.path),
        "title": tab.title,
        "kind": document.kind if facts.path is None else None,
        "line_end": facts.form.line_end,
        "mixed": facts.form.mixed,
        "bom": facts.form.bom,
        "baseline": None if baseline is None else [baseline.size, baseline.mtime_ns, baseline.sha256],
        "read_only": document.read_only,
        "at": now,
    }


def _call(functions: Sequence[Callable[[], None]]) -> None:
    for function in functions:
        function()


def _same_file(one: DiskIdentity | None, other: DiskIdentity | None) -> bool:
    return one is not None and other is not None and one.sha256 == other.sha256


def _identity(stored: object) -> DiskIdentity | None:
    match stored:
        case [int(size), int(mtime_ns), str(sha256)]:
            return DiskIdentity(size, mtime_ns, sha256)
        case _:
            return None


def _form(data: Mapping[str, Any]) -> tuple[TextFormat, list[str]]:
    """Return the format of the file; which line had which end is known from the file alone."""
    line_end = _LINE_ENDS.get(str(data.get("line_end")), "\n")
    return TextFormat(line_end=line_end, bom=data.get("bom") is True), []


def _find(folder: Path, now: float) -> _Found:
    """Read the recovery folder. Runs in a worker."""
    texts: list[tuple[float, _Saved]] = []
    broken = dropped = 0
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX))  # noqa: PTH208 - names wanted
    except OSError:
        return _Found((), 0, 0)
    for name in names:
        loaded = json_store.load(folder / name)
        data = loaded.data
        if not _sound(data):
            broken += 1
            if loaded.set_aside is None and not loaded.trouble:
                json_store.set_aside(folder / name)
        elif now - data["at"] > KEPT_S:
            dropped += 1
            _remove(folder / name)
        else:
            texts.append((data["at"], _Saved(name, data, _disk(data.get("path")))))
    return _Found(tuple(saved for _, saved in sorted(texts, key=lambda one: (one[0], one[1].name))), broken, dropped)


def _sound(data: Mapping[str, Any]) -> bool:
    """Tell whether a file can be brought back; one that cannot must not keep the others from it."""
    path = data.get("path")
    names_a_place = path is None or (isinstance(path, str) and "\0" not in path and Path(path).is_absolute())
    return isinstance(data.get("text"), str) and isinstance(data.get("at"), int | float) and names_a_place


def _disk(path: object) -> Snapshot | None:
    if not isinstance(path, str):
        return None
    try:
        return files.read(Path(real_path(path)))
    except (FileTroubleError, ValueError):
        return None


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        # left where it is: it comes back as an unsaved text, which loses nothing
        return
