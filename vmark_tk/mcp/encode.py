"""From a `Reply` to the result of tools/call as plain JSON values (01 section 2.4)."""

from __future__ import annotations

import base64

from vmark_tk.core.result import Failure, JsonObject, Plain, Reply, Success
from vmark_tk.mcp.lines import Dump, dump_plain

MAX_JSON = 16 * 1024 * 1024  # bytes of UTF-8 of one result object (00 D3)


def result_of(reply: Reply, dump: Dump = dump_plain) -> JsonObject:
    """Return `{content, structuredContent?, isError?}`; the text block and the structure are the same object."""
    match reply:
        case Plain():
            return _refusal(reply.message)
        case Failure():
            envelope = reply.envelope()
            return {"content": [_text(dump(envelope))], "structuredContent": envelope, "isError": True}
        case Success():
            return _success(reply, dump)


def _success(reply: Success, dump: Dump) -> JsonObject:
    text = dump(reply.data)
    size = len(text) if text.isascii() else len(text.encode("utf-8"))
    if size > MAX_JSON:
        return _refusal(
            f"the result is {size:,} bytes of JSON, more than the {MAX_JSON:,} that one answer may have; "
            "split the document into smaller files, or read the file from the disk"
        )
    pictures = [
        {"type": "image", "data": base64.b64encode(image.data).decode("ascii"), "mimeType": image.mime_type}
        for image in reply.images
    ]
    return {"content": [_text(text), *pictures], "structuredContent": reply.data}


def _refusal(message: str) -> JsonObject:
    return {"content": [_text(message)], "isError": True}


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}
