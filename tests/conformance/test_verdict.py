"""The roll-up from rows to exit code (09 sections 4.2, 6.2)."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.judge.verdict import Facts, Judged, exit_code, profile_verdict, roll_up


def rows(*outcomes: str) -> list[dict[str, Any]]:
    return [
        {"outcome": outcome, "reason": "why" if outcome in ("unverified", "not-applicable") else ""}
        for outcome in outcomes
    ]


def must(outcome: str, *, level: str = "MUST", scored: bool = True, deviation: bool = False) -> Judged:
    return Judged("XXX-001", level, outcome, scored, deviation)


@pytest.mark.requirement("CNF-015", "CNF-007")
@pytest.mark.parametrize(
    ("outcomes", "worst"),
    [
        ((), "unverified"),
        (("passed", "passed"), "passed"),
        (("passed", "unverified"), "partial"),
        (("passed", "excluded"), "partial"),
        (("unverified",), "unverified"),
        (("excluded",), "excluded"),
        (("passed", "unverified", "blocked"), "blocked"),
        (("blocked", "failed"), "failed"),
        (("failed", "suite-error"), "suite-error"),
    ],
)
def test_a_requirement_is_as_good_as_its_worst_row(outcomes: tuple[str, ...], worst: str) -> None:
    verdict = roll_up(rows(*outcomes))
    assert verdict.outcome == worst
    assert bool(verdict.reason) == (worst in ("partial", "unverified", "excluded"))


@pytest.mark.requirement("CNF-008", "CNF-009")
def test_a_claim_removes_only_what_depends_on_the_feature() -> None:
    assert roll_up(rows("not-applicable"), "rail").outcome == "not-applicable"
    assert roll_up(rows("not-applicable")).outcome == "unverified"
    assert roll_up(rows("not-applicable", "passed"), "rail").outcome == "passed"


@pytest.mark.requirement("CNF-006", "CNF-013")
@pytest.mark.parametrize(
    ("judged", "verdict"),
    [
        ([], "not judged"),
        ([must("unverified")], "not judged"),
        ([must("passed")], "conformant"),
        ([must("passed"), must("unverified")], "incomplete"),
        ([must("passed"), must("partial")], "incomplete"),
        ([must("passed"), must("failed", level="SHOULD")], "conformant with warnings"),
        ([must("passed"), must("blocked"), must("unverified")], "not conformant"),
        ([must("passed"), must("failed", scored=False)], "conformant"),
        ([must("passed"), must("failed", deviation=True)], "not conformant, 1 known deviations"),
    ],
)
def test_a_profile_gets_the_words_of_its_requirements(judged: list[Judged], verdict: str) -> None:
    assert profile_verdict(judged) == verdict


@pytest.mark.requirement("CNF-003", "CNF-004", "CNF-012", "CNF-016", "CNF-017", "CNF-030")
@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (Facts([]), 3),
        (Facts([must("unverified")]), 3),
        (Facts([must("passed")], not_judged=True), 3),
        (Facts([must("failed")], suite_errors=1), 3),
        (Facts([must("failed"), must("unverified")]), 1),
        (Facts([must("passed"), must("failed", deviation=True)]), 0),
        (Facts([must("passed")], stale=["delete"]), 1),
        (Facts([must("passed"), must("failed", level="SHOULD")]), 0),
        (Facts([must("passed"), must("failed", level="SHOULD")], strict=True), 1),
        (Facts([must("passed"), must("failed", scored=False)]), 0),
        (Facts([must("passed"), must("unverified")]), 4),
        (Facts([must("passed"), must("excluded")]), 4),
        (Facts([must("passed"), must("unverified")], allow_unverified=True), 0),
        (Facts([must("passed")], broken_controls=1, allow_unverified=True), 4),
        (Facts([must("passed")], monitor_failures=1), 1),
        (Facts([must("passed"), must("not-applicable")]), 0),
    ],
)
def test_the_first_exit_code_that_applies_wins(facts: Facts, code: int) -> None:
    assert exit_code(facts) == code
