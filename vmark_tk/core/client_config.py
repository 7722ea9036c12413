"""Ready-to-copy configuration of AI clients: what the settings window, `doctor` and the README show (08 I-02)."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass

SERVER_NAME = "vmark"
DEFAULT_COMMAND: tuple[str, ...] = ("vmark-tk", "mcp")


@dataclass(frozen=True, slots=True)
class ClientConfig:
    """How one client is told about the editor; `where` says what to do with `text`."""

    id: str
    client: str
    where: str
    text: str


def bridge_command() -> tuple[str, ...]:
    """Return the command that starts the bridge from anywhere: the installed script by its full path."""
    script = shutil.which(DEFAULT_COMMAND[0], path=os.path.dirname(sys.executable))  # noqa: PTH120
    script = script or shutil.which(DEFAULT_COMMAND[0])
    return (script, "mcp") if script else (sys.executable, "-m", "vmark_tk", "mcp")


def client_configs(command: Sequence[str] = DEFAULT_COMMAND) -> tuple[ClientConfig, ...]:
    """Return the texts for each known client and a generic one; `command` starts the bridge."""
    generic = _json({"mcpServers": {SERVER_NAME: _entry(command)}})
    return (
        ClientConfig(
            "claude-code",
            "Claude Code",
            "Run in a terminal:",
            f"claude mcp add {SERVER_NAME} -- {shlex.join(command)}",
        ),
        ClientConfig(
            "claude-desktop",
            "Claude Desktop",
            "Add to claude_desktop_config.json, then restart Claude Desktop:",
            generic,
        ),
        ClientConfig("codex", "Codex", "Add to ~/.codex/config.toml:", _toml(command)),
        ClientConfig(
            "generic",
            "Any other client",
            "Most clients take this JSON:",
            _json({"mcpServers": {SERVER_NAME: {"type": "stdio", **_entry(command)}}}),
        ),
    )


def _entry(command: Sequence[str]) -> dict[str, object]:
    return {"command": command[0], "args": list(command[1:])}


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


def _toml(command: Sequence[str]) -> str:
    # a JSON string of printable text is also a TOML basic string
    head, *rest = (json.dumps(part, ensure_ascii=False) for part in command)
    return f"[mcp_servers.{SERVER_NAME}]\ncommand = {head}\nargs = [{', '.join(rest)}]"
