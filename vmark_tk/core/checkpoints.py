"""Texts as they were before a client changed them, for the person to go back to (08 I-03, DOC-068)."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from pathlib import Path

from vmark_tk.core.document import Document, Origin
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Revision, TabId

MAX_PER_FILE = 50
MAX_BYTES = 5 * 1024 * 1024  # of all texts together, counted as UTF-8


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One change by a client: where, when (seconds since the epoch), by what, and the text before it."""

    tab: TabId
    path: Path | None
    at: float
    tool: str
    client: str
    text: str
    before: Revision
    after: Revision

    @property
    def subject(self) -> Path | TabId:
        """Return what the limit per file counts: the file, or the tab of an untitled text."""
        return self.tab if self.path is None else self.path


@dataclass(frozen=True, slots=True)
class CheckpointsChanged:
    """A checkpoint was added or dropped."""


class Checkpoints:
    """The last changes of clients, oldest first. Loop thread only."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._kept: deque[tuple[Checkpoint, int]] = deque()
        self._counts: Counter[Path | TabId] = Counter()
        self._bytes = 0

    @property
    def kept(self) -> list[Checkpoint]:
        """Return what is there, newest first."""
        return [checkpoint for checkpoint, _ in reversed(self._kept)]

    def add(self, checkpoint: Checkpoint) -> bool:
        """Keep one more, dropping the oldest beyond the limits; tell whether it fits at all."""
        size = len(checkpoint.text) if checkpoint.text.isascii() else len(checkpoint.text.encode("utf-8"))
        if size > MAX_BYTES:
            return False
        self._kept.append((checkpoint, size))
        self._bytes += size
        self._counts[checkpoint.subject] += 1
        if self._counts[checkpoint.subject] > MAX_PER_FILE:
            self._drop(next(at for at, (one, _) in enumerate(self._kept) if one.subject == checkpoint.subject))
        while self._bytes > MAX_BYTES:
            self._drop(0)
        self._events.publish(CheckpointsChanged())
        return True

    def restore(self, checkpoint: Checkpoint, document: Document) -> None:
        """Put the text of `checkpoint` back as one edit that can be undone."""
        document.set_text(checkpoint.text, origin=Origin.USER)

    def _drop(self, at: int) -> None:
        checkpoint, size = self._kept[at]
        del self._kept[at]
        self._bytes -= size
        self._counts[checkpoint.subject] -= 1
