"""Settings on disk: one versioned `settings.json`; a broken one is set aside and defaults are used (00 D29, S-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vmark_tk.core import json_store
from vmark_tk.core.settings import Settings

FILE_NAME = "settings.json"


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """What the file held, for `Settings`, and a sentence for the person when something was wrong with it."""

    values: dict[str, Any]
    notice: str = ""


def load(path: Path) -> StoredSettings:
    """Read a settings file; never fails. Keys that we do not know stay among the values (ARC-052)."""
    loaded = json_store.load(path)
    values = {key: value for key, value in loaded.data.items() if key != json_store.VERSION_KEY}
    if loaded.set_aside is not None:
        notice = f"The settings file was damaged. Defaults are used; the old file is {loaded.set_aside.name}."
        return StoredSettings(values, notice)
    if loaded.trouble:
        return StoredSettings(values, f"The settings could not be read: {loaded.trouble}. Defaults are used.")
    return StoredSettings(values)


def to_write(settings: Settings) -> Mapping[str, Any]:
    """Return what `save` writes; taken on the loop thread."""
    return settings.to_store()


def save(path: Path, values: Mapping[str, Any]) -> None:
    """Write a settings file in one step. Runs in a worker.

    Raises:
        FileTroubleError: nothing was changed; the text says why.
    """
    json_store.save(path, values)
