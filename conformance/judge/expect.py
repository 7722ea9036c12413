"""The only place that asserts: every check is counted, and a failing one says statement, expected and got.

Use as a module: `from conformance.judge import expect`, then `expect.equal(got, wanted, "the revision is kept")`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

from conformance.client.replies import Reply
from conformance.judge.findings import MismatchError, UnverifiedError
from conformance.limits import LIMITS

__all__ = [
    "CHECKS",
    "MismatchError",
    "UnverifiedError",
    "argument_error",
    "contains",
    "differ",
    "equal",
    "eventually",
    "lacks",
    "ok",
    "pending",
    "refused",
    "shown",
    "stays",
    "true",
    "unchanged",
    "wait_for",
]


class Checks:
    """Counts the checks of the running scenario (CNF-005)."""

    def __init__(self) -> None:
        self.count = 0

    def reset(self) -> None:
        """Begin a new scenario."""
        self.count = 0


CHECKS = Checks()


def shown(value: object, limit: int = 600) -> str:
    """Return a value as short readable text for a finding."""
    if isinstance(value, Reply):
        return shown_reply(value)
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"


def shown_reply(reply: Reply) -> str:
    """Return a reply as its kind and what it carries."""
    carried = reply.data if reply.kind in ("ok", "pending") else (reply.text or reply.message)
    named = f" {reply.code}" if reply.code else ""
    broken = "" if reply.well_formed else " (malformed)"
    return f"{reply.kind}{named}{broken}: {shown(carried)}"


def _check(held: object, promise: str, wanted: object, got: object) -> None:
    CHECKS.count += 1
    if not held:
        raise MismatchError(promise, wanted if isinstance(wanted, str) else shown(wanted), shown(got))


def equal(got: object, wanted: object, promise: str) -> None:
    """Check equality; booleans and integers are not taken for each other."""
    same = got == wanted and isinstance(got, bool) == isinstance(wanted, bool)
    _check(same, promise, shown(wanted), got)


def differ(got: object, other: object, promise: str) -> None:
    """Check that two values differ."""
    _check(got != other, promise, f"anything but {shown(other)}", got)


def true(held: object, promise: str, *, got: object = None, wanted: str = "true") -> None:
    """Check a condition; pass what was seen as `got` so that the finding can show it."""
    _check(bool(held), promise, wanted, held if got is None else got)


def contains(whole: Any, part: object, promise: str) -> None:
    """Check that a text, list or object contains a part."""
    try:
        held = part in whole
    except TypeError:
        held = False
    _check(held, promise, f"something that contains {shown(part)}", whole)


def lacks(whole: Any, part: object, promise: str) -> None:
    """Check that a text, list or object, which must be there, does not contain a part."""
    try:
        held = part not in whole
    except TypeError:
        held = False
    _check(held, promise, f"something without {shown(part)}", whole)


def unchanged(before: object, after: object, promise: str = "nothing has changed") -> None:
    """Check that two snapshots are equal, and show the first difference."""
    path = _first_difference(before, after)
    CHECKS.count += 1
    if path is not None:
        place, old, new = path
        raise MismatchError(f"{promise} (at {place or 'the top'})", shown(old), shown(new))


def _first_difference(old: object, new: object, place: str = "") -> tuple[str, object, object] | None:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(k for k in new if k not in old)]:
            missing = object()
            found = _first_difference(old.get(key, missing), new.get(key, missing), f"{place}.{key}".strip("."))
            if found is not None:
                return (found[0], *("absent" if v is missing else v for v in found[1:]))  # type: ignore[return-value]
        return None
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            found = _first_difference(one, other, f"{place}[{index}]")
            if found is not None:
                return found
        return None
    return None if old == new and isinstance(old, bool) == isinstance(new, bool) else (place, old, new)


def ok(reply: Reply, promise: str = "the call succeeds") -> None:
    """Check that a reply is a complete success."""
    _check(reply.well_formed and reply.kind == "ok", promise, "a success", reply)


def pending(reply: Reply, promise: str = "the call asks for consent") -> None:
    """Check that a reply says that consent is needed."""
    _check(reply.well_formed and reply.kind == "pending", promise, "a reply that asks for consent", reply)


def refused(reply: Reply, code: str | None = None, promise: str = "") -> None:
    """Check a refusal: an envelope with this code, or without a code anything but success and an RPC error."""
    if code is None:
        held = reply.well_formed and reply.kind not in ("ok", "rpc-error")
        _check(held, promise or "the call is refused", "a refusal", reply)
        return
    held = reply.well_formed and reply.kind == "envelope" and reply.code == code
    _check(held, promise or f"the call is refused with {code}", f"an envelope {code}", reply)


def argument_error(reply: Reply, promise: str = "the call is refused as a wrong argument") -> None:
    """Check a refusal of arguments: a plain sentence or a JSON-RPC error -32602, no envelope (MCP-043)."""
    held = reply.well_formed and reply.kind in ("argument", "plain")
    _check(held, promise, "a wrong argument named in plain words, without an envelope", reply)


def eventually(condition: Callable[[], object], within: float | None = None, promise: str = "") -> Any:
    """Poll every 20 ms until `condition` gives something true, and return it; `within` in seconds before scaling."""
    limit = LIMITS.scaled(LIMITS.eventually if within is None else within)
    found = wait_for(condition, limit)
    _check(bool(found), promise or "the awaited thing happens", f"true within {limit:g} s", found)
    return found


def wait_for(condition: Callable[[], object], limit: float) -> Any:
    """Poll every 20 ms for at most `limit` seconds; return the last value. Counts no check."""
    end = LIMITS.now() + limit
    pause = threading.Event()
    while not (found := condition()) and LIMITS.now() < end:
        pause.wait(0.02)
    return found


def stays(condition: Callable[[], object], promise: str, within: float = 0.25) -> None:
    """Check that a condition holds now and for a short while (a negative assertion's witness, 09 section 8.5)."""
    broken = wait_for(lambda: not condition(), LIMITS.scaled(within))
    _check(not broken, promise, f"true for {LIMITS.scaled(within):g} s", not broken)
