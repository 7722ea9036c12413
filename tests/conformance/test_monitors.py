"""What the wire monitor notices, and what it lets pass."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.judge.monitors import ReadOnlyMonitor, WireMonitor, changed, read_only_tools, snapshot, tabs_in


def line(message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def asked(*, method: str = "tools/call") -> WireMonitor:
    monitor = WireMonitor()
    monitor.line("out", line({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}}))
    return monitor


GOOD = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{}"}]}}


@pytest.mark.parametrize("extra", [{"_meta": {}}, {"structuredContent": {}}, {"more": 1}])
@pytest.mark.requirement("CNF-044")
def test_a_good_answer_with_anything_extra_is_no_finding(extra: dict[str, Any]) -> None:
    monitor = asked()
    monitor.line("in", line({**GOOD, "result": {**GOOD["result"], **extra}}))
    monitor.line("in", line({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}}))
    assert monitor.take() == ([], [])


@pytest.mark.parametrize(
    "bad",
    [
        b"hello\n",
        b'{"jsonrpc": "2.0", "id": 1, "result": {"content": []}, "x": "\xff"}\n',
        line([GOOD]),
        line({**GOOD, "id": 7}),
        line({**GOOD, "jsonrpc": "1.0"}),
        line({**GOOD, "error": {"code": 1, "message": ""}}),
        line({"jsonrpc": "2.0", "id": 1}),
        line({"jsonrpc": "2.0", "id": 1, "error": {"code": "x", "message": "y"}}),
        line({"jsonrpc": "2.0", "id": 1, "result": {"content": "text"}}),
        line({"jsonrpc": "2.0", "id": 1, "result": {"content": [{"text": "no type"}]}}),
        line(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "result": {"content": [{"type": "text", "text": "{}"}], "structuredContent": {"a": 1}},
            }
        ),
    ],
)
def test_each_breach_of_the_wire_is_a_finding(bad: bytes) -> None:
    monitor = asked()
    monitor.line("in", bad)
    assert monitor.take()[0]


def test_a_second_answer_is_a_finding() -> None:
    monitor = asked()
    monitor.line("in", line(GOOD))
    monitor.line("in", line(GOOD))
    assert monitor.take()[0] == ["the id 1 was answered twice"]


@pytest.mark.requirement("CNF-047")
@pytest.mark.parametrize(
    "bad", [b"{}\n", b"not json\n", line({"jsonrpc": "2.0", "id": 2, "method": 3}), b'{"jsonrpc":"2.0","method":"a"}']
)
def test_an_invalid_message_of_ours_is_our_fault(bad: bytes) -> None:
    monitor = asked()
    monitor.line("out", bad)
    assert monitor.take()[1]


def test_a_line_sent_raw_on_purpose_is_not_our_fault() -> None:
    monitor = asked()
    monitor.allow_raw()
    monitor.line("out", b"not json\n")
    assert monitor.take() == ([], [])


def test_only_tools_that_are_annotated_so_count_as_read_only() -> None:
    tools: list[dict[str, object]] = [
        {"name": "session", "annotations": {"readOnlyHint": True}},
        {"name": "document", "annotations": {"readOnlyHint": False}},
        {"name": "bare"},
        {"name": "odd", "annotations": "x"},
    ]
    assert read_only_tools(tools) == {"session"}


def test_a_read_only_call_that_changes_something_is_a_finding() -> None:
    monitor = ReadOnlyMonitor()
    monitor.compare("coherence.status", "files", {"a": 1}, {"a": 1})
    assert monitor.take() == []
    monitor.compare("coherence.status", "files", {"a": 1}, {})
    assert monitor.take() == ["coherence.status is annotated read-only and changed files"]
    assert monitor.take() == []


@pytest.mark.parametrize("state", [None, {}, {"windows": 3}, {"windows": [{"tabs": "x"}, 4, {"tabs": [1]}]}])
def test_a_malformed_state_has_no_tabs(state: object) -> None:
    assert tabs_in(state) == []


def test_a_snapshot_tells_new_gone_and_changed_files(tmp_path: Path) -> None:
    one, two = tmp_path / "ws" / "1", tmp_path / "out" / "1"
    for folder in (one, two):
        folder.mkdir(parents=True)
        (folder / "a.md").write_text("a", encoding="utf-8")
    (one / "gone.md").write_text("g", encoding="utf-8")
    before = snapshot([one, two])
    (two / "a.md").write_text("longer", encoding="utf-8")
    (one / "gone.md").unlink()
    (one / "new.md").write_text("n", encoding="utf-8")
    assert changed(before, snapshot([one, two])) == ["out/1/a.md", "ws/1/gone.md", "ws/1/new.md"]
    assert changed(before, before) == []
