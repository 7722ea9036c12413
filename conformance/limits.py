"""Every limit of time and size of the runner; all times scale with `--timeout-factor` (CNF-066)."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass
class Limits:
    """Seconds before scaling, as in 09 section 10."""

    factor: float = 1.0
    call: float = 10.0
    control: float = 10.0
    startup: float = 30.0
    shutdown: float = 5.0
    eventually: float = 5.0
    control_offer: float = 2.0
    scenario: float = 60.0
    slow_scenario: float = 150.0
    run: float = 3600.0
    line_bytes: int = 64 * 1024 * 1024

    def scaled(self, seconds: float) -> float:
        """Return a limit multiplied by the factor of the run."""
        return seconds * self.factor

    @staticmethod
    def now() -> float:
        """Return the monotonic clock, in seconds."""
        return time.monotonic()


LIMITS = Limits()
