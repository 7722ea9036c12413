"""A private place for a subject: folders of its own and an environment that inherits only what is listed (CNF-039)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY")
WINDOWS_VARIABLES = ("SYSTEMROOT", "COMSPEC", "PATHEXT", "WINDIR", "SYSTEMDRIVE")
FOLDERS = ("home", "ws", "out", "bin", "tmp", "run")
MARK = "VMARK_CONFORMANCE_SANDBOX"
SYSTEM_PATH = ("/usr/local/bin", "/usr/bin", "/bin")


class Sandbox:
    """Folders `home`, `ws`, `out`, `bin`, `tmp`, `run` below one canonical folder of mode 0700."""

    def __init__(self) -> None:
        self.top = Path(os.path.realpath(tempfile.mkdtemp(prefix="vc-")))
        self.top.chmod(0o700)
        for name in FOLDERS:
            (self.top / name).mkdir(mode=0o700)
        self.home, self.ws, self.out, self.bin, self.tmp, self.run = (self.top / name for name in FOLDERS)
        self._count = 0

    def new_workspace(self) -> Path:
        """Return an empty folder for the next scenario, with a fresh folder outside beside it."""
        self._count += 1
        for folder in (self.ws, self.out):
            (folder / f"{self._count}").mkdir()
        return self.ws / f"{self._count}"

    def quiet_places(self) -> list[Path]:
        """Return the folders in which nothing may change while the present scenario runs: those of earlier ones."""
        now = str(self._count)
        earlier = [p for top in (self.ws, self.out) for p in top.iterdir() if p.name.partition("-")[0] != now]
        return [self.bin, *(place for place in earlier if not place.is_symlink())]

    def outside(self) -> Path:
        """Return the folder outside the present workspace."""
        return self.out / f"{self._count}"

    def environment(
        self, *, isolate_home: bool, display: Mapping[str, str], extra: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the whole environment of the subject; `display` are the variables of its screen."""
        path = [str(self.bin), *(SYSTEM_PATH if os.name == "posix" else (_windows_path(),))]
        values = {
            "PATH": os.pathsep.join(path),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "NO_PROXY": "*",
            "PYTHONUTF8": "1",
            "TMPDIR": str(self.tmp),
            "TEMP": str(self.tmp),
            "TMP": str(self.tmp),
            "VMARK_CONFORMANCE": "1",
            MARK: str(self.top),
        }
        if os.name == "nt":
            values |= {name: os.environ[name] for name in WINDOWS_VARIABLES if name in os.environ}
        return values | (self._home() if isolate_home else _own_home()) | dict(display) | dict(extra)

    def _home(self) -> dict[str, str]:
        home = self.home
        return {
            "HOME": str(home),
            "USERPROFILE": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_DATA_HOME": str(home / ".local" / "share"),
            "XDG_STATE_HOME": str(home / ".local" / "state"),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "XDG_RUNTIME_DIR": str(self.run),
            "APPDATA": str(home / "AppData" / "Roaming"),
            "LOCALAPPDATA": str(home / "AppData" / "Local"),
            "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        }

    def masked(self, text: str) -> str:
        """Return a text with the folder shown as `$SANDBOX` (CNF-050)."""
        return text.replace(str(self.top), "$SANDBOX")

    def remove(self) -> None:
        """Delete everything; folders made unreadable by a scenario are opened first."""
        for folder, names, _ in os.walk(self.top):
            for name in names:
                path = Path(folder, name)
                if not path.is_symlink():
                    path.chmod(0o700)
        shutil.rmtree(self.top, ignore_errors=True)


def _windows_path() -> str:
    return str(Path(os.environ.get("SYSTEMROOT", "C:\\Windows")) / "System32")


def _own_home() -> dict[str, str]:
    return {name: os.environ[name] for name in ("HOME", "USERPROFILE", "XDG_RUNTIME_DIR") if name in os.environ}


def caller_display() -> dict[str, str]:
    """Return the display variables of the caller, the authority file made explicit since the home changes."""
    found = {name: os.environ[name] for name in DISPLAY_VARIABLES if os.environ.get(name)}
    authority = Path.home() / ".Xauthority"
    if "DISPLAY" in found and "XAUTHORITY" not in found and authority.exists():
        found["XAUTHORITY"] = str(authority)
    return found
