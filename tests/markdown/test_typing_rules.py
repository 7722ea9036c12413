"""What keys do besides inserting (08 E-07, E-08): `|` is the caret, `<` the other end of the selection."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.change_property import check_change
from tests.fakes.marked_text import marked, run, shown
from vmark_tk.core.line_commands import Change, LineCommand
from vmark_tk.markdown import typing_rules


def outcome(lines: list[str], change: Change | None) -> str | None:
    return None if change is None else shown(*run(lines, change))


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("|", "(", "(|)"),
        ("a |", "[", "a [|]"),
        ("|", "{", "{|}"),
        ("|", '"', '"|"'),
        ("|", "'", "'|'"),
        ("|", "`", "`|`"),
        ("|", "\uff08", "\uff08|\uff09"),
        ("|", "\u3010", "\u3010|\u3011"),
        ("|", "\u300c", "\u300c|\u300d"),
        ("|", "\u300e", "\u300e|\u300f"),
        ("|", "\u300a", "\u300a|\u300b"),
        ("|", "\u201c", "\u201c|\u201d"),
        ("\u4e2d|", "\u300c", "\u4e2d\u300c|\u300d"),
        ("don|", "'", None),  # an apostrophe
        ("a|b", "(", None),  # in front of a word
        ("\\|", "(", None),  # escaped
        ("``|", "`", None),  # on the way to a fence
        ("(|)", "[", "([|])"),
        ("(|)", ")", "()|"),
        ('"|"', '"', '""|'),
        ("`|`", "`", "``|"),
        ("\u300c|\u300d", "\u300d", "\u300c\u300d|"),
        ("a|", ")", None),
        ("<ab|", "(", "(<ab|)"),
        ("|ab<", '"', '"|ab<"'),
        ("<a\nb|", "[", "[<a\nb|]"),
        ("<a\nb|", '"', None),
        ("|", "x", None),
        ("|", "<>", None),
    ],
)
def test_a_typed_character_makes_wraps_or_closes_a_pair(before: str, key: str, after: str | None) -> None:
    backwards = before == "|ab<"
    lines, start, end = marked(before)
    if backwards:
        after = '"<ab|"'  # the caret is behind the selection afterwards, as with every change
    assert outcome(lines, typing_rules.typed(lines, start, end, key, code=False)) == after


@pytest.mark.parametrize("key", [*typing_rules.PAIRS, *typing_rules.CLOSERS])
def test_no_pairs_are_made_inside_code(key: str) -> None:
    lines, start, end = marked("x |")
    assert typing_rules.typed(lines, start, end, key, code=True) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(|)", "|"),
        ('a "|" b', "a | b"),
        ("\u300c|\u300d", "|"),
        ("(|", None),
        ("(a|)", None),
        ("|)", None),
        ("|", None),
    ],
)
def test_backspace_takes_an_empty_pair_away(before: str, after: str | None) -> None:
    lines, start, _end = marked(before)
    assert outcome(lines, typing_rules.backspace(lines, start)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [("(a|)", "(a)|"), ("\u300ca|\u300d", "\u300ca\u300d|"), ("a|b", None), ("a|", None), ("|)", None)],
)
def test_tab_jumps_out_of_a_pair(before: str, after: str | None) -> None:
    lines, start, _end = marked(before)
    assert outcome(lines, typing_rules.jump_out(lines, start)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("text|", "text\n|"),
        ("te|xt", "te\n|xt"),
        ("  text|", "  text\n  |"),
        ("- one|", "- one\n- |"),
        ("* o|ne", "* o\n* |ne"),
        ("  + one|", "  + one\n  + |"),
        ("9. one|", "9. one\n10. |"),
        ("1) one|", "1) one\n2) |"),
        ("- [x] done|", "- [x] done\n- [ ] |"),
        ("- [ ] open|", "- [ ] open\n- [ ] |"),
        ("1. [X] done|", "1. [X] done\n2. [ ] |"),
        ("> quote|", "> quote\n> |"),
        (">quote|", ">quote\n> |"),
        ("> > deep|", "> > deep\n> > |"),
        ("> - item|", "> - item\n> - |"),
        ("- |", "|"),
        ("1. |", "|"),
        ("- [ ] |", "|"),
        ("> |", "|"),
        ("> - |", "> |"),
        ("  - |", "- |"),
        ("    - [ ] |", "  - [ ] |"),
        ("|- one", "\n|- one"),
        ("-|", "|"),
        ("-|x", "-\n|x"),
        ("**bold**|", "**bold**\n|"),
        ("- <one\ntwo|", "- \n- |"),
        ("1.5 is|", "1.5 is\n|"),
        ("---|", "---\n|"),
        ("* * *|", "* * *\n|"),
    ],
)
def test_return_goes_on_with_lists_quotes_and_tasks_and_ends_them(before: str, after: str) -> None:
    lines, start, end = marked(before)
    assert outcome(lines, typing_rules.newline(lines, start, end, code=False)) == after


@pytest.mark.parametrize(("before", "after"), [("  - x|", "  - x\n  |"), ("> |", "> \n|"), ("\tx|", "\tx\n\t|")])
def test_return_keeps_only_the_indentation_in_code(before: str, after: str) -> None:
    lines, start, end = marked(before)
    assert outcome(lines, typing_rules.newline(lines, start, end, code=True)) == after


@pytest.mark.parametrize(
    ("before", "size", "after"),
    [
        ("a|", 2, "a |"),
        ("ab|", 2, "ab  |"),
        ("a|", 4, "a   |"),
        ("- one|", 2, "  - one|"),
        ("1. one|", 2, "   1. one|"),  # the width of the marker, or it would not be a list in the list
        ("- |one", 4, "    - |one"),
        ("<a\nb|", 2, "  <a\n  b|"),
        ("<a\n\nb|", 2, "  <a\n\n  b|"),
        ("<a\n|b", 2, "  <a\n|b"),
        ("<ab|", 2, "  |"),
    ],
)
def test_tab_indents_items_and_selected_lines_or_goes_to_the_next_stop(before: str, size: int, after: str) -> None:
    lines, start, end = marked(before)
    assert outcome(lines, typing_rules.tab(lines, start, end, size=size)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    a|", "  a|"),
        (" a|", "a|"),
        ("\ta|", "a|"),
        ("  |a", "|a"),
        ("|  a", "|a"),
        ("   1. one|", "1. one|"),
        ("  <a\n b|", "<a\nb|"),
        ("a|", None),
    ],
)
def test_shift_tab_moves_lines_out(before: str, after: str | None) -> None:
    lines, start, end = marked(before)
    assert outcome(lines, typing_rules.outdent(lines, start, end, size=2)) == after


RULES: dict[str, LineCommand] = {
    "typed": partial(typing_rules.typed, text="(", code=False),
    "quoted": partial(typing_rules.typed, text='"', code=False),
    "newline": partial(typing_rules.newline, code=False),
    "newline in code": partial(typing_rules.newline, code=True),
    "tab": partial(typing_rules.tab, size=2),
    "indent": partial(typing_rules.indent, size=4),
    "outdent": partial(typing_rules.outdent, size=4),
    "backspace": lambda lines, start, _end: typing_rules.backspace(lines, start),
    "jump_out": lambda lines, start, _end: typing_rules.jump_out(lines, start),
}


@pytest.mark.parametrize("rule", sorted(RULES))
@given(data=st.data())
def test_every_rule_is_one_step_that_undo_takes_back(rule: str, data: st.DataObject) -> None:
    check_change(RULES[rule], data)
