"""Version, licences and facts about this installation, with a button that copies them for a report."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from vmark_tk import __version__
from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui.chrome import Chrome
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.dialog import Dialog, Stage, bring_forward
from vmark_tk.ui.texts import text

COPIED_MS = 1500


def diagnostics(ctx: UiContext) -> str:
    """Return the facts as lines of text, for a report."""
    lines = [(text("about.version"), __version__), *ctx.facts()]
    return "\n".join(f"{label}: {value}" for label, value in lines)


def copy_button(chrome: Chrome, parent: tk.Misc, what: Callable[[], str], *, name: str, label: str = "") -> Any:
    """Return a button that puts a text on the clipboard and says so for a moment."""
    words = label or text("dialog.copy")

    def copy() -> None:
        made.clipboard_clear()
        made.clipboard_append(what())
        made.configure(text=text("dialog.copied"))
        chrome.ctx.loop.call_later(COPIED_MS, back)

    def back() -> None:
        if made.winfo_exists():
            made.configure(text=words)

    made = chrome.button(parent, words, copy, name=name)
    return made


def about_head(chrome: Chrome, parent: tk.Misc) -> None:
    """Show name, version and what it is."""
    chrome.label(parent, text("app.name"), size=24, bold=True).pack(anchor="w", pady=(chrome.px(10), 0))
    version = f"{text('about.version')} {__version__} · {text('about.licence')}"
    chrome.label(parent, version, muted=True).pack(anchor="w", pady=(chrome.px(4), chrome.px(12)))
    chrome.label(parent, text("about.line"), wrap=480).pack(anchor="w")
    chrome.label(parent, text("about.parts"), size=12, muted=True, wrap=480).pack(anchor="w", pady=(chrome.px(8), 0))


def about_facts(chrome: Chrome, parent: tk.Misc) -> None:
    """Show the facts as a table and the button that copies them."""
    chrome.frame(parent).pack(pady=chrome.px(7))
    fact_table(chrome, parent, chrome.ctx.facts())
    copy = copy_button(
        chrome,
        parent,
        lambda: diagnostics(chrome.ctx),
        name="copy_diagnostics",
        label=text("about.copy"),
    )
    copy.pack(anchor="w", pady=(chrome.px(16), 0))


def fact_table(chrome: Chrome, parent: tk.Misc, facts: list[tuple[str, str]]) -> None:
    """Show pairs of label and value, aligned."""
    table = chrome.frame(parent)
    table.pack(fill="x")
    table.columnconfigure(1, weight=1)
    for at, (label, value) in enumerate(facts):
        chrome.label(table, label, muted=True).grid(row=at, column=0, sticky="nw", pady=chrome.px(3))
        chrome.label(table, value, wrap=360).grid(
            row=at, column=1, sticky="nw", padx=(chrome.px(18), 0), pady=chrome.px(3)
        )


def open_about(ctx: UiContext, shell: Stage, parent_label: WindowLabel) -> None:
    """Show the About window, or bring it forward."""
    parent = shell.toplevel(parent_label)
    if parent is None or bring_forward(ctx.state, shell, "about"):
        return
    chrome = Chrome(ctx, parent)
    dialog = Dialog(chrome, parent, text("about.title"), name="about")
    inside = chrome.frame(dialog.body)
    inside.pack(padx=chrome.px(28), pady=chrome.px(22))
    about_head(chrome, inside)
    about_facts(chrome, inside)
    close = chrome.button(inside, text("dialog.close"), dialog.close, name="close", role="primary")
    close.pack(anchor="e", pady=(chrome.px(12), 0))
    dialog.show(close)
