"""No control channel: a black box (CNF-034)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.control.channel import ControlLostError, Hello


class NoChannel:
    """Offers nothing and waits for nothing."""

    def hello(self) -> Hello:
        """Return an empty offer."""
        return Hello()

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """Never reached: nothing is offered."""
        raise ControlLostError(f"{method}: there is no control channel")

    def close(self) -> None:
        """Do nothing."""
