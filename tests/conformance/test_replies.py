"""Every documented form of an answer is classified by the first matching rule of 09 section 4.5."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.client.replies import Call, Reader

CODES = frozenset({"STALE", "INVALID_TAB", "APPROVAL_REQUIRED", "ATTACHMENT_REQUIRED"})
READER = Reader(CODES)
OPEN = Call(tool="workspace", action="open_workspace")
STALE = {"error": "STALE", "message": "moved on", "current_revision": "r2"}


def text(value: Any, *, failed: bool = True, structured: Any = None) -> dict[str, Any]:
    shown = value if isinstance(value, str) else json.dumps(value)
    result: dict[str, Any] = {"content": [{"type": "text", "text": shown}]}
    if failed:
        result["isError"] = True
    if structured is not None:
        result["structuredContent"] = structured
    return {"jsonrpc": "2.0", "id": 1, "result": result}


def rpc(code: int) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "no"}}


@pytest.mark.requirement("CNF-076", "CNF-045")
@pytest.mark.parametrize(
    ("raw", "kind", "code"),
    [
        (rpc(-32602), "argument", ""),
        (rpc(-32601), "argument", ""),
        (rpc(-32000), "rpc-error", "-32000"),
        (text({"a": 1}, failed=False), "ok", ""),
        (text({"needsApproval": True}, failed=False), "pending", ""),
        (text({"needsApproval": True, "error": "APPROVAL_REQUIRED"}), "pending", ""),
        (text("Approval required to open workspace /x"), "pending", ""),
        (text({"error": "ATTACHMENT_REQUIRED"}), "pending", ""),
        (text("prose", structured=STALE), "envelope", "STALE"),
        (text(STALE), "envelope", "STALE"),
        (text({"success": False, "error": json.dumps(STALE)}, failed=False), "envelope", "STALE"),
        (text({"success": False, "error": "Not connected"}, failed=False), "plain", ""),
        (text("Tool error: " + json.dumps(STALE)), "envelope", "STALE"),
        (text('STALE: moved on\n{"current_revision": "r2"}'), "envelope", "STALE"),
        (text("STALE"), "envelope", "STALE"),
        (text("filePath is required"), "plain", ""),
    ],
)
def test_each_form_has_its_kind(raw: dict[str, Any], kind: str, code: str) -> None:
    reply = READER.read(raw, OPEN)
    assert (reply.kind, reply.code) == (kind, code)


@pytest.mark.requirement("CNF-077")
@pytest.mark.parametrize(
    "said", [text("NOT_A_CODE: no"), text({"error": "NOT_A_CODE"}), text("x", structured={"error": {}})]
)
def test_an_unknown_word_is_no_code(said: dict[str, Any]) -> None:
    assert READER.read(said, OPEN).kind == "plain"


@pytest.mark.requirement("CNF-078")
def test_prose_counts_as_pending_only_while_the_prompt_list_shows_a_prompt() -> None:
    prose = text("approval required")
    assert READER.read(prose, OPEN).unconfirmed
    shown = Reader(CODES, lambda call: True).read(prose, OPEN)
    assert (shown.kind, shown.unconfirmed) == ("pending", False)
    assert Reader(CODES, lambda call: False).read(prose, OPEN).kind == "plain"


def test_save_as_is_never_pending() -> None:
    reply = READER.read(text({"error": "APPROVAL_REQUIRED", "message": "m"}), Call(tool="workspace", action="save_as"))
    assert (reply.kind, reply.code, reply.message) == ("envelope", "APPROVAL_REQUIRED", "m")


def test_the_fields_of_an_envelope_are_kept_whatever_its_form() -> None:
    for raw in (text(STALE), text("lead-in " + json.dumps(STALE)), text("STALE\n" + json.dumps(STALE))):
        assert READER.read(raw, OPEN).get("current_revision") == "r2"


@pytest.mark.requirement("CNF-042")
@pytest.mark.parametrize("result", [{}, [], "yes", {"content": "no"}, {"content": ["text"]}])
def test_a_result_without_content_is_not_well_formed(result: Any) -> None:
    assert not READER.read({"id": 1, "result": result}, OPEN).well_formed


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.sampled_from(["content", "isError", "structuredContent", "error"]), JSON) | JSON)
def test_no_result_whatsoever_raises(result: Any) -> None:
    assert READER.read({"id": 1, "result": result}, OPEN).kind in ("ok", "pending", "envelope", "plain")
