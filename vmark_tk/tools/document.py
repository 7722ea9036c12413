"""`document.read` and `document.write`: the text of a tab (01 section 2.12)."""

from __future__ import annotations

from dataclasses import dataclass

from vmark_tk.bus.message import Client
from vmark_tk.core.document import Document, Edit, Origin, whole
from vmark_tk.core.ids import TabId
from vmark_tk.core.result import Failure, Reply, Success
from vmark_tk.core.state import Tab
from vmark_tk.core.text import split_lines
from vmark_tk.tools.history import remember
from vmark_tk.tools.services import Services
from vmark_tk.tools.targets import document_tab, read_only, stale

_DIFF_LINES = 20_000  # above this a write is one edit: finding the smallest ones would hold the loop up
_DIFF_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class Read:
    """Arguments of `read`."""

    tab: TabId | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """Arguments of `write`."""

    content: str
    tab: TabId | None = None
    expected: str | None = None


def read(services: Services, args: Read, _client: Client) -> Reply:
    """Return the live text, unsaved edits included; changes nothing (DOC-001 to DOC-011)."""
    target = document_tab(services, args.tab)
    if isinstance(target, Failure):
        return target
    tab, document = target
    return Success(
        {
            "content": document.text,
            "revision": document.revision,
            "filePath": None if tab.path is None else str(tab.path),
            "kind": document.kind,
            "dirty": document.dirty,
        }
    )


def write(services: Services, args: Write, client: Client) -> Reply:
    """Replace the whole text in the buffer as one undo step; the file stays (00 D1).

    Order: READ_ONLY, INVALID_TAB, STALE, effect.
    """
    refusal = read_only(services, args.tab)
    if refusal is not None:
        return refusal
    target = document_tab(services, args.tab)
    if isinstance(target, Failure):
        return target
    tab, document = target
    refusal = stale(document, args.expected)
    if refusal is not None:
        return refusal
    with remember(services, tab, "document.write", client):
        _replace(tab, document, args.content)
    return Success({"revision": document.revision})


def _replace(_tab: Tab, document: Document, content: str) -> None:
    lines = split_lines(content)
    old = document.lines
    if max(len(lines), len(old)) > _DIFF_LINES or len(content) > _DIFF_CHARACTERS:
        start, end = whole(old)
        document.apply([Edit(start, end, content if "\r" not in content else "\n".join(lines))], origin=Origin.CLIENT)
    else:
        document.apply(document.edits_towards(lines), origin=Origin.CLIENT)
