"""An editor without a display: real state, files, desk and tools on a `PlainLoop`; the widgets are fakes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from tests.fakes.desktop import FakeEditor, FakeWindows
from vmark_tk.approvals.desk import Desk
from vmark_tk.approvals.policy import Policy
from vmark_tk.bus.bus import Bus
from vmark_tk.bus.loop import PlainLoop
from vmark_tk.bus.message import Client, Request
from vmark_tk.core import workspaces
from vmark_tk.core.checkpoints import Checkpoints
from vmark_tk.core.clock import Clock, ManualClock
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Ids, Principal, TabId, WindowLabel
from vmark_tk.core.opening import Opening, OpenMode
from vmark_tk.core.result import Failure, JsonObject, Plain, Reply, Success
from vmark_tk.core.saving import Saving
from vmark_tk.core.settings import Settings
from vmark_tk.core.state import AppState, Tab
from vmark_tk.tools.consent import Folders
from vmark_tk.tools.registry import Tools
from vmark_tk.tools.services import Services

ALICE = Client(Principal("client-1-alice"), "Alice", "1.0")
BOB = Client(Principal("client-2-bob"), "Bob", "1.0")


@dataclass
class Headless:
    """The editor and what a test does to it as the person."""

    loop: PlainLoop
    clock: Clock = field(default_factory=ManualClock)

    def __post_init__(self) -> None:
        events = Events()
        self.state = AppState(ids=Ids(), clock=self.clock, events=events, settings=Settings(events))
        self.windows, self.editor = FakeWindows(), FakeEditor(self.state)
        self.desk = Desk(self.state)
        self.folders = Folders(self.state)
        self.blocked: list[tuple[TabId, Path, str]] = []
        self.services = Services(
            state=self.state,
            loop=self.loop,
            opening=Opening(self.state, self.loop),
            saving=Saving(self.state, self.loop),
            desk=self.desk,
            policy=Policy(self.desk),
            folders=self.folders,
            editor=self.editor,
            windows=self.windows,
            checkpoints=Checkpoints(events),
            save_blocked=lambda tab, path, client: self.blocked.append((tab, path, client)),
        )
        self.bus = Bus(self.loop, Tools(self.services), self.clock)
        self.main = self.state.add_window().label
        self.windows.has_focus = self.main

    # --- the person ---

    def open_folder(self, path: Path, window: WindowLabel | None = None) -> None:
        workspaces.open_folder(self.state, window or self.main, path)

    def open_file(self, path: Path, window: WindowLabel | None = None) -> Tab:
        tabs: list[Tab] = []

        def done(outcome: object) -> None:
            tabs.append(outcome.tab)  # type: ignore[attr-defined]  # anything else fails the test, as it should

        self.services.opening.open_file(path, window or self.main, activate=True, mode=OpenMode.PERSON, done=done)
        self.loop.run_until(lambda: bool(tabs))
        return tabs[0]

    # --- the client ---

    def send(self, tool: str, client: Client = ALICE, **args: object) -> Reply:
        """Call a tool and run the loop until it is answered."""
        future = self.bus.submit(Request(tool, dict(args), client))
        self.loop.run_until(future.done)
        return future.result()

    def ok(self, tool: str, client: Client = ALICE, **args: object) -> JsonObject:
        reply = self.send(tool, client, **args)
        assert isinstance(reply, Success), reply
        return reply.data

    def refused(self, tool: str, client: Client = ALICE, **args: object) -> str:
        """Return the code of the envelope."""
        reply = self.send(tool, client, **args)
        assert isinstance(reply, Failure), reply
        assert reply.message
        return reply.code

    def wrong(self, tool: str, client: Client = ALICE, **args: object) -> str:
        """Return the sentence of an argument error."""
        reply = self.send(tool, client, **args)
        assert isinstance(reply, Plain), reply
        return reply.message

    def snapshot(self) -> object:
        """Return all that a client could see or change, for comparison."""
        texts = {tab.id: document.text for tab, document in self.state.documents()}
        return self.ok("session", action="get_state"), texts, len(self.desk.prompts)
