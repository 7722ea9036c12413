"""`selection.get` and `selection.set`: what is selected in the focused tab (01 section 2.13, source mode)."""

from __future__ import annotations

from dataclasses import dataclass

from vmark_tk.bus.message import Client
from vmark_tk.core.document import Document, Edit, Origin, end_after
from vmark_tk.core.ids import TabId
from vmark_tk.core.result import Failure, Reply, Success
from vmark_tk.core.state import Tab
from vmark_tk.core.text import clamp, join_lines, offset_of, split_lines, utf16_length
from vmark_tk.tools.history import remember
from vmark_tk.tools.services import Services
from vmark_tk.tools.targets import focused_tab, no_such_tab, read_only, stale


@dataclass(frozen=True, slots=True)
class Get:
    """Arguments of `get`."""

    tab: TabId | None = None


@dataclass(frozen=True, slots=True)
class Set:
    """Arguments of `set`."""

    content: str
    tab: TabId | None = None
    expected: str | None = None


def get_selection(services: Services, args: Get, _client: Client) -> Reply:
    """Return the selection of the focused tab; changes nothing. Order: INVALID_TAB, NO_EDITOR."""
    target = _live(services, args.tab)
    if isinstance(target, Failure):
        return target
    tab, document = target
    first, last = (clamp(document.lines, place) for place in services.editor.selection(tab.id))
    text = document.between(first, last)
    start = offset_of(document.lines, first)
    return Success(
        {
            "text": text,
            "isEmpty": first == last,
            "range": {"from": start, "to": start + utf16_length(text)},
            "mode": services.editor.mode(tab.id),
            "kind": document.kind,
            "tabId": tab.id,
            "revision": document.revision,
        }
    )


def set_selection(services: Services, args: Set, client: Client) -> Reply:
    """Put `content` in place of the selection as one undo step; the caret ends behind it.

    Order: READ_ONLY, INVALID_TAB, NO_EDITOR, STALE, effect. The revision always changes (01 section 2.8).
    """
    refusal = read_only(services, args.tab)
    if refusal is not None:
        return refusal
    target = _live(services, args.tab)
    if isinstance(target, Failure):
        return target
    tab, document = target
    refusal = stale(document, args.expected)
    if refusal is not None:
        return refusal
    content = join_lines(split_lines(args.content))
    first, last = (clamp(document.lines, place) for place in services.editor.selection(tab.id))
    replaced = utf16_length(document.between(first, last))
    with remember(services, tab, "selection.set", client):
        document.apply([Edit(first, last, content)], origin=Origin.CLIENT)
    caret = end_after(first, content)
    services.editor.select(tab.id, caret, caret)
    return Success({"revision": document.revision, "replaced_chars": replaced})


def _live(services: Services, tab_id: TabId | None) -> tuple[Tab, Document] | Failure:
    tab = focused_tab(services)
    if tab is None:
        return no_such_tab(None)
    if tab_id is not None and tab_id != tab.id:
        message = f"tab {tab_id[:80]!r} is not the focused tab; workspace.switch_tab shows it"
        return Failure("INVALID_TAB", message)
    if tab.document is None or tab.viewer or not services.editor.is_live(tab.id):
        return Failure("NO_EDITOR", f"tab {tab.id} has no text editor to select in")
    return tab, tab.document
