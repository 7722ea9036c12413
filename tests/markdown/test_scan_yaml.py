"""Colours of YAML source by line; the state is an open block scalar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vmark_tk.markdown import scan_yaml

ODD = st.text("ab: -#|>'\"[]{}&*!%@`~$\t\x01\u4e2d\U0001f600{}01", max_size=40) | st.text(max_size=40)


def coloured(line: str, state: str = "") -> set[tuple[str, str]]:
    return {(line[start:end], tag) for start, end, tag in scan_yaml.spans(state, line)}


@pytest.mark.parametrize(
    ("line", "piece", "tag"),
    [
        ("name: CI", "name", "key"),
        ("  runs-on: ubuntu-latest", "runs-on", "key"),
        ("- uses: actions/checkout@v4", "uses", "key"),
        ("- - a", "- - ", "bullet"),
        ('"quoted key": 1', '"quoted key"', "key"),
        ("a: 'it''s'", "'it''s'", "string"),
        ('a: "x # y"', '"x # y"', "string"),
        ("a: 1 # why", "# why", "comment"),
        ("# whole", "# whole", "comment"),
        ("a: -1.5e3", "-1.5e3", "number"),
        ("a: true", "true", "keyword"),
        ("a: &base", "&base", "anchor"),
        ("a: *base", "*base", "anchor"),
        ("if: ${{ github.ref == 'x' }}", "${{ github.ref == 'x' }}", "expression"),
        ("on: [push, pull_request]", "[", "mark"),
        ("run: |", "|", "mark"),
        ("---", "---", "mark"),
    ],
)
def test_each_construct_has_its_colour(line: str, piece: str, tag: str) -> None:
    assert (piece, tag) in coloured(line)


@pytest.mark.parametrize(
    ("line", "tag"),
    [("a: b#c", "comment"), ("a: v1.2", "number"), ("a: truely", "keyword"), ("url: http://x", "comment")],
)
def test_what_only_looks_like_a_construct_has_no_colour(line: str, tag: str) -> None:
    assert tag not in {name for _, name in coloured(line)}


@pytest.mark.parametrize(
    ("lines", "inside"),
    [
        (["run: |", "  echo", "", "  more", "next: 1"], [False, True, True, True, False]),
        (["a: >-", "  x", "b: 1"], [False, True, False]),
        (["- run: |", "    echo", "  env: x"], [False, True, False]),
        (["- |", "  text", "- b"], [False, True, False]),
        (["a: x |", "  b: 1"], [False, False]),
        (["# a: |", "  b: 1"], [False, False]),
        (["a: | # note", "  b: 1"], [False, True]),
    ],
)
def test_a_block_scalar_lasts_as_long_as_it_is_indented(lines: list[str], inside: list[bool]) -> None:
    state = ""
    seen = []
    for line in lines:
        tags = {tag for _, _, tag in scan_yaml.spans(state, line)}
        seen.append(scan_yaml.in_code(state) and (not line.strip() or "string" in tags))
        state = scan_yaml.advance(state, line)
    assert seen == inside


def test_an_expression_shows_inside_of_a_script() -> None:
    assert ("${{ a }}", "expression") in coloured("  echo ${{ a }}", "|0")


@given(lines=st.lists(ODD, max_size=6))
def test_no_text_breaks_it_and_colours_lie_inside_the_line(lines: list[str]) -> None:
    state = ""
    for line in lines:
        for start, end, tag in scan_yaml.spans(state, line):
            assert tag
            assert 0 <= start <= end <= len(line)
        state = scan_yaml.advance(state, line)


@pytest.mark.parametrize(
    "line",
    [
        "- " * 1_000 + "a",
        "a" * 2_000,
        "a:" * 1_000,
        "'" * 1_999,
        "[{" * 1_000,
        "&" * 2_000 + ":",
        " " * 2_000,
        " " * 2_000 + "|",
    ],
)
def test_a_hostile_line_is_not_slow(line: str) -> None:
    for _ in range(20):
        scan_yaml.advance("", line)
    assert scan_yaml.spans("", line) is not None
