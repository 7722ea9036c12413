"""Short messages to the person ("toasts") as data; how they look is the business of `ui.notice_view` (08 I-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from vmark_tk.core.clock import Clock
from vmark_tk.core.events import Events
from vmark_tk.core.ids import WindowLabel

Level = Literal["info", "warning", "error"]
MAX_KEPT = 200


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """Something the person may do from a notice, with the words on its button."""

    label: str
    run: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Notice:
    """One message; `window` None means the focused window."""

    id: int
    level: Level
    text: str
    window: WindowLabel | None
    action: NoticeAction | None
    at: float


@dataclass(frozen=True, slots=True)
class NoticePosted:
    """A message wants to be seen."""

    notice: Notice


class NoticeBoard:
    """Keeps the last messages and publishes each new one."""

    def __init__(self, events: Events, clock: Clock) -> None:
        self._events = events
        self._clock = clock
        self._count = 0
        self.kept: list[Notice] = []

    def post(
        self,
        level: Level,
        text: str,
        *,
        window: WindowLabel | None = None,
        action: NoticeAction | None = None,
    ) -> Notice:
        """Show `text` to the person."""
        self._count += 1
        notice = Notice(self._count, level, text, window, action, self._clock.now())
        self.kept = [*self.kept[-(MAX_KEPT - 1) :], notice]
        self._events.publish(NoticePosted(notice))
        return notice

    def clear(self) -> None:
        """Forget all messages."""
        self.kept = []
