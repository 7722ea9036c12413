"""`vmark-tk mcp`: carries MCP messages between standard input and output and the editor's local socket (00 D13, D25).

Standard library only. It starts an editor where it may, connects again when the editor went away, and then repeats the
handshake; without an editor it answers what needs none from a packaged copy of the surface.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from vmark_tk import __version__
from vmark_tk.system.instance import dial, first_line, wait
from vmark_tk.system.places import places

SURFACE = Path(__file__).with_name("mcp") / "surface.json"
CHUNK = 1024 * 1024
SMALL = 65_536  # bytes; larger lines are looked at without being parsed where that is enough
START_LIMIT_S = 15.0
DIAL_LIMIT_S = 1.0
LAST_ANSWERS_S = 1.0
HANDSHAKES = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
MODERN = "2026-07-28"
_META_VERSION = "io.modelcontextprotocol/protocolVersion"
_META_SERVER = "io.modelcontextprotocol/serverInfo"
_HEAD_ID = re.compile(rb'\{"jsonrpc":"2\.0","id":(-?\d+|"(?:[^"\\]|\\.)*")[,}]')
_TAIL_ID = re.compile(rb'"id":(-?\d+|"[^"\\]*")\}\s*$')
_REPLAY = "vmark-bridge-replay"
GONE = "The editor ended while this call was under way; whether it had an effect is unknown. Look before repeating it."
ABSENT = "No editor is running, so the call was not carried out. Start VMark (vmark-tk), then repeat the call."
FAILED = (
    "The editor could not be started, so the call was not carried out. The reason is in the standard error of this "
    "server; `vmark-tk doctor` tells what is missing."
)

Message = dict[str, Any]


class _EndedError(Exception):
    """A signal asks the bridge to end."""


class Wire:
    """The real standard input and output, moved aside so that no stray print reaches the client (MCP-002)."""

    def __init__(self) -> None:
        self._input = os.dup(0)
        self._output = os.dup(1)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        if sys.platform == "win32":  # pragma: no cover - not run in CI
            import msvcrt  # noqa: PLC0415 - exists on this platform only

            msvcrt.setmode(self._input, os.O_BINARY)
            msvcrt.setmode(self._output, os.O_BINARY)
        elif sys.platform == "linux":
            import fcntl  # noqa: PLC0415 - exists on POSIX only

            for pipe in (self._input, self._output):
                with contextlib.suppress(OSError):  # no pipe, or the user's pipes hold too much already
                    fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, CHUNK)
        self._lock = threading.Lock()  # one line at a time

    def lines(self) -> Iterator[bytes]:
        """Yield each line of the client with its end, until it closes."""
        parts: list[bytes] = []
        while piece := os.read(self._input, CHUNK):
            *whole, rest = piece.split(b"\n")
            for line in whole:
                yield b"".join([*parts, line, b"\n"])
                parts.clear()
            if rest:
                parts.append(rest)
        if parts:
            yield b"".join([*parts, b"\n"])

    def write(self, data: bytes) -> None:
        """Write whole lines to the client; a client that is gone is no fault."""
        view = memoryview(data)
        with self._lock, contextlib.suppress(BrokenPipeError):
            while view:
                view = view[os.write(self._output, view) :]

    def send(self, message: Message) -> None:
        """Write one message of our own."""
        self.write(json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n")


class Link:
    """One connection to an editor, with its reader thread."""

    def __init__(
        self, connection: socket.socket, on_line: Callable[[bytes], None], on_end: Callable[[Link], None]
    ) -> None:
        self._socket = connection
        self._on_line = on_line
        self._on_end = on_end
        self._thread = threading.Thread(target=self._read, name="editor", daemon=True)
        self._thread.start()

    def send(self, line: bytes) -> bool:
        """Pass one line on; False: the editor is gone."""
        try:
            self._socket.sendall(line)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """End the connection."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def _read(self) -> None:
        rest: list[bytes] = []
        with contextlib.suppress(OSError):
            while piece := self._socket.recv(CHUNK):
                end = piece.rfind(b"\n") + 1
                if not end:
                    rest.append(piece)
                    continue
                self._on_line(b"".join([*rest, piece[:end]]))
                rest = [piece[end:]] if end < len(piece) else []
        self._socket.close()
        self._on_end(self)


