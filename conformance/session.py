"""A running subject: sandbox, process, first client and control channel together, from start to stop."""

from __future__ import annotations

import secrets
import shlex
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conformance.client.mcp import McpClient
from conformance.client.replies import Call, Reader
from conformance.client.stdio import Link, SubjectFaultError
from conformance.config import Subject
from conformance.control.channel import Channel, ControlBrokenError, ControlError, ControlLostError, Hello
from conformance.control.channel_exec import ExecChannel
from conformance.control.channel_manual import ManualChannel
from conformance.control.channel_none import NoChannel
from conformance.control.channel_socket import SocketChannel
from conformance.control.user import User
from conformance.judge.expect import UnverifiedError, wait_for
from conformance.judge.monitors import WireMonitor
from conformance.limits import LIMITS
from conformance.report.events import EventLog
from conformance.sandbox import Sandbox
from conformance.steps.registry import PREREQUISITES
from conformance.subject import Process, descendants_of, kill_process, running

UNIX_PATH_LIMIT = 100


@dataclass
class Surroundings:
    """What all sessions of a run share: the subject, its screen, the log, and what is known of its control."""

    subject: Subject
    log: EventLog
    codes: frozenset[str]
    display: Mapping[str, str] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    say: Callable[[str], None] = lambda text: None

    def note(self, text: str) -> None:
        """Remember a note once."""
        if text not in self.notes:
            self.notes.append(text)

    def break_capability(self, capability: str, why: str) -> None:
        """Count a capability as broken from now on (CNF-030)."""
        self.broken.setdefault(capability, why)


