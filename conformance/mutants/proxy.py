"""Sits between runner and subject and lets one fault rewrite requests and replies; works for every implementation.

`vmark-conformance mutants` starts it as the subject; how often the fault fired is appended to a file, one line each.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from conformance.client import jsonrpc
from conformance.mutants.record import Fault, Message, Mutant, all_mutants

PREFIX = "proxy-"
PATIENCE = 20.0


class Proxy:
    """Copies lines both ways; requests of the fault itself carry ids of their own."""

    def __init__(self, mutant: Mutant, subject: subprocess.Popen[bytes], fired: Path) -> None:
        self._subject = subject
        self._path = fired
        self._news = threading.Condition()
        self._asked: dict[object, Message] = {}
        self._own: dict[str, Message] = {}
        self._next = 0
        self._ended = False
        self._out = threading.Lock()
        self._in = threading.Lock()
        self._mutant = mutant
        self.fault: Fault = mutant.make(self)

    # -- what a fault may do

    def ask(self, tool: str, action: str, **args: Any) -> Message:
        """Call a tool of the subject and return the result."""
        params = {"name": tool, "arguments": {"action": action, **args}}
        found = self.ask_method("tools/call", params).get("result")
        return found if isinstance(found, dict) else {}

    def ask_method(self, method: str, params: Mapping[str, Any] | None = None) -> Message:
        """Send a request to the subject and wait for its answer."""
        with self._news:
            self._next += 1
            name = f"{PREFIX}{self._next}"
        message: Message = {"jsonrpc": "2.0", "id": name, "method": method, "params": dict(params or {})}
        self._to_subject(jsonrpc.encode(message))
        with self._news:
            self._news.wait_for(lambda: name in self._own or self._ended, PATIENCE)
            return self._own.pop(name, {})

    # -- copying

    def run(self) -> int:
        """Copy until the subject ends; return its exit code."""
        threads = [
            threading.Thread(target=self._from_runner, args=(sys.stdin.buffer,), daemon=True),
            threading.Thread(target=self._from_subject, daemon=True),
        ]
        for thread in threads:
            thread.start()
        code = self._subject.wait()
        threads[1].join(PATIENCE)
        return code

    def _from_runner(self, source: IO[bytes]) -> None:
        for line in source:
            message, wrong = jsonrpc.decode(line)
            if message is None or wrong or "method" not in message or "id" not in message:
                self._to_subject(line)
                continue
            self._asked[message["id"]] = message
            copied = jsonrpc.decode(line)[0] or {}
            before = self.fault.fired
            passed = self.fault.request(copied)
            if passed is None:
                answer: Message = {"jsonrpc": "2.0", "id": message["id"], "result": self.fault.answer(copied)}
                self._to_runner(jsonrpc.encode(answer))
            else:
                self._to_subject(line if passed == message else jsonrpc.encode(passed))
            self._count(before)
        assert self._subject.stdin is not None
        self._subject.stdin.close()

    def _from_subject(self) -> None:
        """Replies are rewritten one after the other in a thread, so that a fault may ask while one waits."""
        queue: list[tuple[Message, Message]] = []
        worker = threading.Thread(target=self._rewrite, args=(queue,), daemon=True)
        worker.start()
        assert self._subject.stdout is not None
        for line in self._subject.stdout:
            message, wrong = jsonrpc.decode(line)
            if message is None or wrong or not jsonrpc.is_response(message):
                self._to_runner(line)
                continue
            identifier = message.get("id")
            with self._news:
                if isinstance(identifier, str) and identifier.startswith(PREFIX):
                    self._own[identifier] = message
                else:
                    queue.append((self._asked.pop(identifier, {}), message))
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()
        worker.join(PATIENCE)

    def _rewrite(self, queue: list[tuple[Message, Message]]) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: queue or self._ended)
                if not queue:
                    return
                request, reply = queue.pop(0)
            before = self.fault.fired
            rewritten = self.fault.reply(request, reply) if request else reply
            self._to_runner(jsonrpc.encode(rewritten))
            self._count(before)

    def _count(self, before: int) -> None:
        if self.fault.fired > before:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{self._mutant.id}\n" * (self.fault.fired - before))

    def _to_subject(self, line: bytes) -> None:
        assert self._subject.stdin is not None
        with self._in:
            try:
                self._subject.stdin.write(line)
                self._subject.stdin.flush()
            except (OSError, ValueError):
                return

    def _to_runner(self, line: bytes) -> None:
        with self._out:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()


def command_through(mutant: str, fired: Path, command: Sequence[str]) -> tuple[str, ...]:
    """Return the command that starts a subject behind the proxy with one fault."""
    top = str(Path(__file__).resolve().parents[2])
    code = f"import sys; sys.path.insert(0, {top!r}); from conformance.mutants.proxy import main; sys.exit(main())"
    return (sys.executable, "-c", code, mutant, str(fired), *command)


def find_mutant(identifier: str) -> Mutant:
    """Return the mutant of an id: a named one, or one of the field sweep."""
    from conformance.mutants.sweep import swept  # noqa: PLC0415 - costs the catalogue: only for a swept field

    known = swept() if identifier.startswith("F:") else all_mutants()
    return next(mutant for mutant in known if mutant.id == identifier)


def main() -> int:
    """Be the proxy: arguments are mutant, file of firings, and the command of the subject."""
    identifier, fired, *command = sys.argv[1:]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as subject:
        return Proxy(find_mutant(identifier), subject, Path(fired)).run()
