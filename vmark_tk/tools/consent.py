"""`open_workspace` once its folder is known: permission, transition guard, effect (01 section 2.11, 05 section 5.2)."""

from __future__ import annotations

from pathlib import Path

from vmark_tk.approvals.policy import Allowed, NeedsApproval, QueueFull
from vmark_tk.approvals.subject import OpenWorkspace
from vmark_tk.bus.message import Client
from vmark_tk.core import workspaces
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.result import Failure, Reply, Success
from vmark_tk.core.state import AppState
from vmark_tk.tools.services import Services
from vmark_tk.tools.targets import default_window


class Folders:
    """Opens folders in windows, one transition of a window at a time. Loop thread only."""

    def __init__(self, state: AppState) -> None:
        self._state = state
        self._moving: set[WindowLabel] = set()

    def begin(self, window: WindowLabel) -> None:
        """Mark that the workspace of `window` is about to change; until `end` clients hear `BUSY` (WSP-075)."""
        self._moving.add(window)

    def end(self, window: WindowLabel) -> None:
        """Mark that the change is over."""
        self._moving.discard(window)

    def busy(self, window: WindowLabel) -> bool:
        """Tell whether the workspace of `window` is changing."""
        return window in self._moving

    def open(self, window: WindowLabel, root: Path) -> None:
        """Make `root` the workspace that `window` shows; no document is closed (WSP-078)."""
        workspaces.open_folder(self._state, window, root)


def open_workspace_reply(services: Services, folder: Path, client: Client) -> Reply:
    """Open the canonical `folder` when the person has allowed it, else ask; never waits (00 D2, MCP-070)."""
    window = default_window(services)
    if window is None:
        return Failure("INTERNAL", "no window is open")
    subject = OpenWorkspace(folder, client.principal)
    decision = services.policy.check(subject, window=window, client_name=client.name)
    match decision:
        case Allowed():
            return _open(services, subject, window)
        case NeedsApproval():
            services.windows.show()
            return Success(_pending(folder, window, decision.prompt.id))
        case QueueFull():
            message = f"{decision.limit} questions about folders wait for the person already; ask again later"
            return Failure("RESOURCE_EXHAUSTED", message)


def _open(services: Services, subject: OpenWorkspace, window: WindowLabel) -> Reply:
    if services.folders.busy(window):
        return Failure("BUSY", "the workspace of that window is changing at this moment; repeat the call")
    if not services.desk.spend(subject, window):
        return Failure("BUSY", "the permission ended at this moment; repeat the call")
    services.folders.open(window, subject.path)
    services.windows.show()
    return Success({"opened": True, "folderPath": str(subject.path)})


def _pending(folder: Path, window: WindowLabel, prompt: str) -> dict[str, object]:
    return {
        "needsApproval": True,
        "message": f"The editor asks the user in its window whether to open the folder {folder}; "
        "once that is allowed there, repeat the call.",
        "folderPath": str(folder),
        "windowLabel": window,
        "promptId": prompt,
    }