class _Asked:
    """A request that waits for the editor's answer; the message is kept where it is small."""

    __slots__ = ("is_call", "message")

    def __init__(self, message: Message | None, *, is_call: bool) -> None:
        self.message = message
        self.is_call = is_call


class Bridge:
    """The state between client and editor: who waits for what, and the handshake to repeat."""

    def __init__(
        self, wire: Wire, connect: Callable[[], socket.socket | None], absent: Callable[[], str] = lambda: ABSENT
    ) -> None:
        self._wire = wire
        self._connect = connect
        self._absent = absent
        self._link: Link | None = None
        self._lock = threading.Condition()  # protects link and the open requests
        self._open: dict[bytes, _Asked] = {}  # by the id as JSON
        self._initialize: Message | None = None
        self._initialized: bytes | None = None
        self._replaying = False

    def run(self) -> None:
        """Carry messages until the client closes, then give open calls a moment to be answered."""
        for line in self._wire.lines():
            if line.strip():
                self._from_client(line)
        with self._lock:
            self._lock.wait_for(lambda: not self._open or self._link is None, LAST_ANSWERS_S)

    def close(self) -> None:
        """End the connection to the editor."""
        with self._lock:
            link, self._link = self._link, None
            self._open.clear()
        if link is not None:
            link.close()

    # --- client to editor ---

    def _from_client(self, line: bytes) -> None:
        message = _parsed(line) if len(line) <= SMALL else None
        request = _request_of(line, message)
        link = self._link or self._reconnect()
        if message is not None:
            self._note_handshake(message, line)
        if link is None:
            self._answer_alone(line if message is None else message, request)
            return
        if request is not None:
            with self._lock:
                self._open[request[0]] = _Asked(message, is_call=request[1])
        if not link.send(line):
            self._ended(link)

    def _note_handshake(self, message: Message, line: bytes) -> None:
        method = message.get("method")
        if method == "initialize" and "id" in message:
            self._initialize, self._initialized = message, None
        elif method == "notifications/initialized":
            self._initialized = line

    def _reconnect(self) -> Link | None:
        connection = self._connect()
        if connection is None:
            return None
        with self._lock:
            self._replaying = self._initialize is not None
        link = Link(connection, self._from_editor, self._ended)
        with self._lock:
            self._link = link
        if self._initialize is not None:
            replay = {**self._initialize, "id": _REPLAY}
            link.send(json.dumps(replay).encode("utf-8") + b"\n")
            link.send(self._initialized or b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        return link

    # --- editor to client ---

    def _from_editor(self, lines: bytes) -> None:
        """Pass whole lines on; take our own replay's answer out."""
        if self._replaying and _REPLAY.encode("ascii") in lines:
            self._replaying = False
            kept = [line for line in lines.splitlines(keepends=True) if _answered(line) != f'"{_REPLAY}"'.encode()]
            lines = b"".join(kept)
        if lines:
            self._wire.write(lines)
            self._settle(lines)

    def _settle(self, lines: bytes) -> None:
        with self._lock:
            start = 0
            while start < len(lines) and self._open:
                match = _HEAD_ID.match(lines, start)
                if match is not None:
                    self._open.pop(_canonical(match[1]), None)
                start = lines.find(b"\n", start) + 1 or len(lines)
            self._lock.notify_all()

    def _ended(self, link: Link) -> None:
        """Tell the client of each call whose answer will not come (00 D28)."""
        with self._lock:
            if self._link is not link:
                return
            self._link = None
            lost, self._open = self._open, {}
            self._lock.notify_all()
        for raw_id, asked in lost.items():
            # What needs no editor is answered all the same; only a call may have had an effect.
            result = None if asked.message is None or asked.is_call else packaged_result(asked.message)
            if result is None:
                self._wire.send(_refusal(json.loads(raw_id), GONE, is_call=asked.is_call))
            else:
                self._wire.send({"jsonrpc": "2.0", "id": json.loads(raw_id), "result": result})

    # --- without an editor (00 D25) ---

    def _answer_alone(self, given: Message | bytes, request: tuple[bytes, bool] | None) -> None:
        if request is None:
            if isinstance(given, bytes) or "method" not in given:
                error = {"code": -32700, "message": "the line is not a message of JSON-RPC 2.0"}
                self._wire.send({"jsonrpc": "2.0", "id": None, "error": error})
            return
        message_id = json.loads(request[0])
        result = None if isinstance(given, bytes) else packaged_result(given)
        if result is None:
            self._wire.send(_refusal(message_id, self._absent(), is_call=request[1]))
        else:
            self._wire.send({"jsonrpc": "2.0", "id": message_id, "result": result})


def packaged_result(message: Message) -> Message | None:
    """Return the result of a request that needs no editor, or None."""
    params = message.get("params")
    params = params if isinstance(params, dict) else {}
    meta = params.get("_meta")
    modern = isinstance(meta, dict) and _META_VERSION in meta
    surface = json.loads(SURFACE.read_text(encoding="utf-8"))
    server = {"name": surface["name"], "title": "VMark", "version": __version__}
    common = {"capabilities": {"tools": {"listChanged": False}}, "instructions": surface["instructions"]}
    match message.get("method"):
        case "initialize":
            wanted = params.get("protocolVersion")
            version = wanted if wanted in HANDSHAKES else HANDSHAKES[0]
            return {"protocolVersion": version, "serverInfo": server, **common}
        case "server/discover":
            result: Message = {"supportedVersions": [MODERN], **common}
        case "ping":
            result = {}
        case "tools/list":
            result = {"tools": surface["tools"]}
        case _:
            return None
    if modern:
        result |= {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", "_meta": {_META_SERVER: server}}
    return result


class Editors:
    """Finds the editor to talk to, and starts one where that is allowed."""

    def __init__(self, folder: Path, start: Callable[[], Any] | None, *, once: bool = False) -> None:
        self._folder = folder
        self._start = start
        self._once = once
        self._started: Any = None
        self._failed = False

    def absent(self) -> str:
        """Return the sentence for a call without an editor: why there is none."""
        return FAILED if self._failed else ABSENT

    def connect(self) -> socket.socket | None:
        """Return a greeted connection, or None when there is no editor and none may be started."""
        connection = self._dial()
        if connection is not None or self._start is None or (self._once and self._started is not None):
            return connection
        self._started = self._start()
        end = time.monotonic() + START_LIMIT_S
        while time.monotonic() < end:
            connection = self._dial()
            if connection is not None:
                return connection
            if self._started.wait(0) not in (None, 0):  # code 0: it has handed over to an editor that was quicker
                self._failed = True
                return None
            wait(0.02)
        self._failed = True
        return None

    def close(self) -> None:
        """End an editor that was started for this bridge alone."""
        if self._once and self._started is not None:
            self._started.close()
            self._started.kill()

    def _dial(self) -> socket.socket | None:
        connection = dial(self._folder, {"want": "mcp"})
        if connection is None:
            return None
        connection.settimeout(DIAL_LIMIT_S)
        if first_line(connection).get("ok") is not True:
            connection.close()
            return None
        connection.settimeout(None)
        return connection


def main(arguments: list[str] | None = None) -> int:
    """Run `vmark-tk mcp` with the arguments behind `mcp`; return the exit code."""
    parser = _parser()
    options = parser.parse_args(sys.argv[1:] if arguments is None else arguments)
    if options.paths and not options.isolated:
        parser.error("PATHS go with --isolated only; a running editor opens files when its client asks for them")
    if options.version:
        return _say(__version__)
    if options.health_check:
        return _health()
    wire = Wire()
    scratch: Path | None = None
    try:
        _end_on_signals()
        editors, scratch = _editors(options)
        bridge = Bridge(wire, editors.connect, editors.absent)
        try:
            bridge.run()
        finally:
            _ignore_signals()
            bridge.close()
            editors.close()
    except (_EndedError, KeyboardInterrupt):
        pass
    if scratch is not None:
        import shutil  # noqa: PLC0415 - as tempfile below

        shutil.rmtree(scratch, ignore_errors=True)
    return 0


def _editors(options: argparse.Namespace) -> tuple[Editors, Path | None]:
    endpoint = None if options.endpoint is None else Path(options.endpoint).absolute()
    if not options.isolated:
        profile = None if options.profile is None else Path(options.profile)
        folder = endpoint or places(profile).runtime
        extra = [] if endpoint is None else ["--endpoint", str(endpoint)]
        extra += [] if profile is None else ["--profile", str(profile.absolute())]
        return Editors(folder, None if options.attach_only else lambda: _start(["--hidden", *extra])), None
    import tempfile  # noqa: PLC0415 - costs start time that only this way needs

    scratch = Path(tempfile.mkdtemp(prefix="vmark-isolated-"))
    folder = endpoint or scratch / "run"
    paths = [str(Path(path).absolute()) for path in options.paths]
    argv = ["--hidden", "--isolated", "--profile", str(scratch / "profile"), "--endpoint", str(folder), *paths]
    return Editors(folder, lambda: _start(argv, lifeline=True), once=True), scratch


def _start(arguments: list[str], *, lifeline: bool = False) -> Any:
    from vmark_tk.system import processes  # noqa: PLC0415 - costs start time that a running editor saves

    return processes.start(processes.editor_command(*arguments), env=os.environ, lifeline=lifeline)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="vmark-tk mcp", description="MCP over standard input and output.")
    parser.add_argument("--attach-only", action="store_true", help="never start an editor")
    parser.add_argument("--isolated", action="store_true", help="use an editor of its own with a throw-away profile")
    parser.add_argument("--endpoint", metavar="DIR", help="folder of the editor's socket")
    parser.add_argument("--profile", metavar="DIR", help="profile folder of the editor")
    parser.add_argument("-v", "--version", action="store_true", help="print the version")
    parser.add_argument("--health-check", action="store_true", help="print what this server offers")
    parser.add_argument("paths", nargs="*", metavar="PATHS", help="with --isolated: files and folders to open")
    return parser


def _health() -> int:
    try:
        names = [tool["name"] for tool in json.loads(SURFACE.read_text(encoding="utf-8"))["tools"]]
    except (OSError, ValueError, KeyError) as error:
        sys.stderr.write(json.dumps({"status": "error", "version": __version__, "error": str(error)}) + "\n")
        return 1
    counts = {"toolCount": len(names), "resourceCount": 0, "tools": names}
    return _say(json.dumps({"status": "ok", "version": __version__, **counts}))


def _say(text: str) -> int:
    sys.stdout.write(text + "\n")
    return 0


def _end_on_signals() -> None:
    def end(_number: int, _frame: object) -> NoReturn:
        raise _EndedError

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)


