"""What one scenario has in its hands: the client, further clients, the user, the disk, and what was remembered."""

from __future__ import annotations

import random
import string
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conformance.client.mcp import McpClient
from conformance.client.replies import Reply
from conformance.control.user import User
from conformance.disk import Disk
from conformance.judge.expect import UnverifiedError
from conformance.judge.monitors import ReadOnlyMonitor, changed, read_only_tools, snapshot, tabs_in

if TYPE_CHECKING:
    from conformance.session import Session


@dataclass
class Client:
    """One MCP client of the subject; each reply is also the world's `reply`."""

    world: World
    mcp: McpClient
    sent: list[int] = field(default_factory=list)

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Return the tools as the subject listed them after the handshake."""
        return self.mcp.tools

    @property
    def server_info(self) -> dict[str, Any]:
        """Return the result of `initialize` (or of the stateless discovery)."""
        return self.mcp.server

    def call(self, tool: str, action: str | None = None, *, within: float | None = None, **args: Any) -> Reply:
        """Call a tool and wait for its reply; `action` None leaves it out, every argument is sent as given.

        `within` is the limit in seconds before scaling. An argument that clashes with a Python word or a parameter
        name here can be given with a trailing underscore, which is removed.
        """
        return self.call_with(tool, arguments(action, args), within=within)

    def call_with(self, tool: str, args: dict[str, Any], *, within: float | None = None) -> Reply:
        """Call a tool with an arguments object of any shape, `action` included or not."""
        if self.sent or tool not in read_only_tools(self.mcp.tools):
            return self._kept(self.mcp.call(tool, args, within=within))
        return self._watched(tool, args, within)

    def _watched(self, tool: str, args: dict[str, Any], within: float | None) -> Reply:
        """Look at the files, and for tools other than the one that tells it at the tabs, around a call (6.6)."""
        world, call = self.world, f"{tool}.{args.get('action')}"
        places = (world.disk.root, world.disk.outside)
        files, tabs = snapshot(places), None if tool == "session" else tabs_in(world.state())
        reply = self._kept(self.mcp.call(tool, args, within=within))
        world.read_only.compare(call, "files", files, snapshot(places))
        if tabs is not None:
            world.read_only.compare(call, "tabs", tabs, tabs_in(world.state()))
        return reply

    def send(self, tool: str, action: str | None = None, **args: Any) -> int:
        """Send a call without waiting, and return its request id; `collect` waits."""
        request_id = self.mcp.send(tool, arguments(action, args))
        self.sent.append(request_id)
        return request_id

    def collect(self) -> list[Reply]:
        """Wait for all sent calls; the replies come in the order in which the calls were sent."""
        replies = [self.mcp.receive(request_id) for request_id in self.sent]
        self.sent.clear()
        for reply in replies:
            self._kept(reply)
        return replies

    def request(self, method: str, params: dict[str, Any] | None = None, *, within: float | None = None) -> Reply:
        """Send any JSON-RPC request and wait for its reply."""
        return self._kept(self.mcp.request(method, params, within=within))

    def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        """Send a JSON-RPC notification, for example `notifications/cancelled`."""
        self.mcp.notify(method, params)

    def raw(self, line: bytes) -> None:
        """Send bytes as one line; the monitor of our own messages does not look at them."""
        self.mcp.raw(line)

    def next_message(self, within: float | None = None) -> dict[str, Any] | None:
        """Return the next message that answers none of our requests, None when none comes in time."""
        return self.mcp.next_stray(within)

    def hang_up(self) -> int | None:
        """Close the subject's standard input and return its exit code, None when it does not end in time."""
        return self.world.session.hang_up(self.mcp)

    def _kept(self, reply: Reply) -> Reply:
        self.world.reply = reply
        return reply


def arguments(action: str | None, args: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments object of a tool call."""
    named = {name.rstrip("_"): value for name, value in args.items()}
    return named if action is None else {"action": action, **named}


class World:
    """The fixture `world`.

    `client` and `user` act; `disk` is written and inspected by the runner; `reply` is the last reply of any client;
    `names` keeps what steps remember (`names["plan.md"]` = its tab id, or any other key); `random` is seeded.
    """

    def __init__(self, session: Session, disk: Disk, seed: int) -> None:
        self.session = session
        self.disk = disk
        self.random = random.Random(seed)
        self.names: dict[str, Any] = {}
        self.reply = Reply("ok")
        self.canaries: dict[str, tuple[Path, ...]] = {}
        self.read_only = ReadOnlyMonitor()
        self._quiet_places = session.sandbox.quiet_places()
        self._quiet = snapshot(self._quiet_places)
        self.client = Client(self, session.client)
        self._others: list[Client] = []

    @property
    def user(self) -> User:
        """Return the person in front of the editor."""
        return self.session.user

    @property
    def subject(self) -> Session:
        """Return the running subject: its process, its editor, how it was started."""
        return self.session

    @property
    def replies(self) -> Reply:
        """Return the last reply (the same as `reply`)."""
        return self.reply

    def can(self, capability: str) -> bool:
        """Return whether a control capability or prerequisite is there."""
        return self.session.can(capability)

    def new_client(self, **substitutions: str) -> Client:
        """Join the running editor as a further client (`server.bridge_command`), handshake done."""
        other = Client(self, self.session.new_client(**substitutions))
        self._others.append(other)
        return other

    def client2(self) -> Client:
        """Return the second client, joined on first use."""
        return self._others[0] if self._others else self.new_client()

    def state(self) -> dict[str, Any]:
        """Return a fresh `session.get_state` of the first client; does not touch `reply`."""
        reply = self.client.mcp.call("session", {"action": "get_state"})
        return reply.data if isinstance(reply.data, dict) else {}

    def tabs(self) -> list[dict[str, Any]]:
        """Return all tabs of all windows as `get_state` reports them now."""
        windows = self.state().get("windows")
        return [
            tab
            for window in (windows if isinstance(windows, list) else [])
            if isinstance(window, dict)
            for tab in window.get("tabs", [])
            if isinstance(tab, dict)
        ]

    def tab(self, tab_id: str) -> dict[str, Any] | None:
        """Return what `get_state` says now about one tab."""
        return next((tab for tab in self.tabs() if tab.get("id") == tab_id), None)

    def restart(self, *, folder: bool | None = None) -> None:
        """Stop the subject and start it again in the same sandbox; `folder`: with the workspace open (as before)."""
        self.session.restart(folder=folder)
        self.client = Client(self, self.session.client)
        self._others.clear()

    def monitored(self) -> list[str]:
        """Return what the monitors of read-only tools and of the quiet disk found in this scenario."""
        noise = changed(self._quiet, snapshot(self._quiet_places))
        return [*self.read_only.take(), *(f"a file of another scenario changed: {name}" for name in noise)]

    def secret(self, *homes: Path) -> str:
        """Return 24 random letters that may occur nowhere but in the files `homes` (the canary monitor looks)."""
        letters = "".join(self.random.choices(string.ascii_letters, k=24))
        self.canaries[letters] = homes
        return letters

    def unverified(self, reason: str) -> None:
        """Give up on this scenario without a verdict; `reason` as in 09 section 6.1, for example `platform`."""
        raise UnverifiedError(reason)
