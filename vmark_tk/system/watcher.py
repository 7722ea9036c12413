"""News of files changed outside, in the folders of open documents, shown workspaces and unfolded trees (08 X-07).

Folders are watched one by one, not with what is below, so that `.git` and `node_modules` cost nothing. Where a folder
cannot be watched (a network disk, the limit of watches) its open files are looked at every five seconds. With nothing
of that kind no thread wakes up by itself. The watching library is loaded by the first folder, in a worker.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vmark_tk.core.document import DocumentStatusChanged
from vmark_tk.core.files import TEMPORARY_SUFFIX
from vmark_tk.core.ports import Loop
from vmark_tk.core.state import AppState, InstancesChanged, TabsChanged

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver, ObservedWatch

POLL_S = 5.0
IGNORED = frozenset({".git", "node_modules", ".obsidian", ".vmark"})
REMOTE_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ncpfs", "fuse.sshfs", "fuse.rclone"}
)
Report = Callable[[Sequence[Path]], None]
_Mark = tuple[int, int, int] | None
_Marks = dict[Path, _Mark]


class Watcher:
    """Follows a state; tells `report` which paths changed, on the loop thread."""

    def __init__(self, state: AppState, loop: Loop, report: Report, *, poll_s: float = POLL_S) -> None:
        self._state = state
        self._loop = loop
        self._news = _News(loop, report)
        self._watches = _Watches(self._news.add)
        self._poll = _Poll(self._news.add, poll_s)
        self._extra: frozenset[Path] = frozenset()
        self._busy = False
        self._again = False
        self._asked = False
        self._closed = False
        self._ends: list[Callable[[], None]] = []

    def start(self) -> None:
        """Begin to follow; to be called after the first window is painted."""
        events = self._state.events
        self._ends = [
            events.subscribe(TabsChanged, lambda _event: self._ask()),
            events.subscribe(InstancesChanged, lambda _event: self._ask()),
            events.subscribe(DocumentStatusChanged, lambda _event: self._ask()),
        ]
        self._ask()

    def watch_also(self, folders: Iterable[Path]) -> None:
        """Watch these folders, too, instead of those given before (what is unfolded in the trees)."""
        self._extra = frozenset(folders)
        self._ask()

    @property
    def folders(self) -> frozenset[Path]:
        """Return the folders under watch, by their real places."""
        return self._watches.folders

    @property
    def polled(self) -> frozenset[Path]:
        """Return the files that are looked at from time to time instead."""
        return self._poll.files

    def close(self) -> None:
        """Stop following and end all threads."""
        self._closed = True
        for end in self._ends:
            end()
        self._news.close()
        self._poll.close()
        self._watches.close()

    def _ask(self) -> None:
        """Bring the watches up to date once the present change is over."""
        if not self._asked and not self._closed:
            self._asked = True
            self._loop.call_soon(self._sync)

    def _sync(self) -> None:
        self._asked = False
        if self._closed:
            return
        if self._busy:
            self._again = True
            return
        files = tuple(document.file.path for _, document in self._state.documents() if document.file.path is not None)
        folders = {*self._shown_roots(), *self._extra, *(path.parent for path in files)}
        if not folders and not self._watches.folders and not self._poll.files:
            return
        self._busy = True
        self._loop.run_in_worker(lambda: self._watches.follow(folders, files), self._synced)

    def _synced(self, outcome: _Marks | BaseException) -> None:
        self._busy = False
        if isinstance(outcome, BaseException):
            raise outcome
        if self._closed:
            return
        self._poll.follow(outcome)
        if self._again:
            self._again = False
            self._ask()

    def _shown_roots(self) -> Iterable[Path]:
        roots = (window.shown_instance.root for window in self._state.windows.values())
        return [root for root in roots if root is not None]


class _News:
    """Collects paths from any thread and hands them to the loop thread together."""

    def __init__(self, loop: Loop, report: Report) -> None:
        self._loop = loop
        self._report = report
        # protects the set below, which the threads of the watching library fill
        self._lock = threading.Lock()
        self._paths: set[Path] = set()
        self._closed = False

    def add(self, paths: Iterable[Path]) -> None:
        with self._lock:
            first = not self._paths
            self._paths.update(paths)
            tell = first and bool(self._paths) and not self._closed
        if tell:
            self._loop.call_soon(self._tell)

    def close(self) -> None:
        self._closed = True

    def _tell(self) -> None:
        with self._lock:
            paths, self._paths = sorted(self._paths), set()
        if not self._closed:
            self._report(paths)


class _Watches:
    """The folders under watch. `follow` is called by one worker at a time."""

    def __init__(self, tell: Callable[[Iterable[Path]], None]) -> None:
        self._tell = tell
        # protects what follows against a close while a worker is at it
        self._lock = threading.Lock()
        self._observer: BaseObserver | None = None
        self._watches: dict[Path, ObservedWatch] = {}
        self._closed = False

    @property
    def folders(self) -> frozenset[Path]:
        return frozenset(self._watches)

    def follow(self, folders: Iterable[Path], files: Iterable[Path]) -> _Marks:
        """Watch exactly these folders, and those where links among `files` lead; return the files to poll."""
        real_files = {file: Path(os.path.realpath(file)) for file in files}
        wanted = {Path(os.path.realpath(folder)) for folder in folders}
        wanted |= {real.parent for real in real_files.values()}
        remote = _remote_places()
        wanted = {folder for folder in wanted if not _below_any(folder, remote) and folder.name not in IGNORED}
        with self._lock:
            if self._closed:
                return {}
            for folder in [one for one in self._watches if one not in wanted or not one.is_dir()]:
                self._drop(folder)
            for folder in wanted:
                self._add(folder)
            return {file: _mark(file) for file, real in real_files.items() if real.parent not in self._watches}

    def close(self) -> None:
        with self._lock:
            self._closed = True
            observer, self._observer = self._observer, None
            self._watches.clear()
        if observer is not None:
            observer.stop()
            observer.join(timeout=2)

    def _add(self, folder: Path) -> None:
        if folder in self._watches or not folder.is_dir():
            return
        # loaded by the first watch: an editor without files needs none of it
        from watchdog.events import (  # noqa: PLC0415
            DirCreatedEvent,
            DirDeletedEvent,
            DirMovedEvent,
            FileCreatedEvent,
            FileDeletedEvent,
            FileModifiedEvent,
            FileMovedEvent,
            FileSystemEventHandler,
        )
        from watchdog.observers import Observer  # noqa: PLC0415

        if self._observer is None:
            logging.getLogger("watchdog.observers.inotify").addFilter(_is_no_farewell)
            self._observer = Observer()
            self._observer.daemon = True
            self._observer.start()
        handler = FileSystemEventHandler()
        handler.on_any_event = self._heard  # type: ignore[method-assign]  # the class is known only after the import
        kinds = [FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent]
        try:
            self._watches[folder] = self._observer.schedule(
                handler,
                os.fspath(folder),
                recursive=False,
                event_filter=[*kinds, DirCreatedEvent, DirDeletedEvent, DirMovedEvent],
            )
        except OSError:
            # no more watches, or a folder that has none: its open files are polled
            return

    def _drop(self, folder: Path) -> None:
        watch = self._watches.pop(folder)
        if self._observer is not None:
            self._observer.unschedule(watch)

    def _heard(self, event: FileSystemEvent) -> None:
        places = (os.fsdecode(place) for place in (event.src_path, event.dest_path) if place)
        self._tell(path for path in map(Path, places) if not ignored(path.name))


class _Poll:
    """Looks at files from time to time, in a thread that lives only while there are any."""

    def __init__(self, tell: Callable[[Iterable[Path]], None], every_s: float) -> None:
        self._tell = tell
        self._every_s = every_s
        self._stop = threading.Event()
        self.files: frozenset[Path] = frozenset()

    def follow(self, marks: _Marks) -> None:
        """Look at exactly these files; `marks` is what they were when that was decided."""
        if marks.keys() == self.files:
            return
        self.close()
        self.files = frozenset(marks)
        if marks:
            self._stop = threading.Event()
            thread = threading.Thread(target=self._run, args=(marks, self._stop), name="file poll", daemon=True)
            thread.start()

    def close(self) -> None:
        self._stop.set()
        self.files = frozenset()

    def _run(self, marks: _Marks, stop: threading.Event) -> None:
        while not stop.wait(self._every_s):
            now = {file: _mark(file) for file in marks}
            changed = [file for file in marks if now[file] != marks[file]]
            marks = now
            if changed and not stop.is_set():
                self._tell(changed)


def _is_no_farewell(record: logging.LogRecord) -> bool:
    """Tell whether a record is more than the library's remark that it was stopped between two of its own steps."""
    return "when the thread is inactive" not in str(record.msg)


def ignored(name: str) -> bool:
    """Tell whether news of a file or folder of this name are of no interest."""
    return name in IGNORED or name.endswith((TEMPORARY_SUFFIX, "~", ".swp", ".swx"))


def _mark(file: Path) -> _Mark:
    try:
        seen = file.stat()
    except OSError:
        return None
    return seen.st_mtime_ns, seen.st_size, seen.st_ino


def _remote_places() -> list[Path]:
    """Return where network disks are mounted, as far as the system tells; changes made elsewhere are not notified."""
    try:
        lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    places: list[Path] = []
    for line in lines:
        mount, _, source = line.partition(" - ")
        fields = mount.split(" ")
        if len(fields) > 4 and source.split(" ")[0] in REMOTE_FILE_SYSTEMS:
            places.append(Path(fields[4].replace("\\040", " ")))
    return places


def _below_any(folder: Path, places: Iterable[Path]) -> bool:
    return any(folder == place or place in folder.parents for place in places)
