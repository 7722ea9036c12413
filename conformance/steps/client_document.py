"""The client reads and writes documents."""

from __future__ import annotations

from conformance.judge import expect
from conformance.steps.notebook import everything, listed, quiet, reading, tab_id
from conformance.steps.phrases import Phrase
from conformance.steps.registry import given, then, when
from conformance.steps.samples import SAMPLES, long_text
from conformance.world import World


@given(Phrase("the client has read {doc}"))
@when(Phrase("the client has read {doc} again"))
def has_read(world: World, doc: str) -> None:
    world.names[f"revision of {doc}"] = reading(world, doc)["revision"]


@when(Phrase("the client reads {doc}"))
def read(world: World, doc: str) -> None:
    world.client.call("document", "read", tabId=tab_id(world, doc))


@when(Phrase("the client writes {text} to {doc}"))
def write(world: World, text: str, doc: str) -> None:
    world.client.call("document", "write", tabId=tab_id(world, doc), content=text)


@given(Phrase("the client has written {text} to {doc}"))
def has_written(world: World, text: str, doc: str) -> None:
    expect.ok(quiet(world, "document", "write", tabId=tab_id(world, doc), content=text), f'"{doc}" can be written')


@when(Phrase("the client writes {text} to {doc} with the revision it read"))
def write_with(world: World, text: str, doc: str) -> None:
    known = world.names[f"revision of {doc}"]
    world.client.call("document", "write", tabId=tab_id(world, doc), content=text, expected_revision=known)


@when(Phrase("the client writes {text} to {doc} with the revision it read of {other}"))
def write_with_other(world: World, text: str, doc: str, other: str) -> None:
    known = world.names[f"revision of {other}"]
    world.client.call("document", "write", tabId=tab_id(world, doc), content=text, expected_revision=known)


@when(Phrase("the client writes the {sample:word} sample to {doc}"))
@given(Phrase("the client has written the {sample:word} sample to {doc}"))
def write_sample(world: World, sample: str, doc: str) -> None:
    world.client.call("document", "write", tabId=tab_id(world, doc), content=SAMPLES[sample])


@then(Phrase("{doc} reads exactly the {sample:word} sample"))
def reads_sample(world: World, doc: str, sample: str) -> None:
    expect.equal(reading(world, doc)["content"], SAMPLES[sample], f'the text of "{doc}"')


@when(Phrase("the client writes a text of {size:int} bytes to {doc}"))
@given(Phrase("the client has written a text of {size:int} bytes to {doc}"))
def write_long(world: World, size: int, doc: str) -> None:
    world.client.call("document", "write", within=30, tabId=tab_id(world, doc), content=long_text(size))
    expect.ok(world.reply)


@then(Phrase("{doc} reads the whole text of {size:int} bytes"))
def reads_long(world: World, doc: str, size: int) -> None:
    content = reading(world, doc).get("content")
    expect.true(content == long_text(size), f"the whole text of {size} bytes", got=str(content)[:80])


@then(Phrase("the reply is the whole text of {size:int} bytes or says that it is truncated"))
def whole_or_truncated(world: World, size: int) -> None:
    expect.ok(world.reply)
    truncated = world.reply.get("truncated") is True
    held = truncated or world.reply.get("content") == long_text(size)
    expect.true(held, "the text is whole or the answer says truncated", got=str(world.reply.data)[:120])


@then(Phrase("a truncated result keeps to its bound"))
def truncation_bound(world: World) -> None:
    expect.ok(world.reply)
    if world.reply.get("truncated") is True:
        expect.true(len(world.reply.text.encode()) <= 75_000, "at most 75000 bytes", got=len(world.reply.text.encode()))
        expect.true(isinstance(world.reply.get("preview"), str), "preview is text", got=world.reply.get("preview"))


@then(Phrase("{doc} reads {text}"))
@then(Phrase("{doc} still reads {text}"))
def reads(world: World, doc: str, text: str) -> None:
    expect.equal(reading(world, doc).get("content"), text, f'the text of "{doc}"')


@then(Phrase("{doc} reads one of {texts:quoted_list}"))
def reads_one_of(world: World, doc: str, texts: list[str]) -> None:
    content = reading(world, doc).get("content")
    expect.true(content in texts, f'the text of "{doc}" is one of {texts}', got=content)


@then(Phrase("{doc} eventually reads {text}"))
def eventually_reads(world: World, doc: str, text: str) -> None:
    expect.eventually(lambda: reading(world, doc).get("content") == text, promise=f'"{doc}" reads {text!r}')


@then(Phrase("{doc} keeps reading {text}"))
def keeps_reading(world: World, doc: str, text: str) -> None:
    expect.stays(lambda: reading(world, doc).get("content") == text, f'"{doc}" keeps {text!r}', within=2.0)


