"""What stands on the pages of the settings window: rows of settings, and the pages that are not settings."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any

from vmark_tk.core.client_config import bridge_command, client_configs
from vmark_tk.core.settings import SETTINGS, Value
from vmark_tk.ui.about import about_facts, about_head, copy_button
from vmark_tk.ui.chrome import Chrome, focus_on
from vmark_tk.ui.settings_items import Item
from vmark_tk.ui.shortcuts_window import fill_shortcuts
from vmark_tk.ui.status_window import fill_clients
from vmark_tk.ui.texts import text
from vmark_tk.ui.theme import THEMES

TEXT_WIDTH = 330
CONTROL_WIDTH = 210


class Row:
    """One setting: name, help, control, and a reset sign while the value is not the default."""

    def __init__(self, chrome: Chrome, parent: tk.Misc, item: Item) -> None:
        self.item = item
        self._chrome = chrome
        self._settings = chrome.ctx.state.settings
        self._own = False
        self.frame = chrome.frame(parent)
        self.frame.columnconfigure(0, weight=1)
        wide = item.kind == "theme"
        words = chrome.frame(self.frame)
        words.grid(row=0, column=0, sticky="w", pady=chrome.px(11))
        chrome.label(words, item.label).pack(anchor="w")
        wrap = TEXT_WIDTH + (0 if item.kind != "switch" else 110)
        chrome.label(words, item.help, size=12, muted=True, wrap=wrap).pack(anchor="w", pady=(chrome.px(3), 0))
        self._slot = chrome.frame(self.frame)
        if wide:
            self._slot.grid(row=1, column=0, columnspan=2, sticky="w", pady=(0, chrome.px(12)))
        else:
            self._slot.grid(row=0, column=1, sticky="e", padx=(chrome.px(12), 0))
        self._reset = chrome.button(
            self.frame, "↺", self._to_default, name=f"reset_{_path(item.key)}", role="quiet", width=32
        )
        self.frame.columnconfigure(2, minsize=chrome.px(44))
        self._fill()

    def refresh(self) -> None:
        """Show the present value, unless the change came from this row."""
        if self._own:
            self._show_reset()
            return
        for child in self._slot.winfo_children():
            child.destroy()
        self._fill()

    def _show_reset(self) -> None:
        if self._settings[self.item.key] == SETTINGS[self.item.key].default:
            self._reset.grid_forget()
        else:
            self._reset.grid(row=0, column=2, padx=(6, 0), sticky="e")

    def _to_default(self) -> None:
        self._settings.set(self.item.key, SETTINGS[self.item.key].default)
        controls = [one for one in _all_below(self._slot) if str(one.tk.call(str(one), "cget", "-takefocus")) == "1"]
        if controls:
            focus_on(controls[0])

    def _set(self, value: Value) -> bool:
        self._own = True
        try:
            self._settings.set(self.item.key, value)
        except ValueError:
            return False
        finally:
            self._own = False
        return True

    def _fill(self) -> None:
        makers: dict[str, Callable[[], tk.Widget]] = {
            "switch": self._switch,
            "choice": self._choice,
            "number": self._number,
            "font": self._font,
            "theme": self._theme,
        }
        makers[self.item.kind]().pack(side="right")
        self._show_reset()

    def _switch(self) -> tk.Widget:
        on = self._settings.flag(self.item.key)
        made: tk.Widget = self._chrome.switch(self._slot, on=on, command=self._set_flag, name=_path(self.item.key))
        return made

    def _set_flag(self, on: bool) -> None:  # noqa: FBT001 - called by the switch
        self._set(on)

    def _choice(self) -> tk.Widget:
        present = self._settings[self.item.key]
        values = list(self.item.choices())
        if present not in [value for value, _label in values]:
            values.append((present, str(present)))
        made: tk.Widget = self._chrome.option_menu(
            self._slot, values, present, self._set, name=_path(self.item.key), width=CONTROL_WIDTH
        )
        return made

    def _number(self) -> tk.Widget:
        chrome, item = self._chrome, self.item
        box = chrome.frame(self._slot)
        whole = isinstance(SETTINGS[item.key].default, int)

        def fits(typed: str) -> bool:
            try:
                number = float(typed.replace(",", "."))
            except ValueError:
                return False
            if number != number or number in (float("inf"), float("-inf")):  # noqa: PLR0124 - not a number
                return False
            return self._set(int(number) if whole and number.is_integer() else number)

        border = chrome.entry(
            box, _number_text(self._settings.number(item.key)), name=_path(item.key), commit=fits, width=70
        )
        field: tk.Entry = border.nametowidget(_path(item.key))
        field.configure(justify="center")

        def step(by: int) -> str:
            now = min(item.high, max(item.low, round(self._settings.number(item.key) + by * item.step, 2)))
            if self._set(int(now) if whole else now):
                field.delete(0, "end")
                field.insert(0, _number_text(now))
                border.configure(bg=chrome.theme.border)
            return "break"

        field.bind("<Up>", lambda _e: step(1))
        field.bind("<Down>", lambda _e: step(-1))
        chrome.button(box, "−", lambda: step(-1), name=f"less_{_path(item.key)}", width=34).pack(side="left")
        border.pack(side="left", padx=chrome.px(6))
        chrome.button(box, "+", lambda: step(1), name=f"more_{_path(item.key)}", width=34).pack(side="left")
        return box

    def _font(self) -> tk.Widget:
        chrome, theme = self._chrome, self._chrome.theme
        style = ttk.Style(self._slot)
        style.configure(
            "Settings.TCombobox",
            fieldbackground=theme.page,
            background=theme.panel,
            foreground=theme.text,
            arrowcolor=theme.muted,
            bordercolor=theme.border,
            lightcolor=theme.page,
            darkcolor=theme.page,
            selectbackground=theme.selection,
            selectforeground=theme.text,
            insertcolor=theme.text,
            padding=chrome.px(6),
        )
        style.map(
            "Settings.TCombobox",
            bordercolor=[("invalid", theme.danger), ("focus", theme.accent)],
            fieldbackground=[("readonly", theme.page)],
        )
        field = ttk.Combobox(
            self._slot, name=_path(self.item.key), style="Settings.TCombobox", font=chrome.font(), width=24
        )
        field.set(self._settings.text(self.item.key))

        def commit(_event: object = None) -> None:
            field.state(["!invalid" if self._set(field.get().strip()) else "invalid"])

        def families() -> None:
            field.configure(values=font_families(field))

        field.configure(postcommand=families)
        for sequence in ("<Return>", "<FocusOut>", "<<ComboboxSelected>>"):
            field.bind(sequence, commit)
        return field

    def _theme(self) -> tk.Widget:
        chrome = self._chrome
        box = chrome.frame(self._slot)
        present = self._settings.text(self.item.key)
        for name, theme in THEMES.items():
            ring = chrome.theme.accent if name == present else chrome.theme.border
            card = tk.Frame(
                box,
                name=f"theme_{name}",
                bg=theme.page,
                highlightthickness=3,
                highlightbackground=ring,
                highlightcolor=chrome.theme.text,
                takefocus=1,
                cursor="hand2",
            )
            card.pack(side="left", padx=(0, chrome.px(8)))
            title = tk.Label(card, text="Aa", bg=theme.page, fg=theme.heading, font=chrome.font(18, bold=True))
            title.pack(padx=chrome.px(22), pady=(chrome.px(8), 0))
            sign = "✓ " if name == present else ""
            words = tk.Label(
                card,
                text=sign + text(f"value.theme.{name}"),
                bg=theme.page,
                fg=theme.text,
                font=chrome.font(11),
                width=11,
            )
            words.pack(pady=(0, chrome.px(8)))
            for part in (card, title, words):
                part.bind("<Button-1>", lambda _e, name=name: self._set_theme(name))  # type: ignore[misc]
            for chord in ("<space>", "<Return>"):
                card.bind(chord, lambda _e, name=name: self._set_theme(name))
        return box

    def _set_theme(self, name: str) -> str:
        self._settings.set(self.item.key, name)
        return "break"


def fill_integrations(chrome: Chrome, parent: tk.Misc) -> None:
    """Show the connected clients and the texts to connect further ones."""
    _heading(chrome, parent, text("integrations.clients"))
    fill_clients(chrome, parent)
    _heading(chrome, parent, text("integrations.configuration"))
    for config in client_configs(bridge_command()):
        head = chrome.frame(parent)
        head.pack(fill="x", pady=(chrome.px(8), chrome.px(4)))
        copy_button(chrome, head, lambda config=config: config.text, name=f"copy_{config.id}").pack(side="right")  # type: ignore[misc]
        chrome.label(head, config.client).pack(anchor="w")
        chrome.label(head, config.where, size=12, muted=True, wrap=420).pack(anchor="w", pady=(chrome.px(2), 0))
        chrome.text_view(parent, config.text, name=f"config_{config.id}", max_lines=12).pack(fill="x")


def fill_about(chrome: Chrome, parent: tk.Misc) -> None:
    """Show version, licences, facts, and a button that copies them."""
    about_head(chrome, parent)
    about_facts(chrome, parent)


def fill_shortcut_list(chrome: Chrome, parent: tk.Misc) -> None:
    """Show the keys by category."""
    fill_shortcuts(chrome, parent)


EXTRA: dict[str, Callable[[Chrome, tk.Misc], None]] = {
    "integrations": fill_integrations,
    "shortcuts": fill_shortcut_list,
    "about": fill_about,
}


def font_families(widget: tk.Misc) -> list[str]:
    """Return the families to offer; colour emoji are left out, since old font libraries crash on them (V-04)."""
    names = {name for name in tkfont.families(widget) if not name.startswith("@") and "emoji" not in name.casefold()}
    return sorted(names, key=str.casefold)


def _heading(chrome: Chrome, parent: tk.Misc, words: str) -> None:
    chrome.label(parent, words, size=14, bold=True).pack(anchor="w", pady=(chrome.px(22), chrome.px(6)))


def _number_text(number: float) -> str:
    return f"{number:g}"


def _path(key: str) -> str:
    return key.replace(".", "_")


def _all_below(widget: tk.Misc) -> list[Any]:
    below = []
    for child in widget.winfo_children():
        if isinstance(child, tk.Frame | tk.Entry | ttk.Combobox):
            below.append(child)
        below += _all_below(child)
    return below
