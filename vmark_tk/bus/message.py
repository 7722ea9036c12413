"""A call of a client as the handlers see it."""

from __future__ import annotations

from dataclasses import dataclass, field

from vmark_tk.core.ids import Principal
from vmark_tk.core.result import JsonObject


@dataclass(frozen=True, slots=True)
class Client:
    """Who is at the other end of a connection; `name` and `version` are for display only (MCP-084)."""

    principal: Principal
    name: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """One tools/call: raw arguments, and the client by its connection (ARC-011)."""

    tool: str
    args: JsonObject
    client: Client
    number: int = field(default=0, compare=False)
