"""JSON-RPC messages: how they are written, and what is wrong with one that came or goes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Message = dict[str, Any]

METHOD_NOT_FOUND = -32601


def encode(message: Mapping[str, Any]) -> bytes:
    """Return one line, ready to be sent; lone surrogates travel as escapes."""
    try:
        return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def request(request_id: int, method: str, params: Mapping[str, Any] | None) -> Message:
    """Return a request."""
    message: Message = {"jsonrpc": "2.0", "id": request_id, "method": method}
    if params is not None:
        message["params"] = dict(params)
    return message


def notification(method: str, params: Mapping[str, Any] | None) -> Message:
    """Return a notification."""
    message: Message = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = dict(params)
    return message


def decode(line: bytes) -> tuple[Message | None, list[str]]:
    """Return the message of a line and what is wrong with it; bad UTF-8 is repaired so that the call still ends."""
    wrong: list[str] = []
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        wrong.append("a line is not UTF-8")
        text = line.decode("utf-8", errors="replace")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None, [*wrong, f"a line is not JSON: {text.strip()[:80]!r}"]
    if not isinstance(found, dict):
        return None, [*wrong, f"a line is not one JSON-RPC message: {text.strip()[:80]!r}"]
    return found, [*wrong, *problems(found)]


def is_response(message: Message) -> bool:
    """Return whether a message answers a request."""
    return "method" not in message and ("result" in message or "error" in message or "id" in message)


def problems(message: Message) -> list[str]:
    """Return what makes a message malformed, in plain words; nothing for a good one."""
    wrong = [] if message.get("jsonrpc") == "2.0" else ["a message lacks jsonrpc 2.0"]
    if "id" in message and (isinstance(message["id"], bool) or not isinstance(message["id"], int | str | None)):
        wrong.append("an id is neither a string nor an integer")
    if "method" in message:
        if not isinstance(message["method"], str):
            wrong.append("a method is not a string")
        if "params" in message and not isinstance(message["params"], dict | list):
            wrong.append("params are neither an object nor an array")
        return wrong
    if "id" not in message:
        return [*wrong, "a message is neither request, notification nor response"]
    if ("result" in message) == ("error" in message):
        wrong.append("a response has not exactly one of result and error")
    return [*wrong, *_error_problems(message.get("error"))] if "error" in message else wrong


def _error_problems(error: object) -> list[str]:
    if not isinstance(error, dict):
        return ["an error is not an object"]
    code, text = error.get("code"), error.get("message")
    wrong = [] if isinstance(code, int) and not isinstance(code, bool) else ["an error has no integer code"]
    return wrong if isinstance(text, str) else [*wrong, "an error has no message"]


def tool_result_problems(result: object) -> list[str]:
    """Return what makes the result of a tool call malformed."""
    if not isinstance(result, dict):
        return ["a tool result is not an object"]
    content = result.get("content")
    if not isinstance(content, list):
        return ["a tool result has no content array"]
    wrong = [] if all(_is_block(block) for block in content) else ["a content block is malformed"]
    if not isinstance(result.get("isError", False), bool):
        wrong.append("isError is not a boolean")
    if "structuredContent" in result:
        wrong += _structured_problems(result["structuredContent"], content)
    return wrong


def _is_block(block: object) -> bool:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        return False
    return block["type"] != "text" or isinstance(block.get("text"), str)


def _structured_problems(structured: object, content: list[Any]) -> list[str]:
    if not isinstance(structured, dict):
        return ["structuredContent is not an object"]
    text = next((b.get("text") for b in content if isinstance(b, dict) and b.get("type") == "text"), None)
    try:
        whole = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return []
    if isinstance(whole, dict) and whole != structured:
        return ["structuredContent and the JSON text differ"]
    return []
