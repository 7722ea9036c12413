"""The pytest plugin: tags, applicability, events, guards. One scenario at a time; no fixture starts a subject.

Outcomes are decided here from the step that was running and the exception that came (09 section 6.1).
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from pytest_bdd.scenario import scenario_wrapper_template_registry

from conformance.client.stdio import SubjectFaultError
from conformance.config import Options
from conformance.control.channel import (
    ControlBrokenError,
    ControlDeclinedError,
    ControlError,
    ControlLostError,
)
from conformance.control.user import capability_of
from conformance.judge.expect import CHECKS, MismatchError, UnverifiedError
from conformance.judge.monitors import leaked_on_disk
from conformance.library import Row, step_modules
from conformance.limits import LIMITS
from conformance.report.events import EventLog
from conformance.session import Session, Surroundings
from conformance.stage import NotJudgedError, Stage
from conformance.steps.registry import PREREQUISITES
from conformance.world import World

TRANSCRIPT = 6


@dataclass
class Chosen:
    """What the module of the features needs while it is imported."""

    files: tuple[str, ...] = ()
    """The feature files that hold a chosen row; empty: all that the suite has."""


CHOSEN = Chosen()


@dataclass
class Case:
    """The scenario that is running."""

    row: Row
    world: World | None = None
    begun: float = 0.0
    step: tuple[str, str] = ("given", "")
    outcome: str = ""
    reason: str = ""
    message: str = ""
    steps: list[dict[str, Any]] = field(default_factory=list)
    checks: int = 0
    expected: str = ""
    got: str = ""


@dataclass
class Judging:
    """Everything the plugin works with: given by the verb `run`, filled while it goes."""

    options: Options
    around: Surroundings
    stage: Stage
    rows: Mapping[tuple[str, str, tuple[tuple[str, str], ...]], Row]
    chosen: Sequence[str]
    absent: Mapping[str, str]
    """Requirement id -> optional feature that is declared absent."""
    levels: Mapping[str, str]
    session: Session | None = None
    not_judged: str = ""
    interrupted: bool = False
    results: list[dict[str, Any]] = field(default_factory=list)

    @property
    def log(self) -> EventLog:
        """Return the event log."""
        return self.around.log


class JudgePlugin:
    """Hooks around every scenario."""

    def __init__(self, judging: Judging) -> None:
        self._judging = judging
        self._case: Case | None = None
        self._fresh = False
        self._began = LIMITS.now()
        self._violations = 0

    # -- collection

    def pytest_configure(self, config: pytest.Config) -> None:
        """Make the step definitions of every module visible."""
        for module in step_modules():
            config.pluginmanager.register(module)

    @pytest.hookimpl(tryfirst=True)
    def pytest_bdd_apply_tag(self, tag: str, function: Any) -> bool:
        """Keep tags out of the marks of pytest: our rows know them."""
        return True

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen rows, in their order."""
        place = {identifier: number for number, identifier in enumerate(self._judging.chosen)}
        found = [(place[row.id], item) for item in items if (row := self._row(item)) is not None and row.id in place]
        items[:] = [item for _, item in sorted(found, key=lambda pair: pair[0])]

    def _row(self, item: pytest.Item) -> Row | None:
        function = getattr(item, "obj", None)
        template = None if function is None else scenario_wrapper_template_registry.get(function)
        if template is None:
            return None
        callspec = getattr(item, "callspec", None)
        example = {} if callspec is None else callspec.params.get("_pytest_bdd_example", {})
        key = (
            str(template.feature.filename),
            template.name,
            tuple(sorted((str(k), str(v)) for k, v in example.items())),
        )
        return self._judging.rows.get(key)

    # -- one scenario

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run one row; with `--confirm` a failed one once more, alone, on a fresh subject (CNF-014)."""
        judging = self._judging
        row = self._row(item)
        if row is None or judging.not_judged or judging.interrupted:
            return True
        case = self._run(item, row, nextitem or item)
        reproduced: bool | None = None
        if case.outcome == "failed" and judging.options.confirm and judging.stage.isolation != "attach":
            item._initrequest()  # type: ignore[attr-defined]
            self._fresh = True
            reproduced = self._run(item, row, nextitem or item, again=True).outcome == "failed"
            self._fresh = False
        self._finish(case, reproduced)
        return True

    def _run(self, item: pytest.Item, row: Row, nextitem: pytest.Item, *, again: bool = False) -> Case:
        case = self._case = Case(row, begun=LIMITS.now())
        CHECKS.reset()
        self._judging.log.write("scenario-start", id=row.id, again=again, name=row.name, line=row.line)
        try:
            runtestprotocol(item, log=False, nextitem=nextitem)
        except KeyboardInterrupt:
            self._judging.interrupted = True
            case.outcome = case.outcome or "unverified"
            case.reason = case.reason or "time-budget"
        self._leave(case)
        self._case = None
        return case

    def pytest_bdd_before_scenario(self) -> None:
        """Decide applicability before anything starts (CNF-028), then get a subject."""
        case = self._case
        assert case is not None
        decided = self._not_run(case.row)
        if decided is not None:
            case.outcome, case.reason = decided
            pytest.skip(case.reason)
        case.world = self._judging.stage.enter(case.row, fresh=self._fresh)

    def _not_run(self, row: Row) -> tuple[str, str] | None:
        judging = self._judging
        if LIMITS.now() - self._began > judging.options.time_limit:
            return "unverified", "time-budget"
        absent = [judging.absent[identifier] for identifier in row.requirements if identifier in judging.absent]
        absent += [facet for facet in sorted(row.facets) if judging.around.subject.lacks(facet)]
        if absent:
            return "not-applicable", absent[0]
        for need in sorted(row.needs):
            reason = self._unmet(need)
            if reason:
                return "unverified", reason
        return None

    def _unmet(self, need: str) -> str:
        session, broken = self._judging.session, self._judging.around.broken
        if need in broken:
            return f"control-broken:{need}"
        if session is not None and session.offered(need):
            return ""
        return f"control-not-offered:{'workspace' if need == 'folder' else need}"

    @pytest.fixture
    def world(self) -> World:
        """Give steps the world of their scenario."""
        assert self._case is not None
        assert self._case.world is not None
        return self._case.world

    def pytest_bdd_before_step(self, step: Any) -> None:
        """Remember which step is running."""
        assert self._case is not None
        self._case.step = (str(step.type), str(step.name))
        self._case.checks = CHECKS.count
        limit = LIMITS.scaled(LIMITS.slow_scenario if self._case.row.slow else LIMITS.scenario)
        if LIMITS.now() - self._case.begun > limit:
            raise SubjectFaultError(f"the scenario took longer than {limit:g} s")

    def pytest_bdd_after_step(self, step: Any) -> None:
        """Record a step that was done."""
        self._record_step("passed")

    def pytest_bdd_step_error(self, exception: Exception) -> None:
        """Record the step that failed."""
        self._record_step("failed", str(exception))

    def _record_step(self, outcome: str, message: str = "") -> None:
        case = self._case
        assert case is not None
        kind, text = case.step
        entry: dict[str, Any] = {
            "keyword": kind,
            "text": text,
            "outcome": outcome,
            "checks": CHECKS.count - case.checks,
        }
        if message:
            entry["message"] = message
        case.steps.append(entry)
        self._judging.log.write("step", **entry)

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Turn what happened into an outcome."""
        case = self._case
        if case is None or case.outcome:
            return
        if call.excinfo is not None:
            self._judge_exception(case, call.excinfo.value, call.when)
        elif call.when == "call":
            case.outcome = "passed" if CHECKS.count else "suite-error"
            case.message = "" if CHECKS.count else "the scenario executed no assertion"

    def _judge_exception(self, case: Case, error: BaseException, when: str) -> None:
        case.message = str(error)
        if isinstance(error, MismatchError):
            case.expected, case.got, case.message = error.wanted, error.got, error.promise
        if when == "call" and isinstance(error, MismatchError | SubjectFaultError):
            blocked = case.step[0] == "given" and isinstance(error, MismatchError)
            case.outcome = "blocked" if blocked else "failed"
        elif when == "call" and (reason := self._unverified(error)):
            case.outcome, case.reason = "unverified", reason
        elif isinstance(error, NotJudgedError):
            case.outcome, case.reason = "unverified", "time-budget"
            self._judging.not_judged = str(error)
        elif isinstance(error, KeyboardInterrupt):
            self._judging.interrupted = True
            case.outcome, case.reason = "unverified", "time-budget"
        else:
            case.outcome = "suite-error"
            case.message = "".join(traceback.format_exception_only(error)).strip() + _where(error)

    def _unverified(self, error: BaseException) -> str:
        if isinstance(error, UnverifiedError):
            return error.reason
        if isinstance(error, ControlDeclinedError):
            return "control-declined"
        if isinstance(error, ControlError):
            return f"control-broken:{capability_of(error.method)}"
        if isinstance(error, ControlBrokenError):
            return f"control-broken:{error.capability}"
        return "control-broken:channel" if isinstance(error, ControlLostError) else ""

    # -- after a scenario

    def _leave(self, case: Case) -> None:
        judging = self._judging
        session = judging.stage.session
        if case.world is not None or case.outcome in ("failed", "blocked"):
            if session is not None:
                self._crash(case, session)
                self._monitors(case, session)
            try:
                judging.stage.leave(trouble=case.outcome in ("failed", "blocked", "suite-error"))
            except NotJudgedError as error:
                judging.not_judged = str(error)

    def _crash(self, case: Case, session: Session) -> None:
        """Attribute an end of the subject during the scenario to it (CNF-037)."""
        if case.outcome == "unverified" and case.reason.startswith("control-broken") and not session.editor_runs():
            case.outcome, case.reason, case.message = "failed", "", "the editor ended during the scenario"

    def _monitors(self, case: Case, session: Session) -> None:
        found, own = session.take_findings()
        world = case.world
        if world is not None:
            found += world.monitored()
        if world is not None and world.canaries:
            text = "\n".join([*session.stderr, *(str(e.get("message")) for e in self._judging.log.messages(50))])
            homes = world.canaries
            leaks = leaked_on_disk(homes, session.sandbox.top)
            found += [f"a planted secret is in {place}" for place in leaks]
            found += ["a planted secret is in standard error or a reply" for canary in homes if canary in text]
        for finding in found:
            self._judging.log.write("monitor", id=case.row.id, finding=finding)
        if own:
            case.outcome, case.message = "suite-error", f"a message of ours was invalid: {own[0]}"
        elif found and case.outcome in ("passed", "unverified"):
            case.outcome, case.reason, case.message = "failed", "", f"monitor: {found[0]}"

    def _finish(self, case: Case, reproduced: bool | None) -> None:  # noqa: FBT001 - None: not repeated
        judging, row = self._judging, case.row
        smoke = row.feature.startswith("control/")
        if smoke and case.outcome not in ("passed", "unverified", "not-applicable"):
            for need in sorted(row.needs - PREREQUISITES):
                judging.around.break_capability(need, case.message)
        if smoke and case.outcome in ("failed", "blocked"):
            case.outcome, case.reason = (
                "unverified",
                f"control-broken:{min(row.needs - PREREQUISITES, default='channel')}",
            )
        entry: dict[str, Any] = {
            "id": row.id,
            "feature": row.feature,
            "line": row.line,
            "name": row.name,
            "outcome": case.outcome,
            "reason": case.reason,
            "requirements": list(row.requirements),
            "needs": sorted(row.needs),
            "duration_ms": round((LIMITS.now() - case.begun) * 1000),
            "message": case.message,
            "expected": case.expected,
            "got": case.got,
            "steps": case.steps,
            "transcript": judging.log.messages(TRANSCRIPT) if case.outcome in ("failed", "blocked") else [],
        }
        if reproduced is not None:
            entry["reproduced"] = reproduced
        judging.log.write("scenario-end", **entry)
        judging.log.forget_messages()
        judging.results.append(entry)
        judging.around.say(f"row:{case.outcome}")
        if case.outcome in ("failed", "blocked"):
            self._violations += any(judging.levels.get(i) == "MUST" for i in row.requirements)
            if judging.options.stop_after and self._violations >= judging.options.stop_after:
                judging.interrupted = True


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    last = next((f for f in reversed(frames) if "conformance" in f.filename), None)
    return "" if last is None else f" ({Path(last.filename).name}:{last.lineno})"
