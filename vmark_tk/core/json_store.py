"""Small JSON files of our own: read without ever failing, written in one step, broken ones set aside (08 S-04)."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vmark_tk.core import files
from vmark_tk.core.files import FileTroubleError

VERSION = 1
VERSION_KEY = "version"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file held; `set_aside` is where a broken one was moved, `trouble` why one could not be read."""

    data: dict[str, Any]
    set_aside: Path | None = None
    trouble: str = ""


def load(path: Path) -> Loaded:
    """Return the object in a file; a missing, unreadable or broken file gives an empty one."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Loaded({})
    except OSError as error:
        return Loaded({}, trouble=(error.strerror or "it cannot be read").lower())
    try:
        data = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return Loaded({}, set_aside=set_aside(path), trouble="it is damaged")
    if not isinstance(data, dict):
        return Loaded({}, set_aside=set_aside(path), trouble="it is damaged")
    return Loaded(data)


def save(path: Path, data: Mapping[str, Any]) -> None:
    """Write an object in one step, readable by its owner only; makes the folder. Runs in a worker.

    Raises:
        FileTroubleError: nothing was changed; the text says why.
    """
    text = json.dumps({VERSION_KEY: VERSION, **data}, ensure_ascii=False, indent=1)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FileTroubleError("denied", "the folder for the editor's own data cannot be made") from error
    real = Path(os.path.realpath(path))
    # half a surrogate pair, which JSON text may hold, must not keep everything else from being written
    files.write(real, text.encode("utf-8", "backslashreplace"), mode=0o600)


def set_aside(path: Path) -> Path | None:
    """Move a broken file to a free name beside it, so that nothing is lost; None where even that is refused."""
    for number in range(1, 1000):
        target = path.with_name(f"{path.name}.broken-{number}")
        if not target.exists():
            try:
                path.rename(target)
            except OSError:
                return None
            return target
    return None
