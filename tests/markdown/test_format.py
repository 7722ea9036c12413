"""Formatting commands on source (08 E-10): `|` is the caret, `<` the other end of the selection."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.change_property import check_change
from tests.fakes.marked_text import marked, run, shown
from vmark_tk.markdown.format import FORMATS

CASES = [
    ("bold", "a <bc| d", "a **<bc|** d"),
    ("bold", "a **<bc|** d", "a <bc| d"),
    ("bold", "a <**bc**| d", "a <bc| d"),
    ("bold", "a b|c d", "a **b|c** d"),
    ("bold", "a **b|c** d", "a b|c d"),
    ("bold", "a | d", "a **|** d"),
    ("bold", "a **|** d", "a | d"),
    ("bold", "a < bc |d", "a  **<bc|** d"),
    ("bold", "<*ab*|", "**<*ab*|**"),
    ("bold", "***<ab|***", "*<ab|*"),
    ("bold", "<ab\ncd|", "<**ab**\n**cd**|"),
    ("bold", "<**ab**\n**cd**|", "<ab\ncd|"),
    ("italic", "<ab|", "*<ab|*"),
    ("italic", "**<ab|**", "***<ab|***"),
    ("italic", "***<ab|***", "**<ab|**"),
    ("italic", "*<ab|*", "<ab|"),
    ("code", "<ab|", "`<ab|`"),
    ("code", "`<ab|`", "<ab|"),
    ("strikethrough", "<ab|", "~~<ab|~~"),
    ("strikethrough", "~~a|b~~", "a|b"),
    ("bold", "\u4e2d\u6587|", "**\u4e2d\u6587|**"),
    ("link", "<word|", "[word](|)"),
    ("link", "wo|rd", "[word](|)"),
    ("link", "a | b", "a [|]() b"),
    ("link", "<https://x.example/a|", "[|](https://x.example/a)"),
    ("link", "[wo|rd](x)", "<word|"),
    ("link", "<a\nb|", None),
    ("unlink", 'see [wo|rd](x "t") here', "see <word| here"),
    ("unlink", "wo|rd", None),
    ("heading1", "wo|rd", "# wo|rd"),
    ("heading2", "# wo|rd", "## wo|rd"),
    ("heading2", "## wo|rd", "wo|rd"),
    ("heading3", "<a\n\nb|", "### <a\n\n### b|"),
    ("heading1", "|", "# |"),
    ("paragraph", "### wo|rd", "wo|rd"),
    ("paragraph", "wo|rd", None),
    ("increaseHeading", "## a|", "# a|"),
    ("increaseHeading", "# a|", "a|"),
    ("increaseHeading", "a|", "###### a|"),
    ("decreaseHeading", "# a|", "## a|"),
    ("decreaseHeading", "###### a|", None),
    ("decreaseHeading", "a|", "# a|"),
    ("blockquote", "<a\nb|", "> <a\n> b|"),
    ("blockquote", "> <a\n> b|", "<a\nb|"),
    ("blockquote", "<a\n\nb|", "> <a\n>\n> b|"),
    ("bulletList", "<a\nb|", "- <a\n- b|"),
    ("bulletList", "- <a\n- b|", "<a\nb|"),
    ("bulletList", "1. a|", "- a|"),
    ("orderedList", "<a\nb\nc|", "1. <a\n2. b\n3. c|"),
    ("orderedList", "1. <a\n2. b|", "<a\nb|"),
    ("orderedList", "- [ ] a|", "1. a|"),
    ("taskList", "a|", "- [ ] a|"),
    ("taskList", "- a|", "- [ ] a|"),
    ("taskList", "  - a|", "  - [ ] a|"),
    ("taskList", "- [x] a|", "a|"),
    ("codeBlock", "<a\nb|", "```|\na\nb\n```"),
    ("codeBlock", "x ```|", "````|\nx ```\n````"),
    ("horizontalLine", "a|b", "ab\n\n---\n|"),
    ("horizontalLine", "|", "\n---\n|"),
    ("toggleTask", "- [ ] a|", "- [x] a|"),
    ("toggleTask", "- [x] a|", "- [ ] a|"),
    ("toggleTask", "<- [ ] a\n- b\n- [X] c|", "<- [x] a\n- b\n- [ ] c|"),
    ("toggleTask", "<- [ ] a\n|- [ ] b", "<- [x] a\n|- [ ] b"),
    ("toggleTask", "a|", None),
]


@pytest.mark.parametrize(("command", "before", "after"), CASES)
def test_a_format_is_put_on_and_taken_off(command: str, before: str, after: str | None) -> None:
    lines, start, end = marked(before)
    change = FORMATS[command](lines, start, end)
    assert (None if change is None else shown(*run(lines, change))) == after


@pytest.mark.parametrize("command", sorted(FORMATS))
@given(data=st.data())
def test_every_format_is_one_step_that_undo_takes_back(command: str, data: st.DataObject) -> None:
    check_change(FORMATS[command], data)


@pytest.mark.parametrize("command", ["bold", "italic", "code", "strikethrough", "blockquote", "bulletList", "taskList"])
@given(words=st.text("ab c\u4e2d", min_size=1).filter(lambda words: words.strip() == words))
def test_twice_is_as_before(command: str, words: str) -> None:
    lines, start, end = marked(f"<{words}|")
    first = FORMATS[command](lines, start, end)
    assert first is not None
    changed, anchor, caret = run(lines, first)
    second = FORMATS[command](changed, anchor, caret)
    assert second is not None
    assert run(changed, second)[0] == lines
