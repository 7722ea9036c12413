"""Typed identifiers and the one place that makes them up."""

from __future__ import annotations

import random
import secrets
import string
from typing import NewType

TabId = NewType("TabId", str)
WindowLabel = NewType("WindowLabel", str)
InstanceId = NewType("InstanceId", str)
Revision = NewType("Revision", str)
PromptId = NewType("PromptId", str)
Principal = NewType("Principal", str)
"""Who a request comes from; fixed by the connection, never by arguments (ARC-011)."""

MAIN_WINDOW = WindowLabel("main")  # W-01
_REVISION_ALPHABET = string.ascii_letters + string.digits
_TAB_ALPHABET = string.digits + string.ascii_lowercase


class Ids:
    """Make identifiers that are never repeated in one run (SES-053, W-02)."""

    def __init__(self, source: random.Random | None = None) -> None:
        self._source: random.Random = source if source is not None else secrets.SystemRandom()
        self._counters: dict[str, int] = {}

    def tab(self) -> TabId:
        """Return a fresh `tab-<n>-<7 base36>`."""
        return TabId(f"tab-{self._next('tab')}-{self._letters(_TAB_ALPHABET, 7)}")

    def window(self) -> WindowLabel:
        """Return `main` the first time, then `doc-1`, `doc-2`, ..."""
        number = self._next("window") - 1
        return MAIN_WINDOW if number == 0 else WindowLabel(f"doc-{number}")

    def instance(self) -> InstanceId:
        """Return a fresh `wsi-...` (SES-031)."""
        return InstanceId(f"wsi-{self._letters(_TAB_ALPHABET, 10)}")

    def revision(self) -> Revision:
        """Return a fresh `rev-` + 8 letters or digits (SES-016)."""
        return Revision(f"rev-{self._letters(_REVISION_ALPHABET, 8)}")

    def prompt(self) -> PromptId:
        """Return a fresh label for a question; proves nothing (05 section 5.2)."""
        return PromptId(f"prompt-{self._next('prompt')}")

    def untitled(self) -> int:
        """Return the next number of `Untitled-<n>`; never reused in a session (01 section 2.11)."""
        return self._next("untitled")

    def principal(self) -> Principal:
        """Return the identity of one more connection."""
        return Principal(f"client-{self._next('principal')}-{self._letters(_TAB_ALPHABET, 7)}")

    def token(self) -> str:
        """Return 64 hex characters for a credential."""
        return f"{self._source.getrandbits(256):064x}"

    def _next(self, kind: str) -> int:
        self._counters[kind] = self._counters.get(kind, 0) + 1
        return self._counters[kind]

    def _letters(self, alphabet: str, count: int) -> str:
        return "".join(self._source.choice(alphabet) for _ in range(count))
