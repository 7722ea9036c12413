"""A small stage for tests of dialogs: two windows with a field each, a real desk, a manual clock, the real Tk loop."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest

from vmark_tk.approvals.desk import Desk
from vmark_tk.commands.port import Commands
from vmark_tk.core.clock import ManualClock
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Ids, WindowLabel
from vmark_tk.core.settings import Settings
from vmark_tk.core.state import AppState
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.loop import TkLoop

LIMIT_S = 5.0


class FakeClients:
    """Tells of the clients that a test sets."""

    def __init__(self) -> None:
        self.now: list[Mapping[str, str]] = []

    def clients(self) -> Sequence[Mapping[str, str]]:
        return self.now


class DefaultWindow:
    """The part of the commands that views ask for."""

    def default_window(self) -> WindowLabel:
        return WindowLabel("main")


class Kit:
    """Everything a dialog needs, and ways to act as a person."""

    def __init__(self, root: tk.Tk, theme: str = "paper") -> None:
        self.root = root
        self.errors: list[BaseException] = []
        root.report_callback_exception = lambda _kind, error, _trace: self.errors.append(error)
        self.clock = ManualClock()
        events = Events()
        self.state = AppState(
            ids=Ids(), clock=self.clock, events=events, settings=Settings(events, {"appearance.theme": theme})
        )
        self.clients = FakeClients()
        self.loop = TkLoop(root)
        self.desk = Desk(self.state)
        self.ctx = UiContext(self.state, self.loop, self.desk, self.clients)
        self.ctx.commands = cast("Commands", DefaultWindow())
        self.ctx.facts = lambda: [("Log folder", "~/.local/state/vmark-tk/log"), ("Tk", "8.6.13")]
        self.windows: dict[WindowLabel, tk.Toplevel] = {}
        self.shown = 0
        self.main = self.add_window()
        self.other = self.add_window()

    def add_window(self) -> WindowLabel:
        label = self.state.add_window().label
        top = tk.Toplevel(self.root, bg=self.ctx.theme.page, name=f"window_{len(self.windows)}")
        top.geometry(f"900x640+{40 + 60 * len(self.windows)}+40")
        field = tk.Text(top, name="text", bg=self.ctx.theme.page, fg=self.ctx.theme.text, bd=0, padx=40, pady=30)
        field.insert("1.0", "# Heading\n\nSome text in the window.\n" * 5)
        field.pack(fill="both", expand=True)
        self.windows[label] = top
        return label

    def field(self, label: WindowLabel) -> tk.Text:
        return cast("tk.Text", self.windows[label].nametowidget("text"))

    def toplevel(self, label: WindowLabel) -> tk.Misc | None:
        return self.windows.get(label)

    def show(self) -> None:
        self.shown += 1

    def until(self, condition: Callable[[], object]) -> None:
        """Let Tk work until something holds; fails after 5 s."""
        end = time.monotonic() + LIMIT_S
        while not condition():
            assert time.monotonic() < end, "waited in vain"
            self.root.update()
        self.settle()

    def settle(self) -> None:
        self.root.update()
        self.root.update_idletasks()
        if self.errors:
            raise self.errors[0]

    def focus(self, widget: tk.Misc) -> None:
        """Give a widget the focus as the person's click on its window does."""
        self.until(lambda: widget.winfo_toplevel().winfo_viewable())
        widget.tk.call("focus", "-force", str(widget))
        self.until(lambda: self.focused() == str(widget))

    def focused(self) -> str:
        return str(self.root.tk.call("focus"))

    def key(self, chord: str) -> None:
        """Press a key where the focus is."""
        focused = self.focused()
        assert focused, "no window of the program has the focus"
        self.root.tk.call("event", "generate", focused, f"<{chord}>")
        self.settle()

    def type(self, text: str) -> None:
        for character in text:
            self.root.tk.call("event", "generate", self.focused(), "<Key>", "-keysym", _keysym(character))
        self.settle()

    def click(self, widget: tk.Misc) -> None:
        """Press and release the first button in the middle of a widget (of its inner canvas for a button)."""
        target = next(iter(widget.winfo_children()), widget) if not isinstance(widget, tk.Text) else widget
        for event in ("<Enter>", "<ButtonPress-1>", "<ButtonRelease-1>"):
            target.event_generate(event, x=5, y=5)
        self.settle()

    def close(self) -> None:
        for top in self.windows.values():
            top.destroy()
        self.settle()
        self.loop.close()


def staged(theme: str = "paper") -> Iterator[Kit]:
    """Yield a stage for one test; skips where there is no display. A failed callback fails the test."""
    try:
        root = tk.Tk()
    except tk.TclError as error:
        pytest.skip(f"no display: {error}")
    root.withdraw()
    made = Kit(root, theme)
    yield made
    made.close()
    root.destroy()
    assert not made.errors


def _keysym(character: str) -> str:
    return {" ": "space", ".": "period", "-": "minus", "/": "slash", "_": "underscore"}.get(character, character)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
