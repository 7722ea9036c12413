"""Workspace instances of windows: which one owns a path, opening and closing folders, the rail on and off.

Nothing here closes a tab or discards a text (WSP-078, K-08): tabs only change the instance that they belong to.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from vmark_tk.core.ids import InstanceId, WindowLabel
from vmark_tk.core.real_path import real_path
from vmark_tk.core.scope import relative_parts
from vmark_tk.core.state import AppState, InstancesChanged, Tab, TabActivated, TabsChanged, Window, WorkspaceInstance

_WINDOWS = os.name == "nt"


def contains(root: Path, path: Path) -> bool:
    """Tell whether `path` is `root` or below it, by spelling or by real place."""
    if relative_parts(os.fspath(root), os.fspath(path), windows=_WINDOWS) is not None:
        return True
    return relative_parts(real_path(root), real_path(path), windows=_WINDOWS) is not None


def owner_of(state: AppState, window: WindowLabel, path: Path | None) -> InstanceId:
    """Return the instance of `window` that a file belongs to.

    The longest root that contains it, the shown instance on a tie, else the one without a folder (01 section 2.11);
    with the rail off the window's only one. May add the instance without a folder.
    """
    record = state.windows[window]
    if not state.rail:
        return record.shown
    best = _deepest(record.instances, path, record.shown)
    if best is not None:
        return best.id
    if path is None:
        return record.shown
    return _loose(state, record).id


def open_folder(state: AppState, window: WindowLabel, root: Path, *, spelled: Path | None = None) -> WorkspaceInstance:
    """Make `root` the workspace that `window` shows (K-01).

    With the rail off it replaces the folder that the window had; its tabs stay. With the rail on the folder gets an
    instance of its own, or the one it has is shown. Loose tabs inside the folder move to it.
    """
    record = state.windows[window]
    if not state.rail:
        instance = record.shown_instance
        instance.root, instance.spelled = root, None if spelled == root else spelled
        state.events.publish(InstancesChanged(window))
        return instance
    known = [one for one in record.instances if one.root is not None and _same(one.root, root)]
    instance = known[0] if known else _added(state, record, root)
    instance.spelled = None if spelled == root else spelled
    active = state.active_tab(window)
    for tab in state.tabs_of(window):
        if tab.path is not None and _owner(state, record, tab) is instance:
            tab.instance = instance.id
    _fix_active(state, record, prefer=None if active is None else active.id)
    if not state.show_instance(window, instance.id):
        state.events.publish(InstancesChanged(window))
    return instance


def close_instance(state: AppState, window: WindowLabel, instance: InstanceId) -> None:
    """Close a folder of a window. Its tabs stay, as loose files."""
    record = state.windows[window]
    closing = state.instance(window, instance)
    if closing.root is None:
        return
    if not state.rail:
        closing.root = closing.spelled = None
        state.events.publish(InstancesChanged(window))
        return
    active = closing.active
    was_shown = record.shown == closing.id
    others = [one for one in record.instances if one is not closing]
    record.instances = others
    orphans = [tab for tab in state.tabs_of(window) if tab.instance == closing.id]
    if orphans or not others:
        _loose(state, record)
    for tab in orphans:
        tab.instance = _owner(state, record, tab).id
    _fix_active(state, record, prefer=active)
    if was_shown:
        kept = state.tabs.get(active) if active is not None else None
        record.shown = kept.instance if kept is not None else record.instances[0].id
    _announce(state, record)


def apply_rail(state: AppState, *, on: bool) -> None:
    """Follow the rail setting, which has been changed already, in every window; no tab is closed (K-08)."""
    for record in state.windows.values():
        if on:
            _settle(state, record)
        else:
            _merge(state, record)
        _announce(state, record)


def rehome(state: AppState, tab: Tab) -> None:
    """Let a tab belong to the instance that owns its path, after the path changed; shows nothing else (WSP-109)."""
    record = state.windows[tab.window]
    if not state.rail or tab.path is None:
        return
    owner = owner_of(state, tab.window, tab.path)
    if owner == tab.instance:
        return
    was_active = state.active_tab(tab.window) is tab
    if was_active:
        # the person looks at this tab: it stays in front, in the workspace shown
        return
    tab.instance = owner
    _fix_active(state, record, prefer=None)
    state.events.publish(TabsChanged(tab.window))


def _deepest(instances: Iterable[WorkspaceInstance], path: Path | None, shown: InstanceId) -> WorkspaceInstance | None:
    if path is None:
        return None
    owners = [one for one in instances if one.root is not None and contains(one.root, path)]
    return max(owners, key=lambda one: (len(one.root.parts) if one.root else 0, one.id == shown), default=None)


def _same(one: Path, other: Path) -> bool:
    return one == other or real_path(one) == real_path(other)


def _added(state: AppState, record: Window, root: Path | None) -> WorkspaceInstance:
    instance = WorkspaceInstance(state.ids.instance(), root)
    record.instances.append(instance)
    return instance


def _loose(state: AppState, record: Window) -> WorkspaceInstance:
    return next((one for one in record.instances if one.root is None), None) or _added(state, record, None)


def _owner(state: AppState, record: Window, tab: Tab) -> WorkspaceInstance:
    return _deepest(record.instances, tab.path, record.shown) or _loose(state, record)


def _settle(state: AppState, record: Window) -> None:
    """Give each file tab to the instance that owns its path; untitled ones stay where they are."""
    active = state.active_tab(record.label)
    for tab in state.tabs_of(record.label):
        if tab.path is not None and (tab is not active or record.shown_instance.root is None):
            tab.instance = _owner(state, record, tab).id
    if active is not None:
        record.shown = active.instance
    _fix_active(state, record, prefer=None if active is None else active.id)


def _merge(state: AppState, record: Window) -> None:
    """Let a window keep the shown folder only, with all tabs."""
    kept = record.shown_instance
    for tab in state.tabs_of(record.label):
        tab.instance = kept.id
    record.instances = [kept]
    _fix_active(state, record, prefer=kept.active)


def _fix_active(state: AppState, record: Window, *, prefer: str | None) -> None:
    """Let each instance with tabs have one of them active (SES-012)."""
    for instance in record.instances:
        own = [tab.id for tab in state.tabs_of(record.label) if tab.instance == instance.id]
        preferred = next((tab for tab in own if tab == prefer), None)
        if preferred is not None:
            instance.active = preferred
        elif instance.active not in own:
            instance.active = own[0] if own else None


def _announce(state: AppState, record: Window) -> None:
    state.events.publish(InstancesChanged(record.label))
    state.events.publish(TabsChanged(record.label))
    state.events.publish(TabActivated(record.label, record.shown_instance.active))
