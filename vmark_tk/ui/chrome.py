"""The makers of dialog widgets, and the only place that knows customtkinter (00 D14).

customtkinter is imported with the first widget made here. Its timers, its copying of fonts into the home folder and its
"system" colours stay off; colours, fonts and scale come from our own tables. Every widget works by keyboard and shows
the focus.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from tkinter import font as tkfont
from types import ModuleType
from typing import Any, Literal

from vmark_tk.ui.context import UiContext
from vmark_tk.ui.theme import Theme

Role = Literal["primary", "secondary", "danger", "quiet"]
NEVER_MS = 2**30
RADIUS = 6
_FONT_MODULE = "customtkinter.windows.widgets.font.font_manager"


class _NoFontCopies:
    """Stands in for customtkinter's font loader on Linux, which would copy fonts into the person's home folder."""

    @classmethod
    def init_font_manager(cls) -> bool:
        """Do nothing."""
        return True

    @classmethod
    def load_font(cls, _path: str) -> bool:
        """Do nothing; our widgets use fonts that are installed."""
        return True


@cache
def toolkit() -> Any:
    """Import customtkinter, quietened: no timers, no copied fonts, explicit colours. Any: it publishes no types."""
    linux = sys.platform.startswith("linux")
    if linux:
        module = ModuleType(_FONT_MODULE)
        module.__dict__["FontManager"] = _NoFontCopies
        sys.modules.setdefault(_FONT_MODULE, module)
    import customtkinter  # noqa: PLC0415 - costs 90 ms and 8 MB, which the first window must not pay

    for tracker in (customtkinter.AppearanceModeTracker, customtkinter.ScalingTracker):
        tracker.update_loop_interval = NEVER_MS
        tracker.update_loop_running = True  # "already running": the first shot is not scheduled either
    customtkinter.ScalingTracker.deactivate_automatic_dpi_awareness = True  # one factor, ours
    customtkinter.set_appearance_mode("light")
    if linux:
        customtkinter.DrawEngine.preferred_drawing_method = "polygon_shapes"  # needs no font of its own
    customtkinter.CTkBaseClass._valid_tk_frame_attributes = {"cursor", "name"}  # so that widgets can have stable names
    return customtkinter


def scale_factor(ctx: UiContext, widget: tk.Misc) -> float:
    """Return the factor of all sizes: the setting, else what `ui.style` gave to Tk, within 0.75 and 3."""
    wanted = ctx.state.settings.number("appearance.scale")
    if wanted:
        return float(wanted)
    return min(3.0, max(0.75, round(float(widget.tk.call("tk", "scaling")) * 72 / 96, 2)))


def focus_on(widget: tk.Misc) -> None:
    """Give a widget the focus; customtkinter's own method would focus a label inside it."""
    tk.Misc.focus_set(widget)


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours and fonts of one kind of button."""

    fill: str
    hover: str
    text: str
    border: str
    ring: str


class Chrome:
    """Makes themed widgets for one window; made anew when theme or scale change."""

    def __init__(self, ctx: UiContext, root: tk.Misc) -> None:
        self.ctx = ctx
        self.theme: Theme = ctx.theme
        self.factor = scale_factor(ctx, root)
        self._root = root
        self._family = str(tkfont.nametofont("TkDefaultFont", root).actual("family"))
        self._mono = str(tkfont.nametofont("TkFixedFont", root).actual("family"))
        ctk = toolkit()
        ctk.set_appearance_mode("dark" if self.theme.dark else "light")
        if ctk.ScalingTracker.widget_scaling != self.factor:
            ctk.set_widget_scaling(self.factor)

    # --- measures ---

    def px(self, size: float) -> int:
        """Return a length in screen pixels for a length at 96 dpi."""
        return round(size * self.factor)

    def font(self, size: int = 13, *, bold: bool = False, mono: bool = False) -> tuple[str, int, str]:
        """Return a font for plain Tk widgets; `size` in pixels at 96 dpi."""
        return (self._mono if mono else self._family, -self.px(size), "bold" if bold else "normal")

    def _ctk_font(self, size: int = 13, *, bold: bool = False) -> tuple[str, int, str]:
        return (self._family, size, "bold" if bold else "normal")

    def width_of(self, text: str, size: int = 13) -> int:
        """Return the width of a text in screen pixels."""
        return int(tkfont.Font(self._root, self.font(size)).measure(text))

    # --- plain pieces ---

    def frame(self, parent: tk.Misc, *, background: str = "") -> tk.Frame:
        """Return a plain frame in the colour of its parent or of `background`."""
        return tk.Frame(parent, bg=background or self.background_of(parent))

    def background_of(self, parent: tk.Misc) -> str:
        """Return the background of a plain container."""
        return str(parent.cget("bg"))

    def label(
        self,
        parent: tk.Misc,
        text: str,
        *,
        size: int = 13,
        bold: bool = False,
        muted: bool = False,
        wrap: int = 0,
    ) -> tk.Label:
        """Return a text, wrapped at `wrap` units when given."""
        return tk.Label(
            parent,
            text=text,
            font=self.font(size, bold=bold),
            fg=self.theme.muted if muted else self.theme.text,
            bg=self.background_of(parent),
            anchor="w",
            justify="left",
            wraplength=self.px(wrap),
            padx=0,
            pady=0,
            bd=0,
        )

    def rule(self, parent: tk.Misc) -> tk.Frame:
        """Return a thin line."""
        return tk.Frame(parent, bg=self.theme.border, height=1)

    # --- controls ---

    def _ink(self, role: Role, parent: tk.Misc) -> Ink:
        theme = self.theme
        match role:
            case "primary":
                return Ink(
                    theme.accent, _mix(theme.accent, theme.text, 0.18), theme.on_accent, theme.accent, theme.text
                )
            case "danger":
                return Ink(theme.raised, theme.hover, theme.danger, theme.danger, theme.text)
            case "quiet":
                ground = self.background_of(parent)
                return Ink(ground, theme.hover, theme.text, ground, theme.accent)
            case "secondary":
                return Ink(theme.raised, theme.hover, theme.text, theme.border, theme.accent)

    def button(
        self,
        parent: tk.Misc,
        text: str,
        command: Callable[[], object],
        *,
        name: str,
        role: Role = "secondary",
        width: int = 0,
    ) -> Any:
        """Return a button: click, Space and Return press it."""
        ink = self._ink(role, parent)
        made = toolkit().CTkButton(
            parent,
            text=text,
            command=command,
            name=name,
            width=width or max(88, round(self.width_of(text) / self.factor) + 30),
            height=32,
            corner_radius=RADIUS,
            border_width=2 if role != "quiet" else 1,
            border_spacing=4,
            fg_color=ink.fill,
            hover_color=ink.hover,
            text_color=ink.text,
            text_color_disabled=self.theme.muted,
            border_color=ink.border,
            bg_color=self.background_of(parent),
            font=self._ctk_font(),
        )
        _unhook(parent)
        self._focusable(made, press=made.invoke)
        tk.Misc.bind(made, "<FocusIn>", lambda _e: made.configure(border_color=ink.ring, border_width=2), add="+")
        tk.Misc.bind(made, "<FocusOut>", lambda _e: made.configure(border_color=ink.border), add="+")
        return made

    def _focusable(self, made: Any, press: Callable[[], object]) -> None:
        tk.Frame.configure(made, takefocus=1)

        def on_key(_event: object) -> str:
            press()
            return "break"

        for chord in ("<space>", "<Return>", "<KP_Enter>"):
            tk.Misc.bind(made, chord, on_key)
        for inner in made.winfo_children():
            inner.bind("<Button-1>", lambda _e: focus_on(made), add="+")

    def switch(self, parent: tk.Misc, *, on: bool, command: Callable[[bool], object], name: str) -> Any:
        """Return an on/off switch inside a frame that shows the focus; `.switch` of the frame is the control."""
        theme = self.theme
        off = _mix(theme.border, theme.text, 0.35 if theme.dark else 0.1)

        def knob(*, here: bool) -> str:
            """Return a colour that stands out from the track and from the page."""
            if theme.dark:
                return theme.text
            return _mix(theme.accent, theme.on_accent, 0.62) if here else _mix(theme.text, theme.raised, 0.25)

        ring = tk.Frame(parent, bg=self.background_of(parent), padx=2, pady=2)
        made = toolkit().CTkSwitch(
            ring,
            text="",
            name=name,
            width=40,
            height=22,
            switch_width=40,
            switch_height=22,
            border_width=3,
            fg_color=off,
            progress_color=theme.accent,
            border_color=theme.accent if on else off,
            button_color=knob(here=on),
            button_hover_color=knob(here=on),
            bg_color=self.background_of(parent),
            font=self._ctk_font(),
        )
        _unhook(ring)
        made.set(on)

        def changed() -> None:
            here = bool(made.get())
            colour = knob(here=here)
            made.configure(border_color=theme.accent if here else off, button_color=colour, button_hover_color=colour)
            command(here)

        made.configure(command=changed)
        made.pack()
        self._focusable(made, press=made.toggle)
        self._ring(made, ring, parent)
        return ring

    def _ring(self, made: tk.Misc, ring: tk.Frame, parent: tk.Misc) -> None:
        ground = self.background_of(parent)
        tk.Misc.bind(made, "<FocusIn>", lambda _e: ring.configure(bg=self.theme.accent), add="+")
        tk.Misc.bind(made, "<FocusOut>", lambda _e: ring.configure(bg=ground), add="+")

    def option_menu(
        self,
        parent: tk.Misc,
        values: Sequence[tuple[Any, str]],
        value: object,
        command: Callable[[Any], object],
        *,
        name: str,
        width: int = 200,
    ) -> Any:
        """Return a button that shows the chosen label and opens a list; Up and Down change the choice."""
        labels = dict(values)
        order = [one for one, _label in values]
        chosen = [value]
        menu = self.popup_menu(parent)

        def choose(new: Any) -> None:
            chosen[0] = new
            made.configure(text=shown(new))
            command(new)

        def shown(one: Any) -> str:
            return f"{self.clip(labels.get(one, str(one)), width - 44)}  ▾"

        def step(by: int) -> str:
            at = order.index(chosen[0]) if chosen[0] in order else -1
            if 0 <= at + by < len(order):
                choose(order[at + by])
            return "break"

        def post() -> None:
            menu.tk_popup(made.winfo_rootx(), made.winfo_rooty() + made.winfo_height())

        for one, label in values:
            menu.add_command(label=f"  {label}  ", command=lambda one=one: choose(one))  # type: ignore[misc]
        made = self.button(parent, shown(value), post, name=name, width=width)
        made.configure(anchor="w")
        tk.Misc.bind(made, "<Down>", lambda _e: step(1))
        tk.Misc.bind(made, "<Up>", lambda _e: step(-1))
        made.menu = menu
        return made

    def popup_menu(self, parent: tk.Misc) -> tk.Menu:
        """Return an empty menu in our colours."""
        theme = self.theme
        return tk.Menu(
            parent,
            tearoff=False,
            font=self.font(),
            bg=theme.raised,
            fg=theme.text,
            activebackground=theme.accent,
            activeforeground=theme.on_accent,
            bd=1,
            activeborderwidth=0,
            relief="solid",
        )

    def entry(
        self,
        parent: tk.Misc,
        text: str,
        *,
        name: str,
        commit: Callable[[str], bool] | None = None,
        width: int = 200,
        mono: bool = False,
    ) -> tk.Frame:
        """Return a field inside a border; `nametowidget(name)` of it is the entry.

        `commit` gets the text on Return and when the focus leaves, and tells whether it fits; if not, the border warns.
        """
        theme = self.theme
        border = tk.Frame(parent, bg=theme.border, padx=1, pady=1, width=self.px(width), height=self.px(32))
        border.pack_propagate(False)
        field = tk.Entry(
            border,
            name=name,
            bd=0,
            highlightthickness=1,
            highlightbackground=theme.page,
            highlightcolor=theme.accent,
            bg=theme.page,
            fg=theme.text,
            insertbackground=theme.text,
            selectbackground=theme.selection,
            selectforeground=theme.text,
            disabledbackground=theme.panel,
            font=self.font(mono=mono),
        )
        field.insert(0, text)
        field.pack(fill="both", expand=True)

        def leave(_event: object) -> None:
            if commit is None:
                return
            fits = commit(field.get())
            if border.winfo_exists():  # the commit may have closed the dialog
                border.configure(bg=theme.border if fits else theme.danger)

        def select_all(_event: object) -> str:
            field.selection_range(0, "end")
            field.icursor("end")
            return "break"

        field.bind("<Return>", leave)
        field.bind("<FocusOut>", leave)
        field.bind("<Control-a>", select_all)
        return border

    def scroll_bar(self, parent: tk.Misc, command: Callable[..., object], ground: str = "") -> Any:
        """Return a vertical scroll bar; `shown` of it is for `yscrollcommand`, and it is blank with all in sight."""
        theme = self.theme
        grip, ground = _mix(theme.border, theme.text, 0.3), ground or self.background_of(parent)
        bar = toolkit().CTkScrollbar(
            parent,
            command=command,
            width=12,
            height=40,
            corner_radius=6,
            border_spacing=2,
            fg_color=ground,
            bg_color=ground,
            button_color=grip,
            button_hover_color=theme.muted,
        )

        _unhook(parent)

        def shown(first: str, last: str) -> None:
            whole = float(first) <= 0 and float(last) >= 1
            if bar.cget("button_color") != (ground if whole else grip):
                bar.configure(button_color=ground if whole else grip, hover=not whole)
            bar.set(float(first), float(last))

        bar.shown = shown
        return bar

    def text_view(
        self, parent: tk.Misc, text: str, *, name: str, lines: int = 0, mono: bool = True, max_lines: int = 8
    ) -> tk.Frame:
        """Return a box with text to read, select and scroll; `lines` 0: as many as needed up to `max_lines`."""
        theme = self.theme
        box = tk.Frame(parent, bg=theme.border, padx=1, pady=1)
        view = tk.Text(
            box,
            name=name,
            wrap="char" if mono else "word",
            font=self.font(13, mono=mono),
            bg=theme.code_page,
            fg=theme.text,
            selectbackground=theme.selection,
            selectforeground=theme.text,
            inactiveselectbackground=theme.selection,
            bd=0,
            highlightthickness=1,
            highlightbackground=theme.code_page,
            highlightcolor=theme.accent,
            padx=self.px(10),
            pady=self.px(8),
            height=lines or 1,
            width=20,
            cursor="arrow",
            takefocus=1,
        )
        view.insert("1.0", text)
        view.configure(state="disabled")
        bar = self.scroll_bar(box, view.yview, theme.code_page)
        bar.pack(side="right", fill="y")
        view.configure(yscrollcommand=bar.shown)
        view.pack(side="left", fill="both", expand=True)
        view.bind("<Button-1>", lambda _e: view.focus_set(), add="+")
        if not lines:
            self._fit_height(view, bar, max_lines)
        return box

    def _fit_height(self, view: tk.Text, bar: Any, most: int) -> None:
        shown = [True]

        def fit(_event: object) -> None:
            needed = int(view.tk.call(str(view), "count", "-displaylines", "1.0", "end"))
            view.configure(height=max(1, min(most, needed)))
            if (needed > most) != shown[0]:
                shown[0] = needed > most
                if shown[0]:
                    bar.pack(side="right", fill="y", before=view)
                else:
                    bar.pack_forget()

        view.bind("<Configure>", fit)

    def clip(self, text: str, width: int, size: int = 13) -> str:
        """Return `text`, shortened in the middle with an ellipsis when wider than `width` units."""
        if self.width_of(text, size) <= self.px(width):
            return text
        keep = max(2, int(len(text) * self.px(width) / max(1, self.width_of(text, size))) - 1)
        return f"{text[: (keep + 1) // 2]}…{text[len(text) - keep // 2 :]}"


def _unhook(parent: tk.Misc) -> None:
    """Take away what customtkinter put over `configure` of a plain parent; it would keep and call dead widgets."""
    for method in ("configure", "config"):
        vars(parent).pop(method, None)


def _mix(colour: str, other: str, share: float) -> str:
    """Return `colour` with a share of another one."""
    pairs = [(int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
