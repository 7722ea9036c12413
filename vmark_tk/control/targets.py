"""Finds the windows, tabs and workspaces that calls of the test control name."""

from __future__ import annotations

import os
from pathlib import Path

from vmark_tk.control.protocol import Params, no_such, not_now
from vmark_tk.control.services import ControlServices
from vmark_tk.core.document import Document
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.state import Tab, Window, WorkspaceInstance


def window_of(services: ControlServices, params: Params, name: str = "window") -> Window:
    """Return the window named by a parameter, or the one that commands go to."""
    label = params.optional_text(name)
    if label is None:
        return services.state.windows[services.commands.default_window()]
    found = services.state.windows.get(WindowLabel(label))
    if found is None:
        raise no_such("window", label)
    return found


def tab_of(services: ControlServices, params: Params) -> Tab:
    """Return the tab named by `tabId`, or the one in front."""
    name = params.optional_text("tabId")
    tab = services.commands.focused_tab() if name is None else services.state.tabs.get(TabId(name))
    if tab is None:
        raise not_now("no tab is open") if name is None else no_such("tab", name)
    return tab


def document_of(services: ControlServices, params: Params) -> tuple[Tab, Document]:
    """Return a tab and its document."""
    tab = tab_of(services, params)
    if tab.document is None:
        raise not_now("the tab has no document")
    return tab, tab.document


def live_document_of(services: ControlServices, params: Params) -> tuple[Tab, Document]:
    """Return a tab that has an editor on the screen, and its document."""
    tab, document = document_of(services, params)
    if not services.editor.is_live(tab.id):
        raise not_now("the tab has no editor on the screen")
    return tab, document


def tab_with_path(services: ControlServices, path: Path, window: WindowLabel) -> Tab | None:
    """Return the tab that shows the file at `path`, rather one of `window`."""
    wanted = os.path.realpath(path)
    found = [tab for tab in services.state.tabs.values() if tab.path and os.path.realpath(tab.path) == wanted]
    return next((tab for tab in found if tab.window == window), found[0] if found else None)


def instance_with_root(services: ControlServices, window: Window, params: Params) -> WorkspaceInstance | None:
    """Return the workspace of `window` with the folder `path`; the shown one when no path is given."""
    path = params.optional_path("path")
    if path is None:
        return window.shown_instance if window.shown_instance.root is not None else None
    wanted = os.path.realpath(path)
    return next((one for one in window.instances if one.root and os.path.realpath(one.root) == wanted), None)
