"""The window behind the MCP light: health, clients, tools, details (08 I-01); and the list of past messages (I-13)."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping

from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui.about import copy_button, diagnostics, fact_table
from vmark_tk.ui.chrome import Chrome
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.dialog import Dialog, Stage, bring_forward
from vmark_tk.ui.notice_view import history_lines
from vmark_tk.ui.texts import text

TOOLS = (
    "session",
    "workspace",
    "document",
    "workflow",
    "selection",
    "browser",
    "browser_read",
    "coherence",
    "coherence_resolve",
)


def health(ctx: UiContext) -> str:
    """Return the state of the server as a sentence."""
    if not ctx.state.settings.flag("mcp.enabled"):
        return text("status.off")
    count = len(ctx.clients.clients())
    if not count:
        return text("status.waiting")
    return text("status.connected.one" if count == 1 else "status.connected.more", count=count)


def client_line(client: Mapping[str, str]) -> str:
    """Return name, version and time of the last answered check of a client, as far as known."""
    parts = [client.get("name") or text("status.unnamed"), client.get("version", "")]
    if client.get("checked"):
        parts.append(f"({text('status.checked', when=client['checked'])})")
    return " ".join(part for part in parts if part)


def fill_clients(chrome: Chrome, parent: tk.Misc) -> None:
    """Show the connected clients by name and version."""
    clients = chrome.ctx.clients.clients()
    if not clients:
        chrome.label(parent, text("integrations.no_clients"), muted=True).pack(anchor="w")
    for client in clients:
        row = chrome.frame(parent)
        row.pack(fill="x", pady=chrome.px(3))
        tk.Label(row, text="●", fg=chrome.theme.ok, bg=chrome.background_of(row), font=chrome.font(12)).pack(
            side="left"
        )
        words = chrome.clip(client_line(client), 440)
        chrome.label(row, words).pack(side="left", padx=(chrome.px(8), 0))


def open_status(ctx: UiContext, shell: Stage, parent_label: WindowLabel) -> None:
    """Show the status window, or bring it forward."""
    parent = shell.toplevel(parent_label)
    if parent is None or bring_forward(ctx.state, shell, "mcp_status"):
        return
    chrome = Chrome(ctx, parent)
    dialog = Dialog(chrome, parent, text("status.title"), name="mcp_status")
    inside = chrome.frame(dialog.body)
    inside.pack(fill="both", expand=True, padx=chrome.px(24), pady=chrome.px(20))
    running = ctx.state.settings.flag("mcp.enabled")
    head = chrome.frame(inside)
    head.pack(fill="x")
    colour = chrome.theme.muted if not running else chrome.theme.ok if ctx.clients.clients() else chrome.theme.warning
    sign = "●" if running else "○"
    tk.Label(head, text=sign, fg=colour, bg=chrome.background_of(head), font=chrome.font(16)).pack(side="left")
    chrome.label(head, health(ctx), size=16, bold=True, wrap=460).pack(side="left", padx=(chrome.px(10), 0))
    _heading(chrome, inside, text("status.clients"))
    fill_clients(chrome, inside)
    _heading(chrome, inside, text("status.tools"))
    chrome.label(inside, ", ".join(TOOLS), wrap=500).pack(anchor="w")
    facts = ctx.facts()
    if facts:
        _heading(chrome, inside, text("status.details"))
        fact_table(chrome, inside, facts)
    row = chrome.frame(inside)
    row.pack(fill="x", pady=(chrome.px(20), 0))
    close = chrome.button(row, text("dialog.close"), dialog.close, name="close", role="primary")
    close.pack(side="right")
    copy = copy_button(chrome, row, lambda: diagnostics(ctx), name="copy_diagnostics", label=text("about.copy"))
    copy.pack(side="right", padx=(0, 8))
    tk.Frame(inside, bg=chrome.theme.raised, width=chrome.px(500), height=1).pack()
    dialog.show(close)


def open_history(ctx: UiContext, shell: Stage, parent_label: WindowLabel) -> None:
    """Show the past messages, newest first, or bring that window forward."""
    parent = shell.toplevel(parent_label)
    if parent is None or bring_forward(ctx.state, shell, "messages"):
        return
    chrome = Chrome(ctx, parent)
    dialog = Dialog(chrome, parent, text("notice.history"), name="messages", resizable=True)
    inside = chrome.frame(dialog.body)
    inside.pack(fill="both", expand=True, padx=chrome.px(20), pady=chrome.px(16))
    close = chrome.button(inside, text("dialog.close"), dialog.close, name="close", role="primary")
    close.pack(side="bottom", anchor="e", pady=(chrome.px(12), 0))
    lines = history_lines(ctx.state.notices.kept)
    chrome.text_view(inside, lines, name="list", lines=10, mono=False).pack(fill="both", expand=True)
    dialog.show(close, size=(560, 420))


def _heading(chrome: Chrome, parent: tk.Misc, words: str) -> None:
    chrome.label(parent, words, bold=True).pack(anchor="w", pady=(chrome.px(18), chrome.px(6)))
