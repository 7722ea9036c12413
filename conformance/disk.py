"""The disk as an actor: files of the workspace and of a folder outside it, written and inspected by the runner."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from conformance.judge.expect import UnverifiedError

Bytes = bytes
"""The type, under a name that the method `bytes` does not hide."""


class Disk:
    """Paths are relative to `root` (the workspace folder); absolute ones are taken as they are.

    `outside` is a folder beside the workspace that no scope covers; `sibling` shares a name prefix with the workspace.
    """

    def __init__(self, root: Path, outside: Path) -> None:
        self.root = root
        self.outside = outside
        self.sibling = root.with_name(f"{root.name}-other")

    def path(self, name: str | Path) -> Path:
        """Return the absolute path of a name, links unresolved."""
        return self.root / name

    def write(self, name: str | Path, content: str | bytes) -> Path:
        """Write a file, folders included, exactly these characters (UTF-8, line ends untouched) or bytes."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path

    def bytes(self, name: str | Path) -> bytes:
        """Return the bytes of a file."""
        return self.path(name).read_bytes()

    def read(self, name: str | Path) -> str:
        """Return the text of a file, line ends untouched."""
        return self.bytes(name).decode("utf-8")

    def exists(self, name: str | Path) -> bool:
        """Return whether something is there; a dangling link counts."""
        return os.path.lexists(self.path(name))

    def mkdir(self, name: str | Path) -> Path:
        """Make a folder, parents included."""
        path = self.path(name)
        path.mkdir(parents=True, exist_ok=True)
        return path

    def symlink(self, name: str | Path, target: str | Path) -> Path:
        """Make a link; `target` is kept as given, so a relative one is relative to the link."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            path.symlink_to(target)
        except (OSError, NotImplementedError) as error:
            raise UnverifiedError("platform") from error
        return path

    def chmod(self, name: str | Path, mode: int) -> None:
        """Change permissions; the administrator is not bound by them, so there the scenario is `platform`."""
        if os.name != "posix" or os.geteuid() == 0:
            raise UnverifiedError("platform")
        self.path(name).chmod(mode)

    def remove(self, name: str | Path) -> None:
        """Remove a file, link or folder; harmless when it is gone already."""
        path = self.path(name)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    def rename(self, name: str | Path, new: str | Path) -> None:
        """Move a file or folder, replacing a file of the new name."""
        self.path(name).replace(self.path(new))

    def touch(self, name: str | Path) -> None:
        """Give an existing file a new time, its bytes unchanged; make an empty one otherwise."""
        self.path(name).touch()

    def stamp(self, name: str | Path) -> int:
        """Return the time of last change of a file, in nanoseconds."""
        return self.path(name).stat().st_mtime_ns

    def listing(self, folder: str | Path = ".") -> dict[str, Bytes | None]:
        """Return every path below a folder with its bytes, None for a folder; links are not followed."""
        top = self.path(folder)
        found: dict[str, Bytes | None] = {}
        for path in sorted(top.rglob("*")):
            name = path.relative_to(top).as_posix()
            found[name] = path.read_bytes() if path.is_file() and not path.is_symlink() else None
        return found
