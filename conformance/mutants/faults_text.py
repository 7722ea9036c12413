"""Wire mutants of document and selection (09 section 14.3)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.record import (
    Fault,
    Message,
    Mutant,
    args_of,
    data_of,
    is_call,
    succeeded,
    success,
    tool_of,
    with_data,
)


class TokenIgnored(Fault):
    """`expected_revision` does not reach the subject."""

    tool, action = "document", "write"

    def request(self, request: Message) -> Message:
        """Take the token out of the arguments."""
        if is_call(request, self.tool, self.action) and isinstance(args_of(request).get("expected_revision"), str):
            del args_of(request)["expected_revision"]
            self.fire()
        return request


class SelectionTokenIgnored(TokenIgnored):
    """The same for `selection.set`."""

    tool, action = "selection", "set"


class StaleWithoutRevision(Fault):
    """STALE lacks `current_revision`."""

    def reply(self, request: Message, reply: Message) -> Message:
        """Take it out of the envelope."""
        data = data_of(reply)
        if tool_of(request) and data.get("error") == "STALE" and "current_revision" in data:
            del data["current_revision"]
            self.fire()
            return with_data(reply, data)
        return reply


class OldRevision(Fault):
    """`write` returns the revision from before the write."""

    def request(self, request: Message) -> Message:
        """Remember the revision before."""
        if is_call(request, "document", "write"):
            tab = args_of(request).get("tabId")
            asked: dict[str, Any] = {"tabId": tab} if isinstance(tab, str) else {}
            read = data_of({"result": self.wire.ask("document", "read", **asked)})
            self.memory[str(request.get("id"))] = read.get("revision")
        return request

    def reply(self, request: Message, reply: Message) -> Message:
        """Give it back instead of the new one."""
        old = self.memory.pop(str(request.get("id")), None)
        if old is None or not succeeded(reply):
            return reply
        self.fire()
        return with_data(reply, {**data_of(reply), "revision": old})


class ReadWithoutLastNewline(Fault):
    """`read` drops the final newline."""

    def reply(self, request: Message, reply: Message) -> Message:
        """Drop one, where there is one."""
        data = data_of(reply)
        if is_call(request, "document", "read") and str(data.get("content", "")).endswith("\n"):
            self.fire()
            return with_data(reply, {**data, "content": data["content"][:-1]})
        return reply


class CountsNewText(Fault):
    """`replaced_chars` counts the new text."""

    def reply(self, request: Message, reply: Message) -> Message:
        """Count what was sent."""
        if is_call(request, "selection", "set") and succeeded(reply):
            self.fire()
            return with_data(reply, {**data_of(reply), "replaced_chars": len(str(args_of(request).get("content")))})
        return reply


class BlanksTrimmed(Fault):
    """Blanks at the ends of the content are trimmed."""

    def request(self, request: Message) -> Message:
        """Trim what `set` sends."""
        content = args_of(request).get("content")
        if is_call(request, "selection", "set") and isinstance(content, str) and content != content.strip():
            args_of(request)["content"] = content.strip()
            self.fire()
        return request


class AnyTabAccepted(Fault):
    """Another tab's id is taken for the focused one."""

    def request(self, request: Message) -> Message:
        """Drop the id."""
        tab = args_of(request).get("tabId")
        if tool_of(request) == "selection" and isinstance(tab, str) and tab.strip():
            del args_of(request)["tabId"]
            self.fire()
        return request


class EmptyDoesNothing(Fault):
    """Empty content does nothing."""

    def request(self, request: Message) -> Message | None:
        """Hold back a deletion."""
        if not is_call(request, "selection", "set") or args_of(request).get("content") != "":
            return request
        self.memory["before"] = data_of({"result": self.wire.ask("selection", "get")})
        self.fire()
        return None

    def answer(self, request: Message) -> Message:
        """Claim success."""
        before = self.memory["before"]
        return success({"revision": before.get("revision"), "replaced_chars": len(before.get("text", ""))})


MUTANTS = (
    Mutant(
        "M22",
        "document",
        "expected_revision is ignored",
        TokenIgnored,
        kills=("DOC-018",),
        also=("DOC-019", "DOC-021", "DOC-022", "MCP-039", "MCP-041", "MCP-067"),
    ),
    Mutant(
        "M23",
        "document",
        "STALE lacks current_revision",
        StaleWithoutRevision,
        kills=("MCP-041",),
        also=("DOC-018", "DOC-019", "SEL-023"),
    ),
    Mutant(
        "M25",
        "document",
        "write returns the old revision",
        OldRevision,
        kills=("DOC-015",),
        also=("DOC-014", "DOC-043", "MCP-074"),
    ),
    Mutant(
        "M26",
        "document",
        "read drops the final newline",
        ReadWithoutLastNewline,
        kills=("DOC-040",),
        also=("DOC-001", "DOC-011", "DOC-038", "DOC-039", "DOC-042", "MCP-076", "WSP-015"),
    ),
    Mutant(
        "M36",
        "selection",
        "replaced_chars counts the new text",
        CountsNewText,
        kills=("SEL-020",),
        also=("SEL-021", "SEL-029", "SEL-072"),
        needs=("editor.select",),
    ),
    Mutant(
        "M37",
        "selection",
        "blanks at the ends are trimmed",
        BlanksTrimmed,
        kills=("SEL-036", "SEL-052"),
        also=("SEL-053", "SEL-054", "SEL-055"),
        needs=("editor.select",),
    ),
    Mutant(
        "M38",
        "selection",
        "another tab's id is accepted",
        AnyTabAccepted,
        kills=("SEL-010", "SEL-011"),
        also=("SEL-071", "WSP-120"),
    ),
    Mutant(
        "M40",
        "selection",
        "empty content does nothing",
        EmptyDoesNothing,
        kills=("SEL-028",),
        needs=("editor.select",),
    ),
    Mutant(
        "M41",
        "selection",
        "the token is ignored",
        SelectionTokenIgnored,
        kills=("SEL-025",),
        also=("SEL-023",),
        needs=("editor.type",),
    ),
)
