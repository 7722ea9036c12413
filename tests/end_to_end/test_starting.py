"""Bridges that start an editor: `--isolated` takes it along when it goes, the plain one leaves it running."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.end_to_end.kit import bridge
from vmark_tk.system.instance import wait

starting = partial(bridge, module="tests.end_to_end.starting_bridge")


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"


def ends(pid: int) -> bool:
    """Tell whether a process ends within five seconds."""
    for _ in range(250):
        with contextlib.suppress(FileNotFoundError):
            if running(pid):
                wait(0.02)
                continue
        return True
    return False


def editor_of(folder: Path) -> int:
    return int((folder / "pid").read_text(encoding="ascii"))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Give an endpoint folder; an editor that is left there is ended."""
    run = tmp_path / "run"
    yield run
    with contextlib.suppress(OSError, ValueError):
        os.kill(editor_of(run), signal.SIGKILL)


def test_isolated_opens_what_it_is_given_and_leaves_no_process(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "a.md").write_text("alpha\n", encoding="utf-8")
    with starting("--isolated", "--endpoint", str(folder), str(tmp_path), str(tmp_path / "a.md")) as client:
        client.hello()
        assert client.call("document", action="read").data["content"] == "alpha\n"
        pid = editor_of(folder)
        assert client.close() == 0
        assert ends(pid)


def test_an_isolated_editor_ends_when_its_bridge_is_killed(folder: Path) -> None:
    with starting("--isolated", "--endpoint", str(folder)) as client:
        client.hello()
        pid = editor_of(folder)
        client.process.kill()
        assert ends(pid)


def test_others_may_join_an_isolated_editor(folder: Path) -> None:
    with starting("--isolated", "--endpoint", str(folder)) as client:
        client.hello()
        tab = client.call("workspace", action="new").data["tabId"]
        with bridge("--attach-only", "--endpoint", str(folder)) as other:
            other.hello()
            assert other.call("document", action="read", tabId=tab).data["content"] == ""


def test_an_isolated_editor_that_died_is_not_started_again(folder: Path) -> None:
    with starting("--isolated", "--endpoint", str(folder)) as client:
        client.hello()
        os.kill(editor_of(folder), signal.SIGKILL)
        assert ends(editor_of(folder))
        answer = client.call("session", action="get_state")
        assert answer.result["isError"] is True
        assert client.ask("ping")["result"] == {}


def test_the_plain_bridge_starts_an_editor_leaves_it_and_starts_it_again(folder: Path) -> None:
    with starting("--endpoint", str(folder)) as client:
        client.hello()
        client.call("workspace", action="new")
        first = editor_of(folder)
        assert client.close() == 0
    assert running(first)
    with starting("--endpoint", str(folder)) as client:
        client.hello()
        assert len(client.call("session", action="get_state").data["windows"][0]["tabs"]) == 1
        os.kill(first, signal.SIGKILL)
        assert ends(first)
        client.settled_call("session", action="get_state")
        assert client.call("session", action="get_state").data["windows"][0]["tabs"] == []
        assert editor_of(folder) != first


def test_an_editor_that_cannot_start_is_reported_soon(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with starting("--endpoint", str(tmp_path / "file")) as client:
        client.hello()
        answer = client.call("session", action="get_state")
        assert answer.result["isError"] is True
        assert "could not be started" in answer.text
