"""The context menu of a tab and the list of all tabs of a window."""

from __future__ import annotations

import tkinter as tk

from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.menu import spaced, themed_menu
from vmark_tk.ui.texts import text

REVEAL = "<<RevealInTree>>"
"""Sent to the window when the person asks where a file is in the tree."""


class TabMenu:
    """Two menus that are filled when posted; kept for the life of the strip."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, label: WindowLabel) -> None:
        self._ctx = ctx
        self._label = label
        self._parent = parent
        self.menu = tk.Menu(parent, name="tab_menu", tearoff=False)
        self.list = tk.Menu(parent, name="tab_list", tearoff=False)

    def post(self, tab: TabId, x: int, y: int) -> None:
        """Show what can be done with a tab."""
        self.fill(tab)
        self.menu.tk_popup(x, y)

    def fill(self, tab: TabId) -> None:
        """Fill the context menu for `tab`."""
        themed_menu(self._ctx, self.menu)
        self.menu.delete(0, "end")
        ids = self._visible()
        at = ids.index(tab)
        groups = {
            "close": [tab],
            "close_others": [one for one in ids if one != tab],
            "close_right": ids[at + 1 :],
            "close_all": ids,
        }
        for name, tabs in groups.items():
            self.menu.add_command(
                label=spaced(self.menu, text(f"tab.{name}")),
                state="normal" if tabs else "disabled",
                command=lambda tabs=tabs: self._ctx.commands.close_tabs(tabs),  # type: ignore[misc]
            )
        path = self._ctx.state.tabs[tab].path
        if path is not None:
            self.menu.add_separator()
            self.menu.add_command(label=spaced(self.menu, text("tab.copy_path")), command=lambda: self._copy(str(path)))
            self.menu.add_command(label=spaced(self.menu, text("tab.reveal")), command=lambda: self._reveal(tab))

    def post_list(self, right: int, y: int) -> None:
        """Show the list of all tabs, its right edge at `right`."""
        menu = self.list
        themed_menu(self._ctx, menu)
        menu.delete(0, "end")
        active = self._ctx.state.active_tab(self._label)
        for at, tab in enumerate(self._visible()):
            record = self._ctx.state.tabs[tab]
            dot = "\N{BULLET} " if record.document is not None and record.document.dirty else ""
            mark = "\N{CHECK MARK} " if active is not None and active.id == tab else "    "
            menu.add_command(
                label=f"{mark}{dot}{record.title}",
                columnbreak=bool(at) and at % 25 == 0,
                command=lambda tab=tab: self._ctx.commands.activate_tab(tab),  # type: ignore[misc]
            )
        menu.tk_popup(max(0, right - menu.winfo_reqwidth()), y)

    def _visible(self) -> list[TabId]:
        state = self._ctx.state
        return [tab.id for tab in state.tabs_of(self._label) if state.visible(tab)]

    def _copy(self, path: str) -> None:
        self._parent.clipboard_clear()
        self._parent.clipboard_append(path)

    def _reveal(self, tab: TabId) -> None:
        self._ctx.commands.activate_tab(tab)
        self._parent.winfo_toplevel().event_generate(REVEAL)
