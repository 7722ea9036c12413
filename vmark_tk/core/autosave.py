"""Saves changed documents by itself (08 S-03). No timer runs while nothing is unsaved."""

from __future__ import annotations

from dataclasses import dataclass

from vmark_tk.core.document import Document, DocumentChanged
from vmark_tk.core.ids import TabId
from vmark_tk.core.ports import Loop, Timer
from vmark_tk.core.saving import DiskConflict, Outcome, Saved, Saving
from vmark_tk.core.settings import SettingChanged
from vmark_tk.core.state import AppState, Tab

ENABLED = "editor.autosave"
INTERVAL = "editor.autosave_s"


@dataclass(frozen=True, slots=True)
class AutoSaved:
    """A document was saved by itself at `at`, seconds since the epoch."""

    tab: TabId
    at: float


class Autosave:
    """Saves what has a file and is in order; anything a person must decide first is left alone. Loop thread only."""

    def __init__(self, state: AppState, loop: Loop, saving: Saving) -> None:
        self._state = state
        self._loop = loop
        self._saving = saving
        self._timer: Timer | None = None
        self._due_at = 0.0
        self._refused: dict[TabId, str] = {}
        self._ends = [
            state.events.subscribe(DocumentChanged, lambda _event: self._schedule()),
            state.events.subscribe(SettingChanged, self._setting_changed),
        ]

    def close(self) -> None:
        """Stop for good."""
        for end in self._ends:
            end()
        self.forget()

    def clock_moved(self) -> None:
        """Look whether the clock was moved past the next time to save (test control)."""
        if self._timer is not None and self._state.clock.monotonic() >= self._due_at:
            self.forget()
            self._save_all()

    def forget(self) -> None:
        """Do not save at the time that was planned; the next change plans a new one."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _setting_changed(self, event: SettingChanged) -> None:
        if event.key in (ENABLED, INTERVAL):
            self.forget()
            if any(document.dirty for _, document in self._state.documents()):
                self._schedule()

    def _schedule(self) -> None:
        if self._timer is None and self._state.settings.flag(ENABLED):
            interval_s = self._state.settings.number(INTERVAL)
            self._due_at = self._state.clock.monotonic() + interval_s
            self._timer = self._loop.call_later(int(interval_s * 1000), self._save_all)

    def _save_all(self) -> None:
        self._timer = None
        for tab, document in list(self._state.documents()):
            if self._ready(tab, document):
                self._save(tab, document)

    def _ready(self, tab: Tab, document: Document) -> bool:
        facts = document.file
        if facts.path is None or facts.divergent or facts.missing or facts.writing or facts.encoding != "utf-8":
            return False
        if document.read_only or tab.viewer or not document.dirty:
            return False
        return self._refused.get(tab.id) != document.revision

    def _save(self, tab: Tab, document: Document) -> None:
        revision = document.revision

        def done(outcome: Outcome) -> None:
            if isinstance(outcome, Saved):
                self._refused.pop(tab.id, None)
                self._state.events.publish(AutoSaved(tab.id, self._state.clock.now()))
                if document.dirty:
                    self._schedule()
            elif isinstance(outcome, DiskConflict) or outcome.code != "INVALID_TAB":
                # the same text would be refused again; what is typed next is tried again
                self._refused[tab.id] = revision

        self._saving.save(tab, done=done)
