"""Keys of the text that do more than Tk's own bindings: pairs, lists, indentation, clipboard, whole-character moves.

Bound on the widget itself, so behind the dispatcher of accelerators and before the bindings of the class.
"""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from vmark_tk.core.document import Edit, end_after
from vmark_tk.core.kinds import MARKDOWN
from vmark_tk.core.line_commands import Change
from vmark_tk.core.text import Position, join_lines, split_lines
from vmark_tk.markdown import typing_rules
from vmark_tk.ui.clipboard import Clipboard

if TYPE_CHECKING:
    from vmark_tk.ui.editor_source import SourceEditor

_HELD = 0x4 | 0x8 | 0x40  # Control, Alt and Super of X11
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
_WORD_BEFORE = re.compile(r"(?:\w+|[^\w\s]+|^)\s*$")
_WORD_AFTER = re.compile(r"\s*(?:\w+|[^\w\s]+|$)")
_BREAK = "break"


class EditorKeys:
    """The bindings of one editor."""

    def __init__(self, editor: SourceEditor) -> None:
        self._editor = editor
        text = editor.text
        text.bind("<Key>", self._key)
        for sequence, act in {
            "<Return>": self.newline,
            "<KP_Enter>": self.newline,
            "<Shift-Return>": self._hard_break,
            "<BackSpace>": self._backspace,
            "<Control-BackSpace>": lambda: self._delete_word(forwards=False),
            "<Control-Delete>": lambda: self._delete_word(forwards=True),
            "<Tab>": self.tab,
            "<Shift-Tab>": self._outdent,
            "<Escape>": self._collapse,
            "<<Copy>>": self.copy,
            "<<Cut>>": self.cut,
            "<<Paste>>": self.paste,
        }.items():
            text.bind(sequence, self._handler(act))
        if str(text.tk.call("tk", "windowingsystem")) == "x11":
            text.bind("<ISO_Left_Tab>", self._handler(self._outdent))

    @staticmethod
    def _handler(act: Callable[[], bool | None]) -> Callable[[tk.Event[Any]], str | None]:
        return lambda _event: None if act() is False else _BREAK

    @property
    def _settings(self) -> Any:
        return self._editor._ctx.state.settings

    # --- typing ---

    def _key(self, event: tk.Event[Any]) -> str | None:
        typed = str(event.char)  # an input method commits several characters at once, as a key named `??`
        if not typed or _CONTROLS.search(typed) or (int(event.state) & _HELD and event.keysym != "??"):
            return None
        return _BREAK if self.character(typed) else None

    def character(self, typed: str) -> bool:
        """Do what typing means beside inserting at the caret; False: it only has to be inserted."""
        if self._editor.read_only:
            return False
        start, end = self._editor.selection()
        if self._settings.flag("editor.auto_pair"):
            code = self._editor.in_code(start)
            if self._do(typing_rules.typed(self._editor.document.lines, start, end, typed, code=code)):
                return True
        if start == end:
            return False
        self._editor.replace_selection(typed, typed=True)  # Tk would delete, then insert: two steps to undo
        return True

    def newline(self) -> None:
        """Begin a line, going on with the list, quote or task of the present one (E-08)."""
        start, end = self._editor.selection()
        lines = self._editor.document.lines
        code = self._editor.in_code(start) or self._editor.document.kind != MARKDOWN
        self._do(typing_rules.newline(lines, start, end, code=code))

    def _hard_break(self) -> None:
        start, end = self._editor.selection()
        mark = "  \n" if self._editor.document.kind == MARKDOWN and not self._editor.in_code(start) else "\n"
        behind = end_after(start, mark)
        self._do(Change((Edit(start, end, mark),), behind, behind))

    def _backspace(self) -> bool:
        start, end = self._editor.selection()
        if start != end or not self._settings.flag("editor.auto_pair"):
            return False
        return self._do(typing_rules.backspace(self._editor.document.lines, start))

    def _delete_word(self, *, forwards: bool) -> None:
        start, end = self._editor.selection()
        lines = self._editor.document.lines
        if start == end and forwards:
            match = _WORD_AFTER.match(lines[end.line], end.column)
            end = Position(end.line, match.end() if match else end.column)
            if start == end and end.line + 1 < len(lines):
                end = Position(end.line + 1, 0)
        elif start == end:
            match = _WORD_BEFORE.search(lines[start.line][: start.column])
            start = Position(start.line, match.start() if match else 0)
            if start == end and start.line:
                start = Position(start.line - 1, len(lines[start.line - 1]))
        if start != end:
            self._do(Change((Edit(start, end, ""),), start, start))

    def tab(self) -> None:
        """Indent lines or a list item, jump out of a pair, or insert blanks up to the next stop (E-08)."""
        start, end = self._editor.selection()
        lines = self._editor.document.lines
        if start == end and self._settings.flag("editor.auto_pair") and not self._editor.in_code(start):
            out = typing_rules.jump_out(lines, start)
            if out is not None:
                self._do(out)
                return
        self._do(typing_rules.tab(lines, start, end, size=self.tab_size))

    def _outdent(self) -> None:
        start, end = self._editor.selection()
        self._do(typing_rules.outdent(self._editor.document.lines, start, end, size=self.tab_size))

    @property
    def tab_size(self) -> int:
        """Return the blanks of one step of indentation."""
        return int(self._settings.number("editor.tab_size"))

    def _collapse(self) -> bool:
        caret = self._editor.caret()
        if self._editor.selection()[0] == self._editor.selection()[1]:
            return False
        self._editor.select(caret, caret)
        return True

    def _do(self, change: Change | None) -> bool:
        if change is None:
            return False
        self._editor.apply(change)
        return True

    # --- clipboard ---

    @property
    def _clipboard(self) -> Clipboard:
        return self._editor._ctx.editors.clipboard

    def copy(self) -> None:
        """Put the selected text on the clipboard, from the document."""
        start, end = self._editor.selection()
        if start != end:
            self._clipboard.put(self._editor.text, self._editor.document.between(start, end))

    def cut(self) -> None:
        """Copy, then delete."""
        start, end = self._editor.selection()
        if start == end:
            return
        self.copy()
        self._do(Change((Edit(start, end, ""),), start, start))

    def paste(self) -> None:
        """Insert the text of the clipboard as one undo step."""
        clean = join_lines(split_lines(self._clipboard.get(self._editor.text).replace("\0", "")))
        if clean:
            start, end = self._editor.selection()
            behind: Position = end_after(start, clean)
            self._do(Change((Edit(start, end, clean),), behind, behind))
