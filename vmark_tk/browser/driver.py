"""The interface between browser logic and an engine (10 section 8). Logic never learns which driver is behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from vmark_tk.core.ids import TabId

Store = Literal["human", "ai-sandbox"]
World = Literal["isolated", "page"]
Capability = Literal["isolated-world", "screenshot", "page-world-shim", "store-per-posture", "host-map", "docking"]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a window in pixels; `parent` is the native handle of the widget that holds it."""

    parent: int
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PolicySnapshot:
    """Which targets views of clients may load, as plain data, with the epoch it was made in."""

    epoch: int
    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BrowserEvent:
    """News of a view: loading, loaded, failed, in-page navigation, title, console line, person's touch, crash."""

    tab: TabId
    kind: Literal["loading", "loaded", "failed", "in-page-navigation", "title", "console", "user-interacted", "crashed"]
    data: Mapping[str, Any]


Done = Callable[[Any | BaseException], None]


class BrowserDriver(Protocol):
    """Views of an engine. Every method starts work and returns; `done` is called on the loop thread."""

    capabilities: frozenset[Capability]

    def open(self, tab: TabId, url: str, store: Store, done: Done) -> None:
        """Create a view in a store and load `url`."""
        ...

    def close(self, tab: TabId) -> None:
        """Destroy a view."""
        ...

    def navigate(self, tab: TabId, url: str, ticket: int) -> None:
        """Start a load; its result comes as an event that carries the ticket."""
        ...

    def command(self, tab: TabId, command: Literal["stop", "reload", "back", "forward"]) -> None:
        """Do what the buttons of a browser do."""
        ...

    def run(self, tab: TabId, world: World, script: str, argument: object, timeout_ms: int, done: Done) -> None:
        """Evaluate a packaged script with one JSON argument."""
        ...

    def screenshot(self, tab: TabId, quality: int, done: Done) -> None:
        """Take the engine's own picture as JPEG bytes."""
        ...

    def read_storage(self, tab: TabId, done: Done) -> None:
        """Read what a saved session holds; values are never logged."""
        ...

    def write_storage(self, tab: TabId, items: Mapping[str, Any], done: Done) -> None:
        """Put a saved session back."""
        ...

    def clear_store(self, store: Store, done: Done) -> None:
        """Forget cookies and storage of a store."""
        ...

    def dock(self, tab: TabId, area: Area) -> None:
        """Place the view over a rectangle of a window."""
        ...

    def show(self, tab: TabId, *, visible: bool) -> None:
        """Show or hide the view."""
        ...

    def set_policy(self, snapshot: PolicySnapshot, done: Done) -> None:
        """Install a policy; until acknowledged the stricter of old and new holds."""
        ...

    def map_hosts(self, mapping: Mapping[str, list[str]], done: Done) -> None:
        """Test only: what the resolver answers."""
        ...

    def on_event(self, listener: Callable[[BrowserEvent], None]) -> None:
        """Hear news of all views, on the loop thread."""
        ...
