"""What a window without tabs shows: three ways to begin and what was open lately (08 W-04)."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path

from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui.actions import ACTIONS, shown
from vmark_tk.ui.buttons import pressable
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.status_bar import short_path
from vmark_tk.ui.style import UI, UI_BOLD, UI_HERO, UI_SMALL
from vmark_tk.ui.texts import text

_WAYS = (("newFile", "plus"), ("openFile", "text"), ("openFolder", "folder"))
_RECENT = 8
_WIDTH = 420


class Welcome:
    """Large rows that are buttons. The recent list is read when the screen is shown."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, label: WindowLabel, run: Callable[[str], object]) -> None:
        self._ctx = ctx
        self._label = label
        self._run = run
        self.frame = tk.Frame(parent, name="welcome", bd=0)
        self._column = tk.Frame(self.frame, name="column", bd=0)
        self._column.place(relx=0.5, rely=0.46, anchor="center")
        self._stop = ctx.on_restyle(self.refresh)

    def close(self) -> None:
        """Stop listening."""
        self._stop()

    def refresh(self) -> None:
        """Show the recent list as it is now, in the colours in force."""
        theme, px = self._ctx.theme, self._ctx.style.px
        self.frame.configure(bg=theme.page)
        self._column.configure(bg=theme.page)
        for child in self._column.winfo_children():
            child.destroy()
        tk.Frame(self._column, name="width", width=px(_WIDTH), height=0, bg=theme.page).pack()
        self._words("title", text("welcome.title"), UI_HERO, theme.text, (0, 2))
        self._words("line", text("welcome.line"), UI, theme.muted, (0, 26))
        for action, icon in _WAYS:
            chords = ACTIONS[action].chords
            hint = shown(chords[0]) if chords else ""
            self._row(action, icon, text(f"action.{action}"), hint, self._runner(action))
        self._words("recent", text("welcome.recent"), UI_BOLD, theme.muted, (26, 6))
        commands = self._ctx.commands
        recent = [(path, "folder") for path in commands.recent_folders()][: _RECENT // 2]
        recent += [(path, "text") for path in commands.recent_files()][: _RECENT - len(recent)]
        for at, (path, icon) in enumerate(recent):
            self._row(f"recent{at}", icon, path.name, short_path(path.parent, 34), self._opener(path))
        if not recent:
            self._words("none", text("welcome.no_recent"), UI, theme.muted, (0, 0))

    def focus(self) -> None:
        """Put the focus on the first row."""
        self._column.nametowidget("newFile").focus_set()

    def _runner(self, action: str) -> Callable[[], None]:
        def run() -> None:
            self._run(action)

        return run

    def _opener(self, path: Path) -> Callable[[], None]:
        return lambda: self._ctx.commands.open_recent(path, self._label)

    def _words(self, name: str, words: str, font: str, colour: str, space: tuple[int, int]) -> None:
        px = self._ctx.style.px
        label = tk.Label(self._column, name=name, text=words, font=font, fg=colour, bg=self._ctx.theme.page, bd=0)
        label.configure(anchor="w", padx=px(12))
        label.pack(fill="x", pady=(px(space[0]) if space[0] else 0, px(space[1]) if space[1] else 0))

    def _row(self, name: str, icon: str, words: str, hint: str, run: Callable[[], None]) -> None:
        theme, px = self._ctx.theme, self._ctx.style.px
        row = tk.Frame(self._column, name=name, bg=theme.page, bd=0, takefocus=1, highlightthickness=1, cursor="hand2")
        row.configure(highlightbackground=theme.page, highlightcolor=theme.accent)
        image = self._ctx.icons.get(icon, theme.accent, px(18))
        parts = [
            tk.Label(row, name="icon", image=image, bd=0),
            tk.Label(row, name="words", text=words, font=UI, fg=theme.text, bd=0, anchor="w"),
            tk.Label(row, name="hint", text=hint, font=UI_SMALL, fg=theme.muted, bd=0, anchor="e"),
        ]
        for part, options in zip(parts, ((12, 10), (0, 12), (0, 12)), strict=True):
            part.pack(side="right" if part is parts[2] else "left", padx=(px(options[0]), px(options[1])), pady=px(7))
        parts[1].pack(fill="x", expand=True)
        row.pack(fill="x")

        def paint(ground: str) -> None:
            for part in (row, *parts):
                part["bg"] = ground

        paint(theme.page)
        pressable(row, run)
        for part in parts:
            part.bind("<ButtonRelease-1>", lambda _e: run())
        row.bind("<Enter>", lambda _e: paint(self._ctx.theme.hover))
        row.bind("<Leave>", lambda _e: paint(self._ctx.theme.page))
        row.bind("<Down>", lambda _e: _step(row, 1))
        row.bind("<Up>", lambda _e: _step(row, -1))


def _step(row: tk.Misc, by: int) -> str:
    there = row.tk_focusNext() if by > 0 else row.tk_focusPrev()
    if there is not None and str(there).startswith(row.winfo_parent()):
        there.focus_set()
    return "break"
