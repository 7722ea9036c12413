"""Numbers of the visible lines on a canvas beside the text; items are kept and moved, not made anew (E-12)."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from vmark_tk.ui.highlight import REGULAR
from vmark_tk.ui.theme import Theme


class LineNumbers:
    """A narrow canvas left of a text widget; `raw` is the widget's own command."""

    def __init__(self, parent: tk.Misc, raw: Callable[..., Any]) -> None:
        self.canvas = tk.Canvas(
            parent, name="lines", width=1, height=1, borderwidth=0, highlightthickness=0, takefocus=0
        )
        self._raw = raw
        self._items: list[int] = []
        self._colours = ("", "")
        self._digits = 0

    def paint(self, theme: Theme) -> None:
        """Take another theme."""
        self.canvas.configure(background=theme.page)
        self._colours = (theme.muted, theme.text)

    def draw(self, count: int, caret_line: int) -> None:
        """Show the numbers of the lines that are visible now; `count` lines in all."""
        digits = max(3, len(str(count)))
        if digits != self._digits:
            self._digits = digits
        zero = int(self.canvas.tk.call("font", "measure", REGULAR, "0"))
        width = zero * digits + zero * 2
        if int(float(self.canvas.cget("width"))) != width:
            self.canvas.configure(width=width)
        height = self.canvas.winfo_height()
        used = 0
        index = str(self._raw("index", "@0,0"))
        line = int(index.partition(".")[0])
        while line <= count:
            info = self._raw("dlineinfo", f"{line}.0")
            if info:
                _, y, _, _, base = (int(float(part)) for part in self.canvas.tk.splitlist(info))
                if y > height:
                    break
                self._put(used, width - zero, y + base, line, here=line == caret_line)
                used += 1
            elif used:
                break
            line += 1
        for item in self._items[used:]:
            self.canvas.itemconfigure(item, state="hidden")

    def _put(self, number: int, x: int, baseline: int, line: int, *, here: bool) -> None:
        if number == len(self._items):
            self._items.append(self.canvas.create_text(0, 0, anchor="se", font=REGULAR))
        descent = int(self.canvas.tk.call("font", "metrics", REGULAR, "-descent"))
        item = self._items[number]
        self.canvas.coords(item, x, baseline + descent)
        self.canvas.itemconfigure(item, text=str(line), fill=self._colours[here], state="normal")
