from __future__ import annotations

import pytest

from tests.fakes.headless import Headless
from vmark_tk.core.ids import TabId
from vmark_tk.core.text import Position


@pytest.fixture
def tab(editor: Headless) -> TabId:
    made = TabId(editor.ok("workspace", action="new")["tabId"])
    editor.ok("document", action="write", content="a😀b\nsecond line")
    return made


def test_get_counts_utf_16_units_and_one_for_a_line_break(editor: Headless, tab: TabId) -> None:
    editor.editor.select(tab, Position(1, 3), Position(0, 2))
    data = editor.ok("selection", action="get")
    content = editor.ok("document", action="read")["content"]
    assert data["text"] == "b\nsec"
    assert data["range"] == {"from": 3, "to": 8}
    assert content.encode("utf-16-le")[6:16].decode("utf-16-le") == data["text"]
    assert (data["isEmpty"], data["mode"], data["tabId"]) == (False, "source", tab)


def test_set_replaces_the_selection_and_leaves_the_caret_behind(editor: Headless, tab: TabId) -> None:
    editor.editor.select(tab, Position(0, 1), Position(0, 2))
    data = editor.ok("selection", action="set", content="**x**\r\n ")
    assert data["replaced_chars"] == 2
    read = editor.ok("document", action="read")
    assert read["content"] == "a**x**\n b\nsecond line"
    assert read["revision"] == data["revision"]
    after = editor.ok("selection", action="get")
    assert after["range"] == {"from": 8, "to": 8}
    assert after["isEmpty"] is True


def test_set_without_an_effect_still_gives_a_new_revision(editor: Headless, tab: TabId) -> None:
    before = editor.ok("document", action="read")["revision"]
    assert editor.ok("selection", action="set", content="") == {
        "revision": editor.ok("document", action="read")["revision"],
        "replaced_chars": 0,
    }
    assert editor.ok("document", action="read")["revision"] != before


def test_set_is_stale_after_typing_but_not_after_moving(editor: Headless, tab: TabId) -> None:
    revision = editor.ok("selection", action="get")["revision"]
    editor.editor.select(tab, Position(1, 0), Position(1, 6))
    revision = editor.ok("selection", action="set", content="2nd", expected_revision=revision)["revision"]
    editor.editor.type_text(tab, "!")
    assert editor.refused("selection", action="set", content="x", expected_revision=revision) == "STALE"
    assert editor.ok("document", action="read")["content"] == "a😀b\n2nd! line"


def test_another_tab_is_invalid_and_a_viewer_has_no_editor(editor: Headless, tab: TabId) -> None:
    other = editor.ok("workspace", action="new")["tabId"]
    for args in ({"action": "get"}, {"action": "set", "content": "x"}):
        assert editor.refused("selection", tabId=tab, **args) == "INVALID_TAB"
    editor.state.tabs[other].viewer = True
    assert editor.refused("selection", action="get") == "NO_EDITOR"
    assert editor.refused("selection", action="set", content="x") == "READ_ONLY"


def test_a_read_only_document_can_be_looked_at_only(editor: Headless, tab: TabId) -> None:
    document = editor.state.tabs[tab].document
    assert document is not None
    document.set_read_only(True)
    editor.ok("selection", action="get")
    assert editor.refused("selection", action="set", content="x", expected_revision="no") == "READ_ONLY"


def test_without_a_tab_the_answer_is_invalid_tab(editor: Headless) -> None:
    assert editor.refused("selection", action="get") == "INVALID_TAB"
    assert editor.refused("selection", action="set", content="x") == "INVALID_TAB"
