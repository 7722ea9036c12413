"""One editor per profile: its lock, the socket that others find it by, and how a second launch hands over (08 W-11).

The first line of every connection is JSON with the token; what follows depends on `want`: an MCP session, or the
arguments of a second launch. Also used by the bridge, so it needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from vmark_tk.system.places import private_folder

if sys.platform == "win32":  # pragma: no cover - not run in CI
    import msvcrt
else:
    import fcntl

NOTE = "endpoint.json"
LOCK = "editor.lock"
SOCKET = "editor.sock"
MAX_SOCKET_PATH = 100  # bytes; the limit of the kernels is 104 to 108
MAX_LINE = 1024 * 1024  # of the greeting
_POLL_S = 0.02


class Listening(NamedTuple):
    """An open socket and the note beside it that tells address and token."""

    socket: socket.socket
    token: str
    folder: Path
    address: str | int

    def close(self) -> None:
        """Close the socket and remove what others would find it by."""
        self.socket.close()
        (self.folder / NOTE).unlink(missing_ok=True)
        if isinstance(self.address, str):
            path = Path(self.address)
            path.unlink(missing_ok=True)
            if path.parent != self.folder:
                with contextlib.suppress(OSError):
                    path.parent.rmdir()


class Claim(NamedTuple):
    """The lock of a profile; the system gives it back when the process ends, however it ends."""

    file: IO[str]

    def release(self) -> None:
        """Let another editor have the profile."""
        self.file.close()


def claim(runtime: Path) -> Claim | None:
    """Take the lock of a profile; None: another editor runs on it.

    Raises:
        OSError: the folder cannot be used.
    """
    private_folder(runtime)
    file = (runtime / LOCK).open("a", encoding="ascii")
    try:
        _lock(file)
    except OSError:
        file.close()
        return None
    return Claim(file)


def listen(folder: Path) -> Listening:
    """Open the editor's socket in `folder` (0600 in 0700) and write the note; a stale one is replaced.

    Raises:
        OSError: the folder or the socket cannot be made.
    """
    private_folder(folder)
    token = os.urandom(32).hex()
    opened = _listen_local(folder) if hasattr(socket, "AF_UNIX") else _listen_loopback()
    opened.listen(64)
    address = opened.getsockname()
    place: str | int = address if isinstance(address, str) else address[1]
    note = {"address": place, "token": token, "pid": os.getpid()}
    draft = folder / f"{NOTE}.{os.getpid()}"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(note, file)
    draft.replace(folder / NOTE)
    return Listening(opened, token, folder, place)


def dial(folder: Path, greeting: dict[str, Any]) -> socket.socket | None:
    """Connect to the editor whose note is in `folder` and send token and greeting; None: nobody is there."""
    try:
        note = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        place, token = note["address"], note["token"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    local = isinstance(place, str)
    family = socket.AF_UNIX if local else socket.AF_INET
    connection = socket.socket(family, socket.SOCK_STREAM)
    try:
        connection.connect(place if local else ("127.0.0.1", place))
        connection.sendall(json.dumps({"token": token, **greeting}).encode("utf-8") + b"\n")
    except OSError:
        connection.close()
        return None
    return connection


def hand_over(folder: Path, launch: dict[str, Any], limit_s: float = 1.0) -> bool:
    """Give the arguments of this launch to the editor that holds the lock; False: it did not take them in time.

    An editor that is just starting has its lock before its socket, so this tries until the limit.
    """
    end = time.monotonic() + limit_s
    while True:
        connection = dial(folder, {"want": "launch", "launch": launch})
        if connection is not None:
            with connection:
                connection.settimeout(max(0.01, end - time.monotonic()))
                if first_line(connection).get("ok") is True:
                    return True
        left = end - time.monotonic()
        if left <= 0:
            return False
        wait(min(_POLL_S, left))


def first_line(connection: socket.socket) -> dict[str, Any]:
    """Return the JSON object of the first line that comes in, or an empty one when none does; reads no further."""
    data = bytearray()
    with contextlib.suppress(OSError, ValueError):
        while not data.endswith(b"\n") and len(data) < MAX_LINE:
            piece = connection.recv(1)
            if not piece:
                break
            data += piece
        answer = json.loads(data)
        return answer if isinstance(answer, dict) else {}
    return {}


def wait(seconds: float) -> None:
    """Let a short time pass between two looks at something that gives no sign of its own."""
    if sys.platform == "win32":  # pragma: no cover - not run in CI; select there wants at least one socket
        reader, writer = socket.socketpair()
        with reader, writer:
            select.select([reader], [], [], seconds)
    else:
        select.select([], [], [], seconds)


def _listen_local(folder: Path) -> socket.socket:
    path = folder / SOCKET
    if len(os.fsencode(path)) > MAX_SOCKET_PATH:
        import tempfile  # noqa: PLC0415 - rarely needed, and the bridge imports this module

        path = Path(tempfile.mkdtemp(prefix="vmark-")) / SOCKET
    path.unlink(missing_ok=True)
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with _only_mine():
            opened.bind(os.fspath(path))
        path.chmod(0o600)
    except OSError:
        opened.close()
        raise
    return opened


def _listen_loopback() -> socket.socket:
    """Open a port of this computer only, where there are no local sockets; the token keeps other users out."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    opened.bind(("127.0.0.1", 0))
    return opened


@contextlib.contextmanager
def _only_mine() -> Iterator[None]:
    """Let a socket be born without rights for others, not only lose them afterwards."""
    before = os.umask(0o177)
    try:
        yield
    finally:
        os.umask(before)


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":  # pragma: no cover - not run in CI
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
