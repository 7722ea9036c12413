"""The person in front of the editor."""

from __future__ import annotations

from typing import Any

from conformance.judge import expect
from conformance.steps.notebook import place, reading, tab_id
from conformance.steps.phrases import Phrase
from conformance.steps.registry import given, then, when
from conformance.world import World

TYPING = ("editor.select", "editor.type")


@when(Phrase("the user types {text} at the end of {doc}"), needs=TYPING)
@given(Phrase("the user has typed {text} at the end of {doc}"), needs=TYPING)
def type_at_end(world: World, text: str, doc: str) -> None:
    world.user.select(tab_id(world, doc), {"caret": "end"})
    world.user.type(text, tab_id(world, doc))


@when(Phrase("the user types {text} into {doc}"), needs=("editor.type",))
def type_into(world: World, text: str, doc: str) -> None:
    world.user.type(text, tab_id(world, doc))


@when(Phrase("the user undoes once in {doc}"), needs=("editor.undo",))
@then(Phrase("the user can undo once in {doc}"), needs=("editor.undo",))
def undo(world: World, doc: str) -> None:
    world.user.undo(tab_id(world, doc))


@when(Phrase("the user redoes once in {doc}"), needs=("editor.undo",))
def redo(world: World, doc: str) -> None:
    world.user.redo(tab_id(world, doc))


@when(Phrase("the user undoes everything in {doc} back to {text}"), needs=("editor.undo",))
def undo_all(world: World, doc: str, text: str) -> None:
    for _ in range(50):
        if reading(world, doc)["content"] == text:
            break
        world.user.undo(tab_id(world, doc))
    expect.equal(reading(world, doc)["content"], text, "undo leads back to the text")


@given(Phrase("the user has selected {text} in {doc}"), needs=("editor.select",))
@when(Phrase("the user selects {text} in {doc}"), needs=("editor.select",))
def select(world: World, text: str, doc: str) -> None:
    world.user.select(tab_id(world, doc), {"text": text})


@given(Phrase("the user has selected {text} in {doc} backwards"), needs=("editor.select",))
def select_backwards(world: World, text: str, doc: str) -> None:
    world.user.select(tab_id(world, doc), {"text": text}, backwards=True)


@given(Phrase("the user has selected everything in {doc}"), needs=("editor.select",))
def select_all(world: World, doc: str) -> None:
    world.user.select(tab_id(world, doc), {"all": True})


@given(Phrase("the user has selected from {start:int} to {end:int} in {doc}"), needs=("editor.select",))
def select_range(world: World, start: int, end: int, doc: str) -> None:
    world.user.select(tab_id(world, doc), {"from": start, "to": end})


@given(Phrase("the user has selected {first} and also {second} in {doc}"), needs=("editor.select",))
def select_two(world: World, first: str, second: str, doc: str) -> None:
    world.user.select(tab_id(world, doc), ranges=[{"text": first}, {"text": second}])


@given(Phrase("the user has put the caret {side:word} {text} in {doc}"), needs=("editor.select",))
@when(Phrase("the user puts the caret {side:word} {text} in {doc}"), needs=("editor.select",))
def caret_beside(world: World, side: str, text: str, doc: str) -> None:
    world.user.select(tab_id(world, doc), {"caret": side, "text": text})


@given(Phrase("the user has put the caret at the {side:word} of {doc}"), needs=("editor.select",))
@when(Phrase("the user puts the caret at the {side:word} of {doc}"), needs=("editor.select",))
def caret_at(world: World, side: str, doc: str) -> None:
    world.user.select(tab_id(world, doc), {"caret": side})


@given(Phrase("{doc} is in {mode:word} mode"), needs=("editor.mode",))
@when(Phrase("the user switches {doc} to {mode:word} mode"), needs=("editor.mode",))
def mode(world: World, doc: str, mode: str) -> None:
    world.user.tab_activate(tab_id(world, doc)) if world.can("tab") else None
    expect.equal(world.user.mode(mode, tab_id(world, doc)), mode, "the mode of the editor")


