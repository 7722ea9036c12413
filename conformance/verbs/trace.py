"""`trace`: the matrix requirement x scenario x mutant x run; with `--check` the gaps, and a non-zero end."""

from __future__ import annotations

import json
from pathlib import Path

from conformance.catalogue.trace import gaps, marked_ids, trace_of
from conformance.config import Options
from conformance.running import material


def main(features: Path | None, catalogue: Path | None, last: Path | None, tests: Path | None, *, check: bool) -> int:
    """Print the matrix, or the gaps; return 1 when `check` finds some."""
    matter = material(Options(features_dir=features, catalogue_dir=catalogue))
    entries = trace_of(matter.catalogue, matter.rows, last)
    if check:
        found = gaps(matter.catalogue, entries, marked_ids(tests) if tests is not None else None)
        for gap in found:
            print(gap)
        print(f"{len(found)} gaps")
        return 1 if found else 0
    for entry in entries:
        requirement = entry.requirement
        parts = [requirement.id, requirement.level, requirement.source, f"{len(entry.scenarios)} rows"]
        parts += [", ".join(entry.needs)] if entry.needs else []
        parts += [" ".join(entry.mutants)] if entry.mutants else []
        parts += [entry.last] if entry.last else []
        print("  ".join(parts))
    if last is not None and last.is_dir():
        table = [entry.as_json() for entry in entries]
        (last / "trace.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return 0
