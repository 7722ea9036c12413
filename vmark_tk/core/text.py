"""Text as lines: decoding and encoding of files, and offsets in code points and UTF-16 code units.

A text is a list of lines without their ends; only LF breaks lines inside the editor. Positions count code points,
offsets of the surface count UTF-16 code units (01 section 3.6), so an astral character is 1 here and 2 there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

LineEnd = Literal["\n", "\r\n", "\r"]
BOM = "\ufeff"
_LINE_END = re.compile(r"\r\n|\r|\n")
_DIFF_DEPTH = 8


class Position(NamedTuple):
    """A place between characters: line from 0, column from 0 in code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TextFormat:
    """How the file of a document is written: what was found at opening is kept (F-06, WSP-090, WSP-091)."""

    line_end: LineEnd = "\n"
    mixed: bool = False
    bom: bool = False


class UndecodableError(ValueError):
    """Bytes that are no text of ours: not UTF-8, or with a NUL byte (00 D20)."""


def split_lines(text: str) -> list[str]:
    """Return the lines of `text` in LF form; `"a\\n"` gives `["a", ""]`. Other line separators are characters."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def join_lines(lines: Sequence[str]) -> str:
    """Return the LF text of `lines`."""
    return "\n".join(lines)


def decode(data: bytes) -> tuple[list[str], TextFormat, list[str]]:
    """Return the lines of a file, its format, and its own line ends where they are mixed (else an empty list).

    Raises:
        UndecodableError: not UTF-8, or a NUL byte inside; the message says which.
    """
    if b"\0" in data:
        raise UndecodableError("the file is binary (it holds a NUL byte)")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UndecodableError(f"the file is not UTF-8 (byte {error.start})") from error
    bom = text.startswith(BOM)
    if bom:
        text = text[1:]
    if "\r" not in text:
        return text.split("\n"), TextFormat(bom=bom), []
    crlf = text.count("\r\n")
    cr = text.count("\r") - crlf
    lf = text.count("\n") - crlf
    counts: dict[LineEnd, int] = {"\n": lf, "\r\n": crlf, "\r": cr}
    line_end = max(counts, key=lambda end: counts[end])
    mixed = sum(1 for count in counts.values() if count) > 1
    ends = _LINE_END.findall(text) if mixed else []
    return split_lines(text), TextFormat(line_end=line_end, mixed=mixed, bom=bom), ends


def encode(lines: Sequence[str], form: TextFormat, *, before: Sequence[str] = (), ends: Sequence[str] = ()) -> bytes:
    """Return the bytes of `lines` in `form`.

    For a file with mixed line ends `before` and `ends` are its lines and line ends as read: lines that are still there
    keep theirs, new ones get the most frequent (F-06).
    """
    text = "".join(_with_ends(lines, form.line_end, before, ends)) if form.mixed and ends else form.line_end.join(lines)
    return ((BOM if form.bom else "") + text).encode("utf-8")


def _with_ends(lines: Sequence[str], default: str, before: Sequence[str], ends: Sequence[str]) -> list[str]:
    kept = [default] * len(lines)
    for start, end, size in matching_lines(before, lines):
        for offset in range(size):
            if start + offset < len(ends):
                kept[end + offset] = ends[start + offset]
    return [line + end for line, end in zip(lines[:-1], kept, strict=False)] + [lines[-1]]


def matching_lines(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Return runs of equal lines as (start in old, start in new, length), in order.

    Equal beginnings and ends, then lines that occur once on both sides, and the same again between these: nearly linear
    for every input, where a smallest difference could take minutes.
    """
    runs: list[tuple[int, int, int]] = []
    waiting = [(0, len(old), 0, len(new), 0)]
    while waiting:
        old_at, old_to, new_at, new_to, depth = waiting.pop()
        head = _common(old, new, (old_at, new_at), min(old_to - old_at, new_to - new_at), 1)
        if head:
            runs.append((old_at, new_at, head))
        old_at, new_at = old_at + head, new_at + head
        tail = _common(old, new, (old_to - 1, new_to - 1), min(old_to - old_at, new_to - new_at), -1)
        if tail:
            runs.append((old_to - tail, new_to - tail, tail))
        old_to, new_to = old_to - tail, new_to - tail
        if old_at == old_to or new_at == new_to or depth == _DIFF_DEPTH:
            continue
        anchors = _anchors(old[old_at:old_to], new[new_at:new_to])
        if not anchors:
            continue
        places = [(old_at + a, new_at + b) for a, b in anchors] + [(old_to, new_to)]
        waiting.append((old_at, places[0][0], new_at, places[0][1], depth + 1))
        waiting += [(here[0], after[0], here[1], after[1], depth + 1) for here, after in pairwise(places)]
    return sorted(runs)


