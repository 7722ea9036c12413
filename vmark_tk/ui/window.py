"""One window: menu bar, rail, sidebar, tab strip, editor area or Welcome screen, status bar."""

from __future__ import annotations

import contextlib
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from vmark_tk.core.document import DocumentChanged, DocumentStatusChanged
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.settings import SettingChanged
from vmark_tk.core.state import InstancesChanged, TabActivated, TabsChanged
from vmark_tk.ui.actions import TOGGLES
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.menu import MenuBar
from vmark_tk.ui.notice_view import NoticeView
from vmark_tk.ui.placement import SMALLEST, Placement
from vmark_tk.ui.rail import Rail
from vmark_tk.ui.sidebar import Sidebar
from vmark_tk.ui.status_bar import StatusBar
from vmark_tk.ui.tab_menu import REVEAL
from vmark_tk.ui.tab_strip import TabStrip
from vmark_tk.ui.texts import text
from vmark_tk.ui.tooltip import Tooltip
from vmark_tk.ui.welcome import Welcome

if TYPE_CHECKING:
    from vmark_tk.ui.shell_actions import ShellActions

UNSAVED = "\N{BULLET} "


class EditorArea(Protocol):
    """What stands below the tab strip while there is a tab; shows the window's active tab by itself."""

    frame: tk.Frame

    def run(self, action: str) -> bool:
        """Do an action of scope `editor`; tell whether it was one of its own."""
        ...

    def focus(self) -> None:
        """Give the focus to the text."""
        ...


MakeArea = Callable[[UiContext, tk.Misc, WindowLabel], EditorArea]


