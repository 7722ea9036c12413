from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fakes.headless import ALICE, BOB, Headless
from vmark_tk.core.clock import ManualClock
from vmark_tk.core.document import Edit, Origin
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.result import Failure
from vmark_tk.core.text import Position


@pytest.fixture
def root(editor: Headless, tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "a.md").write_text("alpha\n", encoding="utf-8")
    (folder / "b.md").write_text("beta\n", encoding="utf-8")
    editor.open_folder(folder)
    return folder


def approve(editor: Headless) -> bool:
    assert isinstance(editor.clock, ManualClock)
    editor.clock.advance(1)
    return editor.desk.answer(editor.desk.prompts[0].id, "approve")


def tabs(editor: Headless, window: int = 0) -> list[str]:
    listed = editor.ok("session", action="get_state")["windows"][window]["tabs"]
    return [tab["title"] for tab in listed]


def test_new_makes_an_active_untitled_tab_of_its_kind(editor: Headless) -> None:
    first = editor.ok("workspace", action="new")["tabId"]
    second = editor.ok("workspace", action="new", kind="yaml-workflow")["tabId"]
    state = editor.ok("session", action="get_state")
    listed = {tab["id"]: tab for tab in state["windows"][0]["tabs"]}
    assert listed[first]["kind"] == "markdown"
    assert listed[second] | {"revision": ""} == {
        "id": second,
        "filePath": None,
        "title": "Untitled-2",
        "dirty": False,
        "revision": "",
        "kind": "yaml-workflow",
        "active": True,
        "visible": True,
    }


def test_an_unknown_window_is_an_error_and_makes_nothing(editor: Headless, root: Path) -> None:
    before = editor.snapshot()
    assert editor.refused("workspace", action="new", windowLabel="doc-9") == "INTERNAL"
    assert editor.refused("workspace", action="open", filePath=str(root / "a.md"), windowLabel="doc-9") == "INTERNAL"
    assert editor.refused("workspace", action="focus_window", windowLabel="doc-9") == "INTERNAL"
    assert editor.snapshot() == before


def test_open_is_in_the_background_and_tells_the_truth(editor: Headless, root: Path) -> None:
    first = editor.ok("workspace", action="open", filePath=str(root / "a.md"))
    assert first | {"tabId": ""} == {
        "tabId": "",
        "workspaceInstanceId": None,
        "activationChanged": True,
        "workspaceSwitched": False,
        "alreadyOpen": False,
        "reloaded": False,
    }
    second = editor.ok("workspace", action="open", filePath=str(root / "b.md"))
    assert second["activationChanged"] is False
    again = editor.ok("workspace", action="open", filePath=f"{root}//./b.md")
    assert (again["tabId"], again["alreadyOpen"]) == (second["tabId"], True)
    assert editor.state.tabs[second["tabId"]].opened_by == ALICE.principal
    assert tabs(editor) == ["a", "b"]


@pytest.mark.parametrize("name", ["missing.md", "folder", "latin.md", "binary.md", "link.md", "../root2/x.md"])
def test_what_cannot_be_opened_is_invalid_path_and_adds_nothing(editor: Headless, root: Path, name: str) -> None:
    outside = root.parent / "root2"
    outside.mkdir()
    (outside / "x.md").write_text("secret", encoding="utf-8")
    (root / "folder").mkdir()
    (root / "latin.md").write_bytes(b"caf\xe9")
    (root / "binary.md").write_bytes(b"a\0b")
    (root / "link.md").symlink_to(outside / "x.md")
    assert editor.refused("workspace", action="open", filePath=f"{root}/{name}") == "INVALID_PATH"
    assert tabs(editor) == []


def test_a_path_outside_is_refused_alike_whether_it_exists_or_not(editor: Headless, root: Path) -> None:
    (root.parent / "there.md").write_text("x", encoding="utf-8")
    answers = [
        editor.send("workspace", action="open", filePath=str(root.parent / name)) for name in ("there.md", "not.md")
    ]
    assert answers[0] == answers[1]
    assert isinstance(answers[0], Failure)
    assert editor.desk.prompts == ()


