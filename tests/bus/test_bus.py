from __future__ import annotations

import logging

import pytest

from vmark_tk.bus.bus import LIMIT_MS, MAX_WAITING, Bus, Handler
from vmark_tk.bus.loop import PlainLoop
from vmark_tk.bus.message import Client, Request
from vmark_tk.bus.pending import Pending
from vmark_tk.core.clock import ManualClock
from vmark_tk.core.ids import Principal
from vmark_tk.core.result import ArgumentError, Failure, Plain, Reply, Success

ALICE, BOB = Client(Principal("a")), Client(Principal("b"))
SECRET = "text of the document"


def made(handler: Handler) -> tuple[PlainLoop, Bus]:
    loop = PlainLoop(ManualClock())
    return loop, Bus(loop, handler, ManualClock())


def request(action: str = "read", client: Client = ALICE) -> Request:
    return Request("document", {"action": action}, client)


def fail(_request: Request) -> Reply:
    raise RuntimeError(SECRET)


@pytest.mark.requirement("ARC-014")
def test_requests_are_handled_in_arrival_order() -> None:
    seen = list[str]()
    loop, bus = made(lambda r: seen.append(r.args["action"]) or Success({}))
    futures = [bus.submit(request(str(number))) for number in range(20)]
    loop.run_until(lambda: all(future.done() for future in futures))
    assert seen == [str(number) for number in range(20)]


@pytest.mark.requirement("ARC-015")
def test_a_reply_that_comes_later_holds_nobody_back() -> None:
    waiting = Pending()
    loop, bus = made(lambda r: waiting if r.args["action"] == "slow" else Success({}))
    slow, fast = bus.submit(request("slow")), bus.submit(request("fast"))
    loop.run_until(fast.done)
    assert not slow.done()
    waiting.resolve(Success({"late": True}))
    assert slow.result() == Success({"late": True})


def test_an_argument_error_is_a_plain_sentence() -> None:
    def handler(_request: Request) -> Reply:
        raise ArgumentError("content is required")

    loop, bus = made(handler)
    future = bus.submit(request())
    loop.run_until(future.done)
    assert future.result() == Plain("content is required")


@pytest.mark.requirement("ARC-016")
def test_a_fault_is_internal_and_neither_answer_nor_log_quotes_it(
    caplog: pytest.LogCaptureFixture, expected_errors: list[str]
) -> None:
    expected_errors.append("document.read failed")
    loop, bus = made(fail)
    future = bus.submit(request())
    loop.run_until(future.done)
    reply = future.result()
    assert isinstance(reply, Failure)
    assert reply.code == "INTERNAL"
    assert "request 1" in reply.message
    assert "request 1" in caplog.text
    assert "in fail" in caplog.text
    assert SECRET not in caplog.text.replace("SECRET", "") + reply.message


def test_a_reply_that_never_comes_is_given_up(expected_errors: list[str]) -> None:
    expected_errors.append("gave no answer in time")
    cancelled = list[bool]()
    clock = ManualClock()
    loop = PlainLoop(clock)
    bus = Bus(loop, lambda _: Pending(lambda: cancelled.append(True)), clock)
    future = bus.submit(request())
    loop.settle()
    clock.advance(LIMIT_MS / 1000)
    loop.run_until(future.done)
    reply = future.result()
    assert isinstance(reply, Failure)
    assert reply.code == "INTERNAL"
    assert cancelled == [True]


@pytest.mark.requirement("ARC-017")
def test_a_cancelled_call_that_waits_is_not_carried_out() -> None:
    seen = list[str]()
    loop, bus = made(lambda r: seen.append(r.args["action"]) or Success({}))
    gone, kept = bus.submit(request("gone")), bus.submit(request("kept"))
    assert gone.cancel()
    loop.run_until(kept.done)
    loop.settle()
    assert seen == ["kept"]
    assert {entry.outcome for entry in bus.journal} == {"ok", "cancelled"}


def test_cancelling_tells_the_work_that_goes_on() -> None:
    told = list[bool]()
    loop, bus = made(lambda _: Pending(lambda: told.append(True)))
    future = bus.submit(request())
    loop.settle()
    future.cancel()
    loop.settle()
    assert told == [True]


def test_one_connection_may_have_a_thousand_calls_waiting() -> None:
    loop, bus = made(lambda _: Success({}))
    futures = [bus.submit(request()) for _ in range(MAX_WAITING + 1)]
    other = bus.submit(request(client=BOB))
    last = futures[-1].result()
    assert isinstance(last, Plain)
    assert "queue full" in last.message
    loop.run_until(other.done)
    assert all(future.result() == Success({}) for future in futures[:-1])
    assert other.result() == Success({})
    again = bus.submit(request())
    loop.run_until(again.done)
    assert again.result() == Success({})


def test_closing_answers_what_is_open_and_what_comes_after() -> None:
    told = list[bool]()
    loop, bus = made(lambda _: Pending(lambda: told.append(True)))
    first = bus.submit(request())
    loop.settle()
    second = bus.submit(request())
    bus.close()
    for future in (first, second, bus.submit(request())):
        reply = future.result(0)
        assert isinstance(reply, Plain)
        assert "closing" in reply.message
    assert told == [True]
    loop.settle()


def test_the_journal_keeps_the_last_200_without_contents() -> None:
    loop, bus = made(lambda _: Failure("STALE", SECRET))
    futures = [bus.submit(request()) for _ in range(250)]
    loop.run_until(lambda: all(future.done() for future in futures))
    assert len(bus.journal) == 200
    assert bus.journal[-1].number == 250
    assert bus.journal[-1].outcome == "STALE"
    assert SECRET not in repr(bus.journal)


def test_a_slow_handler_is_named_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    clock = ManualClock()

    def slow(_request: Request) -> Reply:
        clock.advance(0.2)
        return Success({})

    loop = PlainLoop(clock)
    bus = Bus(loop, slow, clock)
    with caplog.at_level(logging.WARNING):
        future = bus.submit(request())
        loop.run_until(future.done)
    assert "document.read took 200 ms" in caplog.text
