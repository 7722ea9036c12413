"""The files of a workspace, one folder at a time, as the sidebar shows them (08 K-02). For workers; knows no state."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vmark_tk.core.files import TEMPORARY_SUFFIX

MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx")
NEVER_SHOWN = frozenset({".git", "node_modules"})
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder. `loops` marks a link to a folder above it, which is not opened any further."""

    name: str
    path: Path
    is_folder: bool
    loops: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """What is shown: Markdown files and folders, unless more is asked for."""

    hidden: bool = False
    all_files: bool = False
    excluded: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of a folder in order, or why there are none."""

    folder: Path
    entries: Sequence[Entry]
    problem: str = ""


def list_folder(folder: Path, shown: Filter = Filter()) -> Listing:
    """Return what a folder holds: folders first, each in natural order; never fails."""
    try:
        with os.scandir(folder) as found:
            entries = [entry for one in found if (entry := _entry(folder, one, shown)) is not None]
    except OSError as error:
        return Listing(folder, (), (error.strerror or "the folder cannot be read").lower())
    entries.sort(key=lambda entry: (not entry.is_folder, natural_key(entry.name)))
    return Listing(folder, entries)


def natural_key(name: str) -> tuple[list[tuple[int, int, str]], str]:
    """Return a key that sorts `2` before `10` and capitals with their small letters; the name itself breaks ties."""
    parts = [part for part in _DIGITS.split(name.casefold()) if part]
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts], name


def _entry(folder: Path, found: os.DirEntry[str], shown: Filter) -> Entry | None:
    name = found.name
    if name in NEVER_SHOWN or name in shown.excluded or name.endswith(TEMPORARY_SUFFIX):
        return None
    if name.startswith(".") and not shown.hidden:
        return None
    is_folder = _is_folder(found)
    if not is_folder and not shown.all_files and not name.lower().endswith(MARKDOWN_SUFFIXES):
        return None
    loops = is_folder and found.is_symlink() and _is_above(found.path, folder)
    return Entry(name, folder / name, is_folder, loops)


def _is_folder(found: os.DirEntry[str]) -> bool:
    try:
        return found.is_dir()
    except OSError:
        return False


def _is_above(link: str, folder: Path) -> bool:
    target, here = Path(os.path.realpath(link)), Path(os.path.realpath(folder))
    return target == here or target in here.parents
