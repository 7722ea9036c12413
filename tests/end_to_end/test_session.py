"""The protocol as clients see it: bridge, socket, MCP thread, bus and tools; only the display is missing."""

from __future__ import annotations

import json
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.kit import HELLO, LIMIT_S, Stdio, attached, bridge, running_editor
from vmark_tk import __version__
from vmark_tk.mcp.schemas import TOOLS, surface
from vmark_tk.system.instance import dial

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "modern", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("editor")
    (folder / "work").mkdir()
    (folder / "work" / "a.md").write_text("alpha\n", encoding="utf-8")
    with running_editor(folder / "run", folder / "work", folder / "work" / "a.md"):
        yield folder / "run"


@pytest.fixture
def client(endpoint: Path) -> Iterator[Stdio]:
    with attached(endpoint) as made:
        yield made


def test_the_handshake_names_the_server_and_only_tools(endpoint: Path) -> None:
    with bridge("--attach-only", "--endpoint", str(endpoint)) as client:
        hello = client.hello()
        assert hello["protocolVersion"] == "2025-06-18"
        assert (hello["serverInfo"]["name"], hello["serverInfo"]["version"]) == ("vmark-tk", __version__)
        assert set(hello["capabilities"]) == {"tools"}
        assert hello["instructions"]


def test_all_tools_are_listed_as_in_the_packaged_copy(client: Stdio) -> None:
    result = client.ask("tools/list")["result"]
    assert "nextCursor" not in result
    assert result["tools"] == json.loads(json.dumps(list(TOOLS)))
    assert client.ask("ping")["result"] == {}


def test_the_stateless_era_works_without_a_handshake(endpoint: Path) -> None:
    with bridge("--attach-only", "--endpoint", str(endpoint)) as client:
        found = client.ask("server/discover", {"_meta": META})["result"]
        assert found["supportedVersions"] == ["2026-07-28"]
        listed = client.ask("tools/list", {"_meta": META})["result"]
        assert [tool["name"] for tool in listed["tools"]] == [tool["name"] for tool in TOOLS]
        call = {"name": "session", "arguments": {"action": "get_state"}, "_meta": META}
        result = client.ask("tools/call", call)["result"]
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


def test_a_result_with_null_and_every_script_comes_whole(client: Stdio) -> None:
    text = "中文 😀 e\u0301 \u05d0\u05d1 a\u2028b\u2029c\x85 \ttab  \n\n"
    tab = client.call("workspace", action="new").data["tabId"]
    client.call("document", action="write", tabId=tab, content=text)
    data = client.call("document", action="read", tabId=tab).data
    assert (data["content"], data["filePath"]) == (text, None)
    client.call("workspace", action="close", tabId=tab, force=True)


@pytest.mark.requirement("MCP-066")
def test_fifty_requests_at_once_get_fifty_answers_in_order_of_effect(client: Stdio) -> None:
    tab = client.call("workspace", action="new").data["tabId"]
    ids = []
    for number in range(50):
        args = {"action": "write", "tabId": tab, "content": str(number)}
        ids.append(client.post("tools/call", {"name": "document", "arguments": args}))
    assert sorted(client.next()["id"] for _ in ids) == ids
    assert client.call("document", action="read", tabId=tab).data["content"] == "49"
    client.call("workspace", action="close", tabId=tab, force=True)


def test_of_two_writes_with_one_revision_by_two_clients_one_is_stale(endpoint: Path, client: Stdio) -> None:
    with attached(endpoint) as other:
        tab = client.call("workspace", action="new").data["tabId"]
        for _ in range(20):
            revision = other.call("document", action="read", tabId=tab).data["revision"]
            args = {"action": "write", "tabId": tab, "content": "x", "expected_revision": revision}
            for one in (client, other):
                one.post("tools/call", {"name": "document", "arguments": args})
            errors = [one.next()["result"].get("isError", False) for one in (client, other)]
            assert sorted(errors) == [False, True]
        client.call("workspace", action="close", tabId=tab, force=True)


