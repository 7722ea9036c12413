"""Texts with `|` for the caret and `<` for the other end of the selection, and changes done to them."""

from __future__ import annotations

from collections.abc import Sequence

from tests.fakes.core import make_state
from vmark_tk.core.document import Origin
from vmark_tk.core.line_commands import Change
from vmark_tk.core.text import Position


def marked(text: str) -> tuple[list[str], Position, Position]:
    """Return the lines of a marked text and the two ends of its selection, the earlier first."""
    places = {}
    rest = text
    while (found := min((rest.find(sign) for sign in "|<" if sign in rest), default=-1)) >= 0:
        before = rest[:found]
        places[rest[found]] = Position(before.count("\n"), found - before.rfind("\n") - 1)
        rest = before + rest[found + 1 :]
    caret = places["|"]
    anchor = places.get("<", caret)
    return rest.split("\n"), min(anchor, caret), max(anchor, caret)


def run(lines: Sequence[str], change: Change) -> tuple[list[str], Position, Position]:
    """Return lines, anchor and caret after a change, applied by a real document as one undo step."""
    document = make_state().new_document(lines)
    document.apply(change.edits, origin=Origin.USER)
    return list(document.lines), change.anchor, change.caret


def shown(lines: Sequence[str], anchor: Position, caret: Position) -> str:
    """Return a text with its marks."""
    out = list(lines)
    signs = [(caret, "|")] if anchor == caret else sorted([(caret, "|"), (anchor, "<")], reverse=True)
    for place, sign in signs:
        out[place.line] = out[place.line][: place.column] + sign + out[place.line][place.column :]
    return "\n".join(out)