def _ignore_signals() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _parsed(line: bytes) -> Message | None:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def _request_of(line: bytes, message: Message | None) -> tuple[bytes, bool] | None:
    """Return the id of a request and whether it is a tools/call; None: no request. Large lines are not parsed if
    their id stands at either end, where it cannot be part of anything else.
    """
    if message is None and len(line) > SMALL:
        match = _HEAD_ID.match(line) or _TAIL_ID.search(line, max(0, len(line) - 256))
        if match is not None:
            return _canonical(match[1]), True
        message = _parsed(line)
    if message is None or not isinstance(message.get("method"), str):
        return None
    given = message.get("id")
    if isinstance(given, bool) or not isinstance(given, int | str):
        return None
    return json.dumps(given).encode("ascii"), message["method"] == "tools/call"


def _answered(line: bytes) -> bytes | None:
    match = _HEAD_ID.match(line)
    return None if match is None else match[1]


def _canonical(raw_id: bytes) -> bytes:
    """Return the one spelling of an id that both directions are compared by."""
    return raw_id if raw_id[:1] != b'"' else json.dumps(json.loads(raw_id)).encode("ascii")


def _refusal(message_id: object, sentence: str, *, is_call: bool) -> Message:
    if is_call:
        result = {"content": [{"type": "text", "text": sentence}], "isError": True}
        return {"jsonrpc": "2.0", "id": message_id, "result": result}
    return {"jsonrpc": "2.0", "id": message_id, "error": {"code": -32000, "message": sentence}}


if __name__ == "__main__":
    sys.exit(main())
