from __future__ import annotations

import threading

import pytest

from vmark_tk.bus.loop import PlainLoop
from vmark_tk.core.clock import ManualClock


def test_callables_run_in_the_order_they_came() -> None:
    loop, seen = PlainLoop(), list[int]()
    for number in range(5):
        loop.call_soon(lambda n=number: seen.append(n))
    loop.run_until(lambda: len(seen) == 5)
    assert seen == [0, 1, 2, 3, 4]


def test_a_callable_from_another_thread_runs_on_the_loop_thread() -> None:
    loop, seen = PlainLoop(), list[int]()
    thread = threading.Thread(target=lambda: loop.call_soon(lambda: seen.append(threading.get_ident())))
    thread.start()
    loop.run_until(lambda: bool(seen))
    thread.join(5)
    assert seen == [threading.get_ident()]


def test_a_worker_works_elsewhere_and_reports_here() -> None:
    loop, seen = PlainLoop(), list[object]()
    loop.run_in_worker(threading.get_ident, lambda result: seen.extend((result, threading.get_ident())))
    assert loop.busy()
    loop.run_until(lambda: bool(seen))
    assert seen[0] != seen[1] == threading.get_ident()
    loop.close()


def test_a_fault_in_a_worker_comes_back_as_its_result() -> None:
    loop, seen = PlainLoop(), list[object]()
    loop.run_in_worker(lambda: 1 // 0, seen.append)
    loop.run_until(lambda: bool(seen))
    assert isinstance(seen[0], ZeroDivisionError)
    loop.close()


def test_timers_fire_in_the_order_of_their_time_and_not_when_cancelled() -> None:
    loop, seen = PlainLoop(), list[str]()
    loop.call_later(20, lambda: seen.append("late"))
    loop.call_later(1, lambda: seen.append("early"))
    loop.call_later(5, lambda: seen.append("never")).cancel()
    loop.run_until(lambda: len(seen) == 2)
    assert seen == ["early", "late"]


def test_a_fault_in_a_callable_does_not_end_the_loop(
    caplog: pytest.LogCaptureFixture, expected_errors: list[str]
) -> None:
    expected_errors.append("a callable of the loop failed")
    loop, seen = PlainLoop(), list[int]()
    loop.call_soon(lambda: seen.append(1 // 0))
    loop.call_soon(lambda: seen.append(1))
    loop.run_until(lambda: bool(seen))
    assert "failed" in caplog.text


def test_idle_is_when_nothing_waits_and_no_worker_is_at_work() -> None:
    loop, seen, gate = PlainLoop(), list[str](), threading.Event()
    loop.run_in_worker(lambda: gate.wait(5), lambda _: seen.append("work"))
    loop.when_idle(lambda: seen.append("idle"))
    loop.call_soon(lambda: seen.append("soon"))
    loop.call_soon(gate.set)
    loop.run_until(lambda: "idle" in seen)
    assert seen == ["soon", "work", "idle"]
    loop.close()


def test_waiting_for_what_never_comes_has_a_limit() -> None:
    with pytest.raises(TimeoutError):
        PlainLoop().run_until(lambda: False, limit_s=0.01)


def test_another_thread_is_told_that_it_is_wrong_here() -> None:
    loop, seen = PlainLoop(ManualClock()), list[bool]()
    loop.assert_here()

    def elsewhere() -> None:
        try:
            loop.assert_here()
        except RuntimeError:
            seen.append(True)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join(5)
    assert seen == [True]


def test_stop_from_another_thread_ends_run_forever() -> None:
    loop = PlainLoop()
    thread = threading.Thread(target=loop.stop)
    loop.call_soon(thread.start)
    loop.run_forever()
    thread.join(5)
