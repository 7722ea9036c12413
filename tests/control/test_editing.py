from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.control.control_kit import Lab, make_lab
from vmark_tk.control.protocol import BAD_PARAMS, NO_SUCH_OBJECT, NOT_NOW, ControlError
from vmark_tk.core.checkpoints import Checkpoint
from vmark_tk.core.ids import Revision

TEXT = "one 😀 two\ntwo three\n"


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    lab = make_lab()
    (tmp_path / "a.md").write_text(TEXT, encoding="utf-8")
    lab.call("tab.open", path=str(tmp_path / "a.md"))
    return lab


@pytest.mark.parametrize(
    ("spoken", "start", "end"),
    [
        ({"all": True}, 0, 21),
        ({"text": "two"}, 7, 10),
        ({"text": "two", "occurrence": 2}, 11, 14),
        ({"text": "two\ntwo"}, 7, 14),
        ({"caret": "start"}, 0, 0),
        ({"caret": "end"}, 21, 21),
        ({"caret": "before", "text": "two", "occurrence": 2}, 11, 11),
        ({"caret": "after", "text": "😀"}, 6, 6),
        ({"from": 4, "to": 6}, 4, 6),
    ],
)
def test_each_form_of_a_range_selects_in_utf_16_units(lab: Lab, spoken: dict[str, Any], start: int, end: int) -> None:
    answer = lab.call("editor.select", range=spoken)
    selection = lab.call("editor.content")["selection"]
    assert (selection["from"], selection["to"]) == (start, end)
    assert answer == {"text": selection["text"], "collapsed": start == end}


def test_of_several_ranges_the_last_is_the_main_one(lab: Lab) -> None:
    answer = lab.call("editor.select", ranges=[{"text": "one"}, {"text": "three"}])
    assert answer == {"text": "three", "collapsed": False}


def test_a_backwards_selection_has_its_caret_in_front(lab: Lab) -> None:
    tab = next(iter(lab.state.tabs))
    lab.call("editor.select", range={"text": "two"}, backwards=True)
    assert lab.services.editor.view(tab).caret < lab.services.editor.view(tab).anchor
    assert lab.call("editor.content")["selection"]["text"] == "two"


@pytest.mark.parametrize(
    ("spoken", "code"),
    [
        ({"text": "four"}, NO_SUCH_OBJECT),
        ({"text": "two", "occurrence": 3}, NO_SUCH_OBJECT),
        ({"text": ""}, BAD_PARAMS),
        ({"from": 5, "to": 4}, BAD_PARAMS),
        ({"from": 0, "to": 23}, BAD_PARAMS),
        ({"caret": "middle"}, BAD_PARAMS),
        ({}, BAD_PARAMS),
        ("two", BAD_PARAMS),
    ],
)
def test_a_range_that_is_none_is_refused(lab: Lab, spoken: object, code: int) -> None:
    with pytest.raises(ControlError) as caught:
        lab.call("editor.select", range=spoken)
    assert caught.value.code == code


def test_typing_replaces_the_selection_as_keys_do(lab: Lab) -> None:
    lab.call("editor.select", range={"text": "two"})
    lab.call("editor.type", text="2")
    assert lab.call("editor.content")["text"] == "one 😀 2\ntwo three\n"


def test_source_is_the_only_mode(lab: Lab) -> None:
    assert lab.call("editor.mode", mode="source") == {"mode": "source"}
    for mode, code in (("wysiwyg", NOT_NOW), ("other", BAD_PARAMS)):
        with pytest.raises(ControlError) as caught:
            lab.call("editor.mode", mode=mode)
        assert caught.value.code == code


def test_history_lists_what_was_kept_before_changes_of_clients(lab: Lab) -> None:
    tab = next(iter(lab.state.tabs))
    for tool in ("document.write", "selection.set"):
        lab.services.checkpoints.add(
            Checkpoint(tab, None, 0.0, tool, "Claude", "text", Revision("rev-1"), Revision("rev-2"))
        )
    kept = lab.call("editor.history", tabId=tab)
    assert [entry["description"] for entry in kept] == ["Claude: selection.set", "Claude: document.write"]


def test_without_a_tab_there_is_nothing_to_edit() -> None:
    with pytest.raises(ControlError) as caught:
        make_lab().call("editor.content")
    assert caught.value.code == NOT_NOW
