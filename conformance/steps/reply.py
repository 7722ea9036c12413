"""What the last reply says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from conformance.judge import expect
from conformance.steps.notebook import place, reading, tab_id
from conformance.steps.phrases import Phrase, from_json
from conformance.steps.registry import then
from conformance.world import World


class Missing:
    """Stands for a field that is not there."""

    def __repr__(self) -> str:
        return "absent"


MISSING = Missing()


def field(data: Any, path: str) -> Any:
    """Return the value at a dotted path of an object, MISSING when there is none."""
    for key in path.split("."):
        if isinstance(data, list) and key.isdigit() and int(key) < len(data):
            data = data[int(key)]
        elif isinstance(data, dict) and key in data:
            data = data[key]
        else:
            return MISSING
    return data


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


Judge = Callable[[World, re.Match[str], Any], bool]
FORMS: list[tuple[str, Judge]] = [
    (r"a string", lambda w, m, v: isinstance(v, str)),
    (r"a non-empty string", lambda w, m, v: isinstance(v, str) and v.strip() != ""),
    (r"a string or null", lambda w, m, v: v is None or isinstance(v, str)),
    (r"an absolute path or null", lambda w, m, v: v is None or re.match(r"/|[A-Za-z]:[\\/]|\\\\", str(v)) is not None),
    (r"an integer", lambda w, m, v: _whole(v)),
    (r"a boolean", lambda w, m, v: isinstance(v, bool)),
    (r"a list", lambda w, m, v: isinstance(v, list)),
    (r"an object", lambda w, m, v: isinstance(v, dict)),
    (r"absent", lambda w, m, v: v is MISSING),
    (r"present", lambda w, m, v: v is not MISSING),
    (r"absent or (.+)", lambda w, m, v: v is MISSING or fits(w, v, m[1])),
    (r"at least (\d+)", lambda w, m, v: _whole(v) and v >= int(m[1])),
    (r"one of (.+)", lambda w, m, v: v in m[1].split(", ")),
    (r"matching /(.*)/", lambda w, m, v: isinstance(v, str) and re.search(m[1], v) is not None),
    (r'the revision of "(.+)"', lambda w, m, v: v == reading(w, m[1])["revision"]),
    (r'the kind of "(.+)"', lambda w, m, v: v == reading(w, m[1])["kind"]),
    (r'the path of "(.+)"', lambda w, m, v: v == place(w, m[1])),
    (r'the tab "(.+)"', lambda w, m, v: v == tab_id(w, m[1])),
    (r'the instance of "(.+)"', lambda w, m, v: v == w.names[f"instance of {m[1]}"]),
]
"""What may stand after "is": a form, or else a JSON literal."""


def fits(world: World, value: Any, wanted: str) -> bool:
    """Return whether a value is what the words say."""
    for pattern, judge in FORMS:
        found = re.fullmatch(pattern, wanted)
        if found is not None:
            return judge(world, found, value)
    literal = from_json(wanted)
    return bool(value == literal and isinstance(value, bool) == isinstance(literal, bool))


def check_field(world: World, data: Any, path: str, wanted: str) -> None:
    """Check one field of an object against words."""
    value = field(data, path)
    seen = "absent" if value is MISSING else value
    expect.true(fits(world, value, wanted), f'"{path}" is {wanted}', got=seen, wanted=wanted)


@then("the call succeeds")
def succeeds(world: World) -> None:
    expect.ok(world.reply)


@then(Phrase("the call is refused with {code:word}"))
def refused_with(world: World, code: str) -> None:
    expect.refused(world.reply, code)


@then("the call is refused as a wrong argument")
def wrong_argument(world: World) -> None:
    expect.argument_error(world.reply)


@then("the call is refused")
def refused(world: World) -> None:
    expect.refused(world.reply)


@then(Phrase("the call is refused as a wrong argument or with {code:word}"))
def wrong_argument_or(world: World, code: str) -> None:
    reply = world.reply
    held = reply.well_formed and (reply.kind in ("argument", "plain") or reply.code == code)
    expect.true(held, f"the call is refused as a wrong argument or with {code}", got=reply)


@then(Phrase("the call succeeds or is refused with {code:word}"))
def succeeds_or(world: World, code: str) -> None:
    reply = world.reply
    held = reply.well_formed and (reply.kind == "ok" or reply.code == code)
    expect.true(held, f"the call succeeds or is refused with {code}", got=reply)


@then("the call asks for consent")
def asks(world: World) -> None:
    expect.pending(world.reply)


@then(Phrase("the reply field {path} is {wanted:value}"))
def reply_field(world: World, path: str, wanted: str) -> None:
    check_field(world, world.reply.data, path, wanted)


@then("the reply has")
def reply_has(world: World, datatable: list[list[str]]) -> None:
    expect.ok(world.reply)
    for path, wanted in datatable[1:]:
        check_field(world, world.reply.data, path, wanted)


@then("the reply is an empty object")
def reply_empty(world: World) -> None:
    expect.ok(world.reply)
    expect.equal(world.reply.data, {}, "the result is an empty object")


@then(Phrase("the words of the reply name {part}"))
def reply_names(world: World, part: str) -> None:
    expect.contains(world.reply.text or world.reply.message, part, f'the refusal names "{part}"')


@then(Phrase("nothing in the reply shows {part}"))
def reply_hides(world: World, part: str) -> None:
    expect.true(world.reply.well_formed, "the reply is complete", got=world.reply)
    expect.lacks(json.dumps(world.reply.raw, ensure_ascii=False), part, f'the reply does not show "{part}"')


@then("the failure flag is set")
def flagged(world: World) -> None:
    expect.true(world.reply.flagged, "isError is true", got=world.reply.result)


@then("the reply carries an envelope with a known code and a message")
def proper_envelope(world: World) -> None:
    expect.equal(world.reply.kind, "envelope", "the refusal carries an envelope with a known code")
    expect.true(world.reply.message.strip(), "the envelope has a message", got=world.reply)


@then("the text of the reply is the envelope alone")
def bare_envelope(world: World) -> None:
    content = world.reply.result.get("content") or [{}]
    expect.true(_is_object(content[0].get("text", "")), "the text is one JSON object", got=content)


@then("the result is JSON text without the failure flag")
def plain_success(world: World) -> None:
    content = world.reply.result.get("content") or [{}]
    expect.true(not world.reply.flagged, "isError is absent or false", got=world.reply.result)
    expect.true(_is_object(content[0].get("text", "")), "the first block is the result as JSON text", got=content)


@then("structured content and text are the same object")
def same_object(world: World) -> None:
    content = world.reply.result.get("content") or [{}]
    structured = world.reply.result.get("structuredContent")
    expect.ok(world.reply)
    if structured is not None:
        expect.equal(structured, json.loads(content[0].get("text", "null")), "both forms are one object")


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


@then("the call is refused with NO_EDITOR, or with READ_ONLY where a viewer is read-only")
def no_editor(world: World) -> None:
    reply = world.reply
    held = reply.well_formed and reply.kind == "envelope" and reply.code in ("NO_EDITOR", "READ_ONLY")
    expect.true(held, "the call is refused with NO_EDITOR (or READ_ONLY)", got=reply)
