"""Processes of the subject: started in a group of their own, stopped for good, with all they left behind.

Also starts the private display of `--xvfb`: nothing else of the suite starts programs (the exec channel apart).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from conformance.limits import LIMITS
from conformance.sandbox import MARK

STDERR_LINES = 2000


class CannotStartError(Exception):
    """A program could not be started at all."""


class Process:
    """One program with pipes; its standard error is kept as the last 2,000 lines and, where asked, as a file."""

    def __init__(
        self, command: Sequence[str], *, env: Mapping[str, str], cwd: Path, stderr_file: Path | None = None
    ) -> None:
        try:
            self._popen = subprocess.Popen(
                list(command),
                env=dict(env),
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise CannotStartError(f"{command[0]}: {error}") from error
        self.errors: deque[str] = deque(maxlen=STDERR_LINES)
        self._file = stderr_file
        self._drain = threading.Thread(target=self._keep_errors, name="subject-stderr", daemon=True)
        self._drain.start()

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._popen.pid

    @property
    def stdin(self) -> IO[bytes]:
        """Return the pipe to the program."""
        assert self._popen.stdin is not None
        return self._popen.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """Return the pipe from the program."""
        assert self._popen.stdout is not None
        return self._popen.stdout

    @property
    def exit_code(self) -> int | None:
        """Return the exit code, None while it runs."""
        return self._popen.poll()

    def wait(self, limit: float) -> int | None:
        """Wait at most `limit` seconds for the end; return the exit code or None."""
        try:
            return self._popen.wait(limit)
        except subprocess.TimeoutExpired:
            return None

    def stop(self, limit: float) -> None:
        """Wait `limit` seconds after standard input was closed, then end the group, then kill it."""
        if self.wait(limit) is None:
            signal_group(self.pid, signal.SIGTERM)
            if self.wait(LIMITS.scaled(2.0)) is None:
                self.kill()
        signal_group(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        self._drain.join(LIMITS.scaled(1.0))
        if self._popen.stderr is not None and not self._drain.is_alive():
            self._popen.stderr.close()

    def kill(self) -> None:
        """Kill the whole group at once."""
        signal_group(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        self._popen.kill()
        self._popen.wait()

    def _keep_errors(self) -> None:
        assert self._popen.stderr is not None
        try:
            while piece := self._popen.stderr.readline(1 << 16):
                self.errors.append(piece.decode("utf-8", errors="replace").rstrip("\n"))
                if self._file is not None:
                    with self._file.open("ab") as file:
                        file.write(piece)
        except (OSError, ValueError):
            return


def signal_group(group: int, number: int) -> None:
    """Send a signal to a process group of ours; harmless when it is gone."""
    if os.name != "posix":
        return
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return


def kill_process(pid: int) -> None:
    """Kill one process by its id; harmless when it is gone."""
    try:
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    except (ProcessLookupError, PermissionError):
        return


def running(pid: int) -> bool:
    """Return whether a process is there and not a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return True
    return state != "Z"


def descendants_of(sandbox: Path) -> list[int]:
    """Return the processes that carry the mark of a sandbox in their environment (where /proc tells)."""
    mark = f"{MARK}={sandbox}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (entry / "environ").read_bytes().split(b"\0") and running(int(entry.name)):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


class Display:
    """A virtual screen of our own (`--xvfb`), with a window manager when one is installed."""

    def __init__(self) -> None:
        self._screen = self._manager = None
        program = shutil.which("Xvfb")
        if program is None:
            raise CannotStartError("--xvfb needs the program Xvfb")
        read, write = os.pipe()
        try:
            self._screen = _silent(
                [program, "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
                os.environ,
                pass_fd=write,
            )
            os.close(write)
            with os.fdopen(read, "rb") as pipe:
                number = pipe.readline().strip().decode()
        except OSError as error:
            raise CannotStartError(f"Xvfb: {error}") from error
        if not number.isdigit():
            raise CannotStartError("Xvfb did not start")
        self.variables = {"DISPLAY": f":{number}"}
        manager = shutil.which("openbox") or shutil.which("xfwm4") or shutil.which("metacity")
        if manager is not None:
            self._manager = _silent([manager], {**os.environ, **self.variables})

    def close(self) -> None:
        """End the window manager and the screen."""
        for process in (self._manager, self._screen):
            if process is None:
                continue
            process.terminate()
            try:
                process.wait(LIMITS.scaled(2.0))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _silent(command: list[str], env: Mapping[str, str], pass_fd: int | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=() if pass_fd is None else (pass_fd,),
        start_new_session=True,
    )