def _common(old: Sequence[str], new: Sequence[str], start: tuple[int, int], most: int, step: Literal[1, -1]) -> int:
    """Return how many lines are equal from `start` on, going by `step`, at most `most`."""
    old_at, new_at = start
    count = 0
    while count < most and old[old_at + step * count] == new[new_at + step * count]:
        count += 1
    return count


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return places of lines that occur once in both, as many as keep their order (longest rising sequence)."""
    count_old, count_new = Counter(old), Counter(new)
    where = {line: at for at, line in enumerate(new) if count_new[line] == 1}
    pairs = [(at, where[line]) for at, line in enumerate(old) if count_old[line] == 1 and line in where]
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for number, (_, place) in enumerate(pairs):
        slot = bisect_left(ends, place)
        previous.append(last[slot - 1] if slot else -1)
        if slot == len(ends):
            ends.append(place)
            last.append(number)
        else:
            ends[slot], last[slot] = place, number
    chain: list[tuple[int, int]] = []
    at = last[-1] if last else -1
    while at >= 0:
        chain.append(pairs[at])
        at = previous[at]
    return chain[::-1]


def utf16_length(text: str) -> int:
    """Return the number of UTF-16 code units of `text`."""
    if text.isascii():
        return len(text)
    return len(text) + sum(1 for character in text if character > "\uffff")


def utf16_column(line: str, column: int) -> int:
    """Return the UTF-16 column of a code point column."""
    return utf16_length(line[:column])


def code_point_column(line: str, units: int) -> int:
    """Return the code point column of a UTF-16 column; a place inside a pair goes to its start."""
    if line.isascii():
        return min(units, len(line))
    seen = 0
    for column, character in enumerate(line):
        width = 2 if character > "\uffff" else 1
        if seen + width > units:
            return column
        seen += width
    return len(line)


def offset_of(lines: Sequence[str], position: Position) -> int:
    """Return the offset of `position` in UTF-16 code units ; a line break counts 1 (SEL-032, SEL-033)."""
    before = sum(utf16_length(line) + 1 for line in lines[: position.line])
    return before + utf16_column(lines[position.line], position.column)


def position_of(lines: Sequence[str], offset: int) -> Position:
    """Return the position of a UTF-16 offset, kept inside the text and outside of surrogate pairs."""
    left = max(0, offset)
    for number, line in enumerate(lines):
        length = utf16_length(line)
        if left <= length:
            return Position(number, code_point_column(line, left))
        left -= length + 1
    return end_of(lines)


def end_of(lines: Sequence[str]) -> Position:
    """Return the last position of a text."""
    return Position(len(lines) - 1, len(lines[-1]))


def clamp(lines: Sequence[str], position: Position) -> Position:
    """Return the nearest position that exists."""
    line = min(max(position.line, 0), len(lines) - 1)
    return Position(line, min(max(position.column, 0), len(lines[line])))


def slice_lines(lines: Sequence[str], start: Position, end: Position) -> str:
    """Return the text between two positions."""
    if start.line == end.line:
        return lines[start.line][start.column : end.column]
    middle = lines[start.line + 1 : end.line]
    return "\n".join([lines[start.line][start.column :], *middle, lines[end.line][: end.column]])
