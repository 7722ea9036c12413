"""Fonts, sizes and ttk styles, all from one scale factor and `ui.theme` (08 V-01 to V-03)."""

from __future__ import annotations

import ctypes
import importlib
import os
import re
import tkinter as tk
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from vmark_tk.ui.images import STROKES, draw
from vmark_tk.ui.theme import Theme

if TYPE_CHECKING:
    from configparser import ConfigParser

UI, UI_BOLD, UI_SMALL, UI_TITLE, UI_HERO = "VmarkUi", "VmarkUiBold", "VmarkUiSmall", "VmarkUiTitle", "VmarkUiHero"
_FONTS: tuple[tuple[str, int, str], ...] = (
    (UI, 13, "normal"),
    (UI_BOLD, 13, "bold"),
    (UI_SMALL, 12, "normal"),
    (UI_TITLE, 15, "bold"),
    (UI_HERO, 26, "bold"),
)
_TK_FONTS = ("TkDefaultFont", "TkTextFont", "TkMenuFont", "TkHeadingFont", "TkTooltipFont")


class Style:
    """Named fonts and ttk styles. `px` turns design pixels (at 96 dpi) into pixels of this screen."""

    def __init__(self, root: tk.Misc) -> None:
        self.root = root
        self._dpi = screen_dpi(root)
        self.scale = self._dpi / 96
        family = str(root.tk.call("font", "actual", "TkDefaultFont", "-family"))
        # plain Tcl names, not Python objects: nothing here must be finalised, by whatever thread
        known = root.tk.splitlist(root.tk.call("font", "names"))
        for name, _size, _weight in _FONTS:
            if name not in known:
                root.tk.call("font", "create", name, "-family", family)
        ttk.Style(root).theme_use("clam")

    def px(self, pixels: float) -> int:
        """Return `pixels` in the scale in force, at least 1."""
        return max(1, round(pixels * self.scale))

    def measure(self, text: str, font: str = UI) -> int:
        """Return the width of `text` in pixels."""
        return int(self.root.tk.call("font", "measure", font, text))

    def line_height(self, font: str = UI) -> int:
        """Return the height of a line in pixels."""
        return int(self.root.tk.call("font", "metrics", font, "-linespace"))

    def apply(self, theme: Theme, wanted_scale: float) -> None:
        """Take another theme or scale; `wanted_scale` 0 means the screen's own."""
        self.scale = wanted_scale or self._dpi / 96
        self.root.tk.call("tk", "scaling", self.scale * 96 / 72)
        for name, size, weight in _FONTS:
            self.root.tk.call("font", "configure", name, "-size", -self.px(size), "-weight", weight)
        for name in _TK_FONTS:
            self.root.tk.call("font", "configure", name, "-size", -self.px(13))
        self.root.tk.call("font", "configure", "TkFixedFont", "-size", -self.px(13))
        self._options(theme)
        self._ttk(theme)

    def _options(self, theme: Theme) -> None:
        """Defaults of the plain widgets that are made later, and of menus and list boxes."""
        for pattern, value in {
            "*Menu.background": theme.raised,
            "*Menu.foreground": theme.text,
            "*TCombobox*Listbox.background": theme.raised,
            "*TCombobox*Listbox.foreground": theme.text,
            "*TCombobox*Listbox.selectBackground": theme.accent,
            "*TCombobox*Listbox.selectForeground": theme.on_accent,
        }.items():
            self.root.option_add(pattern, value, 80)

    def _ttk(self, theme: Theme) -> None:
        style = ttk.Style(self.root)
        style.configure(
            ".",
            font=UI,
            background=theme.panel,
            foreground=theme.text,
            fieldbackground=theme.page,
            bordercolor=theme.border,
            lightcolor=theme.panel,
            darkcolor=theme.panel,
            troughcolor=theme.panel,
            arrowcolor=theme.muted,
            selectbackground=theme.selection,
            selectforeground=theme.text,
            insertcolor=theme.text,
            focuscolor=theme.accent,
            relief="flat",
        )
        style.map(".", foreground=[("disabled", theme.muted)])
        style.configure("Treeview", rowheight=self.line_height() + self.px(8), borderwidth=0, background=theme.panel)
        style.configure("Treeview", fieldbackground=theme.panel, indent=self.px(16))
        style.map("Treeview", background=[("selected", theme.selection)], foreground=[("selected", theme.text)])
        style.layout("Treeview", [("Treeview.treearea", {"sticky": "nswe"})])
        self._tree_signs(style, theme)
        style.configure("TButton", padding=(self.px(12), self.px(6)), background=theme.raised, borderwidth=1)
        style.map(
            "TButton",
            background=[("pressed", theme.border), ("active", theme.hover)],
            bordercolor=[("focus", theme.accent)],
        )
        style.configure("TEntry", padding=self.px(5), fieldbackground=theme.page, borderwidth=1)
        style.map("TEntry", bordercolor=[("focus", theme.accent)], lightcolor=[("focus", theme.accent)])
        self._scroll_bars(style, theme)

    def _tree_signs(self, style: ttk.Style, theme: Theme) -> None:
        """Draw the signs of open and closed folders; the element stays, its pictures change."""
        call = self.root.tk.call
        signs = {name: f"vmark_sign_{name}" for name in ("closed", "open", "leaf")}
        for name, icon in (("closed", "right"), ("open", "down"), ("leaf", "blank")):
            data = draw(STROKES[icon], theme.muted, self.px(14))
            call("image", "create", "photo", signs[name], "-format", "png", "-data", data)
        if "Vmark.indicator" not in style.element_names():
            states = (("user1", "!user2", signs["open"]), ("user2", signs["leaf"]))
            style.element_create("Vmark.indicator", "image", signs["closed"], *states, sticky="w")
        inside: list[tuple[str, Any]] = [
            ("Vmark.indicator", {"side": "left", "sticky": ""}),
            ("Treeitem.image", {"side": "left", "sticky": ""}),
            ("Treeitem.text", {"side": "left", "sticky": ""}),
        ]
        whole: Any = ("Treeitem.padding", {"sticky": "nswe", "children": inside})
        style.layout("Treeview.Item", [whole])

    def _scroll_bars(self, style: ttk.Style, theme: Theme) -> None:
        for axis, sticky, trough in (("Vertical", "ns", theme.panel), ("Horizontal", "we", theme.panel)):
            name = f"{axis}.TScrollbar"
            thumb: Any = (f"{axis}.Scrollbar.thumb", {"expand": "1", "sticky": "nswe"})
            trough_part: Any = (f"{axis}.Scrollbar.trough", {"sticky": sticky, "children": [thumb]})
            style.layout(name, [trough_part])
            style.configure(
                name,
                background=theme.border,
                troughcolor=trough,
                bordercolor=trough,
                lightcolor=theme.border,
                darkcolor=theme.border,
                gripcount=0,
                borderwidth=0,
                relief="flat",
                width=self.px(10),
                arrowsize=self.px(10),
            )
            shades = [("disabled", trough), ("pressed", theme.muted), ("active", theme.muted)]
            style.map(name, background=shades, lightcolor=shades, darkcolor=shades)


