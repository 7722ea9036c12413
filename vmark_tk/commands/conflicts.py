"""Asks what to do about files that changed on disk under unsaved text (X-02, X-03), and tells of lesser changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from vmark_tk.approvals.subject import ChoiceId, DiskChanged
from vmark_tk.commands.saver import Saver
from vmark_tk.commands.services import DesktopServices, name_of
from vmark_tk.commands.texts import text
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.reloading import ConflictsFound, FileMissing, FileReloaded
from vmark_tk.core.state import Tab


class Conflicts:
    """Listens to what `core.reloading` and `core.saving` find."""

    def __init__(self, services: DesktopServices, saver: Saver) -> None:
        self._services = services
        self._saver = saver
        events = services.state.events
        events.subscribe(ConflictsFound, lambda event: self.ask(event.tabs))
        events.subscribe(FileMissing, self._missing)
        events.subscribe(FileReloaded, self._reloaded)

    def ask(self, tabs: Sequence[TabId]) -> None:
        """Ask about these tabs, one question a window; what is being asked about already is left out."""
        waiting = {
            tab
            for prompt in self._services.desk.prompts
            if isinstance(prompt.subject, DiskChanged)
            for tab in prompt.subject.tabs
        }
        windows: dict[WindowLabel, list[Tab]] = defaultdict(list)
        for tab in self._services.tabs(tabs):
            if tab.id not in waiting:
                windows[tab.window].append(tab)
        for window, found in windows.items():
            self._ask(window, found)

    def _ask(self, window: WindowLabel, tabs: Sequence[Tab]) -> None:
        subject = DiskChanged(tuple(tab.id for tab in tabs), tuple(name_of(tab) for tab in tabs))
        self._services.ask(subject, window, lambda choice: self._answered(subject, choice))

    def _answered(self, subject: DiskChanged, choice: ChoiceId) -> None:
        tabs = self._services.tabs(subject.tabs)
        if choice == "review":
            for tab in tabs:
                self.ask([tab.id])
            return
        for tab in tabs:
            if choice == "reload":
                self._services.reloading.reload(tab, lambda reason, tab=tab: self._told(tab, reason))  # type: ignore[misc]
            elif choice == "save_as":
                self._saver.save_as(tab, None, lambda reason, tab=tab: self._saved_as(tab, reason))  # type: ignore[misc]
            else:
                self._services.reloading.keep(tab, lambda reason, tab=tab: self._told(tab, reason))  # type: ignore[misc]

    def _told(self, tab: Tab, reason: str | None) -> None:
        if reason is not None:
            self._services.tell(tab.window, text("failed.reload", name=name_of(tab)), reason)

    def _saved_as(self, tab: Tab, reason: str | None) -> None:
        if reason is not None:
            self.ask([tab.id])  # nothing was decided

    def _missing(self, event: FileMissing) -> None:
        for tab in self._services.tabs([event.tab]):
            self._services.state.notices.post("warning", text("missing", name=name_of(tab)), window=tab.window)

    def _reloaded(self, event: FileReloaded) -> None:
        for tab in self._services.tabs([event.tab]):
            self._services.state.notices.post("info", text("reloaded", name=name_of(tab)), window=tab.window)