def test_a_file_opens_in_the_window_whose_workspace_has_it(editor: Headless, root: Path) -> None:
    other = editor.state.add_window().label
    editor.windows.has_focus = other
    tab = editor.ok("workspace", action="open", filePath=str(root / "a.md"))["tabId"]
    assert editor.state.tabs[tab].window == editor.main


def test_a_folder_open_in_two_other_windows_is_ambiguous(editor: Headless, root: Path) -> None:
    editor.open_folder(root, editor.state.add_window().label)
    editor.windows.has_focus = editor.state.add_window().label
    assert "ambiguous" in editor.wrong("workspace", action="open", filePath=str(root / "a.md"))
    tab = editor.ok("workspace", action="open", filePath=str(root / "a.md"), windowLabel="doc-1")["tabId"]
    assert editor.state.tabs[tab].window == WindowLabel("doc-1")


def test_save_writes_the_buffer_and_keeps_the_revision(editor: Headless, root: Path) -> None:
    tab = editor.ok("workspace", action="open", filePath=str(root / "a.md"))["tabId"]
    revision = editor.ok("document", action="write", tabId=tab, content="new\n")["revision"]
    assert (root / "a.md").read_text(encoding="utf-8") == "alpha\n"
    answer = editor.ok("workspace", action="save", tabId=tab)
    assert answer == {"filePath": str(root / "a.md"), "revision": revision}
    assert (root / "a.md").read_text(encoding="utf-8") == "new\n"
    assert editor.ok("document", action="read", tabId=tab)["dirty"] is False


def test_save_never_overwrites_what_another_program_wrote(editor: Headless, root: Path) -> None:
    tab = editor.ok("workspace", action="open", filePath=str(root / "a.md"))["tabId"]
    revision = editor.ok("document", action="write", tabId=tab, content="mine\n")["revision"]
    (root / "a.md").write_text("somebody else\n", encoding="utf-8")
    for args in ({"action": "save"}, {"action": "save_as", "filePath": str(root / "a.md")}):
        reply = editor.send("workspace", tabId=tab, **args)
        assert isinstance(reply, Failure)
        assert (reply.code, reply.extra) == ("STALE", {"current_revision": revision})
    assert (root / "a.md").read_text(encoding="utf-8") == "somebody else\n"
    assert editor.ok("document", action="read", tabId=tab) | {"filePath": ""} == {
        "content": "mine\n",
        "revision": revision,
        "filePath": "",
        "kind": "markdown",
        "dirty": True,
    }


def test_save_of_an_untitled_or_unknown_tab_is_refused(editor: Headless) -> None:
    assert editor.refused("workspace", action="save") == "INVALID_TAB"
    editor.ok("workspace", action="new")
    assert editor.refused("workspace", action="save") == "INVALID_PATH"
    assert editor.refused("workspace", action="save", tabId="no") == "INVALID_TAB"


def test_a_failed_write_is_internal_and_the_tab_stays_dirty(editor: Headless, root: Path) -> None:
    (root / "deep").mkdir()
    (root / "deep" / "c.md").write_text("x", encoding="utf-8")
    tab = editor.ok("workspace", action="open", filePath=str(root / "deep" / "c.md"))["tabId"]
    editor.ok("document", action="write", tabId=tab, content="y")
    (root / "deep" / "c.md").unlink()
    (root / "deep").rmdir()
    assert editor.refused("workspace", action="save", tabId=tab) == "INTERNAL"
    assert editor.ok("document", action="read", tabId=tab)["dirty"] is True


