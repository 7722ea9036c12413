"""The MCP server: one session of the `mcp` package a connection, in the thread that imports this module (00 D12).

Between socket and session stands our own reading of lines, so that nothing a client sends can end its session, and our
own checks of arguments, so that refusals are worded alike everywhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Self

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, to_json

from vmark_tk import __version__
from vmark_tk.bus.message import Client, Request
from vmark_tk.core.ids import Principal
from vmark_tk.core.result import JsonObject, Reply
from vmark_tk.mcp.clients import Clients
from vmark_tk.mcp.door import Accepted
from vmark_tk.mcp.encode import result_of
from vmark_tk.mcp.lines import (
    INVALID_REQUEST,
    LineSplitter,
    MessageId,
    Refused,
    decode,
    dump_plain,
    encode,
    encode_result,
)
from vmark_tk.mcp.schemas import INSTRUCTIONS, SERVER_NAME, TOOLS

REMEMBERED = 256  # answered calls per connection (01 section 2.15)
MAX_KEPT_ANSWER = 64 * 1024  # bytes
MAX_UNANSWERED = 64 * 1024 * 1024  # bytes of requests; beyond, no more is read until some are answered
MAX_UNWRITTEN = 4 * 1024 * 1024  # bytes of answers; beyond, no more is read until the client has read some
AT_ONCE = 16  # calls of one client that the editor is asked for at once, so that answers do not pile up
PATIENCE_S = 0.2  # after that a call that waits for something holds up no later one
SLICE = 256 * 1024
SILENT_S, PING_S = 20.0, 5.0
_PING = "vmark-ping-"
_CLIENT_INFO = "io.modelcontextprotocol/clientInfo"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Deps:
    """What a session needs of the editor; `left` is told of the end of a connection."""

    submit: Callable[[Request], Future[Reply]]
    principal: Callable[[], Principal]
    clients: Clients
    left: Callable[[Principal], None]


@dataclass(slots=True)
class _Call:
    """A tools/call by its id: the line's hash to know it again, its size, and the answer if that is small."""

    digest: int
    size: int
    answer: bytes | None = None
    done: bool = False


