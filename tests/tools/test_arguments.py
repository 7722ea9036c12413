from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.headless import Headless
from vmark_tk.bus.loop import PlainLoop
from vmark_tk.tools.registry import ACTIONS, NotBuilt

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.parametrize("args", [{}, {"action": None}, {"action": 1}, {"action": "READ"}, {"action": " read "}])
def test_an_action_that_is_missing_or_unknown_is_named(editor: Headless, args: dict[str, object]) -> None:
    assert "action" in editor.wrong("document", **args)


def test_an_action_of_another_tool_is_unknown(editor: Headless) -> None:
    assert "action" in editor.wrong("workspace", action="read")


def test_an_unknown_tool_is_named(editor: Headless) -> None:
    assert "nothing" in editor.wrong("nothing", action="read")


@pytest.mark.parametrize("tab", ["", "  ", 5, None, {}, [], True])
@pytest.mark.parametrize(
    ("tool", "action"), [("document", "read"), ("workspace", "save"), ("selection", "get"), ("workflow", "validate")]
)
def test_a_bad_tab_id_never_falls_back_to_the_focused_tab(
    editor: Headless, tool: str, action: str, tab: object
) -> None:
    editor.ok("workspace", action="new")
    assert "tabId" in editor.wrong(tool, action=action, tabId=tab)


def test_blanks_around_an_id_do_not_count(editor: Headless) -> None:
    tab = editor.ok("workspace", action="new")["tabId"]
    assert editor.ok("document", action="read", tabId=f"  {tab}\n")["content"] == ""


def test_a_blank_window_label_is_refused(editor: Headless) -> None:
    for action in ("new", "open", "focus_window"):
        assert "windowLabel" in editor.wrong("workspace", action=action, windowLabel=" ", filePath="/a")


def test_types_come_before_blank_ids_and_these_before_what_is_required(editor: Headless) -> None:
    assert "content" in editor.wrong("document", action="write", tabId=" ", content=5)
    assert "tabId" in editor.wrong("document", action="write", tabId=" ")
    assert "tabId" in editor.wrong("workspace", action="focus_window", tabId="", windowLabel="")
    assert "content" in editor.wrong("document", action="write", tabId="unknown")


@pytest.mark.parametrize(
    ("tool", "args", "named"),
    [
        ("workspace", {"action": "open"}, "filePath"),
        ("workspace", {"action": "open", "filePath": ""}, "filePath"),
        ("workspace", {"action": "open", "filePath": " "}, "filePath"),
        ("workspace", {"action": "save_as"}, "filePath"),
        ("workspace", {"action": "open_workspace"}, "folderPath"),
        ("workspace", {"action": "close"}, "tabId"),
        ("workspace", {"action": "switch_tab"}, "tabId"),
        ("workspace", {"action": "focus_window"}, "windowLabel"),
        ("workspace", {"action": "new", "kind": "text"}, "kind"),
        ("workspace", {"action": "close", "tabId": "x", "force": "yes"}, "force"),
        ("document", {"action": "write"}, "content"),
        ("document", {"action": "write", "content": None}, "content"),
        ("document", {"action": "write", "content": "a\0b"}, "content"),
        ("document", {"action": "write", "content": "a\ud800"}, "content"),
        ("document", {"action": "write", "content": "a", "expected_revision": 5}, "expected_revision"),
        ("document", {"action": "write", "content": "a", "expected_revision": ""}, "expected_revision"),
        ("document", {"action": "transform"}, "kind"),
        ("document", {"action": "transform", "kind": "cjk"}, "kind"),
        ("selection", {"action": "set"}, "content"),
        ("workflow", {"action": "apply_patch"}, "patches"),
        ("workflow", {"action": "apply_patch", "patches": {}}, "patches"),
        ("browser", {"action": "open"}, "url"),
        ("browser", {"action": "open", "url": "x", "timeoutMs": 0}, "timeoutMs"),
        ("browser", {"action": "execute_js", "script": "中" * 30_000}, "script"),
        ("browser", {"action": "session_save", "handle": "a b"}, "handle"),
        ("browser", {"action": "style", "addClasses": ["a", 1]}, "addClasses[1]"),
        ("coherence", {"action": "status"}, "workspace_root"),
        ("coherence_resolve", {"action": "resolve", "workspace_root": "/a", "input": 1.5}, "input"),
    ],
)
def test_the_sentence_names_the_parameter(editor: Headless, tool: str, args: dict[str, object], named: str) -> None:
    editor.ok("workspace", action="new")
    before = editor.snapshot()
    assert named in editor.wrong(tool, **args)
    assert editor.snapshot() == before


def test_unknown_arguments_change_nothing(editor: Headless) -> None:
    tab = editor.ok("workspace", action="new")["tabId"]
    plain = editor.ok("document", action="read")
    assert editor.ok("document", action="read", window="other", tab_id="x", TabId=5) == plain
    assert plain["revision"] == editor.ok("document", action="read", tabId=tab)["revision"]


def test_what_is_not_built_says_so_after_its_arguments_are_checked(editor: Headless) -> None:
    unbuilt = [(t, n) for t, actions in ACTIONS.items() for n, a in actions.items() if isinstance(a, NotBuilt)]
    given = {
        "kind": "cjk-format", "patches": [], "operation": "click", "source": "s", "runId": "r", "recordOp": "start",
        "url": "https://a.example", "script": "1", "handle": "h", "selector": "a", "workspace_root": "/a", "txf": "t",
        "input": 0, "resolution": "waive",
    }  # fmt: skip
    for tool, action in unbuilt:
        args = {**given, "kind": "cjk-format"} if tool == "document" else given
        assert editor.wrong(tool, action=action, **args) == f"not available in this build: {tool}.{action}"


@given(
    tool=st.sampled_from(sorted(ACTIONS)),
    names=st.lists(st.sampled_from(["tabId", "content", "kind", "filePath", "force", "expected_revision", "patches"])),
    values=st.lists(JSON, min_size=7, max_size=7),
)
def test_no_arguments_bring_a_fault_about(tool: str, names: list[str], values: list[object]) -> None:
    loop = PlainLoop()
    editor = Headless(loop)
    for action in ACTIONS[tool]:
        if action in ("open_workspace", "new", "write", "set"):
            continue
        args = dict(zip(names, values, strict=False))
        reply = editor.send(tool, action=action, **args)
        assert getattr(reply, "code", "") != "INTERNAL"
    loop.close()
