"""A state with a clock that stands still and seeded ids, and a loop that runs when told."""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from vmark_tk.core.clock import ManualClock
from vmark_tk.core.document import Document
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Ids, InstanceId, WindowLabel
from vmark_tk.core.settings import Settings
from vmark_tk.core.state import AppState, Tab

_T = TypeVar("_T")


def make_state(seed: int = 1, **settings: bool | float | str) -> AppState:
    """Return a state with one empty window `main`; `settings` by key with `__` for the dot."""
    events = Events()
    values = {key.replace("__", "."): value for key, value in settings.items()}
    state = AppState(
        ids=Ids(random.Random(seed)), clock=ManualClock(), events=events, settings=Settings(events, values)
    )
    state.add_window()
    return state


def clock_of(state: AppState) -> ManualClock:
    """Return the clock of a state made here."""
    assert isinstance(state.clock, ManualClock)
    return state.clock


def add_text(
    state: AppState,
    text: str = "",
    *,
    path: Path | None = None,
    window: WindowLabel | None = None,
    instance: InstanceId | None = None,
    activate: bool = True,
) -> Tab:
    """Add a clean tab with a text; a path is only written down, no file is made."""
    document = state.new_document(text.split("\n"))
    document.file.path = path
    label = window or next(iter(state.windows))
    return state.add_tab(label, document, instance=instance, activate=activate)


def document_of(tab: Tab) -> Document:
    """Return the document of a tab that has one."""
    assert tab.document is not None
    return tab.document


def recorded(events: Events, *kinds: type[Any]) -> list[Any]:
    """Return a list that grows with each event of these classes."""
    heard: list[Any] = []
    for kind in kinds:
        events.subscribe(kind, heard.append)
    return heard


@dataclass(order=True)
class StepTimer:
    """A call at a time of the step loop."""

    at_ms: int
    number: int
    function: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class StepLoop:
    """A loop without threads. Workers run at once, or with `held` when `work` is called; time moves by `advance`."""

    def __init__(self, *, held: bool = False) -> None:
        self.held = held
        self.now_ms = 0
        self._soon: deque[Callable[[], None]] = deque()
        self._timers: list[StepTimer] = []
        self._works: deque[Callable[[], None]] = deque()
        self._count = 0

    def call_soon(self, function: Callable[[], None]) -> None:
        self._soon.append(function)

    def call_later(self, delay_ms: int, function: Callable[[], None]) -> StepTimer:
        self._count += 1
        timer = StepTimer(self.now_ms + delay_ms, self._count, function)
        heapq.heappush(self._timers, timer)
        return timer

    def run_in_worker(self, work: Callable[[], _T], done: Callable[[_T | BaseException], None]) -> None:
        def step() -> None:
            try:
                outcome: _T | BaseException = work()
            except Exception as error:  # noqa: BLE001 - the contract of the port
                outcome = error
            done(outcome)

        if self.held:
            self._works.append(step)
        else:
            step()

    def assert_here(self) -> None:
        return

    @property
    def waiting(self) -> int:
        """Return how many workers are held back."""
        return len(self._works)

    @property
    def timers(self) -> int:
        """Return how many calls are due some time."""
        return sum(1 for timer in self._timers if not timer.cancelled)

    def work(self) -> None:
        """Run the workers that are held back, and what they bring up."""
        while self._works or self._soon:
            (self._works or self._soon).popleft()()

    def run(self) -> None:
        """Run what was called for soon."""
        while self._soon:
            self._soon.popleft()()

    def advance(self, ms: int) -> None:
        """Let time pass and run what becomes due, in order."""
        end = self.now_ms + ms
        self.run()
        while self._timers and self._timers[0].at_ms <= end:
            timer = heapq.heappop(self._timers)
            self.now_ms = max(self.now_ms, timer.at_ms)
            if not timer.cancelled:
                timer.function()
            self.run()
        self.now_ms = end
