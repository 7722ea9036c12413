"""One table of what keys and menus do: id, default chords for each platform, scope (08 A16).

Ids are those of A16 and never change; words are in `ui.texts` under `action.<id>`. An action that is not built has no
row, so that neither a menu nor a key pretends. `Editors.run` of the window gets the ones of scope `editor`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Scope = Literal["global", "editor", "anywhere"]
"""`editor` keys work in the text only; `anywhere` marks the fixed ones (undo, quit), which cannot be rebound."""

MAC = sys.platform == "darwin"
_MODIFIERS = ("Control", "Alt", "Shift", "Command")


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do. The chords are alternatives; the first one is shown in the menu."""

    id: str
    other: tuple[str, ...] = ()
    """Chords on Windows and Linux, for example `Control+Shift+n`."""
    mac: tuple[str, ...] = ()
    scope: Scope = "global"

    @property
    def chords(self) -> tuple[str, ...]:
        """Return the chords of this platform."""
        return self.mac if MAC else self.other


def _row(name: str, chords: str = "", *, mac: str | None = None, scope: Scope = "global") -> Action:
    """Make a row from `Mod+...` chords divided by blanks; `mac` where they are not simply Command for Control."""
    other = tuple(chord.replace("Mod", "Control") for chord in chords.split())
    apple = tuple(chord.replace("Mod", "Command") for chord in (chords if mac is None else mac).split())
    return Action(name, other, apple, scope)


_TABLE = (
    _row("newTab", "Mod+t"),
    _row("newFile", "Mod+n"),
    _row("newWindow", "Mod+Shift+n"),
    _row("openFile", "Mod+o"),
    _row("openFolder", "Mod+Shift+o"),
    _row("save", "Mod+s"),
    _row("saveAs", "Mod+Shift+s"),
    _row("moveTo"),
    _row("revert"),
    _row("closeFile", "Mod+w"),
    _row("closeWorkspace"),
    _row("preferences", "Mod+comma"),
    _row("saveAllQuit", "Control+Alt+Shift+q", mac="Command+Alt+Shift+q"),
    _row("quit", "Mod+q", scope="anywhere"),
    _row("undo", "Mod+z", scope="anywhere"),
    _row("redo", "Mod+Shift+z Control+y", mac="Command+Shift+z", scope="anywhere"),
    _row("cut", "Mod+x", scope="editor"),
    _row("copy", "Mod+c", scope="editor"),
    _row("paste", "Mod+v", scope="editor"),
    _row("pastePlainText", "Mod+Shift+v", scope="editor"),
    _row("selectAll", "Mod+a", scope="editor"),
    _row("selectLine", "Mod+l", scope="editor"),
    _row("moveLineUp", "Alt+up", scope="editor"),
    _row("moveLineDown", "Alt+down", scope="editor"),
    _row("duplicateLine", "Alt+Shift+down", scope="editor"),
    _row("deleteLine", "Mod+Shift+k", scope="editor"),
    _row("joinLines", "Mod+j", scope="editor"),
    _row("indent", "Mod+bracketright", scope="editor"),
    _row("outdent", "Mod+bracketleft", scope="editor"),
    _row("findReplace", "Mod+f", scope="editor"),
    _row("findNext", "Mod+g", scope="editor"),
    _row("findPrevious", "Mod+Shift+g", scope="editor"),
    _row("useSelectionFind", "Mod+e", scope="editor"),
    _row("toggleSidebar", "Control+Shift+0 Control+Alt+0", mac="Control+Shift+0"),
    _row("fileExplorer", "Control+Shift+2"),
    _row("toggleHiddenFiles", "Control+h", mac="Command+Shift+period"),
    _row("toggleAllFiles", "Mod+Shift+a"),
    _row("toggleStatusBar", "f7"),
    _row("wordWrap", "Alt+z", scope="editor"),
    _row("lineNumbers", "Control+Alt+l", mac="Alt+Command+l", scope="editor"),
    _row("showInvisibles", "f3", scope="editor"),
    _row("readOnly", "f10", scope="editor"),
    _row("zoomActual", "Mod+0"),
    _row("zoomIn", "Mod+equal"),
    _row("zoomOut", "Mod+minus"),
    _row("nextTab", "Mod+Shift+bracketright Control+tab"),
    _row("prevTab", "Mod+Shift+bracketleft Control+Shift+tab"),
    _row("moveTabLeft", "Alt+Shift+left"),
    _row("moveTabRight", "Alt+Shift+right"),
    _row("nextWindow", "Control+f6", mac="Command+grave"),
    _row("focusNextPane", "Control+Shift+f6", mac="Control+Shift+f6"),
    _row("shortcuts"),
    _row("status"),
    _row("notices"),
    _row("about"),
)

