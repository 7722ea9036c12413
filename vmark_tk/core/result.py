"""What a handler answers: success, a refusal with a code, or a wrong argument (01 sections 2.4 and 3.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

JsonObject = dict[str, Any]

Code = Literal[
    "STALE",
    "INVALID_PATCH",
    "INVALID_TAB",
    "INVALID_PATH",
    "APPROVAL_REQUIRED",
    "NOT_WORKFLOW",
    "READ_ONLY",
    "NO_EDITOR",
    "INTERNAL",
    "BUSY",
    "RESOURCE_EXHAUSTED",
    "BROWSER_DISABLED",
    "UNSUPPORTED_PLATFORM",
]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that goes beside the JSON of a reply."""

    data: bytes
    mime_type: str


@dataclass(frozen=True, slots=True)
class Success:
    """A result object; `needsApproval: true` inside marks a call that waits for consent (00 D2)."""

    data: JsonObject
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """An expected refusal: the error envelope of 01 section 3.3."""

    code: Code
    message: str
    extra: JsonObject = field(default_factory=dict)

    def envelope(self) -> JsonObject:
        """Return the envelope as sent."""
        return {"error": self.code, "message": self.message, **self.extra}


@dataclass(frozen=True, slots=True)
class Plain:
    """A refusal in plain words, without an envelope: wrong arguments, transport trouble, coherence refusals."""

    message: str


Reply = Success | Failure | Plain


class ArgumentError(ValueError):
    """An argument of a call is missing or of the wrong shape; the text names it (MCP-043, MCP-044)."""
