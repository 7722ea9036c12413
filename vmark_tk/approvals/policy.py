"""The decision whether a client may do something now: the only place that decides consent (ARC-009)."""

from __future__ import annotations

from dataclasses import dataclass

from vmark_tk.approvals.desk import MAX_FOLDER_PROMPTS, Desk, Prompt
from vmark_tk.approvals.subject import OpenWorkspace
from vmark_tk.core.ids import WindowLabel


@dataclass(frozen=True, slots=True)
class Allowed:
    """An unspent permission covers the subject; call `Desk.spend` immediately before doing it."""

    subject: OpenWorkspace
    window: WindowLabel


@dataclass(frozen=True, slots=True)
class NeedsApproval:
    """The question waits for the person."""

    prompt: Prompt


@dataclass(frozen=True, slots=True)
class QueueFull:
    """No question could be raised: so many wait already."""

    limit: int


Decision = Allowed | NeedsApproval | QueueFull


class Policy:
    """Decides, and raises the question where the person has to."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def check(self, subject: OpenWorkspace, *, window: WindowLabel, client_name: str = "") -> Decision:
        """Decide about `subject` in `window`. Deciding spends nothing, so that a busy window costs no approval."""
        if self._desk.permits(subject, window):
            return Allowed(subject, window)
        prompt = self._desk.ask(subject, window=window, client_name=client_name)
        return NeedsApproval(prompt) if prompt is not None else QueueFull(MAX_FOLDER_PROMPTS)
