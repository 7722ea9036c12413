"""What is judged and how: the subject description, the options of a run, and which of them wins (09 section 4.2)."""

from __future__ import annotations

import shlex
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

OPTIONAL_FEATURES = frozenset(
    {
        "rail",
        "actionlint",
        "wysiwyg",
        "source-mode",
        "multi-window",
        "shared-posture",
        "human-tabs",
        "self-heal",
        "contexts",
        "cookie-sessions",
    }
)
PROFILES = ("core", "browser", "coherence")
KNOWN_SUBJECTS = Path(__file__).parent / "subjects"


class UsageError(Exception):
    """A wrong option or a malformed input file: exit code 2."""


@dataclass(frozen=True)
class Deviation:
    """A requirement that is known to fail, with the reason why that is accepted for now."""

    requirement: str
    reason: str
    issue: str = ""
    scenario: str = ""


@dataclass(frozen=True)
class Subject:
    """How the implementation under test is started and what it claims."""

    name: str = ""
    version: str = ""
    url: str = ""
    issues: str = ""
    command: tuple[str, ...] = ()
    attach: bool = False
    workspace_args: tuple[str, ...] = ()
    endpoint_args: tuple[str, ...] = ()
    bridge_command: tuple[str, ...] = ()
    editor_command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    separate: bool = False
    isolate_home: bool = True
    startup_s: float = 30.0
    shutdown_s: float = 5.0
    control: str = "auto"
    profiles: tuple[str, ...] = ()
    features: frozenset[str] | None = None
    deviations: tuple[Deviation, ...] = ()
    limits: Mapping[str, Any] = field(default_factory=dict)

    def lacks(self, feature: str) -> bool:
        """Return whether an optional feature is declared absent; without a list nothing is."""
        return feature in OPTIONAL_FEATURES and self.features is not None and feature not in self.features


@dataclass(frozen=True)
class Options:
    """Everything of the command line that is not about the subject."""

    profiles: tuple[str, ...] = ()
    set_name: str = ""
    parity: bool = False
    own: bool = False
    only: str = ""
    skip: str = ""
    isolation: str = ""
    timeout_factor: float = 1.0
    shuffle: bool = False
    seed: int = 0
    shard: tuple[int, int] = (1, 1)
    confirm: bool = True
    stop_after: int = 0
    time_limit: float = 3600.0
    xvfb: bool = False
    out: Path | None = None
    strict: bool = False
    allow_unverified: bool = False
    keep_sandbox: bool = False
    features_dir: Path | None = None
    catalogue_dir: Path | None = None
    verbose: int = 0
    color: bool = True
    said: str = ""
    """The subject part of the command line, for the line that repeats a failure."""

    @property
    def filtered(self) -> bool:
        """Return whether something other than the full set was asked for."""
        return bool(self.only or self.skip) or self.shard != (1, 1)


