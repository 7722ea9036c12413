"""The one dispatcher of keys: a bind tag in front of every widget's own bindings (08 A16, binding traps 1 to 8).

A chord is read from lower-cased keysyms, digits from their position, and from the position too where the layout has no
Latin letters. A chord with a modifier that means nothing here never reaches the class bindings of a text, which would
delete, cut or transpose.
"""

from __future__ import annotations

import contextlib
import sys
import tkinter as tk
from collections.abc import Callable
from typing import Any

from vmark_tk.ui.actions import by_chord

TAG = "VmarkKeys"

_SHIFT, _CONTROL = 0x1, 0x4
_WINDOWS_ALT, _X_ALT, _X_SUPER = 0x20000, 0x8, 0x40
_MAC_COMMAND, _MAC_OPTION = 0x8, 0x10

_UNSHIFTED = {
    "exclam": "1", "at": "2", "numbersign": "3", "dollar": "4", "percent": "5", "asciicircum": "6", "ampersand": "7",
    "asterisk": "8", "parenleft": "9", "parenright": "0", "underscore": "minus", "plus": "equal",
    "braceleft": "bracketleft", "braceright": "bracketright", "less": "comma", "greater": "period",
    "asciitilde": "grave", "quotedbl": "apostrophe", "colon": "semicolon", "question": "slash", "bar": "backslash",
    "kp_add": "equal", "kp_subtract": "minus", "kp_0": "0", "kp_insert": "0", "iso_left_tab": "tab",
}  # fmt: skip
_ROWS_X11 = ((24, "qwertyuiop"), (38, "asdfghjkl"), (52, "zxcvbnm"))
_SIGNS_X11 = {20: "minus", 21: "equal", 34: "bracketleft", 35: "bracketright", 49: "grave", 51: "backslash"}
_SIGNS_X11 |= {59: "comma", 60: "period", 61: "slash"}
POSITIONS_X11 = {first + at: letter for first, row in _ROWS_X11 for at, letter in enumerate(row)} | _SIGNS_X11
_DIGITS_X11 = {10 + at: digit for at, digit in enumerate("1234567890")}
_DIGITS_MAC = dict(zip((18, 19, 20, 21, 23, 22, 26, 28, 25, 29), "1234567890", strict=True))
_LETTERS_MAC = dict(zip((0, 1, 2, 3, 5, 4, 38, 40, 37), "asdfghjkl", strict=True))
_LETTERS_MAC |= dict(zip((12, 13, 14, 15, 17, 16, 32, 34, 31, 35), "qwertyuiop", strict=True))
_LETTERS_MAC |= dict(zip((6, 7, 8, 9, 11, 45, 46), "zxcvbnm", strict=True))

_SAFE_IN_TEXT = frozenset(
    f"{held}{key}"
    for held in ("Control+", "Control+Shift+", "Alt+", "Command+", "Command+Shift+", "Alt+Shift+")
    for key in ("left", "right", "up", "down", "home", "end", "prior", "next", "backspace", "delete", "insert", "tab")
) | {"Control+space", "Shift+space", "Control+return", "Control+Shift+return", "Command+return"}
_SAFE_IN_ENTRY = frozenset(
    {"Control+c", "Control+x", "Control+v", "Control+a", "Command+c", "Command+x", "Command+v", "Command+a"}
)
_MODIFIER_KEYS = ("shift", "control", "alt", "meta", "super", "hyper", "caps", "num_lock", "iso_level", "mode_switch")
_TEXTS, _ENTRIES = ("Text",), ("Entry", "TEntry", "TCombobox", "Spinbox", "TSpinbox")


def chord_of(event: tk.Event[tk.Misc], platform: str = sys.platform) -> str | None:
    """Return the canonical chord of a key event; None for a modifier by itself and for typed characters."""
    keysym = str(event.keysym).lower()
    if keysym == "??" or keysym.startswith(_MODIFIER_KEYS):
        return None
    state = int(event.state)
    control, shift = bool(state & _CONTROL), bool(state & _SHIFT)
    alt, command = _alt_and_command(state, platform)
    typed = str(event.char)
    if control and alt and len(typed) == 1 and typed >= " " and typed != "\x7f":
        return None  # AltGr of Windows: a character, not a chord (trap 3)
    held = [
        name
        for name, on in (("Control", control), ("Alt", alt), ("Shift", shift), ("Command", command))
        if on  # the order of `actions.canonical`
    ]
    key = _key(keysym, int(event.keycode), platform, by_place=control or alt or command)
    if held in ([], ["Shift"]) and len(key) == 1:
        return None
    return "+".join([*held, key])


