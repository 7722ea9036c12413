"""The windows behind the MCP light and in Help: status, messages, shortcuts, About."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator

import pytest

from tests.ui.dialog_kit import Kit, staged
from vmark_tk import __version__
from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui.about import diagnostics, open_about
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.dialog import Stage
from vmark_tk.ui.shortcuts_window import open_shortcuts, shortcut_rows
from vmark_tk.ui.status_window import TOOLS, health, open_history, open_status


@pytest.fixture
def kit() -> Iterator[Kit]:
    yield from staged()


def words(widget: tk.Misc) -> str:
    own = str(widget.cget("text")) if isinstance(widget, tk.Label) else ""
    if isinstance(widget, tk.Text):
        own = widget.get("1.0", "end-1c")
    return "\n".join([own, *(words(child) for child in widget.winfo_children())])


def test_health_tells_stopped_waiting_and_connected_apart(kit: Kit) -> None:
    kit.state.settings.set("mcp.enabled", False)
    off = health(kit.ctx)
    kit.state.settings.set("mcp.enabled", True)
    waiting = health(kit.ctx)
    kit.clients.now = [{"name": "a"}, {"name": "b"}]
    connected = health(kit.ctx)
    assert "Stopped" in off
    assert "no client" in waiting
    assert "2 clients" in connected


def test_the_status_window_names_clients_versions_and_all_tools(kit: Kit) -> None:
    kit.clients.now = [{"name": "Claude Code", "version": "2.1", "checked": "10:21"}, {"name": "", "version": ""}]
    open_status(kit.ctx, kit, kit.main)
    shown = words(kit.windows[kit.main].children["mcp_status"])
    assert "Claude Code 2.1 (checked 10:21)" in shown
    assert "unidentified client" in shown
    assert all(tool in shown for tool in TOOLS)
    assert "Log folder" in shown


OPENERS: list[tuple[Callable[[UiContext, Stage, WindowLabel], object], str]] = [
    (open_status, "mcp_status"),
    (open_history, "messages"),
    (open_shortcuts, "shortcuts"),
    (open_about, "about"),
]


@pytest.mark.parametrize(("opener", "name"), OPENERS, ids=[name for _opener, name in OPENERS])
def test_a_window_opens_once_and_escape_closes_it(
    kit: Kit, opener: Callable[[UiContext, Stage, WindowLabel], object], name: str
) -> None:
    kit.focus(kit.field(kit.main))
    opener(kit.ctx, kit, kit.main)
    top = kit.windows[kit.main].children[name]
    kit.until(top.winfo_viewable)
    opener(kit.ctx, kit, kit.other)
    assert name not in kit.windows[kit.other].children
    kit.focus(top.nametowidget(str(top.tk.call("focus", "-lastfor", str(top)))))
    kit.key("Escape")
    assert name not in kit.windows[kit.main].children


def test_past_messages_are_listed(kit: Kit) -> None:
    kit.state.notices.post("warning", "a client was refused")
    open_history(kit.ctx, kit, kit.main)
    assert "a client was refused" in words(kit.windows[kit.main].children["messages"])


def test_diagnostics_hold_version_and_facts(kit: Kit) -> None:
    assert __version__ in diagnostics(kit.ctx)
    assert "Tk: 8.6.13" in diagnostics(kit.ctx)


def test_shortcuts_are_listed_once_under_the_title_of_their_menu() -> None:
    commands = [command for _title, rows in shortcut_rows() for command, _keys in rows]
    assert "Save" in commands
    assert len(commands) == len(set(commands))
    assert all(keys for _title, rows in shortcut_rows() for _command, keys in rows)
