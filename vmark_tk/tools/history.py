"""Keeps the text before a client's change as a checkpoint, if the change changed anything (08 I-03)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vmark_tk.bus.message import Client
from vmark_tk.core.checkpoints import Checkpoint
from vmark_tk.core.document import DocumentChanged
from vmark_tk.core.state import Tab
from vmark_tk.tools.services import Services


@contextmanager
def remember(services: Services, tab: Tab, tool: str, client: Client) -> Iterator[None]:
    """Keep a checkpoint of the document of `tab` around a change inside the block."""
    document = tab.document
    if document is None:
        yield
        return
    state = services.state
    text, before, changed = document.text, document.revision, list[bool]()

    def heard(event: DocumentChanged) -> None:
        if event.document is document:
            changed.append(True)

    unsubscribe = state.events.subscribe(DocumentChanged, heard)
    try:
        yield
    finally:
        unsubscribe()
    if changed:
        at = state.clock.now()
        checkpoint = Checkpoint(tab.id, tab.path, at, tool, client.name, text, before, document.revision)
        services.checkpoints.add(checkpoint)
