"""A test control over a real socket: the loop runs in the test, the runner's side in a thread."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fakes.desktop import FakeClients, FakeDialogs, FakeEditor, FakeGestures, FakeWindows
from vmark_tk.approvals.audit import Audit
from vmark_tk.approvals.desk import Desk
from vmark_tk.bus.loop import PlainLoop
from vmark_tk.commands.desktop import Desktop
from vmark_tk.commands.services import DesktopServices
from vmark_tk.control.methods import Table
from vmark_tk.control.protocol import Deferred, Json
from vmark_tk.control.server import ControlServer
from vmark_tk.control.services import ControlServices
from vmark_tk.core.checkpoints import Checkpoints
from vmark_tk.core.clock import SystemClock
from vmark_tk.core.events import Events
from vmark_tk.core.ids import MAIN_WINDOW, Ids
from vmark_tk.core.opening import Opening
from vmark_tk.core.recent import Recent
from vmark_tk.core.reloading import Reloading
from vmark_tk.core.saving import Saving
from vmark_tk.core.settings import Settings
from vmark_tk.core.state import AppState

TOKEN = "correct horse"


@dataclass
class Lab:
    """An editor without a display and its control."""

    loop: PlainLoop
    state: AppState
    desk: Desk
    windows: FakeWindows
    gestures: FakeGestures
    services: ControlServices
    table: Table

    def call(self, method: str, **params: Json) -> Json:
        """Call a method on the loop and return its settled answer."""
        outcome = self.table.call(method, params)
        if isinstance(outcome, Deferred):
            self.loop.run_until(lambda: outcome.done)
            self.loop.settle()
            return outcome.result()
        self.loop.settle()
        return outcome()


def make_lab() -> Lab:
    """Return an editor with one window `main` that has the focus."""
    clock, events = SystemClock(), Events()
    loop = PlainLoop()
    state = AppState(ids=Ids(), clock=clock, events=events, settings=Settings(events))
    state.add_window()
    desk, windows, gestures = Desk(state), FakeWindows(has_focus=MAIN_WINDOW), FakeGestures(["toolbar.save"])
    audit = Audit(state, loop)
    saving = Saving(state, loop)
    desktop = Desktop(
        DesktopServices(
            state=state,
            loop=loop,
            opening=Opening(state, loop),
            saving=saving,
            reloading=Reloading(state, loop),
            desk=desk,
            windows=windows,
            dialogs=FakeDialogs(),
            recents=Recent(events),
            leave=lambda: None,
        )
    )
    services = ControlServices(
        state=state,
        desk=desk,
        commands=desktop,
        editor=FakeEditor(state),
        windows=windows,
        clients=FakeClients(),
        checkpoints=Checkpoints(events),
        loop=loop,
        clock=clock,
        audit=audit,
        gestures=gestures,
        version="1.2.3",
    )
    return Lab(loop, state, desk, windows, gestures, services, Table(services))


class Runner:
    """The runner's end of a connection."""

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(5)
        try:
            self._socket.connect(path)
        except OSError:
            self._socket.close()
            raise
        self._lines = self._socket.makefile("rb")
        self._count = 0

    def send(self, line: bytes) -> Json:
        """Send a raw line and return the answer, None when the connection has ended."""
        try:
            self._socket.sendall(line)
            answer = self._lines.readline()
        except OSError:
            return None
        return json.loads(answer) if answer else None

    def call(self, method: str, **params: Json) -> Json:
        """Call a method and return the whole answer."""
        self._count += 1
        request: Mapping[str, Any] = {"jsonrpc": "2.0", "id": self._count, "method": method, "params": params}
        return self.send(json.dumps(request).encode() + b"\n")

    def hello(self, token: str = TOKEN, protocol: int = 1) -> Json:
        """Greet."""
        return self.call("control.hello", token=token, protocol=protocol, runner={"name": "test", "version": "0"})

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._socket.close()


@contextmanager
def served(folder: Path, lab: Lab, *, call_limit_s: float = 10) -> Iterator[ControlServer]:
    """Serve the control of `lab` at a socket in `folder`."""
    place = folder / "private"
    place.mkdir(mode=0o700, exist_ok=True)
    server = ControlServer(lab.services, f"unix:{place / 'control'}", TOKEN, call_limit_s=call_limit_s)
    try:
        yield server
    finally:
        server.close()
        lab.loop.close()


def talk(lab: Lab, conversation: Callable[[], Json]) -> Json:
    """Run the runner's side in a thread while the loop runs here; return what it returned."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(conversation)
        future.add_done_callback(lambda _: lab.loop.call_soon(lambda: None))
        lab.loop.run_until(future.done, 20)
        return future.result()
