"""What a typed character, Return, Backspace and Tab do besides inserting: pairs, lists, quotes (E-07, E-08).

Pure functions: lines and selection in, one `Change` out, or None for "just insert it".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vmark_tk.core.document import Edit
from vmark_tk.core.line_commands import Change, lines_of
from vmark_tk.core.text import Position, slice_lines

PAIRS = {
    "(": ")",
    "[": "]",
    "{": "}",
    '"': '"',
    "'": "'",
    "`": "`",
    "\uff08": "\uff09",
    "\u3010": "\u3011",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "\u300a": "\u300b",
    "\u3008": "\u3009",
    "\u3014": "\u3015",
    "\u201c": "\u201d",
    "\u2018": "\u2019",
}
CLOSERS = frozenset(PAIRS.values())
_SYMMETRIC = frozenset("\"'`")
_ITEM = re.compile(
    r"(?P<quote>(?:[ \t]*>)*)(?P<indent>[ \t]*)"
    r"(?:(?P<marker>[-*+]|(?P<number>\d{1,9})(?P<dot>[.)]))(?P<gap>[ \t]+|$)(?P<task>\[[ xX]\](?:[ \t]+|$))?)?"
)
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$")


def typed(lines: Sequence[str], start: Position, end: Position, text: str, *, code: bool) -> Change | None:
    """Return what typing one character does when it makes, wraps or closes a pair; None: nothing special."""
    if len(text) != 1 or code:
        return None
    line = lines[end.line]
    after = line[end.column : end.column + 1]
    if start == end and text in CLOSERS and after == text:
        behind = Position(end.line, end.column + 1)
        return Change((), behind, behind)
    if text not in PAIRS:
        return None
    if start != end:
        return _wrapped(lines, start, end, text)
    before = line[: start.column][-1:]
    if not _opens(text, before, after):
        return None
    inside = Position(start.line, start.column + 1)
    return Change((Edit(start, end, text + PAIRS[text]),), inside, inside)


def _opens(text: str, before: str, after: str) -> bool:
    if before == "\\" or (after and not after.isspace() and after not in CLOSERS):
        return False
    return text not in _SYMMETRIC or not (before.isalnum() or before == text)


def _wrapped(lines: Sequence[str], start: Position, end: Position, text: str) -> Change | None:
    if start.line != end.line and text in _SYMMETRIC:
        return None
    chosen = slice_lines(lines, start, end)
    anchor = Position(start.line, start.column + 1)
    caret = Position(end.line, end.column + (1 if end.line == start.line else 0))
    return Change((Edit(start, end, text + chosen + PAIRS[text]),), caret, anchor)


def backspace(lines: Sequence[str], caret: Position) -> Change | None:
    """Return the removal of an empty pair around the caret; None when there is none."""
    line = lines[caret.line]
    before = line[: caret.column][-1:]
    if before not in PAIRS or line[caret.column : caret.column + 1] != PAIRS[before]:
        return None
    start = Position(caret.line, caret.column - 1)
    return Change((Edit(start, Position(caret.line, caret.column + 1), ""),), start, start)


def jump_out(lines: Sequence[str], caret: Position) -> Change | None:
    """Return the move behind a closing character right of the caret, for Tab; None when there is none."""
    line = lines[caret.line]
    if caret.column == 0 or line[caret.column : caret.column + 1] not in CLOSERS:
        return None
    behind = Position(caret.line, caret.column + 1)
    return Change((), behind, behind)


def newline(lines: Sequence[str], start: Position, end: Position, *, code: bool) -> Change:
    """Return what Return does: go on with the list, quote or task, end it on an empty item, or keep indentation."""
    line = lines[start.line]
    head = line[: start.column]
    if code:
        return _inserted(start, end, "\n" + head[: len(head) - len(head.lstrip(" \t"))])
    match = _ITEM.match(line)
    assert match is not None
    prefix = match.end()
    if start.column < prefix or prefix == 0 or _RULE.match(line):
        return _inserted(start, end, "\n" + _plain_indent(head, match))
    if match["marker"] is None and not match["quote"]:
        return _inserted(start, end, "\n" + match["indent"])
    if start == end and not line[prefix:].strip():
        return _ended(start, line, match)
    return _inserted(start, end, "\n" + _continuation(match))


def _plain_indent(head: str, match: re.Match[str]) -> str:
    return "" if match["marker"] or match["quote"] else head[: len(head) - len(head.lstrip(" \t"))]


def _continuation(match: re.Match[str]) -> str:
    lead = match["quote"] + match["indent"]
    if match["marker"] is None:
        return lead if match["indent"] else lead + " "
    gap = match["gap"] or " "
    marker = match["marker"] if match["number"] is None else f"{int(match['number']) + 1}{match['dot']}"
    return f"{lead}{marker}{gap}" + ("[ ] " if match["task"] else "")


def _ended(caret: Position, line: str, match: re.Match[str]) -> Change:
    kept = match["quote"] + " " if match["quote"] and match["marker"] else ""
    if match["marker"] and match["indent"] and not match["quote"]:
        kept = match["indent"][: -min(2, len(match["indent"]))] + line[match.start("marker") : match.end()]
    place = Position(caret.line, len(kept))
    return Change((Edit(Position(caret.line, 0), Position(caret.line, len(line)), kept),), place, place)


def _inserted(start: Position, end: Position, text: str) -> Change:
    place = Position(start.line + 1, len(text) - 1)
    return Change((Edit(start, end, text),), place, place)


def is_item(line: str) -> bool:
    """Tell whether the line begins a list item."""
    match = _ITEM.match(line)
    return match is not None and match["marker"] is not None


def tab(lines: Sequence[str], start: Position, end: Position, *, size: int) -> Change:
    """Return what Tab does: indent the selected lines or the list item, else blanks up to the next stop."""
    if start.line != end.line or is_item(lines[start.line]):
        return indent(lines, start, end, size=size)
    blanks = " " * (size - start.column % size)
    place = Position(start.line, start.column + len(blanks))
    return Change((Edit(start, end, blanks),), place, place)


def indent(lines: Sequence[str], start: Position, end: Position, *, size: int) -> Change:
    """Return the selected lines moved in by `size` columns, an ordered item by the width of its marker."""
    first, last = lines_of(start, end)
    width = _step(lines[first], size)
    edits = tuple(
        Edit(Position(number, 0), Position(number, 0), " " * width)
        for number in range(first, last + 1)
        if lines[number].strip() or first == last
    )
    touched = {edit.start.line for edit in edits}
    return Change(edits, _moved(end, touched, width), _moved(start, touched, width))


def outdent(lines: Sequence[str], start: Position, end: Position, *, size: int) -> Change | None:
    """Return the selected lines moved out by up to `size` columns; None when none is indented."""
    first, last = lines_of(start, end)
    width = _step(lines[first], size)
    gone: dict[int, int] = {}
    for number in range(first, last + 1):
        line = lines[number]
        blanks = len(line) - len(line.lstrip(" "))
        count = 1 if line.startswith("\t") else min(width, blanks)
        if count:
            gone[number] = count
    if not gone:
        return None
    edits = tuple(Edit(Position(number, 0), Position(number, count), "") for number, count in gone.items())

    def moved(place: Position) -> Position:
        return Position(place.line, max(0, place.column - gone.get(place.line, 0)))

    return Change(edits, moved(end), moved(start))


def _step(line: str, size: int) -> int:
    match = _ITEM.match(line)
    if match is not None and match["number"] is not None:
        return max(size, len(match["marker"]) + 1)
    return size


def _moved(place: Position, touched: set[int], width: int) -> Position:
    return Position(place.line, place.column + width) if place.line in touched else place
