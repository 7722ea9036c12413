"""Flat buttons of the main window: an icon, or words; with hover, focus ring and keys; plain Tk."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from vmark_tk.ui.context import UiContext
from vmark_tk.ui.style import UI
from vmark_tk.ui.tooltip import Tooltip

_ICON = 16


class IconButton:
    """A square flat button with a drawn icon; `set_on` shows it as switched on."""

    def __init__(
        self,
        ctx: UiContext,
        parent: tk.Misc,
        icon: str,
        run: Callable[[], None],
        *,
        name: str,
        tip: tuple[Tooltip, str] | None = None,
    ) -> None:
        self._ctx = ctx
        self._icon = icon
        self._on = False
        self._over = False
        px = ctx.style.px
        self.label = tk.Label(parent, name=name, bd=0, takefocus=1, highlightthickness=1)
        self.label.configure(width=px(24), height=px(24))
        pressable(self.label, run)
        self.label.bind("<Enter>", lambda _e: self._hover(over=True), add="+")
        self.label.bind("<Leave>", lambda _e: self._hover(over=False), add="+")
        if tip is not None:
            tip[0].attach(self.label, lambda: tip[1])
        self._stop = ctx.on_restyle(self._restyle)
        self.label.bind("<Destroy>", lambda _e: self._stop(), add="+")

    def set_on(self, *, on: bool) -> None:
        """Show the button as switched on or off."""
        self._on = on
        self._restyle()

    def _hover(self, *, over: bool) -> None:
        self._over = over
        self._restyle()

    def _restyle(self) -> None:
        theme = self._ctx.theme
        ink = theme.accent if self._on else (theme.text if self._over else theme.muted)
        ground = theme.hover if self._over or self._on else theme.panel
        image = self._ctx.icons.get(self._icon, ink, self._ctx.style.px(_ICON))
        self.label.configure(image=image, bg=ground, highlightbackground=ground, highlightcolor=theme.accent)


def link(ctx: UiContext, parent: tk.Misc, words: str, run: Callable[[], None], name: str) -> tk.Label:
    """Return words that can be pressed, in the accent colour."""
    label = tk.Label(parent, name=name, text=words, font=UI, bd=0, takefocus=1, highlightthickness=1, cursor="hand2")
    label.configure(padx=ctx.style.px(8), pady=ctx.style.px(4))
    pressable(label, run)

    def paint() -> None:
        theme = ctx.theme
        label.configure(bg=theme.panel, fg=theme.link, highlightbackground=theme.panel, highlightcolor=theme.accent)
        label.configure(activebackground=theme.hover)

    stop = ctx.on_restyle(paint)
    label.bind("<Enter>", lambda _e: label.configure(bg=ctx.theme.hover), add="+")
    label.bind("<Leave>", lambda _e: label.configure(bg=ctx.theme.panel), add="+")
    label.bind("<Destroy>", lambda _e: stop(), add="+")
    return label


def pressable(widget: tk.Misc, run: Callable[[], None]) -> None:
    """Let a click that ends on the widget, Space and Return call `run`."""

    def released(event: tk.Event[tk.Misc]) -> None:
        if 0 <= event.x < widget.winfo_width() and 0 <= event.y < widget.winfo_height():
            run()

    def key(_event: object) -> str:
        run()
        return "break"

    widget.bind("<ButtonRelease-1>", released, add="+")
    for sequence in ("<Return>", "<KP_Enter>", "<space>"):
        widget.bind(sequence, key)
