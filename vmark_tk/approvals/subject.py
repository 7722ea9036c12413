"""What a question to the person is about: the closed set of subjects, their choices, identity and words.

Consent of clients (`OpenWorkspace`) and questions of the editor itself (`CloseDirty`, `DiskChanged`, ...) share one
desk, one prompt window and one answer function (00 D19): the test control sees and answers each as the person does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from vmark_tk.core.ids import Principal, TabId

ChoiceId = Literal[
    "approve",
    "deny",
    "save",
    "discard",
    "cancel",
    "save_as",
    "reload",
    "keep",
    "review",
    "open",
    "remove",
    "new_window",
]


@dataclass(frozen=True, slots=True)
class Choice:
    """One button. `safe` choices are what Escape and closing mean, get the focus and are never delayed."""

    id: ChoiceId
    label: str
    safe: bool = False
    guarded: bool = False
    """A guarded choice is ignored in the first half second of its prompt (05 section 5.3)."""


@dataclass(frozen=True, slots=True)
class OpenWorkspace:
    """A client wants a folder opened as workspace (01 section 2.11)."""

    path: Path
    principal: Principal

    kind = "open-workspace"


@dataclass(frozen=True, slots=True)
class CloseDirty:
    """Tabs with unsaved text are about to close (W-03)."""

    tabs: tuple[TabId, ...]
    names: tuple[str, ...]

    kind = "close-dirty"


@dataclass(frozen=True, slots=True)
class DiskChanged:
    """Files of unsaved documents changed on disk (X-02, X-03)."""

    tabs: tuple[TabId, ...]
    names: tuple[str, ...]

    kind = "disk-changed"


@dataclass(frozen=True, slots=True)
class Confirm:
    """Any other yes-or-no question of the editor: revert, a large file, dropping a missing recent file, ..."""

    topic: str
    title: str
    body: str
    choices: tuple[Choice, ...]

    @property
    def kind(self) -> str:
        """Return the kind shown to the test control."""
        return f"confirm-{self.topic}"


Subject = OpenWorkspace | CloseDirty | DiskChanged | Confirm

__all__ = ["Choice", "ChoiceId", "CloseDirty", "Confirm", "DiskChanged", "OpenWorkspace", "Subject", "Words"]


@dataclass(frozen=True, slots=True)
class Words:
    """What a prompt shows: everything already escaped and clipped for display (05 section 5.3)."""

    title: str
    body: str
    payload: str
    choices: tuple[Choice, ...]
    subject: Mapping[str, Any]
