"""`PlainLoop`: the `core.ports.Loop` without a toolkit, for tests and for an editor without a display."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from vmark_tk.core.clock import Clock, SystemClock

WORKERS = 4
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class PlainTimer:
    """A call of a `PlainLoop` that will happen."""

    def __init__(self, loop: PlainLoop, function: Callable[[], None]) -> None:
        self._loop = loop
        self._function: Callable[[], None] | None = function

    @property
    def cancelled(self) -> bool:
        """Tell whether the call has happened or never will."""
        return self._function is None

    def cancel(self) -> None:
        """Do not call; harmless afterwards."""
        self._function = None

    def fire(self) -> None:
        """Call now, unless cancelled. Loop thread only."""
        function, self._function = self._function, None
        if function is not None:
            function()


class PlainLoop:
    """Runs callables one at a time in the thread that made it, or that runs it.

    A callable that raises is logged and does not end the loop. Workers are real threads, four at most.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._thread = threading.get_ident()
        self._changed = threading.Condition()  # protects the queue, the count of workers' jobs and the stop mark
        self._ready: deque[Callable[[], None]] = deque()
        self._jobs = 0
        self._stopped = False
        self._timers: list[tuple[float, int, PlainTimer]] = []
        self._numbers = itertools.count()
        self._idle: list[Callable[[], None]] = []
        self._pool: ThreadPoolExecutor | None = None

    # --- core.ports.Loop ---

    def call_soon(self, function: Callable[[], None]) -> None:
        """Run `function` on the loop thread; callable from any thread; never blocks."""
        with self._changed:
            self._ready.append(function)
            self._changed.notify()

    def call_later(self, delay_ms: int, function: Callable[[], None]) -> PlainTimer:
        """Run `function` after a delay. Loop thread only."""
        timer = PlainTimer(self, function)
        heapq.heappush(self._timers, (self._clock.monotonic() + delay_ms / 1000, next(self._numbers), timer))
        return timer

    def run_in_worker(self, work: Callable[[], _T], done: Callable[[_T | BaseException], None]) -> None:
        """Run `work` in a worker thread, then `done` with its result or exception on the loop thread."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="worker")
        with self._changed:
            self._jobs += 1

        def finished(future: Future[_T]) -> None:
            outcome = future.exception() or future.result()
            with self._changed:
                self._jobs -= 1
                self._ready.append(lambda: done(outcome))
                self._changed.notify()

        self._pool.submit(work).add_done_callback(finished)

    def assert_here(self) -> None:
        """Raise RuntimeError when called from another thread than the loop's."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("state and widgets belong to the loop thread")

    # --- settling ---

    def busy(self) -> bool:
        """Tell whether callables wait or a worker is at work; timers do not count."""
        with self._changed:
            return bool(self._ready) or self._jobs > 0

    def when_idle(self, function: Callable[[], None]) -> None:
        """Call `function` once nothing waits and no worker is at work. Loop thread only."""
        self._idle.append(function)
        self.call_soon(_nothing)

    # --- running ---

    def run_until(self, condition: Callable[[], bool], limit_s: float = 5) -> None:
        """Run until `condition` holds.

        Raises:
            TimeoutError: it did not within `limit_s` seconds.
        """
        self._thread = threading.get_ident()
        end = self._clock.monotonic() + limit_s
        while not condition():
            left = end - self._clock.monotonic()
            if left <= 0:
                raise TimeoutError(f"the condition did not hold within {limit_s} s")
            self._step(left)

    def run_forever(self) -> None:
        """Run until `stop` is called, from any thread."""
        self._thread = threading.get_ident()
        while not self._stopped:
            self._step(None)
        self._stopped = False

    def stop(self) -> None:
        """End `run_forever` after the callable that runs now; callable from any thread."""
        with self._changed:
            self._stopped = True
            self._changed.notify()

    def settle(self, limit_s: float = 5) -> None:
        """Run until nothing waits and no worker is at work."""
        self.run_until(lambda: not self.busy(), limit_s)

    def close(self) -> None:
        """Drop what waits and end the workers after their present jobs."""
        with self._changed:
            self._ready.clear()
        self._timers.clear()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _step(self, limit_s: float | None) -> None:
        """Run one callable or one due timer; wait for one at most `limit_s` seconds."""
        now = self._clock.monotonic()
        while self._timers and (self._timers[0][2].cancelled or self._timers[0][0] <= now):
            timer = heapq.heappop(self._timers)[2]
            if not timer.cancelled:
                _run(timer.fire)
                return
        if self._timers:
            until_timer = self._timers[0][0] - now
            limit_s = until_timer if limit_s is None else min(limit_s, until_timer)
        with self._changed:
            if not self._ready and not self._stopped:
                if self._idle and not self._jobs:
                    self._ready.append(self._idle.pop(0))
                else:
                    self._changed.wait(limit_s)
            function = self._ready.popleft() if self._ready else None
        if function is not None:
            _run(function)


def _nothing() -> None:
    """Wake the loop."""


def _run(function: Callable[[], None]) -> None:
    try:
        function()
    except Exception:  # noqa: BLE001 - a fault in one callable must not end the loop of the editor
        _log.exception("a callable of the loop failed")
