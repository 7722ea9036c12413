"""What ends a scenario early: a finding about the subject, or the admission that it cannot be judged here."""

from __future__ import annotations

from typing import Any


class MismatchError(AssertionError):
    """A promise of the subject did not hold: a finding, or `blocked` when it happens in a Given."""

    def __init__(self, promise: str, wanted: str, got: str) -> None:
        super().__init__(f"{promise}\n  expected: {wanted}\n  got:      {got}")
        self.promise = promise
        self.wanted = wanted
        self.got = got


class UnverifiedError(Exception):
    """The scenario cannot be judged here; `reason` is one of the list of 09 section 6.1."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Data(dict[str, Any]):
    """An object of a reply: a field that a step needs and that is not there is a finding, not our error."""

    def __missing__(self, key: str) -> Any:
        raise MismatchError(f"the reply has the field {key!r}", "present", f"absent among {sorted(self)}")


def as_data(value: Any) -> Any:
    """Return a JSON value with every object in it as `Data`."""
    if isinstance(value, dict):
        return Data((key, as_data(inner)) for key, inner in value.items())
    return [as_data(inner) for inner in value] if isinstance(value, list) else value
