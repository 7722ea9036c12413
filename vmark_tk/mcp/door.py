"""The local socket of the editor: lets in who knows the token and hears nothing before it (05 section 12).

One thread with the standard library alone. A connection wants either an MCP session or to hand over a second launch.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
import selectors
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from vmark_tk.core.result import JsonObject

TIME_TO_GREET_S = 10.0
MAX_GREETING = 1024 * 1024  # bytes; a launch may name many files
MAX_STRANGERS = 64
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A connection whose other end knows the token, and the bytes that came after its greeting."""

    socket: socket.socket
    greeting: JsonObject
    rest: bytes


@dataclass(slots=True, eq=False)
class _Stranger:
    socket: socket.socket
    ends_at: float
    data: bytearray = field(default_factory=bytearray)


class Door:
    """Accepts connections in a thread of its own; both callbacks are called in that thread.

    `on_client` takes the connection over; its False means that no clients are wanted now. `on_launch` gets what a
    second launch was started with.
    """

    def __init__(
        self,
        listener: socket.socket,
        token: str,
        *,
        on_client: Callable[[Accepted], bool],
        on_launch: Callable[[JsonObject], None],
    ) -> None:
        self._listener = listener
        self._token = token.encode("ascii")
        self._on_client = on_client
        self._on_launch = on_launch
        self._strangers: dict[socket.socket, _Stranger] = {}
        self._wake_in, self._wake_out = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._thread = threading.Thread(target=self._run, name="door", daemon=True)

    def start(self) -> None:
        """Begin to accept."""
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._wake_in, selectors.EVENT_READ)
        self._thread.start()

    def close(self) -> None:
        """Accept nothing any more and wait for the thread to end."""
        with contextlib.suppress(OSError):
            self._wake_out.send(b"x")
        if self._thread.is_alive():
            self._thread.join(2)
        self._wake_out.close()

    def _run(self) -> None:
        try:
            while self._step():
                pass
        finally:
            for stranger in list(self._strangers.values()):
                self._forget(stranger, close=True)
            self._selector.close()
            self._wake_in.close()

    def _step(self) -> bool:
        """Handle what is ready; False: the door is to be closed."""
        now = time.monotonic()
        limit = min((one.ends_at for one in self._strangers.values()), default=None)
        for key, _ in self._selector.select(None if limit is None else max(0.0, limit - now)):
            if key.fileobj is self._wake_in:
                return False
            if key.fileobj is self._listener:
                self._accept()
            elif isinstance(key.data, _Stranger) and key.data.socket in self._strangers:
                self._read(key.data)
        now = time.monotonic()
        for stranger in [one for one in self._strangers.values() if one.ends_at <= now]:
            self._forget(stranger, close=True)
        return True

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except OSError:
            return
        if len(self._strangers) >= MAX_STRANGERS:
            # the one that has been silent longest goes: a crowd of silent connections must not lock a client out
            self._forget(next(iter(self._strangers.values())), close=True)
        connection.setblocking(False)
        stranger = _Stranger(connection, time.monotonic() + TIME_TO_GREET_S)
        self._strangers[connection] = stranger
        self._selector.register(connection, selectors.EVENT_READ, stranger)

    def _read(self, stranger: _Stranger) -> None:
        try:
            piece = stranger.socket.recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        stranger.data += piece
        end = stranger.data.find(b"\n")
        if end < 0:
            if not piece or len(stranger.data) > MAX_GREETING:
                self._forget(stranger, close=True)
            return
        greeting = self._greeting(bytes(stranger.data[:end]))
        self._forget(stranger, close=greeting is None)
        if greeting is not None:
            self._welcome(Accepted(stranger.socket, greeting, bytes(stranger.data[end + 1 :])))

    def _greeting(self, line: bytes) -> JsonObject | None:
        try:
            greeting = json.loads(line)
        except (ValueError, RecursionError):
            return None
        token = greeting.pop("token", None) if isinstance(greeting, dict) else None
        if not isinstance(token, str) or not secrets.compare_digest(token.encode("utf-8", "replace"), self._token):
            _log.warning("a connection without the right token was closed")
            return None
        return dict(greeting)

    def _welcome(self, accepted: Accepted) -> None:
        connection = accepted.socket
        try:
            if accepted.greeting.get("want") == "launch":
                launch = accepted.greeting.get("launch")
                self._on_launch(launch if isinstance(launch, dict) else {})
                connection.send(b'{"ok":true}\n')
                connection.close()
                return
            connection.send(json.dumps({"ok": True, "pid": os.getpid()}).encode("ascii") + b"\n")
        except OSError:
            connection.close()
            return
        if not self._on_client(accepted):
            connection.close()

    def _forget(self, stranger: _Stranger, *, close: bool) -> None:
        del self._strangers[stranger.socket]
        self._selector.unregister(stranger.socket)
        if close:
            stranger.socket.close()
