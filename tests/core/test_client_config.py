"""The configuration texts are what each client's own parser understands."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path

from vmark_tk.core.client_config import bridge_command, client_configs

AWKWARD = ("C:\\Program Files\\v mark\\vmark-tk.exe", "mcp", 'a"b')


def _text(client: str, command: tuple[str, ...] = ("vmark-tk", "mcp")) -> str:
    return next(one.text for one in client_configs(command) if one.id == client)


def test_the_command_for_claude_code_splits_back_into_the_given_words() -> None:
    words = shlex.split(_text("claude-code", AWKWARD))
    assert words == ["claude", "mcp", "add", "vmark", "--", *AWKWARD]


def test_json_texts_parse_and_hold_command_and_arguments() -> None:
    for client in ("claude-desktop", "generic"):
        entry = json.loads(_text(client, AWKWARD))["mcpServers"]["vmark"]
        assert (entry["command"], entry["args"]) == (AWKWARD[0], list(AWKWARD[1:]))


def test_the_toml_text_parses_and_holds_command_and_arguments() -> None:
    entry = tomllib.loads(_text("codex", AWKWARD))["mcp_servers"]["vmark"]
    assert (entry["command"], entry["args"]) == (AWKWARD[0], list(AWKWARD[1:]))


def test_without_a_command_the_installed_bridge_is_named() -> None:
    assert _text("claude-code") == "claude mcp add vmark -- vmark-tk mcp"


def test_the_command_of_the_bridge_is_a_whole_path_that_ends_in_mcp() -> None:
    command = bridge_command()
    assert command[-1] == "mcp"
    assert Path(command[0]).is_absolute()
