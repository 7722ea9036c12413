"""Saving as a person does it: asks for a place and before it replaces a file, tells why it failed (F-05, F-08)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from vmark_tk.approvals.subject import Choice, ChoiceId, Confirm
from vmark_tk.approvals.words import escaped, shown_path
from vmark_tk.commands.port import Done
from vmark_tk.commands.services import DesktopServices, is_dirty, name_of
from vmark_tk.commands.texts import text
from vmark_tk.core.document import Document
from vmark_tk.core.kinds import WORKFLOW
from vmark_tk.core.result import Failure
from vmark_tk.core.saving import DiskConflict, Outcome
from vmark_tk.core.state import Tab

CANCELLED = "the person cancelled it"
CHANGED_ON_DISK = "the file changed on disk; the question about it waits for an answer"
EXISTS = "a file of that name exists already"
HEADING_LINES = 200
LONGEST_NAME = 60
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$")
_UNFIT_FOR_NAMES = re.compile(r'[\s\x00-\x1f\x7f<>:"/\\|?*]+')


def ignore(_reason: str | None) -> None:
    """Take the end of a command that nobody waits for."""


class Saver:
    """Saves tabs and always tells how it ended: None or the reason."""

    def __init__(self, services: DesktopServices) -> None:
        self._services = services

    def save(self, tab: Tab, done: Done = ignore) -> None:
        """Save to the tab's file; without one ask for a place. A file changed on disk is asked about elsewhere."""
        if tab.path is None:
            self.save_as(tab, None, done)
            return
        self._services.saving.save(tab, done=lambda outcome: self._ended(tab, outcome, done))

    def save_as(self, tab: Tab, path: Path | None, done: Done = ignore) -> None:
        """Save to another place; None asks for it. An existing file that nobody has asked about is asked about."""
        if path is not None:
            self._services.saving.save_as(tab, path, done=lambda outcome: self._ended_as(tab, path, outcome, done))
            return

        def chosen(place: Path | None) -> None:
            if place is None or tab.id not in self._services.state.tabs:
                done(CANCELLED)
                return
            # the native chooser has asked already whether to replace an existing file
            own = self._services.saving.is_own_path(tab, place)
            self._services.saving.save_as(
                tab, place, force=not own, done=lambda outcome: self._ended(tab, outcome, done)
            )

        self._services.dialogs.choose_save_path(tab.window, self.folder_for(tab), proposed_name(tab), chosen)

    def save_into(self, tab: Tab, folder: Path, done: Done, attempt: int = 1) -> None:
        """Save an untitled tab into `folder` under its proposed name, numbered until the name is free."""
        name = Path(proposed_name(tab))
        path = folder / (name.name if attempt == 1 else f"{name.stem} {attempt}{name.suffix}")

        def ended(outcome: Outcome) -> None:
            if isinstance(outcome, DiskConflict):
                self.save_into(tab, folder, done, attempt + 1)
            else:
                self._ended(tab, outcome, done)

        self._services.saving.save_as(tab, path, done=ended)

    def save_all(self, tabs: list[Tab], done: Done) -> None:
        """Save several tabs; ask once for a folder when several have no file (W-03). The first reason is told."""
        untitled = [tab for tab in tabs if tab.path is None]
        if len(untitled) < 2:
            self._each(tabs, self.save, done)
            return

        def chosen(folder: Path | None) -> None:
            if folder is None:
                done(CANCELLED)
                return

            def save(tab: Tab, ended: Done) -> None:
                if tab.path is None:
                    self.save_into(tab, folder, ended)
                else:
                    self.save(tab, ended)

            self._each(tabs, save, done)

        self._services.dialogs.choose_folder(untitled[0].window, chosen)

    def folder_for(self, tab: Tab) -> Path | None:
        """Return where a save dialog of this tab begins."""
        if tab.path is not None:
            return tab.path.parent
        return self._services.state.instance(tab.window, tab.instance).root

    def _each(self, tabs: list[Tab], save: Callable[[Tab, Done], None], done: Done) -> None:
        """Save one after another, so that questions do not pile up; stop at the first that is not saved."""
        if not tabs:
            done(None)
            return
        first, rest = tabs[0], tabs[1:]

        def ended(reason: str | None) -> None:
            if reason is not None:
                done(reason)
            else:
                self._each(rest, save, done)

        if first.id not in self._services.state.tabs or (first.path is not None and not is_dirty(first)):
            self._each(rest, save, done)
        else:
            save(first, ended)

    def _ended(self, tab: Tab, outcome: Outcome, done: Done) -> None:
        match outcome:
            case Failure():
                self._services.tell(tab.window, text("failed.save", name=name_of(tab)), outcome.message)
                done(outcome.message)
            case DiskConflict():
                done(CHANGED_ON_DISK)
            case _:
                self._services.recents.add_file(outcome.path)
                done(None)

    def _ended_as(self, tab: Tab, path: Path, outcome: Outcome, done: Done) -> None:
        if not isinstance(outcome, DiskConflict) or self._services.saving.is_own_path(tab, path):
            self._ended(tab, outcome, done)
            return

        def answered(choice: ChoiceId) -> None:
            if choice != "save" or tab.id not in self._services.state.tabs:
                done(CANCELLED)
                return
            self._services.saving.save_as(tab, path, force=True, done=lambda again: self._ended(tab, again, done))

        choices = (
            Choice("save", text("replace.save"), guarded=True),
            Choice("cancel", text("replace.cancel"), safe=True),
        )
        body = text("replace.body", path=shown_path(path))
        if not self._services.ask(Confirm("replace", text("replace.title"), body, choices), tab.window, answered):
            done(EXISTS)


def proposed_name(tab: Tab) -> str:
    """Return the file name that a save dialog proposes: the first heading or the title, and the extension (F-08)."""
    if tab.path is not None:
        return tab.path.name
    document = tab.document
    suffix = ".yml" if document is not None and document.kind == WORKFLOW else ".md"
    heading = "" if document is None or suffix == ".yml" else _first_heading(document)
    name = _UNFIT_FOR_NAMES.sub(" ", escaped(heading)).strip(" .")[:LONGEST_NAME].rstrip(" .")
    return (name or tab.title) + suffix


def _first_heading(document: Document) -> str:
    for line in document.lines[:HEADING_LINES]:
        found = _HEADING.match(line)
        if found is not None:
            return found[1]
    return ""
