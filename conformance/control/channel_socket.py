"""The control channel over a socket that the subject opens: JSON-RPC, one object per line, one connection."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping
from typing import Any

from conformance import __version__
from conformance.control.channel import PROTOCOL, ControlBrokenError, ControlError, ControlLostError, Hello
from conformance.limits import LIMITS

MAX_LINE = 16 * 1024 * 1024
Record = Callable[[str, Any], None]


class SocketChannel:
    """`address` is `unix:/path` or `tcp:127.0.0.1:PORT`; the connection is made by `hello`."""

    def __init__(self, address: str, token: str, record: Record = lambda direction, message: None) -> None:
        self._address = address
        self._token = token
        self._record = record
        self._socket: socket.socket | None = None
        self._buffer = b""
        self._next = 0

    def hello(self) -> Hello:
        """Connect and introduce ourselves; raises OSError while nobody listens."""
        self._socket = _connected(self._address)
        runner = {"name": "vmark-conformance", "version": __version__}
        return read_hello(self.call("control.hello", {"protocol": PROTOCOL, "token": self._token, "runner": runner}))

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """Send one request and wait for its answer; notifications in between are recorded."""
        if self._socket is None:
            raise ControlLostError("the control channel is closed")
        self._next += 1
        request = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": dict(params)}
        shown = {**request, "params": {k: v for k, v in params.items() if k != "token"}}
        self._record("out", shown)
        limit = LIMITS.scaled(LIMITS.control + _patience(params))
        try:
            self._socket.settimeout(limit)
            self._socket.sendall(json.dumps(request).encode() + b"\n")
            answer = self._answer(limit)
        except TimeoutError as error:
            self.close()
            raise ControlBrokenError(method, f"no answer within {limit:g} s") from error
        except OSError as error:
            self.close()
            raise ControlLostError(str(error)) from error
        self._record("in", answer)
        return read_answer(method, answer)

    def _answer(self, limit: float) -> dict[str, Any]:
        end = LIMITS.now() + limit
        while True:
            line = self._line(end)
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):
                raise ControlBrokenError("control", "a line is not a JSON object")
            if message.get("id") == self._next and "method" not in message:
                return message
            self._record("event", message)

    def _line(self, end: float) -> bytes:
        assert self._socket is not None
        while b"\n" not in self._buffer:
            self._socket.settimeout(max(0.01, end - LIMITS.now()))
            piece = self._socket.recv(1 << 16)
            if not piece:
                raise ConnectionResetError("the subject closed the control channel")
            self._buffer += piece
            if len(self._buffer) > MAX_LINE:
                raise ControlBrokenError("control", "a line is longer than 16 MiB")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def close(self) -> None:
        """Close the connection; harmless when it is closed."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._buffer = b""


def _connected(address: str) -> socket.socket:
    family, _, place = address.partition(":")
    if family == "unix":
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        target: Any = place
    else:
        host, _, port = place.rpartition(":")
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        target = (host, int(port))
    try:
        found.settimeout(LIMITS.scaled(LIMITS.control))
        found.connect(target)
    except OSError:
        found.close()
        raise
    return found


def _patience(params: Mapping[str, Any]) -> float:
    asked = params.get("timeout_ms", 0)
    return asked / 1000 if isinstance(asked, int | float) else 0.0


def read_answer(method: str, answer: Mapping[str, Any]) -> Any:
    """Return the result of an answer, or raise what it says."""
    if "error" in answer:
        error = answer["error"]
        if not isinstance(error, dict) or not isinstance(error.get("code"), int):
            raise ControlBrokenError(method, "a malformed error")
        raise ControlError(method, error["code"], str(error.get("message", "")), error.get("data"))
    if "result" not in answer:
        raise ControlBrokenError(method, "an answer without result and error")
    return answer["result"]


def read_hello(result: Any) -> Hello:
    """Return the hello of a subject; anything unexpected is a broken channel."""
    if not isinstance(result, dict) or result.get("protocol") != PROTOCOL or not isinstance(result.get("offers"), list):
        raise ControlBrokenError("control.hello", "a malformed answer")
    pid = result.get("pid")
    settings = frozenset(str(key) for key in result.get("settings", []))
    offers = {str(offer) for offer in result["offers"]} - {"setting"}
    return Hello(
        offers=frozenset(offers | {f"setting:{key}" for key in settings}),
        settings=settings,
        prompts=frozenset(str(kind) for kind in result.get("prompts", [])),
        implementation=result.get("implementation", {}),
        limits=result.get("limits", {}),
        pid=pid if isinstance(pid, int) else None,
    )
