"""One small help window for each main window; shows the full path of a tab, the clients behind the light, and so on."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from vmark_tk.core.ports import Timer
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.style import UI_SMALL

DELAY_MS = 550
_GAP = 6


class Tooltip:
    """Shows a text near the pointer after a moment's rest. The window is made once and reused (08 C-31)."""

    def __init__(self, ctx: UiContext, parent: tk.Toplevel) -> None:
        self._ctx = ctx
        self._parent = parent
        self._timer: Timer | None = None
        self._window: tk.Toplevel | None = None
        self._label: tk.Label | None = None

    def attach(self, widget: tk.Misc, text: Callable[[], str]) -> None:
        """Show `text()` while the pointer rests on `widget`; an empty text shows nothing."""

        def entered(_event: object) -> None:
            under = widget.winfo_rooty() + widget.winfo_height() + self._ctx.style.px(_GAP)
            self.later(text, widget.winfo_rootx(), under, above=widget.winfo_rooty())

        widget.bind("<Enter>", entered, add="+")
        for sequence in ("<Leave>", "<ButtonPress>", "<Destroy>"):
            widget.bind(sequence, lambda _e: self.hide(), add="+")

    def later(self, text: Callable[[], str], x: int, y: int, *, above: int | None = None) -> None:
        """Show `text()` at a place of the screen soon; `above`: where to stand upon if there is no room below."""
        self.hide()
        self._timer = self._ctx.loop.call_later(DELAY_MS, lambda: self._show(text(), x, y, above))

    def hide(self) -> None:
        """Take the window away, or do not show it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._window is not None:
            self._window.withdraw()

    @property
    def shown(self) -> str:
        """Return the text that is on the screen, "" for none."""
        if self._window is None or self._label is None or self._window.state() == "withdrawn":
            return ""
        return str(self._label["text"])

    def _show(self, text: str, x: int, y: int, above: int | None) -> None:
        self._timer = None
        if not text or not self._parent.winfo_exists():
            return
        window, label = self._made()
        theme, style = self._ctx.theme, self._ctx.style
        window.configure(bg=theme.border)
        label.configure(text=text, bg=theme.raised, fg=theme.text, wraplength=style.px(520))
        width, height = label.winfo_reqwidth() + 2, label.winfo_reqheight() + 2
        left = max(0, min(x, window.winfo_screenwidth() - width - 4))
        if y + height > window.winfo_screenheight():
            y = (y if above is None else above) - height - style.px(_GAP)
        window.geometry(f"+{left}+{max(0, y)}")
        window.deiconify()
        window.lift()

    def _made(self) -> tuple[tk.Toplevel, tk.Label]:
        if self._window is None or self._label is None:
            px = self._ctx.style.px
            self._window = tk.Toplevel(self._parent, name="tooltip")
            self._window.withdraw()
            self._window.overrideredirect(True)
            if self._window.tk.call("tk", "windowingsystem") == "x11":
                self._window.wm_attributes("-type", "tooltip")
            self._label = tk.Label(self._window, font=UI_SMALL, justify="left", padx=px(8), pady=px(4), bd=0)
            self._label.pack(padx=1, pady=1)
        return self._window, self._label