def test_each_connection_is_a_client_of_its_own(endpoint: Path, client: Stdio) -> None:
    folder = str(endpoint.parent)
    with attached(endpoint) as other:
        first = client.call("workspace", action="open_workspace", folderPath=folder).data
        second = other.call("workspace", action="open_workspace", folderPath=folder).data
    assert first["needsApproval"] is second["needsApproval"] is True
    assert first["promptId"] != second["promptId"]


def test_a_client_that_dies_with_calls_under_way_disturbs_nobody(endpoint: Path, client: Stdio) -> None:
    for _ in range(5):
        with attached(endpoint) as doomed:
            for _ in range(100):
                doomed.post("tools/call", {"name": "session", "arguments": {"action": "get_state"}})
            doomed.process.kill()
    assert client.call("session", action="get_state").data["windows"]


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of the editor from /proc")
def test_answers_for_a_client_that_reads_none_do_not_pile_up(endpoint: Path, client: Stdio) -> None:
    tab = client.call("workspace", action="new").data["tabId"]
    client.call("document", action="write", tabId=tab, content="y" * 2_000_000)
    editor = json.loads((endpoint / "endpoint.json").read_text(encoding="utf-8"))["pid"]
    before = memory_mb(editor)
    deaf = dial(endpoint, {"want": "mcp"})
    assert deaf is not None
    with deaf:
        read = {"name": "document", "arguments": {"action": "read", "tabId": tab}}
        messages = [
            {"id": 0, "method": "initialize", "params": HELLO},
            {"method": "notifications/initialized"},
            *({"id": n, "method": "tools/call", "params": read} for n in range(1, 201)),
        ]
        deaf.sendall(b"".join(json.dumps({"jsonrpc": "2.0", **one}).encode() + b"\n" for one in messages))
        for _ in range(200):
            client.call("session", action="get_state")
        assert memory_mb(editor) - before < 400  # 200 answers of 4 MB are 800
    client.call("workspace", action="close", tabId=tab, force=True)


def memory_mb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


@pytest.mark.requirement("MCP-082")
def test_a_call_delivered_twice_is_carried_out_once(client: Stdio) -> None:
    before = len(client.call("session", action="get_state").data["windows"][0]["tabs"])
    params = {"name": "workspace", "arguments": {"action": "new"}}
    line = json.dumps({"jsonrpc": "2.0", "id": "twice", "method": "tools/call", "params": params}).encode() + b"\n"
    client.raw(line)
    first = client.next()
    client.raw(line)
    assert client.next() == first
    tabs = client.call("session", action="get_state").data["windows"][0]["tabs"]
    assert len(tabs) == before + 1
    client.call("workspace", action="close", tabId=tabs[-1]["id"])


def test_a_cancelled_request_is_not_answered_and_the_next_is(client: Stdio) -> None:
    number = client.post("tools/call", {"name": "session", "arguments": {"action": "get_state"}})
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}
    client.raw(json.dumps(cancel).encode() + b"\n")
    assert client.ask_past(number, "ping")["result"] == {}


@pytest.mark.requirement("MCP-071")
def test_five_megabytes_go_and_come_whole_and_seventeen_are_refused(client: Stdio) -> None:
    tab = client.call("workspace", action="new").data["tabId"]
    text = "line\n" * 1_000_000
    client.call("document", action="write", tabId=tab, content=text)
    assert client.call("document", action="read", tabId=tab).data["content"] == text
    client.raw(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"' + b"x" * (20 << 20) + b'"}}\n')
    assert client.next()["error"]["code"] == -32600
    assert client.call("document", action="read", tabId=tab).data["content"] == text
    client.call("workspace", action="close", tabId=tab, force=True)


