"""What the bridge answers when the editor dies with requests under way (00 D25, D28)."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import pytest

from tests.end_to_end.kit import HELLO, LIMIT_S, bridge
from vmark_tk.system.instance import listen


def greeted(listener: socket.socket) -> socket.socket:
    """Accept the bridge the way an editor does."""
    listener.settimeout(LIMIT_S)
    connection, _address = listener.accept()
    connection.settimeout(LIMIT_S)
    line_of(connection)
    connection.sendall(b'{"ok":true}\n')
    return connection


def line_of(connection: socket.socket) -> bytes:
    data = b""
    while not data.endswith(b"\n"):
        piece = connection.recv(65_536)
        assert piece
        data += piece
    return data


@pytest.mark.requirement("MCP-010")
@pytest.mark.parametrize(("method", "key"), [("tools/list", "tools"), ("ping", ""), ("initialize", "serverInfo")])
def test_what_needs_no_editor_is_answered_although_it_dies_over_it(tmp_path: Path, method: str, key: str) -> None:
    listening = listen(tmp_path)
    with bridge("--attach-only", "--endpoint", str(tmp_path)) as client:
        client.post(method, HELLO if method == "initialize" else {})
        connection = greeted(listening.socket)
        line_of(connection)
        listening.close()
        connection.close()
        assert key in json.dumps(client.next()["result"])


@pytest.mark.requirement("MCP-063")
def test_a_call_that_was_under_way_says_that_its_effect_is_unknown(tmp_path: Path) -> None:
    listening = listen(tmp_path)
    with bridge("--attach-only", "--endpoint", str(tmp_path)) as client:
        client.post("tools/call", {"name": "session", "arguments": {"action": "get_state"}})
        connection = greeted(listening.socket)
        line_of(connection)
        listening.close()
        connection.close()
        result = client.next()["result"]
        assert result["isError"] is True
        assert "unknown" in result["content"][0]["text"]


@pytest.mark.skipif(sys.platform != "linux", reason="takes the display away")
def test_an_editor_that_cannot_start_is_told_from_one_that_is_not_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with bridge("--isolated", "--endpoint", str(tmp_path)) as client:
        client.hello()
        answer = client.call("session", action="get_state")
        assert answer.result["isError"] is True
        assert "could not be started" in answer.text
