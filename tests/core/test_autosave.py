"""Saving by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.core import StepLoop, add_text, document_of, make_state, recorded
from vmark_tk.core.autosave import Autosave, AutoSaved
from vmark_tk.core.document import Origin
from vmark_tk.core.files import read
from vmark_tk.core.reloading import ConflictsFound, adopt
from vmark_tk.core.saving import Saving
from vmark_tk.core.state import Tab


class Desk:
    """An autosave with its state over a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.state = make_state(editor__autosave_s=10)
        self.loop = StepLoop()
        self.autosave = Autosave(self.state, self.loop, Saving(self.state, self.loop))
        self.saved = recorded(self.state.events, AutoSaved)
        self.conflicts = recorded(self.state.events, ConflictsFound)

    def tab(self, name: str) -> Tab:
        path = self.root / name
        path.write_text("old", encoding="utf-8")
        tab = add_text(self.state, "old", path=path)
        adopt(document_of(tab), read(path))
        return tab


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def edit(tab: Tab, text: str = "new") -> None:
    document_of(tab).set_text(text, origin=Origin.USER)


def test_a_changed_file_is_saved_after_the_interval_and_nothing_ticks_afterwards(desk: Desk) -> None:
    tab = desk.tab("a.md")
    edit(tab)
    desk.loop.advance(9_999)
    assert document_of(tab).dirty
    desk.loop.advance(1)
    assert not document_of(tab).dirty
    assert (desk.root / "a.md").read_text(encoding="utf-8") == "new"
    assert desk.saved == [AutoSaved(tab.id, desk.state.clock.now())]
    assert desk.loop.timers == 0


def test_what_a_person_has_to_decide_is_left_alone(desk: Desk) -> None:
    tabs = {name: desk.tab(f"{name}.md") for name in ("divergent", "missing", "locked", "foreign")}
    untitled = add_text(desk.state)
    for tab in (*tabs.values(), untitled):
        edit(tab)
    document_of(tabs["divergent"]).file.divergent = True
    document_of(tabs["missing"]).file.missing = True
    document_of(tabs["locked"]).set_read_only(True)
    document_of(tabs["foreign"]).file.encoding = "cp1252"
    desk.loop.advance(60_000)
    assert desk.saved == []
    assert all(document_of(tab).dirty for tab in (*tabs.values(), untitled))


def test_a_conflict_is_raised_once_for_the_same_text(desk: Desk) -> None:
    tab = desk.tab("a.md")
    edit(tab)
    (desk.root / "a.md").write_text("theirs", encoding="utf-8")
    desk.loop.advance(10_000)
    edit(desk.tab("b.md"))
    desk.loop.advance(10_000)
    assert desk.conflicts == [ConflictsFound((tab.id,))]
    assert (desk.root / "a.md").read_text(encoding="utf-8") == "theirs"


def test_the_setting_stops_and_starts_it(desk: Desk) -> None:
    tab = desk.tab("a.md")
    edit(tab)
    desk.state.settings.set("editor.autosave", False)
    desk.loop.advance(60_000)
    assert document_of(tab).dirty
    desk.state.settings.set("editor.autosave", True)
    desk.loop.advance(10_000)
    assert not document_of(tab).dirty


def test_after_close_nothing_is_saved(desk: Desk) -> None:
    tab = desk.tab("a.md")
    edit(tab)
    desk.autosave.close()
    edit(tab, "more")
    desk.loop.advance(60_000)
    assert document_of(tab).dirty
