"""An MCP client over a link: handshake of both eras, tool list, calls; replies come classified."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance import __version__
from conformance.client import jsonrpc
from conformance.client.replies import Call, Reader, Reply
from conformance.client.stdio import Link, SubjectFaultError, SubjectHungError
from conformance.judge.monitors import WireMonitor
from conformance.limits import LIMITS

HANDSHAKE_REVISIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
STATELESS_REVISION = "2026-07-28"
CLIENT_INFO = {"name": "vmark-conformance", "version": __version__}
OUTSTANDING = 8
PAGES = 50
WAITING_ACTIONS = frozenset({"open", "navigate", "wait", "wait_for"})


@dataclass
class McpClient:
    """One client. Request ids are increasing integers; every wait has a limit."""

    link: Link
    reader: Reader
    wire: WireMonitor
    tools: list[dict[str, Any]] = field(default_factory=list)
    server: dict[str, Any] = field(default_factory=dict)
    protocol: str = ""
    hung: bool = False

    def __post_init__(self) -> None:
        self._ids = itertools.count(1)
        self._calls: dict[int, Call] = {}

    # -- beginning

    def handshake(self, limit: float) -> None:
        """Introduce ourselves, by stateless discovery if need be, and list the tools; `limit` before scaling."""
        params = {
            "protocolVersion": HANDSHAKE_REVISIONS[0],
            "capabilities": {},
            "clientInfo": CLIENT_INFO,
        }
        reply = self.request("initialize", params, within=limit)
        if reply.kind == "rpc-error" and reply.rpc_code == jsonrpc.METHOD_NOT_FOUND:
            self._discover(limit)
        elif reply.kind == "ok" and reply.well_formed:
            self._accept(reply.data)
            self.notify("notifications/initialized", None)
        else:
            raise SubjectFaultError(f"the handshake failed: {reply.kind} {reply.message}")
        self.tools = self.list_tools(limit)

    def _accept(self, server: dict[str, Any]) -> None:
        revision = server.get("protocolVersion")
        if revision not in HANDSHAKE_REVISIONS:
            raise SubjectFaultError(f"the server answered with an unknown protocol revision: {revision!r}")
        self.server, self.protocol = server, str(revision)

    def _discover(self, limit: float) -> None:
        self.protocol = STATELESS_REVISION
        reply = self.request("server/discover", {}, within=limit)
        if reply.kind != "ok":
            self.protocol = ""
            raise SubjectFaultError("the server knows neither initialize nor the stateless discovery")
        self.server = reply.data

    def list_tools(self, limit: float | None = None) -> list[dict[str, Any]]:
        """Return the tools of all pages."""
        tools: list[dict[str, Any]] = []
        cursor: str | None = None
        for _ in range(PAGES):
            reply = self.request("tools/list", {} if cursor is None else {"cursor": cursor}, within=limit)
            listed = reply.data.get("tools") if isinstance(reply.data, dict) else None
            if reply.kind != "ok" or not isinstance(listed, list):
                raise SubjectFaultError("tools/list gave no tools")
            tools += [tool for tool in listed if isinstance(tool, dict)]
            cursor = reply.data.get("nextCursor")
            if not isinstance(cursor, str):
                return tools
        raise SubjectFaultError(f"tools/list has more than {PAGES} pages")

    # -- calling

    def call(self, tool: str, args: Mapping[str, Any], *, within: float | None = None) -> Reply:
        """Call a tool and wait."""
        return self.receive(self.send(tool, args), within=within)

    def send(self, tool: str, args: Mapping[str, Any]) -> int:
        """Send a tool call and return its id."""
        params = {"name": tool, "arguments": dict(args)}
        action = args.get("action")
        call = Call("tools/call", tool, action if isinstance(action, str) else "", dict(args))
        return self._send("tools/call", params, call)

    def receive(self, request_id: int, *, within: float | None = None) -> Reply:
        """Wait for the reply to a request that was sent, at most `within` seconds before scaling."""
        call = self._calls[request_id]
        try:
            raw = self.link.response(request_id, LIMITS.scaled(_limit(call) if within is None else within))
        except SubjectHungError as error:
            self.hung = True
            raise SubjectHungError(f"{call}: {error}") from None
        except SubjectFaultError as error:
            raise type(error)(f"{call}: {error}") from None
        del self._calls[request_id]
        return self.reader.read(raw, call)

    def request(self, method: str, params: Mapping[str, Any] | None = None, *, within: float | None = None) -> Reply:
        """Send any request and wait."""
        return self.receive(self._send(method, params, Call(method)), within=within)

    def notify(self, method: str, params: Mapping[str, Any] | None) -> None:
        """Send a notification."""
        self.link.send(jsonrpc.encode(jsonrpc.notification(method, params)))

    def raw(self, line: bytes) -> None:
        """Send bytes as they are, with a line end when there is none."""
        message, _ = jsonrpc.decode(line)
        carried = message.get("id") if message is not None else None
        self.wire.allow_raw([carried] if isinstance(carried, int | str) else [])
        self.link.send(line if line.endswith(b"\n") else line + b"\n")

    def raw_answer(self, request_id: int, within: float | None = None) -> dict[str, Any]:
        """Wait for the answer to an id that was sent raw."""
        return self.link.response(request_id, LIMITS.scaled(LIMITS.call if within is None else within))

    def next_stray(self, within: float | None = None) -> dict[str, Any] | None:
        """Return the next message that answers nothing, None when none comes."""
        return self.link.stray(LIMITS.scaled(LIMITS.eventually if within is None else within))

    def _send(self, method: str, params: Mapping[str, Any] | None, call: Call) -> int:
        request_id = next(self._ids)
        self._calls[request_id] = call
        self.link.send(jsonrpc.encode(jsonrpc.request(request_id, method, self._with_meta(params))))
        return request_id

    def _with_meta(self, params: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        if self.protocol != STATELESS_REVISION:
            return params
        prefix = "io.modelcontextprotocol/"
        meta = {
            f"{prefix}protocolVersion": STATELESS_REVISION,
            f"{prefix}clientInfo": CLIENT_INFO,
            f"{prefix}clientCapabilities": {},
        }
        return {**(params or {}), "_meta": meta}


def _limit(call: Call) -> float:
    if call.action in WAITING_ACTIONS and call.tool in ("browser", "browser_read"):
        asked = call.arguments.get("timeoutMs", 10_000)
        return (asked / 1000 if isinstance(asked, int | float) else 10.0) + 8.0
    return LIMITS.call
