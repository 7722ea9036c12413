"""The disk as an actor, and as a witness."""

from __future__ import annotations

from conformance.judge import expect
from conformance.steps.notebook import place, reading
from conformance.steps.phrases import Phrase
from conformance.steps.registry import given, then, when
from conformance.world import World


@given("an open folder", needs=("folder",))
def open_folder(world: World) -> None:
    world.disk.mkdir(".")


@given(Phrase("an open folder with {name} holding {text}"), needs=("folder",))
def open_folder_with(world: World, name: str, text: str) -> None:
    world.disk.write(place(world, name), text)


@given(Phrase("on disk {name} holds {text}"))
@when(Phrase("on disk {name} is changed to {text}"))
def write_file(world: World, name: str, text: str) -> None:
    world.disk.write(place(world, name), text)


@given(Phrase("on disk {name} holds the bytes {digits}"))
def write_bytes(world: World, name: str, digits: str) -> None:
    world.disk.write(place(world, name), bytes.fromhex(digits))


@given(Phrase("on disk {name} is a folder"))
def make_folder(world: World, name: str) -> None:
    world.disk.mkdir(place(world, name))


@given(Phrase("on disk {name} is a link to {target}"))
@when(Phrase("on disk {name} is turned into a link to {target}"))
def make_link(world: World, name: str, target: str) -> None:
    world.disk.remove(place(world, name))
    world.disk.symlink(place(world, name), place(world, target))


@given(Phrase("on disk {name} may not be read"))
def forbid_reading(world: World, name: str) -> None:
    world.disk.chmod(place(world, name), 0o000)


@given(Phrase("on disk {name} is removed"))
@when(Phrase("on disk {name} is removed"))
def remove(world: World, name: str) -> None:
    world.disk.remove(place(world, name))


@when(Phrase("on disk {name} gets a new time but the same bytes"))
def touch(world: World, name: str) -> None:
    world.disk.write(place(world, name), world.disk.bytes(place(world, name)))


@then(Phrase("on disk {name} still holds {text}"))
@then(Phrase("on disk {name} holds {text}"))
def holds(world: World, name: str, text: str) -> None:
    expect.equal(world.disk.read(place(world, name)), text, f'the file "{name}"')


@then(Phrase("on disk {name} holds the bytes {digits}"))
def holds_bytes(world: World, name: str, digits: str) -> None:
    expect.equal(world.disk.bytes(place(world, name)).hex(), digits.replace(" ", ""), f'the bytes of "{name}"')


@then(Phrase("on disk {name} holds what {doc} reads"))
def holds_document(world: World, name: str, doc: str) -> None:
    expect.equal(world.disk.read(place(world, name)), reading(world, doc)["content"], f'the file "{name}"')


@then(Phrase("on disk there is no {name}"))
def absent(world: World, name: str) -> None:
    expect.true(world.reply.well_formed, "the reply is complete", got=world.reply)
    expect.stays(lambda: not world.disk.exists(place(world, name)), f'no file "{name}" appears')


@then(Phrase("on disk {name} is still a link to {target}"))
def still_link(world: World, name: str, target: str) -> None:
    path = world.disk.path(place(world, name))
    expect.true(path.is_symlink(), f'"{name}" is a link')
    expect.equal(str(path.readlink()), place(world, target), f'the target of "{name}"')


@then(Phrase("on disk {name} holds {refused} if the call was refused, else {written}"))
def holds_either(world: World, name: str, refused: str, written: str) -> None:
    wanted = written if world.reply.kind == "ok" else refused
    expect.equal(world.disk.read(place(world, name)), wanted, f'the file "{name}"')