def test_save_as_to_a_new_place_needs_the_setting_and_tells_the_person(editor: Headless, root: Path) -> None:
    tab = editor.ok("workspace", action="new")["tabId"]
    args = {"action": "save_as", "tabId": tab, "filePath": str(root / ".github" / "new.md")}
    (root / ".github").mkdir()
    assert editor.refused("workspace", **args) == "APPROVAL_REQUIRED"
    assert not (root / ".github" / "new.md").exists()
    assert editor.blocked == [(tab, root / ".github" / "new.md", "Alice")]
    editor.state.settings.set("approvals.auto_approve_edits", True)
    revision = editor.ok("document", action="write", tabId=tab, content="x")["revision"]
    assert editor.ok("workspace", **args) == {"revision": revision}
    assert (root / ".github" / "new.md").read_text(encoding="utf-8") == "x"
    other = {"action": "save_as", "tabId": tab, "filePath": str(root / "a.md")}
    assert editor.refused("workspace", **other) == "APPROVAL_REQUIRED"
    assert (root / "a.md").read_text(encoding="utf-8") == "alpha\n"


def test_save_as_checks_the_scope_before_the_tab(editor: Headless, root: Path) -> None:
    assert editor.refused("workspace", action="save_as", tabId="no", filePath="/etc/x") == "INVALID_PATH"
    assert editor.refused("workspace", action="save_as", tabId="no", filePath=str(root / "n.md")) == "INVALID_TAB"


def test_close_reports_what_happened(editor: Headless) -> None:
    tab = editor.ok("workspace", action="new")["tabId"]
    editor.ok("document", action="write", content="x")
    assert editor.ok("workspace", action="close", tabId=tab) == {"closed": False, "reason": "DIRTY"}
    editor.state.tabs[tab].pinned = True
    assert editor.ok("workspace", action="close", tabId=tab, force=True) == {"closed": False, "reason": "PINNED"}
    editor.state.tabs[tab].pinned = False
    assert editor.ok("workspace", action="close", tabId=tab, force=True) == {"closed": True}
    assert editor.refused("workspace", action="close", tabId=tab) == "INVALID_TAB"
    assert editor.ok("session", action="get_state")["windows"][0]["tabs"] == []


def test_switch_tab_reports_what_it_sees(editor: Headless, root: Path) -> None:
    editor.state.settings.set("workspace.rail", True)
    first = editor.ok("workspace", action="open", filePath=str(root / "a.md"))["tabId"]
    home = editor.state.tabs[first].instance
    other = root.parent / "other"
    other.mkdir()
    editor.open_folder(other)
    away = editor.state.windows[editor.main].shown
    assert away != home
    hidden = editor.ok("session", action="get_state")["windows"][0]
    assert (hidden["activeWorkspaceInstanceId"], hidden["tabs"][0]["visible"]) == (away, False)
    assert editor.ok("workspace", action="switch_tab", tabId=first) == {
        "activated": True,
        "workspaceSwitched": True,
        "workspaceInstanceId": home,
        "activeTabId": first,
    }
    assert editor.ok("workspace", action="switch_tab", tabId=first)["workspaceSwitched"] is False
    assert editor.windows.shown >= 2


