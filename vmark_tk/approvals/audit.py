"""What was asked, answered, used and refused: one JSON line each, readable for the user only (05 section 12).

A record names who, what and where, and never the contents of a document, script or credential (AUT-303).
"""

from __future__ import annotations

import json
import logging
import os
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vmark_tk.approvals.desk import (
    GrantDropped,
    GrantMinted,
    GrantSpent,
    Prompt,
    PromptAnswered,
    PromptRaised,
    PromptWithdrawn,
)
from vmark_tk.approvals.subject import OpenWorkspace
from vmark_tk.approvals.words import shown
from vmark_tk.core.clock import Clock
from vmark_tk.core.ports import Loop
from vmark_tk.core.state import AppState

KEPT = 1_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Record:
    """One event: `at` in seconds since the epoch; `target` is a folder or file as shown, or an origin."""

    at: float
    event: str
    operation: str
    outcome: str
    principal: str = ""
    client: str = ""
    target: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def line(self) -> str:
        """Return the record as a line of the file."""
        data: dict[str, Any] = {"ts": self.at, "event": self.event, "operation": self.operation}
        named = {"outcome": self.outcome, "principal": self.principal, "client": self.client, "target": self.target}
        data.update({key: value for key, value in named.items() if value})
        return json.dumps({**data, **self.extra}, ensure_ascii=False) + "\n"


class Audit:
    """Listens to the desk, takes further records, keeps the last thousand and writes all to `path` (None: nowhere)."""

    def __init__(self, state: AppState, loop: Loop, path: Path | None = None) -> None:
        self._clock: Clock = state.clock
        self._loop = loop
        self._path = path
        self._waiting: list[str] = []
        self._writing = False
        self.records: deque[Record] = deque(maxlen=KEPT)
        events = state.events
        events.subscribe(PromptRaised, lambda event: self._prompt("raised", event.prompt, "waiting"))
        events.subscribe(PromptAnswered, self._answered)
        events.subscribe(PromptWithdrawn, lambda event: self._prompt("withdrawn", event.prompt, "withdrawn"))
        events.subscribe(GrantMinted, lambda event: self._grant("grant", event, "once"))
        events.subscribe(GrantSpent, lambda event: self._grant("spend", event, "spent"))
        events.subscribe(GrantDropped, lambda event: self._grant("dropped", event, event.reason))

    def note(
        self, event: str, operation: str, outcome: str, *, principal: str = "", client: str = "", target: str = ""
    ) -> None:
        """Add a record: a folder opened, a save_as blocked, a refusal. Foreign texts are escaped and clipped here."""
        record = Record(
            self._clock.now(), event, operation, outcome, principal, shown(client), shown(target) if target else ""
        )
        self.records.append(record)
        if self._path is not None:
            self._waiting.append(record.line())
            self._write()

    def _answered(self, event: PromptAnswered) -> None:
        self._prompt("answered", event.prompt, event.choice)

    def _prompt(self, event: str, prompt: Prompt, outcome: str) -> None:
        subject = prompt.subject
        if isinstance(subject, OpenWorkspace):
            target = str(subject.path)
            self.note(
                event,
                subject.kind,
                outcome,
                principal=subject.principal,
                client=prompt.client_name,
                target=target,
            )
        else:
            # a question of the editor: its texts name documents of the person, which are no business of a log
            self.note(event, subject.kind, outcome)

    def _grant(self, event: str, change: GrantMinted | GrantSpent | GrantDropped, outcome: str) -> None:
        subject = change.grant.subject
        self.note(event, subject.kind, outcome, principal=subject.principal, target=str(subject.path))

    def _write(self) -> None:
        if self._writing or not self._waiting or self._path is None:
            return
        self._writing = True
        text, self._waiting = "".join(self._waiting), []
        path = self._path
        self._loop.run_in_worker(lambda: append_private(path, text), self._written)

    def _written(self, outcome: BaseException | None) -> None:
        self._writing = False
        if isinstance(outcome, BaseException):
            _log.warning("the audit log cannot be written (%s)", type(outcome).__name__)
        self._write()


def append_private(path: Path, text: str) -> None:
    """Append to a file that only the user may read; makes it and its folder. Blocks; for workers.

    Raises:
        OSError: as the system says.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with open(descriptor, "a", encoding="utf-8", errors="backslashreplace") as stream:  # noqa: PTH123 - a descriptor
        stream.write(text)
