"""The clipboard of the texts.

Tk 8.6 garbles characters beyond ASCII, one in 4,000 bytes, when it gives a process its own text back; others get it
whole. So what was put there is remembered together with what Tk makes of it.
"""

from __future__ import annotations

import tkinter as tk

from vmark_tk.ui.text_index import showable


class Clipboard:
    """One for all texts of the process."""

    def __init__(self) -> None:
        self._put = self._garbled = ""

    def put(self, widget: tk.Misc, text: str) -> None:
        """Offer `text` to all programs."""
        words = showable(text)
        widget.clipboard_clear()
        widget.clipboard_append(words)
        self._put = self._garbled = ""
        if not words.isascii() and (garbled := self._read(widget)) != words:
            self._put, self._garbled = words, garbled

    def get(self, widget: tk.Misc) -> str:
        """Return the text that this or another program offers; empty when there is none."""
        words = self._read(widget)
        return self._put if words and words == self._garbled else words

    @staticmethod
    def _read(widget: tk.Misc) -> str:
        try:
            return widget.clipboard_get()
        except tk.TclError:  # empty, no text, or an owner that does not answer
            return ""
