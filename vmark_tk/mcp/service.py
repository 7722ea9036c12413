"""The MCP side of the editor as one object: door, MCP thread, connected clients. `app` builds it.

The thread, and with it the `mcp` package, comes into being at the first client: it costs most of a second and 50 MB.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Mapping, Sequence

from vmark_tk.bus.bus import Bus
from vmark_tk.core.ids import Ids, Principal
from vmark_tk.core.ports import Loop
from vmark_tk.core.result import JsonObject
from vmark_tk.mcp.clients import Clients
from vmark_tk.mcp.door import Accepted, Door

_log = logging.getLogger(__name__)


class McpService:
    """Serves MCP clients on a listening socket. Call on the loop thread; the callbacks come there, too.

    `on_clients_changed`: someone came, left, or told its name. `on_client_left`: the identity is gone for good, its
    questions and permissions with it. `on_launch`: a second launch hands over what it was started with.
    """

    def __init__(  # noqa: PLR0913 - the three callbacks are what the rest of the editor hears of clients
        self,
        loop: Loop,
        bus: Bus,
        listener: socket.socket,
        token: str,
        *,
        on_launch: Callable[[JsonObject], None],
        on_clients_changed: Callable[[], None] = lambda: None,
        on_client_left: Callable[[Principal], None] = lambda _: None,
    ) -> None:
        self._loop = loop
        self._bus = bus
        self._ids = Ids()
        self._on_client_left = on_client_left
        self._clients = Clients(lambda: loop.call_soon(on_clients_changed))
        self._lock = threading.Lock()  # protects the four fields below; nothing blocks inside
        self._enabled = True
        self._thread: threading.Thread | None = None
        self._waiting: list[Accepted | None] = []
        self._deliver: Callable[[Accepted | None], None] | None = None
        self._door = Door(
            listener,
            token,
            on_client=self._arrived,
            on_launch=lambda launch: loop.call_soon(lambda: on_launch(launch)),
        )

    def start(self) -> None:
        """Begin to accept connections."""
        self._door.start()

    def set_enabled(self, value: bool) -> None:  # noqa: FBT001 - a plain setter
        """Let new clients in, or not (setting `mcp.enabled`); those that are there stay."""
        with self._lock:
            self._enabled = value

    def clients(self) -> Sequence[Mapping[str, str]]:
        """Return `{principal, name, version, answering}` of each connected client (`core.ports.ClientLight`)."""
        return self._clients.clients()

    def close(self) -> None:
        """Accept nothing, answer what is open with a refusal, end the sessions; at most two seconds."""
        self._door.close()
        self._bus.close()
        with self._lock:
            self._enabled = False
            thread, deliver = self._thread, self._deliver
            if deliver is None:
                self._waiting.append(None)
        if deliver is not None:
            deliver(None)
        if thread is not None:
            thread.join(2)

    # --- door thread ---

    def _arrived(self, accepted: Accepted) -> bool:
        with self._lock:
            if not self._enabled:
                return False
            deliver = self._deliver
            if deliver is None:
                self._waiting.append(accepted)
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="mcp", daemon=True)
                    self._thread.start()
        if deliver is not None:
            deliver(accepted)
        return True

    # --- MCP thread ---

    def _run(self) -> None:
        # Not at the top: the package behind it must not be loaded before there is a client (00 D12).
        from vmark_tk.mcp.server import Deps, run_server  # noqa: PLC0415

        deps = Deps(self._bus.submit, self._ids.principal, self._clients, self._left)
        try:
            run_server(deps, self._attach)
        except Exception:  # noqa: BLE001 - the top of a thread
            _log.exception("the MCP thread ended")

    def _attach(self, deliver: Callable[[Accepted | None], None]) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, []
            self._deliver = deliver
        for accepted in waiting:
            deliver(accepted)

    def _left(self, principal: Principal) -> None:
        self._loop.call_soon(lambda: self._on_client_left(principal))