class WindowView:
    """The widgets of one window record; `actions` runs what menus and buttons ask for."""

    def __init__(
        self,
        ctx: UiContext,
        root: tk.Tk,
        label: WindowLabel,
        actions: ShellActions,
        *,
        placement: Placement,
        make_area: MakeArea,
    ) -> None:
        self._ctx = ctx
        self.label = label

        def run(action: str) -> bool:
            return actions.run(action, label)

        def enabled(action: str) -> bool:
            return actions.enabled(action, label)

        self._run = run
        self._dirty: dict[TabId, bool] = {}
        self._sidebar_width = placement.sidebar
        self._make_area = make_area
        self.host: EditorArea | None = None
        self.top = tk.Toplevel(root, name=label, class_="Vmark")
        self.top.withdraw()
        self.top.minsize(*SMALLEST)
        self.tooltip = Tooltip(ctx, self.top)
        self.menu = MenuBar(ctx, self.top, label, run, enabled=enabled, checked=self.checked)
        self._body = tk.Frame(self.top, name="body", bd=0)
        self.rail = Rail(ctx, self._body, label, self.tooltip)
        self._panes = tk.PanedWindow(self._body, name="panes", orient="horizontal", bd=0, opaqueresize=True)
        self._panes.configure(sashwidth=ctx.style.px(5), sashrelief="flat", sashpad=0)
        self.sidebar = Sidebar(ctx, self._panes, label, self.tooltip)
        self._main = tk.Frame(self._panes, name="main", bd=0)
        self._edge = tk.Frame(self._main, name="edge", width=1, bd=0)
        self.strip = TabStrip(ctx, self._main, label, self.tooltip)
        self._area = tk.Frame(self._main, name="area", bd=0)
        self.welcome: Welcome | None = None
        self.status = StatusBar(ctx, self.top, label, self.tooltip, run)
        self._lay_out()
        self.notices = NoticeView(ctx, label, self._area)
        self._listen()
        self.place(placement)
        self._show_area()

    # --- what the shell calls ---

    def close(self) -> None:
        """Stop listening and take the window away."""
        for stop in self._stops:
            stop()
        for part in (self.menu, self.rail, self.sidebar, self.strip, self.status, self.welcome):
            if part is not None:
                part.close()
        self.tooltip.hide()
        self.top.destroy()

    def place(self, placement: Placement) -> None:
        """Give the window a size and a place on its screen."""
        top = self.top
        screen = (0, 0, top.winfo_screenwidth(), top.winfo_screenheight())
        fitting = placement.clamped(screen)
        top.geometry(fitting.geometry)
        self._sidebar_width = fitting.sidebar
        with contextlib.suppress(tk.TclError):
            if self._x11:
                top.wm_attributes("-zoomed", fitting.maximised)
            else:
                top.state("zoomed" if fitting.maximised else "normal")

    def placement(self, before: Placement) -> Placement:
        """Return where the window stands; of a maximised one the size it had `before`."""
        maximised = bool(self.top.wm_attributes("-zoomed")) if self._x11 else self.top.state() == "zoomed"
        sidebar = self._sidebar_width
        if self._sidebar_shown and self.sidebar.frame.winfo_ismapped():
            sidebar = round(self.sidebar.frame.winfo_width() / self._ctx.style.scale)
        kept = Placement(before.width, before.height, before.x, before.y, maximised, max(120, sidebar))
        if maximised:
            return kept
        now = kept.with_geometry(self.top.wm_geometry())
        # Tk reports the corner for a window that the window manager has placed and nobody has moved since
        return replace(now, x=None, y=None) if before.x is None and (now.x, now.y) == (0, 0) else now

    def checked(self, action: str) -> bool:
        """Tell whether an action that switches something is on."""
        tab = self._ctx.state.active_tab(self.label)
        if action == "readOnly":
            return tab is not None and tab.document is not None and tab.document.read_only
        if action == "toggleHiddenFiles":
            return self.sidebar.showing.hidden
        if action == "toggleAllFiles":
            return self.sidebar.showing.all_files
        return action in TOGGLES and self._ctx.state.settings.flag(TOGGLES[action])

    def run_in_editor(self, action: str) -> bool:
        """Hand an action to the editor; tell whether it did it."""
        return self.host is not None and self.host.run(action)

    def in_editor(self, widget: tk.Misc) -> bool:
        """Tell whether a widget is part of the editor area."""
        return str(widget).startswith(f"{self._area}.")

    def in_find_bar(self, widget: tk.Misc) -> bool:
        """Tell whether a widget of the editor area belongs to its find bar, where no text is formatted."""
        return ".find." in str(widget).removeprefix(str(self._area))

    def focus_inside(self) -> None:
        """Give the focus to the text, else to the Welcome screen."""
        if self.host is not None and self._ctx.state.active_tab(self.label) is not None:
            self.host.focus()
        elif self.welcome is not None:
            self.welcome.focus()

    def next_pane(self) -> None:
        """Move the focus on: tree, tabs, text; Tab types a tab in the text, so this is the way out of it (V-06)."""
        focused = str(self.top.tk.call("focus"))
        order: list[tuple[str, Callable[[], None]]] = [(str(self._area), self.focus_inside)]
        order.append((str(self.strip.canvas), self.strip.canvas.focus_set))
        if self._sidebar_shown:
            order.append((str(self.sidebar.frame), self.focus_tree))
        at = next((at for at, (path, _) in enumerate(order) if focused.startswith(path)), -1)
        order[(at + 1) % len(order)][1]()

    def focus_tree(self) -> None:
        """Give the focus to the file tree."""
        tree = self.sidebar.tree
        if not tree.focus() and tree.get_children():
            tree.focus(tree.get_children()[0])
        tree.focus_set()

    def paint(self) -> None:
        """Draw now what waits to be drawn, without handling other events."""
        self.top.update_idletasks()

    # --- inside ---

    @property
    def _x11(self) -> bool:
        return bool(self.top.tk.call("tk", "windowingsystem") == "x11")

    @property
    def _sidebar_shown(self) -> bool:
        return bool(self.sidebar.frame.winfo_manager())

    def _lay_out(self) -> None:
        self.status.frame.pack(side="bottom", fill="x")
        self._body.pack(side="top", fill="both", expand=True)
        self._panes.pack(side="right", fill="both", expand=True)
        self._panes.add(self._main, stretch="always", minsize=self._ctx.style.px(240))
        self._edge.pack(side="left", fill="y")
        self.strip.canvas.pack(side="top", fill="x")
        self._area.pack(side="top", fill="both", expand=True)

    def _listen(self) -> None:
        label, events = self.label, self._ctx.state.events
        self._stops = [
            self._ctx.on_window(TabActivated, label, self._activated),
            self._ctx.on_window(TabsChanged, label, self._tabs_changed),
            self._ctx.on_window(InstancesChanged, label, self._tabs_changed),
            events.subscribe(DocumentChanged, self._text_changed),
            events.subscribe(DocumentStatusChanged, self._status_changed),
            events.subscribe(SettingChanged, self._setting_changed),
            self._ctx.on_restyle(self._restyle),
        ]
        self.top.bind(REVEAL, lambda _e: self._reveal())
        self._show_panels()

    def _restyle(self) -> None:
        theme = self._ctx.theme
        painted: tuple[tuple[tk.Misc, str], ...] = (
            (self.top, theme.page),
            (self._body, theme.panel),
            (self._panes, theme.panel),
            (self._main, theme.page),
            (self._area, theme.page),
            (self._edge, theme.border),
        )
        for part, colour in painted:
            part["bg"] = colour

    def _setting_changed(self, event: SettingChanged) -> None:
        if event.key in ("view.sidebar", "view.status_bar", "workspace.rail"):
            self._show_panels()
            self._tabs_changed()

    def _show_panels(self) -> None:
        settings = self._ctx.state.settings
        if settings.flag("view.sidebar") and not self._sidebar_shown:
            width, least = self._ctx.style.px(self._sidebar_width), self._ctx.style.px(140)
            self._panes.add(self.sidebar.frame, before=self._main, width=width, minsize=least, stretch="never")
        elif not settings.flag("view.sidebar") and self._sidebar_shown:
            self._sidebar_width = max(120, round(self.sidebar.frame.winfo_width() / self._ctx.style.scale))
            self._panes.forget(self.sidebar.frame)
        if settings.flag("view.status_bar"):
            self.status.frame.pack(side="bottom", fill="x", before=self._body)
        else:
            self.status.frame.pack_forget()
        if self._ctx.state.rail:
            self.rail.canvas.pack(side="left", fill="y", before=self._panes)
            self.rail.draw()
        else:
            self.rail.canvas.pack_forget()

    def _activated(self) -> None:
        self.strip.refresh(reveal=True)
        self._show_area()
        self._show_title()

    def _tabs_changed(self) -> None:
        self.strip.refresh()
        self._show_area()
        self._show_title()

    def _text_changed(self, event: DocumentChanged) -> None:
        for tab in self._ctx.state.tabs_of(self.label):
            document = tab.document
            if document is event.document and self._dirty.get(tab.id) != document.dirty:
                self._dirty[tab.id] = document.dirty
                self.strip.refresh()
                self._show_title()

    def _status_changed(self, event: DocumentStatusChanged) -> None:
        if any(tab.document is event.document for tab in self._ctx.state.tabs_of(self.label)):
            self.strip.refresh()
            self._show_title()

    def _show_area(self) -> None:
        """Show the editor while there is a tab, else the Welcome screen; each is made when first needed."""
        if self._ctx.state.active_tab(self.label) is not None:
            if self.host is None:
                self.host = self._make_area(self._ctx, self._area, self.label)
            if self.welcome is not None:
                self.welcome.frame.pack_forget()
            self.host.frame.pack(fill="both", expand=True)
            return
        if self.host is not None:
            self.host.frame.pack_forget()
        if self.welcome is None:
            self.welcome = Welcome(self._ctx, self._area, self.label, self._run)
        elif not self.welcome.frame.winfo_manager():
            self.welcome.refresh()
        self.welcome.frame.pack(fill="both", expand=True)

    def show_control(self) -> None:
        """Let the marks of the test control follow whether it is enabled (ARC-036)."""
        self._show_title()
        self.status.refresh()

    def _show_title(self) -> None:
        state = self._ctx.state
        tab, root = state.active_tab(self.label), state.windows[self.label].shown_instance.root
        if tab is None:
            words = root.name if root is not None else text("window.empty")
        else:
            words = tab.path.name if tab.path is not None else tab.title
            if tab.document is not None and tab.document.dirty:
                words = UNSAVED + words
        if self._ctx.control_enabled:
            words = text("window.control") + words
        self.top.title(words)

    def _reveal(self) -> None:
        self._ctx.state.settings.set("view.sidebar", True)
        self.sidebar.reveal_active(force=True)
