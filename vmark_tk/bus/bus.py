"""The command bus: requests of any thread to handlers on the loop thread, in arrival order (10 section 6)."""

from __future__ import annotations

import itertools
import logging
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, replace

from vmark_tk.bus.message import Request
from vmark_tk.bus.pending import Pending
from vmark_tk.core.clock import Clock
from vmark_tk.core.ids import Principal
from vmark_tk.core.ports import Loop
from vmark_tk.core.result import ArgumentError, Failure, Plain, Reply

Handler = Callable[[Request], Reply | Pending]

JOURNAL_LENGTH = 200
MAX_WAITING = 1_000  # of one connection (00 D26)
LIMIT_MS = 20_000  # of an answer that comes later (MCP-063, MCP-070)
SLOW_S = 0.1  # ARC: 10 section 9 rule 9
QUEUE_FULL = Plain(
    f"queue full: {MAX_WAITING} calls of this connection are waiting for an answer; send fewer at a time"
)
CLOSING = Plain("the editor is closing; the call was not carried out")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """What is kept of a request: no contents, only what happened. Times in seconds."""

    number: int
    tool: str
    action: str
    principal: Principal
    at: float
    seconds: float
    outcome: str
    """`ok`, `pending` approval, an error code, `argument` for plain refusals, or `cancelled`."""


@dataclass(slots=True, eq=False)
class _Call:
    request: Request
    future: Future[Reply]
    started: float = 0.0
    pending: Pending | None = None


class Bus:
    """Takes requests from any thread and answers through futures.

    Handlers run one after another in arrival order on the loop thread; one whose answer comes later does not hold
    back the next (ARC-014, ARC-015). A handler's exception never reaches the caller.
    """

    def __init__(self, loop: Loop, handler: Handler, clock: Clock) -> None:
        self._loop = loop
        self._handler = handler
        self._clock = clock
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()  # counts, open calls, closed mark; `call_soon` in it keeps the order
        self._waiting: Counter[Principal] = Counter()
        self._open: dict[int, _Call] = {}
        self._closed = False
        self.journal: deque[JournalEntry] = deque(maxlen=JOURNAL_LENGTH)
        self.on_answered: Callable[[JournalEntry], None] | None = None

    # --- any thread ---

    def submit(self, request: Request) -> Future[Reply]:
        """Queue `request`; the future gets its reply, never an exception. Cancel the future to give the call up."""
        future: Future[Reply] = Future()
        principal = request.client.principal
        with self._lock:
            if self._closed or self._waiting[principal] >= MAX_WAITING:
                refusal = CLOSING if self._closed else QUEUE_FULL
            else:
                refusal = None
                call = _Call(replace(request, number=next(self._numbers)), future)
                self._waiting[principal] += 1
                self._open[call.request.number] = call
                self._loop.call_soon(lambda: self._start(call))
        if refusal is not None:
            future.set_result(refusal)
        else:
            future.add_done_callback(lambda done: self._left(call, done))
        return future

    @property
    def waiting(self) -> int:
        """Return how many calls have no answer yet."""
        return len(self._open)

    # --- loop thread ---

    def close(self) -> None:
        """Accept nothing any more and answer each open call with a refusal (shutdown order, 10 section 9)."""
        with self._lock:
            self._closed = True
            calls = list(self._open.values())
        for call in calls:
            if call.pending is not None:
                call.pending.cancel()
            _resolve(call.future, CLOSING)

    def _start(self, call: _Call) -> None:
        if call.future.done():
            return
        self._loop.assert_here()
        call.started = self._clock.monotonic()
        reply = self._handled(call.request)
        spent = self._clock.monotonic() - call.started
        if spent > SLOW_S:
            _log.warning(
                "request %d: %s took %.0f ms on the loop", call.request.number, _name(call.request), spent * 1e3
            )
        if isinstance(reply, Pending):
            self._expect(call, reply)
        else:
            self._answer(call, reply)

    def _expect(self, call: _Call, pending: Pending) -> None:
        """Answer when the work is done, or say so when it takes too long: no call waits for ever."""
        call.pending = pending

        def too_late() -> None:
            pending.cancel()
            _log.error("request %d: %s gave no answer in time", call.request.number, _name(call.request))
            pending.resolve(Failure("INTERNAL", f"{_name(call.request)} took too long; its effect is unknown"))

        timer = None if pending.done else self._loop.call_later(LIMIT_MS, too_late)

        def done(reply: Reply) -> None:
            if timer is not None:
                timer.cancel()
            self._answer(call, reply)

        pending.when_done(done)

    def _handled(self, request: Request) -> Reply | Pending:
        try:
            return self._handler(request)
        except ArgumentError as error:
            return Plain(str(error))
        except Exception as error:  # noqa: BLE001 - the error boundary of all handlers (01 section 2.5, step 7)
            return unexpected(request, error)

    def _answer(self, call: _Call, reply: Reply) -> None:
        if not _resolve(call.future, reply):
            return
        entry = JournalEntry(
            number=call.request.number,
            tool=call.request.tool,
            action=_action(call.request),
            principal=call.request.client.principal,
            at=self._clock.now(),
            seconds=self._clock.monotonic() - call.started,
            outcome=_outcome(reply),
        )
        self._note(entry)

    def _note(self, entry: JournalEntry) -> None:
        self.journal.append(entry)
        if self.on_answered is not None:
            self.on_answered(entry)

    # --- any thread: the future is done ---

    def _left(self, call: _Call, future: Future[Reply]) -> None:
        principal = call.request.client.principal
        with self._lock:
            self._open.pop(call.request.number, None)
            self._waiting[principal] -= 1
            if not self._waiting[principal]:
                del self._waiting[principal]
        if future.cancelled():
            self._loop.call_soon(lambda: self._cancelled(call))

    def _cancelled(self, call: _Call) -> None:
        if call.pending is not None:
            call.pending.cancel()
        request = call.request
        entry = JournalEntry(
            request.number,
            request.tool,
            _action(request),
            request.client.principal,
            self._clock.now(),
            0.0,
            "cancelled",
        )
        self._note(entry)


def unexpected(request: Request, error: BaseException) -> Failure:
    """Log a fault with the number of its request and return what the client hears: no text of any document."""
    _log.error(
        "request %d: %s failed (%s)",
        request.number,
        _name(request),
        type(error).__name__,
        exc_info=(type(error), _Faceless(type(error).__name__), error.__traceback__),
    )
    message = f"unexpected failure in {_name(request)} (request {request.number}; the editor's log has the details)"
    return Failure("INTERNAL", message)


class _Faceless(Exception):  # noqa: N818 - stands in for an exception whose message may quote a document
    """An exception of the same place whose message is only the name of the real one's class."""


def _resolve(future: Future[Reply], reply: Reply) -> bool:
    try:
        future.set_result(reply)
    except InvalidStateError:  # given up by the client, or refused at closing
        return False
    return True


def _action(request: Request) -> str:
    action = request.args.get("action")
    return action if isinstance(action, str) and len(action) <= 40 else "?"


def _name(request: Request) -> str:
    return f"{request.tool}.{_action(request)}"


def _outcome(reply: Reply) -> str:
    if isinstance(reply, Failure):
        return reply.code
    if isinstance(reply, Plain):
        return "argument"
    return "pending" if reply.data.get("needsApproval") is True else "ok"
