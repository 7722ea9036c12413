"""Reads a reply once, before any step looks at it: the ordered rules of 09 section 4.5; the first match wins."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from conformance.judge.findings import as_data

Kind = Literal["ok", "pending", "envelope", "plain", "argument", "rpc-error"]

_CODE_LINE = re.compile(r"([A-Z][A-Z0-9_]+)(?=$|:|\r?\n)")
_ASKS = re.compile(r"approval required", re.IGNORECASE)
_ASKING_CODES = ("APPROVAL_REQUIRED", "ATTACHMENT_REQUIRED")


@dataclass(frozen=True)
class Call:
    """What was asked: the JSON-RPC method and, for a tool call, tool, action and arguments."""

    method: str = "tools/call"
    tool: str = ""
    action: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.tool}.{self.action}" if self.tool else self.method


@dataclass(frozen=True)
class Reply:
    """A classified reply. `data` is the result object (`{}` when there is none), `raw` the whole JSON-RPC message."""

    kind: Kind
    data: Any = field(default_factory=dict)
    code: str = ""
    message: str = ""
    text: str = ""
    raw: Mapping[str, Any] = field(default_factory=dict)
    call: Call = Call()
    unconfirmed: bool = False
    well_formed: bool = True
    images: tuple[Mapping[str, Any], ...] = ()

    def get(self, key: str, default: Any = None) -> Any:
        """Return a field of the data, or the default when there is none."""
        return self.data.get(key, default) if isinstance(self.data, dict) else default

    @property
    def result(self) -> dict[str, Any]:
        """Return the `result` object of the message, or an empty one."""
        found = self.raw.get("result")
        return found if isinstance(found, dict) else {}

    @property
    def flagged(self) -> bool:
        """Return whether the failure flag `isError` is set."""
        return self.result.get("isError") is True

    @property
    def rpc_code(self) -> int | None:
        """Return the number of a JSON-RPC error, or None."""
        error = self.raw.get("error")
        return error.get("code") if isinstance(error, dict) else None


@dataclass(frozen=True)
class Reader:
    """Classifies replies; knows the closed list of codes and, where there is one, the prompt list."""

    codes: frozenset[str]
    prompt_matches: Callable[[Call], bool] | None = None
    """With a prompt list: whether it shows a prompt for this call. None: no prompt list (CNF-078)."""

    def read(self, raw: Mapping[str, Any], call: Call = Call()) -> Reply:
        """Return the reply for one JSON-RPC response."""
        if "error" in raw:
            return self._rpc_error(raw, call)
        result = raw.get("result")
        if call.method != "tools/call":
            data = result if isinstance(result, dict) else {}
            return Reply("ok", as_data(data), raw=raw, call=call, well_formed=isinstance(result, dict))
        return _Reading(self, raw, call).classify()

    @staticmethod
    def _rpc_error(raw: Mapping[str, Any], call: Call) -> Reply:
        error = raw["error"]
        formed = (
            isinstance(error, dict) and isinstance(error.get("code"), int) and isinstance(error.get("message"), str)
        )
        code = error.get("code") if isinstance(error, dict) else None
        message = str(error.get("message", "")) if isinstance(error, dict) else ""
        if code == -32602 or (code == -32601 and call.method == "tools/call"):
            return Reply("argument", text=message, message=message, raw=raw, call=call, well_formed=formed)
        return Reply("rpc-error", code=str(code), message=message, text=message, raw=raw, call=call, well_formed=formed)


def json_object(text: str) -> dict[str, Any] | None:
    """Return the object that a text is as JSON, or None."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def embedded_object(text: str) -> dict[str, Any] | None:
    """Return the object between the first `{` and the last `}` of a text, or None."""
    start, end = text.find("{"), text.rfind("}")
    return json_object(text[start : end + 1]) if 0 <= start < end else None


class _Reading:
    """One pass of the rules over one tool result."""

    def __init__(self, reader: Reader, raw: Mapping[str, Any], call: Call) -> None:
        self.reader = reader
        self.raw = raw
        self.call = call
        found = raw.get("result")
        result: dict[str, Any] = found if isinstance(found, dict) else {}
        content = result.get("content")
        self.well_formed = isinstance(content, list) and all(isinstance(block, dict) for block in content)
        blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
        texts = [str(block.get("text", "")) for block in blocks if block.get("type") == "text"]
        self.text = texts[0] if texts else ""
        self.images = tuple(block for block in blocks if block.get("type") == "image")
        structured = result.get("structuredContent")
        self.structured: dict[str, Any] | None = structured if isinstance(structured, dict) else None
        self.flagged = result.get("isError") is True

    def classify(self) -> Reply:
        data = self.structured if self.structured is not None else json_object(self.text)
        fields = data or {}
        asks = fields.get("needsApproval") is True
        if not self.flagged and fields.get("success") is not False and not asks:
            return self._reply("ok", data=fields if data is not None else self._other_json())
        if asks:
            return self._reply("pending", data=fields, message=str(fields.get("message", "")))
        return self._failure(self.text, self.structured)

    def _other_json(self) -> Any:
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return {}

    def _failure(self, text: str, structured: dict[str, Any] | None) -> Reply:
        """Rules 5 to 10, over the text of the result or over the string inside `error` of rule 7."""
        asking = self._asking(text)
        if asking is not None:
            return asking
        if structured is not None and self._known(structured):
            return self._envelope(structured, text)
        whole = json_object(text)
        if whole is not None:
            if self._known(whole):
                return self._envelope(whole, text)
            if whole.get("success") is False and isinstance(whole.get("error"), str):
                return self._failure(whole["error"], None)
        part = embedded_object(text)
        if part is not None and self._known(part):
            return self._envelope(part, text)
        return self._code_line(text, structured) or self._reply("plain", text=text, message=text)

    def _known(self, envelope: dict[str, Any]) -> bool:
        code = envelope.get("error")
        return isinstance(code, str) and code in self.reader.codes

    def _asking(self, text: str) -> Reply | None:
        if self.call.action == "save_as":
            return None
        if not (_ASKS.match(text.lstrip()) or any(code in text for code in _ASKING_CODES)):
            return None
        matches = self.reader.prompt_matches
        if matches is None:
            return self._reply("pending", data=embedded_object(text) or {}, text=text, message=text, unconfirmed=True)
        if matches(self.call):
            return self._reply("pending", data=embedded_object(text) or {}, text=text, message=text)
        return None

    def _code_line(self, text: str, structured: dict[str, Any] | None) -> Reply | None:
        found = _CODE_LINE.match(text)
        if found is None or found[1] not in self.reader.codes:
            return None
        _, _, rest = text.partition("\n")
        data = json_object(rest) or structured or {}
        message = text[found.end() :].partition("\n")[0].lstrip(": ")
        return self._reply("envelope", data=data, code=found[1], message=message, text=text)

    def _envelope(self, envelope: dict[str, Any], text: str) -> Reply:
        message = envelope.get("message")
        return self._reply(
            "envelope",
            data=envelope,
            code=str(envelope["error"]),
            message=message if isinstance(message, str) else "",
            text=text,
        )

    def _reply(self, kind: Kind, **fields: Any) -> Reply:
        fields.setdefault("text", self.text)
        if "data" in fields:
            fields["data"] = as_data(fields["data"])
        return Reply(kind, raw=self.raw, call=self.call, well_formed=self.well_formed, images=self.images, **fields)
