"""The requirements as they are judged: read from TOML, checked, with frozen sets and what is scored (09 section 7)."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
ID = re.compile(r"[A-Z]{3}-\d{3}")
LEVELS = ("MUST", "SHOULD", "MAY")
SOURCES = ("seed", "reference", "user", "product")
CHECKS = ("mcp", "mcp+control", "unit", "excluded")
PROFILES = ("core", "browser", "coherence", "none")
NOT_AREAS = frozenset({"codes", "fields", "exceptions"})


class CatalogueError(Exception):
    """The catalogue is malformed: exit code 2."""


@dataclass(frozen=True)
class Requirement:
    """One sentence that a subject keeps or breaks."""

    id: str
    level: str
    text: str
    source: str
    check: str
    profile: str
    anchor: str = ""
    feature: str = ""
    alias_of: str = ""
    reason: str = ""
    added: str = ""
    retired: str = ""
    superseded_by: str = ""


@dataclass(frozen=True)
class RequirementSet:
    """A published selection; never edited (CNF-018)."""

    name: str
    scored: frozenset[str]
    not_scored: Mapping[str, str]
    digest: str


@dataclass(frozen=True)
class Catalogue:
    """All requirements in the order of their files, the known codes, the reply fields and the sets."""

    requirements: Mapping[str, Requirement]
    codes: frozenset[str]
    fields: tuple[Mapping[str, Any], ...] = ()
    exceptions: Mapping[str, str] = field(default_factory=dict)
    sets: Mapping[str, RequirementSet] = field(default_factory=dict)
    digest: str = ""

    @cached_property
    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """Return for each id the ids that state the same promise, itself included."""
        found: dict[str, list[str]] = {}
        for requirement in self.requirements.values():
            found.setdefault(self.main(requirement.id), []).append(requirement.id)
        return {member: tuple(group) for group in found.values() for member in group}

    def main(self, identifier: str) -> str:
        """Return the id that counts for a promise (CNF-080)."""
        requirement = self.requirements.get(identifier)
        return requirement.alias_of if requirement is not None and requirement.alias_of else identifier

    def chosen_set(self, name: str) -> RequirementSet | None:
        """Return the named set, or the newest; None when none is frozen yet."""
        if name and name not in self.sets:
            raise CatalogueError(f"there is no set {name}: {', '.join(self.sets) or 'none is frozen yet'}")
        return self.sets[name] if name else (self.sets[max(self.sets)] if self.sets else None)

    def scored(self, *, set_name: str = "", parity: bool = False, own: bool = False) -> dict[str, bool]:
        """Return id -> whether it decides a verdict; aliases and retired ids never do."""
        chosen = self.chosen_set(set_name)
        return {
            r.id: _sourced(r, parity=parity, own=own)
            and not r.alias_of
            and not r.retired
            and r.check in ("mcp", "mcp+control")
            and (chosen is None or r.id in chosen.scored or (chosen.not_scored.get(r.id) in ("parity", "own")))
            for r in self.requirements.values()
        }


def _sourced(requirement: Requirement, *, parity: bool, own: bool) -> bool:
    return {"reference": parity, "product": own}.get(requirement.source, True)


def effective_level(requirement: Requirement) -> str:
    """Return the level for a subject: what only a user would expect counts as SHOULD, unless a seed anchor is named."""
    if requirement.source == "user" and requirement.level == "MUST" and not requirement.anchor:
        return "SHOULD"
    return requirement.level


def load(folder: Path | None = None) -> Catalogue:
    """Read a catalogue folder, the packaged one by default; raises CatalogueError for anything malformed."""
    top = folder or FOLDER
    requirements: dict[str, Requirement] = {}
    hashed = hashlib.sha256()
    for path in sorted(top.glob("*.toml")):
        table = _read(path, hashed)
        if path.stem in NOT_AREAS:
            continue
        for entry in table.get("requirement", []):
            requirement = _requirement(entry, path.name)
            if requirement.id in requirements:
                raise CatalogueError(f"{requirement.id} is there twice")
            requirements[requirement.id] = requirement
    _check_links(requirements)
    return Catalogue(
        requirements=requirements,
        codes=frozenset(str(code["code"]) for code in _optional(top / "codes.toml").get("code", [])),
        fields=tuple(_optional(top / "fields.toml").get("reply", [])),
        exceptions={str(e["id"]): str(e["reason"]) for e in _optional(top / "exceptions.toml").get("exception", [])},
        sets={found.name: found for found in _sets(top / "sets")},
        digest=hashed.hexdigest()[:16],
    )


def _read(path: Path, hashed: Any = None) -> dict[str, Any]:
    try:
        content = path.read_bytes()
        if hashed is not None:
            hashed.update(content)
        return tomllib.loads(content.decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CatalogueError(f"{path.name}: {error}") from error


def _optional(path: Path) -> dict[str, Any]:
    return _read(path) if path.is_file() else {}


def _requirement(entry: Mapping[str, Any], place: str) -> Requirement:
    unknown = set(entry) - set(Requirement.__dataclass_fields__)
    missing = {"id", "level", "text", "source", "check", "profile"} - set(entry)
    if unknown or missing:
        raise CatalogueError(f"{place}: {entry.get('id', '?')}: unknown {sorted(unknown)}, missing {sorted(missing)}")
    requirement = Requirement(**{key: str(value) for key, value in entry.items()})
    for value, allowed in (
        (requirement.level, LEVELS),
        (requirement.source, SOURCES),
        (requirement.check, CHECKS),
        (requirement.profile, PROFILES),
    ):
        if value not in allowed:
            raise CatalogueError(f"{place}: {requirement.id}: unknown word {value!r}")
    if ID.fullmatch(requirement.id) is None or not requirement.text.strip():
        raise CatalogueError(f"{place}: {requirement.id!r}: malformed id or empty text")
    if requirement.check == "excluded" and not requirement.reason:
        raise CatalogueError(f"{place}: {requirement.id}: excluded without a reason")
    return requirement


def _check_links(requirements: Mapping[str, Requirement]) -> None:
    for requirement in requirements.values():
        target = requirements.get(requirement.alias_of)
        if target is not None and target.alias_of:
            raise CatalogueError(f"{requirement.id}: alias of {target.id}, which is an alias itself")
        if requirement.superseded_by and not requirement.retired:
            raise CatalogueError(f"{requirement.id}: superseded but not retired")


def _sets(folder: Path) -> Iterable[RequirementSet]:
    digests = _optional(folder / "digests.toml")
    for path in sorted(folder.glob("*.toml")):
        if path.stem == "digests":
            continue
        table = _read(path)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        recorded = digests.get(path.stem)
        if recorded is not None and recorded != digest:
            raise CatalogueError(f"sets/{path.name} was edited after it was published")
        yield RequirementSet(
            name=path.stem,
            scored=frozenset(str(identifier) for identifier in table.get("scored", [])),
            not_scored={str(entry["id"]): str(entry["reason"]) for entry in table.get("not_scored", [])},
            digest=digest,
        )
