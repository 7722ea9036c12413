"""One document: its text, revision, undo history and what is known of its file.

The text changes in `Document.apply` only (ARC-007). It is a list of lines, so that a key in a large file costs the
same as in a small one; every change, of whatever origin, is a list of minimal edits, so that caret, selection and
scroll position of a view stay by themselves (E-05).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from vmark_tk.core.clock import Clock
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Ids, Revision
from vmark_tk.core.kinds import WORKFLOW, Kind, kind_of_lines, tells_kind
from vmark_tk.core.text import (
    Position,
    TextFormat,
    clamp,
    end_of,
    join_lines,
    matching_lines,
    slice_lines,
    split_lines,
)

TYPING_PAUSE_S = 1.0
MAX_HISTORY_CHARACTERS = 64 * 1024 * 1024


class Origin(Enum):
    """Who changed a text."""

    USER = "user"
    CLIENT = "client"
    RELOAD = "reload"
    UNDO = "undo"
    REDO = "redo"


class Edit(NamedTuple):
    """Replace the text between two positions; each edit of a list speaks of the text that the one before it left."""

    start: Position
    end: Position
    text: str


class AppliedEdit(NamedTuple):
    """An edit that has happened: `removed` stood at `start`, `inserted` now does."""

    start: Position
    removed: str
    inserted: str

    @property
    def old_end(self) -> Position:
        """Return where the removed text ended."""
        return end_after(self.start, self.removed)

    @property
    def new_end(self) -> Position:
        """Return where the inserted text ends."""
        return end_after(self.start, self.inserted)


class ViewState(NamedTuple):
    """Where a person is in a text: caret, the other end of the selection, first visible line."""

    caret: Position = Position(0, 0)
    anchor: Position = Position(0, 0)
    first_line: int = 0


@dataclass(frozen=True, slots=True)
class DocumentChanged:
    """The text of `document` changed. `view` is set for undo and redo: what to bring back."""

    document: Document
    edits: tuple[AppliedEdit, ...]
    origin: Origin
    view: ViewState | None = None


@dataclass(frozen=True, slots=True)
class DocumentStatusChanged:
    """Something besides the text changed: path, dirty mark, read-only, missing, divergent."""

    document: Document


@dataclass(slots=True)
class _Group:
    edits: list[AppliedEdit]
    before: ViewState | None
    after: ViewState | None = None
    typed: bool = False
    open: bool = False
    at: float = 0.0
    size: int = 0


class DiskIdentity(NamedTuple):
    """What a file was when last read or written: size in bytes, modification time in ns, SHA-256 of its bytes.

    `ctime_ns` (0: unknown) tells of a change whose author has put the modification time back.
    """

    size: int
    mtime_ns: int
    sha256: str
    ctime_ns: int = 0


@dataclass(slots=True)
class FileFacts:
    """What is known of the file behind a document."""

    path: Path | None = None
    home: str | None = None
    """The real place of the file's folder when the document got its path: only there it lets clients in."""
    form: TextFormat = field(default_factory=TextFormat)
    ends: list[str] = field(default_factory=list)
    baseline: DiskIdentity | None = None
    encoding: str = "utf-8"
    missing: bool = False
    divergent: bool = False
    writing: int = 0
    """Writes of ours under way: what the disk shows meanwhile is our own doing (X-07)."""


