"""Which paths a client may touch: inside an open workspace or the folder of an open document (01 section 2.9).

A path is judged by its spelling first, by the place it really leads to second, and by its existence never: what lies
outside gets one and the same answer, whether there is a file or not (WSP-055).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from vmark_tk.core.real_path import real_path
from vmark_tk.core.result import Failure
from vmark_tk.core.state import AppState

OUTSIDE = "the path is outside of the open workspaces and of the folders of the open documents"
LEDGER_FOLDER = ".vmark"
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_UNC = re.compile(r"[\\/]{2}[^\\/?.][^\\/]*[\\/]+[^\\/]+")
_WINDOWS = os.name == "nt"


def check(state: AppState, raw: object) -> Path | Failure:
    """Return the path that `raw` names when a client may touch it, else the refusal to answer (WSP-041 to WSP-059).

    The result keeps the spelling, without doubled and trailing separators; symlinks in it are not resolved.
    """
    refusal = lexical_refusal(raw, windows=_WINDOWS)
    if refusal is not None:
        return Failure("INVALID_PATH", refusal)
    path = Path(str(raw))
    if resolved(state, path) is None:
        return Failure("INVALID_PATH", OUTSIDE)
    return path


def still_inside(state: AppState, path: Path) -> bool:
    """Tell whether a client may touch `path` at this moment; asked again when it is used (ARC-033)."""
    return resolved(state, path) is not None


def resolved(state: AppState, path: Path) -> Path | None:
    """Return the real place of `path` when it is inside, else None.

    Whoever reads or writes for a client uses this real place and follows no link any more, so that a link put there
    after the check leads nowhere (ARC-033).
    """
    spelled = os.fspath(path)
    real = real_path(spelled)
    inside = False
    for root, pinned in _candidates(state):
        real_root = real_path(root)
        if pinned is not None and real_root != pinned:
            continue  # the folder was replaced since it was let in; what is there now nobody has allowed
        below_spelled = relative_parts(root, spelled, windows=_WINDOWS)
        if below_spelled is None:
            below_spelled = relative_parts(real_root, spelled, windows=_WINDOWS)
        below_real = relative_parts(real_root, real, windows=_WINDOWS)
        if below_spelled is None or below_real is None:
            continue
        if _in_ledger(below_spelled) or _in_ledger(below_real):
            return None
        inside = True
    return Path(real) if inside else None


def home_of(state: AppState, path: Path, *, within_scope: bool) -> str:
    """Return the real folder of a file, for `FileFacts.home`; empty, so that it lets nobody in: outside the scope."""
    folder = resolved(state, path.parent) if within_scope else Path(real_path(path.parent))
    return "" if folder is None else os.fspath(folder)


def roots(state: AppState) -> Iterator[str]:
    """Yield the folders that admit what is below them, without those that are gone, each once."""
    return iter(dict.fromkeys(root for root, _ in _candidates(state)))


def lexical_refusal(raw: object, *, windows: bool) -> str | None:
    """Return why the spelling of a path is refused, or None: form, absoluteness, `..` segments, in this order."""
    if not isinstance(raw, str) or not raw:
        return "the path is empty"
    if "\0" in raw:
        return "the path holds a NUL character"
    if not _encodable(raw):
        return "the path holds half a character"
    absolute = bool(_DRIVE.match(raw) or _UNC.match(raw)) if windows else raw.startswith("/")
    if not absolute:
        return "the path is not absolute"
    segments = re.split(r"[\\/]" if windows else "/", raw)
    if ".." in segments:
        return "the path holds a '..' segment"
    if windows and any(":" in segment for segment in segments[1:]):
        return "the path names a stream of a file"
    return None


def relative_parts(root: str, path: str, *, windows: bool) -> list[str] | None:
    """Return the segments of `path` below `root` (none: the root itself), or None when it is not inside."""
    above, whole = _segments(root, windows=windows), _segments(path, windows=windows)
    return whole[len(above) :] if whole[: len(above)] == above else None


def _segments(path: str, *, windows: bool) -> list[str]:
    if windows:
        path = path.replace("\\", "/")
        path = path.removeprefix("//?/UNC").removeprefix("//?/") if path.startswith("//?/") else path
        if _DRIVE.match(path):
            path = path[0].lower() + path[1:]
    return [segment for segment in path.split("/") if segment not in ("", ".")]


def _in_ledger(below: Iterable[str]) -> bool:
    return any(segment.casefold() == LEDGER_FOLDER for segment in below)


def _encodable(raw: str) -> bool:
    try:
        raw.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _candidates(state: AppState) -> Iterator[tuple[str, str | None]]:
    """Yield each folder that admits with the real place it had when it was let in; None: that was not noted."""
    found: list[tuple[str, str | None]] = []
    for window in state.windows.values():
        for instance in window.instances:
            if instance.root is not None:
                spellings = (instance.root, instance.spelled or instance.root)
                found += [(os.fspath(spelling), os.fspath(instance.root)) for spelling in spellings]
    for tab, document in state.documents():
        if tab.path is not None:
            found.append((os.fspath(tab.path.parent), document.file.home))
    folders = dict.fromkeys(found)
    return (one for one in folders if os.path.isdir(one[0]))  # noqa: PTH112 - spelled paths, not Path values
