"""Monitors that are always on: what they saw becomes part of the verdict of the running scenario (09 section 6.6)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from conformance.client import jsonrpc
from conformance.limits import LIMITS


class WireMonitor:
    """Statement `wire`: one message per line, ids answered exactly once, results well formed, lines bounded.

    Statement `self`: every message of ours is valid, apart from the lines a scenario sends raw on purpose.
    """

    def __init__(self, record: Callable[[str, Any], None] = lambda direction, message: None) -> None:
        self._lock = threading.Lock()
        self._record = record
        self._open: dict[object, str] = {}
        self._answered: set[object] = set()
        self._raw = 0
        self.seen = 0
        self.findings: list[str] = []
        self.own_faults: list[str] = []

    def line(self, direction: str, line: bytes) -> None:
        """Look at one line, `in` from the subject, `out` to it, `oversized` cut off at the limit."""
        with self._lock:
            if direction == "out":
                self._sent(line)
            elif direction == "oversized":
                self.findings.append(f"a line is longer than {LIMITS.line_bytes} bytes")
            else:
                self._came(line)

    def allow_raw(self, ids: Iterable[object] = ()) -> None:
        """Take the next line as it is; `ids` it carries on purpose may be answered."""
        with self._lock:
            self._raw += 1
            for request_id in ids:
                self._open.setdefault(request_id, "raw")

    def take(self) -> tuple[list[str], list[str]]:
        """Return and forget what was found since the last call: about the subject, about ourselves."""
        with self._lock:
            found, own = self.findings, self.own_faults
            self.findings, self.own_faults = [], []
            return found, own

    def _sent(self, line: bytes) -> None:
        if self._raw:
            self._raw -= 1
            self._record("out", line.decode("utf-8", errors="replace").rstrip("\n"))
            return
        message, wrong = jsonrpc.decode(line)
        self._record("out", message)
        if line.count(b"\n") != 1 or not line.endswith(b"\n"):
            wrong = [*wrong, "a message of ours is not exactly one line"]
        self.own_faults += wrong
        if message is not None and "method" in message and "id" in message:
            if message["id"] in self._open or message["id"] in self._answered:
                self.own_faults.append("an id of ours was used twice")
            self._open[message["id"]] = str(message["method"])

    def _came(self, line: bytes) -> None:
        message, wrong = jsonrpc.decode(line)
        self.seen += 1
        self.findings += wrong
        self._record("in", line.decode("utf-8", errors="replace").rstrip("\n") if message is None else message)
        if message is not None and jsonrpc.is_response(message):
            self._answer(message)

    def _answer(self, message: Mapping[str, Any]) -> None:
        request_id = message.get("id")
        if request_id is None:
            return
        if not isinstance(request_id, int | str) or isinstance(request_id, bool):
            return
        if request_id in self._answered:
            self.findings.append(f"the id {request_id!r} was answered twice")
            return
        if request_id not in self._open:
            self.findings.append(f"the id {request_id!r} answers nothing that was asked")
            return
        method = self._open.pop(request_id)
        self._answered.add(request_id)
        if method == "tools/call" and "result" in message:
            self.findings += jsonrpc.tool_result_problems(message["result"])


def leaked_on_disk(canaries: Mapping[str, tuple[Path, ...]], top: Path, limit: int = 8 * 1024 * 1024) -> list[str]:
    """Return `path` of every file below `top` that holds a secret and is not its home; big files are passed over."""
    found = []
    for path in sorted(top.rglob("*")) if canaries else ():
        if path.is_symlink() or not path.is_file():
            continue
        try:
            content = path.read_bytes() if path.stat().st_size <= limit else b""
        except OSError:
            continue
        for canary, homes in canaries.items():
            if canary.encode() in content and path not in homes:
                found.append(path.relative_to(top).as_posix())
    return found


class ReadOnlyMonitor:
    """Statement `read-only tools`: a call that is annotated read-only changed no file and no tab."""

    def __init__(self) -> None:
        self.findings: list[str] = []
        self.looked = 0

    def compare(self, call: str, what: str, before: object, after: object) -> None:
        """Record a finding when the two looks around a call differ."""
        self.looked += 1
        if before != after:
            self.findings.append(f"{call} is annotated read-only and changed {what}")

    def take(self) -> list[str]:
        """Return and forget what was found."""
        found, self.findings = self.findings, []
        return found


def read_only_tools(tools: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Return the names of the listed tools whose annotations say that they only read."""
    return frozenset(
        str(tool.get("name"))
        for tool in tools
        if isinstance(notes := tool.get("annotations"), Mapping) and notes.get("readOnlyHint") is True
    )


def tabs_in(state: object) -> list[tuple[str, object]]:
    """Return id and revision of every tab of a `session.get_state`, in order of the ids."""
    windows = state.get("windows") if isinstance(state, Mapping) else None
    tabs = [
        tab
        for window in (windows if isinstance(windows, list) else [])
        if isinstance(window, Mapping) and isinstance(window.get("tabs"), list)
        for tab in window["tabs"]
        if isinstance(tab, Mapping)
    ]
    return sorted(((str(tab.get("id")), tab.get("revision")) for tab in tabs), key=lambda pair: pair[0])


def snapshot(folders: Iterable[Path]) -> dict[str, tuple[int, int]]:
    """Return size and time of change of every file below some folders (statement `quiet disk`)."""
    found: dict[str, tuple[int, int]] = {}
    for folder in folders:
        for path in folder.rglob("*"):
            try:
                if path.is_file() and not path.is_symlink():
                    status = path.stat()
                    found[f"{folder.parent.name}/{folder.name}/{path.relative_to(folder).as_posix()}"] = (
                        status.st_size,
                        status.st_mtime_ns,
                    )
            except OSError:
                continue
    return found


def changed(before: Mapping[str, tuple[int, int]], after: Mapping[str, tuple[int, int]]) -> list[str]:
    """Return the files that came, went or changed between two snapshots."""
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
