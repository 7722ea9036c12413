"""What every control channel offers the runner, and the errors of the control protocol (09 sections 5.2 to 5.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

PROTOCOL = 1
NOT_OFFERED = -32601
BAD_PARAMS = -32602
NO_SUCH_OBJECT = -32001
NOT_NOW = -32002
TIMED_OUT = -32003
KNOWN_ERRORS = frozenset({NOT_OFFERED, BAD_PARAMS, NO_SUCH_OBJECT, NOT_NOW, TIMED_OUT})


class ControlError(Exception):
    """The subject refused a control call; `code` is one of the protocol, `data` what came with it."""

    def __init__(self, method: str, code: int, message: str, data: object = None) -> None:
        super().__init__(f"{method}: {message} ({code})")
        self.method = method
        self.code = code
        self.data = data


class ControlBrokenError(Exception):
    """The channel gave something the protocol does not know: its capability counts as broken (09 section 5.8)."""

    def __init__(self, capability: str, why: str) -> None:
        super().__init__(f"control {capability}: {why}")
        self.capability = capability


class ControlLostError(Exception):
    """The connection is gone: the remaining dependants are unverified, not failed (CNF-086)."""


class ControlDeclinedError(Exception):
    """The operator of the manual channel cannot do what was asked (CNF-035)."""


@dataclass(frozen=True)
class Hello:
    """The subject's answer to `control.hello`; `offers` is the only truth about what exists."""

    offers: frozenset[str] = frozenset()
    settings: frozenset[str] = frozenset()
    prompts: frozenset[str] = frozenset()
    implementation: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    pid: int | None = None


class Channel(Protocol):
    """One way to reach the user's side of the subject."""

    def hello(self) -> Hello:
        """Return what the subject offers; the same answer for the life of the channel."""

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """Do one thing and return its result once it is settled; raises the errors of this module."""

    def close(self) -> None:
        """Let go of the connection; harmless when it is closed already."""
