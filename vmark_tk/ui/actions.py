"""One table of what keys and menus do: id, default chords for each platform, scope (08 A16).

Ids are those of A16 and never change; words are in `ui.texts` under `action.<id>`. An action that is not built has no
row, so that neither a menu nor a key pretends. `Editors.run` of the window gets the ones of scope `editor`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Scope = Literal["global", "editor", "find", "anywhere"]
"""`editor` keys work in the text only, `find` keys in the find bar too; `anywhere` marks the fixed ones (undo, quit),
which cannot be rebound."""

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
    _row("sortLinesAsc", "f4", scope="editor"),
    _row("sortLinesDesc", "Shift+f4", scope="editor"),
    _row("removeBlankLines", scope="editor"),
    _row("transformUppercase", "Alt+Shift+u", mac="Control+Shift+u", scope="editor"),
    _row("transformLowercase", "Alt+Shift+l", mac="Control+Shift+l", scope="editor"),
    _row("transformTitleCase", "Alt+Shift+t", mac="Control+Shift+t", scope="editor"),
    _row("transformToggleCase", scope="editor"),
    _row("findReplace", "Mod+f", scope="find"),
    _row("findNext", "Mod+g", scope="find"),
    _row("findPrevious", "Mod+Shift+g", scope="find"),
    _row("useSelectionFind", "Mod+e", scope="editor"),
    _row("bold", "Mod+b", scope="editor"),
    _row("italic", "Mod+i", scope="editor"),
    _row("code", "Mod+Shift+grave", scope="editor"),
    _row("strikethrough", "Mod+Shift+x", scope="editor"),
    _row("link", "Mod+k", scope="editor"),
    _row("unlink", "Alt+Shift+k", scope="editor"),
    *(_row(f"heading{level}", f"Mod+{level}", scope="editor") for level in range(1, 7)),
    _row("paragraph", "Mod+Shift+0", scope="editor"),
    _row("increaseHeading", "Control+Alt+bracketright", mac="Alt+Command+bracketright", scope="editor"),
    _row("decreaseHeading", "Control+Alt+bracketleft", mac="Alt+Command+bracketleft", scope="editor"),
    _row("blockquote", "Control+Alt+q", mac="Alt+Command+q", scope="editor"),
    _row("codeBlock", "Control+Alt+c", mac="Alt+Command+c", scope="editor"),
    _row("bulletList", "Control+Alt+u", mac="Alt+Command+u", scope="editor"),
    _row("orderedList", "Control+Alt+o", mac="Alt+Command+o", scope="editor"),
    _row("taskList", "Control+Alt+x", mac="Alt+Command+x", scope="editor"),
    _row("toggleTask", "Mod+Shift+return", scope="editor"),
    _row("horizontalLine", "Control+Alt+minus", mac="Alt+Command+minus", scope="editor"),
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
        ),
    ),
    (
        "lines",
        (
            "moveLineUp",
            "moveLineDown",
            "duplicateLine",
            "deleteLine",
            "joinLines",
            "removeBlankLines",
            SEPARATOR,
            "indent",
            "outdent",
            SEPARATOR,
            "sortLinesAsc",
            "sortLinesDesc",
            SEPARATOR,
            "transformUppercase",
            "transformLowercase",
            "transformTitleCase",
            "transformToggleCase",
        ),
    ),
    (
        "format",
        (
            "bold",
            "italic",
            "code",
            "strikethrough",
            "link",
            "unlink",
            SEPARATOR,
            *(f"heading{level}" for level in range(1, 7)),
            "paragraph",
            "increaseHeading",
            "decreaseHeading",
            SEPARATOR,
            "bulletList",
            "orderedList",
            "taskList",
            "toggleTask",
            SEPARATOR,
            "blockquote",
            "codeBlock",
            "horizontalLine",
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


def by_chord() -> dict[str, tuple[str, ...]]:
    """Return the actions of each chord on this platform, in the order to try them: those of the text before others.

    A text action is taken in the text only, so that the other one has the chord everywhere else (A16).
    """
    found: dict[str, tuple[str, ...]] = {}
    for action in sorted(ACTIONS.values(), key=lambda action: action.scope != "editor"):
        for chord in map(canonical, action.chords):
            found[chord] = (*found.get(chord, ()), action.id)
    return found


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
