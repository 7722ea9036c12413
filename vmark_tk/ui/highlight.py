"""Colours of source mode: visible lines first, the rest in short idle slices that stop while the person types (E-01).

It keeps, per line, the scanner's state and whether the line has its colours; an edit touches only the lines it changed
and those whose state it changed.
"""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from vmark_tk.markdown.scan import MAX_SCANNED
from vmark_tk.ui.text_index import TextIndex
from vmark_tk.ui.theme import Theme

MAX_TAGGED_LINE = 10_000  # 12 section 7: a longer line has no tags at all
SLICE_S = 0.004
PAUSE_MS = 150
MAX_SLICED_LINES = 20_000  # about 1 MB; of a larger text only what is seen gets colours
MAX_RESTATED = 2_000
"""Lines whose state is followed at once after an edit; the states behind are found again when they are needed."""

REGULAR, BOLD, ITALIC, BOLD_ITALIC = "VmarkText", "VmarkTextBold", "VmarkTextItalic", "VmarkTextBoldItalic"


class LineScanner(Protocol):
    """What colours a kind of text: `markdown.scan` or `markdown.scan_yaml`."""

    def advance(self, state: str, line: str, *, first: bool = False) -> str:
        """Return the state behind a line."""
        ...

    def extend(self, states: list[str], lines: Sequence[str], end: int) -> None:
        """Add the states behind further lines until `states` holds the one before line `end`."""
        ...

    def spans(self, state: str, line: str, *, first: bool = False) -> Sequence[tuple[int, int, str]]:
        """Return (start, end, colour); end -1: the line with its end."""
        ...


def tag_options(theme: Theme) -> dict[str, dict[str, Any]]:
    """Return the options of each tag; later ones win over earlier ones."""
    heading = {"foreground": theme.heading, "font": BOLD}
    band = {"background": theme.code_page, "lmargincolor": theme.code_page, "rmargincolor": theme.code_page}
    return {
        "pre": band,
        "front": band,
        "quote": {"foreground": theme.quote, "font": ITALIC},
        **{f"h{level}": heading for level in range(1, 7)},
        "done": {"foreground": theme.muted},
        "link": {"foreground": theme.link},
        "url": {"foreground": theme.muted, "underline": True, "underlinefg": theme.border},
        "key": {"foreground": theme.link},
        "string": {"foreground": theme.string},
        "number": {"foreground": theme.number},
        "keyword": {"foreground": theme.keyword},
        "anchor": {"foreground": theme.keyword, "font": BOLD},
        "expression": {"foreground": theme.code},
        "added": {"foreground": theme.ok},
        "removed": {"foreground": theme.danger},
        "strong": {"font": BOLD},
        "em": {"font": ITALIC},
        "stem": {"font": BOLD_ITALIC},
        "strike": {"overstrike": True, "foreground": theme.muted},
        "code": {"foreground": theme.code, "background": theme.code_page},
        "math": {"foreground": theme.number},
        "html": {"foreground": theme.keyword},
        "info": {"foreground": theme.accent},
        "comment": {"foreground": theme.comment, "font": ITALIC},
        "quotemark": {"foreground": theme.accent},
        "bullet": {"foreground": theme.accent, "font": BOLD},
        "task": {"foreground": theme.accent},
        "mark": {"foreground": theme.muted},
    }


TAGS: tuple[str, ...] = tuple(
    "pre front quote h1 h2 h3 h4 h5 h6 done link url key string number keyword anchor expression added removed strong "  # noqa: SIM905 - a list of 34 quoted words reads worse
    "em stem strike code math html info comment quotemark bullet task mark".split()
)