class Document:
    """A text with revision, history and file facts. Use on the loop thread only."""

    def __init__(
        self, lines: Sequence[str] = ("",), *, ids: Ids, clock: Clock, events: Events, kind_hint: Kind | None = None
    ) -> None:
        self._lines = list(lines)
        self._saved: list[str] = list(lines)
        self._ids = ids
        self._clock = clock
        self._events = events
        self._undo: list[_Group] = []
        self._redo: list[_Group] = []
        self._history_size = 0
        self._text: str | None = None
        self._dirty: bool | None = False
        self._last_line = 0
        self._kind: Kind | None = None
        self._kind_hint = kind_hint
        self._read_only = False
        self.revision: Revision = ids.revision()
        self.file = FileFacts()
        self.view_probe: Callable[[], ViewState] | None = None

    # --- reading ---

    @property
    def lines(self) -> Sequence[str]:
        """Return the lines without line ends; never empty. Not to be changed by the caller."""
        return self._lines

    @property
    def text(self) -> str:
        """Return the whole text with LF line ends."""
        if self._text is None:
            self._text = join_lines(self._lines)
        return self._text

    @property
    def saved_lines(self) -> Sequence[str]:
        """Return the lines as last loaded or saved."""
        return self._saved

    @property
    def dirty(self) -> bool:
        """Tell whether the text differs from what was last loaded or saved (SES-040)."""
        if self._dirty is None:
            self._dirty = self._differs()
        return self._dirty

    @property
    def kind(self) -> Kind:
        """Return the kind of the document; a hint given at creation holds while it is untitled (WSP-003)."""
        if self._kind is None:
            path = None if self.file.path is None else self.file.path.as_posix()
            hinted = path is None and self._kind_hint == WORKFLOW
            self._kind = WORKFLOW if hinted else kind_of_lines(path, self._lines)
        return self._kind

    @property
    def read_only(self) -> bool:
        """Tell whether typing, formatting and clients' changes are refused (F-11)."""
        return self._read_only

    @property
    def can_undo(self) -> bool:
        """Tell whether there is something to undo."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Tell whether there is something to redo."""
        return bool(self._redo)

    def between(self, start: Position, end: Position) -> str:
        """Return the text between two positions."""
        return slice_lines(self._lines, start, end)

    # --- changing ---

    def apply(self, edits: Sequence[Edit], *, origin: Origin, typed: bool = False) -> tuple[AppliedEdit, ...]:
        """Apply `edits` in order as one undo step and publish `DocumentChanged`.

        Positions outside the text are moved to the nearest place inside. `typed` marks keystrokes, which join into one
        undo step while adjacent and within a second. A client's write gives a new revision even when nothing changed
        (01 section 2.8); any other change without effect leaves the revision alone.
        """
        before = self._view()
        applied = self._splice(edits)
        if not applied:
            if origin is Origin.CLIENT:
                self.revision = self._ids.revision()
            return ()
        self._record(applied, before, typed=typed and origin is Origin.USER)
        self._changed(applied, origin, None)
        return applied

    def set_text(self, text: str, *, origin: Origin) -> tuple[AppliedEdit, ...]:
        """Replace the whole text by `text` through the smallest edits that do it; one undo step (DOC-054)."""
        return self.apply(self.edits_towards(split_lines(text)), origin=origin)

    def edits_towards(self, lines: Sequence[str]) -> list[Edit]:
        """Return minimal edits that turn the present text into `lines`, last place first."""
        edits: list[Edit] = []
        old_at = new_at = 0
        sentinel = (len(self._lines), len(lines), 0)
        # an empty text has no line to keep: its caret stays at the start, not beside some blank line of the new text
        same = [] if self._lines == [""] else matching_lines(self._lines, lines)
        for old_start, new_start, size in [*same, sentinel]:
            if old_start > old_at or new_start > new_at:
                edits.append(_line_edit(self._lines, (old_at, old_start), lines, (new_at, new_start)))
            old_at, new_at = old_start + size, new_start + size
        edits.reverse()
        return edits

    def undo(self) -> bool:
        """Take the last step back; tell whether there was one."""
        if not self._undo or self._read_only:
            return False
        group = self._undo.pop()
        group.after = group.after or self._view()
        group.open = False
        applied = self._splice([Edit(e.start, e.new_end, e.removed) for e in reversed(group.edits)])
        self._redo.append(group)
        self._changed(applied, Origin.UNDO, group.before)
        return True

    def redo(self) -> bool:
        """Do the last undone step again; tell whether there was one."""
        if not self._redo or self._read_only:
            return False
        group = self._redo.pop()
        applied = self._splice([Edit(e.start, e.old_end, e.inserted) for e in group.edits])
        self._undo.append(group)
        self._changed(applied, Origin.REDO, group.after)
        return True

    def end_typing(self) -> None:
        """Close the open step of typing: the next key begins a new one."""
        if self._undo:
            self._undo[-1].open = False

    # --- file facts ---

    def mark_saved(self, lines: Sequence[str] | None = None) -> None:
        """Take `lines` (default: the present text) as what the file holds; the revision stays (SES-043)."""
        self._saved = list(self._lines if lines is None else lines)
        self._dirty = None
        self.end_typing()
        self.status_changed()

    def set_read_only(self, value: bool) -> None:  # noqa: FBT001 - a plain setter
        """Switch the read-only flag."""
        if value != self._read_only:
            self._read_only = value
            self.status_changed()

    def set_path(self, path: Path | None, *, home: str | None = None) -> None:
        """Give the document another file; its kind follows the new path (01 section 2.11)."""
        self.file.path, self.file.home = path, home
        self._kind = None
        self.status_changed()

    def status_changed(self) -> None:
        """Publish `DocumentStatusChanged`; called after a change of `file`."""
        self._events.publish(DocumentStatusChanged(self))

    # --- inside ---

    def _differs(self) -> bool:
        """Compare with the saved text, first where the last edit was: a key costs no look at all lines."""
        lines, saved, at = self._lines, self._saved, self._last_line
        if len(lines) != len(saved):
            return True
        return (at < len(lines) and lines[at] != saved[at]) or lines != saved

    def _view(self) -> ViewState | None:
        return self.view_probe() if self.view_probe is not None else None

    def _splice(self, edits: Sequence[Edit]) -> tuple[AppliedEdit, ...]:
        applied: list[AppliedEdit] = []
        for edit in edits:
            start, end = clamp(self._lines, edit.start), clamp(self._lines, edit.end)
            if end < start:
                start, end = end, start
            removed = slice_lines(self._lines, start, end)
            if removed == edit.text:
                continue
            pieces = edit.text.split("\n")
            pieces[0] = self._lines[start.line][: start.column] + pieces[0]
            pieces[-1] += self._lines[end.line][end.column :]
            self._forget_kind(self._lines[start.line : end.line + 1], pieces)
            self._lines[start.line : end.line + 1] = pieces
            self._last_line = start.line
            applied.append(AppliedEdit(start, removed, edit.text))
        return tuple(applied)

    def _forget_kind(self, old: Sequence[str], new: Sequence[str]) -> None:
        """Find the kind anew only after a change of a line that tells it: a key costs no look at the whole text."""
        if self._kind is not None and (any(map(tells_kind, old)) or any(map(tells_kind, new))):
            self._kind = None

    def _changed(self, applied: tuple[AppliedEdit, ...], origin: Origin, view: ViewState | None) -> None:
        self._text = None
        self._dirty = None
        self.revision = self._ids.revision()
        self._events.publish(DocumentChanged(self, applied, origin, view))

    def _record(self, applied: tuple[AppliedEdit, ...], before: ViewState | None, *, typed: bool) -> None:
        for group in self._redo:
            self._history_size -= group.size
        self._redo.clear()
        size = sum(len(edit.removed) + len(edit.inserted) for edit in applied)
        self._history_size += size
        last = self._undo[-1] if self._undo else None
        now = self._clock.monotonic()
        if typed and last is not None and _joins(last, applied, now):
            last.edits.extend(applied)
            last.size += size
            last.at = now
            last.open = not applied[-1].inserted.isspace()
        else:
            if last is not None:
                last.open = False
                last.after = last.after or before
            open_ = typed and not applied[-1].inserted.isspace()
            self._undo.append(_Group(list(applied), before, typed=typed, open=open_, at=now, size=size))
        while self._history_size > MAX_HISTORY_CHARACTERS and len(self._undo) > 1:
            self._history_size -= self._undo.pop(0).size


