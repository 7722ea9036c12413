"""What the benchmarks of the desktop share: a profile of their own, starting a program, keys, memory."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EDITOR = (sys.executable, "-m", "vmark_tk")
LIMIT_S = 20.0
_MANAGERS = ("openbox", "metacity", "xfwm4")


def environment(home: Path) -> dict[str, str]:
    """Return an environment with an empty home, with compiled modules allowed."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("VMARK_", "PYTHON", "XDG_"))}
    return {**kept, "HOME": os.fspath(home), "XDG_RUNTIME_DIR": os.fspath(home), "PYTHONPATH": os.fspath(ROOT)}


@contextlib.contextmanager
def empty_home() -> Iterator[Path]:
    """Give a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="vmark-bench-") as name:
        yield Path(name)


@contextlib.contextmanager
def running(command: Sequence[str], home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program on an empty display and end it afterwards."""
    nothing_focused()
    with subprocess.Popen(command, env=environment(home), cwd=home, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            nothing_focused()


def asked(*words: str) -> str:
    """Return what `xdotool` (it needs a window manager) answers, without its last line end; empty when it fails."""
    done = subprocess.run(("xdotool", *words), capture_output=True, text=True, check=False, timeout=LIMIT_S)
    return done.stdout.strip() if done.returncode == 0 else ""


def focused() -> str:
    """Return the title of the window that has the focus; empty when it is none but the window manager's own."""
    title = asked("getwindowfocus", "getwindowname")
    return "" if title.lower() in _MANAGERS else title


def window_of(process: subprocess.Popen[bytes]) -> str:
    """Wait until a window has the focus: it is on the screen and takes keys; return its title."""
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end and process.poll() is None:
        if title := focused():
            return title
    raise TimeoutError("no window got the focus")


def nothing_focused() -> None:
    """Wait until no window has the focus, so that the next one is the program's."""
    end = time.monotonic() + LIMIT_S
    while focused():
        if time.monotonic() > end:
            raise TimeoutError("close the other windows of this display first")


def begun(pid: int) -> float:
    """Return when a process began, in seconds of the wall clock."""
    ticks = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    since_boot = time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.time() - since_boot + ticks / os.sysconf("SC_CLK_TCK")


def tree(pid: int) -> list[int]:
    """Return a process and everything below it."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += tree(int(child))
    return found


def pss_mib(pid: int) -> float:
    """Return the proportional memory of one process in MiB."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0
