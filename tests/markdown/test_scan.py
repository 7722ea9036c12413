"""Colours of Markdown source by line, and the state that goes from line to line."""

from __future__ import annotations

from functools import partial
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vmark_tk.markdown import scan, scan_yaml

AWKWARD = st.sampled_from(
    ["", "text", "---", "...", "```", "```py", "````", "~~~", "> ```", "- ```sh", "`` ` ``", "$$", "$$ a", "a $$ b",
     "$$x$$", "<!-- a", "-->", "<!-- a --> b", "# ```", "   ~~~~ x", "run: |", "  indented", "key: >-", "- a: |2",
     "# c |", "x: 1"]
)  # fmt: skip


def states_of(lines: list[str], scanner: ModuleType) -> list[str]:
    found = [""]
    for number, line in enumerate(lines):
        found.append(scanner.advance(found[-1], line, first=number == 0))
    return found


@pytest.mark.parametrize("scanner", [scan, scan_yaml])
@given(lines=st.lists(AWKWARD, max_size=12), known=st.integers(0, 12))
def test_reaching_a_line_at_once_finds_the_states_of_going_line_by_line(
    scanner: ModuleType, lines: list[str], known: int
) -> None:
    wanted = states_of(lines, scanner)
    states = wanted[: min(known, len(lines)) + 1]
    scanner.extend(states, lines, len(lines))
    assert states == wanted


@given(line=AWKWARD | st.text(max_size=60), state=st.sampled_from(["", "``` py", "~~~ ", "front", "math", "comment"]))
def test_colours_lie_inside_the_line(line: str, state: str) -> None:
    for start, end, tag in scan.spans(state, line, first=False):
        assert tag
        assert 0 <= start <= len(line)
        assert end == scan.WHOLE_LINE or start <= end <= len(line)


def coloured(line: str, state: str = "", *, first: bool = False) -> set[tuple[str, str]]:
    spans = scan.spans(state, line, first=first)
    return {(line if end < 0 else line[start:end], tag) for start, end, tag in spans}


@pytest.mark.parametrize(
    ("line", "piece", "tag"),
    [
        ("## Title", "## Title", "h2"),
        ("## Title", "## ", "mark"),
        ("a **b** c", "b", "strong"),
        ("a *b* c", "b", "em"),
        ("a ***b*** c", "b", "stem"),
        ("~~old~~", "old", "strike"),
        ("`x`", "`x`", "code"),
        ("`` a ` b ``", "`` a ` b ``", "code"),
        ("[name](where)", "name", "link"),
        ("[name](where)", "where", "url"),
        ("see https://a.b/c", "https://a.b/c", "url"),
        ("- item", "-", "bullet"),
        ("12. item", "12.", "bullet"),
        ("- [x] did", "[x]", "task"),
        ("> said", ">", "quotemark"),
        ("| a | b |", "|", "mark"),
        ("|---|:-:|", "|---|:-:|", "mark"),
        ("<div class=x>", "<div class=x>", "html"),
        ("cost $a+b$", "$a+b$", "math"),
        ("```python", "python", "info"),
        ("# \U0001f600 **\u4f60**", "\u4f60", "strong"),
    ],
)
def test_each_construct_has_its_colour(line: str, piece: str, tag: str) -> None:
    assert (piece, tag) in coloured(line)


@pytest.mark.parametrize(
    ("line", "tag"),
    [("a_b_c", "em"), ("2 * 3 * 4", "em"), (r"\*a\*", "em"), ("#hashtag", "h1"), ("costs $5 and $6", "math")],
)
def test_what_only_looks_like_a_mark_has_no_colour(line: str, tag: str) -> None:
    assert tag not in {name for _, name in coloured(line)}


def test_front_matter_is_yaml_at_the_start_of_the_text_only() -> None:
    assert states_of(["---", "a: 1", "---", "b"], scan) == ["", "front", "front", "", ""]
    assert states_of(["", "---", "a: 1"], scan)[-1] == ""
    assert ("a", "key") in coloured("a: 1", "front")


def test_a_fence_ends_at_a_line_of_its_own_kind_and_length() -> None:
    states = partial(states_of, scanner=scan)
    assert scan.in_fence(states(["```", "~~~", "``"])[-1])
    assert scan.in_fence(states(["````", "```"])[-1])
    assert not scan.in_fence(states(["```", "`````"])[-1])
    assert not scan.in_fence(states(["``` not ` a fence"])[-1])


def test_only_the_first_part_of_a_long_line_is_coloured() -> None:
    assert all(end <= scan.MAX_SCANNED for _, end, _ in scan.spans("", "**a** " * 5_000))
