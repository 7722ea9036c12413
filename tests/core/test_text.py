"""Lines, encodings of files, offsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vmark_tk.core.text import (
    Position,
    UndecodableError,
    code_point_column,
    decode,
    encode,
    matching_lines,
    offset_of,
    position_of,
    split_lines,
    utf16_column,
    utf16_length,
)

LINE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0\ufeff"), max_size=6)
LINES = st.lists(LINE, min_size=1, max_size=12)
FILE = st.lists(st.sampled_from(["a", "ü", "𝄞", "\n", "\r", "\r\n", "\u2028", "x y"]), max_size=30).map("".join)


@given(FILE, st.booleans())
@pytest.mark.requirement("WSP-090", "WSP-091")
def test_reading_and_writing_without_a_change_keeps_every_byte(text: str, bom: bool) -> None:
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    lines, form, ends = decode(data)
    assert encode(lines, form, before=lines, ends=ends) == data


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"a", b"a\r\n", b"a\rb\r", b"a\nb\r\nc", b"\xef\xbb\xbf", b"\xef\xbb\xbfa\r\n"]
)
def test_known_forms_come_back_byte_by_byte(data: bytes) -> None:
    lines, form, ends = decode(data)
    assert encode(lines, form, before=lines, ends=ends) == data


def test_a_changed_line_in_a_mixed_file_leaves_the_other_ends() -> None:
    lines, form, ends = decode(b"one\r\ntwo\nthree\r\nfour")
    assert encode(["one", "two!", "three", "new", "four"], form, before=lines, ends=ends) == (
        b"one\r\ntwo!\r\nthree\r\nnew\r\nfour"
    )
    assert encode(["one", "two", "three", "new", "four"], form, before=lines, ends=ends).startswith(
        b"one\r\ntwo\nthree\r\n"
    )


@pytest.mark.parametrize("data", [b"\xff\xfe", b"caf\xe9", b"a\0b", b"\x80"])
def test_bytes_that_are_no_text_are_refused(data: bytes) -> None:
    with pytest.raises(UndecodableError):
        decode(data)


def test_only_line_feeds_and_returns_break_lines() -> None:
    assert split_lines("a\u2028b\x0bc\x85d\r\ne\rf") == ["a\u2028b\x0bc\x85d", "e", "f"]


@given(LINES, st.data())
@pytest.mark.requirement("SEL-032", "SEL-033")
def test_offsets_and_positions_are_inverse(lines: list[str], data: st.DataObject) -> None:
    line = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[line])))
    position = Position(line, column)
    assert position_of(lines, offset_of(lines, position)) == position
    text = "\n".join([*lines[:line], lines[line][:column]])
    assert offset_of(lines, position) == len(text.encode("utf-16-le")) // 2


def test_an_offset_inside_a_pair_goes_to_its_start_and_outside_to_the_end() -> None:
    assert position_of(["a😀b"], 2) == Position(0, 1)
    assert position_of(["a😀b"], 3) == Position(0, 2)
    assert position_of(["ab", "c"], 99) == Position(1, 1)
    assert position_of(["ab"], -3) == Position(0, 0)
    assert (utf16_length("a😀"), utf16_column("😀x", 1), code_point_column("😀x", 1)) == (3, 2, 0)


@given(LINES, LINES)
def test_matching_runs_are_equal_ordered_and_apart(old: list[str], new: list[str]) -> None:
    at_old = at_new = 0
    for start_old, start_new, size in matching_lines(old, new):
        assert size > 0
        assert start_old >= at_old
        assert start_new >= at_new
        at_old, at_new = start_old + size, start_new + size
        assert old[start_old:at_old] == new[start_new:at_new]


def test_matching_stays_quick_where_lines_repeat() -> None:
    old = ["", "x", "y"] * 20_000
    new = ["x", "", "z"] * 20_000
    runs = matching_lines(old, new)  # what is quadratic in them would not come to an end here
    assert all(old[a : a + size] == new[b : b + size] for a, b, size in runs)
