"""Catches the edits that Tk's own bindings make in a text widget, before they happen.

The widget command is renamed and a Tcl procedure put in its place: it sends `insert`, `delete` and `replace` to Python
and everything else on, so that reading and drawing cost nothing more (12 section 7).
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

_PROCEDURE = """
switch -- [lindex $args 0] {
    insert - delete - replace { %(edit)s {*}$args }
    mark {
        set result [%(original)s {*}$args]
        if {[lindex $args 1] eq "set" && [lindex $args 2] eq "insert"} { %(caret)s }
        return $result
    }
    default { tailcall %(original)s {*}$args }
}
"""


class TextProxy:
    """Stands in front of one widget. `original` is the widget's own command, for edits that come from the document."""

    def __init__(self, text: tk.Text, *, edit: Callable[[tuple[str, ...]], None], caret: Callable[[], None]) -> None:
        self._tk = text.tk
        self._path = str(text)
        self._original = f"::vmark_text{self._path}"
        self._edit_name = f"::vmark_edit{self._path}"
        self._caret_name = f"::vmark_caret{self._path}"
        self._tk.createcommand(self._edit_name, lambda *words: _nothing(edit, tuple(str(word) for word in words)))
        self._tk.createcommand(self._caret_name, lambda: _nothing(caret))
        self._tk.call("rename", self._path, self._original)
        names = {"edit": self._edit_name, "caret": self._caret_name, "original": self._original}
        self._tk.call("proc", self._path, "args", _PROCEDURE % {key: "{" + name + "}" for key, name in names.items()})

    def original(self, *words: Any) -> Any:
        """Call the widget's own command."""
        return self._tk.call(self._original, *words)

    def remove(self) -> None:
        """Take the commands away; called once, when the widget is being destroyed."""
        for name in (self._path, self._edit_name, self._caret_name):
            self._tk.call("catch", ("rename", name, ""))


def _nothing(function: Callable[..., None], *words: object) -> str:
    """Call `function` and return what Tcl takes for nothing."""
    function(*words)
    return ""
