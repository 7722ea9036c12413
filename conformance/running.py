"""One run from options to report: what `run`, and each proof of `mutants`, does."""

from __future__ import annotations

import getpass
import importlib
import os
import platform
import random
import re
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from conformance import __version__
from conformance.catalogue.load import Catalogue, effective_level, load
from conformance.config import PROFILES, Options, Subject, UsageError
from conformance.judge import deviations
from conformance.library import (
    LibraryError,
    Row,
    features_folder,
    read_rows,
    select,
    step_findings,
    step_modules,
    tag_findings,
)
from conformance.limits import LIMITS
from conformance.plugin import CHOSEN, JudgePlugin, Judging
from conformance.report import summary
from conformance.report.events import EventLog
from conformance.sandbox import caller_display
from conformance.session import Session, Surroundings
from conformance.stage import NotJudgedError, Stage
from conformance.subject import Display

SANDBOXES = re.compile(re.escape(os.path.realpath(tempfile.gettempdir())) + r"[/\\\\]+vc-\w+")
MODULE = "conformance.test_features"
OWN_PLUGINS = ("pytest_bdd.plugin",)
SWITCHED_OFF = (
    "cacheprovider",
    "terminal",
    "terminalreporter",
    "faulthandler",
    "junitxml",
    "pastebin",
    "nose",
    "doctest",
)


@dataclass(frozen=True)
class Series:
    """What the runs of one series share: the display, and what the smoke of its first run found broken."""

    display: Mapping[str, str]
    broken: Mapping[str, str] = field(default_factory=dict)
    smoke: bool = True


@dataclass(frozen=True)
class Material:
    """What is judged against: the catalogue and the rows."""

    catalogue: Catalogue
    rows: Sequence[Row]
    folder: Path


def material(options: Options) -> Material:
    """Read catalogue, steps and features; raises CatalogueError or LibraryError."""
    catalogue = load(options.catalogue_dir)
    step_modules()
    folder = features_folder(options.features_dir)
    rows = read_rows(folder)
    retired = [r.id for r in catalogue.requirements.values() if r.retired]
    wrong = step_findings(rows) + tag_findings(rows, catalogue.requirements, retired)
    if wrong:
        raise LibraryError("\n".join(wrong))
    return Material(catalogue, rows, folder)


def run(
    subject: Subject,
    options: Options,
    matter: Material,
    say: Callable[[str], None],
    *,
    series: Series | None = None,
) -> dict[str, Any]:
    """Judge a subject and return the report; the event log is written as it goes.

    A run of a `series` starts no display of its own and keeps one process over all rows.
    """
    LIMITS.factor = options.timeout_factor
    options = replace(options, seed=options.seed or random.SystemRandom().randrange(1, 100_000))
    deviations.check_known(subject.deviations, matter.catalogue.requirements)
    chosen = _chosen(matter.rows, options, smoke=series is None or series.smoke)
    log = EventLog(None if options.out is None else options.out / "events.ndjson", _mask)
    with screen(options) if series is None else nullcontext(series.display) as variables:
        around = Surroundings(subject, log, matter.catalogue.codes, variables, say=say)
        if series is not None:
            around.broken.update(series.broken)
        stage = Stage(around, options, one_process=series is not None)
        judging = _judging(options, around, stage, matter, chosen)
        try:
            judging.session = stage.probe()
        except NotJudgedError as error:
            judging.not_judged = str(error)
        _write_start(judging, matter)
        if not judging.not_judged:
            _run_pytest(judging, sorted({row.file for row in chosen}))
        stage.close()
    _write_end(judging, matter)
    report = summary.build(log.events)
    log.write("run-end-code", exit_code=report["exit_code"])
    log.close()
    return report


def _chosen(rows: Sequence[Row], options: Options, *, smoke: bool) -> list[Row]:
    chosen = select(rows, options.only, options.skip)
    if options.only and smoke:
        needed = {need for row in chosen for need in row.needs}
        chosen = [r for r in rows if r in chosen or (r.feature.startswith("control/") and r.needs & needed)]
    if not [row for row in chosen if options.only == "" or row.requirements or row.feature.startswith("control/")]:
        raise UsageError("nothing is left to run: no scenario matches --only and --skip")
    number, of = options.shard
    chosen = [row for place, row in enumerate(chosen) if place % of == number - 1]
    if options.shuffle:
        first = [row for row in chosen if row.feature.startswith("control/")]
        rest = [row for row in chosen if not row.feature.startswith("control/")]
        random.Random(options.seed).shuffle(rest)
        chosen = [*first, *rest]
    return chosen


def _judging(options: Options, around: Surroundings, stage: Stage, matter: Material, chosen: Sequence[Row]) -> Judging:
    requirements = matter.catalogue.requirements
    return Judging(
        options=options,
        around=around,
        stage=stage,
        rows={(row.file, row.name, row.example): row for row in matter.rows},
        chosen=[row.id for row in chosen],
        absent={r.id: r.feature for r in requirements.values() if r.feature and around.subject.lacks(r.feature)},
        levels={r.id: effective_level(r) for r in requirements.values()},
    )


