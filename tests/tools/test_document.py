from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.headless import ALICE, BOB, Headless
from vmark_tk.bus.message import Request
from vmark_tk.core.result import Failure, Success


def test_read_gives_text_revision_path_kind_and_dirty(editor: Headless, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    tab = editor.open_file(tmp_path / "a.md")
    data = editor.ok("document", action="read")
    assert data == {
        "content": "one\ntwo\n",
        "revision": tab.document.revision if tab.document else "",
        "filePath": str(tmp_path / "a.md"),
        "kind": "markdown",
        "dirty": False,
    }


def test_write_replaces_the_text_and_gives_exactly_the_new_revision(editor: Headless) -> None:
    editor.ok("workspace", action="new")
    old = editor.ok("document", action="read")["revision"]
    answer = editor.ok("document", action="write", content="a\u2028b 😀\n\n", expected_revision=old)
    data = editor.ok("document", action="read")
    assert answer == {"revision": data["revision"]} != {"revision": old}
    assert data["content"] == "a\u2028b 😀\n\n"
    assert data["dirty"] is True


def test_write_with_an_old_revision_is_stale_and_its_answer_makes_a_retry_succeed(editor: Headless) -> None:
    editor.ok("workspace", action="new")
    old = editor.ok("document", action="read")["revision"]
    editor.editor.type_text(editor.ok("session", action="get_state")["windows"][0]["tabs"][0]["id"], "x")
    reply = editor.send("document", action="write", content="y", expected_revision=old)
    assert isinstance(reply, Failure)
    assert reply.code == "STALE"
    assert editor.ok("document", action="read")["content"] == "x"
    editor.ok("document", action="write", content="y", expected_revision=reply.extra["current_revision"])


def test_one_of_two_writes_with_the_same_revision_is_stale(editor: Headless) -> None:
    editor.ok("workspace", action="new")
    revision = editor.ok("document", action="read")["revision"]
    args = {"action": "write", "expected_revision": revision}
    one = editor.bus.submit(Request("document", {**args, "content": "one"}, ALICE))
    two = editor.bus.submit(Request("document", {**args, "content": "two"}, BOB))
    editor.loop.run_until(lambda: one.done() and two.done())
    assert isinstance(one.result(), Success)
    assert isinstance(two.result(), Failure)
    assert editor.ok("document", action="read")["content"] == "one"


def test_read_only_wins_over_stale_and_looks_at_the_targeted_tab(editor: Headless) -> None:
    guarded = editor.ok("workspace", action="new")["tabId"]
    free = editor.ok("workspace", action="new")["tabId"]
    document = editor.state.tabs[guarded].document
    assert document is not None
    document.set_read_only(True)
    assert editor.refused("document", action="write", tabId=guarded, content="x", expected_revision="no") == "READ_ONLY"
    assert "content" in editor.wrong("document", action="write", tabId=guarded)
    editor.ok("document", action="write", tabId=free, content="x")
    editor.ok("workspace", action="switch_tab", tabId=guarded)
    editor.ok("document", action="write", tabId=free, content="y")
    assert editor.refused("document", action="write", content="x") == "READ_ONLY"
    assert editor.ok("document", action="read", tabId=guarded)["content"] == ""


def test_an_unknown_tab_wins_over_stale(editor: Headless) -> None:
    editor.ok("workspace", action="new")
    assert editor.refused("document", action="write", tabId="no", content="x", expected_revision="no") == "INVALID_TAB"


def test_a_write_is_one_step_for_the_person_and_leaves_a_checkpoint(editor: Headless) -> None:
    tab = editor.ok("workspace", action="new")["tabId"]
    editor.ok("document", action="write", content="one\ntwo\nthree")
    editor.ok("document", action="write", content="ONE\ntwo\nTHREE")
    document = editor.state.tabs[tab].document
    assert document is not None
    assert document.undo()
    assert document.text == "one\ntwo\nthree"
    newest = editor.services.checkpoints.kept[0]
    assert (newest.text, newest.tool, newest.client) == ("one\ntwo\nthree", "document.write", "Alice")
    editor.services.checkpoints.restore(editor.services.checkpoints.kept[-1], document)
    assert document.text == ""


def test_a_write_of_the_same_text_leaves_no_checkpoint(editor: Headless) -> None:
    editor.ok("workspace", action="new")
    editor.ok("document", action="write", content="")
    assert editor.services.checkpoints.kept == []


@pytest.mark.parametrize("action", ["read", "write"])
def test_without_a_tab_the_answer_is_invalid_tab(editor: Headless, action: str) -> None:
    assert editor.refused("document", action=action, content="x") == "INVALID_TAB"


def test_a_large_text_is_written_as_one_edit(editor: Headless) -> None:
    editor.ok("workspace", action="new")
    text = "line\r\n" * 30_000
    editor.ok("document", action="write", content=text)
    assert editor.ok("document", action="read")["content"] == text.replace("\r\n", "\n")


def test_a_text_with_the_keys_of_a_workflow_makes_an_untitled_tab_one(editor: Headless) -> None:
    editor.ok("workspace", action="new")
    editor.ok("document", action="write", content="on: push\njobs:\n  a: {}\n")
    assert editor.ok("document", action="read")["kind"] == "yaml-workflow"
