"""The one place that turns columns of the text widget into columns of the document and back.

Tk 8.6 counts a character outside the BMP as two index units, Tk 9 as one; Python always as one. What comes from here
never points into the middle of such a pair (12 section 6).
"""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Sequence

from vmark_tk.core.text import Position, clamp, code_point_column, utf16_length

_UNSHOWABLE = re.compile("[\0\ud800-\udfff]")


def showable(text: str) -> str:
    """Return `text` with what the widget cannot hold (NUL, lone surrogates) shown as U+FFFD, unit for unit."""
    return text if text.isascii() and "\0" not in text else _UNSHOWABLE.sub("\ufffd", text)


class TextIndex:
    """Conversion for one interpreter; which Tk it is gets found out once."""

    def __init__(self, root: tk.Misc) -> None:
        self._pairs = int(root.tk.call("string", "length", "\U0001f600")) == 2

    @property
    def counts_pairs(self) -> bool:
        """Tell whether a character outside the BMP is two units."""
        return self._pairs

    def units(self, text: str) -> int:
        """Return how many index units `text` takes in the widget."""
        if not self._pairs or text.isascii() or max(text) <= "\uffff":
            return len(text)
        return utf16_length(text)

    def column(self, line: str, units: int) -> int:
        """Return the document's column for a widget column; the middle of a pair becomes its start."""
        if not self._pairs or line.isascii() or max(line) <= "\uffff":
            return min(units, len(line))
        return code_point_column(line, units)

    def index(self, lines: Sequence[str], place: Position) -> str:
        """Return the widget index of a position."""
        return f"{place.line + 1}.{self.units(lines[place.line][: place.column])}"

    def position(self, lines: Sequence[str], index: str) -> Position:
        """Return the position of a widget index of the form `line.column`, kept inside the text."""
        row, _, units = index.partition(".")
        line = int(row) - 1
        if line >= len(lines):
            return clamp(lines, Position(line, 0)) if not lines else Position(len(lines) - 1, len(lines[-1]))
        return Position(line, self.column(lines[line], int(units)))


class SelectionSource:
    """Hands the selected text to the window system piece by piece, as `selection handle` asks for it.

    Tk counts the offset in index units but takes bytes of UTF-8, and garbles what follows when these end inside a
    character outside the BMP. Such a one, at most one in 4,000 bytes, is sent as two U+FFFD.
    """

    def __init__(self, index: TextIndex, chosen: Callable[[], str]) -> None:
        self._index = index
        self._chosen = chosen
        self._units: bytes | None = None
        self._text = ""

    def part(self, offset: str, length: str) -> str:
        """Return what Tk takes `length` bytes of, from `offset` units on."""
        at, size = int(offset), int(length)
        if at == 0:
            self._text, self._units = showable(self._chosen()), None
            if self._index.counts_pairs and self._index.units(self._text) != len(self._text):
                self._units = self._text.encode("utf-16-le")
        if self._units is None:
            return self._text[at : at + size]
        piece = self._units[2 * at : 2 * (at + size + 1)].decode("utf-16-le", "replace")
        taken = len(piece.encode()[:size].decode(errors="ignore"))
        cut = len(piece[:taken].encode()) < size
        if cut and piece[taken : taken + 1] > "\uffff":
            return piece[:taken] + "\ufffd\ufffd" + piece[taken + 1 :]
        return piece
