"""The private place of a subject."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from conformance.sandbox import MARK, Sandbox


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.remove()


@pytest.mark.requirement("CNF-039")
def test_the_environment_inherits_nothing_but_what_is_listed(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_SECRET", "x")
    found = sandbox.environment(isolate_home=True, display={"DISPLAY": ":7"}, extra={"A": "b"})
    assert "SOME_SECRET" not in found
    assert (found["DISPLAY"], found["A"], found[MARK]) == (":7", "b", str(sandbox.top))
    assert found["HOME"].startswith(str(sandbox.top))


def test_every_scenario_has_a_workspace_of_its_own(sandbox: Sandbox) -> None:
    first, outside = sandbox.new_workspace(), sandbox.outside()
    second = sandbox.new_workspace()
    assert first != second
    assert not list(second.iterdir())
    assert {first, outside} <= set(sandbox.quiet_places())
    assert second not in sandbox.quiet_places()
    assert sandbox.outside() not in sandbox.quiet_places()


def test_the_neighbour_of_the_present_workspace_may_change(sandbox: Sandbox) -> None:
    now = sandbox.new_workspace()
    neighbour = now.with_name(f"{now.name}-other")
    neighbour.mkdir()
    assert neighbour not in sandbox.quiet_places()


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_folders_that_were_closed_are_removed_too(sandbox: Sandbox) -> None:
    closed = sandbox.new_workspace() / "closed"
    closed.mkdir()
    (closed / "a.md").write_text("a", encoding="utf-8")
    closed.chmod(0)
    sandbox.remove()
    assert not sandbox.top.exists()


@pytest.mark.requirement("CNF-050")
def test_a_text_is_shown_without_the_folder(sandbox: Sandbox) -> None:
    assert sandbox.masked(f"at {sandbox.home}") == "at $SANDBOX/home"
