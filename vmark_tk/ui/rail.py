"""The rail at the left: one mark for each open workspace, a button for one more (08 K-08, K-09; a setting, off)."""

from __future__ import annotations

import tkinter as tk
from colorsys import hls_to_rgb
from zlib import crc32

from vmark_tk.core.ids import InstanceId, WindowLabel
from vmark_tk.core.state import InstancesChanged, WorkspaceInstance
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.images import rounded
from vmark_tk.ui.menu import themed_menu
from vmark_tk.ui.style import UI_BOLD
from vmark_tk.ui.texts import text
from vmark_tk.ui.tooltip import Tooltip

WIDTH = 52
_CELL, _MARK = 48, 34


class Rail:
    """One canvas; colour and initials of a workspace come from its folder, so they stay the same every day."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, label: WindowLabel, tooltip: Tooltip) -> None:
        self._ctx = ctx
        self._label = label
        self._tooltip = tooltip
        self._hover = -1
        self._cursor = -1
        self.canvas = tk.Canvas(parent, name="rail", highlightthickness=0, bd=0, takefocus=1)
        self._menu = tk.Menu(self.canvas, name="rail_menu", tearoff=False)
        canvas = self.canvas
        canvas.bind("<Motion>", lambda event: self._set_hover(event.y // ctx.style.px(_CELL)))
        canvas.bind("<Leave>", lambda _e: self._set_hover(-1))
        canvas.bind("<ButtonRelease-1>", lambda event: self._press(event.y // ctx.style.px(_CELL)))
        canvas.bind("<Button-3>", lambda event: self._post(event.y // ctx.style.px(_CELL), event.x_root, event.y_root))
        canvas.bind("<FocusIn>", lambda _e: self._focus(entered=True))
        canvas.bind("<FocusOut>", lambda _e: self._focus(entered=False))
        for key in ("Up", "Down", "Return", "space", "Delete", "Menu"):
            canvas.bind(f"<{key}>", self._key)
        self._stops = [
            ctx.on_window(InstancesChanged, label, self.draw),
            ctx.on_restyle(self.draw),
        ]

    def close(self) -> None:
        """Stop listening."""
        for stop in self._stops:
            stop()

    def parts(self) -> list[tuple[str, str, str, tuple[int, int, int, int]]]:
        """Return `(name, role, text, bounds in the canvas)` of the marks (ARC-059)."""
        px = self._ctx.style.px
        found = [
            (f"rail.{one.id}", "tab", self._title(one), (0, at * px(_CELL), px(WIDTH), px(_CELL)))
            for at, one in enumerate(self._instances())
        ]
        return [*found, ("rail.add", "button", text("rail.add"), (0, len(found) * px(_CELL), px(WIDTH), px(_CELL)))]

    def draw(self) -> None:
        """Draw all marks."""
        px, theme, canvas = self._ctx.style.px, self._ctx.theme, self.canvas
        canvas.configure(width=px(WIDTH), bg=theme.panel)
        canvas.delete("all")
        if self._label not in self._ctx.state.windows:
            return
        shown = self._ctx.state.windows[self._label].shown
        middle, half = px(WIDTH) // 2, px(_MARK) // 2
        instances = self._instances()
        for at, one in enumerate(instances):
            y = at * px(_CELL) + px(_CELL) // 2 + px(2)
            fill, ink = mark_colours(str(one.root), dark=theme.dark) if one.root else (theme.hover, theme.text)
            if one.id == shown:
                canvas.create_rectangle(0, y - half, px(3), y + half, fill=theme.accent, width=0)
            if at in (self._hover, self._cursor):
                self._tile(middle, y, half + px(3), theme.accent if at == self._cursor else theme.border)
            self._tile(middle, y, half, fill)
            if one.root is None:
                canvas.create_image(middle, y, image=self._ctx.icons.get("stack", ink, px(18)))
            else:
                canvas.create_text(middle, y, text=initials(one.root.name), font=UI_BOLD, fill=ink)
        y = len(instances) * px(_CELL) + px(_CELL) // 2 + px(2)
        ink = theme.text if self._hover == len(instances) else theme.muted
        if len(instances) in (self._hover, self._cursor):
            self._tile(middle, y, half, theme.hover)
        canvas.create_image(middle, y, image=self._ctx.icons.get("plus", ink, px(16)))

    def _tile(self, x: int, y: int, half: int, fill: str) -> None:
        rounded(self.canvas, (x, y), half, self._ctx.style.px(9), fill)

    def _instances(self) -> list[WorkspaceInstance]:
        return self._ctx.state.windows[self._label].instances

    @staticmethod
    def _title(one: WorkspaceInstance) -> str:
        return text("rail.loose") if one.root is None else str(one.root)

    def _set_hover(self, at: int) -> None:
        instances = self._instances()
        at = at if 0 <= at <= len(instances) else -1
        if at == self._hover:
            return
        self._hover = at
        self._tooltip.hide()
        if at >= 0:
            words = self._title(instances[at]) if at < len(instances) else text("rail.add")
            x = self.canvas.winfo_rootx() + self.canvas.winfo_width() + 4
            y = self.canvas.winfo_rooty() + at * self._ctx.style.px(_CELL) + self._ctx.style.px(14)
            self._tooltip.later(lambda: words, x, y)
        self.draw()

    def _focus(self, *, entered: bool) -> None:
        shown = self._ctx.state.windows[self._label].shown
        ids = [one.id for one in self._instances()]
        self._cursor = ids.index(shown) if entered else -1
        self.draw()

    def _press(self, at: int) -> None:
        instances = self._instances()
        self._tooltip.hide()
        if 0 <= at < len(instances):
            self._ctx.commands.show_workspace(self._label, instances[at].id)
        elif at == len(instances):
            self._ctx.commands.open_folder_dialog(self._label)

    def _close_one(self, instance: InstanceId) -> None:
        self._ctx.commands.close_workspace(self._label, instance)

    def _post(self, at: int, x: int, y: int) -> None:
        instances = self._instances()
        if not (0 <= at < len(instances)) or instances[at].root is None:
            return
        themed_menu(self._ctx, self._menu)
        self._menu.delete(0, "end")
        self._menu.add_command(label=text("rail.close"), command=lambda: self._close_one(instances[at].id))
        self._menu.tk_popup(x, y)

    def _key(self, event: tk.Event[tk.Misc]) -> str:
        last = len(self._instances())
        match event.keysym:
            case "Up" | "Down":
                self._cursor = (self._cursor + (1 if event.keysym == "Down" else -1)) % (last + 1)
                self.draw()
            case "Delete" if 0 <= self._cursor < last and self._instances()[self._cursor].root is not None:
                self._close_one(self._instances()[self._cursor].id)
            case "Menu":
                y = self.canvas.winfo_rooty() + self._cursor * self._ctx.style.px(_CELL)
                self._post(self._cursor, self.canvas.winfo_rootx() + self.canvas.winfo_width(), y)
            case _:
                self._press(self._cursor)
        return "break"


def initials(name: str) -> str:
    """Return one or two letters for a folder: of its words, else its first two."""
    words = [word for word in name.replace("_", " ").replace("-", " ").replace(".", " ").split() if word]
    if len(words) > 1:
        return (words[0][0] + words[1][0]).upper()
    return (words[0][:2] if words else name[:2]).capitalize()


def mark_colours(seed: str, *, dark: bool) -> tuple[str, str]:
    """Return background and ink for a name; the hue comes from the name, contrast is at least 4.5:1."""
    hue = crc32(seed.encode("utf-8", "replace")) % 12 / 12
    fill = hls_to_rgb(hue, 0.30 if dark else 0.84, 0.35 if dark else 0.45)
    ink = hls_to_rgb(hue, 0.90 if dark else 0.20, 0.60 if dark else 0.55)
    return "#" + "".join(f"{round(v * 255):02x}" for v in fill), "#" + "".join(f"{round(v * 255):02x}" for v in ink)
