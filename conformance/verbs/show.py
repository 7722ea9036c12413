"""`show ID`: a requirement: text, source, scenarios, needed controls, mutants, last verdict."""

from __future__ import annotations

from pathlib import Path

from conformance.catalogue.trace import trace_of
from conformance.config import Options, UsageError
from conformance.running import material


def main(identifier: str, features: Path | None, catalogue: Path | None, last: Path) -> int:
    """Print what is known and return 0; an unknown id is a usage error."""
    matter = material(Options(features_dir=features, catalogue_dir=catalogue))
    if identifier not in matter.catalogue.requirements:
        raise UsageError(f"{identifier}: there is no such requirement")
    entry = next(e for e in trace_of(matter.catalogue, matter.rows, last) if e.requirement.id == identifier)
    requirement = entry.requirement
    print(f"{requirement.id}  {requirement.level}  {requirement.source}  {requirement.profile}  {requirement.check}")
    print(f"  {requirement.text}")
    for label, value in (
        ("anchor", requirement.anchor),
        ("optional feature", requirement.feature),
        ("alias of", requirement.alias_of),
        ("scenarios", "\n    ".join(entry.scenarios)),
        ("controls", ", ".join(entry.needs)),
        ("mutants", ", ".join(entry.mutants)),
        ("last verdict", entry.last),
    ):
        if value:
            print(f"  {label}: {value}")
    return 0
