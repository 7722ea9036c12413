"""The only caller of `subprocess`: explicit environment, closed descriptors, a group of its own, a limit, an end.

Also used by the bridge, so it needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

GRACE_S = 2.0


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended; `timed_out` means that it was killed at its limit."""

    code: int
    output: bytes
    errors: bytes
    timed_out: bool = False


class Child:
    """A running program and everything it started, as one group."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Tell whether it still runs."""
        return self._process.poll() is None

    @property
    def stdin(self) -> BinaryIO | None:
        """Return the pipe to its standard input, if it has one."""
        pipe = self._process.stdin
        return pipe if pipe is None else _binary(pipe)

    @property
    def stdout(self) -> BinaryIO | None:
        """Return the pipe from its standard output, if it has one."""
        pipe = self._process.stdout
        return pipe if pipe is None else _binary(pipe)

    def wait(self, limit_s: float) -> int | None:
        """Return its exit code, or None when it still runs after `limit_s` seconds."""
        try:
            return self._process.wait(limit_s)
        except subprocess.TimeoutExpired:
            return None

    def close(self, grace_s: float = GRACE_S) -> int:
        """Close its input, wait a little, then kill the group; return its exit code."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        code = self.wait(grace_s)
        return self.kill() if code is None else code

    def kill(self) -> int:
        """End the whole group at once; return the exit code of the program."""
        _kill_group(self._process)
        return self._process.wait()


def start(
    argv: Sequence[str],
    *,
    env: Mapping[str, str],
    folder: Path | None = None,
    pipes: bool = False,
    lifeline: bool = False,
) -> Child:
    """Start a program in a group of its own.

    `pipes`: talk to its standard input and output. `lifeline`: only an input that closes when this process ends,
    however it ends. With either its errors come out where ours do; a program that outlives us gets no hold of ours.

    Raises:
        OSError: it cannot be started.
    """
    process = subprocess.Popen(
        list(argv),
        stdin=subprocess.PIPE if pipes or lifeline else subprocess.DEVNULL,
        stdout=subprocess.PIPE if pipes else subprocess.DEVNULL,
        stderr=None if pipes or lifeline else subprocess.DEVNULL,
        env=dict(env),
        cwd=folder,
        close_fds=True,
        start_new_session=os.name == "posix",
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    return Child(process)


def run(
    argv: Sequence[str], *, env: Mapping[str, str], limit_s: float, given: bytes = b"", folder: Path | None = None
) -> Finished:
    """Run a program to its end, at most `limit_s` seconds; blocks, so call it in a worker.

    Raises:
        OSError: it cannot be started.
    """
    with subprocess.Popen(
        list(argv),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(env),
        cwd=folder,
        close_fds=True,
        start_new_session=os.name == "posix",
    ) as process:
        try:
            output, errors = process.communicate(given, limit_s)
        except subprocess.TimeoutExpired:
            _kill_group(process)
            output, errors = process.communicate()
            return Finished(process.returncode, output, errors, timed_out=True)
        return Finished(process.returncode, output, errors)


def when_parent_ends(function: Callable[[], None]) -> threading.Thread:
    """Call `function` in a thread of its own once the standard input closes: the other end of a lifeline."""

    def watch() -> None:
        with contextlib.suppress(OSError, ValueError):
            while os.read(0, 4096):
                pass
        function()

    thread = threading.Thread(target=watch, name="lifeline", daemon=True)
    thread.start()
    return thread


def editor_command(*arguments: str) -> list[str]:
    """Return the command line that starts this very editor with `arguments`."""
    return [sys.executable, "-m", "vmark_tk", *arguments]


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:  # pragma: no cover - not run in CI
            process.kill()


def _binary(pipe: object) -> BinaryIO:
    return pipe  # type: ignore[return-value]  # Popen types its pipes as IO[bytes], which is the same here