@contextmanager
def screen(options: Options) -> Iterator[Mapping[str, str]]:
    """Yield the display variables of the subject: the caller's, or those of a private display."""
    if not options.xvfb:
        yield caller_display()
        return
    display = Display()
    try:
        yield display.variables
    finally:
        display.close()


def _run_pytest(judging: Judging, files: Sequence[str]) -> None:
    """Call pytest in-process with our configuration, no plugin of the user and no cache (09 section 4.4)."""
    CHOSEN.files = tuple(files)
    sys.modules.pop(MODULE, None)
    here = Path(__file__).parent
    arguments = ["-c", str(here / "pytest.ini"), "--rootdir", str(here), "-s", str(here / "test_features.py")]
    for name in SWITCHED_OFF:
        arguments += ["-p", f"no:{name}"]
    before = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        plugins = [importlib.import_module(name) for name in OWN_PLUGINS]
        code = pytest.main(arguments, plugins=[*plugins, JudgePlugin(judging)])
    finally:
        if before is None:
            del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        else:
            os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = before
    if code == pytest.ExitCode.INTERRUPTED:
        judging.interrupted = True
    if not judging.results and not judging.interrupted:
        judging.not_judged = judging.not_judged or f"no scenario was run (pytest ended with {int(code)})"


def _write_start(judging: Judging, matter: Material) -> None:
    options, subject = judging.options, judging.around.subject
    catalogue = matter.catalogue
    session = judging.session
    chosen_set = catalogue.chosen_set(options.set_name)
    scored = catalogue.scored(set_name=options.set_name, parity=options.parity, own=options.own)
    judging.log.write(
        "run-start",
        suite=__version__,
        catalogue=catalogue.digest,
        set=chosen_set.name if chosen_set is not None else "not frozen",
        subject=_subject_facts(subject, session),
        claims={"profiles": list(subject.profiles), "features": sorted(subject.features or [])},
        offers=sorted(session.offers) if session is not None else [],
        environment={"system": platform.system(), "python": platform.python_version()},
        seed=options.seed,
        filtered=options.filtered,
        profiles=list(profiles_of(options, subject)),
        deviations=[asdict(deviation) for deviation in subject.deviations],
        options={
            "strict": options.strict,
            "allow_unverified": options.allow_unverified,
            "parity": options.parity,
            "own": options.own,
            "only": options.only,
            "skip": options.skip,
            "isolation": judging.stage.isolation,
        },
    )
    for requirement in catalogue.requirements.values():
        if requirement.check not in ("mcp", "mcp+control") or requirement.retired:
            continue
        judging.log.write(
            "requirement",
            id=requirement.id,
            level=effective_level(requirement),
            text=requirement.text,
            source=requirement.source,
            profile=requirement.profile,
            feature=requirement.feature,
            alias_of=requirement.alias_of if requirement.alias_of in catalogue.requirements else "",
            scored=scored[requirement.id],
        )


def _subject_facts(subject: Subject, session: Session | None) -> dict[str, Any]:
    server: dict[str, Any] = {} if session is None else session.client.server
    info = server.get("serverInfo", {})
    return {
        "name": subject.name or str(info.get("name", "")),
        "version": subject.version or str(info.get("version", "")),
        "url": subject.url,
        "command": [Path(subject.command[0]).name, *subject.command[1:]],
        "protocol": "" if session is None else session.client.protocol,
        "server_info": info,
    }


def profiles_of(options: Options, subject: Subject) -> tuple[str, ...]:
    """Return the profiles that get a verdict: asked for, else claimed, else core."""
    names = options.profiles or subject.profiles or ("core",)
    return PROFILES if "all" in names else tuple(names)


def _write_end(judging: Judging, matter: Material) -> None:
    done = {entry["id"] for entry in judging.results}
    chosen = set(judging.chosen)
    for row in matter.rows:
        if row.id in done:
            continue
        outcome = ("unverified", "time-budget") if row.id in chosen else ("excluded", "filter")
        if row.id in chosen and judging.not_judged:
            continue
        judging.log.write(
            "scenario-end",
            id=row.id,
            feature=row.feature,
            line=row.line,
            name=row.name,
            outcome=outcome[0],
            reason=outcome[1],
            requirements=list(row.requirements),
            needs=sorted(row.needs),
            duration_ms=0,
            steps=[],
        )
    judging.log.write(
        "run-end",
        partial=judging.interrupted,
        not_judged=judging.not_judged,
        notes=judging.around.notes,
        broken=judging.around.broken,
        observations=judging.log.observations,
    )


def _mask(text: str) -> str:
    """Return a text without sandbox, home folder, host and user name (CNF-050)."""
    text = SANDBOXES.sub("$SANDBOX", text)
    for word, shown in _private_words():
        text = text.replace(word, shown)
    return text


def _private_words() -> list[tuple[str, str]]:
    words = [(str(Path.home()), "$HOME"), (socket.gethostname(), "$HOST")]
    with suppress(KeyError, OSError):
        words.append((f"/{getpass.getuser()}/", "/$USER/"))
    return [(word, shown) for word, shown in words if len(word) > 3]
