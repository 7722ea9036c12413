"""Folders of the platform for settings, data, cache and run-time files; a profile folder replaces them all (08 S-09).

Also used by the bridge, so it needs nothing but the standard library.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

APP = "vmark-tk"


class Places(NamedTuple):
    """Where things go: `config` settings, `data` what must last, `cache` what may vanish, `runtime` sockets."""

    config: Path
    data: Path
    cache: Path
    runtime: Path

    def make(self) -> None:
        """Make the folders, readable by the owner only.

        Raises:
            OSError: one cannot be made, or the run-time folder belongs to somebody else.
        """
        for folder in (self.config, self.data, self.cache):
            folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)  # a parent made on the way has no such mode
            folder.mkdir(exist_ok=True, mode=0o700)
        private_folder(self.runtime)


def places(
    profile: Path | None = None, *, environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Places:
    """Return the folders of the person's profile, or of the profile folder given; makes none of them."""
    runtime = _runtime(profile, environ, platform)
    if profile is not None:
        root = Path(os.path.abspath(profile))  # noqa: PTH100 - absolute without following links
        return Places(root / "config", root / "data", root / "cache", runtime)
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    if platform == "win32":
        roaming = Path(environ.get("APPDATA") or home / "AppData" / "Roaming") / APP
        local = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / APP
        return Places(roaming, local / "data", local / "cache", runtime)
    if platform == "darwin":
        library = home / "Library"
        support = library / "Application Support" / APP
        return Places(support, support / "data", library / "Caches" / APP, runtime)
    return Places(
        _xdg(environ, "XDG_CONFIG_HOME", home / ".config") / APP,
        _xdg(environ, "XDG_DATA_HOME", home / ".local" / "share") / APP,
        _xdg(environ, "XDG_CACHE_HOME", home / ".cache") / APP,
        runtime,
    )


def private_folder(folder: Path) -> None:
    """Make `folder` and close it to everybody else.

    Raises:
        OSError: it cannot be made, is a link, or belongs to another user.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name != "posix":
        return
    facts = folder.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid():
        raise PermissionError(f"{folder} is not a folder of this user")
    if stat.S_IMODE(facts.st_mode) & 0o077:
        folder.chmod(0o700)


def _runtime(profile: Path | None, environ: Mapping[str, str], platform: str) -> Path:
    """Return a short path, because a socket in it may have about 100 characters only."""
    name = "default"
    if profile is not None:
        import hashlib  # noqa: PLC0415 - the bridge mostly runs without a profile and starts faster so

        absolute = os.path.abspath(profile)  # noqa: PTH100 - absolute without following links
        name = hashlib.sha256(os.fsencode(absolute)).hexdigest()[:12]
    if platform == "win32":
        local = environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
        return Path(local) / APP / "run" / name
    base = environ.get("XDG_RUNTIME_DIR", "")
    if base.startswith("/") and Path(base).is_dir() and os.access(base, os.W_OK):
        return Path(base) / APP / name
    import tempfile  # noqa: PLC0415 - as above: most systems have the folder of before

    return Path(tempfile.gettempdir()) / f"{APP}-{os.getuid() if os.name == 'posix' else 'user'}" / name


def _xdg(environ: Mapping[str, str], variable: str, default: Path) -> Path:
    """Return the folder of an XDG variable; a relative value counts as unset, as that standard says."""
    value = environ.get(variable, "")
    return Path(value) if value.startswith("/") else default
