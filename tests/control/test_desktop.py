from __future__ import annotations

from pathlib import Path

import pytest

from tests.control.control_kit import Lab, make_lab
from tests.fakes.core import document_of
from vmark_tk.control.protocol import NO_SUCH_OBJECT, NOT_NOW, ControlError


@pytest.fixture
def lab() -> Lab:
    return make_lab()


def opened(lab: Lab, path: Path, text: str = "saved\n") -> str:
    path.write_text(text, encoding="utf-8")
    return str(lab.call("tab.open", path=str(path))["tabId"])


def code(lab: Lab, method: str, **params: object) -> int:
    with pytest.raises(ControlError) as caught:
        lab.call(method, **params)
    return caught.value.code


def test_the_state_is_what_the_person_sees(lab: Lab, tmp_path: Path) -> None:
    tab = opened(lab, tmp_path / "a.md")
    lab.call("editor.type", text="x")
    assert lab.call("app.state") == {
        "mcp_light": "waiting",
        "windows": [
            {
                "label": "main",
                "title": "a",
                "os_focused": True,
                "workspace": None,
                "tabs": [{"tabId": tab, "title": "a", "shown": True, "dirty_mark": True}],
            }
        ],
    }


def test_windows_open_get_and_lose_the_focus_and_close(lab: Lab) -> None:
    label = lab.call("window.open")["label"]
    assert lab.call("window.focus", label=label) == {"label": label}
    assert lab.windows.focused() == label
    assert lab.call("window.blur") == {"label": None}
    assert lab.call("window.close", label=label) == {"label": label, "changed": True}
    assert lab.call("window.close", label=label) == {"label": label, "changed": False}
    assert code(lab, "window.focus", label=label) == NO_SUCH_OBJECT


def test_a_focus_that_does_not_come_is_told(lab: Lab) -> None:
    lab.windows.stubborn = True
    label = lab.call("window.open")["label"]
    assert lab.windows.focused() == "main"
    assert code(lab, "window.focus", label=label) == NOT_NOW


def test_closing_a_window_with_unsaved_text_waits_for_the_answer(lab: Lab, tmp_path: Path) -> None:
    label = lab.call("window.open")["label"]
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    tab = lab.call("tab.open", path=str(tmp_path / "a.md"), window=label)["tabId"]
    lab.call("editor.type", tabId=tab, text="x")
    assert lab.call("window.close", label=label)["waiting"]
    prompt = lab.call("prompt.list")[0]
    assert (prompt["kind"], prompt["window"], prompt["subject"]["tabId"]) == ("close-dirty", label, tab)
    lab.call("prompt.answer", id=prompt["id"], choice="discard")
    assert label not in lab.state.windows


