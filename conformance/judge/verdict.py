"""From rows to requirements to profiles to the exit code: the rules of 09 sections 4.2, 6.2 and 6.4, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Outcome = Literal[
    "passed",
    "failed",
    "blocked",
    "partial",
    "unverified",
    "not-applicable",
    "excluded",
    "suite-error",
]
COUNTED: tuple[str, ...] = (
    "passed",
    "failed",
    "blocked",
    "partial",
    "unverified",
    "not-applicable",
    "excluded",
    "suite-error",
)
WORST_FIRST = ("suite-error", "failed", "blocked")
RED = frozenset({"failed", "blocked"})
GREEN = frozenset({"passed", "not-applicable"})

EXIT_OK, EXIT_VIOLATION, EXIT_USAGE, EXIT_NOT_JUDGED, EXIT_INCOMPLETE = 0, 1, 2, 3, 4


@dataclass(frozen=True)
class Verdict:
    """Outcome of a requirement with the reason when it is unverified."""

    outcome: str
    reason: str = ""


def roll_up(rows: Iterable[Mapping[str, Any]], feature: str = "") -> Verdict:
    """Return the outcome of one requirement from its rows (CNF-015).

    A row that is not applicable says so only about requirements that depend on an optional feature (CNF-008, CNF-009).
    """
    seen = [(str(row["outcome"]), str(row.get("reason", ""))) for row in rows]
    if feature and seen and all(outcome == "not-applicable" for outcome, _ in seen):
        return Verdict("not-applicable", seen[0][1])
    counted = [(outcome, reason) for outcome, reason in seen if outcome != "not-applicable"]
    outcomes = [outcome for outcome, _ in counted]
    for worst in WORST_FIRST:
        if worst in outcomes:
            return Verdict(worst)
    if not counted:
        return Verdict("unverified", "no-scenario")
    unverified = [reason for outcome, reason in counted if outcome == "unverified"]
    if "passed" in outcomes:
        missing = unverified or ["filtered" for outcome in outcomes if outcome == "excluded"]
        return Verdict("partial", missing[0]) if missing else Verdict("passed")
    return Verdict("unverified", unverified[0]) if unverified else Verdict("excluded", "filtered")


@dataclass(frozen=True)
class Judged:
    """A requirement with its outcome, as far as profile and exit code need it."""

    id: str
    level: str
    outcome: str
    scored: bool
    deviation: bool = False


def profile_verdict(judged: Sequence[Judged], *, suite_error: bool = False) -> str:
    """Return the words of 6.2 for the scored requirements of one profile."""
    musts = [j.outcome for j in judged if j.scored and j.level == "MUST"]
    shoulds = [j.outcome for j in judged if j.scored and j.level == "SHOULD"]
    if suite_error or "suite-error" in musts or not any(o in ("passed", *RED, "partial") for o in musts):
        return "not judged"
    if any(outcome in RED for outcome in musts):
        known = sum(1 for j in judged if j.scored and j.level == "MUST" and j.outcome in RED and j.deviation)
        return f"not conformant, {known} known deviations" if known else "not conformant"
    if any(outcome not in GREEN for outcome in musts):
        return "incomplete"
    if any(outcome in RED for outcome in shoulds):
        return "conformant with warnings"
    return "conformant"


@dataclass(frozen=True)
class Facts:
    """What the exit code depends on."""

    judged: Sequence[Judged]
    suite_errors: int = 0
    not_judged: bool = False
    stale: Sequence[str] = ()
    broken_controls: int = 0
    strict: bool = False
    allow_unverified: bool = False
    monitor_failures: int = 0


def exit_code(facts: Facts) -> int:
    """Return 3, 1, 4 or 0, the first that applies (usage errors, 2, end earlier; CNF-003)."""
    musts = [j for j in facts.judged if j.scored and j.level == "MUST"]
    # no scored MUST observed: nothing was judged, whatever else passed (CNF-004)
    observed = [j for j in musts if j.outcome in ("passed", "partial", *RED)]
    if facts.not_judged or facts.suite_errors or not observed:
        return EXIT_NOT_JUDGED
    if any(j.outcome in RED and not j.deviation for j in musts) or facts.stale or facts.monitor_failures:
        return EXIT_VIOLATION
    shoulds = [j for j in facts.judged if j.scored and j.level == "SHOULD"]
    if facts.strict and any(j.outcome in RED and not j.deviation for j in shoulds):
        return EXIT_VIOLATION
    if facts.broken_controls:
        return EXIT_INCOMPLETE
    incomplete = any(j.outcome not in (*GREEN, *RED) for j in musts)
    return EXIT_INCOMPLETE if incomplete and not facts.allow_unverified else EXIT_OK
