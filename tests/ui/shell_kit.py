"""The real shell on a real state, with commands that ask nothing; and ways to wait and to act."""

from __future__ import annotations

import random
import time
import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.fakes.view_commands import ViewClients, ViewCommands
from vmark_tk.approvals.desk import Desk
from vmark_tk.core.clock import ManualClock
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Ids, WindowLabel
from vmark_tk.core.settings import Settings
from vmark_tk.core.state import AppState, Tab
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.loop import TkLoop
from vmark_tk.ui.shell import Shell
from vmark_tk.ui.window import WindowView

LIMIT_S = 5.0
MAIN = WindowLabel("main")


class PlainArea:
    """A text without logic in place of the editor area; remembers the actions that it gets."""

    def __init__(self, parent: tk.Misc) -> None:
        self.frame = tk.Frame(parent, name="host")
        self.text = tk.Text(self.frame, name="text", undo=False)
        self.text.pack(fill="both", expand=True)
        self.ran: list[str] = []

    def run(self, action: str) -> bool:
        self.ran.append(action)
        return True

    def focus(self) -> None:
        self.text.focus_set()


class ShellKit:
    """Construction order of the application without disk and clients."""

    def __init__(self, root: tk.Tk, *, hidden: bool = False, control: bool = False, **settings: bool | float | str):
        self.root = root
        events = Events()
        values = {key.replace("__", "."): value for key, value in settings.items()}
        self.state = AppState(
            ids=Ids(random.Random(1)), clock=ManualClock(), events=events, settings=Settings(events, values)
        )
        self.loop = TkLoop(root)
        self.clients = ViewClients()
        self.desk = Desk(self.state)
        self.ctx = UiContext(self.state, self.loop, self.desk, self.clients, control_enabled=control)
        self.areas: list[PlainArea] = []
        self.shell = Shell(self.ctx, root, hidden=hidden, make_area=self._area)
        self.commands = ViewCommands(self.state)
        self.ctx.commands = self.commands
        self.state.add_window()

    def _area(self, _ctx: UiContext, parent: tk.Misc, _label: WindowLabel) -> PlainArea:
        self.areas.append(PlainArea(parent))
        return self.areas[-1]

    @property
    def view(self) -> WindowView:
        return self.shell.views[MAIN]

    def add(self, words: str = "", path: Path | None = None, *, activate: bool = True) -> Tab:
        document = self.state.new_document(words.split("\n"))
        document.file.path = path
        return self.state.add_tab(MAIN, document, activate=activate)

    def until(self, condition: Callable[[], object]) -> None:
        """Run the loop until the condition holds."""
        end = time.monotonic() + LIMIT_S
        timer = [""]

        def tick() -> None:
            timer[0] = self.root.after(20, tick)  # so that `dooneevent` comes back

        tick()
        try:
            while not condition():
                assert time.monotonic() < end, "the condition did not hold in time"
                self.root.tk.dooneevent()
        finally:
            self.root.after_cancel(timer[0])

    def settle(self) -> None:
        """Run the loop until nothing waits to be done or drawn."""
        done: list[bool] = []
        self.loop.when_idle(lambda: self.root.after(1, lambda: done.append(True)))
        self.until(lambda: done)
        while self.root.tk.dooneevent(tk._tkinter.DONT_WAIT):  # type: ignore[attr-defined]
            pass

    def calls(self, name: str) -> Sequence[object]:
        return [about for called, about in self.commands.calls if called == name]

    def close(self) -> None:
        for label in tuple(self.shell.views):
            self.shell.views.pop(label).close()
        if self.shell._elsewhere is not None:
            self.shell._elsewhere.destroy()
        self.loop.close()
