#!/usr/bin/env python3
"""Set up, run and test vmark_tk on a machine that has nothing of it yet; needs the standard library only.

    python3 bootstrap.py setup          install what is missing, make .venv, install the project
    python3 bootstrap.py run [PATHS]    the same, then start the editor
    python3 bootstrap.py test [ARGS]    the same with the test tools, then run the tests under a virtual display

Every step is safe to repeat. On Debian and Ubuntu missing system packages are installed with apt (as root, or after
asking for sudo); elsewhere the script says exactly what to install.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)

# What the editor needs of the system: Tk, venv, and the GObject bindings of WebKitGTK for the embedded browser.
RUN_PACKAGES = ("python3-tk", "python3-venv", "python3-gi", "python3-gi-cairo", "gir1.2-gtk-3.0", "gir1.2-webkit2-4.1")
# What the tests need beside: a display with a window manager, keys and windows from outside, fonts, a keychain.
TEST_PACKAGES = (
    "xvfb",
    "openbox",
    "xdotool",
    "x11-utils",
    "fonts-dejavu-core",
    "fonts-noto-cjk",
    "dbus",
    "gnome-keyring",
)

ELSEWHERE = """\
This system has no apt, so please install by hand, then run this again:
  - Python 3.11 or newer with Tk 8.6 (try: python3 -m tkinter)
      Fedora: sudo dnf install python3-tkinter     Arch: sudo pacman -S tk     openSUSE: sudo zypper install python3-tk
      macOS: the installer of python.org, or: brew install python-tk
      Windows: the installer of python.org with "tcl/tk and IDLE"
  - for the embedded browser on Linux: WebKitGTK 4.1 and PyGObject
      Fedora: sudo dnf install webkit2gtk4.1 python3-gobject     Arch: sudo pacman -S webkit2gtk-4.1 python-gobject
  - for the tests on Linux: Xvfb, openbox, xdotool, gnome-keyring, fonts (DejaVu, Noto CJK)
"""


class SetupError(Exception):
    """The set-up cannot go on; the text says what to do."""


def say(message: str) -> None:
    """Tell the person what happens."""
    print(f"[bootstrap] {message}", file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], *, env: dict[str, str] | None = None) -> None:
    """Run a command to its end.

    Raises:
        SetupError: it failed; the text names the command.
    """
    result = subprocess.run([str(part) for part in command], env=env, cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
    if result.returncode:
        raise SetupError(f"this command failed ({result.returncode}): {' '.join(str(part) for part in command)}")


def missing_packages(names: Sequence[str]) -> list[str]:
    """Return the Debian packages that are not installed."""
    missing = []
    for name in names:
        query = subprocess.run(
            ["dpkg-query", "-W", "-f=${Status}", name], capture_output=True, encoding="utf-8", check=False
        )
        if "install ok installed" not in query.stdout:
            missing.append(name)
    return missing


def install_system_packages(names: Sequence[str]) -> None:
    """Install missing system packages with apt, or say what to install where there is no apt."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-query")):
        if not capable_interpreters():
            raise SetupError(ELSEWHERE)
        return
    missing = missing_packages(names)
    if not missing:
        return
    say(f"installing system packages: {' '.join(missing)}")
    prefix = [] if os.geteuid() == 0 else sudo_prefix(missing)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run([*prefix, "apt-get", "update", "-q"], env=env)
    run([*prefix, "apt-get", "install", "-q", "-y", "--no-install-recommends", *missing], env=env)


def sudo_prefix(missing: Sequence[str]) -> list[str]:
    """Return the words that make apt run as root, after asking.

    Raises:
        SetupError: there is no sudo, nobody to ask, or the answer is no.
    """
    by_hand = f"as root: apt-get install --no-install-recommends {' '.join(missing)}"
    if not shutil.which("sudo"):
        raise SetupError(f"system packages are missing and there is no sudo; please run {by_hand}")
    if not sys.stdin.isatty():
        raise SetupError(f"system packages are missing and nobody is there to allow sudo; please run {by_hand}")
    answer = input(f"Install {' '.join(missing)} with sudo apt-get? [y/N] ")
    if answer.strip().lower() not in ("y", "yes"):
        raise SetupError(f"nothing was installed; to do it yourself run {by_hand}")
    return ["sudo"]


