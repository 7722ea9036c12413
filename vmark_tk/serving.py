"""Puts the MCP side of the editor together; imported by `app` after the first picture, which needs none of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vmark_tk.approvals.desk import Desk
from vmark_tk.approvals.policy import Policy
from vmark_tk.bus.bus import Bus
from vmark_tk.commands.desktop import Desktop
from vmark_tk.core.checkpoints import Checkpoints
from vmark_tk.core.ids import Principal
from vmark_tk.core.opening import Opening
from vmark_tk.core.ports import Editor, Loop, Windows
from vmark_tk.core.result import JsonObject
from vmark_tk.core.saving import Saving
from vmark_tk.core.state import AppState
from vmark_tk.mcp.service import McpService
from vmark_tk.system.instance import Listening
from vmark_tk.tools.consent import Folders
from vmark_tk.tools.registry import Tools
from vmark_tk.tools.services import Services


@dataclass(frozen=True, slots=True)
class Parts:
    """What `app` has built that clients work with."""

    state: AppState
    loop: Loop
    opening: Opening
    saving: Saving
    desk: Desk
    commands: Desktop
    editor: Editor
    windows: Windows
    checkpoints: Checkpoints


@dataclass(frozen=True, slots=True)
class News:
    """Whom the MCP side tells: of a second launch, of clients that came or went, of one that is gone for good."""

    launch: Callable[[JsonObject], None]
    clients_changed: Callable[[], None]
    client_left: Callable[[Principal], None]


def build(parts: Parts, listening: Listening, news: News) -> tuple[McpService, Folders]:
    """Return the service, not started yet, and the guard of workspace changes that it shares with the commands."""
    folders = Folders(parts.state)
    tools = Tools(
        Services(
            state=parts.state,
            loop=parts.loop,
            opening=parts.opening,
            saving=parts.saving,
            desk=parts.desk,
            policy=Policy(parts.desk),
            folders=folders,
            editor=parts.editor,
            windows=parts.windows,
            checkpoints=parts.checkpoints,
            save_blocked=parts.commands.offer_save_as,
        )
    )
    service = McpService(
        parts.loop,
        Bus(parts.loop, tools, parts.state.clock),
        listening.socket,
        listening.token,
        on_launch=news.launch,
        on_clients_changed=news.clients_changed,
        on_client_left=news.client_left,
    )
    service.set_enabled(parts.state.settings.flag("mcp.enabled"))
    return service, folders
