"""Lines of the wire to JSON-RPC objects and back; what comes in is a message or refused, never a crash (MCP-080)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from vmark_tk.core.result import JsonObject

MAX_LINE = 16 * 1024 * 1024  # bytes of one message (01 section 2.15)
MAX_DEPTH = 100
PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS = -32700, -32600, -32602

MessageId = int | str
Dump = Callable[[object], str]
_LINE_BREAKS_OF_OTHERS = (("\u2028", "\\u2028"), ("\u2029", "\\u2029"), ("\x85", "\\u0085"))


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that is no message; `id` is the request's where it could be read."""

    id: MessageId | None
    code: int
    message: str

    def answer(self) -> JsonObject:
        """Return the JSON-RPC error to send."""
        return {"jsonrpc": "2.0", "id": self.id, "error": {"code": self.code, "message": self.message}}


TOO_LONG = f"the message is longer than {MAX_LINE} bytes; send the text in smaller parts"
_ENDS = 512  # bytes kept of both ends of a line that is too long: the id of its request is in one of them
_ID = rb'"id"\s*:\s*(-?\d{1,18}|"(?:[^"\\]|\\.)*")'
_ID_AT_HEAD = re.compile(rb'\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*' + _ID)
_ID_AT_TAIL = re.compile(rb",\s*" + _ID + rb"\s*\}\s*$")


class LineSplitter:
    """Cuts a byte stream into lines; of a line that is too long only its two ends are kept, for the id."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._head = b""
        self._tail = b""

    def feed(self, data: bytes) -> Iterator[bytes | Refused]:
        """Yield the lines that `data` completes, without their ends."""
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            line = self._finish(data[start:end])
            start = end + 1
            yield line
        if start < len(data):
            self._keep(data[start:])

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= MAX_LINE:
            self._parts.append(piece)
            return
        if self._parts or not self._head:
            so_far = b"".join([*self._parts, piece])
            self._head, self._tail = so_far[:_ENDS], so_far[-_ENDS:]
            self._parts.clear()
        else:
            self._tail = (self._tail + piece[-_ENDS:])[-_ENDS:]

    def _finish(self, piece: bytes) -> bytes | Refused:
        self._keep(piece)
        too_long = self._size > MAX_LINE
        line = Refused(self._id(), INVALID_REQUEST, TOO_LONG) if too_long else b"".join(self._parts)
        self._parts.clear()
        self._size = 0
        self._head = self._tail = b""
        return line

    def _id(self) -> MessageId | None:
        found = _ID_AT_HEAD.match(self._head) or _ID_AT_TAIL.search(self._tail)
        if found is None:
            return None
        try:
            given = json.loads(found[1])
        except ValueError:
            return None
        return given if isinstance(given, int | str) and _encodable(given) else None


def decode(line: bytes) -> JsonObject | Refused | None:
    """Return the JSON-RPC object of a line, why it is none, or None for a blank line."""
    if not line.strip():
        return None
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except RecursionError:
        return Refused(None, INVALID_REQUEST, f"the message is nested deeper than {MAX_DEPTH} levels")
    except ValueError as error:
        return Refused(None, PARSE_ERROR, f"the line is not JSON: {str(error)[:120]}")
    if not isinstance(message, dict):
        return Refused(None, INVALID_REQUEST, "a message is one JSON object; batches are not supported")
    return _checked(message, line)


def encode(message: JsonObject) -> bytes:
    """Return the line of a message, with its end; characters that others take for line ends are escaped."""
    return _line(dump_plain(message))


def encode_result(message_id: MessageId, result: JsonObject, dump: Dump) -> bytes:
    """Return the line of a result; the text block, which is the JSON of the structure, serves for both."""
    head = f'{{"jsonrpc":"2.0","id":{dump(message_id)},"result":'
    structured = result.get("structuredContent")
    blocks = result.get("content")
    if not (
        isinstance(structured, dict) and isinstance(blocks, list) and blocks and set(blocks[0]) == {"type", "text"}
    ):
        return _line(f"{head}{dump(result)}}}")
    others = {key: value for key, value in result.items() if key not in ("structuredContent", "content")}
    rest = "".join(f",{dump(key)}:{dump(value)}" for key, value in others.items())
    more = "".join(f",{dump(block)}" for block in blocks[1:])
    text = blocks[0]["text"]  # by `mcp.encode` exactly the JSON of the structured content
    content = f'[{{"type":"text","text":{dump(text)}}}{more}]'
    return _line(f'{head}{{"content":{content},"structuredContent":{text}{rest}}}}}')


def dump_plain(value: object) -> str:
    """Return JSON without blanks, by the standard library; escapes only where UTF-8 could not hold the text."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if text.isascii() or _encodable(text):
        return text
    return json.dumps(value, separators=(",", ":"))


def _line(text: str) -> bytes:
    if not text.isascii():
        for character, escaped in _LINE_BREAKS_OF_OTHERS:
            text = text.replace(character, escaped)
    return text.encode("utf-8") + b"\n"


def _checked(message: JsonObject, line: bytes) -> JsonObject | Refused:
    given = message.get("id")
    id_fits = isinstance(given, int | str) and not isinstance(given, bool)
    message_id = given if id_fits and _encodable(given) else None
    if "id" in message and message_id is None:
        return Refused(None, INVALID_REQUEST, "id must be a string or an integer")
    if message.get("jsonrpc") != "2.0":
        return Refused(message_id, INVALID_REQUEST, 'jsonrpc must be "2.0"')
    if "method" in message and not isinstance(message["method"], str):
        return Refused(message_id, INVALID_REQUEST, "method must be a string")
    if "method" not in message and ("id" not in message or not ("result" in message or "error" in message)):
        return Refused(message_id, INVALID_REQUEST, "a message has a method, or a result or error for an id")
    if "params" in message and not isinstance(message["params"], dict):
        return Refused(message_id, INVALID_PARAMS, "params must be an object")
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH and _deeper_than(message, MAX_DEPTH):
        return Refused(message_id, INVALID_REQUEST, f"the message is nested deeper than {MAX_DEPTH} levels")
    if b"\\u" in line and not _encodable(message):
        return Refused(message_id, INVALID_PARAMS, "a text in the message holds half of a surrogate pair")
    return message


def _encodable(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _deeper_than(value: object, limit: int) -> bool:
    level: list[Any] = [value]
    for _ in range(limit):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")
