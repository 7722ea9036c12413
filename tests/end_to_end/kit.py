"""Starts headless editors and bridges for the tests, and speaks JSON-RPC to them line by line."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vmark_tk.system.instance import hand_over

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 20.0  # the first client makes the editor load the SDK
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "kit", "version": "1"},
}


@contextmanager
def running_editor(endpoint: Path, *paths: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a headless editor until the block ends."""
    command = [sys.executable, "-m", "tests.end_to_end.editor", "--endpoint", str(endpoint), *map(str, paths)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:
        try:
            assert hand_over(endpoint, {}, LIMIT_S)
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(5)
            finally:
                process.kill()


@dataclass
class Answer:
    """A result of tools/call, taken apart."""

    result: dict[str, Any]

    @property
    def text(self) -> str:
        return str(self.result["content"][0]["text"])

    @property
    def data(self) -> dict[str, Any]:
        assert self.result.get("isError", False) is False, self.text
        data: dict[str, Any] = json.loads(self.text)
        assert data == self.result["structuredContent"]
        return data

    @property
    def code(self) -> str:
        assert self.result["isError"] is True
        envelope = json.loads(self.text)
        assert envelope == self.result["structuredContent"]
        return str(envelope["error"])


class Stdio:
    """A client at the standard input and output of a process."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._number = 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def raw(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def post(self, method: str, params: Mapping[str, object] | None = None) -> int:
        """Send a request without waiting; return its id."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params or {}}
        self.raw(json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n")
        return self._number

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._lines.get(timeout=LIMIT_S))
        return message

    def quiet(self) -> bool:
        """Tell whether nothing has come in that was not taken."""
        return self._lines.empty()

    def ask(self, method: str, params: Mapping[str, object] | None = None) -> dict[str, Any]:
        number = self.post(method, params)
        message = self.next()
        assert message["id"] == number, message
        return message

    def ask_past(self, ignored: int, method: str) -> dict[str, Any]:
        """Ask, passing over an answer to request `ignored`."""
        number = self.post(method)
        while (message := self.next())["id"] != number:
            assert message["id"] == ignored
        return message

    def settled_call(self, tool: str, **arguments: object) -> Answer:
        """Call a tool, passing over answers to whatever was sent before."""
        number = self.post("tools/call", {"name": tool, "arguments": arguments})
        while (message := self.next()).get("id") != number:
            pass
        return Answer(message["result"])

    def hello(self) -> dict[str, Any]:
        answer = self.ask("initialize", HELLO)
        self.raw(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        result: dict[str, Any] = answer["result"]
        return result

    def call(self, tool: str, **arguments: object) -> Answer:
        return Answer(self.ask("tools/call", {"name": tool, "arguments": arguments})["result"])

    def close(self) -> int:
        """Close the input; return the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(5)


@contextmanager
def bridge(*arguments: str, module: str = "vmark_tk.bridge") -> Iterator[Stdio]:
    """Run `vmark-tk mcp` with `arguments` until the block ends."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1 << 20) as process:
        client = Stdio(process)
        try:
            yield client
        finally:
            process.kill()


@contextmanager
def attached(endpoint: Path) -> Iterator[Stdio]:
    """Run a bridge that has joined the editor of `endpoint` and shaken hands."""
    with bridge("--attach-only", "--endpoint", str(endpoint)) as client:
        client.hello()
        yield client
