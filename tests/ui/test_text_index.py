"""Columns of the widget and of the document, and what the widget can hold."""

from __future__ import annotations

import tkinter as tk

from hypothesis import given, settings
from hypothesis import strategies as st

from vmark_tk.core.text import Position
from vmark_tk.ui.text_index import SelectionSource, TextIndex, showable


class Interpreter:
    """A Tk of which only the length of an emoji matters."""

    def __init__(self, emoji_length: int) -> None:
        self.tk = self
        self._length = emoji_length

    def call(self, *_words: str) -> int:
        return self._length


def index(*, pairs: bool) -> TextIndex:
    return TextIndex(Interpreter(2 if pairs else 1))  # type: ignore[arg-type]


def test_what_the_widget_cannot_hold_is_shown_unit_for_unit() -> None:
    assert showable("a\0b\ud800c\U0001f600") == "a\ufffdb\ufffdc\U0001f600"
    assert showable("plain") == "plain"


def test_the_real_tk_is_asked_how_it_counts(root: tk.Tk) -> None:
    text = tk.Text(root)
    text.insert("1.0", "a\U0001f600b")
    end = str(text.index("1.end"))
    assert TextIndex(root).index(["a\U0001f600b"], Position(0, 3)) == end


@given(st.text(alphabet="ab\u65e5\u0301\U0001f600\U00020000", max_size=12), st.booleans())
@settings(max_examples=200)
def test_columns_survive_the_way_there_and_back(line: str, pairs: bool) -> None:
    made = index(pairs=pairs)
    for column in range(len(line) + 1):
        there = made.index([line], Position(0, column))
        assert made.position([line], there) == Position(0, column)


def test_the_middle_of_a_pair_is_its_start_and_the_end_of_the_widget_the_end_of_the_text() -> None:
    made = index(pairs=True)
    assert made.position(["a\U0001f600b"], "1.2") == Position(0, 1)
    assert made.position(["a", "bc"], "3.0") == Position(1, 2)
    assert made.position(["abc"], "1.9") == Position(0, 3)


def test_the_selection_is_taken_once_however_many_pieces_it_has() -> None:
    asked: list[str] = []

    def chosen() -> str:
        asked.append("")
        return "x" * 9000

    source = SelectionSource(index(pairs=True), chosen)
    assert source.part("0", "4000") + source.part("4000", "4000") + source.part("8000", "4000") == "x" * 9000
    assert len(asked) == 1


def test_an_emoji_where_the_bytes_of_a_piece_end_becomes_two_signs_of_the_same_width() -> None:
    source = SelectionSource(index(pairs=True), lambda: "ab\U0001f600cd")
    assert source.part("0", "4") == "ab\ufffd\ufffdc"
    assert source.part("3", "40") == "\ufffdcd"
    assert source.part("4", "40") == "cd"
