"""`session.get_state`: everything that is open, as a snapshot (01 section 2.10)."""

from __future__ import annotations

from dataclasses import dataclass

from vmark_tk import __version__
from vmark_tk.bus.message import Client
from vmark_tk.core.document import Document
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.result import JsonObject, Success
from vmark_tk.core.state import Tab
from vmark_tk.tools.services import Services

PROTOCOL = "0.2.0"  # SES-007
SUPPORTED_KINDS = ("markdown", "yaml-workflow")


@dataclass(frozen=True, slots=True)
class GetState:
    """Arguments of `get_state`: none (SES-001)."""


def get_state(services: Services, _args: GetState, _client: Client) -> Success:
    """Return windows, tabs and capabilities; changes nothing (SES-035)."""
    focused = services.windows.focused()
    capabilities = {"version": __version__, "supportedKinds": list(SUPPORTED_KINDS), "mcpProtocol": PROTOCOL}
    windows = [_window(services, label, focused=label == focused) for label in services.state.windows]
    return Success({"windows": windows, "capabilities": capabilities})


def _window(services: Services, label: WindowLabel, *, focused: bool) -> JsonObject:
    state = services.state
    window = state.windows[label]
    active = window.shown_instance.active
    tabs = [
        _document_tab(services, tab, tab.document, active=tab.id == active)
        for tab in state.tabs_of(label)
        if tab.document is not None
    ]
    return {
        "label": label,
        "focused": focused,
        "activeWorkspaceInstanceId": window.shown if state.rail else None,
        "tabs": tabs,
    }


def _document_tab(services: Services, tab: Tab, document: Document, *, active: bool) -> JsonObject:
    return {
        "id": tab.id,
        "filePath": None if tab.path is None else str(tab.path),
        "title": tab.title,
        "dirty": document.dirty,
        "revision": document.revision,
        "kind": document.kind,
        "active": active,
        "visible": services.state.visible(tab),
    }
