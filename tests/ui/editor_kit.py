"""The shell with real editor areas, and ways to type into them."""

from __future__ import annotations

import tkinter as tk
from typing import Any

from tests.ui.shell_kit import MAIN, ShellKit
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.state import Tab
from vmark_tk.core.text import Position
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.editor_host import EditorHost
from vmark_tk.ui.editor_source import SourceEditor
from vmark_tk.ui.editors import Editors
from vmark_tk.ui.highlight import TAGS


def place(line: int, column: int = 0) -> Position:
    return Position(line, column)


class EditorKit(ShellKit):
    """One window whose area is the real one."""

    def _area(self, ctx: UiContext, parent: tk.Misc, label: WindowLabel) -> EditorHost:  # type: ignore[override]
        if not hasattr(ctx, "editors"):
            Editors(ctx)
        return EditorHost(ctx, parent, label)

    @property
    def host(self) -> EditorHost:
        area = self.view.host
        assert isinstance(area, EditorHost)
        return area

    def editor(self, words: str | None = None) -> SourceEditor:
        """Return the editor on the screen; with `words`, of a new tab that holds them."""
        if words is not None:
            self.add(words)
        shown = self.host.editor
        assert shown is not None
        self.until(shown.text.winfo_viewable)
        self.settle()
        return shown

    def focused_editor(self, words: str | None = None) -> SourceEditor:
        shown = self.editor(words)
        self.view.top.focus_force()
        shown.text.focus_force()
        self.until(lambda: str(self.root.tk.call("focus")) == str(shown.text))
        return shown

    def key(self, editor: SourceEditor, keysym: str) -> None:
        """Press a key on the text, through all its bindings."""
        editor.text.event_generate(f"<{keysym}>")

    def commit(self, editor: SourceEditor, words: str) -> None:
        """Do what Tk does with a key event whose character is `words`, as an input method sends it."""
        event: tk.Event[Any] = tk.Event()
        event.widget, event.keysym, event.char, event.state = editor.text, "??", words, 0
        if editor.keys._key(event) is None:
            editor.text.tk.call("tk::TextInsert", str(editor.text), words)

    def tab(self) -> Tab:
        active = self.state.active_tab(MAIN)
        assert active is not None
        return active


def shown(editor: SourceEditor) -> str:
    """Return what the widget holds, without the line end that Tk adds."""
    return str(editor._proxy.original("get", "1.0", "end-1c"))


def tags(editor: SourceEditor, first: int = 0, last: int = 10_000) -> dict[str, list[str]]:
    """Return the ranges of each colour, after the lines have been coloured."""
    editor._highlighter.show(first, last)
    found = {}
    for tag in TAGS:
        ranges = [str(index) for index in editor.text.tk.splitlist(editor._proxy.original("tag", "ranges", tag))]
        if ranges:
            found[tag] = ranges
    return found


def primary(editor: SourceEditor) -> str:
    """Return what other programs get as the selected text."""
    return str(editor.text.tk.call("selection", "get", "-selection", "PRIMARY", "-type", "UTF8_STRING"))
