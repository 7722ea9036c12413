"""The last ten files and the last ten folders that a person opened, newest first (08 F-09, K-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vmark_tk.core.events import Events

KEPT = 10


@dataclass(frozen=True, slots=True)
class RecentChanged:
    """The lists of recent files or folders changed."""


class Recent:
    """Recent files and folders; says `RecentChanged` when one of the lists does."""

    def __init__(self, events: Events, stored: Mapping[str, Any] | None = None) -> None:
        self._events = events
        self._files = _paths((stored or {}).get("files"))
        self._folders = _paths((stored or {}).get("folders"))

    @property
    def files(self) -> Sequence[Path]:
        """Return the files, newest first."""
        return tuple(self._files)

    @property
    def folders(self) -> Sequence[Path]:
        """Return the folders, newest first."""
        return tuple(self._folders)

    def add_file(self, path: Path) -> None:
        """Put a file at the head of its list."""
        before, self._files = self._files, _with(self._files, path)
        if before != self._files:
            self._events.publish(RecentChanged())

    def add_folder(self, path: Path) -> None:
        """Put a folder at the head of its list."""
        before, self._folders = self._folders, _with(self._folders, path)
        if before != self._folders:
            self._events.publish(RecentChanged())

    def remove(self, path: Path) -> None:
        """Forget one file or folder."""
        self._files = [one for one in self._files if one != path]
        self._folders = [one for one in self._folders if one != path]
        self._events.publish(RecentChanged())

    def clear(self) -> None:
        """Forget everything."""
        self._files, self._folders = [], []
        self._events.publish(RecentChanged())

    def to_store(self) -> dict[str, Any]:
        """Return what to keep between starts."""
        return {"files": [str(path) for path in self._files], "folders": [str(path) for path in self._folders]}


def _with(paths: Sequence[Path], path: Path) -> list[Path]:
    return [path, *(one for one in paths if one != path)][:KEPT]


def _paths(stored: object) -> list[Path]:
    if not isinstance(stored, list):
        return []
    return [Path(one) for one in stored if isinstance(one, str) and one][:KEPT]