def junk(source: random.Random, tab: str) -> bytes:
    """Return one malformed line or call that must not change anything."""
    call = {
        "jsonrpc": "2.0",
        "id": source.choice([source.randrange(10**6), str(source.random()), 10**40, "x" * 5000]),
        "method": "tools/call",
        "params": {"name": "document", "arguments": {"action": "write", "tabId": tab, "content": 5}},
    }
    kind = source.randrange(10)
    line = json.dumps(call).encode()
    if kind == 0:
        return line[: source.randrange(1, len(line))]
    if kind == 1:
        return bytes(source.randrange(256) for _ in range(source.randrange(1, 80))).replace(b"\n", b"")
    if kind == 2:
        return b"[" * source.randrange(1, 3000)
    if kind == 3:
        return line.replace(b"5}", b'"\\ud83d"}')
    if kind == 4:
        return line.replace(b"5}", b'"a\\u0000b"}')
    if kind == 5:
        return line.replace(b'"document"', source.choice([b'"nothing"', b"5", b"null", b"[]", b'"Document"']))
    if kind == 6:
        return line.replace(b'"write"', source.choice([b'"Write"', b"5", b"null", b'" write"', b'"open"']))
    if kind == 7:
        return line.replace(
            b'"tools/call"', source.choice([b'"no"', b"5", b"null", b'"initialize"', b'"tools/list\\u0000"'])
        )
    if kind == 8:
        return line.replace(b'"2.0"', source.choice([b'"1.0"', b"2.0", b"null"]))
    return line.replace(b'"tabId"', source.choice([b'"x"', b'"tabid"', b'"\\u0000"']))


def test_ten_thousand_malformed_lines_and_calls_change_nothing(client: Stdio) -> None:
    tab = client.call("workspace", action="new").data["tabId"]
    before = client.call("session", action="get_state").data
    source = random.Random(5)
    for _ in range(100):
        for _ in range(100):
            client.raw(junk(source, tab) + b"\n")
        number = client.post("ping")
        while (message := client.next()).get("id") != number or "result" not in message:
            assert message.get("error") or message["result"].get("isError") or message["id"] != tab
    assert client.settled_call("session", action="get_state").data == before
    assert client.settled_call("document", action="read", tabId=tab).data["content"] == ""
    client.settled_call("workspace", action="close", tabId=tab)


@pytest.mark.parametrize("ending", ["eof", signal.SIGTERM, signal.SIGINT])
def test_the_bridge_ends_with_code_zero(endpoint: Path, ending: object) -> None:
    with attached(endpoint) as client:
        if isinstance(ending, signal.Signals):
            client.process.send_signal(ending)
            assert client.process.wait(5) == 0
        else:
            assert client.close() == 0


def test_answers_under_way_still_come_after_the_input_is_closed(endpoint: Path) -> None:
    with attached(endpoint) as client:
        number = client.post("tools/call", {"name": "session", "arguments": {"action": "get_state"}})
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.next()["id"] == number


def test_without_an_editor_the_bridge_answers_what_needs_none(tmp_path: Path) -> None:
    with bridge("--attach-only", "--endpoint", str(tmp_path)) as client:
        assert client.hello()["serverInfo"]["version"] == __version__
        assert client.ask("ping")["result"] == {}
        assert client.ask("tools/list")["result"]["tools"] == json.loads(json.dumps(surface()["tools"]))
        answer = client.call("session", action="get_state")
        assert answer.result["isError"] is True
        assert "No editor" in answer.text
        assert client.ask("resources/list")["error"]["code"] == -32000
        client.raw(b"{\n")
        assert client.next()["error"]["code"] == -32700


def test_the_editor_may_come_go_and_come_again(tmp_path: Path) -> None:
    with bridge("--attach-only", "--endpoint", str(tmp_path)) as client:
        client.hello()
        for _ in range(2):
            with running_editor(tmp_path) as editor:
                assert client.call("session", action="get_state").data["windows"]
                editor.send_signal(signal.SIGSTOP)
                number = client.post("tools/call", {"name": "workspace", "arguments": {"action": "new"}})
                editor.kill()
                lost = client.next()
                assert lost["id"] == number
                assert "effect is unknown" in lost["result"]["content"][0]["text"]
            assert client.call("session", action="get_state").result["isError"] is True


def test_version_and_health_need_no_editor() -> None:
    with bridge("--version") as client:
        assert client.process.stdout is not None
        assert client.process.wait(LIMIT_S) == 0
    with bridge("--health-check") as client:
        health = client.next()
        assert (health["status"], health["toolCount"], health["resourceCount"]) == ("ok", 9, 0)
        assert client.process.wait(LIMIT_S) == 0
