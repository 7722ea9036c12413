"""Key to screen in large texts, opening, a long line; beside a bare Tk text in the same run (P-4, P-5, P-7).

Run with a display: `python benchmarks/editor_typing.py`. Times are milliseconds and include the answer of the display.
"""

from __future__ import annotations

import statistics
import sys
import time
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.ui.shell_kit import ShellKit
from vmark_tk.core.text import Position, end_of
from vmark_tk.ui.editor_fonts import EditorFonts
from vmark_tk.ui.editor_source import SourceEditor
from vmark_tk.ui.highlight import REGULAR
from vmark_tk.ui.shell import make_root

MEGABYTE = 1_000_000
KEYS, KEYS_LONG_LINE = 150, 20
PIECE = (
    "## A heading\n\nSome *words* with **marks**, `code`, a [link](https://example.org/a) and 漢字 to wrap over "
    "the width of the window, so that a line of the screen ends somewhere in the middle.\n\n"
    "- one\n- two\n  1. three\n\n> quoted\n\n"
    "```python\ndef f(x):\n    return x + 1  # sum\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
)


def text_of(size: int) -> str:
    """Return Markdown of about `size` characters."""
    return PIECE * (size // len(PIECE))


def shown(root: tk.Tk) -> None:
    """Draw, and wait until the display has answered."""
    root.update()
    root.winfo_pointerxy()


def timed(work: Callable[[], object]) -> float:
    """Return the milliseconds of one call."""
    before = time.perf_counter()
    work()
    return (time.perf_counter() - before) * 1000


def typing(root: tk.Tk, text: tk.Text) -> list[float]:
    """Press keys in `text` and return the time of each until it is drawn."""
    text.focus_force()
    shown(root)

    def press() -> None:
        text.event_generate("<Key>", keysym="a")
        shown(root)

    long_line = int(str(text.index("end")).partition(".")[0]) <= 2
    return [timed(press) for _ in range(KEYS_LONG_LINE if long_line else KEYS)]


class Bench:
    """One window; each measurement makes its text and takes it away."""

    def __init__(self) -> None:
        self.root = make_root()
        self.kit = ShellKit(self.root)
        self.kit.settle()
        self.top = tk.Toplevel(self.root)
        self.top.geometry("900x700+0+0")
        self.fonts = EditorFonts(self.kit.ctx)

    def bare(self, words: str, place: str, wrap: Literal["word", "none"]) -> tuple[float, list[float]]:
        """Measure a plain Tk text."""
        text = tk.Text(self.top, wrap=wrap, font=REGULAR, undo=False)

        def fill() -> None:
            text.pack(fill="both", expand=True)
            text.insert("1.0", words)
            text.mark_set("insert", "1.0")
            shown(self.root)

        opened = timed(fill)
        text.mark_set("insert", place)
        text.see("insert")
        keys = typing(self.root, text)
        text.destroy()
        return opened, keys

    def ours(self, words: str, *, at_end: bool) -> tuple[float, list[float]]:
        """Measure the source editor."""
        document = self.kit.state.new_document(words.split("\n"))
        made: list[SourceEditor] = []

        def fill() -> None:
            editor = SourceEditor(self.kit.ctx, self.top, document, fonts=self.fonts, moved=lambda: None)
            editor.frame.pack(fill="both", expand=True)
            made.append(editor)
            shown(self.root)

        opened = timed(fill)
        editor = made[0]
        caret = end_of(document.lines) if at_end else Position(len(document.lines) // 2, 0)
        editor.select(caret, caret)
        editor.see(caret)
        keys = typing(self.root, editor.text)
        editor.destroy()
        shown(self.root)
        return opened, keys


def row(name: str, opened: float, keys: list[float]) -> None:
    """Print one line of the table."""
    cuts = statistics.quantiles(keys, n=20)
    print(f"{name:34} {opened:9.0f} {statistics.median(keys):9.1f} {cuts[-1]:9.1f} {max(keys):9.1f}")


def main() -> None:
    bench = Bench()
    print(f"{'text':34} {'open':>9} {'key p50':>9} {'key p95':>9} {'key max':>9}")
    for size in (MEGABYTE // 10, MEGABYTE, 10 * MEGABYTE):
        words = text_of(size)
        name = f"{size / MEGABYTE:g} MB, at the end"
        row(f"{name}, bare Tk", *bench.bare(words, "end-1c", "word"))
        row(f"{name}, editor", *bench.ours(words, at_end=True))
        row(f"{size / MEGABYTE:g} MB, in the middle, editor", *bench.ours(words, at_end=False))
    line = "words in one long line " * (MEGABYTE // 23)
    row("one line of 1 MB, bare Tk, no wrap", *bench.bare(line, "end-1c", "none"))
    row("one line of 1 MB, editor", *bench.ours(line, at_end=True))


if __name__ == "__main__":
    main()
