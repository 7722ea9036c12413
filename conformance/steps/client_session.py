"""The client looks at the session; what it sees there is the witness of most scenarios."""

from __future__ import annotations

import re
from typing import Any

from conformance.judge import expect
from conformance.steps.notebook import everything, listed, meant, quiet, reading, tab_id, window_of
from conformance.steps.phrases import Phrase
from conformance.steps.registry import given, then, when
from conformance.steps.reply import check_field
from conformance.world import World


@when("the client asks for the state")
def ask_state(world: World) -> None:
    world.client.call("session", "get_state")


@when(Phrase("the client calls {call:call} with {args:json}"))
def call_with(world: World, call: tuple[str, str], args: dict[str, Any]) -> None:
    world.client.call_with(call[0], {"action": call[1], **meant(world, args)})


@when(Phrase("the client calls {call:call}"))
def call_bare(world: World, call: tuple[str, str]) -> None:
    world.client.call(*call)


@when(Phrase("the client calls the tool {tool:word} with {args:json}"))
def call_raw(world: World, tool: str, args: dict[str, Any]) -> None:
    world.client.call_with(tool, meant(world, args))


@given("everything is noted")
def note(world: World) -> None:
    world.names["everything"] = everything(world)


@given("the state is noted")
def note_state(world: World) -> None:
    world.names["state"] = world.state()


@then("nothing has changed")
def nothing_changed(world: World) -> None:
    expect.true(world.reply.well_formed, "the reply is complete", got=world.reply)
    expect.unchanged(world.names["everything"], everything(world))


@then("the state is as it was")
def state_unchanged(world: World) -> None:
    expect.unchanged(world.names["state"], world.state())


@then(Phrase("the state shows {doc} with {field:word} {wanted:value}"))
def state_field(world: World, doc: str, field: str, wanted: str) -> None:
    check_field(world, listed(world, doc), field, wanted)


@then(Phrase("the state and the text of {doc} agree about {field:word}"))
def agree(world: World, doc: str, field: str) -> None:
    expect.equal(listed(world, doc).get(field), reading(world, doc)[field], f"{field} of the state and of read")


@then(Phrase("the state lists {doc}"))
def lists(world: World, doc: str) -> None:
    listed(world, doc)


@then(Phrase("the state does not list {doc}"))
def lists_not(world: World, doc: str) -> None:
    windows = world.state().get("windows")
    expect.true(isinstance(windows, list), "the state lists windows", got=windows)
    expect.true(world.tab(tab_id(world, doc)) is None, f'"{doc}" is not listed')


@then(Phrase("{doc} is the active tab of its window"))
def is_active(world: World, doc: str) -> None:
    expect.equal(listed(world, doc).get("active"), True, f'"{doc}" is active')


@then(Phrase("{doc} is not the active tab of its window"))
def is_not_active(world: World, doc: str) -> None:
    expect.equal(listed(world, doc).get("active"), False, f'"{doc}" is not active')


@then(Phrase("{doc} is the last tab of its window"))
def is_last(world: World, doc: str) -> None:
    tabs = window_of(world.state(), tab_id(world, doc)).get("tabs", [])
    expect.equal([tab["id"] for tab in tabs][-1:], [tab_id(world, doc)], f'"{doc}" is last')


@then(Phrase("{first} comes before {second} in the tab order"))
def comes_before(world: World, first: str, second: str) -> None:
    ids = [tab["id"] for tab in world.tabs()]
    wanted = [tab_id(world, first), tab_id(world, second)]
    expect.equal([i for i in ids if i in wanted], wanted, "the order of the tabs")


@then(Phrase("{first} and {second} differ in {field:word}"))
def differ_in(world: World, first: str, second: str, field: str) -> None:
    expect.differ(listed(world, first).get(field), listed(world, second).get(field), f"{field} differs")


@then(Phrase("{doc} is in the window of {other}"))
def same_window(world: World, doc: str, other: str) -> None:
    window = window_of(world.state(), tab_id(world, doc))
    label = world.names.get(f"label of {other}") or window_of(world.state(), tab_id(world, other)).get("label")
    expect.equal(window.get("label"), label, f'the window of "{doc}"')


@then(Phrase("the number of tabs is {count:int} more than noted"))
def more_tabs(world: World, count: int) -> None:
    before = sum(len(window["tabs"]) for window in world.names["state"]["windows"])
    expect.equal(len(world.tabs()), before + count, "the number of tabs")


@then("the windows are those noted")
def same_windows(world: World) -> None:
    labels = [window["label"] for window in world.names["state"]["windows"]]
    expect.equal([window["label"] for window in world.state()["windows"]], labels, "the windows")


@then("every window has")
def every_window(world: World, datatable: list[list[str]]) -> None:
    windows = world.state().get("windows")
    expect.true(isinstance(windows, list), "windows is a list", got=windows)
    for window in windows or []:
        for path, wanted in datatable[1:]:
            check_field(world, window, path, wanted)


