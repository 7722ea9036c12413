"""Formatting commands on Markdown source: inline marks, headings, lists, quotes (E-10).

Pure functions: lines and selection in, one `Change` out. Each takes its own effect back when it is already there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from vmark_tk.core.document import Edit
from vmark_tk.core.line_commands import Change, LineCommand, lines_of, replace_lines, word_at
from vmark_tk.core.text import Position, slice_lines

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+|^ {0,3}#{1,6}$")
_LIST = re.compile(r"(?P<indent>[ \t]*)(?P<marker>(?:[-*+]|\d{1,9}[.)])[ \t]+(?P<task>\[[ xX]\][ \t]+)?)?")
_ORDERED = re.compile(r"\d{1,9}[.)][ \t]+$")
_QUOTE = re.compile(r"[ \t]*>[ \t]?")
_LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)[^()]*\)")


def toggle_mark(lines: Sequence[str], start: Position, end: Position, *, mark: str) -> Change | None:
    """Put `mark` around the selection or the word at the caret, or take it away where it stands already."""
    if start.line != end.line:
        return _toggle_over_lines(lines, start, end, mark)
    line, row, size = lines[start.line], start.line, len(mark)
    left, right = start.column, end.column
    if left == right:
        left, right = (place.column for place in word_at(lines, start))
    chosen = line[left:right]
    if len(chosen) > 2 * size and _has(chosen, mark):
        inner = chosen[size:-size]
        edit = Edit(Position(row, left), Position(row, right), inner)
        return Change((edit,), Position(row, left + len(inner)), Position(row, left))
    if _around(line, left, right, mark):
        edits = (
            Edit(Position(row, right), Position(row, right + size), ""),
            Edit(Position(row, left - size), Position(row, left), ""),
        )
        moved = Position(row, start.column - size), Position(row, end.column - size)
        return Change(edits, moved[1], moved[0])
    inner = chosen.strip()
    left += len(chosen) - len(chosen.lstrip()) if inner else 0
    right = left + len(inner)
    edits = (
        Edit(Position(row, right), Position(row, right), mark),
        Edit(Position(row, left), Position(row, left), mark),
    )
    if start == end:
        place = Position(row, start.column + size)
        return Change(edits, place, place)
    return Change(edits, Position(row, right + size), Position(row, left + size))


def _run_before(line: str, column: int, character: str) -> int:
    return len(line[:column]) - len(line[:column].rstrip(character))


def _run_after(line: str, column: int, character: str) -> int:
    return len(line[column:]) - len(line[column:].lstrip(character))


def _carries(run: int, mark: str) -> bool:
    """Tell whether a run of so many marks holds `mark`: `***` holds both `*` and `**`, `**` does not hold `*`."""
    if mark in ("*", "**"):
        return run >= 3 or run == len(mark)
    return run == len(mark)


def _around(line: str, left: int, right: int, mark: str) -> bool:
    run = min(_run_before(line, left, mark[0]), _run_after(line, right, mark[0]))
    return _carries(run, mark)


def _has(chosen: str, mark: str) -> bool:
    run = min(_run_after(chosen, 0, mark[0]), _run_before(chosen, len(chosen), mark[0]))
    return _carries(run, mark)


def _toggle_over_lines(lines: Sequence[str], start: Position, end: Position, mark: str) -> Change | None:
    pieces = slice_lines(lines, start, end).split("\n")
    bare = [piece.strip() for piece in pieces]
    removing = all(_has(piece, mark) and len(piece) > 2 * len(mark) for piece in bare if piece)
    size = len(mark)
    out = []
    for piece, inner in zip(pieces, bare, strict=True):
        new = (inner[size:-size] if removing else f"{mark}{inner}{mark}") if inner else inner
        out.append(piece.replace(inner, new, 1) if inner else piece)
    text = "\n".join(out)
    caret = Position(end.line, len(out[-1]))
    return Change((Edit(start, end, text),), caret, start)


def link(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Turn the selection or the word at the caret into a link, caret where the target goes; take a link away again."""
    for match in _LINK.finditer(lines[start.line]):
        if start.line == end.line and match.start() <= start.column and end.column <= match.end():
            return _unlinked(start.line, match)
    if start == end:
        start, end = word_at(lines, start)
    chosen = slice_lines(lines, start, end)
    if "\n" in chosen:
        return None
    if re.match(r"https?://\S+$", chosen):
        place = Position(start.line, start.column + 1)
        return Change((Edit(start, end, f"[]({chosen})"),), place, place)
    inside = Position(start.line, start.column + len(chosen) + 3) if chosen else Position(start.line, start.column + 1)
    return Change((Edit(start, end, f"[{chosen}]()"),), inside, inside)


def _unlinked(row: int, match: re.Match[str]) -> Change:
    edit = Edit(Position(row, match.start()), Position(row, match.end()), match[1])
    return Change((edit,), Position(row, match.start() + len(match[1])), Position(row, match.start()))