class _Place:
    """A place among the calls under way; left once."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places: asyncio.Semaphore | None = places

    def leave(self) -> None:
        """Let the next call through."""
        places, self._places = self._places, None
        if places is not None:
            places.release()


class Connection(asyncio.Protocol):
    """One client: lines in, messages to the session; messages of the session, lines out."""

    def __init__(self, deps: Deps, accepted: Accepted) -> None:
        self._deps = deps
        self._accepted = accepted
        self.principal = deps.principal()
        self._splitter = LineSplitter()
        self._inbox, self.messages = anyio.create_memory_object_stream[SessionMessage | Exception](float("inf"))
        self._calls: OrderedDict[MessageId, _Call] = OrderedDict()
        self._unanswered = 0
        self._transport: asyncio.Transport | None = None
        self._outgoing: deque[memoryview] = deque()
        self._unwritten = 0
        self._room = asyncio.Event()
        self._room.set()
        self._turn = asyncio.Lock()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._choked = False
        self._paused = False
        self._closing = False
        self._heard_at = 0.0
        self._pings = 0
        self._may_ping = False

    # --- asyncio.Protocol ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with what came right behind the greeting."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=SLICE)
        self._deps.clients.add(self.principal)
        if self._accepted.rest:
            self.data_received(self._accepted.rest)

    def data_received(self, data: bytes) -> None:
        """Take in what the client sent."""
        self._heard_at = asyncio.get_running_loop().time()
        for line in self._splitter.feed(data):
            self._take(line)
        self._regulate()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the session end; calls that wait are given up."""
        self._inbox.close()
        self._room.set()  # nothing is written any more: let what waits come to its end
        self._deps.clients.remove(self.principal)
        self._deps.left(self.principal)

    def pause_writing(self) -> None:
        """Hold back what is to be written until the client has read some."""
        self._choked = True

    def resume_writing(self) -> None:
        """Write on."""
        self._choked = False
        self._pump()
        self._regulate()

    # --- the session's write stream ---

    async def send(self, item: SessionMessage, /) -> None:
        """Write one message of the session."""
        message = item.message
        match message:
            case types.JSONRPCResponse():
                line = encode_result(message.id, message.result, dump_fast)
                self._answered(message.id, line)
            case types.JSONRPCError():
                error = message.error.model_dump(by_alias=True, exclude_none=True, mode="json")
                line = encode({"jsonrpc": "2.0", "id": message.id, "error": error})
                if message.id is not None:
                    self._answered(message.id, line)
            case _:
                line = encode(message.model_dump(by_alias=True, exclude_none=True, mode="json"))
        self._write(line)

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Let calls of this client through in their order, a few at once, and none while its answers pile up."""
        async with self._turn:
            await self._room.wait()
            await self._places.acquire()
        place = _Place(self._places)
        timer = asyncio.get_running_loop().call_later(PATIENCE_S, place.leave)
        try:
            yield
        finally:
            timer.cancel()
            place.leave()

    async def aclose(self) -> None:
        """Close the connection when all is written."""
        self._closing = True
        self._pump()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    # --- liveness (08 I-01) ---

    async def watch(self) -> None:
        """Ask a client that has been silent whether it is still there; only eras that allow such a question."""
        loop = asyncio.get_running_loop()
        self._heard_at = loop.time()
        while True:
            await asyncio.sleep(max(1.0, self._heard_at + SILENT_S - loop.time()))
            if not self._may_ping or loop.time() - self._heard_at < SILENT_S:
                continue
            asked_at = loop.time()
            self._pings += 1
            self._write(encode({"jsonrpc": "2.0", "id": f"{_PING}{self._pings}", "method": "ping"}))
            await asyncio.sleep(PING_S)
            self._deps.clients.answering(self.principal, answering=self._heard_at > asked_at)

    # --- inside ---

    def _take(self, line: bytes | Refused) -> None:
        message = line if isinstance(line, Refused) else decode(line)
        if message is None:
            return
        if isinstance(message, Refused):
            self._write(encode(message.answer()))
            return
        self._deps.clients.answering(self.principal, answering=True)
        method = message.get("method")
        if method is None and str(message.get("id")).startswith(_PING):
            return
        self._note_client(method, message.get("params") or {})
        if method == "notifications/cancelled":
            self._cancelled((message.get("params") or {}).get("requestId"))
        if method == "tools/call" and "id" in message and not self._is_new(message["id"], line):
            return
        try:
            self._inbox.send_nowait(SessionMessage(_typed(message)))
        except ValidationError:
            self._write(encode(Refused(message.get("id"), INVALID_REQUEST, "not a message of JSON-RPC 2.0").answer()))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            self._close()

    def _is_new(self, message_id: MessageId, line: bytes | Refused) -> bool:
        """Tell whether a call is to be carried out; the same line under the same id is not, again (MCP-082)."""
        assert isinstance(line, bytes)
        known = self._calls.get(message_id)
        digest = hash(line)
        if known is not None and known.digest == digest:
            if known.answer is not None:
                self._write(known.answer)
            elif known.done:
                self._write(encode(Refused(message_id, INVALID_REQUEST, "this call was answered already").answer()))
            return False
        self._calls[message_id] = _Call(digest, len(line))
        self._calls.move_to_end(message_id)
        self._unanswered += len(line)
        while len(self._calls) > REMEMBERED and next(iter(self._calls.values())).done:
            self._calls.popitem(last=False)
        return True

    def _answered(self, message_id: MessageId, line: bytes) -> None:
        call = self._calls.get(message_id)
        if call is None or call.done:
            return
        call.done = True
        call.answer = line if len(line) <= MAX_KEPT_ANSWER else None
        self._unanswered -= call.size
        self._regulate()

    def _cancelled(self, message_id: object) -> None:
        """Count a call that the client has given up as answered: no answer will come."""
        call = self._calls.get(message_id) if isinstance(message_id, int | str) else None
        if call is not None and not call.done:
            call.done = True
            self._unanswered -= call.size

    def _note_client(self, method: object, params: JsonObject) -> None:
        if method == "initialize":
            info = params.get("clientInfo")
            self._may_ping = True
        else:
            meta = params.get("_meta")
            info = meta.get(_CLIENT_INFO) if isinstance(meta, dict) else None
        if isinstance(info, dict):
            self._deps.clients.name(self.principal, info.get("name"), info.get("version"))

    def _regulate(self) -> None:
        """Stop or go on reading, so that what waits stays bounded."""
        if self._unwritten > MAX_UNWRITTEN:
            self._room.clear()
        else:
            self._room.set()
        pause = self._unwritten > MAX_UNWRITTEN or self._unanswered > MAX_UNANSWERED
        if self._transport is None or pause == self._paused or self._transport.is_closing():
            return
        self._paused = pause
        if pause:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _write(self, line: bytes) -> None:
        """Queue one line; a long one goes in slices, because the transport moves its whole buffer at each send."""
        if self._transport is None or self._transport.is_closing():
            return
        self._outgoing.append(memoryview(line))
        self._unwritten += len(line)
        self._pump()
        self._regulate()

    def _pump(self) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        while self._outgoing and not self._choked:
            first = self._outgoing.popleft()
            if len(first) > SLICE:
                self._outgoing.appendleft(first[SLICE:])
                first = first[:SLICE]
            self._unwritten -= len(first)
            transport.write(first)
        if self._closing and not self._outgoing:
            transport.close()

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def dump_fast(value: object) -> str:
    """Return JSON by the encoder that the SDK brings: a quarter of the time for large texts."""
    try:
        return to_json(value).decode("utf-8")
    except PydanticSerializationError:  # half of a surrogate pair in a text of the person
        return dump_plain(value)


def session_server(
    deps: Deps, principal: Principal, turn: Callable[[], AbstractAsyncContextManager[None]]
) -> Server[Any]:
    """Return the low-level server of one connection: tools, and nothing else (MCP-005)."""
    tools = types.ListToolsResult(tools=[types.Tool.model_validate(tool) for tool in TOOLS])

    async def list_tools(_context: object, _params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return tools

    async def call_tool(_context: object, params: types.CallToolRequestParams) -> Any:
        known = deps.clients.get(principal)
        client = Client(principal, known.name, known.version)
        async with turn():
            future = deps.submit(Request(params.name, params.arguments or {}, client))
            result = result_of(await asyncio.wrap_future(future), dump_fast)
        return {**result, "resultType": "complete"}  # of the stateless era; the SDK takes it out for the others

    server: Server[Any] = Server(
        SERVER_NAME,
        version=__version__,
        title="VMark",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    return server


async def serve_connection(deps: Deps, accepted: Accepted) -> None:
    """Serve one client until it leaves; its faults end here."""
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_connection(lambda: Connection(deps, accepted), sock=accepted.socket)
    server = session_server(deps, connection.principal, connection.turn)
    watcher = asyncio.create_task(connection.watch())
    try:
        await server.run(connection.messages, connection, server.create_initialization_options())
    except Exception:  # noqa: BLE001 - the top of a client: its fault must not reach the others
        _log.exception("the session of %s failed", connection.principal)
    finally:
        watcher.cancel()
        await connection.aclose()


async def serve(deps: Deps, arrivals: Callable[[Callable[[Accepted | None], None]], None]) -> None:
    """Serve the connections that `arrivals` delivers, from any thread, until it delivers None."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    sessions: set[asyncio.Task[None]] = set()

    def take(accepted: Accepted | None) -> None:
        if accepted is None:
            ended.set()
            return
        task = loop.create_task(serve_connection(deps, accepted))
        sessions.add(task)
        task.add_done_callback(sessions.discard)

    arrivals(lambda accepted: _in_loop(loop, take, accepted))
    await ended.wait()
    for task in tuple(sessions):
        task.cancel()
    await asyncio.gather(*sessions, return_exceptions=True)


def run_server(deps: Deps, arrivals: Callable[[Callable[[Accepted | None], None]], None]) -> None:
    """Run `serve` to its end in this thread."""
    asyncio.run(serve(deps, arrivals))


def _in_loop(
    loop: asyncio.AbstractEventLoop, take: Callable[[Accepted | None], None], accepted: Accepted | None
) -> None:
    loop.call_soon_threadsafe(take, accepted)


def _typed(message: JsonObject) -> types.JSONRPCMessage:
    """Return the SDK's form of a checked object.

    Raises:
        ValidationError: a field has a type that the SDK does not take.
    """
    if "method" not in message:
        kind: type[Any] = types.JSONRPCResponse if "result" in message else types.JSONRPCError
    elif "id" in message:
        kind = types.JSONRPCRequest
    else:
        kind = types.JSONRPCNotification
    typed: types.JSONRPCMessage = kind.model_validate(message, by_name=False)
    return typed
