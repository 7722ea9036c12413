"""Changes of files outside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fakes.core import StepLoop, document_of, make_state, recorded
from vmark_tk.core.document import Origin
from vmark_tk.core.ids import MAIN_WINDOW, Principal
from vmark_tk.core.opening import Opened, Opening, OpenMode, Outcome
from vmark_tk.core.reloading import COLLECT_MS, ConflictsFound, FileMissing, FileReloaded, Reloading
from vmark_tk.core.saving import DiskConflict, Saved, Saving
from vmark_tk.core.saving import Outcome as SaveOutcome
from vmark_tk.core.state import AppState, Tab


class Desk:
    """A reloading with its state over a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.state: AppState = make_state()
        self.loop = StepLoop()
        self.reloading = Reloading(self.state, self.loop)
        self.saving = Saving(self.state, self.loop)
        self.heard = recorded(self.state.events, ConflictsFound, FileMissing, FileReloaded)

    def open(self, name: str, data: bytes) -> Tab:
        path = self.root / name
        path.write_bytes(data)
        outcomes: list[Outcome] = []
        Opening(self.state, self.loop).open_file(
            path, MAIN_WINDOW, activate=True, mode=OpenMode.PERSON, done=outcomes.append
        )
        assert isinstance(outcomes[0], Opened)
        return outcomes[0].tab

    def change(self, name: str, data: bytes | None) -> None:
        path = self.root / name
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
        self.notice(path)

    def notice(self, *paths: Path) -> None:
        self.reloading.files_changed(paths)
        self.loop.advance(COLLECT_MS)

    def save(self, tab: Tab) -> SaveOutcome:
        outcomes: list[SaveOutcome] = []
        self.saving.save(tab, done=outcomes.append)
        return outcomes[0]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def edit(tab: Tab, text: str) -> None:
    document_of(tab).set_text(text, origin=Origin.USER)


@pytest.mark.requirement("SES-048", "DOC-066")
def test_a_clean_document_takes_the_change_as_one_step_with_a_new_revision(desk: Desk) -> None:
    tab = desk.open("a.md", b"one\ntwo\n")
    revision = document_of(tab).revision
    desk.change("a.md", b"one\n2\n")
    assert (document_of(tab).text, document_of(tab).dirty) == ("one\n2\n", False)
    assert document_of(tab).revision != revision
    assert desk.heard == [FileReloaded(tab.id)]
    document_of(tab).undo()
    assert document_of(tab).text == "one\ntwo\n"


