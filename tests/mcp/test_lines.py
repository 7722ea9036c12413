from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vmark_tk.core.result import Failure, Image, Plain, Success
from vmark_tk.mcp.encode import MAX_JSON, result_of
from vmark_tk.mcp.lines import MAX_LINE, LineSplitter, Refused, decode, dump_plain, encode, encode_result
from vmark_tk.mcp.server import dump_fast


@given(st.lists(st.binary(max_size=20).map(lambda b: b.replace(b"\n", b"")), max_size=6), st.integers(1, 7))
def test_lines_come_out_as_they_went_in_however_they_are_cut(lines: list[bytes], step: int) -> None:
    stream = b"".join(line + b"\n" for line in lines)
    splitter = LineSplitter()
    found = [line for at in range(0, len(stream), step) for line in splitter.feed(stream[at : at + step])]
    assert found == lines


def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_read() -> None:
    splitter = LineSplitter()
    piece = b"x" * (1024 * 1024)
    for _ in range(20):
        assert list(splitter.feed(piece)) == []
    refused, good = splitter.feed(b"x\n{}\n")
    assert isinstance(refused, Refused)
    assert str(MAX_LINE) in refused.message
    assert good == b"{}"


@pytest.mark.parametrize(
    ("line", "code", "message_id"),
    [
        (b"{", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b'{"a": NaN}', -32700, None),
        (b'{"id": ' + b"9" * 5000 + b"}", -32700, None),
        (b"[" * 100_000, -32600, None),
        (b"[]", -32600, None),
        (b"null", -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', -32600, None),
        (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1),
        (b'{"jsonrpc":"2.0","id":"a","method":5}', -32600, "a"),
        (b'{"jsonrpc":"2.0","id":1}', -32600, 1),
        (b'{"jsonrpc":"2.0"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\udfff"}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"[" * 150 + b"]" * 150 + b"}}", -32600, 1),
    ],
)
def test_what_is_no_message_is_refused_with_the_id_it_had(line: bytes, code: int, message_id: object) -> None:
    outcome = decode(line)
    assert isinstance(outcome, Refused)
    assert (outcome.code, outcome.id) == (code, message_id)


def test_blank_lines_are_nothing() -> None:
    assert decode(b" \r") is None


@given(st.binary(max_size=60))
def test_no_bytes_are_a_fault(line: bytes) -> None:
    decode(line.replace(b"\n", b""))


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none()))
def test_a_message_is_one_line_for_every_reader(message: dict[str, object]) -> None:
    line = encode(message)
    assert json.loads(line) == message
    assert len(line.decode("utf-8").splitlines()) == 1


@pytest.mark.parametrize("dump", [dump_plain, dump_fast])
@pytest.mark.parametrize(
    "reply",
    [
        Success({"content": 'a"\\\u2028中😀\ud800', "filePath": None}),
        Success({}, (Image(b"\x01", "image/jpeg"),)),
        Failure("STALE", "no", {"current_revision": "rev-1"}),
        Plain("content is required"),
    ],
)
def test_a_result_is_the_same_by_either_way_of_writing_it(reply: Success | Failure | Plain, dump: object) -> None:
    result = result_of(reply, dump)  # type: ignore[arg-type]  # both are functions of the right shape
    line = encode_result(5, result, dump)  # type: ignore[arg-type]
    assert json.loads(line) == {"jsonrpc": "2.0", "id": 5, "result": result}
    if not isinstance(reply, Plain):
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert result.get("isError", False) is not isinstance(reply, Success)


@pytest.mark.requirement("MCP-071")
def test_a_result_above_the_limit_names_its_size_and_the_way_out() -> None:
    fits = "x" * (MAX_JSON - len('{"content":""}'))
    assert "isError" not in result_of(Success({"content": fits}))
    result = result_of(Success({"content": fits + "x"}))
    assert result["isError"] is True
    assert "16,777,217" in result["content"][0]["text"]
    assert "structuredContent" not in result


@pytest.mark.requirement("MCP-075")
@pytest.mark.parametrize("piece", [65_536, 1 << 25])
@pytest.mark.parametrize("order", [("id", "params"), ("params", "id")])
def test_a_line_that_is_too_long_is_refused_under_the_id_of_its_request(piece: int, order: tuple[str, str]) -> None:
    parts = {"id": "w-7", "params": {"content": "x" * MAX_LINE}}
    message = {"jsonrpc": "2.0", "method": "tools/call", **{key: parts[key] for key in order}}
    data = json.dumps(message).encode("ascii") + b"\n{}\n"
    splitter = LineSplitter()
    lines = [line for at in range(0, len(data), piece) for line in splitter.feed(data[at : at + piece])]
    assert isinstance(lines[0], Refused)
    assert (lines[0].id, lines[1:]) == ("w-7", [b"{}"])
