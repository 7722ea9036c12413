"""A reply that comes later: returned by a handler whose work goes on in a worker. Loop thread only."""

from __future__ import annotations

from collections.abc import Callable

from vmark_tk.core.result import Reply


class Pending:
    """A reply that is not there yet; resolved once."""

    def __init__(self, on_cancel: Callable[[], None] | None = None) -> None:
        self._reply: Reply | None = None
        self._listeners: list[Callable[[Reply], None]] = []
        self._on_cancel = on_cancel

    @property
    def done(self) -> bool:
        """Tell whether the reply is there."""
        return self._reply is not None

    def resolve(self, reply: Reply) -> None:
        """Give the reply; a second one is ignored."""
        if self._reply is not None:
            return
        self._reply = reply
        for listener in self._listeners:
            listener(reply)
        self._listeners.clear()

    def when_done(self, listener: Callable[[Reply], None]) -> None:
        """Call `listener` with the reply, at once if it is there."""
        if self._reply is not None:
            listener(self._reply)
        else:
            self._listeners.append(listener)

    def cancel(self) -> None:
        """Tell the work that nobody waits any more."""
        if self._reply is None and self._on_cancel is not None:
            self._on_cancel()