@then(Phrase("the client can write {text} to {doc} with the current_revision of the reply"))
def retry(world: World, text: str, doc: str) -> None:
    known = world.reply.get("current_revision")
    reply = quiet(world, "document", "write", tabId=tab_id(world, doc), content=text, expected_revision=known)
    expect.ok(reply, "the retry with current_revision succeeds")
    expect.equal(reading(world, doc)["content"], text, f'the text of "{doc}"')


@then(Phrase("the file of {doc} at {name} agrees with what the reply says about saving"))
def disk_agrees(world: World, doc: str, name: str) -> None:
    expect.ok(world.reply)
    saved, before = world.reply.get("saved") is True, world.names[f"bytes of {name}"]
    wanted = reading(world, doc)["content"].encode() if saved else before
    expect.equal(world.disk.bytes(name).decode(), wanted.decode(), f'the file "{name}"')
    expect.equal(listed(world, doc).get("dirty"), not saved, "dirty tells whether the file is behind")


@given(Phrase("the bytes of {name} are noted"))
def note_bytes(world: World, name: str) -> None:
    world.names[f"bytes of {name}"] = world.disk.bytes(name)


@then(Phrase("the reply is exactly a revision or says saved"))
def exactly_revision(world: World) -> None:
    expect.ok(world.reply)
    expect.contains(world.reply.data, "revision", "the result has a revision")
    if world.reply.get("saved") is not True:
        expect.true(world.reply.get("saved") in (None, False), "saved is a boolean when given", got=world.reply.data)


@then(Phrase("what is said about skipping a save is consistent"))
def save_words(world: World) -> None:
    expect.ok(world.reply)
    both = "save_skipped" in world.reply.data and "save_error" in world.reply.data
    expect.true(not both, "save_skipped and save_error exclude each other", got=world.reply.data)


@then(Phrase("if the reply carries saved, it says that the save was skipped because of {why}"))
def skipped_because(world: World, why: str) -> None:
    expect.ok(world.reply)
    if "saved" in world.reply.data:
        said = [world.reply.get("saved"), world.reply.get("save_skipped")]
        expect.equal(said, [False, why], "saved and save_skipped")


@when(Phrase("the client writes {text} to {doc} without saving, where that can be asked for"))
def write_unsaved(world: World, text: str, doc: str) -> None:
    schema = next(t for t in world.client.tools if t["name"] == "document")["inputSchema"]
    extra = {"save": False} if "save" in schema.get("properties", {}) else {}
    world.names["asked not to save"] = bool(extra)
    world.client.call("document", "write", tabId=tab_id(world, doc), content=text, **extra)


@then("the file system could not make the subject lie about saving")
def error_reported(world: World) -> None:
    expect.ok(world.reply)
    if "saved" in world.reply.data:
        expect.equal(world.reply.get("saved"), False, "a failed write to disk is not called saved")
        expect.contains(world.reply.data, "save_error", "the failure is named")


@then(Phrase("writing to {doc} is refused with {code:word}"))
def writing_refused(world: World, doc: str, code: str) -> None:
    before = reading(world, doc)["content"]
    expect.refused(quiet(world, "document", "write", tabId=tab_id(world, doc), content="other"), code)
    expect.equal(reading(world, doc)["content"], before, f'the text of "{doc}"')


@then(Phrase("writing {text} to {doc} with the revision it read is refused with {code:word}"))
def stale_write_refused(world: World, text: str, doc: str, code: str) -> None:
    known = world.names[f"revision of {doc}"]
    reply = quiet(world, "document", "write", tabId=tab_id(world, doc), content=text, expected_revision=known)
    expect.refused(reply, code)


@then("the files are those noted")
def files_unchanged(world: World) -> None:
    expect.unchanged(world.names["everything"]["files"], everything(world)["files"], "the files are as before")


@then(Phrase("the file stays as it was if leaving out the save could be asked for: {name} holds {text}"))
def left_out(world: World, name: str, text: str) -> None:
    if world.names["asked not to save"]:
        expect.equal(world.disk.read(name), text, f'the file "{name}"')


@then(Phrase("the text of {doc} without its final newline is {text}"))
def text_without_end(world: World, doc: str, text: str) -> None:
    expect.equal(reading(world, doc)["content"].removesuffix("\n"), text, f'the text of "{doc}"')


@then(Phrase("the user sees the words {words} in one paragraph of {doc}"))
def one_paragraph(world: World, words: str, doc: str) -> None:
    content = reading(world, doc)["content"].rstrip("\n")
    expect.lacks(content, "\n", "no further line or paragraph")
    expect.equal(content.replace("\\", ""), words, "the words of the paragraph, escapes aside")
