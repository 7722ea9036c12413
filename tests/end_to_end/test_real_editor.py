"""The editor with its windows as one process: command line, hand-over, signals, crash and recovery, isolation."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.kit import Stdio
from vmark_tk.system.instance import dial, wait
from vmark_tk.system.places import places

pytestmark = pytest.mark.skipif(
    sys.platform == "linux" and not os.environ.get("DISPLAY"), reason="the editor needs a display"
)
LIMIT_S = 20.0


def until(condition: Callable[[], bool], limit_s: float = LIMIT_S) -> None:
    end = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end, "the awaited thing did not come"
        wait(0.02)


def start(profile: Path, *arguments: object) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "vmark_tk", "--profile", str(profile), *map(str, arguments)]
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def answers(profile: Path) -> bool:
    connection = dial(places(profile).runtime, {"want": "nothing"})
    if connection is None:
        return False
    connection.close()
    return True


@contextmanager
def editor(profile: Path, *arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    process = start(profile, *arguments)
    try:
        until(lambda: answers(profile))
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def client(profile: Path, *arguments: str) -> Iterator[Stdio]:
    words = [sys.executable, "-m", "vmark_tk", "mcp", "--profile", str(profile), "--attach-only", *arguments]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        stdio = Stdio(process)
        stdio.hello()
        try:
            yield stdio
        finally:
            stdio.close()


def tabs(stdio: Stdio) -> list[dict[str, object]]:
    windows = stdio.settled_call("session", action="get_state").data["windows"]
    return [tab for window in windows for tab in window["tabs"]]


def paths(stdio: Stdio) -> list[object]:
    return [tab["filePath"] for tab in tabs(stdio)]


def test_a_second_launch_hands_its_files_over_and_ends_with_success(tmp_path: Path) -> None:
    first, second = tmp_path / "first.md", tmp_path / "second.md"
    first.write_text("one\n", encoding="utf-8")
    second.write_text("two\n", encoding="utf-8")
    with editor(tmp_path / "profile", first), client(tmp_path / "profile") as stdio:
        until(lambda: paths(stdio) == [str(first)])
        launch = start(tmp_path / "profile", second)
        _out, errors = launch.communicate(timeout=LIMIT_S)
        assert launch.returncode == 0, errors
        until(lambda: paths(stdio) == [str(first), str(second)])


def test_a_file_that_does_not_exist_is_a_new_document_of_that_name(tmp_path: Path) -> None:
    wanted = tmp_path / "new.md"
    with editor(tmp_path / "profile", wanted), client(tmp_path / "profile") as stdio:
        until(lambda: paths(stdio) == [str(wanted)])
        assert not wanted.exists()
        stdio.settled_call("document", action="write", content="born\n")
        assert stdio.settled_call("workspace", action="save").data["filePath"] == str(wanted)
        assert wanted.read_text(encoding="utf-8") == "born\n"


def test_a_folder_opens_as_the_workspace_of_the_window(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "in.md").write_text("in\n", encoding="utf-8")
    with editor(tmp_path / "profile", folder), client(tmp_path / "profile") as stdio:

        def is_open() -> bool:
            result = stdio.settled_call("workspace", action="open", filePath=str(folder / "in.md")).result
            return not result.get("isError", False)

        until(is_open)


@pytest.mark.requirement("MCP-065")
def test_unsaved_text_survives_a_kill_and_comes_back_unsaved(tmp_path: Path) -> None:
    note, profile = tmp_path / "note.md", tmp_path / "profile"
    note.write_text("saved\n", encoding="utf-8")
    recovery = places(profile).data / "recovery"
    with editor(profile, note) as process, client(profile) as stdio:
        until(lambda: paths(stdio) == [str(note)])
        stdio.settled_call("document", action="write", content="not saved yet\n")
        until(lambda: any(recovery.glob("*.recovery.json")))
        process.kill()
        process.wait()
    with editor(profile), client(profile) as stdio:
        until(lambda: [tab["dirty"] for tab in tabs(stdio)] == [True])
        assert stdio.settled_call("document", action="read").data["content"] == "not saved yet\n"
    assert note.read_text(encoding="utf-8") == "saved\n"


def test_the_session_comes_back_after_a_signal_to_end(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    files = [tmp_path / name for name in ("a.md", "b.md", "c.md")]
    for file in files:
        file.write_text(file.name, encoding="utf-8")
    with editor(profile, *files) as process:
        with client(profile) as stdio:
            until(lambda: paths(stdio) == [str(file) for file in files])
            second = tabs(stdio)[1]["id"]
            assert stdio.settled_call("workspace", action="switch_tab", tabId=second).data["activated"] is True
        process.send_signal(signal.SIGTERM)
        assert process.wait(LIMIT_S) == 0
    with editor(profile), client(profile) as stdio:
        until(lambda: paths(stdio) == [str(file) for file in files])
        until(lambda: [tab["active"] for tab in tabs(stdio)] == [False, True, False])


@pytest.mark.requirement("ARC-023")
def test_an_isolated_editor_ends_with_its_bridge_and_leaves_nothing(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("x\n", encoding="utf-8")
    endpoint = tmp_path / "endpoint"
    words = [sys.executable, "-m", "vmark_tk", "mcp", "--isolated", "--endpoint", str(endpoint), str(note)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        stdio = Stdio(process)
        stdio.hello()
        until(lambda: paths(stdio) == [str(note)])
        connection = dial(endpoint, {"want": "nothing"})
        assert connection is not None
        connection.close()
        assert stdio.close() == 0
    until(lambda: dial(endpoint, {"want": "nothing"}) is None, 5)


@pytest.mark.requirement("ARC-035")
def test_the_test_control_is_not_loaded_unless_asked_for(tmp_path: Path) -> None:
    code = (
        "import sys, vmark_tk.app as app; "
        "print(sorted(m for m in sys.modules if m.startswith(('vmark_tk.control', 'mcp.', 'asyncio', "
        "'customtkinter', 'watchdog', 'markdown_it', 'webview', 'tkinterweb'))))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert found.stdout.strip() == "[]"
