"""What a wire mutant is: its record, and the base of the fault it puts between runner and subject.

Records live in `conformance.mutants.faults_*`, each module with a tuple `MUTANTS`:

    class NoErrorFlag(Fault):
        def reply(self, request, reply):
            if reply.get("result", {}).get("isError"):
                self.fire()
                del reply["result"]["isError"]
            return reply

    MUTANTS = (Mutant("M03", "protocol", "refusals are sent without the error flag", NoErrorFlag, kills=("MCP-039",)),)
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import conformance.mutants

Message = dict[str, Any]


class Wire(Protocol):
    """What a fault may do besides rewriting: ask the subject something of its own."""

    def ask(self, tool: str, action: str, **args: Any) -> Message:
        """Call a tool of the subject and return the `result` of the answer."""

    def ask_method(self, method: str, params: Mapping[str, Any] | None = None) -> Message:
        """Send any request to the subject and return the whole answer."""


@dataclass
class Fault:
    """A fault with state of its own; `fire` is called each time it really changed something."""

    wire: Wire
    fired: int = 0
    memory: dict[str, Any] = field(default_factory=dict)

    def fire(self) -> None:
        """Count one exercise of the fault."""
        self.fired += 1

    def request(self, request: Message) -> Message | None:
        """Return the request to pass on, changed in place or new; None: answer it with `answer` instead."""
        return request

    def answer(self, request: Message) -> Message:
        """Return the `result` of a request that `request` held back."""
        return {"content": [{"type": "text", "text": "{}"}]}

    def reply(self, request: Message, reply: Message) -> Message:
        """Return the reply to pass back; `request` is what the runner sent."""
        return reply


@dataclass(frozen=True)
class Mutant:
    """One fault with the requirements that must turn red (`kills`) and those that may (`also`)."""

    id: str
    tool: str
    fault: str
    make: Callable[[Wire], Fault]
    kills: tuple[str, ...]
    also: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    kind: str = "W"
    fired_min: int = 1


def all_mutants() -> list[Mutant]:
    """Return the records of all fault modules, by id."""
    found: list[Mutant] = []
    for module in pkgutil.iter_modules(conformance.mutants.__path__):
        if module.name.startswith("faults_"):
            found += importlib.import_module(f"conformance.mutants.{module.name}").MUTANTS
    return sorted(found, key=lambda mutant: mutant.id)


# -- reading and rewriting messages


def tool_of(request: Mapping[str, Any]) -> str:
    """Return the tool of a call, empty for other requests."""
    params = request.get("params")
    named = params.get("name") if isinstance(params, dict) and request.get("method") == "tools/call" else None
    return named if isinstance(named, str) else ""


def args_of(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call, the very object, so that changes count; empty for other requests."""
    params = request.get("params")
    found = params.get("arguments") if isinstance(params, dict) else None
    return found if isinstance(found, dict) else {}


def action_of(request: Mapping[str, Any]) -> str:
    """Return the action of a call, empty when there is none."""
    found = args_of(request).get("action")
    return found if isinstance(found, str) else ""


def is_call(request: Mapping[str, Any], tool: str, *actions: str) -> bool:
    """Return whether a request calls a tool, with one of the actions when some are named."""
    return tool_of(request) == tool and (not actions or action_of(request) in actions)


def succeeded(reply: Mapping[str, Any]) -> bool:
    """Return whether a reply is a tool result without the failure flag."""
    result = reply.get("result")
    return isinstance(result, dict) and "content" in result and result.get("isError") is not True


def data_of(reply: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of the data of a tool result: structured, else the JSON text, else empty."""
    result = reply.get("result")
    if not isinstance(result, dict):
        return {}
    structured = result.get("structuredContent")
    if isinstance(structured, dict):
        return json.loads(json.dumps(structured))  # type: ignore[no-any-return]
    for block in result.get("content", []):
        if block.get("type") == "text":
            try:
                found = json.loads(block["text"])
            except ValueError:
                return {}
            return found if isinstance(found, dict) else {}
    return {}


def with_data(reply: Message, data: Mapping[str, Any]) -> Message:
    """Return a reply that carries other data in its text and, where it had it, in its structured part."""
    result = dict(reply["result"])
    result["content"] = [{"type": "text", "text": json.dumps(data, indent=2)}]
    if "structuredContent" in result:
        result["structuredContent"] = dict(data)
    return {**reply, "result": result}


def envelope(code: str, message: str = "refused", **more: Any) -> Message:
    """Return the `result` of a refusal with a code, for faults that answer by themselves."""
    data = {"error": code, "message": message, **more}
    return {"content": [{"type": "text", "text": json.dumps(data)}], "structuredContent": data, "isError": True}


def success(data: Mapping[str, Any]) -> Message:
    """Return the `result` of a success, for faults that answer by themselves."""
    return {"content": [{"type": "text", "text": json.dumps(data)}], "structuredContent": dict(data)}