ACTIONS: dict[str, Action] = {action.id: action for action in _TABLE}

SEPARATOR = ""
MENUS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "file",
        (
            "newTab",
            "newFile",
            "newWindow",
            SEPARATOR,
            "openFile",
            "openFolder",
            "recent>",
            SEPARATOR,
            "closeFile",
            "closeWorkspace",
            SEPARATOR,
            "save",
            "saveAs",
            "moveTo",
            "revert",
            SEPARATOR,
            "preferences",
            SEPARATOR,
            "saveAllQuit",
            "quit",
        ),
    ),
    (
        "edit",
        (
            "undo",
            "redo",
            SEPARATOR,
            "cut",
            "copy",
            "paste",
            "pastePlainText",
            SEPARATOR,
            "findReplace",
            "findNext",
            "findPrevious",
            "useSelectionFind",
            SEPARATOR,
            "selectAll",
            "selectLine",
            SEPARATOR,
            "moveLineUp",
            "moveLineDown",
            "duplicateLine",
            "deleteLine",
            "joinLines",
            "indent",
            "outdent",
        ),
    ),
    (
        "view",
        (
            "toggleSidebar",
            "fileExplorer",
            "toggleStatusBar",
            SEPARATOR,
            "toggleHiddenFiles",
            "toggleAllFiles",
            SEPARATOR,
            "wordWrap",
            "lineNumbers",
            "showInvisibles",
            "readOnly",
            SEPARATOR,
            "zoomIn",
            "zoomOut",
            "zoomActual",
            SEPARATOR,
            "nextTab",
            "prevTab",
            "moveTabLeft",
            "moveTabRight",
        ),
    ),
    ("window", ("newWindow", "nextWindow", "focusNextPane", SEPARATOR, "windows>")),
    ("help", ("shortcuts", SEPARATOR, "status", "notices", SEPARATOR, "about")),
)
"""Menu bar in order; a name with `>` is a list filled when the menu opens."""

TOGGLES: dict[str, str] = {
    "toggleSidebar": "view.sidebar",
    "toggleStatusBar": "view.status_bar",
    "wordWrap": "editor.word_wrap",
    "lineNumbers": "editor.line_numbers",
    "showInvisibles": "editor.invisibles",
}
"""Actions shown with a check mark, and the setting that decides it."""


def canonical(chord: str) -> str:
    """Return a chord with its modifiers in fixed order and its key in lower case.

    Both `Control-Shift-S` and `Shift+Control+s` give `Control+Shift+s`.
    """
    parts = chord.replace("-", "+").split("+")
    names = {"ctrl": "Control", "control": "Control", "alt": "Alt", "option": "Alt", "shift": "Shift"}
    names |= {"cmd": "Command", "command": "Command", "mod": "Command" if MAC else "Control"}
    held = {names[part.lower()] for part in parts[:-1]}
    return "+".join([*(name for name in _MODIFIERS if name in held), parts[-1].lower()])


def by_chord() -> dict[str, str]:
    """Return the action of each chord on this platform."""
    return {canonical(chord): action.id for action in ACTIONS.values() for chord in action.chords}


def shown(chord: str) -> str:
    """Return a chord as a menu shows it."""
    return "+".join(_shown_parts(canonical(chord)))


def _shown_parts(chord: str) -> Iterator[str]:
    *held, key = chord.split("+")
    words = {"Control": "Ctrl", "Command": "Cmd", "Alt": "Option" if MAC else "Alt"}
    keys = {"comma": ",", "period": ".", "equal": "+", "minus": "\N{MINUS SIGN}", "grave": "`"}
    keys |= {"bracketleft": "[", "bracketright": "]"}
    yield from (words.get(name, name) for name in held)
    yield keys.get(key) or key.capitalize()
