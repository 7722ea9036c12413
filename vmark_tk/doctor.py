"""`vmark-tk doctor`: what of Tk, the page engine, the keychain and the workflow linter is present, and what to do.

Each part is tried in a process of its own, because a broken one may end it.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass

from vmark_tk import __version__
from vmark_tk.core.client_config import bridge_command, client_configs
from vmark_tk.system import processes
from vmark_tk.system.places import places

PROBE_LIMIT_S = 20.0
_PROBES = {
    "Tk": "import tkinter; print(tkinter.Tcl().eval('info patchlevel'))",
    "WebKitGTK": (
        "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2 as w; "
        "print(f'{w.get_major_version()}.{w.get_minor_version()}.{w.get_micro_version()}')"
    ),
    "keychain": (
        "import keyring; backend = keyring.get_keyring(); assert backend.priority > 0; "
        "print(type(backend).__module__.removeprefix('keyring.backends.'))"
    ),
    "MCP SDK": "import importlib.metadata as m; print(m.version('mcp'))",
}
_REMEDY = {
    "Tk": "install Tk for this Python (Debian, Ubuntu: python3-tk); the editor cannot start without it",
    "WebKitGTK": "the embedded browser is off; Debian, Ubuntu: install python3-gi, gir1.2-webkit2-4.1",
    "keychain": "browser sessions cannot be saved; start a Secret Service such as gnome-keyring",
    "MCP SDK": "AI clients cannot connect; install the project again (python3 bootstrap.py setup)",
    "actionlint": "workflow checks are limited to syntax; install actionlint and put it on PATH",
}
_NEEDED = ("Tk", "MCP SDK")


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: its version or place, or None when it is missing."""

    name: str
    found: str | None

    def line(self) -> str:
        """Return the finding as one line, with what to do when something is missing."""
        if self.found is not None:
            return f"{self.name:<11} {self.found}"
        return f"{self.name:<11} missing: {_REMEDY[self.name]}"


def examine() -> list[Finding]:
    """Look at each part."""
    findings = [Finding(name, _probe(code)) for name, code in _PROBES.items()]
    return [*findings, Finding("actionlint", shutil.which("actionlint"))]


def report() -> tuple[str, int]:
    """Return the text for the terminal and the exit code: 1 when the editor or its MCP side cannot work."""
    findings = examine()
    where = places()
    lines = [f"vmark-tk {__version__}, Python {sys.version.split()[0]} on {sys.platform}", ""]
    lines += [finding.line() for finding in findings]
    lines += ["", f"settings in {where.config}", f"recovered texts and session in {where.data}", ""]
    lines.append("To connect an AI client:")
    for config in client_configs(bridge_command()):
        indented = "\n".join(f"    {line}" for line in config.text.splitlines())
        lines += ["", f"{config.client}. {config.where}", indented]
    missing = any(finding.found is None for finding in findings if finding.name in _NEEDED)
    return "\n".join(lines), 1 if missing else 0


def _probe(code: str) -> str | None:
    try:
        result = processes.run([sys.executable, "-c", code], env=os.environ, limit_s=PROBE_LIMIT_S)
    except OSError:
        return None
    return result.output.decode("utf-8", "replace").strip() or "present" if result.code == 0 else None
