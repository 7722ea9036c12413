"""`check`: everything that can be said about features, steps, catalogue and sets without a subject."""

from __future__ import annotations

from pathlib import Path

from conformance.catalogue.load import load
from conformance.judge.verdict import EXIT_NOT_JUDGED, EXIT_OK
from conformance.library import features_folder, read_rows, step_findings, step_modules, tag_findings
from conformance.mutants.record import all_mutants
from conformance.steps.registry import REGISTRY

MOST_STEPS = 450
MOST_CHAINED = 12


def main(features: Path | None, catalogue: Path | None) -> int:
    """Print the findings and return 0 when there are none, otherwise 3."""
    requirements = load(catalogue).requirements
    step_modules()
    rows = read_rows(features_folder(features))
    retired = [r.id for r in requirements.values() if r.retired]
    found = step_findings(rows) + tag_findings(rows, requirements, retired)
    found += [f"{row.id}: {len(row.steps)} steps" for row in rows if len(row.steps) > MOST_CHAINED]
    found += [f"{row.id}: no Then step" for row in rows if not any(kind == "then" for kind, _ in row.steps)]
    if len(REGISTRY) > MOST_STEPS:
        found.append(f"{len(REGISTRY)} step definitions, more than {MOST_STEPS}")
    for mutant in all_mutants():
        unknown = [i for i in (*mutant.kills, *mutant.also) if i not in requirements and i[:3] in _areas(requirements)]
        found += [f"mutant {mutant.id}: unknown requirement {identifier}" for identifier in unknown]
    for finding in found:
        print(finding)
    print(
        f"{len(requirements)} requirements, {len(rows)} rows, {len(REGISTRY)} step definitions, {len(found)} findings"
    )
    return EXIT_NOT_JUDGED if found else EXIT_OK


def _areas(requirements: object) -> frozenset[str]:
    return frozenset(str(identifier)[:3] for identifier in requirements)  # type: ignore[attr-defined]
