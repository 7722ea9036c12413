"""The features as rows: what will be run, with identity, tags, steps and the needs derived from step definitions."""

from __future__ import annotations

import fnmatch
import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from pytest_bdd.feature import get_features

import conformance.steps
from conformance.catalogue.load import ID
from conformance.steps.registry import REGISTRY, Registry

ABOUT_US = "CNF-"
"""Statements about the suite itself: a scenario may carry them, no subject is judged by them."""
PACKED = Path(__file__).parent / "features"
SIBLING = Path(__file__).parent.parent / "features"
_SCENARIO = re.compile(r"^\s*Scenario(?: Outline| Template)?\s*:\s*(.*?)\s*$", re.MULTILINE)


class LibraryError(Exception):
    """Features and steps do not fit together: exit code 3, before the first scenario."""


@dataclass(frozen=True)
class Row:
    """One scenario, or one row of an outline."""

    id: str
    feature: str
    file: str
    line: int
    name: str
    example: tuple[tuple[str, str], ...]
    requirements: tuple[str, ...]
    facets: frozenset[str]
    steps: tuple[tuple[str, str], ...]
    needs: frozenset[str] = frozenset()

    @property
    def slow(self) -> bool:
        """Return whether the scenario takes long by nature."""
        return "slow" in self.facets


def features_folder(given: Path | None = None) -> Path:
    """Return the folder of the features: the one given, the packed one, or the one beside the checkout."""
    for folder in (given, PACKED, SIBLING):
        if folder is not None and folder.is_dir():
            return folder.resolve()
    raise LibraryError("there are no features")


def step_modules() -> list[ModuleType]:
    """Import and return every module of step definitions."""
    found = pkgutil.iter_modules(conformance.steps.__path__)
    return [
        importlib.import_module(f"conformance.steps.{module.name}") for module in sorted(found, key=lambda m: m.name)
    ]


def slug(name: str) -> str:
    """Return a scenario name as it stands in an id."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def read_rows(folder: Path, registry: Registry = REGISTRY) -> list[Row]:
    """Return all rows in order: control smoke first, then by file and line. Duplicate names are refused (CNF-067)."""
    paths = sorted(str(path) for path in folder.rglob("*.feature"))
    _refuse_duplicates(folder, [Path(path) for path in paths])
    rows: list[Row] = []
    for feature in get_features(paths) if paths else []:
        place = Path(feature.filename).relative_to(folder).with_suffix("").as_posix()
        for template in feature.scenarios.values():
            rule_tags = set() if template.rule is None else set(template.rule.tags)
            tags = sorted(set(feature.tags) | rule_tags | set(template.tags))
            contexts = [dict(context) for examples in template.examples for context in examples.as_contexts()]
            for number, context in enumerate(contexts or [{}], start=1):
                scenario = template.render(context)
                steps = tuple((str(step.type), str(step.name)) for step in scenario.steps)
                rows.append(
                    Row(
                        id=f"{place}#{slug(template.name)}" + (f":{number}" if contexts else ""),
                        feature=place,
                        file=str(feature.filename),
                        line=template.line_number,
                        name=template.name,
                        example=tuple(sorted((str(k), str(v)) for k, v in context.items())),
                        requirements=tuple(tag for tag in tags if ID.fullmatch(tag)),
                        facets=frozenset(tag for tag in tags if not ID.fullmatch(tag)),
                        steps=steps,
                        needs=needs_of(steps, registry),
                    )
                )
    return sorted(rows, key=lambda row: (not row.feature.startswith("control/"), row.feature, row.line, row.id))


def needs_of(steps: Iterable[tuple[str, str]], registry: Registry = REGISTRY) -> frozenset[str]:
    """Return the union of what the matched step definitions need (CNF-027)."""
    found: set[str] = set()
    for kind, text in steps:
        for definition in registry.matching(kind, text):
            found |= definition.needs
    return frozenset(found)


def _refuse_duplicates(folder: Path, paths: Sequence[Path]) -> None:
    for path in paths:
        names = Counter(slug(name) for name in _SCENARIO.findall(path.read_text(encoding="utf-8")))
        twice = [name for name, count in names.items() if count > 1]
        if twice:
            raise LibraryError(f"{path.relative_to(folder).as_posix()}: two scenarios are called {', '.join(twice)}")


def step_findings(rows: Iterable[Row], registry: Registry = REGISTRY) -> list[str]:
    """Return undefined and ambiguous steps (CNF-024)."""
    wrong: dict[str, None] = {}
    for row in rows:
        for kind, text in row.steps:
            matching = registry.matching(kind, text)
            if not matching:
                wrong[f"{row.feature}: undefined step: {kind} {text}"] = None
            elif len(matching) > 1:
                places = ", ".join(definition.place for definition in matching)
                wrong[f"{row.feature}: ambiguous step: {kind} {text} ({places})"] = None
    return list(wrong)


def tag_findings(rows: Iterable[Row], known: Iterable[str], retired: Iterable[str] = ()) -> list[str]:
    """Return rows without an id or with one that is unknown or retired (CNF-021)."""
    ids, gone = set(known), set(retired)
    wrong = []
    for row in rows:
        if not row.requirements and not row.feature.startswith("control/"):
            wrong.append(f"{row.id}: no requirement id")
        wrong += [
            f"{row.id}: unknown requirement {tag}" for tag in row.requirements if tag not in ids and tag[:4] != ABOUT_US
        ]
        wrong += [f"{row.id}: retired requirement {tag}" for tag in row.requirements if tag in gone]
        if not {"core", "browser", "coherence"} & row.facets:
            wrong.append(f"{row.id}: no profile tag")
    return wrong


def select(rows: Iterable[Row], only: str = "", skip: str = "") -> list[Row]:
    """Return the rows that `--only` keeps and `--skip` leaves."""
    return [row for row in rows if (not only or matches(row, only)) and not (skip and matches(row, skip))]


def matches(row: Row, expression: str) -> bool:
    """Return whether any part of a comma-separated expression fits.

    A part is an area (`MCP`), a requirement id or glob (`WSP-0*`), a row or scenario id, a feature path glob, or tags
    (`@rail and not @slow`).
    """
    parts = [part.strip() for part in expression.split(",") if part.strip()]
    if "@" not in expression:
        parts = [word for part in parts for word in part.split()]
    return any(_tags_match(row, part) if "@" in part else _part_matches(row, part) for part in parts)


def _part_matches(row: Row, part: str) -> bool:
    if "#" in part:
        return row.id == part or row.id.rpartition(":")[0] == part
    if re.fullmatch(r"[A-Z]{3}", part):
        return any(identifier.startswith(part + "-") for identifier in row.requirements)
    if re.match(r"[A-Z]{3}-", part):
        return any(fnmatch.fnmatchcase(identifier, part) for identifier in row.requirements)
    pattern = part.removesuffix(".feature")
    return row.feature == pattern or row.feature.startswith(pattern + "/") or fnmatch.fnmatchcase(row.feature, pattern)


def _tags_match(row: Row, expression: str) -> bool:
    """Evaluate `@a and not @b or @c`: `or` binds weakest."""
    tags = {f"@{tag}" for tag in (*row.requirements, *row.facets)}
    for alternative in re.split(r"\s+or\s+", expression.strip()):
        terms = re.split(r"\s+and\s+", alternative.strip())
        if all((term.removeprefix("not ").strip() in tags) != term.startswith("not ") for term in terms):
            return True
    return False