def read_subject(path: Path) -> Subject:
    """Return the subject of a description file."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path.name}: {error}") from error
    try:
        return _subject(table)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise UsageError(f"{path.name}: malformed: {error}") from error


def _subject(table: Mapping[str, Any]) -> Subject:
    who, server = _table(table, "implementation"), _table(table, "server")
    control, claims = _table(table, "control"), _table(table, "claims")
    lifecycle = server.get("lifecycle", "joint")
    if lifecycle not in ("joint", "separate"):
        raise UsageError("server.lifecycle is joint or separate")
    features = claims.get("features")
    mode = str(control.get("mode", "auto"))
    if mode == "exec":
        mode = "exec:" + shlex.join(_words(control, "command"))
    return Subject(
        name=str(who.get("name", "")),
        version=str(who.get("version", "")),
        url=str(who.get("url", "")),
        issues=str(who.get("issues", "")),
        command=_words(server, "command"),
        workspace_args=_words(server, "workspace_args"),
        endpoint_args=_words(server, "endpoint_args"),
        bridge_command=_words(server, "bridge_command"),
        editor_command=_words(server, "editor_command"),
        env={str(k): str(v) for k, v in _table(server, "env").items()},
        separate=lifecycle == "separate",
        isolate_home=server.get("isolate_home", True) is True,
        startup_s=float(server.get("startup_s", 30)),
        shutdown_s=float(server.get("shutdown_s", 5)),
        control=mode,
        profiles=_words(claims, "profiles"),
        features=None if features is None else frozenset(_words(claims, "features")),
        deviations=deviations_of(table),
        limits={k: v for limit in table.get("limit", []) for k, v in limit.items()},
    )


def _table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = table.get(key, {})
    if not isinstance(found, dict):
        raise UsageError(f"[{key}] is not a table")
    return found


def _words(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise UsageError(f"{key} is not an array of strings")
    return tuple(found)


def deviations_of(table: Mapping[str, Any]) -> tuple[Deviation, ...]:
    """Return the deviations of a parsed file; an empty reason and a duplicate are usage errors (CNF-011)."""
    found: list[Deviation] = []
    for entry in table.get("deviation", []):
        identifier, reason = str(entry.get("requirement", "")), str(entry.get("reason", "")).strip()
        if not identifier or not reason:
            raise UsageError(f"deviation {identifier or '(no id)'}: a requirement and a reason are needed")
        one = Deviation(identifier, reason, str(entry.get("issue", "")), str(entry.get("scenario", "")))
        if any((d.requirement, d.scenario) == (one.requirement, one.scenario) for d in found):
            raise UsageError(f"deviation {identifier} is listed twice")
        found.append(one)
    return tuple(found)


def read_deviations(path: Path) -> tuple[Deviation, ...]:
    """Return the deviations of a file of their own."""
    try:
        return deviations_of(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, AttributeError, TypeError) as error:
        raise UsageError(f"{path.name}: {error}") from error


def known_subject(program: str, folder: Path = KNOWN_SUBJECTS) -> Subject | None:
    """Return the description that comes with the suite for a program of this name, None when there is none."""
    path = folder / f"{Path(program).stem}.toml"
    return read_subject(path) if path.is_file() else None


def described(*, server: str = "", attach: str = "", file: Path | None = None, control: str = "") -> Subject:
    """Return the subject that options and file describe together; the command line wins."""
    if server and attach:
        raise UsageError("--server and --attach exclude each other")
    subject = read_subject(file) if file is not None else Subject()
    line = split_command(server or attach)
    if line:
        known = known_subject(line[0]) if file is None and not attach else None
        subject = replace(known or subject, command=line)
    if attach:
        subject = replace(subject, attach=True, isolate_home=False)
    if control:
        subject = replace(subject, control=control)
    if not subject.command:
        raise UsageError("nothing to judge: give --server, --attach or --subject")
    if subject.control not in ("auto", "none", "manual", "socket") and not subject.control.startswith("exec:"):
        raise UsageError(f"--control {subject.control}: one of auto, none, manual, socket, exec:CMD")
    return resolved(subject)


def split_command(line: str) -> tuple[str, ...]:
    """Return the words of a shell-quoted command."""
    try:
        return tuple(shlex.split(line))
    except ValueError as error:
        raise UsageError(f"{line}: {error}") from error


def resolved(subject: Subject) -> Subject:
    """Return the subject with programs as absolute paths: inside the sandbox the search path is another one."""
    first = _program(subject.command[0])
    same = Path(subject.command[0]).stem

    def again(command: tuple[str, ...]) -> tuple[str, ...]:
        if not command:
            return command
        return (first if Path(command[0]).stem == same else _program(command[0]), *command[1:])

    return replace(
        subject,
        command=(first, *subject.command[1:]),
        bridge_command=again(subject.bridge_command),
        editor_command=again(subject.editor_command),
    )


def _program(name: str) -> str:
    if name in ("python", "python3"):
        return shutil.which(name) or name
    found = shutil.which(name)
    return str(Path(found).absolute()) if found is not None else name