def screen_dpi(root: tk.Misc) -> float:
    """Return the dots per inch that the desktop asks for: Xft.dpi on X11, else what Tk says; 72 to 384."""
    found = _xft_dpi() if root.tk.call("tk", "windowingsystem") == "x11" else None
    if found is None:
        inch = float(root.winfo_fpixels("1i"))
        # X servers derive this from a monitor size that is often wrong by a little: only clear steps count there
        found = inch if root.tk.call("tk", "windowingsystem") == "win32" else (96 if inch < 130 else inch)
    if root.tk.call("tk", "windowingsystem") == "aqua":
        found = 96
    return min(384.0, max(72.0, float(found)))


def _xft_dpi() -> float | None:
    resources = x_resources()
    match = re.search(r"^Xft\.dpi:\s*([\d.]+)", resources, re.MULTILINE)
    return float(match[1]) if match else None


def x_resources() -> str:
    """Return the resource database of the X server, "" without one."""
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return ""
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
    x11.XResourceManagerString.restype = ctypes.c_char_p
    x11.XResourceManagerString.argtypes = [ctypes.c_void_p]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x11.XOpenDisplay(None)
    if not display:
        return ""
    try:
        return (x11.XResourceManagerString(display) or b"").decode("utf-8", "replace")
    finally:
        x11.XCloseDisplay(display)


def prefers_dark(root: tk.Misc) -> bool | None:
    """Return whether the desktop asks for dark windows, None if it does not say; reads small files only (V-02)."""
    system = str(root.tk.call("tk", "windowingsystem"))
    if system == "aqua":
        try:
            return bool(root.tk.getboolean(root.tk.call("::tk::unsupported::MacWindowStyle", "isdark", root)))
        except tk.TclError:
            return None
    return _windows_dark() if system == "win32" else _free_desktop_dark()


def _windows_dark() -> bool | None:
    try:
        winreg: Any = importlib.import_module("winreg")
    except ImportError:
        return None
    path = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            return bool(winreg.QueryValueEx(key, "AppsUseLightTheme")[0] == 0)
    except OSError:
        return None


def _free_desktop_dark() -> bool | None:
    named = os.environ.get("GTK_THEME", "")
    if named:
        return named.lower().endswith(("dark", "-dark-compact"))
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    for folder in ("gtk-4.0", "gtk-3.0"):
        settings = _ini(home / folder / "settings.ini")
        if settings.has_section("Settings"):
            section = settings["Settings"]
            if section.get("gtk-application-prefer-dark-theme", "").lower() in ("1", "true"):
                return True
            if "gtk-theme-name" in section:
                return section["gtk-theme-name"].lower().endswith("dark")
    colours = _ini(home / "kdeglobals")
    background = colours.get("Colors:Window", "BackgroundNormal", fallback="")
    parts = [int(part) for part in background.split(",")[:3] if part.strip().isdigit()]
    return sum(parts) < 384 if len(parts) == 3 else None


def _ini(path: Path) -> ConfigParser:
    import configparser  # noqa: PLC0415 - needed by those who follow the system only, not by every start

    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError, OSError):
        return configparser.ConfigParser(interpolation=None)
    return parser