@pytest.mark.requirement("SES-048")
def test_a_touch_with_the_same_bytes_changes_nothing(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    revision = document_of(tab).revision
    os.utime(desk.root / "a.md", ns=(5, 5))
    desk.notice(desk.root / "a.md")
    assert (document_of(tab).revision, desk.heard) == (revision, [])
    assert isinstance(desk.save(tab), Saved)


@pytest.mark.requirement("DOC-067")
def test_a_dirty_document_is_asked_about_once_for_the_same_bytes(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    edit(tab, "mine")
    desk.change("a.md", b"theirs")
    desk.change("a.md", b"theirs")
    assert desk.heard == [ConflictsFound((tab.id,))]
    assert document_of(tab).text == "mine"
    desk.reloading.keep(tab)
    assert document_of(tab).file.divergent
    desk.change("a.md", b"theirs")
    assert len(desk.heard) == 1
    desk.change("a.md", b"other")
    assert len(desk.heard) == 2


def test_changes_within_the_time_of_collection_are_one_event(desk: Desk) -> None:
    tabs = [desk.open(f"{n}.md", b"x") for n in range(5)]
    for n, tab in enumerate(tabs):
        edit(tab, "mine")
        (desk.root / f"{n}.md").write_bytes(b"theirs")
        desk.reloading.files_changed([desk.root / f"{n}.md"])
        desk.loop.advance(20)
    desk.loop.advance(COLLECT_MS)
    assert len(desk.heard) == 1
    assert desk.heard[0].tabs == tuple(tab.id for tab in tabs)


def test_reload_takes_the_disk_as_one_step(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    edit(tab, "mine")
    desk.change("a.md", b"theirs")
    answers: list[str | None] = []
    desk.reloading.reload(tab, answers.append)
    assert (answers, document_of(tab).text, document_of(tab).dirty) == ([None], "theirs", False)
    document_of(tab).undo()
    assert document_of(tab).text == "mine"


def test_after_keep_a_save_writes_and_divergent_ends(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    edit(tab, "mine")
    desk.change("a.md", b"theirs")
    assert isinstance(desk.save(tab), DiskConflict)
    desk.reloading.keep(tab)
    assert isinstance(desk.save(tab), Saved)
    assert (desk.root / "a.md").read_bytes() == b"mine"
    assert not document_of(tab).file.divergent


def test_keep_without_a_question_reads_what_is_there(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    edit(tab, "mine")
    (desk.root / "a.md").write_bytes(b"theirs")
    desk.reloading.keep(tab)
    assert document_of(tab).file.divergent
    desk.notice(desk.root / "a.md")
    assert desk.heard == []


def test_divergent_ends_when_disk_and_text_meet(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    edit(tab, "mine")
    desk.change("a.md", b"theirs")
    desk.reloading.keep(tab)
    desk.change("a.md", b"mine")
    assert (document_of(tab).file.divergent, document_of(tab).dirty) == (False, False)
    edit(tab, "more")
    desk.change("a.md", b"theirs")
    desk.reloading.keep(tab)
    edit(tab, "theirs")
    assert (document_of(tab).file.divergent, document_of(tab).dirty) == (False, False)


@pytest.mark.parametrize("data", [b"one\r\ntwo\r\n", b"\xef\xbb\xbfone\ntwo\n", b"one\ntwo", b"one\ntwo\n\n"])
def test_differences_of_form_are_absorbed(desk: Desk, data: bytes) -> None:
    tab = desk.open("a.md", b"one\ntwo\n")
    edit(tab, "one\nmine\n")
    desk.change("a.md", data)
    assert (desk.heard, document_of(tab).text, document_of(tab).dirty) == ([], "one\nmine\n", True)
    assert isinstance(desk.save(tab), Saved)


def test_a_deleted_file_is_missing_after_a_second_look_and_comes_back(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    desk.change("a.md", None)
    assert not document_of(tab).file.missing
    desk.loop.advance(COLLECT_MS)
    assert document_of(tab).file.missing
    assert desk.heard == [FileMissing(tab.id)]
    desk.change("a.md", b"one")
    assert not document_of(tab).file.missing


def test_a_rename_over_is_a_change_and_no_deletion(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    desk.change("a.md", None)
    (desk.root / "tmp").write_bytes(b"two")
    (desk.root / "tmp").rename(desk.root / "a.md")
    desk.loop.advance(COLLECT_MS)
    assert (document_of(tab).file.missing, document_of(tab).text) == (False, "two")


def test_own_saves_never_ask(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    for turn in range(20):
        edit(tab, f"turn {turn}")
        desk.loop.held = True
        desk.saving.save(tab, done=lambda _outcome: None)
        edit(tab, f"turn {turn} and more")
        desk.notice(desk.root / "a.md")
        desk.loop.held = False
        desk.loop.work()
        desk.notice(desk.root / "a.md")
    assert desk.heard == []
    assert desk.loop.timers == 0


def test_a_finding_that_a_save_has_overtaken_is_looked_at_again(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    edit(tab, "mine")
    desk.loop.held = True
    desk.notice(desk.root / "a.md")
    desk.saving.save(tab, done=lambda _outcome: None)
    desk.loop.work()
    desk.loop.advance(COLLECT_MS)
    desk.loop.work()
    assert desk.heard == []
    assert document_of(tab).text == "mine"


def test_all_open_files_are_looked_at_on_focus_and_nothing_waits_afterwards(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    (desk.root / "a.md").write_bytes(b"two")
    desk.reloading.check_open_files()
    desk.loop.advance(COLLECT_MS)
    assert document_of(tab).text == "two"
    assert desk.loop.timers == 0


def test_a_change_that_is_no_text_leaves_the_document_and_blocks_the_save(desk: Desk) -> None:
    tab = desk.open("a.md", b"one")
    desk.change("a.md", b"\0binary")
    assert document_of(tab).text == "one"
    assert isinstance(desk.save(tab), DiskConflict)


@pytest.mark.requirement("WSP-051")
def test_a_file_that_a_client_opened_is_not_followed_out_of_the_scope(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "secret.md").write_bytes(b"secret")
    tab = desk.open("root/a.md", b"one")
    tab.opened_by = Principal("c")
    (tmp_path / "root/a.md").unlink()
    (tmp_path / "root/a.md").symlink_to(tmp_path / "secret.md")
    desk.notice(tmp_path / "root/a.md")
    assert document_of(tab).text == "one"
    desk.change("root/a.md", None)
    desk.change("root/a.md", b"two")
    assert document_of(tab).text == "two"


def test_a_text_can_be_edited_when_another_program_made_its_file_utf_8(desk: Desk) -> None:
    tab = desk.open("latin.md", "caf\xe9".encode("latin-1"))
    assert (document_of(tab).read_only, tab.banner is None) == (True, False)
    desk.change("latin.md", "caf\xe9!".encode())
    assert (document_of(tab).text, document_of(tab).read_only, tab.banner) == ("caf\xe9!", False, None)