@then("every document tab has")
def every_tab(world: World, datatable: list[list[str]]) -> None:
    tabs = [tab for tab in world.tabs() if tab.get("kind") != "browser"]
    expect.true(tabs, "the state lists a document tab", got=tabs)
    for tab in tabs:
        for path, wanted in datatable[1:]:
            check_field(world, tab, path, wanted)


@then("no tab id occurs twice")
def ids_unique(world: World) -> None:
    ids = [tab.get("id") for tab in world.tabs()]
    expect.equal(len(set(ids)), len(ids), "tab ids are unique")


@then("no window label occurs twice")
def labels_unique(world: World) -> None:
    labels = [window.get("label") for window in world.state()["windows"]]
    expect.equal(len(set(labels)), len(labels), "window labels are unique")


@then("at most one window is focused")
def one_focus(world: World) -> None:
    focused = [window.get("label") for window in world.state()["windows"] if window.get("focused") is True]
    expect.true(len(focused) <= 1, "at most one window is focused", got=focused)


@then("each window with tabs has exactly one active tab")
def one_active(world: World) -> None:
    for window in world.state()["windows"]:
        active = [tab["id"] for tab in window["tabs"] if tab.get("active") is True]
        expect.equal(len(active), 1 if window["tabs"] else 0, f"active tabs of {window['label']}")


@then("no window has a tab")
def no_tabs(world: World) -> None:
    windows = world.state().get("windows")
    expect.true(isinstance(windows, list), "the state lists windows", got=windows)
    expect.equal(world.tabs(), [], "no tab is open")


@then("there is still a window")
def window_stays(world: World) -> None:
    expect.true(world.state().get("windows"), "a window is listed", got=world.state())


@then("the supported kinds are the two document kinds")
def supported_kinds(world: World) -> None:
    kinds = world.reply.get("capabilities", {}).get("supportedKinds")
    expect.true(isinstance(kinds, list), "supportedKinds is a list", got=kinds)
    expect.equal(sorted(kinds), ["markdown", "yaml-workflow"], "the supported kinds")


@then("a second look at the state shows the same")
def second_look(world: World) -> None:
    expect.ok(world.reply)
    expect.unchanged(world.reply.data, quiet(world, "session", "get_state").data, "the state is stable")


@given(Phrase("the revision of {doc} is noted"))
@when(Phrase("the revision of {doc} is noted"))
def note_revision(world: World, doc: str) -> None:
    revision = listed(world, doc).get("revision")
    world.names.setdefault(f"revisions of {doc}", []).append(revision)


@then(Phrase("the revision of {doc} is the one noted"))
def revision_kept(world: World, doc: str) -> None:
    expect.equal(listed(world, doc).get("revision"), world.names[f"revisions of {doc}"][-1], "the revision")


@then(Phrase("the revision of {doc} is none of those noted"))
def revision_moved(world: World, doc: str) -> None:
    expect.lacks(world.names[f"revisions of {doc}"], listed(world, doc).get("revision"), "the revision is a new one")


@then(Phrase("the active tab did change if the reply says so"))
def activation_is_true(world: World) -> None:
    expect.ok(world.reply)
    before, after = world.names["state"], world.state()
    moved = active_tabs(before) != active_tabs(after)
    expect.equal(world.reply.get("activationChanged"), moved, "activationChanged tells the truth")


def active_tabs(state: dict[str, Any]) -> list[str]:
    """Return the ids of the active tabs, window by window."""
    return [tab["id"] for window in state["windows"] for tab in window["tabs"] if tab.get("active")]


@then("the focus is where it was")
def focus_kept(world: World) -> None:
    labels = [[w["label"] for w in s["windows"] if w.get("focused")] for s in (world.names["state"], world.state())]
    expect.equal(labels[1], labels[0], "the focused window")


@then(Phrase("the window {label} is focused"))
def window_focused(world: World, label: str) -> None:
    wanted = world.names[f"label of {label}"]
    expect.eventually(
        lambda: any(w["label"] == wanted and w.get("focused") for w in world.state()["windows"]),
        promise=f"the window {label} is focused",
    )


@then("no window is focused")
def none_focused(world: World) -> None:
    windows = world.state()["windows"]
    expect.true(not any(w.get("focused") for w in windows), "no window claims the focus", got=windows)


@then(Phrase("the shown instance is {wanted:value}"))
def shown_instance(world: World, wanted: str) -> None:
    found = re.fullmatch(r'that of "(.+)"', wanted)
    instance = world.names[f"instance of {found[1]}"] if found else None
    shown = [window.get("activeWorkspaceInstanceId") for window in world.state()["windows"]]
    expect.contains(shown, instance, f"the shown instance is {wanted}")
