"""The socket of the test control: opened only when the environment asks for it at start (09 sections 5.2, 5.9).

Two kinds of threads: one accepts, one serves the connection. Methods run on the loop thread; an answer is sent when
their effect has settled. When the authenticated connection ends, the control is over until the next start.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import logging
import os
import socket
import stat
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, BinaryIO

from vmark_tk.control import prompts
from vmark_tk.control.methods import Table
from vmark_tk.control.protocol import (
    BAD_PARAMS,
    CALL_LIMIT_S,
    INTERNAL,
    INVALID_REQUEST,
    MAX_LINE,
    NOT_NOW,
    PARSE_ERROR,
    PROTOCOL,
    TIMED_OUT,
    ControlError,
    Deferred,
    Json,
    Result,
)
from vmark_tk.control.services import ControlServices

ADDRESS = "VMARK_CONTROL"
TOKEN = "VMARK_CONTROL_TOKEN"
HELLO_LIMIT_S = 10.0
SETTLING_TURNS = 2
_LOOPBACK = ("127.0.0.1", "localhost")
_log = logging.getLogger(__name__)


def wanted(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the environment asks for the test control."""
    return bool(environment.get(ADDRESS))


def start(services: ControlServices, environment: Mapping[str, str] = os.environ) -> Callable[[], None]:
    """Open the socket that the environment names and return the function that closes it.

    Raises:
        ValueError: no token, or an address that is neither a socket in a private folder nor on the loopback.
        OSError: the socket cannot be opened.
    """
    token = environment.get(TOKEN, "")
    if not token:
        raise ValueError(f"{ADDRESS} is set but {TOKEN} is not")
    server = ControlServer(services, environment.get(ADDRESS, ""), token)
    return server.close


