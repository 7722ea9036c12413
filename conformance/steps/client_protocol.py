"""The handshake, the tool list, raw lines and several requests at once."""

from __future__ import annotations

import json
from typing import Any

from conformance.client.replies import json_object
from conformance.judge import expect
from conformance.limits import LIMITS
from conformance.steps.notebook import meant, place, quiet, reading, tab_id
from conformance.steps.phrases import Phrase
from conformance.steps.registry import given, then, when
from conformance.steps.schema import violations
from conformance.world import World


def tool(world: World, name: str) -> dict[str, Any]:
    """Return one listed tool."""
    found = next((tool for tool in world.client.tools if tool.get("name") == name), None)
    expect.true(found is not None, f'the tool "{name}" is listed', got=[t.get("name") for t in world.client.tools])
    return found or {}


def hints(world: World, name: str) -> dict[str, Any]:
    """Return the annotations of one tool."""
    found = tool(world, name).get("annotations")
    return found if isinstance(found, dict) else {}


@when("the client lists the tools")
def list_tools(world: World) -> None:
    world.client.request("tools/list", {})


@when("the client pings")
def ping(world: World) -> None:
    world.client.request("ping")


@then("the handshake names a protocol revision, a server and its version")
def handshake(world: World) -> None:
    info = world.client.server_info
    server = info.get("serverInfo", {})
    for value in (info.get("protocolVersion"), server.get("name"), server.get("version")):
        expect.true(isinstance(value, str) and value.strip(), "a non-empty string", got=info)


@then("the handshake declares tools")
def declares_tools(world: World) -> None:
    expect.contains(world.client.server_info.get("capabilities", {}), "tools", "the capabilities")


@then(Phrase("the handshake does not declare {capability:word}"))
def declares_not(world: World, capability: str) -> None:
    expect.lacks(world.client.server_info.get("capabilities"), capability, "the capabilities")


@then("the handshake carries instructions")
def instructions(world: World) -> None:
    said = world.client.server_info.get("instructions")
    expect.true(isinstance(said, str) and said.strip(), "instructions for the client", got=said)


@then(Phrase("exactly these tools are listed: {names:value}"))
def exact_tools(world: World, names: str) -> None:
    listed = sorted(str(tool.get("name")) for tool in world.client.tools)
    expect.equal(listed, sorted(names.split(", ")), "the listed tools")


@then(Phrase("the tools {names:value} are read-only"))
def are_read_only(world: World, names: str) -> None:
    for name in names.split(", "):
        expect.equal(hints(world, name).get("readOnlyHint"), True, f"readOnlyHint of {name}")


@then(Phrase("the tools {names:value} are not read-only"))
def are_not_read_only(world: World, names: str) -> None:
    for name in names.split(", "):
        expect.true(
            hints(world, name).get("readOnlyHint", False) is False, f"{name} is not read-only", got=hints(world, name)
        )


@then(Phrase("the annotation {hint:word} of the tools {names:value} is {wanted:word}"))
def annotation(world: World, hint: str, names: str, wanted: str) -> None:
    for name in names.split(", "):
        expect.equal(hints(world, name).get(hint), json.loads(wanted), f"{hint} of {name}")


@then("no tool is annotated as read-only and destructive")
def no_contradiction(world: World) -> None:
    for listed in world.client.tools:
        marks = listed.get("annotations") or {}
        both = marks.get("readOnlyHint") is True and marks.get("destructiveHint") is True
        expect.true(not both, f"{listed.get('name')} is not both", got=marks)


@then(Phrase("every tool has a non-empty {key:word}"))
def every_tool_has(world: World, key: str) -> None:
    for listed in world.client.tools:
        said = listed.get(key) or (listed.get("annotations") or {}).get(key)
        expect.true(isinstance(said, str) and said.strip(), f"{listed.get('name')} has a {key}", got=said)


@then("every input schema is an object that requires a string action with an enumeration")
def schemas(world: World) -> None:
    for listed in world.client.tools:
        schema = listed.get("inputSchema", {})
        action = schema.get("properties", {}).get("action", {})
        expect.equal(schema.get("type"), "object", f"type of the schema of {listed.get('name')}")
        expect.true(action.get("type") == "string" and action.get("enum"), "action is an enumeration", got=action)
        expect.contains(schema.get("required", []), "action", f"required of {listed.get('name')}")


@then(Phrase("the tool {name:word} offers at least {actions:value}"))
def offers(world: World, name: str, actions: str) -> None:
    offered = tool(world, name)["inputSchema"]["properties"]["action"]["enum"]
    missing = [action for action in actions.split(", ") if action not in offered]
    expect.equal(missing, [], f"actions that {name} lacks")


