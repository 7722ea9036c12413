"""Find and replace on a text: literal, whole words, regular expressions (08 Q-01, Q-02)."""

from __future__ import annotations

import random
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vmark_tk.core import search
from vmark_tk.core.search import (
    Found,
    LineStarts,
    Query,
    answer_request,
    decode_answer,
    encode_request,
    find_plain,
    find_regex,
    replaced,
)
from vmark_tk.core.text import Position


def places(found: Found) -> list[tuple[int, int]]:
    return list(zip(found.starts, found.ends, strict=True))


@pytest.mark.parametrize(
    ("text", "query", "starts"),
    [
        ("one two one", Query("one"), [0, 8]),
        ("One ONE one", Query("one"), [0, 4, 8]),
        ("One ONE one", Query("one", case=True), [8]),
        ("aaaa", Query("aa"), [0, 2]),
        ("a.c abc", Query("a.c"), [0]),
        ("", Query("a"), []),
        ("abc", Query(""), []),
        ("one\ntwo\none", Query("\n"), [3, 7]),
        (
            "\N{GREEK CAPITAL LETTER SIGMA}\N{GREEK SMALL LETTER FINAL SIGMA}",
            Query("\N{GREEK SMALL LETTER SIGMA}"),
            [0, 1],
        ),
        ("\u0130stanbul istanbul", Query("istanbul"), [0, 9]),
        ("\U0001f600x\U0001f600", Query("x"), [1]),
    ],
)
def test_literal_text_is_found_where_it_stands(text: str, query: Query, starts: list[int]) -> None:
    found = find_plain(text, query)
    assert list(found.starts) == starts
    assert list(found.ends) == [start + len(query.pattern) for start in starts]


@pytest.mark.parametrize(
    ("text", "pattern", "starts"),
    [
        ("cat concat cat_ cat", "cat", [0, 16]),
        ("cats", "cat", []),
        ("(cat)", "cat", [1]),
        ("a.b", ".", [1]),
        ("aa aaa", "aa", [0]),
        ("x-x-y x-x", "x-x", [0, 6]),
        ("\u6211\u7684\u4e2d\u6587\u4e66", "\u4e2d\u6587", [2]),  # Han has no blanks between words
        ("\u4f7f\u7528cat\u547d\u4ee4", "cat", [2]),
        ("\ud55c\uad6d\uc5b4", "\ud55c\uad6d", []),  # Hangul has
    ],
)
@pytest.mark.parametrize("regex", [False, True])
def test_a_whole_word_is_no_part_of_a_longer_one(text: str, pattern: str, starts: list[int], regex: bool) -> None:
    if regex:
        found = find_regex(text, Query(re.escape(pattern), word=True, regex=True))
    else:
        found = find_plain(text, Query(pattern, word=True))
    assert list(found.starts) == starts


def test_no_letter_changes_the_length_of_a_text_when_its_case_is_dropped() -> None:
    for first in range(0, sys.maxunicode + 1, 0x1000):
        block = "".join(map(chr, range(first, first + 0x1000)))
        assert len(search._folded(block)) == len(block)


@given(st.text("abAB c\n"), st.text("abAB ", min_size=1, max_size=3), st.booleans())
def test_literal_search_finds_what_an_escaped_expression_finds(text: str, pattern: str, case: bool) -> None:
    plain = find_plain(text, Query(pattern, case=case))
    expression = find_regex(text, Query(re.escape(pattern), case=case, regex=True))
    assert places(plain) == places(expression)


@pytest.mark.parametrize(
    ("text", "pattern", "replacement", "result"),
    [
        ("a1 b2", r"([a-z])(\d)", r"\2\1", "1a 2b"),
        ("a1 b2", r"([a-z])(\d)", "$2$1", "1a 2b"),
        ("a1 b2", r"(?P<letter>[a-z])(\d)", r"<\g<letter>>", "<a> <b>"),
        ("a1 b2", r"(?P<letter>[a-z])(\d)", "${letter}!", "a! b!"),
        ("a b", r"(a)|(b)", "[$2]", "[] [b]"),
        ("one\ntwo", "^", "> ", "> one\n> two"),
        ("one\ntwo", "$", ";", "one;\ntwo;"),
        ("abc", "x*", "-", "-a-b-c-"),
        ("price 5", r"\d", r"\$1", "price $1"),
    ],
)
def test_an_expression_replaces_with_its_groups(text: str, pattern: str, replacement: str, result: str) -> None:
    found = find_regex(text, Query(pattern, regex=True), replacement)
    assert replaced(text, found, replacement) == result


@pytest.mark.parametrize(
    ("pattern", "replacement"), [("(", None), ("a{2", None), ("*", None), ("a", r"\7"), ("a", "$1")]
)
def test_a_wrong_expression_is_an_answer_and_no_fault(pattern: str, replacement: str | None) -> None:
    found = find_regex("a", Query(pattern, regex=True), replacement)
    assert (found.error != "") is (pattern != "a{2")
    assert len(found) == 0


def test_an_expression_sees_lines_and_case() -> None:
    text = "Foo\nfoo\nbar foo"
    assert list(find_regex(text, Query("^foo$", regex=True)).starts) == [0, 4]
    assert list(find_regex(text, Query("^foo$", case=True, regex=True)).starts) == [4]


@given(st.text(), st.sampled_from([r"\w", r"\d+", "", "a|b", r"\s*"]), st.none() | st.just("<$0>") | st.just("-"))
def test_a_request_is_answered_as_the_search_itself_would(text: str, pattern: str, replacement: str | None) -> None:
    query = Query(pattern, regex=True)
    direct = find_regex(text, query, replacement)
    told = decode_answer(answer_request(encode_request(text, query, replacement)))
    assert (places(told), told.replacements, told.error) == (places(direct), direct.replacements, direct.error)


def test_half_a_character_survives_the_way_to_the_process_and_back() -> None:
    request = encode_request("a\ud800b\n", Query("b", regex=True), None)
    assert places(decode_answer(answer_request(request))) == [(2, 3)]


@given(st.lists(st.text("ab\N{CJK UNIFIED IDEOGRAPH-4E2D}\U0001f600", max_size=5), min_size=1, max_size=6))
def test_offsets_and_positions_are_the_same_places(lines: list[str]) -> None:
    starts = LineStarts(lines)
    text = "\n".join(lines)
    for offset in range(len(text) + 1):
        place = starts.position(offset)
        assert starts.offset(place) == offset
        assert text[:offset].count("\n") == place.line
        assert place.column <= len(lines[place.line])


def test_the_first_match_at_or_after_a_place_is_found() -> None:
    found = find_plain("x..x..x", Query("x"))
    assert [found.at_or_after(offset) for offset in (0, 1, 3, 4, 6, 7)] == [0, 1, 1, 2, 2, 3]


def test_the_number_of_matches_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MAX_MATCHES", 3)
    assert len(find_plain("aaaaa", Query("a"))) == 3
    assert len(find_plain("a a a a a", Query("a", word=True))) == 3
    assert len(find_regex("aaaaa", Query("a", regex=True))) == 3


def test_ten_megabytes_are_searched_fast_enough_for_each_key() -> None:
    words = ["alpha", "beta", "gamma", "\u4e2d\u6587"]
    chosen = random.Random(1)
    line = " ".join(chosen.choice(words) for _ in range(20))
    text = "\n".join([line] * (10_000_000 // len(line)))
    found = find_plain(text + "needle", Query("Needle"))
    assert list(found.starts) == [len(text)]
    assert LineStarts(["a", "b"]).position(2) == Position(1, 0)
