"""The settings window: sections at the left, a search over all of them, rows that apply at once (08 A9).

What is shown comes from `settings_items.ITEMS`; how a row looks is in `settings_pages`.
"""

from __future__ import annotations

import tkinter as tk
from typing import Any

from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.settings import SettingChanged
from vmark_tk.ui.chrome import Chrome, focus_on
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.dialog import Dialog, Stage, bring_forward
from vmark_tk.ui.settings_items import ITEMS, SECTIONS, Item
from vmark_tk.ui.settings_pages import EXTRA, Row
from vmark_tk.ui.texts import text

SIZE = (860, 600)
NAME = "settings"


class SettingsWindow:
    """One open settings window."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, section: str) -> None:
        self._ctx = ctx
        self._section = section
        self._query = ""
        self._rows: dict[str, Row] = {}
        self._buttons: dict[str, Any] = {}
        self.chrome = Chrome(ctx, parent)
        self.dialog = Dialog(
            self.chrome, parent, text("settings.title"), name=NAME, on_close=self._escape, resizable=True
        )
        self.dialog.top.protocol("WM_DELETE_WINDOW", self.close)
        self.dialog.at_end.append(ctx.state.events.subscribe(SettingChanged, self._on_setting))
        self.dialog.on_focus = self._see
        for chord in ("<Control-w>", "<Command-w>" if _is_mac(parent) else "<Control-W>"):
            self.dialog.top.bind(chord, lambda _e: self.close())
        self.dialog.top.bind("<Control-f>", lambda _e: self._to_search())
        self._build()
        self.dialog.show(self.search_field, size=SIZE)

    # --- frame ---

    def _build(self) -> None:
        chrome, theme = self.chrome, self.chrome.theme
        self.dialog.top.configure(bg=theme.raised)
        self.dialog.body.configure(bg=theme.raised)
        side = chrome.frame(self.dialog.body, background=theme.panel)
        side.pack(side="left", fill="y")
        tk.Frame(self.dialog.body, bg=theme.border, width=1).pack(side="left", fill="y")
        search = chrome.entry(side, self._query, name="search", width=180)
        search.pack(padx=chrome.px(14), pady=(chrome.px(16), chrome.px(4)))
        self.search_field: tk.Entry = search.nametowidget("search")
        self._typed = tk.StringVar(side, self._query)
        self.search_field.configure(textvariable=self._typed)
        self._typed.trace_add("write", lambda *_names: self._search())
        chrome.label(side, text("settings.search"), size=11, muted=True).pack(
            padx=chrome.px(16), anchor="w", pady=(0, chrome.px(10))
        )
        self._buttons = {}
        for section in SECTIONS:
            button = chrome.button(
                side,
                text(f"settings.section.{section}"),
                lambda section=section: self.open(section),  # type: ignore[misc]
                name=f"section_{section}",
                role="quiet",
                width=180,
            )
            button.configure(anchor="w")
            button.pack(padx=14, pady=1)
            tk.Misc.bind(button, "<Down>", lambda _e, at=section: self._neighbour(at, 1))  # type: ignore[misc]
            tk.Misc.bind(button, "<Up>", lambda _e, at=section: self._neighbour(at, -1))  # type: ignore[misc]
            self._buttons[section] = button
        self._foot = chrome.frame(side)
        self._foot.pack(side="bottom", fill="x", padx=chrome.px(14), pady=chrome.px(14))
        self._offer_reset()
        self._build_page()
        self._show()

    def _build_page(self) -> None:
        chrome, theme = self.chrome, self.chrome.theme
        self._canvas = tk.Canvas(self.dialog.body, bg=theme.raised, highlightthickness=0, bd=0)
        bar = chrome.scroll_bar(self.dialog.body, self._canvas.yview)
        bar.pack(side="right", fill="y")
        self._canvas.pack(side="left", fill="both", expand=True)
        self._canvas.configure(yscrollcommand=bar.shown, yscrollincrement=chrome.px(20))
        self._page = tk.Frame(self._canvas, bg=theme.raised, padx=chrome.px(28), pady=chrome.px(18))
        item = self._canvas.create_window(0, 0, anchor="nw", window=self._page)
        self._canvas.bind("<Configure>", lambda event: self._canvas.itemconfigure(item, width=event.width))
        self._page.bind("<Configure>", lambda _e: self._canvas.configure(scrollregion=self._canvas.bbox("all")))
        top = self.dialog.top
        top.bind("<MouseWheel>", lambda event: self._scroll(-1 if event.delta > 0 else 1))
        top.bind("<Button-4>", lambda _e: self._scroll(-2))
        top.bind("<Button-5>", lambda _e: self._scroll(2))
        top.bind("<Next>", lambda _e: self._scroll(15))
        top.bind("<Prior>", lambda _e: self._scroll(-15))

    def _scroll(self, by: int) -> str:
        if self._page.winfo_height() > self._canvas.winfo_height():
            self._canvas.yview_scroll(by, "units")
        return "break"

    def _see(self, widget: tk.Misc) -> None:
        """Scroll the page so that the widget with the focus is in sight."""
        if not str(widget).startswith(f"{self._page}."):
            return
        top = widget.winfo_rooty() - self._page.winfo_rooty()
        bottom = top + widget.winfo_height()
        height, whole = self._canvas.winfo_height(), max(1, self._page.winfo_height())
        first = self._canvas.canvasy(0)
        if top < first or bottom > first + height:
            self._canvas.yview_moveto(max(0.0, (top - height / 3) / whole))

    # --- pages ---

    def open(self, section: str) -> None:
        """Show a section; ends a search."""
        self._section = section
        self._query = ""
        self.search_field.delete(0, "end")
        self._show()

    def _neighbour(self, section: str, step: int) -> str:
        at = SECTIONS.index(section) + step
        if 0 <= at < len(SECTIONS):
            self.open(SECTIONS[at])
            focus_on(self._buttons[SECTIONS[at]])
        return "break"

    def _to_search(self) -> str:
        self.search_field.focus_set()
        self.search_field.selection_range(0, "end")
        return "break"

    def _search(self) -> None:
        query = self._typed.get().strip()
        if query != self._query:
            self._query = query
            self._show()

    def _show(self) -> None:
        chrome, theme = self.chrome, self.chrome.theme
        for child in self._page.winfo_children():
            child.destroy()
        self._rows = {}
        self._canvas.yview_moveto(0)
        for section, button in self._buttons.items():
            here = not self._query and section == self._section
            fill = theme.selection if here else theme.panel
            button.configure(fg_color=fill, border_color=fill)
        if self._query:
            self._show_found()
            return
        self._title(self._section)
        self._show_items([item for item in ITEMS if item.section == self._section])
        if self._section in EXTRA:
            EXTRA[self._section](chrome, self._page)

    def _show_found(self) -> None:
        found = [item for item in ITEMS if item.matches(self._query)]
        if not found:
            self.chrome.label(self._page, text("settings.none"), muted=True).pack(anchor="w", pady=20)
        for section in SECTIONS:
            items = [item for item in found if item.section == section]
            if items:
                self._title(section)
                self._show_items(items)

    def _title(self, section: str) -> None:
        title = self.chrome.label(self._page, text(f"settings.section.{section}"), size=18, bold=True)
        title.pack(anchor="w", pady=(self.chrome.px(4), self.chrome.px(8)))

    def _show_items(self, items: list[Item]) -> None:
        for at, item in enumerate(items):
            if at:
                self.chrome.rule(self._page).pack(fill="x")
            row = Row(self.chrome, self._page, item)
            row.frame.pack(fill="x")
            self._rows[item.key] = row

    # --- changes from anywhere ---

    def _on_setting(self, event: SettingChanged) -> None:
        if event.key in ("appearance.theme", "appearance.scale"):
            self._ctx.loop.call_soon(self._rebuild)  # the widget that made the change is still in its event
        elif event.key in self._rows:
            self._rows[event.key].refresh()

    def _rebuild(self) -> None:
        if not self.dialog.alive:
            return
        had_focus = self.dialog.has_focus()
        name = str(self.dialog.top.tk.call("focus")).rsplit(".", 1)[-1]
        self.chrome = Chrome(self._ctx, self.dialog.top)
        self.dialog.chrome = self.chrome
        for child in self.dialog.body.winfo_children():
            child.destroy()
        self._build()
        if had_focus:
            focus_on(_named(self.dialog.body, name) or self.search_field)

    # --- resetting and closing ---

    def _offer_reset(self) -> None:
        for child in self._foot.winfo_children():
            child.destroy()
        ask = self.chrome.button(
            self._foot, text("settings.reset_all"), self._ask_reset, name="reset_all", role="quiet", width=180
        )
        ask.pack(fill="x")

    def _ask_reset(self) -> None:
        for child in self._foot.winfo_children():
            child.destroy()
        chrome = self.chrome
        chrome.label(self._foot, text("settings.reset_question"), wrap=180).pack(anchor="w", pady=(0, chrome.px(8)))
        keep = chrome.button(self._foot, text("settings.reset_no"), self._offer_reset, name="reset_no", width=84)
        yes = chrome.button(
            self._foot, text("settings.reset_yes"), self._reset_all, name="reset_yes", role="danger", width=84
        )
        keep.pack(side="left")
        yes.pack(side="right")
        focus_on(keep)

    def _reset_all(self) -> None:
        self._offer_reset()
        self._ctx.state.settings.reset()
        focus_on(self.search_field)

    def _escape(self) -> None:
        """Leave the question, then the search, then the window."""
        if "reset_yes" in self._foot.children:
            self._offer_reset()
            focus_on(self.search_field)
        elif self._query:
            self.open(self._section)
        else:
            self.close()

    def close(self) -> str:
        """Close the window; what is being typed counts."""
        if self.dialog.has_focus():
            field = self.dialog.top.focus_get()
            if field is not None:
                field.event_generate("<FocusOut>")
        self.dialog.close()
        return "break"


def _named(widget: tk.Misc, name: str) -> tk.Misc | None:
    """Return the widget of this name below `widget`; names of controls are unique in the window."""
    for child in widget.winfo_children():
        found = child if child.winfo_name() == name else _named(child, name)
        if found is not None:
            return found
    return None


def _is_mac(widget: tk.Misc) -> bool:
    """Tell whether this is the window system of macOS."""
    return str(widget.tk.call("tk", "windowingsystem")) == "aqua"


def open_settings(
    ctx: UiContext, shell: Stage, parent_label: WindowLabel, section: str = "appearance"
) -> SettingsWindow | None:
    """Show the settings window, or bring it forward (None then)."""
    parent = shell.toplevel(parent_label)
    if parent is None or bring_forward(ctx.state, shell, NAME):
        return None
    return SettingsWindow(ctx, parent, section)