def _alt_and_command(state: int, platform: str) -> tuple[bool, bool]:
    if platform == "darwin":
        return bool(state & _MAC_OPTION), bool(state & _MAC_COMMAND)
    if platform == "win32":
        return bool(state & _WINDOWS_ALT), False
    return bool(state & _X_ALT), bool(state & _X_SUPER)


def _key(keysym: str, keycode: int, platform: str, *, by_place: bool) -> str:
    if by_place:
        digit, place = _by_position(keycode, platform)
        if digit is not None:
            return digit
        latin = len(keysym) == 1 and keysym.isascii()
        known = latin or keysym in _UNSHIFTED or keysym in _UNSHIFTED.values() or keysym in _SIGNS_X11.values()
        if not known and place is not None:
            return place
    return _UNSHIFTED.get(keysym, keysym)


def _by_position(keycode: int, platform: str) -> tuple[str | None, str | None]:
    """Return the digit and the letter or sign that the US layout has on this key."""
    if platform == "win32":
        character = chr(keycode) if keycode < 0x5B else ""
        return (character if character.isdigit() else None), (character.lower() if character.isalpha() else None)
    if platform == "darwin":
        virtual = keycode >> 16 if keycode > 0xFFFF else keycode
        return _DIGITS_MAC.get(virtual), _LETTERS_MAC.get(virtual)
    return _DIGITS_X11.get(keycode), POSITIONS_X11.get(keycode)


class Shortcuts:
    """Binds the tag. `run(action, widget)` tells whether it took the key; `after` is called after each key."""

    def __init__(
        self, root: tk.Misc, run: Callable[[str, tk.Misc], bool], *, after: Callable[[], None] | None = None
    ) -> None:
        self._root = root
        self._run = run
        self._after = after
        self._chords = by_chord()
        root.bind_class(TAG, "<KeyPress>", self._pressed)
        # keys go to the widget with the focus, so this reaches each one in time, whoever made it
        root.bind_class("all", "<FocusIn>", self._focused, add=True)

    def attach(self, path: str) -> None:
        """Put the tag in front of a widget's bindings; harmless when it is there already."""
        with contextlib.suppress(tk.TclError):
            tags: tuple[Any, ...] = self._root.tk.splitlist(self._root.tk.call("bindtags", path))
            if not tags or tags[0] != TAG:
                self._root.tk.call("bindtags", path, (TAG, *(tag for tag in tags if str(tag) != TAG)))

    def _focused(self, event: tk.Event[tk.Misc]) -> None:
        self.attach(str(event.widget))

    def _pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        if self._after is not None:
            self._after()
        chord = chord_of(event)
        if chord is None or not isinstance(event.widget, tk.Misc):
            return None
        kind = event.widget.winfo_class()
        if kind in _ENTRIES and chord in _SAFE_IN_ENTRY:
            return self._entry(event.widget, chord)
        actions = self._chords.get(chord, ())
        if any(self._run(action, event.widget) for action in actions):
            return "break"
        return "break" if self._would_damage(chord, kind, known=bool(actions)) else None

    def _entry(self, entry: tk.Misc, chord: str) -> str | None:
        if not chord.endswith("+a"):
            return None
        self._root.tk.call(entry, "selection", "range", 0, "end")
        self._root.tk.call(entry, "icursor", "end")
        return "break"

    @staticmethod
    def _would_damage(chord: str, kind: str, *, known: bool) -> bool:
        """Tell whether the class bindings must not see a chord that nothing took (traps 1 and 2)."""
        if kind not in (*_TEXTS, *_ENTRIES):
            return chord == "f10"
        if known or chord == "f10":
            return True
        if sys.platform == "darwin" and chord in ("f2", "f3", "f4"):
            return True
        return ("Control" in chord or "Command" in chord) and chord not in _SAFE_IN_TEXT
