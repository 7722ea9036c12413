"""`report.json`: everything about a run, derived from its event log alone (09 section 11.2)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from conformance.config import Deviation
from conformance.judge import deviations as known
from conformance.judge.verdict import COUNTED, Facts, Judged, exit_code, profile_verdict, roll_up

SCHEMA = 1
Json = dict[str, Any]


def build(events: Iterable[Mapping[str, Any]]) -> Json:
    """Return the report of a run; without a last event it is partial."""
    start: Mapping[str, Any] = {}
    end: Mapping[str, Any] = {}
    requirements: list[Mapping[str, Any]] = []
    rows: list[Json] = []
    monitors: list[Json] = []
    for event in events:
        kind = event["event"]
        if kind == "run-start":
            start = event
        elif kind == "requirement":
            requirements.append(event)
        elif kind == "scenario-end":
            rows.append({key: value for key, value in event.items() if key not in ("event", "t")})
        elif kind == "monitor":
            monitors.append({"id": event.get("id", ""), "finding": event["finding"]})
        elif kind == "run-end":
            end = event
    return _report(start, end, requirements, rows, monitors)


def _report(
    start: Mapping[str, Any],
    end: Mapping[str, Any],
    requirements: Sequence[Mapping[str, Any]],
    rows: Sequence[Json],
    monitors: list[Json],
) -> Json:
    listed = [Deviation(**entry) for entry in start.get("deviations", [])]
    judged = judge(requirements, rows, listed)
    partial = not end or bool(end.get("partial"))
    outcomes = {entry["id"]: entry["outcome"] for entry in judged}
    stale = [] if start.get("filtered") else known.stale(listed, outcomes)
    report: Json = {
        "schema": SCHEMA,
        "suite": start.get("suite", ""),
        "set": start.get("set", ""),
        "partial": partial,
        "filtered": bool(start.get("filtered")),
        "subject": start.get("subject", {}),
        "claims": start.get("claims", {}),
        "offers": start.get("offers", []),
        "environment": start.get("environment", {}),
        "seed": start.get("seed", 0),
        "requirements": judged,
        "scenarios": list(rows),
        "monitors": monitors,
        "notes": end.get("notes", []),
        "not_judged": end.get("not_judged", ""),
        "broken_controls": end.get("broken", {}),
        "stale_deviations": stale,
        "unlock": unlock(judged, rows),
    }
    report["profiles"] = profiles(report, start.get("profiles", []))
    report["exit_code"] = exit_code(facts(report, start))
    return report


def judge(
    requirements: Sequence[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]], listed: Sequence[Deviation]
) -> list[Json]:
    """Return every requirement with its outcome; rows of an alias count for the promise it states (CNF-080)."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    aliases = {str(r["id"]): str(r.get("alias_of") or r["id"]) for r in requirements}
    for row in rows:
        for main in dict.fromkeys(aliases.get(identifier, identifier) for identifier in row["requirements"]):
            groups.setdefault(main, []).append(row)
    covered = known.covered(listed)
    found = []
    for requirement in requirements:
        about = groups.get(aliases[str(requirement["id"])], [])
        verdict = roll_up(about, str(requirement.get("feature", "")))
        entry: Json = {
            key: requirement[key]
            for key in ("id", "level", "text", "source", "profile", "scored")
            if key in requirement
        }
        entry["outcome"] = verdict.outcome
        if verdict.reason:
            entry["reason"] = verdict.reason
        entry["scenarios"] = [row["id"] for row in about]
        if requirement["id"] in covered:
            entry["deviation"] = next(d.reason for d in listed if d.requirement == requirement["id"])
        found.append(entry)
    return found


def profiles(report: Json, names: Sequence[str]) -> list[Json]:
    """Return a verdict and the counts per profile; filtered and partial runs give none (CNF-010)."""
    found = []
    for name in names:
        mine = [entry for entry in report["requirements"] if entry["profile"] == name]
        judged = [_judged(entry) for entry in mine]
        verdict = profile_verdict(judged, suite_error=_suite_errors(report) > 0 or bool(report["not_judged"]))
        if report["filtered"] or report["partial"]:
            verdict = "none (filtered run)" if report["filtered"] else "none (partial run)"
        found.append(
            {
                "name": name,
                "verdict": verdict,
                "must": _counts(e for e in mine if e["scored"] and e["level"] == "MUST"),
                "should": _counts(e for e in mine if e["scored"] and e["level"] == "SHOULD"),
                "parity": _counts(e for e in mine if e["source"] == "reference" and not e["scored"]),
                "deviations": [e["id"] for e in mine if "deviation" in e],
            }
        )
    return found


def _judged(entry: Mapping[str, Any]) -> Judged:
    return Judged(entry["id"], entry["level"], entry["outcome"], entry["scored"], "deviation" in entry)


def _counts(entries: Iterable[Mapping[str, Any]]) -> Json:
    counted = Counter(entry["outcome"] for entry in entries)
    return {"total": sum(counted.values()), **{name.replace("-", "_"): counted[name] for name in COUNTED}}


def _suite_errors(report: Mapping[str, Any]) -> int:
    return sum(1 for row in report["scenarios"] if row["outcome"] == "suite-error")


def facts(report: Json, start: Mapping[str, Any]) -> Facts:
    """Return what the exit code of a report depends on."""
    options = start.get("options", {})
    names = set(start.get("profiles", []))
    return Facts(
        judged=[_judged(entry) for entry in report["requirements"] if entry["profile"] in names],
        suite_errors=_suite_errors(report),
        not_judged=bool(report["not_judged"]),
        stale=report["stale_deviations"],
        broken_controls=len(report["broken_controls"]),
        strict=bool(options.get("strict")),
        allow_unverified=bool(options.get("allow_unverified")),
        monitor_failures=len(report["monitors"]),
    )


def unlock(judged: Sequence[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]]) -> Json:
    """Return capability -> number of scored MUSTs that it would make verifiable, most first (CNF-068)."""
    wanted = {
        entry["id"]
        for entry in judged
        if entry["scored"] and entry["level"] == "MUST" and entry["outcome"] in ("unverified", "partial")
    }
    freed: dict[str, set[str]] = {}
    for row in rows:
        reason = str(row.get("reason", ""))
        if row["outcome"] == "unverified" and reason.startswith("control-not-offered:"):
            freed.setdefault(reason.partition(":")[2], set()).update(wanted & set(row["requirements"]))
    ranked = sorted(freed.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return {capability: len(ids) for capability, ids in ranked if ids}


def write(report: Json, path: Path) -> None:
    """Write a report in stable order."""
    path.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
