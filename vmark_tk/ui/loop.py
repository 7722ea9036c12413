"""`TkLoop`: the `core.ports.Loop` of the program with windows, on top of Tk's own event loop (10 section 9).

Other threads get in through a queue; a pipe wakes Tk (12 section 12). Windows has no file events in Tk, so there the
queue is polled. Automatic garbage collection is off while the loop lives and done here, because a Tk object that a
worker's collection finalises aborts the process (08 C-40).
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import queue
import signal
import sys
import threading
import time
import tkinter as tk
from collections import deque
from collections.abc import Callable
from typing import TypeVar

WORKERS = 4
BATCH = 64
BUDGET_S = 0.008
REST_MS = 5
SLOW_S = 0.1
POLL_BUSY_MS, POLL_IDLE_MS = 10, 250
COLLECT_AFTER = 20_000
"""New container objects after which an idle moment is used to collect."""

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class TkTimer:
    """A call that will happen."""

    def __init__(self, loop: TkLoop, delay_ms: int, function: Callable[[], None]) -> None:
        self._loop = loop
        self._function: Callable[[], None] | None = function
        self._id = loop.root.after(delay_ms, self._fire)

    def cancel(self) -> None:
        """Do not call; harmless afterwards."""
        if self._function is not None:
            self._function = None
            with contextlib.suppress(tk.TclError):
                self._loop.root.after_cancel(self._id)

    def _fire(self) -> None:
        function, self._function = self._function, None
        if function is not None:
            self._loop.run(function)


class TkLoop:
    """Runs callables on the thread of Tk. Make it on that thread; `close` it before the root is destroyed.

    `connected` tells whether a client is connected, which shortens the polling where polling is needed.
    """

    def __init__(self, root: tk.Tk, *, polling: bool | None = None) -> None:
        self.root = root
        self.connected: Callable[[], bool] = lambda: False
        self._thread = threading.get_ident()
        self._lock = threading.Lock()  # protects the queue, `_woken`, `_jobs`; nothing is called while it is held
        self._ready: deque[Callable[[], None]] = deque()
        self._woken = False
        self._jobs = 0
        self._closed = False
        self._idle: list[Callable[[], None]] = []
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._workers: list[threading.Thread] = []
        self._collecting = False
        self._collected = 0
        self._polling = sys.platform == "win32" if polling is None else polling
        self._after: str | None = None
        if self._polling:
            self._after = root.after(POLL_BUSY_MS, self._poll)
        else:
            self._read_end, self._write_end = os.pipe()
            os.set_blocking(self._read_end, False)
            os.set_blocking(self._write_end, False)
            self._listen()
        gc.disable()

    # --- core.ports.Loop ---

    def call_soon(self, function: Callable[[], None]) -> None:
        """Run `function` on the loop thread; callable from any thread; never blocks (ARC-017, ARC-018)."""
        self._post(function, jobs_done=0)

    def _post(self, function: Callable[[], None], *, jobs_done: int) -> None:
        with self._lock:
            # one step: counted down later, a job could still count as running when its result has been dealt with,
            # and nothing would wake the loop again for those who wait for idleness
            self._jobs -= jobs_done
            if self._closed:
                return
            self._ready.append(function)
            wake, self._woken = not self._woken, True
            if wake and not self._polling:
                # inside the lock so that `close` cannot take the descriptor away; non-blocking, so still no waiting
                with contextlib.suppress(BlockingIOError):
                    os.write(self._write_end, b"\0")

    def call_later(self, delay_ms: int, function: Callable[[], None]) -> TkTimer:
        """Run `function` after a delay. Loop thread only."""
        self.assert_here()
        return TkTimer(self, delay_ms, function)

    def run_in_worker(self, work: Callable[[], _T], done: Callable[[_T | BaseException], None]) -> None:
        """Run `work` in one of four workers, then `done` with its result or exception on the loop thread."""

        def job() -> None:
            outcome: _T | BaseException
            try:
                outcome = work()
            except BaseException as error:  # noqa: BLE001 - whatever went wrong belongs to `done`, not to the worker
                outcome = error
            self._post(lambda: done(outcome), jobs_done=1)

        with self._lock:
            if self._closed:
                return
            self._jobs += 1
            if self._jobs > len(self._workers) and len(self._workers) < WORKERS:
                self._start_worker()
        self._work.put(job)

    def assert_here(self) -> None:
        """Raise RuntimeError when called from another thread than the loop's."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("state and widgets belong to the loop thread")

    # --- settling ---

    def busy(self) -> bool:
        """Tell whether callables wait or a worker is at work; timers do not count."""
        with self._lock:
            return bool(self._ready) or self._jobs > 0

    def when_idle(self, function: Callable[[], None]) -> None:
        """Call `function` once nothing waits, no worker is at work and Tk has drawn. Loop thread only."""
        self._idle.append(function)
        self.root.after_idle(self._settle)

    # --- for the shell ---

    def run(self, function: Callable[[], None]) -> None:
        """Call `function`; a fault is logged and does not end the loop, slowness is logged with its name."""
        started = time.perf_counter()
        try:
            function()
        except Exception:  # noqa: BLE001 - a fault in one callable must not end the loop of the editor
            _log.exception("a callable of the loop failed")
        taken = time.perf_counter() - started
        if taken > SLOW_S:
            _log.info("%s held the loop for %d ms", getattr(function, "__qualname__", function), taken * 1000)

    def wake_on_signals(self) -> None:
        """Let a signal end Tk's wait, so that its Python handler runs at once and not with the next event."""
        if not self._polling:
            signal.set_wakeup_fd(self._write_end, warn_on_full_buffer=False)

    def tidy(self) -> None:
        """Collect garbage in the next idle moment if enough has piled up; called after keys and callables."""
        if not self._collecting and gc.get_count()[0] > COLLECT_AFTER:
            self._collecting = True
            self.root.after_idle(self._collect)

    def close(self) -> None:
        """Stop listening and end the workers, waiting two seconds for them at most. Loop thread only."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._ready.clear()
            if not self._polling:
                if threading.current_thread() is threading.main_thread():
                    signal.set_wakeup_fd(-1)
                self.root.tk.deletefilehandler(self._read_end)
                os.close(self._read_end)
                os.close(self._write_end)
        if self._after is not None:
            self.root.after_cancel(self._after)
        for _worker in self._workers:
            self._work.put(None)
        end = time.monotonic() + 2
        for worker in self._workers:
            worker.join(max(0.0, end - time.monotonic()))
        gc.enable()

    # --- inside ---

    def _listen(self) -> None:
        self.root.tk.createfilehandler(self._read_end, tk.READABLE, self._readable)

    def _readable(self, _file: object, _mask: int) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._read_end, 4096)
        if not self._drain():
            # file events go before redrawing: without this pause a flood would keep the window from being painted
            self.root.tk.deletefilehandler(self._read_end)
            self._after = self.root.after(REST_MS, self._go_on)

    def _go_on(self) -> None:
        self._after = None
        if self._drain():
            self._listen()
        else:
            self._after = self.root.after(REST_MS, self._go_on)

    def _poll(self) -> None:
        emptied = self._drain()
        delay = POLL_BUSY_MS if self.connected() else POLL_IDLE_MS
        self._after = None if self._closed else self.root.after(delay if emptied else REST_MS, self._poll)

    def _drain(self) -> bool:
        """Run what waits, within the budget; tell whether nothing is left."""
        end = time.perf_counter() + BUDGET_S
        for _ in range(BATCH):
            with self._lock:
                function = self._ready.popleft() if self._ready else None
                if function is None:
                    self._woken = False
            if function is None:
                break
            self.run(function)
            if self._closed:
                return True
            if time.perf_counter() > end:
                break
        self.tidy()
        if self._idle:
            self.root.after_idle(self._settle)
        with self._lock:
            if not self._ready:
                self._woken = False
                return True
            return False

    def _settle(self) -> None:
        if self._idle and not self.busy():
            waiting, self._idle = self._idle, []
            for function in waiting:
                self.run(function)

    def _collect(self) -> None:
        self._collecting = False
        self._collected += 1
        gc.collect(2 if self._collected % 10 == 0 else 1)

    def _start_worker(self) -> None:
        # daemon: after the two seconds of `close` a worker stuck in a dead network drive must not keep the process
        worker = threading.Thread(target=self._serve, name=f"worker-{len(self._workers) + 1}", daemon=True)
        self._workers.append(worker)
        worker.start()

    def _serve(self) -> None:
        while (job := self._work.get()) is not None:
            job()