@then(Phrase("the tool {name:word} offers exactly {actions:value}"))
def offers_exactly(world: World, name: str, actions: str) -> None:
    offered = tool(world, name)["inputSchema"]["properties"]["action"]["enum"]
    expect.equal(sorted(offered), sorted(actions.split(", ")), f"the actions of {name}")


@then(Phrase("the schema of {name:word} declares {params:value} as {kind:word}"))
def declares(world: World, name: str, params: str, kind: str) -> None:
    properties = tool(world, name)["inputSchema"]["properties"]
    for param in params.split(", "):
        expect.equal(properties.get(param, {}).get("type"), kind, f"the type of {param}")


@then(Phrase("the schema of {name:word} requires nothing but action"))
def requires_action(world: World, name: str) -> None:
    expect.equal(tool(world, name)["inputSchema"].get("required"), ["action"], f"required of {name}")


@then(Phrase("the schema of {name:word} lists {values:value} for {param:word}"))
def lists_values(world: World, name: str, values: str, param: str) -> None:
    enum = tool(world, name)["inputSchema"]["properties"][param].get("enum", [])
    expect.equal(sorted(enum), sorted(values.split(", ")), f"the values of {param}")


@then("every tabId parameter has a minimum length of one")
def tab_id_length(world: World) -> None:
    for listed in world.client.tools:
        declared = listed.get("inputSchema", {}).get("properties", {}).get("tabId")
        if declared is not None:
            expect.equal(declared.get("minLength"), 1, f"minLength of tabId in {listed.get('name')}")


@then(Phrase("structured content is there when {name:word} declares an output schema, and obeys it"))
def structured(world: World, name: str) -> None:
    expect.ok(world.reply)
    schema = tool(world, name).get("outputSchema")
    if schema is not None:
        content = world.reply.result.get("structuredContent")
        expect.true(isinstance(content, dict), "structuredContent is an object", got=world.reply.result)
        expect.equal(violations(content, schema), [], "violations of the output schema")


@when(Phrase("the client sends the line {line}"))
def send_line(world: World, line: str) -> None:
    world.client.raw(line.encode())


@when(Phrase("the client requests the method {method}"))
def request_method(world: World, method: str) -> None:
    world.client.request(method, {})


@then("the server still answers")
def still_answers(world: World) -> None:
    reply = world.client.mcp.request("ping")
    expect.ok(reply, "a ping is answered")
    expect.ok(quiet(world, "session", "get_state"), "the state can be read")


@then("the reply is an error of any kind")
def any_error(world: World) -> None:
    expect.true(world.reply.kind != "ok", "the request is refused", got=world.reply)


@when(Phrase("the client sends {count:int} reads of {doc} without waiting"))
def many_reads(world: World, count: int, doc: str) -> None:
    for _ in range(count):
        world.client.send("document", "read", tabId=tab_id(world, doc))
    world.names["replies"] = world.client.collect()


@then(Phrase("there are {count:int} replies that read {text}"))
def all_read(world: World, count: int, text: str) -> None:
    replies = world.names["replies"]
    expect.equal([reply.get("content") for reply in replies], [text] * count, "the replies")


@then(Phrase("there are {count:int} replies, and each is a text or a plain error"))
def all_answered(world: World, count: int) -> None:
    replies = world.names["replies"]
    expect.equal(len(replies), count, "the number of replies")
    expect.true(all(reply.kind in ("ok", "plain") for reply in replies), "no other kind", got=[r.kind for r in replies])


@when(Phrase("the client sends two writes, {first} and {second}, to {doc} with the revision it read"))
def two_writes(world: World, first: str, second: str, doc: str) -> None:
    for text in (first, second):
        known = world.names[f"revision of {doc}"]
        world.client.send("document", "write", tabId=tab_id(world, doc), content=text, expected_revision=known)
    world.names["replies"] = world.client.collect()


@then(Phrase("one of the two succeeds, the other is STALE, and {doc} reads the one that succeeded"))
def one_wins(world: World, doc: str) -> None:
    replies = world.names["replies"]
    expect.equal(sorted(r.kind for r in replies), ["envelope", "ok"], "one success and one refusal")
    expect.refused(next(r for r in replies if r.kind == "envelope"), "STALE")
    winner = next(r for r in replies if r.kind == "ok")
    expect.equal(reading(world, doc)["content"], winner.call.arguments["content"], "the text")


