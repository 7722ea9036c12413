"""The client reads and replaces the selection."""

from __future__ import annotations

from typing import Any

from conformance.client.replies import Reply
from conformance.judge import expect
from conformance.steps.client_workspace import has_switched
from conformance.steps.notebook import listed, quiet, reading, tab_id
from conformance.steps.phrases import Phrase
from conformance.steps.registry import given, then, when
from conformance.world import World


def utf16(text: str) -> int:
    """Return the length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def units(text: str, start: int, end: int) -> str:
    """Return the slice of a text between two UTF-16 offsets."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


@given(Phrase("{doc} is in front with a live editor"))
def live_editor(world: World, doc: str) -> None:
    has_switched(world, doc)
    expect.eventually(
        lambda: quiet(world, "selection", "get").kind == "ok", promise=f'"{doc}" has an editor with a selection'
    )


@given(Phrase("{doc} has unsaved text"))
def unsaved(world: World, doc: str) -> None:
    live_editor(world, doc)
    expect.ok(quiet(world, "selection", "set", content="unsaved"), "text can be inserted at the caret")
    expect.equal(listed(world, doc).get("dirty"), True, f'"{doc}" is dirty')
    world.names[f"text of {doc}"] = reading(world, doc)["content"]


@then(Phrase("{doc} still reads its unsaved text"))
def still_unsaved(world: World, doc: str) -> None:
    expect.equal(reading(world, doc)["content"], world.names[f"text of {doc}"], f'the text of "{doc}"')


@given("the client has asked for the selection")
def has_asked(world: World) -> None:
    reply = quiet(world, "selection", "get")
    expect.ok(reply, "the selection can be read")
    world.names["selection"] = reply.data


@when("the client asks for the selection")
def ask(world: World) -> None:
    world.client.call("selection", "get")


@when(Phrase("the client asks for the selection of {doc}"))
def ask_of(world: World, doc: str) -> None:
    world.client.call("selection", "get", tabId=tab_id(world, doc))


@when(Phrase("the client replaces the selection with {text}"))
@given(Phrase("the client has replaced the selection with {text}"))
def replace(world: World, text: str) -> None:
    world.client.call("selection", "set", content=text)


@when(Phrase("the client replaces the selection of {doc} with {text}"))
def replace_of(world: World, doc: str, text: str) -> None:
    world.client.call("selection", "set", tabId=tab_id(world, doc), content=text)


@when(Phrase("the client replaces the selection with {text} using the revision of the selection"))
def replace_with_revision(world: World, text: str) -> None:
    world.client.call("selection", "set", content=text, expected_revision=world.names["selection"]["revision"])


@when(Phrase("the client replaces the selection with {text} using the revision it read of {doc}"))
def replace_with_old(world: World, text: str, doc: str) -> None:
    world.client.call("selection", "set", content=text, expected_revision=world.names[f"revision of {doc}"])


@then(Phrase("the selection is {text}"))
def selected_text(world: World, text: str) -> None:
    expect.equal(selection(world).get("text"), text, "the selected text")


@then(Phrase("the selection is a caret at {place:int}"))
def caret_at(world: World, place: int) -> None:
    expect.equal(selection(world).get("range"), {"from": place, "to": place}, "the place of the caret")


@then(Phrase("the selection is {text} from {start:int} to {end:int}"))
def selected_range(world: World, text: str, start: int, end: int) -> None:
    found = selection(world)
    expect.equal(found.get("range"), {"from": start, "to": end}, "the range")
    expect.equal(found.get("text"), text, "the selected text")


@then(Phrase("the range is {start:int} to {end:int}"))
def only_range(world: World, start: int, end: int) -> None:
    expect.equal(selection(world).get("range"), {"from": start, "to": end}, "the range")


@then("the selection is a caret")
def is_caret(world: World) -> None:
    found = selection(world)
    ends = found["range"]
    expect.equal([found.get("text"), found.get("isEmpty")], ["", True], "text and isEmpty of a caret")
    expect.equal(ends["from"], ends["to"], "the ends of a caret")


@then(Phrase("the selected text is the slice of {doc} by the range"))
def is_slice(world: World, doc: str) -> None:
    found = selection(world)
    ends = found["range"]
    expect.equal(found["text"], units(reading(world, doc)["content"], ends["from"], ends["to"]), "the slice")


@then("the number of replaced characters is the length of the selection before")
def replaced_count(world: World) -> None:
    expect.ok(world.reply)
    wanted = utf16(world.names["selection"]["text"])
    expect.equal(world.reply.get("replaced_chars"), wanted, "replaced_chars counts what was selected")


@then(Phrase("the range of the reply has its ends in order"))
def in_order(world: World) -> None:
    expect.ok(world.reply)
    ends = world.reply.get("range", {})
    expect.true(ends.get("from", 1) < ends.get("to", 0), "from is before to", got=ends)
    expect.equal(world.reply.get("isEmpty"), False, "isEmpty")


@then(Phrase("the selection is the whole text of {doc} or says that it is truncated"))
def whole_selection(world: World, doc: str) -> None:
    expect.ok(world.reply)
    whole = world.reply.get("truncated") is True or world.reply.get("text") == reading(world, doc)["content"]
    expect.true(whole, "the text is whole or the answer says truncated", got=str(world.reply.data)[:120])


def selection(world: World) -> dict[str, Any]:
    """Return what `selection.get` says now, as a witness."""
    reply: Reply = quiet(world, "selection", "get")
    expect.ok(reply, "the selection can be read")
    return dict(reply.data)
