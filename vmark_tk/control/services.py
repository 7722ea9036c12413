"""What the test control works with; built by `app`, or by tests with fakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from vmark_tk.approvals.audit import Audit
from vmark_tk.approvals.desk import Desk
from vmark_tk.commands.port import Commands
from vmark_tk.control.protocol import Deferred, Json, Params, Result, not_now
from vmark_tk.core.checkpoints import Checkpoints
from vmark_tk.core.clock import Clock
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.ports import ClientLight, Editor, Gestures, Settling, Windows
from vmark_tk.core.state import AppState

POLL_MS = 20
POLLS = 100  # 2 s
POLLS_UNCERTAIN = 25  # 0.5 s for what may as well not happen


class MovableClock(Clock, Protocol):
    """A clock that can be moved forward."""

    def advance(self, seconds: float) -> None:
        """Move this clock forward."""
        ...


@dataclass(slots=True)
class ControlServices:
    """The editor as the person and the laboratory see it.

    `on_clock_moved` are the checks that look at the time (autosave, recovery); `on_reset` forgets what is no part of
    the state; `on_disabled` is called when the connection has ended for good; `title_of` reads the title of a window
    as the person sees it. `gestures` None: no widgets, so nothing about them is offered.
    """

    state: AppState
    desk: Desk
    commands: Commands
    editor: Editor
    windows: Windows
    clients: ClientLight
    checkpoints: Checkpoints
    loop: Settling
    clock: MovableClock
    audit: Audit
    gestures: Gestures | None = None
    title_of: Callable[[WindowLabel], str] | None = None
    version: str = ""
    on_clock_moved: Sequence[Callable[[], None]] = ()
    on_reset: Sequence[Callable[[], None]] = ()
    on_disabled: Callable[[], None] = field(default=lambda: None)


Method = Callable[[ControlServices, Params], Result | Deferred]


def until(services: ControlServices, condition: Callable[[], bool], result: Result, why: str | None) -> Deferred:
    """Return an answer that comes once `condition` holds, looked at every 20 ms for 2 s at most.

    For what the window system does in its own time. If it does not, the call is refused with `why`, or answered all the
    same when that is None.
    """
    deferred = Deferred()

    def look(left: int) -> None:
        if condition() or (left == 0 and why is None):
            deferred.resolve(result)
        elif left == 0:
            deferred.fail(not_now(why or ""))
        else:
            services.loop.call_later(POLL_MS, lambda: look(left - 1))

    look(POLLS if why is not None else POLLS_UNCERTAIN)
    return deferred


class Outcome:
    """What a command told through its `done`: nothing yet (a question waits for the person), success, or a reason."""

    def __init__(self) -> None:
        self.waiting = True
        self.reason: str | None = None

    def __call__(self, reason: str | None) -> None:
        """Take the end of the command."""
        self.waiting = False
        self.reason = reason

    def check(self) -> None:
        """Raise what went wrong.

        Raises:
            ControlError: the command did not succeed.
        """
        if self.reason is not None:
            raise not_now(self.reason)

    def facts(self) -> dict[str, Json]:
        """Return `{"waiting": true}` while a question has to be answered first."""
        return {"waiting": True} if self.waiting else {}
