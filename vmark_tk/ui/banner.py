"""A line above the text that says what is special about its file, with what can be done (F-07, X-02, X-04)."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence

from vmark_tk.core.state import Tab
from vmark_tk.ui.buttons import link
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.style import UI
from vmark_tk.ui.texts import text

Offer = tuple[str, str, Callable[[], None]]
"""Name of the button, its words, what it does."""


class Banner:
    """The line on top of `area`, a packed widget of `parent`; it takes no room while there is nothing to say."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, area: tk.Misc) -> None:
        self._ctx = ctx
        self._area = area
        self.frame = tk.Frame(parent, name="banner")
        self._bar = tk.Frame(self.frame, width=4)
        self._words = tk.Label(self.frame, name="words", font=UI, anchor="w", justify="left", padx=10, pady=7)
        self._buttons: list[tk.Label] = []
        self._shown: tuple[str, tuple[str, ...]] = ("", ())
        self._bar.pack(side="left", fill="y")
        self._words.pack(side="left", fill="x", expand=True)
        self.frame.bind("<Configure>", lambda event: self._words.configure(wraplength=max(120, event.width - 260)))
        self._stop = ctx.on_restyle(self._restyle)
        self.frame.bind("<Destroy>", lambda _event: self._stop(), add="+")

    def show(self, tab: Tab | None) -> None:
        """Show what there is to say about `tab`."""
        words, offers = self._about(tab)
        shown = (words, tuple(name for name, _words, _run in offers))
        if shown == self._shown:
            return
        self._shown = shown
        for button in self._buttons:
            button.destroy()
        self._buttons = [link(self._ctx, self.frame, label, run, name) for name, label, run in offers]
        for button in self._buttons:
            button.pack(side="right", padx=(0, 10))
        self._words.configure(text=words)
        self._restyle()
        if words:
            self.frame.pack(side="top", fill="x", before=self._area)
        else:
            self.frame.pack_forget()

    def _about(self, tab: Tab | None) -> tuple[str, Sequence[Offer]]:
        document = None if tab is None else tab.document
        if tab is None or document is None:
            return "", ()
        commands, tab_id = self._ctx.commands, tab.id
        if tab.banner is not None:
            return tab.banner, (("convert", text("banner.convert"), lambda: commands.convert(tab_id)),)
        if document.file.missing:
            return text("banner.missing"), (("save", text("banner.save"), lambda: commands.save(tab_id)),)
        if document.file.divergent:
            return text("banner.divergent"), (("reload", text("banner.reload"), lambda: commands.revert(tab_id)),)
        return "", ()

    def _restyle(self) -> None:
        theme = self._ctx.theme
        self.frame.configure(background=theme.panel)
        self._bar.configure(background=theme.warning)
        self._words.configure(background=theme.panel, foreground=theme.text)
