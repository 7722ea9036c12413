"""A dialog: a window of its own above its parent, without a grab, so that other windows stay usable (08 I-08).

Escape and closing do the same thing, Tab stays inside, no key leaves the dialog. It is placed while hidden, so it never
flashes or jumps.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.state import AppState
from vmark_tk.ui.chrome import Chrome, focus_on, toolkit

SHIELD = "VmarkShield"


class Stage(Protocol):
    """What dialogs need of the shell: the window on the screen behind a label, None when it is gone."""

    def toplevel(self, label: WindowLabel) -> tk.Misc | None:
        """Return the Tk window of `label`."""
        ...

    def show(self) -> None:
        """Make a hidden editor visible (00 D13)."""
        ...


class Dialog:
    """One dialog window; `body` is the frame to fill, then call `show`."""

    def __init__(
        self,
        chrome: Chrome,
        parent: tk.Misc,
        title: str,
        *,
        name: str,
        on_close: Callable[[], object] | None = None,
        resizable: bool = False,
    ) -> None:
        self.chrome = chrome
        self.parent = parent.winfo_toplevel()
        self.top = tk.Toplevel(self.parent, bg=chrome.theme.raised, name=name)
        self.top.withdraw()
        self.top.title(title)
        self.top.resizable(resizable, resizable)
        self.body = tk.Frame(self.top, bg=chrome.theme.raised)
        self.body.pack(fill="both", expand=True)
        self._on_close = on_close or self.close
        self.on_focus: Callable[[tk.Misc], None] = lambda _widget: None
        self.at_end: list[Callable[[], None]] = []
        self._before: str = ""
        self._first: tk.Misc | None = None
        self.top.protocol("WM_DELETE_WINDOW", self._on_close)
        self._bind_keys()

    def _bind_keys(self) -> None:
        def close(_event: object) -> str:
            self._on_close()
            return "break"

        self.top.bind("<Escape>", close)
        self.top.bind("<Tab>", lambda _e: self._walk(1))
        self.top.bind("<Shift-Tab>", lambda _e: self._walk(-1))
        if self.top.tk.call("tk", "windowingsystem") == "x11":
            self.top.bind("<ISO_Left_Tab>", lambda _e: self._walk(-1))
        self.top.bind("<FocusIn>", self._focused)
        self.top.bind("<Key>", lambda _e: "break")  # nothing reaches the accelerators of the application
        self.top.bind("<Destroy>", self._forget, add="+")

    def _focused(self, event: tk.Event[tk.Misc]) -> str:
        if event.widget is self.top and self._first is not None and str(self.top.tk.call("focus")) == str(self.top):
            if self._first.winfo_exists():
                focus_on(self._first)  # the window manager gave the focus to the window before Tk knew the widget
        elif isinstance(event.widget, tk.Misc):
            self.on_focus(event.widget)
        return "break"  # the dispatcher of accelerators would join at the end of this event

    def _walk(self, step: int) -> str:
        here = self.top.focus_get() or self.top
        there = here.tk_focusNext() if step > 0 else here.tk_focusPrev()
        if there is not None and there.winfo_toplevel() is self.top:
            focus_on(there)
        return "break"

    def _forget(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self.top:
            tracker = toolkit().ScalingTracker  # which would keep every dialog ever made
            tracker.remove_window(None, self.top)
            tracker.window_dpi_scaling_dict.pop(self.top, None)
            for end in self.at_end:
                end()

    @property
    def alive(self) -> bool:
        """Tell whether the window still exists."""
        try:
            return bool(self.top.winfo_exists())
        except tk.TclError:
            return False

    def show(self, first: tk.Misc | None = None, *, size: tuple[int, int] | None = None) -> None:
        """Place the dialog over its parent and show it, with the focus on `first`; `size` in units at 96 dpi."""
        self._before = str(self.top.tk.call("focus", "-lastfor", str(self.parent)))
        self.top.update_idletasks()
        parent = self.parent
        width, height = (
            (self.chrome.px(size[0]), self.chrome.px(size[1]))
            if size is not None
            else (self.top.winfo_reqwidth(), self.top.winfo_reqheight())
        )
        width = min(width, self.top.winfo_screenwidth() - 40)
        height = min(height, self.top.winfo_screenheight() - 80)
        if parent.winfo_viewable():
            self.top.transient(parent)
            left = parent.winfo_rootx() + (parent.winfo_width() - width) // 2
            above = parent.winfo_rooty() + (parent.winfo_height() - height) // 3
        else:
            left = (self.top.winfo_screenwidth() - width) // 2
            above = (self.top.winfo_screenheight() - height) // 3
        left = max(0, min(left, self.top.winfo_screenwidth() - width))
        above = max(0, min(above, self.top.winfo_screenheight() - height - 40))
        place = f"+{left}+{above}"
        self.top.geometry(place if size is None else f"{width}x{height}{place}")
        if size is not None:
            self.top.minsize(min(width, self.chrome.px(480)), min(height, self.chrome.px(320)))
        dark_title_bar(self.top, dark=self.chrome.theme.dark)
        self.top.deiconify()
        self._first = first
        if first is not None:
            focus_on(first)

    def close(self, *, give_back: bool = True) -> None:
        """Take the dialog away; the focus goes back to where it was."""
        if not self.alive:
            return
        had_focus = self.has_focus()
        self.top.destroy()
        if give_back and had_focus and self._before:
            with suppress(tk.TclError):  # that widget may be gone by now
                self.parent.tk.call("focus", self._before)

    def take_focus(self, first: tk.Misc) -> None:
        """Move the focus of the application into the dialog; for when its parent had it."""
        first.tk.call("focus", "-force", str(first))

    def has_focus(self) -> bool:
        """Tell whether the focus is in this dialog."""
        focused = str(self.top.tk.call("focus"))
        return focused == str(self.top) or focused.startswith(f"{self.top}.")


def bring_forward(state: AppState, shell: Stage, name: str) -> bool:
    """Raise the dialog of this name over whichever window it is open; False when there is none."""
    for label in state.windows:
        window = shell.toplevel(label)
        dialog: tk.Misc | None = None if window is None else window.children.get(name)
        if isinstance(dialog, tk.Toplevel):
            dialog.deiconify()
            dialog.lift()
            dialog.focus_set()
            return True
    return False


class Shield:
    """Keeps keys and clicks from the widgets of one window while a question stands over it (no grab).

    `called` runs when the person tries, to bring the question to the front.
    """

    def __init__(self, window: tk.Misc, called: Callable[[], None]) -> None:
        self._window = window.winfo_toplevel()
        self._tag = f"{SHIELD}{self._window}"
        self._called = called
        self._covered: list[str] = []

    def raise_up(self) -> None:
        """Begin to keep input away."""

        def stop(_event: object) -> str:
            self._called()
            return "break"

        for sequence in ("<Key>", "<ButtonPress>", "<FocusIn>"):
            self._window.bind_class(self._tag, sequence, stop)
        for sequence in ("<KeyRelease>", "<ButtonRelease>", "<B1-Motion>", "<MouseWheel>"):
            self._window.bind_class(self._tag, sequence, lambda _e: "break")
        self._cover(str(self._window))

    def _cover(self, path: str) -> None:
        call = self._window.tk.call
        own_window = path != str(self._window) and str(call("winfo", "toplevel", path)) == path
        if own_window and str(call("winfo", "class", path)) != "Menu":
            return  # a dialog or another window below this one
        tags = self._window.tk.splitlist(call("bindtags", path))
        if self._tag not in tags:
            call("bindtags", path, (self._tag, *tags))
            self._covered.append(path)
        for child in self._window.tk.splitlist(call("winfo", "children", path)):
            self._cover(str(child))

    def take_down(self) -> None:
        """Let input through again."""
        call = self._window.tk.call
        for path in self._covered:
            with suppress(tk.TclError):  # widgets may have gone meanwhile
                tags = self._window.tk.splitlist(call("bindtags", path))
                call("bindtags", path, tuple(tag for tag in tags if tag != self._tag))
        self._covered = []


def dark_title_bar(top: tk.Toplevel, *, dark: bool) -> None:
    """Give the title bar of a hidden window the dark colours on Windows; elsewhere the window manager decides."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - Windows only

        frame = ctypes.windll.user32.GetParent(top.winfo_id())
        value = ctypes.c_int(1 if dark else 0)
        for attribute in (20, 19):  # the second one on builds before 18985
            if ctypes.windll.dwmapi.DwmSetWindowAttribute(frame, attribute, ctypes.byref(value), 4) == 0:
                return