@then(Phrase("the user sees {text} in {doc}"), needs=("editor.content",))
def sees(world: World, text: str, doc: str) -> None:
    expect.equal(world.user.content(tab_id(world, doc))["text"], text, "what the editor shows")


@given(Phrase("the user has opened {name}"), needs=("tab",))
@when(Phrase("the user opens {name}"), needs=("tab",))
def open_tab(world: World, name: str) -> None:
    world.names[name] = world.user.tab_open(place(world, name))


@given(Phrase("the user has opened {name} in the window of {label}"), needs=("tab", "window"))
def open_tab_there(world: World, name: str, label: str) -> None:
    world.names[name] = world.user.tab_open(place(world, name), world.names[f"label of {label}"])


@given(Phrase("the user has made {doc} read-only"), needs=("tab",))
def read_only(world: World, doc: str) -> None:
    world.user.tab_read_only(tab_id(world, doc), True)


@given(Phrase("the user views {name} without an editor"), needs=("tab.viewer",))
def view(world: World, name: str) -> None:
    world.names[name] = world.user.tab_viewer(place(world, name))


@when(Phrase("the user saves {doc}"), needs=("tab",))
def user_saves(world: World, doc: str) -> None:
    world.user.tab_save(tab_id(world, doc))


@when(Phrase("the user clicks the tab {doc}"), needs=("tab",))
@given(Phrase("the user has clicked the tab {doc}"), needs=("tab",))
def click_tab(world: World, doc: str) -> None:
    world.user.tab_activate(tab_id(world, doc))


@given(Phrase("the user has a second window {label}"), needs=("window",))
def second_window(world: World, label: str) -> None:
    focused = [window["label"] for window in world.state()["windows"] if window.get("focused")]
    first = focused or [window["label"] for window in world.state()["windows"]]
    world.names["label of first"] = first[0]
    world.names[f"label of {label}"] = world.user.window_open()


@given(Phrase("the user works in the window {label}"), needs=("window",))
@when(Phrase("the user goes to the window {label}"), needs=("window",))
def focus_window(world: World, label: str) -> None:
    world.user.window_focus(world.names[f"label of {label}"])


@when("the user goes to another program", needs=("window",))
def blur(world: World) -> None:
    world.user.window_blur()


@then(Phrase("the user sees the window {label} in front"), needs=("app",))
def sees_front(world: World, label: str) -> None:
    wanted = world.names[f"label of {label}"]
    expect.eventually(lambda: _front(world) == [wanted], promise=f"the window {label} is in front")


def _front(world: World) -> list[str]:
    return [window["label"] for window in world.user.app_state()["windows"] if window.get("os_focused")]


@then("the user sees that an AI client is connected", needs=("app",))
def sees_light(world: World) -> None:
    expect.true(world.user.app_state().get("mcp_light"), "the mark of a connected client is on")


@then(Phrase("the user sees the name {name} of the connected client"), needs=("app",))
def sees_client(world: World, name: str) -> None:
    expect.contains(str(world.user.app_state()), name, "the shown name of the client")


@given(Phrase("the user has opened the folder {name}"), needs=("workspace",))
@when(Phrase("the user opens the folder {name}"), needs=("workspace",))
def open_folder(world: World, name: str) -> None:
    world.names[f"instance of {name}"] = world.user.workspace_open(place(world, name))


@given(Phrase("the user has opened the folder {name} in the window of {label}"), needs=("workspace", "window"))
def open_folder_there(world: World, name: str, label: str) -> None:
    known = world.names[f"label of {label}"]
    world.names[f"instance of {name}"] = world.user.workspace_open(place(world, name), known)


@given(Phrase("the user shows the folder {name}"), needs=("workspace",))
@when(Phrase("the user goes to the folder {name}"), needs=("workspace",))
def show_folder(world: World, name: str) -> None:
    world.names[f"instance of {name}"] = world.user.workspace_show(place(world, name))


