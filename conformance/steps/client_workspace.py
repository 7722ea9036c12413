"""The client opens, saves, closes and switches."""

from __future__ import annotations

from typing import Any

from conformance.judge import expect
from conformance.steps.notebook import listed, place, quiet, tab_id, window_of
from conformance.steps.phrases import Phrase
from conformance.steps.registry import given, then, when
from conformance.world import World


def opened(world: World, name: str) -> None:
    """Open a file for the scenario and remember its tab."""
    reply = quiet(world, "workspace", "open", filePath=place(world, name))
    expect.ok(reply, f'"{name}" can be opened')
    world.names[name] = reply.get("tabId")


@given(Phrase("the client has opened {name}"))
def has_opened(world: World, name: str) -> None:
    opened(world, name)


@given(Phrase("the client has opened {name} in front"))
def has_opened_in_front(world: World, name: str) -> None:
    opened(world, name)
    has_switched(world, name)


@given(Phrase("{doc} is in front"))
def has_switched(world: World, doc: str) -> None:
    reply = quiet(world, "workspace", "switch_tab", tabId=tab_id(world, doc))
    expect.ok(reply, f'"{doc}" can be brought to the front')
    expect.equal(listed(world, doc).get("active"), True, f'"{doc}" is active')


@given(Phrase("a new tab {doc}"))
def new_tab(world: World, doc: str) -> None:
    reply = quiet(world, "workspace", "new")
    expect.ok(reply, "a tab can be made")
    world.names[doc] = reply.get("tabId")


@given(Phrase("a new tab {doc} holding {text}"))
def new_tab_with(world: World, doc: str, text: str) -> None:
    new_tab(world, doc)
    has_switched(world, doc)
    expect.ok(quiet(world, "document", "write", tabId=tab_id(world, doc), content=text), "it can be written")


@given("every tab is closed")
def close_all(world: World) -> None:
    for tab in world.tabs():
        quiet(world, "workspace", "close", tabId=tab["id"], force=True)
    expect.equal(world.tabs(), [], "every tab is closed")


@when(Phrase("the client makes a new tab {doc}"))
def make_new(world: World, doc: str) -> None:
    remember(world, doc, world.client.call("workspace", "new").get("tabId"))


@when(Phrase("the client makes a new tab {doc} of kind {kind:word}"))
def make_new_kind(world: World, doc: str, kind: str) -> None:
    remember(world, doc, world.client.call("workspace", "new", kind=kind).get("tabId"))


@when(Phrase("the client makes a new tab {doc} in the window of {label}"))
def make_new_there(world: World, doc: str, label: str) -> None:
    reply = world.client.call("workspace", "new", windowLabel=world.names[f"label of {label}"])
    remember(world, doc, reply.get("tabId"))


def remember(world: World, doc: str, identifier: Any) -> None:
    """Keep the tab id an answer gave, when it gave one."""
    if isinstance(identifier, str):
        world.names[doc] = identifier


@when(Phrase("the client opens {name}"))
def open_file(world: World, name: str) -> None:
    remember(world, name, world.client.call("workspace", "open", filePath=place(world, name)).get("tabId"))


@when(Phrase("the client opens {name} as {doc}"))
def open_as(world: World, name: str, doc: str) -> None:
    remember(world, doc, world.client.call("workspace", "open", filePath=place(world, name)).get("tabId"))


@when(Phrase("the client opens {name} in the window of {label}"))
def open_there(world: World, name: str, label: str) -> None:
    known = world.names[f"label of {label}"]
    reply = world.client.call("workspace", "open", filePath=place(world, name), windowLabel=known)
    remember(world, name, reply.get("tabId"))


@when(Phrase("the client opens the folder {name}"))
def open_folder(world: World, name: str) -> None:
    world.client.call("workspace", "open_workspace", folderPath=place(world, name))


@when(Phrase("the client opens the folder {name} for the window of {label}"))
def open_folder_there(world: World, name: str, label: str) -> None:
    known = world.names[f"label of {label}"]
    world.client.call("workspace", "open_workspace", folderPath=place(world, name), windowLabel=known)


@given(Phrase("the client has asked for the folder {name}"))
def has_asked(world: World, name: str) -> None:
    reply = quiet(world, "workspace", "open_workspace", folderPath=place(world, name))
    expect.pending(reply, f'opening "{name}" asks for consent')


@when(Phrase("the client saves {doc}"))
@given(Phrase("the client has saved {doc}"))
def save(world: World, doc: str) -> None:
    world.client.call("workspace", "save", tabId=tab_id(world, doc))


@when(Phrase("the client saves {doc} as {name}"))
def save_as(world: World, doc: str, name: str) -> None:
    world.client.call("workspace", "save_as", tabId=tab_id(world, doc), filePath=place(world, name))


@when(Phrase("the client closes {doc}"))
@given(Phrase("the client has closed {doc}"))
def close(world: World, doc: str) -> None:
    world.client.call("workspace", "close", tabId=tab_id(world, doc))


@when(Phrase("the client closes {doc} by force"))
def close_by_force(world: World, doc: str) -> None:
    world.client.call("workspace", "close", tabId=tab_id(world, doc), force=True)


@when(Phrase("the client switches to {doc}"))
def switch(world: World, doc: str) -> None:
    world.client.call("workspace", "switch_tab", tabId=tab_id(world, doc))


@given(Phrase("the window of {doc} is known"))
def know_window(world: World, doc: str) -> None:
    world.names[f"label of {doc}"] = window_of(world.state(), tab_id(world, doc)).get("label")


@then(Phrase("the client can open {name}"))
def can_open(world: World, name: str) -> None:
    reply = quiet(world, "workspace", "open", filePath=place(world, name))
    expect.ok(reply, f'"{name}" can be opened')
    world.names[name] = reply.get("tabId")


@then(Phrase("the client cannot open {name}"))
def cannot_open(world: World, name: str) -> None:
    reply = quiet(world, "workspace", "open", filePath=place(world, name))
    expect.refused(reply, "INVALID_PATH", f'"{name}" cannot be opened')


@then(Phrase("reading {doc} is refused with {code:word}"))
def reading_refused(world: World, doc: str, code: str) -> None:
    expect.refused(quiet(world, "document", "read", tabId=tab_id(world, doc)), code)


@then("the answer does not depend on whether the file exists")
def same_answers(world: World) -> None:
    replies = [
        quiet(world, "workspace", "open", filePath=place(world, f"outside/{n}")) for n in ("there.md", "gone.md")
    ]
    for reply in replies:
        expect.refused(reply, "INVALID_PATH")
    words = [r.message.replace(n, "NAME") for r, n in zip(replies, ("there.md", "gone.md"), strict=True)]
    expect.equal(words[1], words[0], "the words for a missing file and for an existing one")


@given(Phrase("the client has opened the folder {name}"))
def has_opened_folder(world: World, name: str) -> None:
    reply = quiet(world, "workspace", "open_workspace", folderPath=place(world, name))
    expect.ok(reply, f'the approved folder "{name}" opens')


@given(Phrase("{count:int} different folders were asked for"))
def many_asked(world: World, count: int) -> None:
    for number in range(count):
        name = f"outside/many/{number}"
        world.disk.mkdir(place(world, name))
        expect.pending(quiet(world, "workspace", "open_workspace", folderPath=place(world, name)))


@then(Phrase("the tab {doc} is gone exactly if the reply says closed"))
def closed_is_true(world: World, doc: str) -> None:
    gone = world.tab(tab_id(world, doc)) is None
    expect.equal(world.reply.get("closed"), gone, "closed tells the truth")