def capable_interpreters() -> list[str]:
    """Return interpreters of a fitting version that have Tk, the best first.

    On Debian and Ubuntu that is the system's own one, because the GObject bindings belong to it.
    """
    names = ["/usr/bin/python3", sys.executable, *(f"python3.{minor}" for minor in range(14, 10, -1)), "python3"]
    probe = f"import sys, tkinter, venv; sys.exit(0 if sys.version_info >= {OLDEST!r} else 1)"
    found: list[str] = []
    for name in names:
        path = shutil.which(name)
        if path is None or path in found or Path(path).is_relative_to(VENV):
            continue
        result = subprocess.run([path, "-c", probe], capture_output=True, check=False)
        if result.returncode == 0:
            found.append(path)
    return found


def venv_python() -> Path:
    """Return the interpreter inside the virtual environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def has_tk(python: Path) -> bool:
    """Tell whether an interpreter starts and has Tk."""
    if not python.exists():
        return False
    return subprocess.run([str(python), "-c", "import tkinter"], capture_output=True, check=False).returncode == 0


def make_venv() -> None:
    """Make the virtual environment; one that is broken or has no Tk is made again."""
    if has_tk(venv_python()):
        return
    interpreters = capable_interpreters()
    if not interpreters:
        raise SetupError(f"no Python {OLDEST[0]}.{OLDEST[1]} or newer with Tk was found.\n{ELSEWHERE}")
    say(f"making {VENV.name} with {interpreters[0]}")
    # The GObject bindings cannot be installed with pip without compilers, so the system's are let in.
    run([interpreters[0], "-m", "venv", "--clear", "--system-site-packages", VENV])


def install_project(*, test: bool) -> None:
    """Install the project in editable form with what it depends on, once for each state of pyproject.toml."""
    stamp = VENV / ("installed-test" if test else "installed")
    state = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == state:
        return
    say("installing the project and what it depends on")
    target = f"{ROOT}[test]" if test else str(ROOT)
    run([venv_python(), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", target])
    stamp.write_text(state, encoding="utf-8")


def setup(*, test: bool = False) -> None:
    """Do everything up to the start."""
    if sys.platform == "linux":
        install_system_packages(RUN_PACKAGES + (TEST_PACKAGES if test else ()))
    make_venv()
    install_project(test=test)


@contextmanager
def virtual_display() -> Iterator[dict[str, str]]:
    """Give the environment of a private display with a window manager; elsewhere than on X11 the present one."""
    if sys.platform != "linux" or not shutil.which("Xvfb"):
        yield dict(os.environ)
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        number = pipe.readline().strip()
    if not number:
        raise SetupError("the virtual display (Xvfb) did not start")
    env = {**os.environ, "DISPLAY": f":{number}"}
    env.pop("WAYLAND_DISPLAY", None)
    manager = subprocess.Popen(["openbox"], env=env, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield env
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait()


def run_tests(arguments: Sequence[str]) -> int:
    """Run the tests under a virtual display and return pytest's exit code."""
    with virtual_display() as env:
        return subprocess.run(
            [str(venv_python()), "-m", "pytest", *arguments], env=env, cwd=ROOT, stdin=subprocess.DEVNULL, check=False
        ).returncode


def start_editor(paths: Sequence[str]) -> int:
    """Start the editor and return its exit code."""
    return subprocess.run([str(venv_python()), "-m", "vmark_tk", *paths], check=False).returncode


def main(arguments: Sequence[str]) -> int:
    """Do what the first word says."""
    verb, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if verb not in ("setup", "run", "test"):
        if verb in ("help", "-h", "--help"):
            print(__doc__.strip())
            return 0
        print(f"bootstrap.py: {verb!r} is none of setup, run, test\n\n{__doc__.strip()}", file=sys.stderr)
        return 2
    try:
        setup(test=verb == "test")
        if verb == "test":
            return run_tests(rest)
        return start_editor(rest) if verb == "run" else 0
    except SetupError as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