@given("the workspace rail is on", needs=("setting:workspace.rail",))
def rail_on(world: World) -> None:
    world.user.set("workspace.rail", True)


@given("the workspace rail is off", needs=("setting:workspace.rail",))
def rail_off(world: World) -> None:
    world.user.set("workspace.rail", False)


@given("the user approves edits automatically", needs=("setting:approvals.auto_approve_edits",))
@when("the user lets edits be approved automatically", needs=("setting:approvals.auto_approve_edits",))
def auto_approve(world: World) -> None:
    world.user.set("approvals.auto_approve_edits", True)


@then("edits are not approved automatically", needs=("setting:approvals.auto_approve_edits",))
def auto_approve_is_off(world: World) -> None:
    expect.equal(world.user.setting("approvals.auto_approve_edits"), False, "automatic approval of edits")


@then(Phrase("a question names the folder {name}"), needs=("prompt",))
def question_names(world: World, name: str) -> None:
    prompt = front_question(world)
    shown = prompt.get("subject", {}).get("path")
    expect.equal(shown, place(world, name), "the folder in the question")
    expect.contains(f"{prompt.get('title')} {prompt.get('body')} {prompt.get('payload')}", shown, "the shown words")


@then(Phrase("the question offers exactly {choices:quoted_list}"), needs=("prompt",))
def question_offers(world: World, choices: list[str]) -> None:
    offered = sorted(choice["id"] for choice in front_question(world)["choices"])
    expect.equal(offered, sorted(choices), "the choices of the question")


@then(Phrase("{count:int} question waits"), needs=("prompt",))
@then(Phrase("{count:int} questions wait"), needs=("prompt",))
def questions_wait(world: World, count: int) -> None:
    expect.true(world.reply.well_formed, "the reply is complete", got=world.reply)
    world.user.settle()
    expect.stays(lambda: len(world.user.prompts()) == count, f"{count} questions wait")


@then(Phrase("the question is in the window of {label}"), needs=("prompt",))
def question_window(world: World, label: str) -> None:
    expect.equal(front_question(world)["window"], world.names[f"label of {label}"], "the window that asks")


@given(Phrase("the user has answered {choice:word}"), needs=("prompt",))
@when(Phrase("the user answers {choice:word}"), needs=("prompt",))
def answer(world: World, choice: str) -> None:
    world.user.answer(front_question(world)["id"], choice)


@when(Phrase("the user presses {key:word} at the question"), needs=("prompt",))
def answer_by_key(world: World, key: str) -> None:
    world.user.answer(front_question(world)["id"], key=key)


@when(Phrase("{minutes:int} minutes pass"), needs=("clock",))
@given(Phrase("{minutes:int} minutes have passed"), needs=("clock",))
def minutes_pass(world: World, minutes: int) -> None:
    world.user.advance(minutes * 60_000 + 1_000)


@given("the notices are cleared", needs=("notice",))
def clear_notices(world: World) -> None:
    world.user.clear_notices()


@then(Phrase("a notice names {part}"), needs=("notice",))
def notice_names(world: World, part: str) -> None:
    expect.eventually(
        lambda: [n for n in world.user.notices() if part in n.get("text", "")], promise=f'a notice names "{part}"'
    )


def front_question(world: World) -> dict[str, Any]:
    """Return the question the user sees first."""
    prompt = world.user.prompt_wait(timeout_ms=5000)
    expect.true(prompt is not None, "a question waits", got=prompt)
    return prompt or {}


@given(Phrase("the user has opened the page {url}"), needs=("web",))
def open_page(world: World, url: str) -> None:
    world.names["the page"] = world.user.call("web.open", url=url)["tabId"]


@then(Phrase("the words of the question do not contain {part}"), needs=("prompt",))
def question_lacks(world: World, part: str) -> None:
    prompt = front_question(world)
    for key in ("title", "body", "payload", "subject"):
        expect.lacks(
            str(prompt.get(key)) if key != "subject" else " ".join(map(str, prompt["subject"].values())), part, key
        )
