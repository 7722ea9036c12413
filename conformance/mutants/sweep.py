"""The automatic sweep: for every known reply field five mechanical faults (09 section 14.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from conformance.catalogue.load import load
from conformance.mutants.record import (
    Fault,
    Message,
    Mutant,
    Wire,
    data_of,
    is_call,
    succeeded,
    tool_of,
    with_data,
)

KINDS = ("dropped", "type", "stale", "emptied", "inverted")
MISSING = object()


class FieldFault(Fault):
    """Changes one field in every reply of one action."""

    def __init__(self, wire: Wire, tool: str, action: str, path: str, kind: str) -> None:
        super().__init__(wire)
        self._tool, self._action, self._path, self._kind = tool, action, path, kind

    def reply(self, request: Message, reply: Message) -> Message:
        """Change the field where the reply has it."""
        error = self._tool == "*"
        if (not error and not is_call(request, self._tool, self._action)) or succeeded(reply) == error:
            return reply
        if error and not tool_of(request):
            return reply
        data = data_of(reply)
        changed = _edit(data, self._path.split("."), self._change)
        if not changed:
            return reply
        self.fire()
        return with_data(reply, data)

    def _change(self, value: object) -> object:
        before = self.memory.get("before", MISSING)
        self.memory["before"] = value
        if self._kind == "dropped":
            return MISSING
        if self._kind == "type":
            return {"was": "another type"} if not isinstance(value, dict) else "another type"
        if self._kind == "stale":
            return value if before is MISSING else before
        if self._kind == "emptied":
            return type(value)() if isinstance(value, str | list | dict) else value
        if isinstance(value, bool):
            return not value
        return value + 1 if isinstance(value, int) else value


def _edit(data: Any, path: list[str], change: Callable[[object], object]) -> bool:
    """Apply a change at a path like `windows[].tabs[].id`; return whether anything differs afterwards."""
    name, rest = path[0].removesuffix("[]"), path[1:]
    if not isinstance(data, dict) or name not in data:
        return False
    if rest:
        members = data[name] if path[0].endswith("[]") else [data[name]]
        return isinstance(members, list) and sum(_edit(member, rest, change) for member in members) > 0
    new = change(data[name])
    if new is MISSING:
        del data[name]
        return True
    differs = new != data[name] or type(new) is not type(data[name])
    data[name] = new
    return differs


def swept() -> list[Mutant]:
    """Return the five mutants of every field of the catalogue; `kills` is empty: any red row will do."""
    return [mutant for reply in load().fields for mutant in _of_reply(reply)]


def _of_reply(reply: Mapping[str, Any]) -> Iterator[Mutant]:
    tool, action = str(reply.get("tool", "*")), str(reply.get("action", "*"))
    for path in reply.get("fields", []):
        for kind in KINDS:
            make = partial(FieldFault, tool=tool, action=action, path=str(path), kind=kind)
            identifier = f"F:{tool}.{action}:{path}:{kind}"
            yield Mutant(identifier, tool, f"{path} {kind}", make, kills=(), kind="sweep", fired_min=0)
