"""Unsaved texts survive a crash."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fakes.core import StepLoop, add_text, clock_of, document_of, make_state
from vmark_tk.core.document import Origin
from vmark_tk.core.ids import MAIN_WINDOW
from vmark_tk.core.opening import Opened, Opening, OpenMode, Outcome
from vmark_tk.core.recovery import EVERY_MS, KEPT_S, Recovered, Recovery
from vmark_tk.core.saving import DiskConflict, Saved, Saving
from vmark_tk.core.saving import Outcome as SaveOutcome
from vmark_tk.core.state import AppState, Tab


class Run:
    """One start of the editor over the same recovery folder."""

    def __init__(self, root: Path, seed: int = 1) -> None:
        self.root = root
        self.folder = root / "recovery"
        self.state: AppState = make_state(seed)
        self.loop = StepLoop()
        self.recovery = Recovery(self.state, self.loop, self.folder)

    def open(self, name: str, data: bytes) -> Tab:
        (self.root / name).write_bytes(data)
        outcomes: list[Outcome] = []
        Opening(self.state, self.loop).open_file(
            self.root / name, MAIN_WINDOW, activate=True, mode=OpenMode.PERSON, done=outcomes.append
        )
        assert isinstance(outcomes[0], Opened)
        return outcomes[0].tab

    def restore(self) -> Recovered:
        outcomes: list[Recovered] = []
        self.recovery.restore(MAIN_WINDOW, outcomes.append)
        return outcomes[0]

    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir()) if self.folder.exists() else []

    def save(self, tab: Tab) -> SaveOutcome:
        outcomes: list[SaveOutcome] = []
        Saving(self.state, self.loop).save(tab, done=outcomes.append)
        return outcomes[0]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


def edit(tab: Tab, text: str) -> None:
    document_of(tab).set_text(text, origin=Origin.USER)


def test_what_is_unsaved_is_written_within_ten_seconds_and_nothing_ticks_afterwards(run: Run) -> None:
    tab = add_text(run.state)
    edit(tab, "unsaved")
    run.loop.advance(EVERY_MS - 1)
    assert run.names() == []
    run.loop.advance(1)
    assert len(run.names()) == 1
    assert run.loop.timers == 0


def test_texts_come_back_unsaved_in_the_background_and_survive_a_second_crash(run: Run, tmp_path: Path) -> None:
    edit(add_text(run.state), "untitled text")
    edit(run.open("a.md", b"\xef\xbb\xbfold\r\nlines\r\n"), "new\nlines\n")
    run.loop.advance(EVERY_MS)
    for seed in (2, 3):
        again = Run(tmp_path, seed)
        front = add_text(again.state, "front")
        result = again.restore()
        assert (len(result.tabs), result.broken, result.dropped) == (2, 0, 0)
        untitled, titled = (again.state.tabs[tab] for tab in result.tabs)
        assert (document_of(untitled).text, document_of(untitled).dirty) == ("untitled text", True)
        assert (document_of(titled).text, document_of(titled).dirty) == ("new\nlines\n", True)
        assert titled.path == tmp_path / "a.md"
        assert again.state.active_tab(MAIN_WINDOW) is front
        again.loop.advance(EVERY_MS)
    assert isinstance(again.save(titled), Saved)
    assert (tmp_path / "a.md").read_bytes() == b"\xef\xbb\xbfnew\r\nlines\r\n"
    assert len(again.names()) == 1


def test_a_recovered_text_over_a_file_changed_since_is_a_conflict_when_saved(run: Run, tmp_path: Path) -> None:
    edit(run.open("a.md", b"old"), "mine")
    run.loop.advance(EVERY_MS)
    (tmp_path / "a.md").write_bytes(b"theirs")
    again = Run(tmp_path, 2)
    tab = again.state.tabs[again.restore().tabs[0]]
    assert (document_of(tab).text, document_of(tab).dirty) == ("mine", True)
    assert isinstance(again.save(tab), DiskConflict)


def test_a_clean_or_closed_document_leaves_no_file(run: Run) -> None:
    tab, other, third = run.open("a.md", b"old"), add_text(run.state), add_text(run.state)
    for one in (tab, other, third):
        edit(one, "x")
    run.loop.advance(EVERY_MS)
    assert len(run.names()) == 3
    assert isinstance(run.save(tab), Saved)
    run.state.remove_tab(other)
    document_of(third).undo()
    run.loop.advance(EVERY_MS)
    document_of(third).status_changed()
    assert run.names() == []


def test_a_save_during_the_write_leaves_no_file(run: Run) -> None:
    tab = run.open("a.md", b"old")
    edit(tab, "mine")
    run.loop.held = True
    run.loop.advance(EVERY_MS)
    document_of(tab).mark_saved()
    run.loop.work()
    assert run.names() == []


def test_old_files_are_dropped_and_broken_ones_moved_aside(run: Run, tmp_path: Path) -> None:
    edit(add_text(run.state), "old")
    run.loop.advance(EVERY_MS)
    (run.folder / "x.recovery.json").write_bytes(b"{")
    (run.folder / "y.recovery.json").write_text(json.dumps({"text": 3}), encoding="utf-8")
    again = Run(tmp_path, 2)
    clock_of(again.state).advance(KEPT_S + 60)
    assert again.restore() == Recovered((), 2, 1)
    assert again.names() == ["x.recovery.json.broken-1", "y.recovery.json.broken-1"]
    assert Run(tmp_path, 3).restore() == Recovered((), 0, 0)


def test_flush_writes_at_once(run: Run) -> None:
    edit(add_text(run.state), "x")
    told: list[str] = []
    run.recovery.flush(lambda: told.append("done"))
    run.recovery.flush(lambda: told.append("again"))
    assert (len(run.names()), told) == (1, ["done", "again"])


def test_a_folder_that_cannot_be_written_is_tried_again_with_the_next_change(run: Run) -> None:
    run.folder.write_bytes(b"in the way")
    tab = add_text(run.state)
    edit(tab, "x")
    run.loop.advance(EVERY_MS)
    run.folder.unlink()
    edit(tab, "xy")
    run.loop.advance(EVERY_MS)
    assert len(run.names()) == 1


def test_a_tab_that_the_session_has_opened_takes_the_text(run: Run, tmp_path: Path) -> None:
    edit(run.open("a.md", b"old"), "mine")
    edit(run.open("b.md", b"old"), "mine")
    run.loop.advance(EVERY_MS)
    again = Run(tmp_path, 2)
    same, changed = again.open("a.md", b"old"), again.open("b.md", b"theirs")
    assert set(again.restore().tabs) == {same.id, changed.id}
    assert len(again.state.tabs) == 2
    assert isinstance(again.save(same), Saved)
    assert (tmp_path / "a.md").read_bytes() == b"mine"
    assert document_of(changed).dirty
    assert isinstance(again.save(changed), DiskConflict)
    assert (tmp_path / "b.md").read_bytes() == b"theirs"


def test_flush_waits_for_what_was_typed_during_a_write(run: Run) -> None:
    tab = add_text(run.state)
    edit(tab, "first")
    run.loop.held = True
    run.loop.advance(EVERY_MS)
    edit(tab, "second")
    told: list[bool] = []
    run.recovery.flush(lambda: told.append(True))
    assert told == []
    run.loop.work()
    assert told == [True]
    assert "second" in (run.folder / run.names()[0]).read_text(encoding="utf-8")


def test_a_recovery_file_with_an_impossible_path_is_moved_aside_and_the_others_come_back(
    run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "recovery"
    folder.mkdir(exist_ok=True)
    now = run.state.clock.now()
    for name, path in (("a", "/x\0y"), ("b", 5), ("c", "relative.md"), ("d", None)):
        stored = {"text": "kept", "at": now, "path": path}
        (folder / f"{name}.recovery.json").write_text(json.dumps(stored), encoding="utf-8")
    result = run.restore()
    assert (len(result.tabs), result.broken) == (1, 3)
