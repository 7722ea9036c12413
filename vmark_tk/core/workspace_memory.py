"""Which tabs each folder had open when it was last a workspace, so that they come back with it (08 K-01, K-06).

Kept in the data folder of the application, never in the person's folder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vmark_tk.core import workspaces
from vmark_tk.core.result import JsonObject
from vmark_tk.core.state import AppState

FILE_NAME = "workspaces.json"
MAX_FOLDERS = 50
MAX_TABS = 100


@dataclass(frozen=True, slots=True)
class Remembered:
    """The files of a folder that were open, in order, and the one that was in front."""

    tabs: Sequence[Path] = ()
    active: Path | None = None


class WorkspaceMemory:
    """Remembers by the real place of each folder. Loop thread only."""

    def __init__(self, stored: Mapping[str, Any] | None = None) -> None:
        self._folders: dict[str, Remembered] = {}
        folders = (stored or {}).get("folders")
        for root, facts in folders.items() if isinstance(folders, dict) else ():
            if isinstance(facts, dict):
                self._folders[root] = _remembered(facts)

    def take_note(self, state: AppState) -> None:
        """Remember the tabs of every folder that is open now; a folder without tabs is remembered as such."""
        for label, window in state.windows.items():
            for instance in window.instances:
                if instance.root is None:
                    continue
                tabs = [tab for tab in state.tabs_of(label) if not state.rail or tab.instance == instance.id]
                paths = [tab.path for tab in tabs if tab.path is not None]
                inside = [path for path in paths if workspaces.contains(instance.root, path)]
                front = None if instance.active is None else state.tabs[instance.active].path
                root = os.fspath(instance.root)
                self._folders.pop(root, None)
                self._folders[root] = Remembered(inside[:MAX_TABS], front if front in inside else None)
        for oldest in list(self._folders)[: max(0, len(self._folders) - MAX_FOLDERS)]:
            del self._folders[oldest]

    def of(self, root: Path) -> Remembered:
        """Return what is remembered of a folder."""
        return self._folders.get(os.fspath(root), Remembered())

    def to_store(self) -> JsonObject:
        """Return what to write."""
        return {
            "folders": {
                root: {
                    "tabs": [os.fspath(path) for path in facts.tabs],
                    "active": None if facts.active is None else os.fspath(facts.active),
                }
                for root, facts in self._folders.items()
            }
        }


def _remembered(facts: Mapping[str, Any]) -> Remembered:
    tabs = facts.get("tabs")
    paths = [Path(one) for one in tabs if isinstance(one, str) and one] if isinstance(tabs, list) else []
    active = facts.get("active")
    return Remembered(paths[:MAX_TABS], Path(active) if isinstance(active, str) and active else None)
