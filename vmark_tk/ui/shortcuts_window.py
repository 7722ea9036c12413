"""The list of keyboard shortcuts by category, from the table in `ui.actions`."""

from __future__ import annotations

import tkinter as tk

from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui import actions
from vmark_tk.ui.chrome import Chrome
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.dialog import Dialog, Stage, bring_forward
from vmark_tk.ui.texts import text


def shortcut_rows() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the categories in order, each with pairs of command and keys."""
    menus: list[tuple[str, list[str]]] = []
    listed: set[str] = set()  # a command in two menus is listed once
    for menu, ids in (*actions.MENUS, ("", tuple(actions.ACTIONS))):
        fresh = [one for one in ids if one in actions.ACTIONS and one not in listed]
        listed.update(fresh)
        menus.append((text(f"menu.{menu}") if menu else text("shortcuts.other"), fresh))
    found = [(title, [_row(one) for one in ids if actions.ACTIONS[one].chords]) for title, ids in menus]
    return [(title, rows) for title, rows in found if rows]


def _row(action: str) -> tuple[str, str]:
    keys = "   ".join(actions.shown(chord) for chord in actions.ACTIONS[action].chords)
    return text(f"action.{action}").rstrip("…"), keys


def fill_shortcuts(chrome: Chrome, parent: tk.Misc) -> None:
    """Show the keys by category."""
    for category, rows in shortcut_rows():
        chrome.label(parent, category, size=14, bold=True).pack(anchor="w", pady=(chrome.px(18), chrome.px(6)))
        table = chrome.frame(parent)
        table.pack(fill="x")
        table.columnconfigure(0, weight=1)
        for at, (command, keys) in enumerate(rows):
            chrome.label(table, command).grid(row=at, column=0, sticky="w", pady=chrome.px(4))
            chrome.label(table, keys, muted=True).grid(row=at, column=1, sticky="e", padx=(chrome.px(18), 0))


def open_shortcuts(ctx: UiContext, shell: Stage, parent_label: WindowLabel) -> None:
    """Show the list in a window of its own, or bring it forward."""
    parent = shell.toplevel(parent_label)
    if parent is None or bring_forward(ctx.state, shell, "shortcuts"):
        return
    chrome = Chrome(ctx, parent)
    dialog = Dialog(chrome, parent, text("shortcuts.title"), name="shortcuts", resizable=True)
    lines = "\n\n".join(
        f"{category}\n" + "\n".join(f"    {command:<34}{keys}" for command, keys in rows)
        for category, rows in shortcut_rows()
    )
    inside = chrome.frame(dialog.body)
    inside.pack(fill="both", expand=True, padx=chrome.px(20), pady=chrome.px(16))
    close = chrome.button(inside, text("dialog.close"), dialog.close, name="close", role="primary")
    close.pack(side="bottom", anchor="e", pady=(chrome.px(12), 0))
    chrome.text_view(inside, lines, name="list", lines=12).pack(fill="both", expand=True)
    dialog.show(close, size=(640, 520))