def test_workspaces_open_show_and_close(lab: Lab, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    assert lab.call("workspace.open", path=str(one)) == {"workspaceInstanceId": None}
    lab.call("setting.set", key="workspace.rail", value=True)
    first = lab.call("workspace.open", path=str(one))["workspaceInstanceId"]
    second = lab.call("workspace.open", path=str(two))["workspaceInstanceId"]
    assert first != second
    assert lab.call("workspace.show", path=str(one)) == {"workspaceInstanceId": first, "changed": True}
    assert lab.call("workspace.close", path=str(two)) == {"workspaceInstanceId": second, "changed": True}
    assert lab.call("workspace.close", path=str(two))["changed"] is False
    assert code(lab, "workspace.show", path=str(two)) == NO_SUCH_OBJECT
    assert code(lab, "workspace.open", path=str(tmp_path / "none")) == NOT_NOW


def test_tabs_open_activate_save_lock_and_close(lab: Lab, tmp_path: Path) -> None:
    one, two = opened(lab, tmp_path / "a.md"), opened(lab, tmp_path / "b.md")
    assert lab.call("tab.activate", tabId=one) == {"tabId": one, "changed": True}
    lab.call("editor.type", text="new ")
    assert lab.call("tab.save", tabId=one) == {"tabId": one}
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "new saved\n"
    assert lab.call("tab.save", tabId=one, path=str(tmp_path / "c.md")) == {"tabId": one}
    assert (tmp_path / "c.md").exists()
    assert lab.call("tab.read_only", tabId=two, value=True)["changed"]
    assert not lab.call("tab.read_only", tabId=two, value=True)["changed"]
    assert code(lab, "editor.type", tabId=two, text="x") == NOT_NOW
    assert lab.call("tab.close", tabId=two) == {"tabId": two, "changed": True}
    assert lab.call("tab.close", tabId=two) == {"tabId": two, "changed": False}
    assert code(lab, "tab.activate", tabId=two) == NO_SUCH_OBJECT
    assert code(lab, "tab.open", path=str(tmp_path / "no" / "such.md")) == NOT_NOW


def test_an_unsaved_tab_closes_by_the_answer_or_at_once_when_discarded(lab: Lab, tmp_path: Path) -> None:
    tab = opened(lab, tmp_path / "a.md")
    lab.call("editor.type", text="x")
    assert lab.call("tab.close", tabId=tab) == {"tabId": tab, "changed": False, "waiting": True}
    lab.call("prompt.answer", id=lab.call("prompt.list")[0]["id"], key="Escape")
    assert lab.call("tab.close", tabId=tab, discard=True) == {"tabId": tab, "changed": True}


def test_a_save_over_a_changed_file_waits_for_the_answer(lab: Lab, tmp_path: Path) -> None:
    tab = opened(lab, tmp_path / "a.md")
    lab.call("editor.type", text="x")
    (tmp_path / "a.md").write_text("from outside\n", encoding="utf-8")
    assert lab.call("tab.save", tabId=tab) == {"tabId": tab, "waiting": True}
    assert lab.call("prompt.wait", kind="disk-changed", timeout_ms=10)["subject"]["tabId"] == tab


def test_a_viewer_has_no_editor(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    tab = lab.call("tab.viewer", path=str(tmp_path / "a.md"))["tabId"]
    assert lab.call("editor.content", tabId=tab) == {
        "text": "a",
        "selection": None,
        "mode": "source",
        "editable": False,
    }
    assert code(lab, "editor.select", tabId=tab, range={"all": True}) == NOT_NOW


def test_reset_gives_a_fresh_editor_with_a_folder(lab: Lab, tmp_path: Path) -> None:
    forgotten: list[bool] = []
    lab.services.on_reset = (lambda: forgotten.append(True),)
    opened(lab, tmp_path / "a.md")
    lab.call("editor.type", text="x")
    lab.call("window.open")
    lab.call("setting.set", key="workspace.rail", value=True)
    lab.call("tab.close", tabId=next(iter(lab.state.tabs)))
    lab.state.notices.post("info", "old")
    assert lab.call("control.reset", workspace=str(tmp_path)) == {}
    assert list(lab.state.windows) == ["main"]
    assert lab.state.tabs == {}
    assert lab.desk.prompts == ()
    assert lab.call("notice.list") == []
    assert lab.call("setting.get", key="workspace.rail") == {"value": False}
    assert lab.state.windows[next(iter(lab.state.windows))].shown_instance.root == tmp_path
    assert forgotten == [True]


def test_undo_and_redo_tell_whether_something_changed(lab: Lab, tmp_path: Path) -> None:
    tab = opened(lab, tmp_path / "a.md")
    assert lab.call("editor.undo") == {"changed": False}
    lab.call("editor.type", text="x")
    assert lab.call("editor.undo", tabId=tab) == {"changed": True}
    assert lab.call("editor.content")["text"] == "saved\n"
    assert lab.call("editor.redo") == {"changed": True}
    assert document_of(next(iter(lab.state.tabs.values()))).text == "xsaved\n"
