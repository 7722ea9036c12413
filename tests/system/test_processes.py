from __future__ import annotations

import os
import sys
from pathlib import Path

from vmark_tk.system.instance import wait
from vmark_tk.system.processes import editor_command, run, start

ENV = {"PATH": os.environ["PATH"]}


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"


def test_a_program_runs_with_the_environment_it_was_given_and_no_other() -> None:
    code = "import os, sys; print(sorted(k for k in os.environ if k == 'HOME'), sys.stdin.read()); sys.exit(3)"
    ended = run([sys.executable, "-c", code], env=ENV, limit_s=5, given=b"in")
    assert (ended.code, ended.output, ended.timed_out) == (3, b"[] in\n", False)


def test_a_program_at_its_limit_is_killed_with_all_it_started() -> None:
    code = (
        "import subprocess, sys, threading\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import threading; threading.Event().wait()'])\n"
        "print(child.pid, flush=True); threading.Event().wait()"
    )
    ended = run([sys.executable, "-c", code], env=ENV, limit_s=1.5)
    assert ended.timed_out
    grandchild = int(ended.output)
    for _ in range(100):
        if not alive(grandchild):
            break
        wait(0.02)
    assert not alive(grandchild)


def test_a_lifeline_ends_when_it_is_closed() -> None:
    code = (
        "import threading; from vmark_tk.system.processes import when_parent_ends\n"
        "end = threading.Event(); when_parent_ends(end.set); end.wait()"
    )
    child = start([sys.executable, "-c", code], env=ENV, folder=Path(__file__).parents[2], lifeline=True)
    assert child.running
    assert child.close(5) == 0


def test_the_editor_is_started_by_this_interpreter() -> None:
    assert editor_command("--hidden") == [sys.executable, "-m", "vmark_tk", "--hidden"]
