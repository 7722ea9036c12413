"""Waking, budget, workers and garbage of the loop on Tk."""

from __future__ import annotations

import gc
import threading
import time
import tkinter as tk
from collections.abc import Callable, Iterator

import pytest

from vmark_tk.ui.loop import TkLoop

LIMIT_S = 5.0


@pytest.fixture(params=[False, True], ids=["pipe", "polling"])
def loop(root: tk.Tk, request: pytest.FixtureRequest) -> Iterator[TkLoop]:
    made = TkLoop(root, polling=request.param)
    yield made
    made.close()


def run_until(root: tk.Tk, condition: Callable[[], object]) -> None:
    end = time.monotonic() + LIMIT_S
    timer = root.after(int(LIMIT_S * 1000) + 100, lambda: None)
    while not condition():
        assert time.monotonic() < end
        root.tk.dooneevent()
    root.after_cancel(timer)


def test_callables_of_another_thread_run_here_in_their_order(root: tk.Tk, loop: TkLoop) -> None:
    seen: list[tuple[int, int]] = []

    def post() -> None:
        for number in range(300):
            loop.call_soon(lambda number=number: seen.append((number, threading.get_ident())))  # type: ignore[misc]

    thread = threading.Thread(target=post)
    thread.start()
    run_until(root, lambda: len(seen) == 300)
    thread.join(LIMIT_S)
    assert seen == [(number, threading.get_ident()) for number in range(300)]


@pytest.mark.requirement("ARC-018")
def test_call_soon_returns_at_once_while_the_loop_is_busy(root: tk.Tk, loop: TkLoop) -> None:
    posted: list[int] = []
    busy, done = threading.Event(), threading.Event()

    def post() -> None:
        busy.wait(LIMIT_S)
        for number in range(50):
            loop.call_soon(lambda: None)
            posted.append(number)
        done.set()

    def hold() -> None:
        busy.set()
        done.wait(LIMIT_S)

    thread = threading.Thread(target=post)
    thread.start()
    loop.call_soon(hold)
    run_until(root, done.is_set)
    thread.join(LIMIT_S)
    assert len(posted) == 50  # while the loop was held, for `hold` waits until all are posted


def test_a_flood_does_not_keep_idle_callbacks_from_running(root: tk.Tk, loop: TkLoop) -> None:
    left = [400]
    drawn_while_waiting: list[int] = []

    def work() -> None:
        end = time.perf_counter() + 0.0005
        while time.perf_counter() < end:
            pass
        left[0] -= 1

    for _ in range(400):
        loop.call_soon(work)
    root.after_idle(lambda: drawn_while_waiting.append(left[0]))
    run_until(root, lambda: left[0] == 0)
    assert drawn_while_waiting
    assert drawn_while_waiting[0] > 200


def test_a_worker_hands_its_result_or_its_exception_to_this_thread(root: tk.Tk, loop: TkLoop) -> None:
    here, outcomes = threading.get_ident(), []

    def fail() -> int:
        raise ValueError("no")

    loop.run_in_worker(threading.get_ident, lambda other: outcomes.append((other != here, threading.get_ident())))
    run_until(root, lambda: outcomes)
    loop.run_in_worker(fail, lambda error: outcomes.append((type(error), threading.get_ident())))
    run_until(root, lambda: len(outcomes) == 2)
    assert outcomes == [(True, here), (ValueError, here)]


def test_busy_and_when_idle_follow_the_workers(root: tk.Tk, loop: TkLoop) -> None:
    gate, order = threading.Event(), []
    loop.run_in_worker(lambda: gate.wait(LIMIT_S), lambda _: order.append("done"))
    assert loop.busy()
    loop.when_idle(lambda: order.append("idle"))
    gate.set()
    run_until(root, lambda: len(order) == 2)
    assert order == ["done", "idle"]
    assert not loop.busy()


def test_a_job_no_longer_counts_when_its_result_is_dealt_with(root: tk.Tk, loop: TkLoop) -> None:
    loop.connected = lambda: True
    busy: list[bool] = []
    for number in range(1, 101):
        loop.run_in_worker(lambda: None, lambda _outcome: busy.append(loop.busy()))
        run_until(root, lambda number=number: len(busy) == number)  # type: ignore[misc]
    assert busy == [False] * 100


def test_a_timer_fires_once_and_not_after_cancel(root: tk.Tk, loop: TkLoop) -> None:
    fired: list[str] = []
    loop.call_later(1, lambda: fired.append("kept"))
    loop.call_later(1, lambda: fired.append("dropped")).cancel()
    loop.call_later(20, lambda: fired.append("last"))
    run_until(root, lambda: "last" in fired)
    assert fired == ["kept", "last"]


def test_other_threads_may_not_use_timers(root: tk.Tk, loop: TkLoop) -> None:
    caught: list[str] = []

    def outside() -> None:
        try:
            loop.call_later(1, lambda: None)
        except RuntimeError as error:
            caught.append(str(error))

    thread = threading.Thread(target=outside)
    thread.start()
    thread.join(LIMIT_S)
    assert caught == ["state and widgets belong to the loop thread"]


@pytest.mark.parametrize("expected_errors", [["a callable of the loop failed"]])
def test_a_fault_is_logged_and_the_next_callable_runs(
    root: tk.Tk, loop: TkLoop, expected_errors: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    ran: list[bool] = []
    loop.call_soon(lambda: {}[1])  # type: ignore[misc]
    loop.call_soon(lambda: ran.append(True))
    run_until(root, lambda: ran)
    assert "a callable of the loop failed" in caplog.text


def test_garbage_is_collected_here_when_idle_and_never_by_itself(root: tk.Tk, loop: TkLoop) -> None:
    class Node:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            ended.append(threading.get_ident())

    ended: list[int] = []
    Node()
    kept = [[number] for number in range(60_000)]
    assert not ended
    loop.tidy()
    run_until(root, lambda: ended)
    assert ended == [threading.get_ident()]
    assert len(kept) == 60_000
    loop.close()
    assert gc.isenabled()


def test_a_closed_loop_takes_nothing_any_more(root: tk.Tk) -> None:
    loop = TkLoop(root)
    loop.close()
    loop.call_soon(lambda: pytest.fail("ran"))
    loop.run_in_worker(lambda: 1, lambda _: pytest.fail("ran"))
    assert not loop.busy()
