"""The widgets of the find bar: two fields, three switches, buttons, the counter; plain ttk in the colours in force."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Any

from vmark_tk.ui.context import UiContext
from vmark_tk.ui.style import UI
from vmark_tk.ui.texts import text

_ICON = 14
_NARROW = 640
_SWITCHES = ("case", "word", "regex")
_STEPS = {"previous": "up", "next": "down"}


class FindWidgets:
    """Made once in the frame of the bar.

    `actions`: typed, switched, next, previous, replace, replace_all, close.
    """

    def __init__(self, ctx: UiContext, frame: tk.Frame, actions: Mapping[str, Callable[[], None]]) -> None:
        self._ctx = ctx
        self._frame = frame
        self._actions = actions
        self._line = tk.Frame(frame, height=1)
        self._labels = [ttk.Label(frame, text=text(f"find.{name}"), font=UI) for name in ("pattern", "replacement")]
        self.pattern = self._field("pattern", watched=True)
        self.replacement = self._field("replacement")
        self._switch_box, self._replace_box = tk.Frame(frame), tk.Frame(frame)
        self._switches = {name: self._switch(name) for name in _SWITCHES}
        self._steps = {name: self._button(self._switch_box, name, icon) for name, icon in _STEPS.items()}
        self.counter = ttk.Label(self._switch_box, name="counter", font=UI, width=15)
        self.message = ttk.Label(frame, name="message", font=UI)
        self._replacers = [self._button(self._replace_box, name) for name in ("replace", "replace_all")]
        self._close = self._button(frame, "close", "close")
        self._bind()
        frame.bind("<Configure>", self._fit, add="+")
        self._place()
        self._stop = ctx.on_restyle(self._restyle)
        self._line.bind("<Destroy>", lambda _event: self._stop(), add="+")

    # --- for the bar ---

    def is_on(self, name: str) -> bool:
        """Tell whether the switch `case`, `word` or `regex` is on."""
        return bool(self._switches[name].instate(["selected"]))

    def set_pattern(self, words: str) -> None:
        """Put other words into the field of what to find."""
        self.pattern.delete(0, "end")
        self.pattern.insert(0, words)

    def arrange(self, *, regex: bool, replace: bool) -> None:
        """Show or hide the switch for regular expressions and the row for replacing."""
        if regex:
            self._switches["regex"].pack(side="left", after=self._switches["word"])
        else:
            self._switches["regex"].pack_forget()
        if replace == bool(self.replacement.winfo_manager()):
            return
        row = (self._labels[1], self.replacement, self._replace_box)
        for column, widget in enumerate(row):
            if not replace:
                widget.grid_remove()
            elif column or self._labels[0].winfo_manager():
                widget.grid(row=2, column=column, **self._room(column))

    def say(self, words: str, *, bad: bool = False) -> None:
        """Show the counter, or in a line of its own what went wrong."""
        self.counter.configure(text="" if bad else words)
        self.message.configure(text=words if bad else "")
        if bad:
            self.message.grid(row=3, column=1, columnspan=3, sticky="w", padx=self._ctx.style.px(6))
        else:
            self.message.grid_remove()

    # --- making ---

    def _field(self, name: str, *, watched: bool = False) -> ttk.Entry:
        field = ttk.Entry(self._frame, name=name, font=UI, takefocus=1, width=12)
        if watched:

            def changing() -> bool:
                self._actions["typed"]()
                return True

            field.configure(validate="key", validatecommand=field.register(changing))
        return field

    def _switch(self, name: str) -> ttk.Checkbutton:
        box = self._switch_box
        switch = ttk.Checkbutton(box, name=name, text=text(f"find.{name}"), style="Find.Toolbutton", takefocus=1)
        variable = f"find{box}.{name}"  # a plain Tcl variable: a Python one would be finalised, by whatever thread
        box.setvar(variable, "0")
        switch.tk.call(switch, "configure", "-variable", variable)
        switch.configure(command=self._actions["switched"])
        switch.pack(side="left")
        return switch

    def _button(self, parent: tk.Misc, name: str, icon: str = "") -> ttk.Button:
        words = text(f"find.{name}")
        run = self._actions[name]
        button = ttk.Button(parent, name=name, text=words, style="Find.TButton", takefocus=1, command=run)
        if icon:
            button.configure(compound="image", padding=self._ctx.style.px(5))
        return button

    def _bind(self) -> None:
        act = self._actions
        for field, enter in ((self.pattern, "next"), (self.replacement, "replace")):
            for key in ("Return", "KP_Enter"):
                self._on(field, f"<{key}>", act[enter])
                self._on(field, f"<Shift-{key}>", act["previous"])
        self._on(self.replacement, "<Control-Return>", act["replace_all"])
        buttons: tuple[ttk.Button | ttk.Checkbutton, ...] = (
            *self._switches.values(),
            *self._steps.values(),
            *self._replacers,
            self._close,
        )
        for button in buttons:
            self._on(button, "<Return>", button.invoke)
        for widget in (self.pattern, self.replacement, *buttons):
            self._on(widget, "<Escape>", act["close"])

    @staticmethod
    def _on(widget: tk.Misc, sequence: str, run: Callable[[], object]) -> None:
        def pressed(_event: object) -> str:
            run()
            return "break"

        widget.bind(sequence, pressed)

    def _place(self) -> None:
        self._frame.columnconfigure(1, weight=1)
        self._line.grid(row=0, column=0, columnspan=4, sticky="we")
        for column, widget in enumerate((self._labels[0], self.pattern, self._switch_box, self._close)):
            widget.grid(row=1, column=column, **self._room(column))
        px = self._ctx.style.px
        for button in self._steps.values():
            button.pack(side="left", padx=(px(4), 0))
        self.counter.pack(side="left", padx=px(8))
        for button in self._replacers:
            button.pack(side="left", padx=(0, px(4)))

    def _room(self, column: int) -> dict[str, Any]:
        px = self._ctx.style.px
        left = px(10) if column == 0 else px(6)
        return {"sticky": "we" if column == 1 else "w", "padx": (left, px(6) if column == 3 else 0), "pady": px(4)}

    # --- looks ---

    def _fit(self, event: tk.Event[tk.Misc]) -> None:
        """Leave out the words before the fields where there is no room for them."""
        for at, label in enumerate(self._labels):
            if event.width < self._ctx.style.px(_NARROW):
                label.grid_remove()
            elif at == 0 or self.replacement.winfo_manager():
                label.grid()

    def _restyle(self) -> None:
        theme, px = self._ctx.theme, self._ctx.style.px
        style = ttk.Style(self._frame)
        style.configure("Find.TButton", background=theme.raised, padding=(px(8), px(4)))
        style.map("Find.TButton", background=[("pressed", theme.border), ("active", theme.hover)])
        style.configure(
            "Find.Toolbutton",
            background=theme.raised,
            foreground=theme.muted,
            padding=(px(7), px(4)),
            bordercolor=theme.raised,
            lightcolor=theme.raised,
            darkcolor=theme.raised,
        )
        style.map(
            "Find.Toolbutton",
            background=[("selected", theme.selection), ("active", theme.hover)],
            foreground=[("selected", theme.text)],
            bordercolor=[("focus", theme.accent), ("selected", theme.accent)],
        )
        for frame in (self._frame, self._switch_box, self._replace_box):
            frame.configure(bg=theme.raised)
        self._line.configure(bg=theme.border)
        for label in self._labels:
            label.configure(background=theme.raised, foreground=theme.muted)
        self.counter.configure(background=theme.raised, foreground=theme.muted)
        self.message.configure(background=theme.raised, foreground=theme.danger)
        for button, icon in ((self._close, "close"), *((self._steps[name], icon) for name, icon in _STEPS.items())):
            button.configure(image=self._ctx.icons.get(icon, theme.text, px(_ICON)))
