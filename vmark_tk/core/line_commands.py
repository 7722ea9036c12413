"""Commands on whole lines and on the case of letters: text and selection in, one change out; nothing else (E-09)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vmark_tk.core.document import Edit
from vmark_tk.core.text import Position, end_of, join_lines, slice_lines


@dataclass(frozen=True, slots=True)
class Change:
    """What a key or command does: edits for `Document.apply`, then where caret and other end of the selection are."""

    edits: tuple[Edit, ...]
    caret: Position
    anchor: Position


LineCommand = Callable[[Sequence[str], Position, Position], Change | None]


def lines_of(start: Position, end: Position) -> tuple[int, int]:
    """Return first and last line of a selection; a selection that ends at the start of a line does not touch it."""
    last = end.line - 1 if end.column == 0 and end.line > start.line else end.line
    return start.line, last


def replace_lines(lines: Sequence[str], first: int, last: int, new: Sequence[str]) -> tuple[Edit, ...]:
    """Return the edit that puts `new` (not empty) in the place of the lines `first` to `last`."""
    return (Edit(Position(first, 0), Position(last, len(lines[last])), join_lines(new)),)


def move_up(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Move the selected lines above the line before them."""
    first, last = lines_of(start, end)
    if first == 0:
        return None
    edits = replace_lines(lines, first - 1, last, [*lines[first : last + 1], lines[first - 1]])
    return Change(edits, _shifted(end, -1), _shifted(start, -1))


def move_down(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Move the selected lines below the line after them."""
    first, last = lines_of(start, end)
    if last + 1 >= len(lines):
        return None
    edits = replace_lines(lines, first, last + 1, [lines[last + 1], *lines[first : last + 1]])
    caret = _shifted(end, 1) if end.line + 1 < len(lines) else Position(last + 1, len(lines[last]))
    return Change(edits, caret, _shifted(start, 1))


def duplicate(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Repeat the selected lines below; the selection goes along."""
    first, last = lines_of(start, end)
    place = Position(last, len(lines[last]))
    count = last - first + 1
    edit = Edit(place, place, "\n" + join_lines(lines[first : last + 1]))
    return Change((edit,), _shifted(end, count), _shifted(start, count))


def delete_lines(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Delete the selected lines with their line ends."""
    first, last = lines_of(start, end)
    if last + 1 < len(lines):
        place = Position(first, min(start.column, len(lines[last + 1])))
        return Change((Edit(Position(first, 0), Position(last + 1, 0), ""),), place, place)
    if first == 0:
        return Change((Edit(Position(0, 0), end_of(lines), ""),), Position(0, 0), Position(0, 0))
    before = Position(first - 1, len(lines[first - 1]))
    return Change((Edit(before, end_of(lines), ""),), before, before)


def join(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Join the selected lines, or the line and the next one, with one blank between."""
    first, last = lines_of(start, end)
    last = max(last, first + 1)
    if last >= len(lines):
        return None
    text, place = lines[first].rstrip(), 0
    for line in lines[first + 1 : last + 1]:
        place = len(text)
        text = f"{text} {line.strip()}" if text and line.strip() else text + line.strip()
    caret = Position(first, place)
    return Change(replace_lines(lines, first, last, [text]), caret, caret)


def sort_ascending(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Sort the selected lines without regard to case; nothing selected: nothing happens."""
    return _sorted(lines, start, end, reverse=False)


def sort_descending(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Sort the selected lines the other way round."""
    return _sorted(lines, start, end, reverse=True)


def _sorted(lines: Sequence[str], start: Position, end: Position, *, reverse: bool) -> Change | None:
    first, last = lines_of(start, end)
    if first == last:
        return None
    ordered = sorted(lines[first : last + 1], key=lambda line: (line.casefold(), line), reverse=reverse)
    return Change(replace_lines(lines, first, last, ordered), Position(last, len(ordered[-1])), Position(first, 0))


def remove_blank_lines(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Delete blank lines in the selection, or in the whole text when nothing is selected."""
    first, last = lines_of(start, end) if start != end else (0, len(lines) - 1)
    kept = [line for line in lines[first : last + 1] if line.strip()] or [""]
    if len(kept) == last - first + 1:
        return None
    caret = Position(first + len(kept) - 1, len(kept[-1]))
    return Change(replace_lines(lines, first, last, kept), caret, Position(first, 0) if start != end else caret)


def select_line(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Select whole lines; once more: the next line as well."""
    last = end.line
    caret = Position(last + 1, 0) if last + 1 < len(lines) else end_of(lines)
    return Change((), caret, Position(start.line, 0))


def upper(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Turn the selection, or the word at the caret, into capitals."""
    return _letters(lines, (start, end), str.upper)


def lower(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Turn the selection, or the word at the caret, into small letters."""
    return _letters(lines, (start, end), str.lower)


def title(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Begin each word of the selection, or the word at the caret, with a capital."""
    return _letters(lines, (start, end), _title)


def toggle_case(lines: Sequence[str], start: Position, end: Position) -> Change | None:
    """Turn text in capitals into small letters and anything else into capitals."""
    return _letters(lines, (start, end), lambda text: text.lower() if text.isupper() else text.upper())


def _title(text: str) -> str:
    out = []
    inside = False
    for character in text:
        out.append(character.lower() if inside else character.upper())
        inside = character.isalnum() or (inside and character in "'\u2019")
    return "".join(out)


def _letters(lines: Sequence[str], selection: tuple[Position, Position], change: Callable[[str], str]) -> Change | None:
    start, end = selection if selection[0] != selection[1] else word_at(lines, selection[0])
    old = slice_lines(lines, start, end)
    new = change(old)
    if new == old:
        return None
    breaks = new.count("\n")
    tail = new.rpartition("\n")[2]
    caret = Position(start.line + breaks, len(tail) + (0 if breaks else start.column))
    return Change((Edit(start, end, new),), caret, start)


def word_at(lines: Sequence[str], place: Position) -> tuple[Position, Position]:
    """Return the ends of the word that the place touches; both equal when there is none."""
    line = lines[place.line]
    start = end = min(place.column, len(line))
    while start > 0 and _is_word(line[start - 1]):
        start -= 1
    while end < len(line) and _is_word(line[end]):
        end += 1
    return Position(place.line, start), Position(place.line, end)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _shifted(place: Position, lines: int) -> Position:
    return Position(place.line + lines, place.column)


LINE_COMMANDS: dict[str, LineCommand] = {
    "moveLineUp": move_up,
    "moveLineDown": move_down,
    "duplicateLine": duplicate,
    "deleteLine": delete_lines,
    "joinLines": join,
    "sortLinesAsc": sort_ascending,
    "sortLinesDesc": sort_descending,
    "removeBlankLines": remove_blank_lines,
    "selectLine": select_line,
    "transformUppercase": upper,
    "transformLowercase": lower,
    "transformTitleCase": title,
    "transformToggleCase": toggle_case,
}
"""Commands by their action ids (08 A16)."""
