"""Reads the tables "Normative statements" of area specifications and prints them as catalogue entries.

`python -m conformance.catalogue.import_tables DIR [--drift]`: with `--drift` only what differs from the catalogue.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from conformance.catalogue.load import CatalogueError, Requirement, load

ROW = re.compile(r"\|\s*([A-Z]{3}-\d{3})\s*\|\s*(MUST|SHOULD|MAY)\s*\|(.+)\|\s*$")
AREAS = ("MCP", "SES", "WSP", "DOC", "SEL", "WFL", "CJK", "BRD", "BRR", "AUT", "BWF", "COH", "CRS")
SOURCES = {
    **dict.fromkeys(("seed", "S", "seed+reference", "S/R"), "seed"),
    **dict.fromkeys(("reference", "ref", "R", "reference (deviates)"), "reference"),
    **dict.fromkeys(("user", "U"), "user"),
    **dict.fromkeys(("ours", "prod", "product", "design", "decision", "hardening"), "product"),
}
CHECKS = {"mcp": "mcp", "control": "mcp+control", "mcp+control": "mcp+control", "unit": "unit", "excluded": "excluded"}


def source_of(word: str) -> str:
    """Return the source a column means; an unknown word raises CatalogueError (CNF-082)."""
    plain = word.strip().strip("`")
    if plain in SOURCES:
        return SOURCES[plain]
    raise CatalogueError(f"unknown source {plain!r}")


def check_of(word: str) -> str:
    """Return the check a column means; an unknown word raises CatalogueError (CNF-082)."""
    plain = word.strip().strip("`")
    if plain in CHECKS:
        return CHECKS[plain]
    raise CatalogueError(f"unknown check {plain!r}")


def profile_of(identifier: str) -> str:
    """Return the profile of an id by its prefix, and by its number in the area of consent."""
    prefix, number = identifier[:3], int(identifier[4:])
    if prefix == "AUT":
        return "browser" if number < 260 else "core" if number < 295 else "coherence"
    if prefix in ("BRD", "BRR", "BWF"):
        return "browser"
    return "coherence" if prefix in ("COH", "CRS") else "core"


def statements(text: str) -> Iterator[Requirement]:
    """Yield the requirements of the tables in a specification; bars inside code do not end a cell."""
    for line in text.splitlines():
        found = ROW.fullmatch(line.strip())
        if found is None or found[1][:3] not in AREAS:
            continue
        statement, source, check = _cells(found[3])[-3:]
        yield Requirement(
            id=found[1],
            level=found[2],
            text=statement.strip(),
            source=source_of(source),
            check=check_of(check),
            profile=profile_of(found[1]),
        )


def _cells(row: str) -> list[str]:
    masked = re.sub(r"`[^`]*`", lambda code: code[0].replace("|", "\0"), row.replace("\\|", "\0"))
    return [cell.replace("\0", "|") for cell in masked.split("|")]


def as_toml(requirement: Requirement) -> str:
    """Return one entry of a catalogue file."""
    keys = ("id", "level", "text", "source", "check", "profile")
    lines = [f"{key} = {json.dumps(getattr(requirement, key), ensure_ascii=False)}" for key in keys]
    return "\n".join(["[[requirement]]", *lines, ""])


def drift(found: Iterator[Requirement]) -> list[str]:
    """Return what a specification says otherwise than the catalogue: level, source or check, or a missing id."""
    known = load().requirements
    wrong = []
    for requirement in found:
        mine = known.get(requirement.id)
        if mine is None:
            wrong.append(f"{requirement.id}: not in the catalogue")
            continue
        wrong += [
            f"{requirement.id}: {key} {getattr(mine, key)} here, {getattr(requirement, key)} there"
            for key in ("level", "source", "check", "profile")
            if getattr(mine, key) != getattr(requirement, key)
        ]
    return wrong


def main() -> int:
    """Print entries or differences for every specification of a folder."""
    folder, *flags = sys.argv[1:]
    texts = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(folder).glob("*.md")))
    lines = drift(statements(texts)) if "--drift" in flags else [as_toml(found) for found in statements(texts)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if "--drift" in flags and lines else 0


if __name__ == "__main__":
    sys.exit(main())
