"""The event log: append-only, one JSON object per line, flushed per line; everything else is derived from it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from conformance.limits import LIMITS

LONGEST = 20_000
Event = dict[str, Any]


class EventLog:
    """Writes events to a file when there is one, and keeps the newest wire messages for failures.

    `mask` replaces what must not be in a report: the sandbox, home folder, host and user (CNF-050).
    """

    def __init__(self, path: Path | None = None, mask: Callable[[str], str] = lambda text: text) -> None:
        self._lock = threading.Lock()
        self._file: IO[str] | None = None if path is None else path.open("a", encoding="utf-8")
        self._mask = mask
        self._begin = LIMITS.now()
        self.events: list[Event] = []
        self.observations = 0

    def write(self, event: str, **fields: Any) -> None:
        """Append one event; texts are masked, long ones are cut."""
        entry: Event = {"event": event, "t": round((LIMITS.now() - self._begin) * 1000), **fields}
        line = self._mask(json.dumps(entry, ensure_ascii=False, default=str))
        if len(line) > LONGEST:
            short = {key: _cut(value) for key, value in entry.items()}
            line = self._mask(json.dumps(short, ensure_ascii=False, default=str))
        with self._lock:
            if event == "mcp" and fields.get("direction") == "in":
                self.observations += 1
            self.events.append(json.loads(line))
            if self._file is not None:
                self._file.write(line.encode("utf-8", errors="backslashreplace").decode("utf-8") + "\n")
                self._file.flush()

    def messages(self, count: int) -> list[Event]:
        """Return the newest wire messages, oldest first."""
        with self._lock:
            found = [event for event in self.events[-50:] if event["event"] == "mcp"]
        return found[-count:]

    def forget_messages(self) -> None:
        """Drop wire messages of a finished scenario from memory; the file keeps them."""
        with self._lock:
            self.events = [event for event in self.events if event["event"] not in ("mcp", "control")]

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _cut(value: object) -> object:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return value if len(text) <= 2000 else f"{text[:2000]}... ({len(text)} characters)"
