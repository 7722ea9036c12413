"""What prompts say, in one small table, and how foreign text is made safe to look at (05 section 5.3).

The texts are here because this package may not import `ui`. Only what is displayed is escaped and clipped; the
subject keeps the original text, and decisions are bound to that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from vmark_tk.approvals.subject import (
    Choice,
    CloseDirty,
    Confirm,
    DiskChanged,
    OpenWorkspace,
    Subject,
    Words,
)

MAX_SHOWN = 200  # code points of one foreign text in a sentence
MAX_LABEL = 80  # code points of a client's name
CLIPPED = "…"
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

APPROVE = Choice("approve", "Approve", guarded=True)
DENY = Choice("deny", "Deny", safe=True)
CANCEL = Choice("cancel", "Cancel", safe=True)

TEXTS: dict[str, str] = {
    "client.unknown": "An unidentified client",
    "open-workspace.title": "Open folder?",
    "open-workspace.body": (
        "{client} asks to open this folder as the workspace of this window:\n{path}\n"
        "Its files will be readable and writable for connected clients. The approval holds for one opening."
    ),
    "close-dirty.title": "Save changes?",
    "close-dirty.one": "{names} has changes that are not saved.",
    "close-dirty.many": "{count} documents have changes that are not saved: {names}.",
    "close-dirty.save": "Save",
    "close-dirty.discard": "Don't save",
    "disk-changed.title": "Changed on disk",
    "disk-changed.one": "{names} was changed by another program while it has changes of yours that are not saved.",
    "disk-changed.many": "{count} files with changes of yours that are not saved were changed on disk: {names}.",
    "and-more": " and {count} more",
    "disk-changed.save_as": "Save As…",
    "disk-changed.reload": "Reload",
    "disk-changed.keep": "Keep my changes",
    "disk-changed.reload_all": "Reload all",
    "disk-changed.keep_all": "Keep all",
    "disk-changed.review": "Review each",
}

MAX_NAMES = 10  # of documents listed in one question


def escaped(text: str) -> str:
    """Return `text` with control, bidi and other invisible characters as escapes such as `\\u{202E}` (AUT-075)."""
    return "".join(
        f"\\u{{{ord(character):X}}}" if unicodedata.category(character) in _HIDDEN_CATEGORIES else character
        for character in text
    )


def shown(text: str, limit: int = MAX_SHOWN) -> str:
    """Return `text` as a prompt shows it: at most `limit` code points and a mark, then escaped (AUT-076)."""
    return escaped(text) if len(text) <= limit else escaped(text[:limit]) + CLIPPED


def client_label(name: str) -> str:
    """Return how a client is called in a prompt (AUT-064); its own name for itself proves nothing."""
    label = shown(name.strip(), MAX_LABEL)
    return f"“{label}”" if label else TEXTS["client.unknown"]


def words_for(subject: Subject, client_name: str = "") -> Words:
    """Return everything that the prompt about `subject` shows."""
    return _WRITERS[type(subject)](subject, client_name)


def _open_workspace(subject: OpenWorkspace, client_name: str) -> Words:
    path = str(subject.path)
    body = TEXTS["open-workspace.body"].format(client=client_label(client_name), path=shown(path))
    payload = escaped(path) if len(path) > MAX_SHOWN else ""
    return Words(TEXTS["open-workspace.title"], body, payload, (DENY, APPROVE), {"path": shown(path)})


def _close_dirty(subject: CloseDirty, _client_name: str) -> Words:
    choices = (
        Choice("save", TEXTS["close-dirty.save"], guarded=True),
        Choice("discard", TEXTS["close-dirty.discard"], guarded=True),
        CANCEL,
    )
    body = _about("close-dirty", subject.names)
    return Words(TEXTS["close-dirty.title"], body, "", choices, _tabs_mapping(subject.tabs))


def _disk_changed(subject: DiskChanged, _client_name: str) -> Words:
    several = len(subject.tabs) > 1
    keep = Choice("keep", TEXTS["disk-changed.keep_all" if several else "disk-changed.keep"], safe=True)
    reload = Choice("reload", TEXTS["disk-changed.reload_all" if several else "disk-changed.reload"], guarded=True)
    third = (
        Choice("review", TEXTS["disk-changed.review"], guarded=True)
        if several
        else Choice("save_as", TEXTS["disk-changed.save_as"], guarded=True)
    )
    body = _about("disk-changed", subject.names)
    return Words(TEXTS["disk-changed.title"], body, "", (third, reload, keep), _tabs_mapping(subject.tabs))


def _confirm(subject: Confirm, _client_name: str) -> Words:
    return Words(subject.title, subject.body, "", subject.choices, {"topic": subject.topic})


_WRITERS: dict[type, Callable[[Any, str], Words]] = {
    OpenWorkspace: _open_workspace,
    CloseDirty: _close_dirty,
    DiskChanged: _disk_changed,
    Confirm: _confirm,
}


def _about(kind: str, names: Sequence[str]) -> str:
    listed = ", ".join(shown(name) for name in names[:MAX_NAMES])
    if len(names) > MAX_NAMES:
        listed += TEXTS["and-more"].format(count=len(names) - MAX_NAMES)
    return TEXTS[f"{kind}.one" if len(names) == 1 else f"{kind}.many"].format(names=listed, count=len(names))


def _tabs_mapping(tabs: Sequence[str]) -> dict[str, Any]:
    return {"tabId": tabs[0], "tabIds": list(tabs)} if tabs else {}


def shown_path(path: Path) -> str:
    """Return a path as notices and questions show it."""
    return shown(str(path))