class ControlServer:
    """Listens, lets one connection in, and carries its calls to the loop."""

    def __init__(
        self, services: ControlServices, address: str, token: str, *, call_limit_s: float = CALL_LIMIT_S
    ) -> None:
        self._services = services
        self._call_limit_s = call_limit_s
        self._token = token
        self._table = Table(services)
        self._lock = threading.Lock()  # protects the connection and the closed mark; nothing is called while it is held
        self._connection: socket.socket | None = None
        self._closed = False
        self._listener, self._socket_file = _listen(address)
        self.address: str = address if self._socket_file else f"tcp:127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, name="control-accept", daemon=True).start()

    def close(self) -> None:
        """Stop listening and end the connection; harmless when done before. Any thread."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            connection, self._connection = self._connection, None
        # a blocked accept wakes by the shutdown, not by the close
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        if connection is not None:
            _hang_up(connection)
        if self._socket_file is not None:
            self._socket_file.unlink(missing_ok=True)

    # --- threads of the server ---

    def _accept(self) -> None:
        while True:
            try:
                connection, _peer = self._listener.accept()
            except OSError:
                return
            with self._lock:
                taken = self._closed or self._connection is not None
                if not taken:
                    self._connection = connection
            if taken:
                refusal = ControlError(NOT_NOW, "another connection is open", {"reason": "one connection at a time"})
                with contextlib.suppress(OSError):
                    connection.sendall(_line({"jsonrpc": "2.0", "id": None, "error": refusal.body()}))
                _hang_up(connection)
            else:
                threading.Thread(target=self._serve, args=(connection,), name="control", daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        authenticated = False
        try:
            connection.settimeout(HELLO_LIMIT_S)
            with connection.makefile("rb") as lines:
                authenticated = self._greet(connection, lines)
                if authenticated:
                    connection.settimeout(None)
                    while self._exchange(connection, lines):
                        pass
        except OSError:
            _log.info("the connection of the test control broke")
        finally:
            with self._lock:
                if self._connection is connection:
                    self._connection = None
            _hang_up(connection)  # last, so that whoever sees the end finds the place free
        if authenticated:
            self.close()
            self._services.loop.call_soon(self._services.on_disabled)

    def _greet(self, connection: socket.socket, lines: BinaryIO) -> bool:
        """Answer the first call, which has to be `control.hello` with the token; tell whether it was."""
        answer: dict[str, Json] = {"jsonrpc": "2.0", "id": None}
        try:
            request = _request(lines)
            if request is None:
                return False
            answer["id"] = request["id"]
            if request["method"] != "control.hello":
                raise ControlError(INVALID_REQUEST, "the first call has to be control.hello")
            answer["result"] = self._hello(request["params"])
        except ControlError as error:
            answer["error"] = error.body()
        connection.sendall(_line(answer))
        return "result" in answer

    def _hello(self, params: Mapping[str, Json]) -> Json:
        given = params.get("token")
        token = given.encode("utf-8", "surrogatepass") if isinstance(given, str) else b""
        if not hmac.compare_digest(token, self._token.encode("utf-8", "surrogatepass")):
            raise ControlError(BAD_PARAMS, "wrong token")
        if params.get("protocol") != PROTOCOL:
            raise ControlError(BAD_PARAMS, f"protocol {PROTOCOL} is what is spoken here")
        return {
            "protocol": PROTOCOL,
            "implementation": {"name": "vmark-tk", "version": self._services.version},
            "offers": self._table.offers,
            "settings": self._table.settings,
            "prompts": prompts.kinds(),
            "limits": {"line_bytes": MAX_LINE, "call_ms": round(self._call_limit_s * 1000)},
            "pid": os.getpid(),
        }

    def _exchange(self, connection: socket.socket, lines: BinaryIO) -> bool:
        """Answer one call; tell whether the connection goes on."""
        answer: dict[str, Json] = {"jsonrpc": "2.0", "id": None}
        keep = True
        try:
            request = _request(lines)
            if request is None:
                return False
            answer["id"] = request["id"]
            answer["result"] = self._call(request["method"], request["params"])
        except ControlError as error:
            answer["error"] = error.body()
            keep = error.code != INVALID_REQUEST
        line = _line(answer)
        if len(line) > MAX_LINE:
            too_long = ControlError(NOT_NOW, "the answer is too long", {"reason": f"{len(line)} bytes"})
            line = _line({"jsonrpc": "2.0", "id": answer["id"], "error": too_long.body()})
        connection.sendall(line)
        return keep

    def _call(self, method: str, params: dict[str, Json]) -> Json:
        future: Future[Json] = Future()
        self._services.loop.call_soon(lambda: self._run(method, params, future))
        try:
            return future.result(self._call_limit_s)
        except TimeoutError:
            future.cancel()
            raise ControlError(TIMED_OUT, f"{method} had no settled answer within {self._call_limit_s:g} s") from None

    # --- loop thread ---

    def _run(self, method: str, params: dict[str, Json], future: Future[Json]) -> None:
        if future.cancelled():
            return
        try:
            outcome = self._table.call(method, params)
        except ControlError as error:
            _give_up(future, error)
        except Exception as error:  # noqa: BLE001 - a fault of one method must not end the connection
            self._fault(method, error, future)
        else:
            if isinstance(outcome, Deferred):
                outcome.when_done(lambda: self._settled(method, outcome.result, future, SETTLING_TURNS))
            else:
                self._settled(method, outcome, future, SETTLING_TURNS)

    def _settled(self, method: str, result: Result, future: Future[Json], turns: int) -> None:
        """Answer after `turns` times nothing was left to do: an event of the last turn may have posted more."""
        if turns:
            next_turn: Callable[[], None] = lambda: self._settled(method, result, future, turns - 1)  # noqa: E731 - typed
            self._services.loop.when_idle(lambda: self._services.loop.call_soon(next_turn))
            return
        if future.cancelled():
            return
        try:
            future.set_result(result())
        except ControlError as error:
            _give_up(future, error)
        except Exception as error:  # noqa: BLE001 - as above
            self._fault(method, error, future)

    @staticmethod
    def _fault(method: str, error: Exception, future: Future[Json]) -> None:
        _log.error("the control method %s failed", method, exc_info=error)
        _give_up(future, ControlError(INTERNAL, f"{method} failed: {type(error).__name__}"))


def _listen(address: str) -> tuple[socket.socket, Path | None]:
    """Listen at an address; for a socket file return its place, too."""
    scheme, _, rest = address.partition(":")
    if scheme == "unix" and rest and hasattr(socket, "AF_UNIX"):
        return _private_socket(Path(rest)), Path(rest)
    host, _, port = rest.rpartition(":")
    if scheme == "tcp" and host in _LOOPBACK and port.isdigit():
        return socket.create_server(("127.0.0.1", int(port)), backlog=4), None
    raise ValueError(f"{ADDRESS} must be unix:PATH or tcp:127.0.0.1:PORT, not {address!r}")


def _private_socket(path: Path) -> socket.socket:
    """Listen at a socket file of mode 0600 in a folder of mode 0700.

    Raises:
        ValueError: the folder lets others in.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if stat.S_IMODE(path.parent.stat().st_mode) & 0o077:
        raise ValueError(f"the folder of the control socket must be readable for its owner only: {path.parent}")
    if path.is_socket():
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen(4)
    except OSError:
        listener.close()
        raise
    return listener


def _request(lines: BinaryIO) -> dict[str, Any] | None:
    """Return the next call as `id`, `method`, `params`; None: the connection has ended.

    Raises:
        ControlError: the line is no call.
    """
    line = lines.readline(MAX_LINE + 1)
    if not line.endswith(b"\n"):
        if len(line) > MAX_LINE:
            raise ControlError(INVALID_REQUEST, f"a line has at most {MAX_LINE} bytes")
        return None
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ControlError(PARSE_ERROR, "the line is no JSON") from error
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        raise ControlError(INVALID_REQUEST, "the line is no request")
    params = request.get("params", {})
    if not isinstance(params, dict):
        raise ControlError(BAD_PARAMS, "params must be an object")
    return {"id": request.get("id"), "method": request["method"], "params": params}


def _line(message: Mapping[str, Json]) -> bytes:
    return json.dumps(message).encode("ascii") + b"\n"


def _give_up(future: Future[Json], error: ControlError) -> None:
    if not future.done():
        future.set_exception(error)


def _hang_up(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
