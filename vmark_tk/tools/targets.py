"""Which tab or window a call means, and the checks that several tools share (01 sections 2.5, 2.6, 2.8)."""

from __future__ import annotations

from pathlib import Path

from vmark_tk.core.document import Document
from vmark_tk.core.ids import MAIN_WINDOW, TabId, WindowLabel
from vmark_tk.core.result import Failure, Plain
from vmark_tk.core.state import Tab
from vmark_tk.core.workspaces import contains
from vmark_tk.tools.services import Services


def default_window(services: Services) -> WindowLabel | None:
    """Return the focused window, else `main`, else the first; None when there is none."""
    windows = services.state.windows
    focused = services.windows.focused()
    if focused in windows:
        return focused
    return MAIN_WINDOW if MAIN_WINDOW in windows else next(iter(windows), None)


def focused_tab(services: Services) -> Tab | None:
    """Return the active tab of the default window."""
    label = default_window(services)
    return None if label is None else services.state.active_tab(label)


def find_tab(services: Services, tab_id: TabId | None) -> Tab | None:
    """Return the tab with this id, or the focused one when no id was given."""
    return focused_tab(services) if tab_id is None else services.state.tabs.get(tab_id)


def document_tab(services: Services, tab_id: TabId | None) -> tuple[Tab, Document] | Failure:
    """Return a tab and its document, or `INVALID_TAB`."""
    tab = find_tab(services, tab_id)
    if tab is None:
        return no_such_tab(tab_id)
    if tab.document is None:
        return Failure("INVALID_TAB", f"tab {tab.id} is a browser tab: it has no document")
    return tab, tab.document


def no_such_tab(tab_id: TabId | None) -> Failure:
    """Return the refusal of an id that names no tab, or of a call without one when no tab is focused."""
    if tab_id is None:
        return Failure("INVALID_TAB", "no tab is focused; open one, or give its tabId")
    return Failure("INVALID_TAB", f"there is no tab {tab_id[:80]!r}; session.get_state lists the tabs")


def read_only(services: Services, tab_id: TabId | None) -> Failure | None:
    """Return `READ_ONLY` when the targeted tab holds a read-only document; an unknown tab passes (00 D31)."""
    tab = find_tab(services, tab_id)
    if tab is None or tab.document is None or not (tab.document.read_only or tab.viewer):
        return None
    return Failure("READ_ONLY", f"the document of tab {tab.id} is read-only; the person can switch that off")


def stale(document: Document, expected: str | None) -> Failure | None:
    """Return `STALE` when a revision was expected that is not the present one."""
    if expected is None or expected == document.revision:
        return None
    message = "the document changed since that revision; read it again, then repeat the change"
    return Failure("STALE", message, {"current_revision": document.revision})


def window_of(services: Services, label: WindowLabel | None) -> WindowLabel | Failure:
    """Return the window that a label names, or the default one without a label."""
    if label is None:
        window = default_window(services)
        return Failure("INTERNAL", "no window is open") if window is None else window
    if label not in services.state.windows:
        return Failure("INTERNAL", f"unknown window {label[:80]!r}; session.get_state lists the windows")
    return label


def window_for_path(services: Services, path: Path) -> WindowLabel | Failure | Plain:
    """Return the window whose workspace contains `path`, the deepest root first; else the default one (2.6)."""
    default = window_of(services, None)
    depth, owners = 0, list[WindowLabel]()
    for window in services.state.windows.values():
        roots = [one.root for one in window.instances if one.root is not None and contains(one.root, path)]
        deepest = max((len(root.parts) for root in roots), default=0)
        if deepest > depth:
            depth, owners = deepest, [window.label]
        elif deepest and deepest == depth:
            owners.append(window.label)
    if not owners or default in owners:
        return default
    if len(owners) > 1:
        return Plain(f"ambiguous: several windows ({', '.join(owners)}) have that folder open; give windowLabel")
    return owners[0]
