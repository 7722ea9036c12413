"""All that is open: windows, workspace instances, tabs. The aggregate and its queries; changes publish events.

A window always shows one workspace instance. With the rail off it has exactly one, with or without a folder; with the
rail on it may have several, one of them without a folder for loose files (08 K-08). Every tab belongs to an instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from vmark_tk.core.clock import Clock
from vmark_tk.core.document import Document
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Ids, InstanceId, Principal, TabId, WindowLabel
from vmark_tk.core.kinds import Kind
from vmark_tk.core.notices import NoticeBoard
from vmark_tk.core.settings import Settings

RAIL = "workspace.rail"
KNOWN_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".txt", ".yml", ".yaml")


@dataclass(slots=True, eq=False)
class Tab:
    """One tab. A browser tab has no document; a viewer has a document but never an editor."""

    id: TabId
    window: WindowLabel
    instance: InstanceId
    document: Document | None
    untitled_number: int | None = None
    viewer: bool = False
    pinned: bool = False
    opened_by: Principal | None = None
    unseen: bool = False
    banner: str | None = None

    @property
    def path(self) -> Path | None:
        """Return the file of the tab."""
        return None if self.document is None else self.document.file.path

    @property
    def title(self) -> str:
        """Return the title: file name, without a known extension, or `Untitled-<n>` (SES-015)."""
        path = self.path
        if path is None:
            return f"Untitled-{self.untitled_number}" if self.untitled_number is not None else ""
        return path.stem if path.suffix.lower() in KNOWN_SUFFIXES and path.stem else path.name


@dataclass(slots=True, eq=False)
class WorkspaceInstance:
    """A folder (or none) open in a window; `spelled` is what the person called it where that leads through a link."""

    id: InstanceId
    root: Path | None
    spelled: Path | None = None
    active: TabId | None = None


@dataclass(slots=True, eq=False)
class Window:
    """One document window: its instances, which of them it shows, its tabs in order."""

    label: WindowLabel
    instances: list[WorkspaceInstance]
    shown: InstanceId
    tabs: list[TabId] = field(default_factory=list)

    @property
    def shown_instance(self) -> WorkspaceInstance:
        """Return the instance that the window shows."""
        return next(instance for instance in self.instances if instance.id == self.shown)


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """A window record exists."""

    window: WindowLabel


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """A window record is gone, with its tabs."""

    window: WindowLabel


@dataclass(frozen=True, slots=True)
class TabsChanged:
    """Tabs of a window were added, removed, moved, or changed their title or marks."""

    window: WindowLabel


@dataclass(frozen=True, slots=True)
class TabClosed:
    """A tab is gone; its id is dead."""

    tab: TabId
    window: WindowLabel


@dataclass(frozen=True, slots=True)
class TabActivated:
    """The active tab of a window's shown instance is another one (None: no tab)."""

    window: WindowLabel
    tab: TabId | None


@dataclass(frozen=True, slots=True)
class InstancesChanged:
    """The instances of a window, their folders, or the shown one changed."""

    window: WindowLabel


