"""Known deviations: they change the exit code and nothing else, and must not outlive their reason (CNF-011 to 013)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from conformance.config import Deviation, UsageError


def check_known(deviations: Iterable[Deviation], known: Iterable[str]) -> None:
    """Raise UsageError for a deviation about a requirement that does not exist."""
    ids = set(known)
    for deviation in deviations:
        if deviation.requirement not in ids:
            raise UsageError(f"deviation {deviation.requirement}: there is no such requirement")


def stale(deviations: Sequence[Deviation], outcomes: Mapping[str, str]) -> list[str]:
    """Return the lines to delete: requirements that are listed and pass in all rows."""
    return [
        f'delete: requirement = "{deviation.requirement}" ({deviation.reason})'
        for deviation in deviations
        if outcomes.get(deviation.requirement) == "passed"
    ]


def covered(deviations: Sequence[Deviation]) -> frozenset[str]:
    """Return the ids that are listed for every scenario of theirs."""
    return frozenset(deviation.requirement for deviation in deviations)