@when(Phrase("the client calls {call:call} with {args:json} twice at once"))
def twice_at_once(world: World, call: tuple[str, str], args: dict[str, Any]) -> None:
    for _ in range(2):
        world.client.send(*call, **meant(world, args))
    world.names["replies"] = world.client.collect()


@then("one of the two succeeds and the other asks for consent")
def one_of_two(world: World) -> None:
    expect.equal(sorted(r.kind for r in world.names["replies"]), ["ok", "pending"], "the two replies")


@then("the unknown arguments make no difference")
def extras_ignored(world: World) -> None:
    expect.ok(world.reply)
    without = quiet(world, world.reply.call.tool, world.reply.call.action)
    expect.unchanged(without.data, world.reply.data, "the same result with and without")


@when("the client hangs up")
def hang_up(world: World) -> None:
    world.names["exit code"] = world.client.hang_up()


@then(Phrase("the process ends with code {code:int}"))
def exit_code(world: World, code: int) -> None:
    expect.equal(world.names["exit code"], code, "the exit code")


@when(Phrase("the client sends a write of {size:int} bytes to {doc}"))
def oversized(world: World, size: int, doc: str) -> None:
    text = "x" * size
    world.client.call("document", "write", within=60, tabId=tab_id(world, doc), content=text)


@then(Phrase("the write went through whole or {doc} still reads {text}"))
def whole_or_refused(world: World, doc: str, text: str) -> None:
    if world.reply.kind != "ok":
        expect.equal(reading(world, doc)["content"], text, "a refused write changes nothing")
    expect.ok(world.client.mcp.request("ping"), "the server still answers")


@given("a second client has joined", needs=("second-client",))
def second_client(world: World) -> None:
    expect.ok(world.client2().call("session", "get_state"), "the second client can look at the state")


@when(Phrase("the second client opens the folder {name}"), needs=("second-client",))
def second_opens(world: World, name: str) -> None:
    world.client2().call("workspace", "open_workspace", folderPath=place(world, name))


@given("the editor is gone", needs=("separate",))
def editor_dies(world: World) -> None:
    world.subject.kill_editor()


@when("the editor comes back", needs=("separate",))
def editor_returns(world: World) -> None:
    world.subject.start_editor()


@when(Phrase("the server program is run with {flag}"))
def run_with_flag(world: World, flag: str) -> None:
    world.names["printed"] = world.subject.run_once(flag)


@then(Phrase("it prints a status ok with nine tools and ends with code {code:int}"))
def health(world: World, code: int) -> None:
    ended, printed = world.names["printed"]
    expect.equal(ended, code, "the exit code")
    said = json_object(printed.strip()) or {}
    expect.equal([said.get("status"), said.get("toolCount")], ["ok", 9], "status and toolCount")
    expect.equal(len(set(said.get("tools", []))), 9, "the names of the tools")


@then(Phrase("it prints the version of the handshake and ends with code {code:int}"))
def version(world: World, code: int) -> None:
    ended, printed = world.names["printed"]
    expect.equal(ended, code, "the exit code")
    expect.contains(printed, world.client.server_info["serverInfo"]["version"], "what is printed")


@then(Phrase("a call for the state fails within {seconds:int} seconds"))
def fails_within(world: World, seconds: int) -> None:
    begun = LIMITS.now()
    reply = world.client.call("session", "get_state", within=seconds)
    expect.refused(reply, promise="the call fails")
    expect.true(LIMITS.now() - begun <= LIMITS.scaled(seconds), "it fails in time", got=LIMITS.now() - begun)


@then("a call for the state succeeds again")
def succeeds_again(world: World) -> None:
    expect.eventually(
        lambda: quiet(world, "session", "get_state").kind == "ok", within=20, promise="calls succeed again"
    )


@then("the tools are listed all the same")
def listed_all_the_same(world: World) -> None:
    reply = world.client.mcp.request("tools/list", {})
    expect.equal(len(reply.get("tools", [])), 9, "the number of tools")


@then(Phrase("{doc} eventually can be read"))
def can_be_read(world: World, doc: str) -> None:
    expect.eventually(
        lambda: quiet(world, "document", "read", tabId=tab_id(world, doc)).kind == "ok", promise=f'"{doc}" can be read'
    )


@when(Phrase("the second client opens the folder {name} and claims to be the first"), needs=("second-client",))
def second_claims(world: World, name: str) -> None:
    claims = {"client": "vmark-conformance", "clientId": "1", "principal": "1", "clientToken": "1"}
    folder = place(world, name)
    world.client2().call_with("workspace", {"action": "open_workspace", "folderPath": folder, **claims})