class Session:
    """One subject. `start` raises SubjectFaultError or CannotStartError; `stop` leaves no process behind."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self.subject = around.subject
        self.sandbox = Sandbox()
        self._wires: list[WireMonitor] = []
        self.hello = Hello()
        self.offers: frozenset[str] = frozenset()
        self._had_pid = False
        self.folder_open = False
        self.workspace = self.sandbox.ws
        self._wants_folder = False
        self.lost_editor = False
        self._channel: Channel = NoChannel()
        self._processes: list[tuple[Process, Link]] = []
        self.user = User(self._channel, offered=self.can)

    # -- what is there

    def can(self, capability: str) -> bool:
        """Return whether a control capability is offered and works, or a prerequisite is met."""
        if capability in PREREQUISITES:
            return self._prerequisite(capability)
        return capability in self.hello.offers and capability not in self._around.broken

    def _prerequisite(self, name: str) -> bool:
        if name == "folder":
            return bool(self.subject.workspace_args) or self.can("workspace") or self.can("prompt")
        if name == "second-client":
            return bool(self.subject.bridge_command)
        return self.subject.separate and self.editor_pid is not None and bool(self.subject.editor_command)

    def offered(self, need: str) -> bool:
        """Return whether a need was met when this session began, whatever broke or ended since."""
        if need == "folder":
            return bool(self.subject.workspace_args) or bool({"workspace", "prompt"} & self.offers)
        if need == "separate":
            return self.subject.separate and self._had_pid and bool(self.subject.editor_command)
        return self._prerequisite(need) if need in PREREQUISITES else need in self.offers

    def editor_runs(self) -> bool:
        """Return False only when the editor's process is known and gone without the scenario having asked for that."""
        pid = self.editor_pid
        return self.lost_editor or pid is None or running(pid)

    @property
    def editor_pid(self) -> int | None:
        """Return the process id of the editor where the control channel tells it."""
        return self.hello.pid

    @property
    def process(self) -> Process:
        """Return the process of the first client."""
        return self._processes[0][0]

    @property
    def alive(self) -> bool:
        """Return whether the subject still runs and its output is open."""
        return bool(self._processes) and self.process.exit_code is None and not self._processes[0][1].closed

    @property
    def stderr(self) -> list[str]:
        """Return the newest lines of standard error of all processes."""
        return [line for process, _ in self._processes for line in process.errors]

    # -- life

    def start(self, *, folder: Path | None = None) -> None:
        """Start, shake hands, list the tools, then greet the control channel; `folder` is opened as workspace."""
        self.folder_open = folder is not None and bool(self.subject.workspace_args)
        substitutions = {"endpoint": str(self.sandbox.run), "path": str(folder or "")}
        command = [*self.subject.command, *self.subject.endpoint_args]
        if self.folder_open:
            command += self.subject.workspace_args
        self._address, self._token = self._control_address()
        self._environment = self._make_environment()
        self.client = self._join(_filled(command, substitutions))
        self.client.handshake(self.subject.startup_s)
        self._greet()

    def _join(self, command: list[str], *, number: int = 1) -> McpClient:
        stderr = self.sandbox.top / "stderr.txt"
        process = Process(command, env=self._environment, cwd=self.sandbox.home, stderr_file=stderr)
        log, extra = self._around.log, {} if number == 1 else {"client": number}
        wire = WireMonitor(lambda direction, message: log.write("mcp", direction=direction, message=message, **extra))
        link = Link(process.stdin, process.stdout, wire.line)
        self._processes.append((process, link))
        self._wires.append(wire)
        return McpClient(link, Reader(self._around.codes, self._prompt_matcher()), wire)

    def new_client(self, **substitutions: str) -> McpClient:
        """Start a bridge to the running editor and shake hands."""
        if not self.subject.bridge_command:
            raise UnverifiedError("control-not-offered:second-client")
        filled = {"endpoint": str(self.sandbox.run), "principal": "", "credential": "", **substitutions}
        client = self._join(_filled(list(self.subject.bridge_command), filled), number=len(self._wires) + 1)
        client.handshake(self.subject.startup_s)
        return client

    def hang_up(self, client: McpClient) -> int | None:
        """Close the standard input of a client's process and return its exit code, None when it does not end."""
        process, link = next(pair for pair in self._processes if pair[1] is client.link)
        link.finish()
        return process.wait(LIMITS.scaled(self.subject.shutdown_s))

    def run_once(self, *flags: str) -> tuple[int | None, str]:
        """Run the server program with flags and no input; return exit code and standard output."""
        process = Process([*self.subject.command, *flags], env=self._environment, cwd=self.sandbox.home)
        lines: list[bytes] = []
        link = Link(process.stdin, process.stdout, lambda direction, line: lines.append(line))
        link.finish()
        code = process.wait(LIMITS.scaled(LIMITS.call))
        process.stop(0)
        link.close()
        return code, b"".join(lines).decode("utf-8", errors="replace")

    def take_findings(self) -> tuple[list[str], list[str]]:
        """Return and forget what the wire monitors found: about the subject, about ourselves."""
        found: list[str] = []
        own: list[str] = []
        for wire in self._wires:
            about_subject, about_us = wire.take()
            found += about_subject
            own += about_us
        return found, own

    @property
    def seen(self) -> int:
        """Return how many lines came from the subject."""
        return sum(wire.seen for wire in self._wires)

    def restart(self, *, folder: bool | None = None) -> None:
        """Stop every process and start again in the same sandbox."""
        opened = self.folder_open if folder is None else folder
        where = self.workspace if opened else None
        self.stop_processes()
        self.start(folder=where)
        if where is not None:
            self.open_folder()

    def begin_scenario(self, *, folder: bool) -> None:
        """Make the folders of a scenario; the subject is started or reset by the caller."""
        self.workspace = self.sandbox.new_workspace()
        self._wants_folder = folder

    def open_folder(self) -> None:
        """Open the workspace folder of the scenario by whatever way there is, where it is not open yet."""
        if self.folder_open:
            return
        path = str(self.workspace)
        if self.can("workspace"):
            self.user.workspace_open(path)
        elif self.can("prompt"):
            self.client.call("workspace", {"action": "open_workspace", "folderPath": path})
            prompt = self.user.prompt_wait("open-workspace")
            if prompt is not None:
                self.user.answer(str(prompt["id"]), "approve")
            self.client.call("workspace", {"action": "open_workspace", "folderPath": path})
        else:
            raise UnverifiedError("control-not-offered:workspace")
        self.folder_open = True

    def reset(self) -> None:
        """Bring a running editor into a fresh state for the scenario that begins."""
        self.user.reset(str(self.workspace) if self._wants_folder else None)
        self.folder_open = self._wants_folder

    def stop(self, *, keep: bool = False) -> None:
        """End all processes, then remove the sandbox unless it is kept."""
        self.stop_processes()
        if keep:
            self._around.say(f"sandbox kept: {self.sandbox.top}")
        else:
            self.sandbox.remove()

    def stop_processes(self) -> None:
        """Close the standard inputs, wait, end the groups, and end what outlived them (09 section 4.4)."""
        self._channel.close()
        self._channel = NoChannel()
        for _, link in reversed(self._processes):
            link.finish()
        for process, link in reversed(self._processes):
            process.stop(LIMITS.scaled(self.subject.shutdown_s))
            link.close()
        self._processes.clear()
        if not self.subject.attach:
            self._end_survivors()

    def _end_survivors(self) -> None:
        limit = LIMITS.scaled(1.0)
        wait_for(lambda: not descendants_of(self.sandbox.top), limit)
        for pid in descendants_of(self.sandbox.top):
            self._around.note("a child process of the subject outlived it and was ended")
            kill_process(pid)
        if self.hello.pid is not None and running(self.hello.pid) and not self._around.subject.attach:
            kill_process(self.hello.pid)
        self.hello = Hello()

    # -- the editor apart from the MCP process (`lifecycle = separate`)

    def kill_editor(self) -> None:
        """Let the editor die at once (00 D28); waits until it is gone."""
        pid = self.editor_pid
        if pid is None:
            raise UnverifiedError("control-not-offered:separate")
        self.lost_editor = True
        self._channel.close()
        kill_process(pid)
        wait_for(lambda: not running(pid), LIMITS.scaled(LIMITS.eventually))

    def start_editor(self) -> None:
        """Start the editor anew at the same endpoint and greet its control channel."""
        command = _filled(list(self.subject.editor_command), {"endpoint": str(self.sandbox.run), "path": ""})
        process = Process(command, env=self._environment, cwd=self.sandbox.home)
        self._processes.append((process, Link(process.stdin, process.stdout, lambda direction, line: None)))
        self._greet()
        self.lost_editor = False

    # -- control

    def _control_address(self) -> tuple[str, str]:
        token = secrets.token_hex(16)
        if not hasattr(socket, "AF_UNIX"):
            with socket.create_server(("127.0.0.1", 0)) as server:
                return f"tcp:127.0.0.1:{server.getsockname()[1]}", token
        path = self.sandbox.run / "control.sock"
        path.unlink(missing_ok=True)
        if len(str(path)) > UNIX_PATH_LIMIT:
            path = Path(tempfile.mkdtemp(prefix="vc-")) / "c"
        return f"unix:{path}", token

    def _make_environment(self) -> dict[str, str]:
        extra = dict(self.subject.env)
        if self.subject.control in ("auto", "socket"):
            extra |= {"VMARK_CONTROL": self._address, "VMARK_CONTROL_TOKEN": self._token}
        return self.sandbox.environment(
            isolate_home=self.subject.isolate_home, display=self._around.display, extra=extra
        )

    def _greet(self) -> None:
        mode = self.subject.control
        record = self._record_control
        if mode == "none":
            self._channel = NoChannel()
        elif mode == "manual":
            self._channel = ManualChannel(sys.stdin, self._around.say)
        elif mode.startswith("exec:"):
            env = {**self._environment, "VMARK_SUBJECT_PID": str(self.process.pid)}
            self._channel = ExecChannel(shlex.split(mode[5:]), env=env, cwd=self.sandbox.home, record=record)
        else:
            self._channel = SocketChannel(self._address, self._token, record)
        self.hello = self._say_hello(mode)
        self.offers = self.hello.offers
        self._had_pid = self.hello.pid is not None
        self.user = User(self._channel, offered=self.can, on_broken=self._around.break_capability)
        self.client.reader = Reader(self._around.codes, self._prompt_matcher())

    def _say_hello(self, mode: str) -> Hello:
        if mode not in ("auto", "socket"):
            return self._channel.hello()
        limit = LIMITS.control_offer if mode == "auto" else self.subject.startup_s
        found = wait_for(self._try_hello, LIMITS.scaled(limit))
        if isinstance(found, Hello):
            return found
        if mode == "socket":
            raise SubjectFaultError("the control channel was not opened")
        self._around.note("the subject opened no control channel")
        self._channel = NoChannel()
        return Hello()

    def _try_hello(self) -> Hello | None:
        try:
            return self._channel.hello()
        except (OSError, ControlLostError):
            return None
        except (ControlBrokenError, ControlError) as error:
            raise SubjectFaultError(f"the control channel refused us: {error}") from error

    def control_address(self) -> str:
        """Return where the control channel listens, for scenarios that knock with a wrong token."""
        return self._address

    def _record_control(self, direction: str, message: Any) -> None:
        self._around.log.write("control", direction=direction, message=message)

    def _prompt_matcher(self) -> Callable[[Call], bool] | None:
        return self._prompt_shown if self.can("prompt") else None

    def _prompt_shown(self, call: Call) -> bool:
        """Return whether the prompt list shows something that this call may be waiting for."""
        kinds = {"open_workspace": {"open-workspace"}}.get(call.action)
        return any(kinds is None or prompt.get("kind") in kinds for prompt in self.user.prompts())


def _filled(command: list[str], values: Mapping[str, str]) -> list[str]:
    found = []
    for word in command:
        for name, value in values.items():
            word = word.replace(f"{{{name}}}", value)  # noqa: PLW2901 - one substitution after the other
        found.append(word)
    return found