def unlink(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Take away the link around the caret, keeping its text."""
    for match in _LINK.finditer(lines[start.line]):
        if match.start() <= start.column <= match.end() and end.line == start.line:
            return _unlinked(start.line, match)
    return None


def heading(lines: Sequence[str], start: Position, end: Position, *, level: int) -> Change | None:
    """Make the selected lines headings of this level; 0, or the level they have already: paragraphs."""

    def change(line: str, every: bool) -> str:  # noqa: FBT001 - the shape that `_each_line` asks for
        match = _HEADING.match(line)
        body = line[match.end() :] if match is not None else line
        return body if every or not level else f"{'#' * level} {body}"

    return _each_line(lines, start, end, change, lambda line: level > 0 and _level(line) == level)


def _level(line: str) -> int:
    match = _HEADING.match(line)
    return match[0].count("#") if match is not None else 0


def shift_heading(lines: Sequence[str], start: Position, end: Position, *, by: int) -> Change | None:
    """Make the heading at the caret larger (`by` -1) or smaller (+1); a paragraph becomes one of level 6 or 1."""
    level = _level(lines[start.line])
    wanted = min(6, max(0, level + by)) if level else (1 if by > 0 else 6)
    return None if wanted == level else heading(lines, start, end, level=wanted)


def quote(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Put the selected lines into a quote or take them out."""

    def change(line: str, every: bool) -> str:  # noqa: FBT001 - the shape that `_each_line` asks for
        return _QUOTE.sub("", line, count=1) if every else f"> {line}" if line else ">"

    return _each_line(lines, start, end, change, lambda line: _QUOTE.match(line) is not None, blank=True)


def listed(lines: Sequence[str], start: Position, end: Position, *, style: str) -> Change | None:
    """Make the selected lines items of a list of `style` (bullet, ordered, task), or plain lines again."""
    count = 0

    def change(line: str, every: bool) -> str:  # noqa: FBT001 - the shape that `_each_line` asks for
        nonlocal count
        match = _LIST.match(line)
        assert match is not None
        body = line[match.end() :]
        if every:
            return match["indent"] + body
        count += 1
        marker = {"bullet": "- ", "ordered": f"{count}. ", "task": "- [ ] "}[style]
        return match["indent"] + marker + body

    return _each_line(lines, start, end, change, lambda line: _style(line) == style)


def _style(line: str) -> str:
    match = _LIST.match(line)
    if match is None or not match["marker"]:
        return ""
    if match["task"]:
        return "task"
    return "ordered" if _ORDERED.match(match["marker"]) else "bullet"


def code_block(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Put the selected lines into a fence that is longer than any inside."""
    first, last = lines_of(start, end)
    inside = lines[first : last + 1]
    longest = max((len(m[0]) for line in inside for m in re.finditer("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    caret = Position(first, len(fence))
    return Change(replace_lines(lines, first, last, [fence, *inside, fence]), caret, caret)


def horizontal_line(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Insert a rule below the caret's line."""
    row = end.line
    lead = "\n" if lines[row].strip() else ""
    place = Position(row, len(lines[row]))
    text = f"{lead}\n---\n"
    caret = Position(row + text.count("\n"), 0)
    del start
    return Change((Edit(place, place, text),), caret, caret)


def toggle_task(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Check or clear the task boxes of the selected lines."""
    edits = []
    first, last = lines_of(start, end)
    for row in range(first, last + 1):
        match = _LIST.match(lines[row])
        if match is not None and match["task"]:
            at = match.start("task") + 1
            box = "x" if lines[row][at] == " " else " "
            edits.append(Edit(Position(row, at), Position(row, at + 1), box))
    return Change(tuple(edits), end, start) if edits else None


def _each_line(
    lines: Sequence[str],
    start: Position,
    end: Position,
    change: Callable[[str, bool], str],
    has: Callable[[str], bool],
    *,
    blank: bool = False,
) -> Change | None:
    first, last = lines_of(start, end)
    rows = [row for row in range(first, last + 1) if lines[row].strip() or first == last]
    every = bool(rows) and all(has(lines[row]) for row in rows)
    if blank:
        rows = list(range(first, last + 1))
    edits = []
    grown: dict[int, int] = {}
    for row in rows:
        new = change(lines[row], every)
        if new != lines[row]:
            edits.append(Edit(Position(row, 0), Position(row, len(lines[row])), new))
            grown[row] = len(new) - len(lines[row])
    if not edits:
        return None

    def moved(place: Position) -> Position:
        return Position(place.line, max(0, place.column + grown.get(place.line, 0)))

    return Change(tuple(edits), moved(end), moved(start))


FORMATS: dict[str, LineCommand] = {
    "bold": partial(toggle_mark, mark="**"),
    "italic": partial(toggle_mark, mark="*"),
    "code": partial(toggle_mark, mark="`"),
    "strikethrough": partial(toggle_mark, mark="~~"),
    "link": link,
    "unlink": unlink,
    "paragraph": partial(heading, level=0),
    **{f"heading{level}": partial(heading, level=level) for level in range(1, 7)},
    "increaseHeading": partial(shift_heading, by=-1),
    "decreaseHeading": partial(shift_heading, by=1),
    "blockquote": quote,
    "bulletList": partial(listed, style="bullet"),
    "orderedList": partial(listed, style="ordered"),
    "taskList": partial(listed, style="task"),
    "toggleTask": toggle_task,
    "codeBlock": code_block,
    "horizontalLine": horizontal_line,
}
"""Commands by their action ids (08 A16)."""
