"""Answers of handlers."""

from __future__ import annotations

from vmark_tk.core.result import Failure


def test_an_envelope_has_code_message_and_what_belongs_to_it() -> None:
    failure = Failure("STALE", "changed", {"current_revision": "rev-x"})
    assert failure.envelope() == {"error": "STALE", "message": "changed", "current_revision": "rev-x"}
