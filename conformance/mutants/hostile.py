"""Hostile subjects: the paper editor with one nasty habit each; the judge must survive and say the right thing.

`python -m conformance.mutants.hostile HABIT [FOLDER]` serves standard input like the paper subject.
"""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from conformance.subjects.paper import Paper, Server

EMPTY: dict[str, object] = {"content": [{"type": "text", "text": "{}"}]}
REFUSAL: dict[str, object] = {"content": [{"type": "text", "text": "no"}], "isError": True}


class Nasty:
    """Asks the paper editor for each answer and spoils it; only tool calls are spoiled unless the habit says so."""

    def __init__(self, habit: str, folder: Path | None) -> None:
        self._habit = habit
        self._buffer = io.BytesIO()
        self._server = Server(Paper(folder), self._buffer)
        self._calls = 0

    def serve(self, source: BinaryIO, out: BinaryIO) -> int:
        """Answer every line until the input ends, or until the habit ends it."""
        for line in source:
            if self._habit == "exits":
                return 1
            if self._habit == "never":
                continue
            for piece in self._answers(line):
                out.write(piece)
                out.flush()
            if self._habit == "truncated" and self._calls > 1:
                return 1
        return 0

    def _answers(self, line: bytes) -> list[bytes]:
        self._buffer.seek(0)
        self._buffer.truncate()
        self._server.handle(line)
        answer = self._buffer.getvalue()
        try:
            request = json.loads(line)
        except ValueError:
            return [answer]
        if not isinstance(request, dict) or request.get("method") != "tools/call" or not answer:
            return [answer]
        self._calls += 1
        spoil: Callable[[bytes, dict[str, object]], list[bytes]] | None = getattr(self, f"_{self._habit}", None)
        return [answer] if spoil is None else spoil(answer, request)

    def _prints(self, answer: bytes, _: dict[str, object]) -> list[bytes]:
        return [b"debug: a call came in\n", answer]

    def _wrong_id(self, answer: bytes, request: dict[str, object]) -> list[bytes]:
        return [json.dumps({**json.loads(answer), "id": f"x{request['id']}"}).encode() + b"\n", answer]

    def _twice(self, answer: bytes, _: dict[str, object]) -> list[bytes]:
        return [answer, answer]

    def _not_utf8(self, answer: bytes, _: dict[str, object]) -> list[bytes]:
        return [answer.replace(b'"jsonrpc"', b'"\xff\xfe": 0, "jsonrpc"', 1)]

    def _truncated(self, answer: bytes, _: dict[str, object]) -> list[bytes]:
        return [answer[: len(answer) // 2] if self._calls > 1 else answer]

    def _garbage(self, answer: bytes, _: dict[str, object]) -> list[bytes]:
        return [b"\x00\x01{]\n"]

    def _floods(self, answer: bytes, _: dict[str, object]) -> list[bytes]:
        sys.stderr.write("noise " * 2000 + "\n")
        return [answer]

    def _yes(self, answer: bytes, request: dict[str, object]) -> list[bytes]:
        return [self._instead(request, EMPTY)]

    def _no(self, answer: bytes, request: dict[str, object]) -> list[bytes]:
        return [self._instead(request, REFUSAL)]

    def _crashes(self, answer: bytes, request: dict[str, object]) -> list[bytes]:
        params = request.get("params")
        arguments = params.get("arguments", {}) if isinstance(params, dict) else {}
        if arguments.get("action") == "close":
            os._exit(70)
        return [answer]

    def _hangs(self, answer: bytes, request: dict[str, object]) -> list[bytes]:
        params = request.get("params")
        arguments = params.get("arguments", {}) if isinstance(params, dict) else {}
        if arguments.get("action") == "close":
            threading.Event().wait()
        return [answer]

    @staticmethod
    def _instead(request: dict[str, object], result: dict[str, object]) -> bytes:
        return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode() + b"\n"


def main() -> int:
    """Serve with the habit named first; a second argument is the folder that is open."""
    habit, *folder = sys.argv[1:]
    return Nasty(habit, Path(folder[0]) if folder else None).serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    sys.exit(main())