class AppState:
    """The one truth about what is open. Loop thread only."""

    def __init__(self, *, ids: Ids, clock: Clock, events: Events, settings: Settings) -> None:
        self.ids = ids
        self.clock = clock
        self.events = events
        self.settings = settings
        self.notices = NoticeBoard(events, clock)
        self.windows: dict[WindowLabel, Window] = {}
        self.tabs: dict[TabId, Tab] = {}

    # --- queries ---

    @property
    def rail(self) -> bool:
        """Tell whether windows show several workspaces."""
        return self.settings.flag(RAIL)

    def tabs_of(self, label: WindowLabel) -> list[Tab]:
        """Return the tabs of a window in order, hidden instances included."""
        return [self.tabs[tab] for tab in self.windows[label].tabs]

    def visible(self, tab: Tab) -> bool:
        """Tell whether the tab belongs to the instance that its window shows; always with the rail off (SES-027)."""
        return not self.rail or self.windows[tab.window].shown == tab.instance

    def active_tab(self, label: WindowLabel) -> Tab | None:
        """Return the active tab of a window."""
        active = self.windows[label].shown_instance.active
        return None if active is None else self.tabs.get(active)

    def documents(self) -> Iterator[tuple[Tab, Document]]:
        """Yield each tab that has a document, over all windows."""
        for tab in tuple(self.tabs.values()):
            if tab.document is not None:
                yield tab, tab.document

    def roots(self) -> Iterator[Path]:
        """Yield the folders of the open workspaces, by their real and by their given names (WSP-053)."""
        for window in self.windows.values():
            for instance in window.instances:
                if instance.root is not None:
                    yield instance.root
                    if instance.spelled is not None:
                        yield instance.spelled

    def instance(self, label: WindowLabel, instance: InstanceId) -> WorkspaceInstance:
        """Return an instance of a window."""
        return next(one for one in self.windows[label].instances if one.id == instance)

    # --- changes ---

    def add_window(self) -> Window:
        """Make one more window record with an empty loose instance."""
        loose = WorkspaceInstance(self.ids.instance(), None)
        window = Window(self.ids.window(), [loose], loose.id)
        self.windows[window.label] = window
        self.events.publish(WindowOpened(window.label))
        return window

    def remove_window(self, label: WindowLabel) -> None:
        """Forget a window and its tabs; asks nothing."""
        window = self.windows.pop(label)
        for tab in window.tabs:
            del self.tabs[tab]
            self.events.publish(TabClosed(tab, label))
        self.events.publish(WindowClosed(label))

    def new_document(self, lines: list[str] | None = None, kind_hint: Kind | None = None) -> Document:
        """Make a document that shares this state's ids, clock and events."""
        return Document(lines or [""], ids=self.ids, clock=self.clock, events=self.events, kind_hint=kind_hint)

    def add_tab(
        self,
        label: WindowLabel,
        document: Document | None,
        *,
        instance: InstanceId | None = None,
        activate: bool,
        opened_by: Principal | None = None,
        banner: str | None = None,
    ) -> Tab:
        """Put a tab at the end of a window. A background tab of an instance without tabs becomes its active one."""
        window = self.windows[label]
        number = self.ids.untitled() if document is not None and document.file.path is None else None
        tab = Tab(self.ids.tab(), label, instance or window.shown, document, untitled_number=number)
        tab.opened_by, tab.banner = opened_by, banner
        self.tabs[tab.id] = tab
        window.tabs.append(tab.id)
        owner = self.instance(label, tab.instance)
        takes_over = activate or owner.active is None
        tab.unseen = opened_by is not None and not takes_over
        self.events.publish(TabsChanged(label))
        if takes_over:
            self.activate(tab)
        return tab

    def activate(self, tab: Tab) -> None:
        """Make `tab` the active one of its instance; does not change which instance is shown."""
        owner = self.instance(tab.window, tab.instance)
        changed = owner.active != tab.id
        owner.active = tab.id
        if self.windows[tab.window].shown != owner.id:
            return
        if tab.unseen:
            tab.unseen = False
            self.events.publish(TabsChanged(tab.window))
        if changed:
            self.events.publish(TabActivated(tab.window, tab.id))

    def remove_tab(self, tab: Tab) -> None:
        """Close a tab without a question; its right neighbour becomes active, else the left one (WSP-121)."""
        window = self.windows[tab.window]
        owner = self.instance(tab.window, tab.instance)
        siblings = [one for one in window.tabs if self.tabs[one].instance == tab.instance]
        at = siblings.index(tab.id)
        siblings.remove(tab.id)
        window.tabs.remove(tab.id)
        del self.tabs[tab.id]
        self.events.publish(TabClosed(tab.id, tab.window))
        self.events.publish(TabsChanged(tab.window))
        if owner.active == tab.id:
            owner.active = (siblings[at] if at < len(siblings) else siblings[-1]) if siblings else None
            if window.shown == owner.id:
                self.events.publish(TabActivated(tab.window, owner.active))

    def move_tab(self, tab: Tab, index: int) -> None:
        """Put a tab at another place of its window."""
        window = self.windows[tab.window]
        window.tabs.remove(tab.id)
        window.tabs.insert(max(0, min(index, len(window.tabs))), tab.id)
        self.events.publish(TabsChanged(tab.window))

    def show_instance(self, label: WindowLabel, instance: InstanceId) -> bool:
        """Let a window show another of its instances; tell whether that is a change."""
        window = self.windows[label]
        if window.shown == instance:
            return False
        shown = self.instance(label, instance)
        window.shown = shown.id
        self.events.publish(InstancesChanged(label))
        self.events.publish(TabActivated(label, shown.active))
        return True
