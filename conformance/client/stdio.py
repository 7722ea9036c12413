"""Lines over the pipes of a subject: one thread reads, one writes, and whoever waits has a limit."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import IO

from conformance.client import jsonrpc
from conformance.client.jsonrpc import Message
from conformance.limits import LIMITS


class SubjectFaultError(AssertionError):
    """The subject crashed, hung or broke framing: a finding about it, in whatever step waits."""


class SubjectGoneError(SubjectFaultError):
    """The subject closed its output: it crashed or exited."""


class SubjectHungError(SubjectFaultError):
    """The subject did not answer within the limit."""


LineSeen = Callable[[str, bytes], None]


class Link:
    """The two pipes. Responses are kept by id until asked for; everything else is kept as strays.

    `on_line(direction, line)` sees every line, `"in"` from the subject and `"out"` to it, before it is used.
    """

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes], on_line: LineSeen) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._on_line = on_line
        self._news = threading.Condition()
        self._responses: dict[object, deque[Message]] = {}
        self._strays: deque[Message] = deque()
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.closed = False
        self._reader = threading.Thread(target=self._read, name="subject-reader", daemon=True)
        self._writer = threading.Thread(target=self._write, name="subject-writer", daemon=True)
        self._reader.start()
        self._writer.start()

    def send(self, line: bytes) -> None:
        """Queue one line; a subject that does not read is noticed by whoever waits for its answer."""
        self._on_line("out", line)
        self._outgoing.put(line)

    def response(self, request_id: int, limit: float) -> Message:
        """Wait for the answer to a request, at most `limit` seconds."""
        with self._news:
            self._news.wait_for(lambda: self._responses.get(request_id) or self.closed, limit)
            waiting = self._responses.get(request_id)
            if waiting:
                return waiting.popleft()
        if self.closed:
            raise SubjectGoneError("the subject ended its output while a call waited")
        raise SubjectHungError(f"no answer within {limit:g} s")

    def stray(self, limit: float) -> Message | None:
        """Wait for a message that answers nothing we asked; None when none comes."""
        with self._news:
            self._news.wait_for(lambda: self._strays or self.closed, limit)
            return self._strays.popleft() if self._strays else None

    def settle(self, limit: float) -> None:
        """Give a line that is on its way at most `limit` seconds to arrive (double answers)."""
        with self._news:
            self._news.wait_for(lambda: self.closed, limit)

    def finish(self) -> None:
        """Close the subject's input after everything queued was written."""
        self._outgoing.put(None)
        self._writer.join(LIMITS.scaled(1.0))

    def close(self) -> None:
        """Let go of the pipes once the process has ended."""
        self.finish()
        self._reader.join(LIMITS.scaled(1.0))
        for pipe in (self._stdin, self._stdout):
            if not (pipe is self._stdout and self._reader.is_alive()):
                _close_quietly(pipe)

    def _write(self) -> None:
        while (line := self._outgoing.get()) is not None:
            try:
                self._stdin.write(line)
                self._stdin.flush()
            except (OSError, ValueError):
                break
        _close_quietly(self._stdin)

    def _read(self) -> None:
        try:
            while line := self._stdout.readline(LIMITS.line_bytes + 1):
                if len(line) > LIMITS.line_bytes and not line.endswith(b"\n"):
                    self._on_line("oversized", line[:200])
                    while line and not line.endswith(b"\n"):
                        line = self._stdout.readline(1 << 20)
                    continue
                self._arrived(line)
        except (OSError, ValueError):
            pass
        with self._news:
            self.closed = True
            self._news.notify_all()

    def _arrived(self, line: bytes) -> None:
        self._on_line("in", line)
        message, _ = jsonrpc.decode(line)
        if message is None:
            return
        if "method" in message and "id" in message:
            self.send(jsonrpc.encode(_own_answer(message)))
        with self._news:
            if jsonrpc.is_response(message) and isinstance(message.get("id"), int | str):
                self._responses.setdefault(message["id"], deque()).append(message)
            else:
                self._strays.append(message)
            self._news.notify_all()


def _own_answer(message: Message) -> Message:
    answer: Message = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] == "ping":
        return {**answer, "result": {}}
    return {**answer, "error": {"code": jsonrpc.METHOD_NOT_FOUND, "message": "not offered by this client"}}


def _close_quietly(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except (OSError, ValueError):
        return
