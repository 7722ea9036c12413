"""Runs the judge against a healthy subject with one fault at a time and says whether it noticed (09 section 14.2)."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from conformance.catalogue.load import Catalogue
from conformance.config import Options, Subject
from conformance.library import Row
from conformance.mutants.proxy import command_through
from conformance.mutants.record import Mutant
from conformance.running import Material, Series, run, screen

RED = ("failed", "blocked")
KILLED, UNVERIFIED = "killed", "unverified"


@dataclass(frozen=True)
class Proof:
    """What came of one mutant: `killed`, `survived`, `imprecise`, `not exercised` or `unverified`."""

    mutant: Mutant
    word: str
    fired: int
    missing: tuple[str, ...] = ()
    stray: tuple[str, ...] = ()
    why: str = ""

    def __str__(self) -> str:
        more = f"  still green: {' '.join(self.missing)}" if self.missing else ""
        more += f"  red as well: {' '.join(self.stray)}" if self.stray else ""
        return f"{self.mutant.id:5} {self.word:13} {self.mutant.fault}{more}{f'  ({self.why})' if self.why else ''}"


def focus(mutant: Mutant, rows: Sequence[Row], catalogue: Catalogue) -> list[Row]:
    """Return the rows of `kills` and `also`, aliases included; for a swept field, all rows that call its action."""
    if mutant.kind == "sweep":
        return list(rows)
    wanted = {alias for i in (*mutant.kills, *mutant.also) for alias in catalogue.aliases.get(i, (i,))}
    return [row for row in rows if wanted & set(row.requirements)]


@dataclass(frozen=True)
class Healthy:
    """What the run without any fault left: what is red even so, and what further runs take over."""

    red: frozenset[str]
    series: Series


def prove(mutant: Mutant, subject: Subject, options: Options, matter: Material, healthy: Healthy) -> Proof:
    """Judge the subject behind the proxy, in one process; a mutant whose `kills` are red anyway proves nothing."""
    rows = focus(mutant, matter.rows, matter.catalogue)
    if not rows:
        return Proof(mutant, "not exercised", 0, why="no scenario carries these requirements")
    anyway = sorted(set(mutant.kills) & healthy.red)
    if anyway:
        return Proof(mutant, "not exercised", 0, why=f"red without the fault: {' '.join(anyway)}")
    only = ",".join(row.id for row in rows)
    with tempfile.TemporaryDirectory(prefix="vm-") as folder:
        fired = Path(folder) / "fired"
        behind = replace(subject, command=command_through(mutant.id, fired, subject.command))
        chosen = replace(
            options, only=only, skip="", out=None, confirm=False, keep_sandbox=False, allow_unverified=True
        )
        report = run(behind, chosen, matter, _silent, series=healthy.series)
        count = len(fired.read_text(encoding="utf-8").splitlines()) if fired.exists() else 0
    return judge(mutant, report, count, healthy.red, matter.catalogue)


def judge(mutant: Mutant, report: dict[str, Any], fired: int, baseline: frozenset[str], catalogue: Catalogue) -> Proof:
    """Return the result word of a report that was made behind a mutant."""
    if report["not_judged"]:
        return Proof(mutant, "not exercised", fired, why=report["not_judged"].splitlines()[0])
    if fired < mutant.fired_min:
        ran = any(row["outcome"] in ("passed", *RED) for row in report["scenarios"])
        reasons = {row["reason"] for row in report["scenarios"] if row["outcome"] == UNVERIFIED}
        return Proof(
            mutant, UNVERIFIED if reasons and not ran else "not exercised", fired, why=", ".join(sorted(reasons))
        )
    outcomes = {entry["id"]: entry["outcome"] for entry in report["requirements"]}
    red = {identifier for identifier, outcome in outcomes.items() if outcome in RED} - baseline
    known = {i for i in mutant.kills if i in catalogue.requirements and outcomes.get(i) != "not-applicable"}
    missing = tuple(sorted(known - red))
    if mutant.kills and (not known or (missing and all(outcomes.get(i) == UNVERIFIED for i in missing))):
        return Proof(mutant, UNVERIFIED, fired, why=f"cannot be judged here: {' '.join(missing or mutant.kills)}")
    if missing or not red:
        return Proof(mutant, "survived", fired, missing=missing)
    allowed = {alias for i in (*mutant.kills, *mutant.also) for alias in catalogue.aliases.get(i, (i,))}
    stray = tuple(sorted(red - allowed - _companions(report, allowed))) if mutant.kind != "sweep" else ()
    ours = ", ".join(row["id"] for row in report["scenarios"] if row["outcome"] == "suite-error")
    why = f"the suite itself broke in {ours}" if ours else ""
    return Proof(mutant, "imprecise" if stray or ours else KILLED, fired, stray=stray, why=why)


def _companions(report: dict[str, Any], allowed: set[str]) -> set[str]:
    """Return the ids that are red only in rows that a killed id is on as well: one row has one outcome."""
    together: set[str] = set()
    alone: set[str] = set()
    for row in report["scenarios"]:
        if row["outcome"] in RED:
            target = together if allowed & set(row["requirements"]) else alone
            target.update(row["requirements"])
    return together - alone


def prove_all(
    mutants: Sequence[Mutant],
    subject: Subject,
    options: Options,
    matter: Material,
    say: Callable[[str], None],
) -> list[Proof]:
    """Judge once without a fault, then once per mutant; every result is said as it comes."""
    rows = {row.id: row for mutant in mutants for row in focus(mutant, matter.rows, matter.catalogue)}
    if not rows:
        proofs = [Proof(mutant, "not exercised", 0, why="no scenario") for mutant in mutants]
        for proof in proofs:
            say(str(proof))
        return proofs
    chosen = replace(options, only=",".join(rows), skip="", out=None, confirm=False, allow_unverified=True)
    proofs = []
    with screen(options) as display:
        report = run(subject, chosen, matter, _silent, series=Series(display))
        if report["not_judged"]:
            say(f"the subject itself cannot be judged: {report['not_judged']}")
            return [Proof(mutant, "not exercised", 0, why="the subject itself cannot be judged") for mutant in mutants]
        red = frozenset(entry["id"] for entry in report["requirements"] if entry["outcome"] in RED)
        if red:
            say(f"red without any fault: {' '.join(sorted(red))}")
        healthy = Healthy(red, Series(display, report["broken_controls"], smoke=False))
        for mutant in mutants:
            proof = prove(mutant, subject, options, matter, healthy)
            say(str(proof))
            proofs.append(proof)
    return proofs


def _silent(text: str) -> None:
    """Say nothing: only the result of a proof is told."""
