"""The strip of tabs of a window, drawn on one canvas; only tabs in sight are drawn (12 section 10, 08 T-01 to T-10).

It keeps widths, scroll offset and pointer state, never a truth about tabs: those come from the state at each drawing.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections import Counter
from dataclasses import dataclass

from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.kinds import WORKFLOW
from vmark_tk.core.state import Tab
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.images import rounded
from vmark_tk.ui.style import UI, UI_BOLD
from vmark_tk.ui.tab_menu import TabMenu
from vmark_tk.ui.texts import text
from vmark_tk.ui.tooltip import Tooltip

HEIGHT = 37
_PAD, _GAP, _ICON, _MIN, _MAX = 12, 7, 16, 96, 240
_BUTTON = 34
_DRAG_FROM = 6
_SCROLL = 60


@dataclass(frozen=True, slots=True)
class Face:
    """How one tab looks: title, a second muted word (the folder), icon, marks, width."""

    tab: TabId
    title: str
    folder: str
    icon: str
    marks: tuple[str, ...]
    unsaved: bool
    unseen: bool
    width: int


class TabStrip:
    """One canvas with the tabs of the shown workspace, a button for a new tab and, when needed, the list of all."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, label: WindowLabel, tooltip: Tooltip) -> None:
        self._ctx = ctx
        self._label = label
        self._tooltip = tooltip
        self.canvas = tk.Canvas(parent, name="tabs", highlightthickness=0, bd=0, takefocus=1, height=HEIGHT)
        self.menu = TabMenu(ctx, self.canvas, label)
        self._faces: list[Face] = []
        self._widths: dict[tuple[str, str], int] = {}
        self._offset = 0
        self._hover: str = ""
        self._cursor: TabId | None = None
        self._pressed: str = ""
        self._press_x = 0
        self._drag: TabId | None = None
        self._waiting = False
        self._reveal = True
        self._bind()
        self._stop = ctx.on_restyle(self._restyle)

    # --- what others call ---

    def refresh(self, *, reveal: bool = False) -> None:
        """Draw again in the next idle moment; `reveal` scrolls the active tab into sight."""
        self._reveal = self._reveal or reveal
        if not self._waiting:
            self._waiting = True
            self.canvas.after_idle(self._draw)

    def close(self) -> None:
        """Stop listening; the canvas goes with its window."""
        self._stop()

    def parts(self) -> list[tuple[str, str, str, tuple[int, int, int, int]]]:
        """Return `(name, role, text, bounds in the canvas)` of the tabs and buttons in sight (ARC-059)."""
        px, found = self._ctx.style.px, []
        for face, left in self._placed():
            right = min(left + face.width, self._room())
            if right <= 0 or left >= self._room():
                continue
            name = f"{face.title} {face.folder}".strip()
            found.append(
                (f"tabs.{face.tab}", "tab", name, (max(0, left), 0, right - max(0, left) - px(26), px(HEIGHT)))
            )
            if left + face.width <= self._room():
                bounds = (left + face.width - px(26), 0, px(26), px(HEIGHT))
                found.append((f"tabs.{face.tab}.close", "button", text("tab.close"), bounds))
        for button, left in self._buttons():
            words = text(f"tab.{button}")
            found.append((f"tabs.{button}", "button", words, (left, 0, px(_BUTTON), px(HEIGHT))))
        return found

    # --- geometry ---

    def _overflows(self) -> bool:
        total = sum(face.width for face in self._faces)
        return total > self.canvas.winfo_width() - self._ctx.style.px(_BUTTON)

    def _room(self) -> int:
        """Return how many pixels are there for tabs."""
        buttons = 2 if self._overflows() else 1
        return max(1, self.canvas.winfo_width() - buttons * self._ctx.style.px(_BUTTON))

    def _placed(self) -> list[tuple[Face, int]]:
        placed, left = [], -self._offset
        for face in self._faces:
            placed.append((face, left))
            left += face.width
        return placed

    def _buttons(self) -> list[tuple[str, int]]:
        px = self._ctx.style.px
        if self._overflows():
            return [("new", self._room()), ("overflow", self._room() + px(_BUTTON))]
        return [("new", sum(face.width for face in self._faces) - self._offset)]

    def _at(self, x: int) -> str:
        """Return what is at a place: `tab-id`, `tab-id.close`, `new`, `overflow` or ""."""
        for button, left in self._buttons():
            if left <= x < left + self._ctx.style.px(_BUTTON):
                return button
        if x >= self._room():
            return ""
        for face, left in self._placed():
            if left <= x < left + face.width:
                on_close = x >= left + face.width - self._ctx.style.px(28)
                return f"{face.tab}.close" if on_close else face.tab
        return ""

    # --- faces ---

    def _read(self) -> None:
        state = self._ctx.state
        tabs = [tab for tab in state.tabs_of(self._label) if state.visible(tab)]
        names = Counter(tab.title for tab in tabs)
        self._faces = [self._face(tab, doubled=names[tab.title] > 1) for tab in tabs]

    def _face(self, tab: Tab, *, doubled: bool) -> Face:
        document, title, folder = tab.document, tab.title or text("tab.untitled"), ""
        if doubled and tab.path is not None:
            title, folder = tab.path.name, tab.path.parent.name
        marks = []
        if document is not None:
            flags = (("missing", document.file.missing), ("divergent", document.file.divergent))
            marks = [name for name, on in flags if on]
            if document.read_only or tab.viewer:
                marks.append("lock")
        icon = "globe" if document is None else ("workflow" if document.kind == WORKFLOW else "text")
        if tab.pinned:
            icon = "pin"
        if tab.unseen:
            icon = "spark"
        unsaved = document is not None and document.dirty
        width = self._width(title, folder, len(marks))
        return Face(tab.id, title, folder, icon, tuple(marks), unsaved, tab.unseen, width)

    def _width(self, title: str, folder: str, marks: int) -> int:
        px, key = self._ctx.style.px, (title, folder)
        if key not in self._widths:
            measure = self._ctx.style.measure
            self._widths[key] = measure(title, UI_BOLD) + (measure(folder, UI) + px(12) if folder else 0)
        extra = px(_PAD) + px(_ICON) + px(_GAP) + marks * px(_ICON + 4) + px(30)
        return min(px(_MAX), max(px(_MIN), self._widths[key] + extra))

    def _clip(self, words: str, width: int, font: str) -> str:
        if self._ctx.style.measure(words, font) <= width:
            return words
        low, high = 0, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            if self._ctx.style.measure(words[:middle] + "\N{HORIZONTAL ELLIPSIS}", font) <= width:
                low = middle
            else:
                high = middle - 1
        return words[:low] + "\N{HORIZONTAL ELLIPSIS}"

    # --- drawing ---

    def _restyle(self) -> None:
        self._widths.clear()
        self.canvas.configure(height=self._ctx.style.px(HEIGHT), bg=self._ctx.theme.panel)
        self.refresh(reveal=True)

    def _draw(self) -> None:
        self._waiting = False
        if not self.canvas.winfo_exists() or self._label not in self._ctx.state.windows:
            return
        self._read()
        active = self._ctx.state.active_tab(self._label)
        if self._reveal and active is not None:
            self._scroll_to(active.id)
        self._reveal = False
        self._offset = max(0, min(self._offset, sum(face.width for face in self._faces) - self._room()))
        canvas, theme, px = self.canvas, self._ctx.theme, self._ctx.style.px
        canvas.delete("all")
        bottom, room = px(HEIGHT) - 1, self._room()
        canvas.create_line(0, bottom, canvas.winfo_width(), bottom, fill=theme.border)
        for face, left in self._placed():
            if left + face.width > 0 and left < room:
                self._draw_tab(face, left, active=active is not None and face.tab == active.id)
        if self._overflows():
            canvas.create_rectangle(room, 0, canvas.winfo_width(), bottom, fill=theme.panel, width=0)
            canvas.create_line(room, px(9), room, bottom - px(8), fill=theme.border)
        for button, left in self._buttons():
            self._draw_button(button, left)

    def _draw_tab(self, face: Face, left: int, *, active: bool) -> None:
        canvas, theme, px, height = self.canvas, self._ctx.theme, self._ctx.style.px, self._ctx.style.px(HEIGHT)
        right, hovered = left + face.width, self._hover.removesuffix(".close") == face.tab
        ground = theme.page if active else (theme.hover if hovered else theme.panel)
        bottom = height if active else height - 1
        canvas.create_rectangle(left, 0, right, bottom, fill=ground, width=0)
        if active:
            canvas.create_rectangle(left, 0, right, px(2), fill=theme.accent, width=0)
            canvas.create_line(left, 0, left, bottom, fill=theme.border)
        canvas.create_line(
            right, 0 if active else px(9), right, bottom if active else bottom - px(8), fill=theme.border
        )
        ink = theme.text if active or hovered else theme.muted
        middle, x = height // 2, left + px(_PAD)
        icon_ink = theme.accent if face.unseen or active else theme.muted
        canvas.create_image(x, middle, image=self._icon(face.icon, icon_ink), anchor="w")
        x += px(_ICON) + px(_GAP)
        end = right - px(28) - len(face.marks) * px(_ICON + 4)
        self._draw_title(face, x, end, ink)
        for at, mark in enumerate(face.marks):
            colour = {"missing": theme.danger, "divergent": theme.warning}.get(mark, theme.muted)
            canvas.create_image(end + at * px(_ICON + 4), middle, image=self._icon(mark, colour), anchor="w")
        self._draw_close(face, right - px(17), middle, active=active, hovered=hovered)
        if self.canvas.focus_get() is self.canvas and self._cursor == face.tab:
            canvas.create_rectangle(
                left + px(3), px(5), right - px(3), height - px(5), outline=theme.accent, width=px(1.5)
            )

    def _draw_title(self, face: Face, x: int, end: int, ink: str) -> None:
        font, middle = UI_BOLD if face.unseen else UI, self._ctx.style.px(HEIGHT) // 2
        aside = self._ctx.style.px(2)
        if face.folder:
            aside = min(self._ctx.style.measure(face.folder, UI) + self._ctx.style.px(8), (end - x) // 2)
        title = self._clip(face.title, max(1, end - x - aside), font)
        self.canvas.create_text(x, middle, text=title, font=font, fill=ink, anchor="w")
        left = end - x - self._ctx.style.measure(title, font) - self._ctx.style.px(8)
        if face.folder and left >= min(self._ctx.style.px(16), self._ctx.style.measure(face.folder, UI)):
            folder = self._clip(face.folder, left, UI)
            at = x + self._ctx.style.measure(title, font) + self._ctx.style.px(6)
            self.canvas.create_text(at, middle, text=folder, font=UI, fill=self._ctx.theme.muted, anchor="w")

    def _draw_close(self, face: Face, x: int, middle: int, *, active: bool, hovered: bool) -> None:
        theme, px = self._ctx.theme, self._ctx.style.px
        on_close = self._hover == f"{face.tab}.close"
        if on_close:
            rounded(self.canvas, (x, middle), px(10), px(5), theme.border)
        if face.unsaved and not on_close:
            self.canvas.create_image(x, middle, image=self._icon("dot", theme.accent if active else theme.muted))
        elif active or hovered:
            self.canvas.create_image(x, middle, image=self._icon("close", theme.text if on_close else theme.muted))

    def _draw_button(self, button: str, left: int) -> None:
        px, theme = self._ctx.style.px, self._ctx.theme
        x, middle = left + px(_BUTTON) // 2, px(HEIGHT) // 2
        if self._hover == button:
            rounded(self.canvas, (x, middle), px(13), px(6), theme.hover)
        icon = {"new": "plus", "overflow": "down"}[button]
        ink = theme.text if self._hover == button else theme.muted
        self.canvas.create_image(x, middle, image=self._icon(icon, ink))

    def _icon(self, name: str, colour: str) -> tk.PhotoImage:
        return self._ctx.icons.get(name, colour, self._ctx.style.px(_ICON))

    # --- scrolling ---

    def _scroll_to(self, tab: TabId) -> None:
        left = 0
        for face in self._faces:
            if face.tab == tab:
                self._offset = min(self._offset, left)
                self._offset = max(self._offset, left + face.width - self._room())
                return
            left += face.width

    def scroll(self, steps: int) -> None:
        """Scroll by wheel steps."""
        self._offset += steps * self._ctx.style.px(_SCROLL)
        self._tooltip.hide()
        self.refresh()

    # --- pointer ---

    def _bind(self) -> None:
        canvas = self.canvas
        canvas.bind("<Configure>", lambda _e: self.refresh(reveal=True))
        canvas.bind("<Motion>", self._moved)
        canvas.bind("<Leave>", lambda _e: self._set_hover(""))
        canvas.bind("<ButtonPress-1>", self._down)
        canvas.bind("<B1-Motion>", self._dragged)
        canvas.bind("<ButtonRelease-1>", self._up)
        canvas.bind("<Double-Button-1>", self._double)
        canvas.bind("<ButtonRelease-2>" if sys.platform != "darwin" else "<ButtonRelease-3>", self._middle)
        canvas.bind("<ButtonPress-3>" if sys.platform != "darwin" else "<ButtonPress-2>", self._menu_at)
        canvas.bind("<Button-4>", lambda _e: self.scroll(-1))
        canvas.bind("<Button-5>", lambda _e: self.scroll(1))
        canvas.bind("<MouseWheel>", lambda event: self.scroll(-1 if event.delta > 0 else 1))
        canvas.bind("<FocusIn>", self._focused)
        canvas.bind("<FocusOut>", lambda _e: self.refresh())
        for key in ("Left", "Right", "Home", "End", "Return", "space", "Delete", "Menu", "Shift-F10"):
            canvas.bind(f"<{key}>", self._key)

    def _set_hover(self, what: str) -> None:
        if what == self._hover:
            return
        self._hover = what
        self._tooltip.hide()
        words = self.tip(what)
        if words:
            canvas = self.canvas
            x, y = canvas.winfo_pointerx(), canvas.winfo_rooty() + canvas.winfo_height() + 4
            self._tooltip.later(lambda: words, x, y)
        self.refresh()

    def tip(self, what: str) -> str:
        """Return the help text of a part: the full path of a tab and its marks in words (V-07)."""
        if what in ("new", "overflow"):
            return text(f"tab.{what}")
        tab = self._ctx.state.tabs.get(TabId(what.removesuffix(".close")))
        if tab is None:
            return ""
        lines = [str(tab.path) if tab.path else f"{tab.title} \N{EM DASH} {text('tab.untitled')}"]
        document = tab.document
        if document is None:
            lines = [tab.title, text("tab.is.browser")]
        else:
            facts = (
                ("unsaved", document.dirty),
                ("missing", document.file.missing),
                ("divergent", document.file.divergent),
                ("read_only", document.read_only),
                ("unseen", tab.unseen),
            )
            lines += [text(f"tab.is.{name}") for name, on in facts if on]
        return "\n".join(lines)

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        self._set_hover(self._at(event.x))

    def _down(self, event: tk.Event[tk.Misc]) -> None:
        self._tooltip.hide()
        self._pressed, self._press_x = self._at(event.x), event.x
        self._drag = None
        if self._pressed in self._ctx.state.tabs:
            self._ctx.commands.activate_tab(TabId(self._pressed))

    def _dragged(self, event: tk.Event[tk.Misc]) -> None:
        if self._pressed not in self._ctx.state.tabs:
            return
        if self._drag is None and abs(event.x - self._press_x) < self._ctx.style.px(_DRAG_FROM):
            return
        self._drag = TabId(self._pressed)
        target = self._at(event.x).removesuffix(".close")
        state = self._ctx.state
        if target in state.tabs and target != self._drag and not state.tabs[TabId(target)].pinned:
            widths = {face.tab: (face.width, left) for face, left in self._placed()}
            width, left = widths[TabId(target)]
            own = widths[self._drag][0]
            # only once the pointer is where the dragged tab will lie, or two tabs of unequal width would swap for ever
            forward = left > widths[self._drag][1]
            if (forward and event.x > left + width - own) or (not forward and event.x < left + own):
                self._ctx.commands.move_tab(self._drag, state.windows[self._label].tabs.index(TabId(target)))
        if event.x < self._ctx.style.px(20):
            self.scroll(-1)
        elif event.x > self._room() - self._ctx.style.px(20) and self._overflows():
            self.scroll(1)

    def _up(self, event: tk.Event[tk.Misc]) -> None:
        pressed, self._pressed = self._pressed, ""
        if self._drag is not None:
            self._drag = None
            return
        if pressed != self._at(event.x):
            return
        if pressed == "new":
            self._ctx.commands.new_tab(self._label)
        elif pressed == "overflow":
            self._post_list()
        elif pressed.endswith(".close"):
            self._close(TabId(pressed.removesuffix(".close")))

    def _double(self, event: tk.Event[tk.Misc]) -> None:
        if not self._at(event.x):
            self._ctx.commands.new_tab(self._label)

    def _middle(self, event: tk.Event[tk.Misc]) -> None:
        self._close(TabId(self._at(event.x).removesuffix(".close")))

    def _close(self, tab: TabId) -> None:
        if tab in self._ctx.state.tabs:
            self._ctx.commands.close_tabs([tab])

    def _menu_at(self, event: tk.Event[tk.Misc]) -> None:
        tab = TabId(self._at(event.x).removesuffix(".close"))
        if tab in self._ctx.state.tabs:
            self.menu.post(tab, event.x_root, event.y_root)

    def _post_list(self) -> None:
        x = self.canvas.winfo_rootx() + self.canvas.winfo_width()
        self.menu.post_list(x, self.canvas.winfo_rooty() + self.canvas.winfo_height())

    # --- keys ---

    def _focused(self, _event: object) -> None:
        active = self._ctx.state.active_tab(self._label)
        self._cursor = active.id if active is not None else None
        self.refresh(reveal=True)

    def _key(self, event: tk.Event[tk.Misc]) -> str:
        ids = [face.tab for face in self._faces]
        if not ids:
            return "break"
        at = ids.index(self._cursor) if self._cursor in ids else 0
        match event.keysym:
            case "Left" | "Right" | "Home" | "End":
                moves = {"Left": at - 1, "Right": at + 1, "Home": 0, "End": len(ids) - 1}
                self._cursor = ids[moves[event.keysym] % len(ids)]
                self._scroll_to(self._cursor)
                self.refresh()
            case "Return" | "space":
                self._ctx.commands.activate_tab(ids[at])
            case "Delete":
                self._cursor = ids[at + 1 if at + 1 < len(ids) else at - 1]
                self._close(ids[at])
            case _:
                left = {face.tab: x for face, x in self._placed()}[ids[at]]
                y = self.canvas.winfo_rooty() + self.canvas.winfo_height()
                self.menu.post(ids[at], self.canvas.winfo_rootx() + max(0, left), y)
        return "break"
