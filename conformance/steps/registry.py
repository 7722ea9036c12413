"""Thin wrappers over the decorators of pytest-bdd: they remember needs, count, and refuse coroutines.

A step receives the fixture `world` (conformance.world.World). `needs` names control capabilities of the control
protocol (`prompt`, `editor.type`, `setting:workspace.rail`, ...) or one of the prerequisites a subject description can
give: `folder` (a workspace folder is open when the scenario begins), `second-client` (further clients can join),
`separate` (the MCP process outlives the editor).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import pytest_bdd
from pytest_bdd.parsers import StepParser, get_parser

StepKind = Literal["given", "when", "then"]
F = TypeVar("F", bound=Callable[..., Any])

PREREQUISITES = frozenset({"folder", "second-client", "separate"})
"""Needs that the subject description answers, not the control channel."""


class CoroutineStepError(TypeError):
    """A step was defined with `async def`: it would be called, never awaited, and pass (CNF-025)."""


@dataclass(frozen=True)
class StepDefinition:
    """One registered step: what it matches and what it needs."""

    kind: StepKind
    parser: StepParser
    function: Callable[..., Any]
    needs: frozenset[str]

    @property
    def place(self) -> str:
        """Return `module.function`, as named in findings."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    def matches(self, kind: str, text: str) -> bool:
        """Return whether this definition is for a step of this kind and text."""
        return kind == self.kind and bool(self.parser.is_matching(text))


class Registry:
    """All step definitions that were registered through this module."""

    def __init__(self) -> None:
        self._steps: list[StepDefinition] = []

    def add(self, step: StepDefinition) -> None:
        """Remember one definition; the same function under several texts counts once per text."""
        self._steps.append(step)

    def __len__(self) -> int:
        return len(self._steps)

    def matching(self, kind: str, text: str) -> list[StepDefinition]:
        """Return every definition for a step: none means undefined, several mean ambiguous (CNF-024)."""
        return [step for step in self._steps if step.matches(kind, text)]


REGISTRY = Registry()


def given(text: str | StepParser, *, needs: tuple[str, ...] = (), **options: Any) -> Callable[[F], F]:
    """Register a Given step; `options` are `converters` and `target_fixture` of pytest-bdd."""
    return _register("given", text, needs, options)


def when(text: str | StepParser, *, needs: tuple[str, ...] = (), **options: Any) -> Callable[[F], F]:
    """Register a When step; `options` as for `given`."""
    return _register("when", text, needs, options)


def then(text: str | StepParser, *, needs: tuple[str, ...] = (), **options: Any) -> Callable[[F], F]:
    """Register a Then step; `options` as for `given`."""
    return _register("then", text, needs, options)


def _register(
    kind: StepKind, text: str | StepParser, needs: tuple[str, ...], options: dict[str, Any]
) -> Callable[[F], F]:
    parser = get_parser(text)
    wrapped = {"given": pytest_bdd.given, "when": pytest_bdd.when, "then": pytest_bdd.then}[kind]

    def decorate(function: F) -> F:
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            raise CoroutineStepError(
                f"{function.__module__}.{function.__qualname__} is a coroutine: steps are synchronous"
            )
        REGISTRY.add(StepDefinition(kind, parser, function, frozenset(needs)))
        wrapped(parser, stacklevel=2, **options)(function)
        return function

    return decorate
