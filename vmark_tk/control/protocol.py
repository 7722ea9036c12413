"""Words of `vmark-control/1` that all its methods share: errors, parameters, answers that come later (09 section 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = Any
Result = Callable[[], Json]
"""Computes the answer of a method, called when its effect has settled."""

PROTOCOL = 1
MAX_LINE = 16 * 1024 * 1024  # bytes
CALL_LIMIT_S = 10.0

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
NOT_OFFERED = -32601
BAD_PARAMS = -32602
INTERNAL = -32603
NO_SUCH_OBJECT = -32001
NOT_NOW = -32002
TIMED_OUT = -32003


class ControlError(Exception):
    """A call is refused: `code` of 09 section 5.6, the text for people, `data` for the runner."""

    def __init__(self, code: int, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data

    def body(self) -> dict[str, Json]:
        """Return the error member of the answer."""
        body: dict[str, Json] = {"code": self.code, "message": str(self)}
        return body if self.data is None else {**body, "data": dict(self.data)}


def not_now(reason: str) -> ControlError:
    """Return the error for what is not possible at this moment."""
    return ControlError(NOT_NOW, reason, {"reason": reason})


def no_such(what: str, name: object) -> ControlError:
    """Return the error for an object that does not exist."""
    return ControlError(NO_SUCH_OBJECT, f"there is no {what} {name!r}")


class Deferred:
    """An answer that is not there yet; given once, on the loop thread."""

    def __init__(self) -> None:
        self._result: Result | None = None
        self._listeners: list[Callable[[], None]] = []

    @property
    def done(self) -> bool:
        """Tell whether the answer is there."""
        return self._result is not None

    def resolve(self, result: Result) -> None:
        """Give the answer; a second one is ignored."""
        if self._result is None:
            self._result = result
            for listener in self._listeners:
                listener()

    def fail(self, error: ControlError) -> None:
        """Refuse instead."""

        def refuse() -> Json:
            raise error

        self.resolve(refuse)

    def when_done(self, listener: Callable[[], None]) -> None:
        """Call `listener` once the answer is there."""
        if self.done:
            listener()
        else:
            self._listeners.append(listener)

    def result(self) -> Json:
        """Return the answer.

        Raises:
            ControlError: the call is refused.
        """
        if self._result is None:
            raise not_now("the answer is not there yet")
        return self._result()


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of one call; each reader raises `ControlError` -32602 naming what is wrong."""

    given: Mapping[str, Json]

    def text(self, name: str) -> str:
        """Return a text that must be given."""
        value = self.given.get(name)
        if not isinstance(value, str):
            raise self.bad(name, "a text")
        return value

    def optional_text(self, name: str) -> str | None:
        """Return a text, or None when it is left out."""
        return None if self.given.get(name) is None else self.text(name)

    def flag(self, name: str, *, default: bool | None = None) -> bool:
        """Return true or false; without a default it must be given."""
        value = self.given.get(name, default)
        if not isinstance(value, bool):
            raise self.bad(name, "true or false")
        return value

    def whole(self, name: str, *, default: int | None = None) -> int:
        """Return a whole number from 0 on; without a default it must be given."""
        value = self.given.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.bad(name, "a whole number from 0 on")
        return value

    def path(self, name: str) -> Path:
        """Return an absolute path that must be given."""
        path = Path(self.text(name))
        if not path.is_absolute() or "\0" in str(path):
            raise self.bad(name, "an absolute path")
        return path

    def optional_path(self, name: str) -> Path | None:
        """Return an absolute path, or None when it is left out."""
        return None if self.given.get(name) is None else self.path(name)

    @staticmethod
    def bad(name: str, wanted: str) -> ControlError:
        """Return the error for a parameter of the wrong shape."""
        return ControlError(BAD_PARAMS, f"{name} must be {wanted}")
