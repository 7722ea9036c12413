"""The only reader of the time of day; injected so that tests and the judge can move it (ARC-028)."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Where the product takes the time from."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        ...


class SystemClock:
    """The computer's clock, plus what the test control has moved it forward."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Return seconds since the epoch."""
        return time.time() + self._ahead

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return time.monotonic() + self._ahead

    def advance(self, seconds: float) -> None:
        """Move this clock forward."""
        self._ahead += seconds


class ManualClock:
    """A clock that stands still until told."""

    def __init__(self, start: float = 1_000_000.0) -> None:
        self._at = start

    def now(self) -> float:
        """Return seconds since the epoch."""
        return self._at

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return self._at

    def advance(self, seconds: float) -> None:
        """Move this clock forward."""
        self._at += seconds
