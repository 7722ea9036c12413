"""What each action of the table does: a call of the commands, of a setting, of the window, or of the editor."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.settings import SETTINGS
from vmark_tk.core.state import Tab
from vmark_tk.ui.actions import ACTIONS, TOGGLES
from vmark_tk.ui.context import UiContext

if TYPE_CHECKING:
    from vmark_tk.ui.shell import Shell
    from vmark_tk.ui.window import WindowView

_NEEDS_TAB = frozenset({"moveTabLeft", "moveTabRight", "nextTab", "prevTab"})
_NEEDS_DOCUMENT = frozenset({"save", "saveAs", "readOnly"})
_NEEDS_FOLDER = frozenset({"closeWorkspace", "toggleHiddenFiles", "toggleAllFiles"})
_TEXT_SCOPES = ("editor", "find")
_SMALLEST_TEXT, _LARGEST_TEXT = 12, 32


class ShellActions:
    """Runs actions for windows. None runs while a question stands over the window (A16, trap 7)."""

    def __init__(self, ctx: UiContext, shell: Shell) -> None:
        self._ctx = ctx
        self._shell = shell
        settings = ctx.state.settings
        self._plain: dict[str, Callable[[WindowLabel], object]] = {
            "newTab": self._new,
            "newFile": self._new,
            "newWindow": lambda _w: ctx.commands.new_window(),
            "openFile": lambda window: ctx.commands.open_dialog(window),  # noqa: PLW0108 - commands come later
            "openFolder": lambda window: ctx.commands.open_folder_dialog(window),  # noqa: PLW0108
            "closeFile": self._close,
            "closeWorkspace": lambda window: ctx.commands.close_workspace(window),  # noqa: PLW0108
            "preferences": self._settings,
            "saveAllQuit": lambda _w: ctx.commands.save_all_and_quit(),
            "quit": lambda _w: ctx.commands.quit(),
            "fileExplorer": self._explorer,
            "toggleHiddenFiles": lambda window: shell.views[window].sidebar.toggle(all_files=False),
            "toggleAllFiles": lambda window: shell.views[window].sidebar.toggle(all_files=True),
            "zoomActual": lambda _w: settings.set("editor.font_size", SETTINGS["editor.font_size"].default),
            "zoomIn": lambda _w: self._zoom(1),
            "zoomOut": lambda _w: self._zoom(-1),
            "nextTab": lambda window: self._step_tab(window, 1),
            "prevTab": lambda window: self._step_tab(window, -1),
            "moveTabLeft": lambda window: self._move_tab(window, -1),
            "moveTabRight": lambda window: self._move_tab(window, 1),
            "nextWindow": self._next_window,
            "focusNextPane": lambda window: shell.views[window].next_pane(),
            "status": self._status,
            "notices": self._notices,
            "shortcuts": self._shortcuts,
            "about": self._about,
        }
        self._on_tab: dict[str, Callable[[Tab], object]] = {
            "save": lambda tab: ctx.commands.save(tab.id),
            "saveAs": lambda tab: ctx.commands.save_as(tab.id),
            "moveTo": lambda tab: ctx.commands.move_to(tab.id),
            "revert": lambda tab: ctx.commands.revert(tab.id),
            "undo": lambda tab: ctx.commands.undo(tab.id),
            "redo": lambda tab: ctx.commands.redo(tab.id),
            "readOnly": lambda tab: ctx.commands.toggle_read_only(tab.id),
        }

    def by_key(self, action: str, widget: tk.Misc) -> bool:
        """Run an action for a key pressed in `widget`; False when it is not for this place."""
        label = self._shell.label_of(str(widget))
        if label is None:
            return False
        view, scope = self._shell.views[label], ACTIONS[action].scope
        if scope in _TEXT_SCOPES and not view.in_editor(widget):
            return False
        if scope == "editor" and view.in_find_bar(widget):
            return False
        return self.run(action, label)

    def run(self, action: str, label: WindowLabel) -> bool:
        """Run an action in a window; tell whether it was taken."""
        if self._ctx.desk.current(label) is not None:
            return True
        view = self._shell.views[label]
        if action in self._plain:
            self._plain[action](label)
        elif action in self._on_tab:
            tab = self._ctx.state.active_tab(label)
            if tab is not None and tab.document is not None:
                self._on_tab[action](tab)
        elif action in TOGGLES:
            settings = self._ctx.state.settings
            settings.set(TOGGLES[action], not settings.flag(TOGGLES[action]))
        else:
            return view.run_in_editor(action)
        return True

    def enabled(self, action: str, label: WindowLabel) -> bool:
        """Tell whether an action can do something now; for menus."""
        tab = self._ctx.state.active_tab(label)
        document = None if tab is None else tab.document
        special: dict[str, Callable[[], bool]] = {
            "undo": lambda: document is not None and document.can_undo,
            "redo": lambda: document is not None and document.can_redo,
            "revert": lambda: document is not None and document.dirty and document.file.path is not None,
            "moveTo": lambda: document is not None and document.file.path is not None,
            "nextWindow": lambda: len(self._shell.views) > 1,
        }
        if action in special:
            return special[action]()
        if action in _NEEDS_FOLDER:
            return self._ctx.state.windows[label].shown_instance.root is not None
        if action in _NEEDS_TAB:
            return tab is not None
        return document is not None if action in _NEEDS_DOCUMENT or ACTIONS[action].scope in _TEXT_SCOPES else True

    # --- inside ---

    def _view(self, label: WindowLabel) -> WindowView:
        return self._shell.views[label]

    def _new(self, label: WindowLabel) -> None:
        self._ctx.commands.new_tab(label)

    def _close(self, label: WindowLabel) -> None:
        tab = self._ctx.state.active_tab(label)
        if tab is None:
            self._ctx.commands.close_window(label)
        else:
            self._ctx.commands.close_tabs([tab.id])

    def _explorer(self, label: WindowLabel) -> None:
        settings, view = self._ctx.state.settings, self._view(label)
        settings.set("view.sidebar", not settings.flag("view.sidebar"))
        if settings.flag("view.sidebar"):
            view.focus_tree()
        else:
            view.focus_inside()

    def _zoom(self, step: int) -> None:
        settings = self._ctx.state.settings
        size = round(settings.number("editor.font_size")) + step
        settings.set("editor.font_size", max(_SMALLEST_TEXT, min(_LARGEST_TEXT, size)))

    def _tabs(self, label: WindowLabel) -> list[Tab]:
        return [tab for tab in self._ctx.state.tabs_of(label) if self._ctx.state.visible(tab)]

    def _step_tab(self, label: WindowLabel, by: int) -> None:
        tabs, active = self._tabs(label), self._ctx.state.active_tab(label)
        if active is not None and len(tabs) > 1:
            self._ctx.commands.activate_tab(tabs[(tabs.index(active) + by) % len(tabs)].id)

    def _move_tab(self, label: WindowLabel, by: int) -> None:
        tabs, active = self._tabs(label), self._ctx.state.active_tab(label)
        if active is None:
            return
        to = tabs.index(active) + by
        if 0 <= to < len(tabs) and tabs[to].pinned == active.pinned:
            order = self._ctx.state.windows[label].tabs
            self._ctx.commands.move_tab(active.id, order.index(tabs[to].id))

    def _next_window(self, label: WindowLabel) -> None:
        labels = list(self._shell.views)
        self._ctx.commands.focus_window(labels[(labels.index(label) + 1) % len(labels)])

    def _settings(self, label: WindowLabel) -> None:
        from vmark_tk.ui.settings_dialog import open_settings  # noqa: PLC0415 - brings customtkinter with it

        open_settings(self._ctx, self._shell, label)

    def _status(self, label: WindowLabel) -> None:
        from vmark_tk.ui.status_window import open_status  # noqa: PLC0415 - brings customtkinter with it

        open_status(self._ctx, self._shell, label)

    def _about(self, label: WindowLabel) -> None:
        from vmark_tk.ui.about import open_about  # noqa: PLC0415 - brings customtkinter with it

        open_about(self._ctx, self._shell, label)

    def _notices(self, label: WindowLabel) -> None:
        from vmark_tk.ui.status_window import open_history  # noqa: PLC0415 - brings customtkinter with it

        open_history(self._ctx, self._shell, label)

    def _shortcuts(self, label: WindowLabel) -> None:
        from vmark_tk.ui.shortcuts_window import open_shortcuts  # noqa: PLC0415 - brings customtkinter with it

        open_shortcuts(self._ctx, self._shell, label)
