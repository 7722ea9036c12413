"""What the handlers of the tools work with; built by `app`, or by tests with fakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vmark_tk.approvals.desk import Desk
from vmark_tk.approvals.policy import Policy
from vmark_tk.core.checkpoints import Checkpoints
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.opening import Opening
from vmark_tk.core.ports import Editor, Loop, Windows
from vmark_tk.core.saving import Saving
from vmark_tk.core.state import AppState


class FolderOpener(Protocol):
    """Opens workspaces; one change of a window's workspace at a time (`consent.Folders` is the one of the product)."""

    def busy(self, window: WindowLabel) -> bool:
        """Tell whether the workspace of `window` is changing."""
        ...

    def open(self, window: WindowLabel, root: Path) -> None:
        """Make `root` the workspace that `window` shows."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The editor as the tools see it.

    `save_blocked` tells the person of a refused save_as: tab, path, name of the client (08 I-04).
    """

    state: AppState
    loop: Loop
    opening: Opening
    saving: Saving
    desk: Desk
    policy: Policy
    folders: FolderOpener
    editor: Editor
    windows: Windows
    checkpoints: Checkpoints
    save_blocked: Callable[[TabId, Path, str], None]
