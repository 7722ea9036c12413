"""`list`: the scenarios with their requirements, levels and needed controls."""

from __future__ import annotations

from pathlib import Path

from conformance.catalogue.load import effective_level
from conformance.config import Options
from conformance.library import select
from conformance.running import material


def main(features: Path | None, catalogue: Path | None, only: str, skip: str) -> int:
    """Print one line per row and return 0."""
    matter = material(Options(features_dir=features, catalogue_dir=catalogue))
    rows = select(matter.rows, only, skip)
    for row in rows:
        known = matter.catalogue.requirements
        ids = " ".join(f"{i}({effective_level(known[i])})" for i in row.requirements if i in known)
        needs = f"  needs {', '.join(sorted(row.needs))}" if row.needs else ""
        print(f"{row.id}  {ids}{needs}")
    print(f"{len(rows)} rows")
    return 0
