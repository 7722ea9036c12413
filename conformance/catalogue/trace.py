"""From requirement to scenarios, controls, mutants and the last verdict, and the gaps in between (09 section 7.3)."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.catalogue.load import Catalogue, Requirement
from conformance.library import Row
from conformance.mutants.record import all_mutants


@dataclass(frozen=True)
class Entry:
    """One line of the matrix."""

    requirement: Requirement
    scenarios: tuple[str, ...]
    needs: tuple[str, ...]
    mutants: tuple[str, ...]
    last: str

    def as_json(self) -> dict[str, Any]:
        """Return the line for `trace.json`."""
        requirement = self.requirement
        return {
            "id": requirement.id,
            "level": requirement.level,
            "source": requirement.source,
            "scenarios": list(self.scenarios),
            "needs": list(self.needs),
            "mutants": list(self.mutants),
            "last": self.last,
        }


def trace_of(catalogue: Catalogue, rows: Sequence[Row], last: Path | None = None) -> list[Entry]:
    """Return the matrix in catalogue order; a scenario of an alias counts for the promise it states."""
    verdicts = last_verdicts(last)
    mutants = all_mutants()
    found = []
    for requirement in catalogue.requirements.values():
        group = set(catalogue.aliases[requirement.id])
        about = [row for row in rows if group & set(row.requirements)]
        found.append(
            Entry(
                requirement=requirement,
                scenarios=tuple(row.id for row in about),
                needs=tuple(sorted({need for row in about for need in row.needs})),
                mutants=tuple(mutant.id for mutant in mutants if group & set(mutant.kills)),
                last=verdicts.get(requirement.id, ""),
            )
        )
    return found


def last_verdicts(folder: Path | None) -> dict[str, str]:
    """Return the outcomes of an earlier report, nothing when there is none (CNF-023: from a run, not from files)."""
    path = None if folder is None else folder / "report.json"
    if path is None or not path.is_file():
        return {}
    report = json.loads(path.read_text(encoding="utf-8"))
    return {entry["id"]: entry["outcome"] for entry in report["requirements"]}


def marked_ids(tests: Path) -> frozenset[str]:
    """Return the ids in `@pytest.mark.requirement(...)` of a folder of tests."""
    found: set[str] = set()
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.requirement"):
                found |= {str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)}
    return frozenset(found)


def gaps(catalogue: Catalogue, entries: Iterable[Entry], marked: frozenset[str] | None = None) -> list[str]:
    """Return what the trace lacks; `marked` None leaves out the check of unit tests."""
    found: list[str] = []
    texts: dict[str, str] = {}
    for entry in entries:
        requirement = entry.requirement
        if requirement.retired:
            continue
        if requirement.check in ("mcp", "mcp+control"):
            if not entry.scenarios:
                found.append(f"{requirement.id}: no scenario")
            if _wants_mutant(requirement) and not entry.mutants and requirement.id not in catalogue.exceptions:
                found.append(f"{requirement.id}: no mutant turns it red and no accepted exception")
        if requirement.check == "unit" and marked is not None and requirement.id not in marked:
            found.append(f"{requirement.id}: no marked test")
        twin = texts.setdefault(requirement.text, requirement.id)
        if twin != requirement.id and catalogue.main(twin) != catalogue.main(requirement.id):
            found.append(f"{requirement.id}: the same text as {twin} without an alias link")
        target = catalogue.requirements.get(requirement.superseded_by)
        if requirement.superseded_by and target is None:
            found.append(f"{requirement.id}: superseded by {requirement.superseded_by}, which does not exist")
    return found


def _wants_mutant(requirement: Requirement) -> bool:
    return requirement.level == "MUST" and requirement.source in ("seed", "user") and not requirement.alias_of
