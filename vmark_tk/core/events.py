"""Synchronous publisher of typed events inside the process; used on the loop thread only."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

_log = logging.getLogger(__name__)
_E = TypeVar("_E")


class Events:
    """Deliver each published object to the subscribers of its class, in order of subscription.

    A subscriber that raises is logged and does not keep the others from hearing.
    """

    def __init__(self) -> None:
        self._subscribers: dict[type[Any], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[_E], function: Callable[[_E], None]) -> Callable[[], None]:
        """Call `function` for each event of class `kind`; return the function that ends it."""
        functions = self._subscribers.setdefault(kind, [])
        functions.append(function)

        def unsubscribe() -> None:
            if function in functions:
                functions.remove(function)

        return unsubscribe

    def publish(self, event: object) -> None:
        """Deliver `event` now."""
        for function in tuple(self._subscribers.get(type(event), ())):
            try:
                function(event)
            except Exception:  # noqa: BLE001 - one listener's fault must not undo a change of state that has happened
                _log.exception("a listener of %s failed", type(event).__name__)