@pytest.mark.requirement("WSP-134")
def test_an_activation_that_does_not_take_effect_is_not_claimed(
    editor: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = editor.ok("workspace", action="new")["tabId"]
    editor.ok("workspace", action="new")
    monkeypatch.setattr(editor.state, "activate", lambda _tab: None)
    answer = editor.ok("workspace", action="switch_tab", tabId=tab)
    assert answer["activated"] is False
    assert answer["activeTabId"] != tab


def test_focus_window_asks_and_get_state_tells_the_truth(editor: Headless) -> None:
    editor.state.add_window()
    editor.windows.stubborn = True
    assert editor.ok("workspace", action="focus_window", windowLabel="doc-1") == {}
    assert [w["focused"] for w in editor.ok("session", action="get_state")["windows"]] == [True, False]
    editor.windows.stubborn = False
    editor.ok("workspace", action="focus_window", windowLabel="doc-1")
    assert [w["focused"] for w in editor.ok("session", action="get_state")["windows"]] == [False, True]


def test_a_folder_needs_approval_each_time_and_opens_once(editor: Headless, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    link = tmp_path / "link"
    link.symlink_to(folder)
    asked = editor.ok("workspace", action="open_workspace", folderPath=str(link))
    assert asked["needsApproval"] is True
    assert "error" not in asked
    assert (asked["folderPath"], asked["windowLabel"]) == (str(folder), "main")
    editor.ok("workspace", action="open_workspace", folderPath=str(folder))
    assert len(editor.desk.prompts) == 1
    assert list(editor.state.roots()) == []
    assert approve(editor)
    opened = editor.ok("workspace", action="open_workspace", folderPath=f"{folder}/")
    assert opened == {"opened": True, "folderPath": str(folder)}
    assert list(editor.state.roots()) == [folder]
    assert editor.ok("workspace", action="open_workspace", folderPath=str(folder))["needsApproval"] is True


def test_an_approval_is_for_one_client_one_folder_and_five_minutes(editor: Headless, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "child").mkdir(parents=True)
    editor.ok("workspace", action="open_workspace", folderPath=str(folder))
    assert approve(editor)
    for client, path in ((BOB, folder), (ALICE, folder / "child"), (ALICE, tmp_path)):
        assert editor.ok("workspace", client, action="open_workspace", folderPath=str(path))["needsApproval"] is True
    assert isinstance(editor.clock, ManualClock)
    editor.clock.advance(301)
    assert editor.ok("workspace", action="open_workspace", folderPath=str(folder))["needsApproval"] is True
    assert list(editor.state.roots()) == []


@pytest.mark.requirement("WSP-075")
def test_a_window_in_transition_is_busy_and_keeps_the_approval(editor: Headless, tmp_path: Path) -> None:
    editor.ok("workspace", action="open_workspace", folderPath=str(tmp_path))
    assert approve(editor)
    editor.folders.begin(editor.main)
    assert editor.refused("workspace", action="open_workspace", folderPath=str(tmp_path)) == "BUSY"
    editor.folders.end(editor.main)
    assert editor.ok("workspace", action="open_workspace", folderPath=str(tmp_path))["opened"] is True


def test_what_is_no_folder_is_invalid_path_without_a_question(editor: Headless, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path in (str(tmp_path / "file"), str(tmp_path / "missing"), "relative", f"{tmp_path}\0x"):
        assert editor.refused("workspace", action="open_workspace", folderPath=path) == "INVALID_PATH"
    assert editor.desk.prompts == ()


def test_the_thirty_third_folder_is_too_much(editor: Headless, tmp_path: Path) -> None:
    for number in range(33):
        (tmp_path / str(number)).mkdir()
    for number in range(32):
        editor.ok("workspace", action="open_workspace", folderPath=str(tmp_path / str(number)))
    assert editor.refused("workspace", action="open_workspace", folderPath=str(tmp_path / "32")) == "RESOURCE_EXHAUSTED"
    assert len(editor.desk.prompts) == 32


def test_opening_a_folder_keeps_unsaved_text(editor: Headless, tmp_path: Path) -> None:
    tab = editor.ok("workspace", action="new")["tabId"]
    document = editor.state.tabs[tab].document
    assert document is not None
    document.apply([Edit(Position(0, 0), Position(0, 0), "kept")], origin=Origin.USER)
    editor.ok("workspace", action="open_workspace", folderPath=str(tmp_path))
    assert approve(editor)
    editor.ok("workspace", action="open_workspace", folderPath=str(tmp_path))
    assert editor.ok("document", action="read", tabId=tab)["content"] == "kept"


def test_closing_the_last_document_of_a_folder_takes_it_out_of_the_scope(editor: Headless, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    (tmp_path / "b.md").write_text("b", encoding="utf-8")
    tab = editor.open_file(tmp_path / "a.md")
    other = editor.ok("workspace", action="open", filePath=str(tmp_path / "b.md"))["tabId"]
    editor.ok("workspace", action="close", tabId=other)
    editor.ok("workspace", action="close", tabId=tab.id)
    assert editor.refused("workspace", action="open", filePath=os.fspath(tmp_path / "b.md")) == "INVALID_PATH"