def end_after(start: Position, text: str) -> Position:
    """Return the position behind `text` that begins at `start`."""
    breaks = text.count("\n")
    if not breaks:
        return Position(start.line, start.column + len(text))
    return Position(start.line + breaks, len(text) - text.rfind("\n") - 1)


def whole(lines: Sequence[str]) -> tuple[Position, Position]:
    """Return the two ends of a text."""
    return Position(0, 0), end_of(lines)


def _joins(last: _Group, applied: tuple[AppliedEdit, ...], now: float) -> bool:
    if not (last.open and last.typed and len(applied) == 1 and now - last.at <= TYPING_PAUSE_S):
        return False
    previous, edit = last.edits[-1], applied[0]
    if edit.removed and not edit.inserted and previous.removed and not previous.inserted:
        return previous.start in (edit.start, edit.old_end)
    return not edit.removed and bool(previous.inserted) and previous.new_end == edit.start


def _line_edit(old: Sequence[str], old_range: tuple[int, int], new: Sequence[str], new_range: tuple[int, int]) -> Edit:
    """Return the edit that replaces lines `old_range` of `old` by lines `new_range` of `new`."""
    (old_from, old_to), (new_from, new_to) = old_range, new_range
    was, becomes = old[old_from:old_to], new[new_from:new_to]
    if not was:
        if old_from < len(old):
            return Edit(Position(old_from, 0), Position(old_from, 0), join_lines(becomes) + "\n")
        end = end_of(old)
        return Edit(end, end, "\n" + join_lines(becomes))
    if not becomes:
        if old_to < len(old):
            return Edit(Position(old_from, 0), Position(old_to, 0), "")
        start = Position(old_from - 1, len(old[old_from - 1])) if old_from else Position(0, 0)
        return Edit(start, end_of(old), "")
    return _trimmed(was, becomes, old_from)


def _trimmed(was: Sequence[str], becomes: Sequence[str], first_line: int) -> Edit:
    first_old, first_new, last_old, last_new = was[0], becomes[0], was[-1], becomes[-1]
    head = 0
    shortest = min(len(first_old), len(first_new))
    while head < shortest and first_old[head] == first_new[head]:
        head += 1
    room_old = len(last_old) - (head if len(was) == 1 else 0)
    room_new = len(last_new) - (head if len(becomes) == 1 else 0)
    tail = 0
    while tail < min(room_old, room_new) and last_old[-1 - tail] == last_new[-1 - tail]:
        tail += 1
    start = Position(first_line, head)
    end = Position(first_line + len(was) - 1, len(last_old) - tail)
    new_end = Position(len(becomes) - 1, len(last_new) - tail)
    return Edit(start, end, slice_lines(becomes, Position(0, head), new_end))
