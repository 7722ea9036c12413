"""Toasts at the bottom right of a window, and the list of past messages (08 I-13).

Plain Tk on purpose: a message must not cost the import of the dialog toolkit. Toasts never take the focus; Tab and
`focus_newest` reach their buttons.
"""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import font as tkfont

from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.notices import Level, Notice, NoticePosted
from vmark_tk.core.ports import Timer
from vmark_tk.core.settings import SettingChanged
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.texts import text

MAX_SHOWN = 3
SHOWN_MS: dict[Level, int | None] = {"info": 4000, "warning": 8000, "error": None}
WIDTH = 360
_SIGNS: dict[Level, str] = {"info": "i", "warning": "!", "error": "×"}


@dataclass(slots=True)
class _Toast:
    notice: Notice
    frame: tk.Frame
    timer: Timer | None


class NoticeView:
    """The toasts of one window: those meant for it, and, while it is the default one, those for no window."""

    def __init__(self, ctx: UiContext, label: WindowLabel, parent: tk.Misc) -> None:
        self._ctx = ctx
        self._label = label
        self._parent = parent
        self._toasts: list[_Toast] = []
        self._stack: tk.Frame | None = None
        events = ctx.state.events
        self._ends = [
            events.subscribe(NoticePosted, self._on_notice),
            events.subscribe(SettingChanged, self._on_setting),
        ]
        parent.bind("<Destroy>", self._on_destroy, add="+")

    @property
    def shown(self) -> list[Notice]:
        """Return the messages on the screen, oldest first."""
        return [toast.notice for toast in self._toasts]

    def dismiss(self, notice: Notice) -> None:
        """Take a message off the screen."""
        for toast in tuple(self._toasts):
            if toast.notice is notice:
                self._remove(toast)

    def focus_newest(self) -> bool:
        """Move the focus to the newest message's close sign; False when there is none."""
        if not self._toasts:
            return False
        self._toasts[-1].frame.nametowidget("close").focus_set()
        return True

    # --- events ---

    def _on_notice(self, event: NoticePosted) -> None:
        window = event.notice.window
        if window is not None and window not in self._ctx.state.windows:
            window = None  # the window it was meant for is gone
        if (window or self._ctx.commands.default_window()) == self._label:
            self._show(event.notice)

    def _on_setting(self, event: SettingChanged) -> None:
        if event.key in ("appearance.theme", "appearance.scale"):
            for toast in self._toasts:
                toast.frame.destroy()
                toast.frame = self._draw(toast.notice)

    def _on_destroy(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is not self._parent:
            return
        for end in self._ends:
            end()
        for toast in self._toasts:
            if toast.timer is not None:
                toast.timer.cancel()
        self._toasts = []

    # --- drawing ---

    def _show(self, notice: Notice) -> None:
        while len(self._toasts) >= MAX_SHOWN:
            self._remove(next((one for one in self._toasts if one.timer is not None), self._toasts[0]))
        toast = _Toast(notice, self._draw(notice), None)
        self._toasts.append(toast)
        shown_ms = SHOWN_MS[notice.level]
        if shown_ms is not None:
            toast.timer = self._ctx.loop.call_later(shown_ms, lambda: self._remove(toast))

    def _remove(self, toast: _Toast) -> None:
        if toast not in self._toasts:
            return
        self._toasts.remove(toast)
        if toast.timer is not None:
            toast.timer.cancel()
        had_focus = str(toast.frame.tk.call("focus")).startswith(f"{toast.frame}.")
        toast.frame.destroy()
        if had_focus:
            self._parent.focus_set()
        if not self._toasts and self._stack is not None:
            self._stack.destroy()
            self._stack = None

    def _px(self, size: float) -> int:
        scale = self._ctx.state.settings.number("appearance.scale")
        return round(size * (scale or float(self._parent.tk.call("tk", "scaling")) * 72 / 96))

    def _draw(self, notice: Notice) -> tk.Frame:
        theme = self._ctx.theme
        if self._stack is None:
            self._stack = tk.Frame(self._parent, bg=theme.page, name="notices")
            self._stack.place(relx=1.0, rely=1.0, x=-self._px(16), y=-self._px(40), anchor="se")
        self._stack.configure(bg=theme.page)
        self._stack.lift()
        colour = {"info": theme.accent, "warning": theme.warning, "error": theme.danger}[notice.level]
        family = str(tkfont.nametofont("TkDefaultFont", self._parent).actual("family"))
        font = (family, -self._px(13))
        edge = tk.Frame(self._stack, bg=theme.border, padx=1, pady=1, name=f"notice_{notice.id}")
        edge.pack(fill="x", pady=(self._px(8), 0))
        tk.Frame(edge, bg=colour, width=self._px(4)).pack(side="left", fill="y")
        inside = tk.Frame(edge, bg=theme.raised, padx=self._px(12), pady=self._px(10))
        inside.pack(side="left", fill="both", expand=True)
        sign = tk.Label(
            inside,
            text=_SIGNS[notice.level],
            fg=theme.raised,
            bg=colour,
            font=(family, -self._px(11), "bold"),
            width=2,
            bd=0,
            pady=0,
        )
        sign.pack(side="left", anchor="n", pady=(self._px(1), 0))
        self._flat_button(edge, "close", "✕", lambda: self.dismiss(notice), colour=theme.muted, inside=inside).pack(
            side="right", anchor="n", in_=inside
        )
        middle = tk.Frame(inside, bg=theme.raised)
        middle.pack(side="left", fill="both", expand=True, padx=self._px(10))
        words = tk.Label(
            middle,
            text=notice.text,
            fg=theme.text,
            bg=theme.raised,
            font=font,
            wraplength=self._px(WIDTH - 110),
            justify="left",
            anchor="w",
            bd=0,
            padx=0,
            pady=0,
        )
        words.pack(fill="x")
        if notice.action is not None:
            action = notice.action

            def run() -> None:
                self.dismiss(notice)
                action.run()

            self._flat_button(edge, "action", action.label, run, colour=theme.accent, inside=middle).pack(
                anchor="w", pady=(self._px(6), 0), in_=middle
            )
        tk.Frame(middle, bg=theme.raised, width=self._px(WIDTH - 110), height=0).pack()
        return edge

    def _flat_button(
        self, edge: tk.Frame, name: str, label: str, run: Callable[[], None], *, colour: str, inside: tk.Frame
    ) -> tk.Label:
        theme = self._ctx.theme
        family = str(tkfont.nametofont("TkDefaultFont", self._parent).actual("family"))
        made = tk.Label(
            edge,
            name=name,
            text=label,
            fg=colour,
            bg=str(inside.cget("bg")),
            font=(family, -self._px(13), "bold" if name == "action" else "normal"),
            padx=self._px(6),
            pady=self._px(2),
            bd=0,
            highlightthickness=2,
            highlightbackground=str(inside.cget("bg")),
            highlightcolor=theme.accent,
            takefocus=1,
            cursor="hand2",
            wraplength=self._px(WIDTH - 130),
            justify="left",
        )
        made.lift()

        def press(_event: object) -> str:
            run()
            return "break"

        for sequence in ("<ButtonRelease-1>", "<space>", "<Return>"):
            made.bind(sequence, press)
        made.bind("<Escape>", lambda _e: self._escape(edge))
        made.bind("<Enter>", lambda _e: made.configure(bg=theme.hover))
        made.bind("<Leave>", lambda _e: made.configure(bg=str(inside.cget("bg"))))
        return made

    def _escape(self, edge: tk.Frame) -> str:
        for toast in tuple(self._toasts):
            if toast.frame is edge:
                self._remove(toast)
        return "break"


def history_lines(notices: list[Notice]) -> str:
    """Return past messages as text, newest first, with the local time of day."""
    if not notices:
        return text("notice.none")
    return "\n\n".join(
        f"{time.strftime('%H:%M:%S', time.localtime(one.at))}  {text('notice.' + one.level)}\n{one.text}"
        for one in reversed(notices)
    )
