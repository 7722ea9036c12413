"""Named widgets, keys and clicks as the person would do them, and pictures of windows (`core.ports.Gestures`).

A widget's name is its path below its window, `status.mcp`, `sidebar.tree`; the parts of drawn widgets have names of
their own, `tabs.<tab id>.close`; so has each entry of the menus, `menu.save` (ARC-059). Everything goes through real
events on the loop thread, as the window system would send them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator, Mapping
from typing import Any

from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui.actions import canonical
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.screen import grab
from vmark_tk.ui.shell import Shell
from vmark_tk.ui.window import WindowView

_ROLES = {
    "Button": "button",
    "TButton": "button",
    "Entry": "field",
    "TEntry": "field",
    "TLabel": "label",
    "Text": "text",
    "Treeview": "tree",
    "Canvas": "canvas",
    "Toplevel": "window",
    "Vmark": "window",
}
_HELD = {"Control": "Control", "Alt": "Alt", "Shift": "Shift", "Command": "Command"}
_KEYS = {"return": "Return", "escape": "Escape", "tab": "Tab", "delete": "Delete", "backspace": "BackSpace"}
_KEYS |= {"left": "Left", "right": "Right", "up": "Up", "down": "Down", "home": "Home", "end": "End", "menu": "Menu"}
_KEYS |= {"prior": "Prior", "next": "Next", "pageup": "Prior", "pagedown": "Next", "enter": "Return", "space": "space"}
_KEYS |= {"insert": "Insert", "esc": "Escape"}
_SHIFTED = {
    "bracketleft": "braceleft",
    "bracketright": "braceright",
    "comma": "less",
    "period": "greater",
    "equal": "plus",
    "minus": "underscore",
}
_SHIFTED |= {"1": "exclam", "2": "at", "3": "numbersign", "4": "dollar", "5": "percent", "6": "asciicircum"}
_SHIFTED |= {"7": "ampersand", "8": "asterisk", "9": "parenleft", "0": "parenright"}


class WidgetGestures:
    """Gestures over the windows of a shell, dialogs above them included."""

    def __init__(self, ctx: UiContext, shell: Shell) -> None:
        self._ctx = ctx
        self._shell = shell

    def widgets(self, window: WindowLabel | None) -> list[Mapping[str, Any]]:
        """Return `{widget, role, text, enabled, bounds, focused}` for each named widget of a window.

        `bounds` are `[x, y, width, height]` on the screen. None: the default window.
        """
        return [seen for seen, _path in self._seen(window or self._ctx.commands.default_window())]

    def press(self, chord: str) -> None:
        """Press keys, for example `Control-Shift-s`, where the focus is.

        Without the focus in one of our windows the keys go where the person last was in the default window.

        Raises:
            ValueError: not a chord.
        """
        try:
            *held, key = canonical(chord).split("+")
        except KeyError as error:
            raise ValueError(f"not a chord: {chord!r}") from error
        call = self._shell.root.tk.call
        target = str(call("focus"))
        if not target:
            top = self._shell.views[self._ctx.commands.default_window()].top
            target = str(call("focus", "-lastfor", str(top)))
        self._shell.shortcuts.attach(target)  # the focus may be so new that its event is still to come
        keysym = _keysym(key, shifted="Shift" in held)
        modifiers = "".join(f"{_HELD[name]}-" for name in held)
        call("event", "generate", target, f"<{modifiers}KeyPress-{keysym}>")
        if int(call("winfo", "exists", target)):
            call("event", "generate", target, f"<{modifiers}KeyRelease-{keysym}>")

    def click(self, widget: str) -> None:
        """Click a widget by name, the first of that name over all windows, the default window first.

        Raises:
            KeyError: no such widget is shown.
        """
        first = self._ctx.commands.default_window()
        for label in (first, *(one for one in self._shell.views if one != first)):
            for seen, path in self._seen(label):
                if seen["widget"] == widget:
                    self._click(label, seen, path)
                    return
        raise KeyError(widget)

    def screenshot(self, window: WindowLabel | None) -> bytes:
        """Return a PNG of a window with what stands over it, as far as the platform lets a program see itself."""
        return grab(self._shell.views[window or self._ctx.commands.default_window()].top)

    # --- inside ---

    def _click(self, label: WindowLabel, seen: Mapping[str, Any], path: str) -> None:
        name = str(seen["widget"])
        if not path:
            self._shell.actions.run(name.removeprefix("menu."), label)
            return
        call = self._shell.root.tk.call
        left, top, width, height = seen["bounds"]
        x = left + width // 2 - int(call("winfo", "rootx", path))
        y = top + height // 2 - int(call("winfo", "rooty", path))
        target, x, y = self._deepest(path, x, y)
        for event in ("Enter", "Motion", "ButtonPress-1", "ButtonRelease-1", "Leave"):
            if int(call("winfo", "exists", target)):
                call("event", "generate", target, f"<{event}>", "-x", x, "-y", y)

    def _deepest(self, path: str, x: int, y: int) -> tuple[str, int, int]:
        """Return the inner widget at a place, which is what the window system would send a click to."""
        call = self._shell.root.tk.call
        for child in reversed(self._shell.root.tk.splitlist(call("winfo", "children", path))):
            if str(call("winfo", "class", child)) in ("Menu", "Toplevel") or not int(call("winfo", "ismapped", child)):
                continue
            left, top = int(call("winfo", "x", child)), int(call("winfo", "y", child))
            width, height = int(call("winfo", "width", child)), int(call("winfo", "height", child))
            if left <= x < left + width and top <= y < top + height:
                return self._deepest(str(child), x - left, y - top)
        return path, x, y

    def _seen(self, label: WindowLabel) -> Iterator[tuple[Mapping[str, Any], str]]:
        """Yield what can be seen of each named widget, and its path ("" for menu entries)."""
        view = self._shell.views.get(label)
        if view is None:
            return
        yield from self._walk(view, str(view.top), str(view.top))
        for action, words, enabled in view.menu.entries():
            yield _row(f"menu.{action}", "menuitem", words, (0, 0, 0, 0), enabled=enabled), ""

    def _walk(self, view: WindowView, top: str, path: str) -> Iterator[tuple[Mapping[str, Any], str]]:
        call = self._shell.root.tk.call
        parts = {str(view.strip.canvas): view.strip.parts, str(view.rail.canvas): view.rail.parts}
        for child in map(str, self._shell.root.tk.splitlist(call("winfo", "children", path))):
            if str(call("winfo", "class", child)) == "Menu" or not int(call("winfo", "viewable", child)):
                continue
            if child in parts:
                left, above = int(call("winfo", "rootx", child)), int(call("winfo", "rooty", child))
                for name, role, words, (x, y, width, height) in parts[child]():
                    yield _row(name, role, words, (left + x, above + y, width, height)), child
            name = _name_of(child, top)
            if name and self._interactive(child):
                yield self._row_of(child, name), child
            yield from self._walk(view, top, child)

    def _interactive(self, path: str) -> bool:
        call = self._shell.root.tk.call
        if str(call("winfo", "class", path)) in ("Toplevel", "Text", "Treeview", "Entry", "TEntry", "TLabel"):
            return True
        try:
            return str(call(path, "cget", "-takefocus")) == "1"
        except tk.TclError:
            return False

    def _row_of(self, path: str, name: str) -> Mapping[str, Any]:
        call = self._shell.root.tk.call
        kind = str(call("winfo", "class", path))
        bounds = tuple(int(call("winfo", what, path)) for what in ("rootx", "rooty", "width", "height"))
        enabled, words = True, self._words(path, kind)
        try:
            enabled = str(call(path, "cget", "-state")) != "disabled"
        except tk.TclError:
            enabled = True
        role = _ROLES.get(kind, "button")
        focused = str(call("focus")) == path
        return _row(name, role, words, bounds, enabled=enabled, focused=focused)  # type: ignore[arg-type]

    def _words(self, path: str, kind: str) -> str:
        """Return the text of a widget: its own, its title, or the texts of the labels inside."""
        call = self._shell.root.tk.call
        try:
            if kind in ("Entry", "TEntry"):
                return str(call(path, "get"))
            if kind == "Toplevel":
                return str(call("wm", "title", path))
            if kind in ("Text", "Treeview", "Canvas"):
                return ""
            if kind == "Frame":
                children = self._shell.root.tk.splitlist(call("winfo", "children", path))
                return " ".join(
                    words for one in children if (words := self._words(str(one), str(call("winfo", "class", one))))
                )
            return str(call(path, "cget", "-text")).strip()
        except tk.TclError:
            return ""


def _row(
    name: str,
    role: str,
    words: str,
    bounds: tuple[int, int, int, int],
    *,
    enabled: bool = True,
    focused: bool = False,
) -> Mapping[str, Any]:
    return {
        "widget": name,
        "role": role,
        "text": words,
        "enabled": enabled,
        "bounds": list(bounds),
        "focused": focused,
    }


def _name_of(path: str, top: str) -> str:
    """Return the name of a widget: the named parts of its path; "" if its own part is one that Tk made up."""
    parts = path.removeprefix(f"{top}.").split(".")
    if parts[-1].startswith("!"):
        return ""
    plain = ("body", "panes", "main", "area", "head", "column")
    return ".".join(part for part in parts if not part.startswith("!") and part not in plain)


def _keysym(key: str, *, shifted: bool) -> str:
    if key in _KEYS:
        return _KEYS[key]
    if shifted and key in _SHIFTED:
        return _SHIFTED[key]
    if len(key) > 1 and key[0] == "f" and key[1:].isdigit():
        return key.upper()
    if len(key) == 1 and key.isalpha():
        return key.upper() if shifted else key
    return key
