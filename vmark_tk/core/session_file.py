"""What is kept between starts: windows, workspaces, tabs, views, geometry, recent files (08 S-01, S-04, S-05).

Texts are not kept here: a file is read again, an unsaved text comes back from the recovery folder. Browser tabs and
anything a client was allowed are never kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vmark_tk.core import json_store, workspaces
from vmark_tk.core.document import ViewState
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.opening import Opened, Opening, OpenMode
from vmark_tk.core.result import Failure, JsonObject
from vmark_tk.core.state import AppState, Window
from vmark_tk.core.text import Position

FILE_NAME = "session.json"


@dataclass(frozen=True, slots=True)
class SavedTab:
    """A tab with a file: its path, where the person was in it, its marks, which folder it belonged to."""

    path: Path
    view: ViewState = field(default_factory=ViewState)
    pinned: bool = False
    read_only: bool = False
    instance: int = 0


@dataclass(frozen=True, slots=True)
class SavedWindow:
    """A window. `frame` is what the shell wants back: geometry, sidebar, ... ; `active` one tab index per instance."""

    tabs: Sequence[SavedTab]
    roots: Sequence[Path | None]
    shown: int = 0
    active: Sequence[int | None] = ()
    frame: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Session:
    """All that is kept; `rest` are keys that this version does not know (ARC-052)."""

    windows: Sequence[SavedWindow] = ()
    recent: Mapping[str, Any] = field(default_factory=dict)
    rest: Mapping[str, Any] = field(default_factory=dict)
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Views:
    """Where the shell keeps what the state does not: views of tabs, frames of windows."""

    view: Callable[[TabId], ViewState]
    frame: Callable[[WindowLabel], Mapping[str, Any]]


def load(path: Path) -> Session:
    """Read a session file; never fails. Damaged windows and tabs are left out one by one."""
    loaded = json_store.load(path)
    data = dict(loaded.data)
    data.pop(json_store.VERSION_KEY, None)
    windows = [window for one in _list(data.pop("windows", None)) if (window := _window(one)) is not None]
    recent = data.pop("recent", None)
    notice = ""
    if loaded.trouble:
        place = "" if loaded.set_aside is None else f"; the old file is {loaded.set_aside.name}"
        notice = f"What was open could not be read: {loaded.trouble}{place}."
    return Session(windows, recent if isinstance(recent, dict) else {}, data, notice)


def capture(state: AppState, views: Views, *, recent: Mapping[str, Any], rest: Mapping[str, Any]) -> JsonObject:
    """Return what `save` writes; taken on the loop thread."""
    windows = [_captured(state, window, views) for window in state.windows.values()]
    return {**rest, "windows": windows, "recent": dict(recent)}


def save(path: Path, data: Mapping[str, Any]) -> None:
    """Write a session file in one step. Runs in a worker.

    Raises:
        FileTroubleError: nothing was changed; the text says why.
    """
    json_store.save(path, data)


class Restoring:
    """Brings windows, folders and tabs back: what is seen first, then the rest one by one (S-05). Loop thread only."""

    def __init__(self, state: AppState, opening: Opening) -> None:
        self._state = state
        self._opening = opening
        self._skipped = 0

    def restore(
        self,
        session: Session,
        *,
        into: WindowLabel,
        opened: Callable[[TabId, ViewState], None],
        done: Callable[[int], None],
    ) -> list[tuple[WindowLabel, Mapping[str, Any]]]:
        """Make the windows (the first is `into`) and begin to open their files; return each window's frame.

        `opened` gets each tab with its view; `done` how many files could not be opened again.
        """
        frames: list[tuple[WindowLabel, Mapping[str, Any]]] = []
        first: list[tuple[SavedWindow, WindowLabel, int]] = []
        later: list[tuple[SavedWindow, WindowLabel, int]] = []
        for number, saved in enumerate(session.windows):
            label = into if number == 0 else self._state.add_window().label
            self._folders(label, saved)
            frames.append((label, saved.frame))
            seen = {at for at in saved.active if at is not None}
            for at in range(len(saved.tabs)):
                (first if at in seen else later).append((saved, label, at))
        order: dict[TabId, int] = {}
        self._next(iter([*first, *later]), order, opened, done)
        return frames

    def _folders(self, label: WindowLabel, saved: SavedWindow) -> None:
        for root in saved.roots:
            if root is not None and root.is_dir():
                workspaces.open_folder(self._state, label, root)
        if saved.shown < len(saved.roots):
            wanted = saved.roots[saved.shown]
            for instance in self._state.windows[label].instances:
                if instance.root == wanted:
                    self._state.show_instance(label, instance.id)

    def _next(
        self,
        waiting: Iterator[tuple[SavedWindow, WindowLabel, int]],
        order: dict[TabId, int],
        opened: Callable[[TabId, ViewState], None],
        done: Callable[[int], None],
    ) -> None:
        step = next(waiting, None)
        if step is None:
            done(self._skipped)
            return
        saved, label, at = step
        tab = saved.tabs[at]

        def placed(outcome: Opened | Failure) -> None:
            if isinstance(outcome, Opened):
                order[outcome.tab.id] = at
                self._finish(outcome, tab, at in saved.active, order)
                opened(outcome.tab.id, tab.view)
            else:
                self._skipped += 1
            self._next(waiting, order, opened, done)

        if label not in self._state.windows or not tab.path.is_file():
            self._skipped += 1
            self._next(waiting, order, opened, done)
            return
        self._opening.open_file(tab.path, label, activate=False, mode=OpenMode.RETURNING, large_ok=True, done=placed)

    def _finish(self, outcome: Opened, saved: SavedTab, active: bool, order: Mapping[TabId, int]) -> None:  # noqa: FBT001
        tab = outcome.tab
        tab.pinned = saved.pinned
        if saved.read_only and tab.document is not None:
            tab.document.set_read_only(True)
        if active:
            self._state.activate(tab)
        others = [one for one in self._state.windows[tab.window].tabs if one != tab.id]
        place = sum(1 for one in others if one in order and order[one] < order[tab.id])
        self._state.move_tab(tab, place)


def _captured(state: AppState, window: Window, views: Views) -> JsonObject:
    instances = [instance.id for instance in window.instances]
    kept = [tab for tab in state.tabs_of(window.label) if tab.path is not None and not tab.viewer]
    places = {tab.id: at for at, tab in enumerate(kept)}
    tabs: list[JsonObject] = []
    for tab in kept:
        view = views.view(tab.id)
        tabs.append(
            {
                "path": str(tab.path),
                "caret": list(view.caret),
                "anchor": list(view.anchor),
                "first_line": view.first_line,
                "pinned": tab.pinned,
                "read_only": tab.document is not None and tab.document.read_only and tab.banner is None,
                "instance": instances.index(tab.instance),
            }
        )
    return {
        "tabs": tabs,
        "roots": [None if one.root is None else str(one.root) for one in window.instances],
        "shown": instances.index(window.shown),
        "active": [None if one.active is None else places.get(one.active) for one in window.instances],
        "frame": dict(views.frame(window.label)),
    }


def _window(stored: object) -> SavedWindow | None:
    if not isinstance(stored, dict):
        return None
    raw_tabs = _list(stored.get("tabs"))
    tabs: list[SavedTab] = []
    places: dict[int, int] = {}
    for at, one in enumerate(raw_tabs):
        tab = _tab(one)
        if tab is not None:
            places[at] = len(tabs)
            tabs.append(tab)
    roots = [Path(one) if isinstance(one, str) and one else None for one in _list(stored.get("roots"))]
    active = [places.get(one) if isinstance(one, int) else None for one in _list(stored.get("active"))]
    frame = stored.get("frame")
    return SavedWindow(tabs, roots, _count(stored.get("shown")), active, frame if isinstance(frame, dict) else {})


def _tab(stored: object) -> SavedTab | None:
    if not isinstance(stored, dict) or not isinstance(stored.get("path"), str) or not stored["path"]:
        return None
    if "\0" in stored["path"]:
        return None
    view = ViewState(_position(stored.get("caret")), _position(stored.get("anchor")), _count(stored.get("first_line")))
    return SavedTab(
        Path(stored["path"]),
        view,
        pinned=stored.get("pinned") is True,
        read_only=stored.get("read_only") is True,
        instance=_count(stored.get("instance")),
    )


def _position(stored: object) -> Position:
    match stored:
        case [int(line), int(column)] if line >= 0 and column >= 0:
            return Position(line, column)
        case _:
            return Position(0, 0)


def _list(stored: object) -> list[Any]:
    return stored if isinstance(stored, list) else []


def _count(stored: object) -> int:
    return stored if isinstance(stored, int) and not isinstance(stored, bool) and stored >= 0 else 0