class Highlighter:
    """Colours one text widget through `raw`, the widget's own command; `lines` is what the widget shows."""

    def __init__(
        self, text: tk.Text, raw: Callable[..., Any], lines: Sequence[str], index: TextIndex, scanner: LineScanner
    ) -> None:
        self._text = text
        self._raw = raw
        self._lines = lines
        self._index = index
        self.scanner = scanner
        self._states: list[str] = [""]
        self._tagged = bytearray(len(lines))
        self._timer: str | None = None
        self._next = 0

    def reset(self, scanner: LineScanner) -> None:
        """Forget all colours and begin anew, with another scanner perhaps."""
        self.scanner = scanner
        self._states = [""]
        self._tagged = bytearray(len(self._lines))
        self._next = 0
        for tag in TAGS:
            self._raw("tag", "remove", tag, "1.0", "end")

    def state(self, line: int) -> str:
        """Return the scanner's state before `line`."""
        self._reach(line)
        return self._states[line]

    def changed(self, first: int, removed: int, added: int) -> None:
        """Take note that `removed` lines from `first` on have become `added` lines, which `lines` already holds."""
        self._tagged[first : first + removed] = bytes(added)
        self._next = min(self._next, first)
        states = self._states
        if len(states) <= first + removed or added > MAX_RESTATED:
            del states[first + 1 :]
            self._tagged[first:] = bytes(len(self._tagged) - first)
            return
        before = states[first + removed]
        states[first + 1 : first + removed + 1] = self._states_behind(first, added)
        if states[first + added] != before:
            self._restate(first + added)

    def _states_behind(self, first: int, count: int) -> list[str]:
        state, fresh = self._states[first], []
        for number in range(first, first + count):
            state = self.scanner.advance(state, self._lines[number], first=number == 0)
            fresh.append(state)
        return fresh

    def _restate(self, line: int) -> None:
        states, advance = self._states, self.scanner.advance
        for number in range(line, min(len(states) - 1, line + MAX_RESTATED)):
            self._tagged[number] = 0
            state = advance(states[number], self._lines[number])
            if states[number + 1] == state:
                return
            states[number + 1] = state
        end = min(len(states), line + MAX_RESTATED + 1)
        del states[end:]
        self._tagged[line:] = bytes(len(self._tagged) - line)

    def _reach(self, line: int) -> None:
        wanted = min(line, len(self._lines) - 1)
        if wanted >= len(self._states):
            self.scanner.extend(self._states, self._lines, wanted)

    def show(self, first: int, last: int) -> None:
        """Give the lines `first` to `last` their colours now."""
        first, last = max(first, 0), min(last, len(self._lines) - 1)
        if last < first or self._tagged.find(0, first, last + 1) < 0:
            return
        self._reach(last)
        ranges: dict[str, list[str]] = {}
        at = first
        while (at := self._tagged.find(0, at, last + 1)) >= 0:
            end = self._tagged.find(1, at, last + 1)
            end = last + 1 if end < 0 else end
            for tag in TAGS:
                self._raw("tag", "remove", tag, f"{at + 1}.0", f"{end + 1}.0")
            for number in range(at, end):
                self._collect(number, ranges)
            self._tagged[at:end] = b"\1" * (end - at)
            at = end
        for tag, places in ranges.items():
            self._raw("tag", "add", tag, *places)

    def _collect(self, number: int, ranges: dict[str, list[str]]) -> None:
        line = self._lines[number]
        if len(line) > MAX_TAGGED_LINE:
            return
        row = number + 1
        units = self._index.units
        wide = units(line[:MAX_SCANNED]) != len(line[:MAX_SCANNED])
        for start, end, tag in self.scanner.spans(self._states[number], line, first=number == 0):
            places = ranges.setdefault(tag, [])
            if end < 0:
                places += (f"{row}.0", f"{row + 1}.0")
            elif wide:
                places += (f"{row}.{units(line[:start])}", f"{row}.{units(line[:end])}")
            else:
                places += (f"{row}.{start}", f"{row}.{end}")

    # --- the rest, in slices ---

    def postpone(self) -> None:
        """Do nothing in the background for a moment: a key was pressed, or there is something new to do."""
        if self._timer is not None:
            self._text.after_cancel(self._timer)
            self._timer = None
        if len(self._lines) <= MAX_SLICED_LINES and self._tagged.find(0, self._next) >= 0:
            self._timer = self._text.after(PAUSE_MS, self._slice)

    def _slice(self) -> None:
        self._timer = None
        until = time.perf_counter() + SLICE_S
        while (at := self._tagged.find(0, self._next)) >= 0:
            self.show(at, at + 9)
            self._next = at
            if time.perf_counter() > until:
                self._timer = self._text.after(1, self._slice)
                return

    def stop(self) -> None:
        """End the background work for good."""
        if self._timer is not None:
            self._text.after_cancel(self._timer)
            self._timer = None
