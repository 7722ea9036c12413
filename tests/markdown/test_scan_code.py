"""Rough colours of code inside fences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vmark_tk.markdown import scan_code

LANGUAGES = ["python", "sh", "sql", "rust", "yaml", "diff", "", "text", "never-heard-of"]


def coloured(language: str, line: str) -> set[tuple[str, str]]:
    return {(line[start:end], tag) for start, end, tag in scan_code.spans(language, line)}


@pytest.mark.parametrize(
    ("language", "line", "piece", "tag"),
    [
        ("python", "def f(): # why", "def", "keyword"),
        ("python", "def f(): # why", "# why", "comment"),
        ("python", "x = 'a # b'", "'a # b'", "string"),
        ("sh", "echo $# done", "done", "keyword"),
        ("rust", "let x = 1_000; // note", "// note", "comment"),
        ("rust", "let x = 1_000; // note", "1_000", "number"),
        ("js", "/* open", "/* open", "comment"),
        ("sql", "select 1 -- one", "-- one", "comment"),
        ("never-heard-of", '"a \\" b" x', '"a \\" b"', "string"),
        ("yaml", "a: 1", "a", "key"),
        ("diff", "+ new", "+ new", "added"),
        ("diff", "- old", "- old", "removed"),
    ],
)
def test_a_language_has_its_comments_strings_and_keywords(language: str, line: str, piece: str, tag: str) -> None:
    assert (piece, tag) in coloured(language, line)


@pytest.mark.parametrize(
    ("language", "line"), [("", "def x = 'a'"), ("text", "if 1"), ("diff", "  same"), ("python", "undefined_name")]
)
def test_plain_things_have_no_colour(language: str, line: str) -> None:
    assert coloured(language, line) == set()


@given(st.sampled_from(LANGUAGES), st.text("ab'\"`\\#/*-+1 \u4e2d\U0001f600\x01", max_size=40) | st.text(max_size=40))
def test_no_line_breaks_it_and_colours_lie_inside_in_order(language: str, line: str) -> None:
    spans = scan_code.spans(language, line)
    assert all(tag and 0 <= start <= end <= len(line) for start, end, tag in spans)
    if language != "yaml":
        assert all(before[1] <= after[0] for before, after in pairwise(spans))
