"""Commands on lines and letters (08 E-09): `|` is the caret, `<` the other end of the selection."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.change_property import check_change
from tests.fakes.marked_text import marked, run, shown
from vmark_tk.core.line_commands import LINE_COMMANDS, lines_of, word_at
from vmark_tk.core.text import Position

CASES = [
    ("moveLineUp", "one\ntw|o", "tw|o\none"),
    ("moveLineUp", "o|ne\ntwo", None),
    ("moveLineUp", "one\nt<wo\nthre|e", "t<wo\nthre|e\none"),
    ("moveLineUp", "one\n<two\n|three", "<two\n|one\nthree"),
    ("moveLineDown", "o|ne\ntwo", "two\no|ne"),
    ("moveLineDown", "one\ntwo|", None),
    ("moveLineDown", "<one\n|two", "two\n<one|"),
    ("duplicateLine", "on|e\ntwo", "one\non|e\ntwo"),
    ("duplicateLine", "o<ne\ntw|o", "one\ntwo\no<ne\ntw|o"),
    ("deleteLine", "one\ntw|o\nthree", "one\nth|ree"),
    ("deleteLine", "one\ntw|o", "one|"),
    ("deleteLine", "on|e", "|"),
    ("deleteLine", "o<ne\ntw|o\nthree", "t|hree"),
    ("joinLines", "on|e\n  two", "one| two"),
    ("joinLines", "o<ne\ntwo\nthre|e\nfour", "one two| three\nfour"),
    ("joinLines", "one|\n\ntwo", "one|\ntwo"),
    ("joinLines", "one|", None),
    ("sortLinesAsc", "<b\nB\na|", "<a\nB\nb|"),
    ("sortLinesDesc", "<a\nc\nb|", "<c\nb\na|"),
    ("sortLinesAsc", "b|\na", None),
    ("removeBlankLines", "a\n\n  \nb|", "a\nb|"),
    ("removeBlankLines", "<a\n\n|b\n\nc", "<a|\nb\n\nc"),
    ("removeBlankLines", "a|", None),
    ("removeBlankLines", "\n|\n", "|"),
    ("selectLine", "o|ne\ntwo", "<one\n|two"),
    ("selectLine", "one\nt|wo", "one\n<two|"),
    ("selectLine", "<one\n|two\nthree", "<one\ntwo\n|three"),
    ("transformUppercase", "a <bc| d", "a <BC| d"),
    ("transformUppercase", "a b|c d", "a <BC| d"),
    ("transformUppercase", "<stra\u00dfe|", "<STRASSE|"),
    ("transformUppercase", "a | b", None),
    ("transformLowercase", "<A\nB|", "<a\nb|"),
    ("transformTitleCase", "<the quick's FOX|", "<The Quick's Fox|"),
    ("transformToggleCase", "<ab|", "<AB|"),
    ("transformToggleCase", "<AB|", "<ab|"),
    ("transformToggleCase", "<aB|", "<AB|"),
]


@pytest.mark.parametrize(("command", "before", "after"), CASES)
def test_a_command_does_to_lines_what_its_name_says(command: str, before: str, after: str | None) -> None:
    lines, start, end = marked(before)
    change = LINE_COMMANDS[command](lines, start, end)
    assert (None if change is None else shown(*run(lines, change))) == after


@pytest.mark.parametrize("command", sorted(LINE_COMMANDS))
@given(data=st.data())
def test_every_command_is_one_step_that_undo_takes_back(command: str, data: st.DataObject) -> None:
    check_change(LINE_COMMANDS[command], data)


def test_a_selection_that_ends_before_a_line_does_not_touch_it() -> None:
    assert lines_of(Position(1, 2), Position(3, 0)) == (1, 2)
    assert lines_of(Position(1, 0), Position(1, 0)) == (1, 1)


def test_a_word_is_letters_digits_and_underscores_around_a_place() -> None:
    line = ["ab_1 \u4e2d\u6587.x"]
    assert word_at(line, Position(0, 2)) == (Position(0, 0), Position(0, 4))
    assert word_at(line, Position(0, 7)) == (Position(0, 5), Position(0, 7))
    assert word_at(["a  b"], Position(0, 2)) == (Position(0, 2), Position(0, 2))
