"""Saving documents to files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.core import StepLoop, add_text, document_of, make_state, recorded
from vmark_tk.core.document import Origin
from vmark_tk.core.ids import MAIN_WINDOW
from vmark_tk.core.opening import Opened, Opening, OpenMode, Outcome
from vmark_tk.core.reloading import ConflictsFound
from vmark_tk.core.result import Failure
from vmark_tk.core.saving import DiskConflict, Saved, Saving
from vmark_tk.core.saving import Outcome as SaveOutcome
from vmark_tk.core.state import AppState, Tab


class Desk:
    """A saving with its state over a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.state: AppState = make_state()
        self.loop = StepLoop()
        self.saving = Saving(self.state, self.loop)
        self.conflicts = recorded(self.state.events, ConflictsFound)

    def open(self, name: str, data: bytes) -> Tab:
        path = self.root / name
        path.write_bytes(data)
        outcomes: list[Outcome] = []
        opening = Opening(self.state, StepLoop())
        opening.open_file(path, MAIN_WINDOW, activate=True, mode=OpenMode.PERSON, done=outcomes.append)
        assert isinstance(outcomes[0], Opened)
        return outcomes[0].tab

    def save(self, tab: Tab, *, force: bool = False) -> SaveOutcome:
        outcomes: list[SaveOutcome] = []
        self.saving.save(tab, force=force, done=outcomes.append)
        return outcomes[0]

    def save_as(self, tab: Tab, name: str, *, force: bool = False) -> SaveOutcome:
        outcomes: list[SaveOutcome] = []
        self.saving.save_as(tab, self.root / name, force=force, done=outcomes.append)
        return outcomes[0]

    def bytes(self, name: str) -> bytes:
        return (self.root / name).read_bytes()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def edit(tab: Tab, text: str) -> None:
    document_of(tab).set_text(text, origin=Origin.USER)


@pytest.mark.requirement("WSP-080", "WSP-081", "SES-043", "WSP-087")
def test_a_save_writes_the_text_and_cleans_the_tab(desk: Desk) -> None:
    tab = desk.open("a.md", b"old")
    edit(tab, "new 😀\n")
    revision = document_of(tab).revision
    assert desk.save(tab) == Saved(desk.root / "a.md")
    assert desk.bytes("a.md") == "new 😀\n".encode()
    assert (document_of(tab).dirty, document_of(tab).revision) == (False, revision)
    assert isinstance(desk.save(tab), Saved)


@pytest.mark.requirement("WSP-090", "WSP-091")
@pytest.mark.parametrize("data", [b"", b"a\r\nb\r\n", b"a\rb", b"a\nb\r\nc\n", b"\xef\xbb\xbfa\r\n", b"no end"])
def test_saving_without_an_edit_keeps_every_byte(desk: Desk, data: bytes) -> None:
    tab = desk.open("a.md", data)
    assert isinstance(desk.save(tab), Saved)
    assert isinstance(desk.save(tab), Saved)
    assert desk.bytes("a.md") == data


@pytest.mark.parametrize(("setting", "data"), [("lf", b"a\nb\n"), ("crlf", b"a\r\nb\r\n")])
def test_the_setting_of_line_ends_is_followed(desk: Desk, setting: str, data: bytes) -> None:
    desk.state.settings.set("files.line_end", setting)
    tab = desk.open("a.md", b"a\nb\r\n")
    assert isinstance(desk.save(tab), Saved)
    assert desk.bytes("a.md") == data


@pytest.mark.requirement("WSP-079")
def test_a_file_changed_by_somebody_else_is_never_overwritten_silently(desk: Desk) -> None:
    tab = desk.open("a.md", b"old")
    edit(tab, "mine")
    (desk.root / "a.md").write_bytes(b"theirs")
    assert desk.save(tab) == DiskConflict(desk.root / "a.md")
    assert desk.bytes("a.md") == b"theirs"
    assert (document_of(tab).text, document_of(tab).dirty) == ("mine", True)
    assert desk.conflicts == [ConflictsFound((tab.id,))]
    assert isinstance(desk.save(tab, force=True), Saved)
    assert desk.bytes("a.md") == b"mine"


def test_a_touched_file_is_no_conflict_and_a_new_form_is_kept(desk: Desk) -> None:
    tab = desk.open("a.md", b"one\ntwo\n")
    edit(tab, "one\nthree\n")
    (desk.root / "a.md").write_bytes(b"one\r\ntwo\r\n")
    assert isinstance(desk.save(tab), Saved)
    assert desk.bytes("a.md") == b"one\r\nthree\r\n"


def test_a_file_that_appeared_under_a_new_documents_name_is_a_conflict(desk: Desk) -> None:
    tab = add_text(desk.state, "", path=desk.root / "n.md")
    edit(tab, "mine")
    (desk.root / "n.md").write_bytes(b"theirs")
    assert isinstance(desk.save(tab), DiskConflict)
    assert desk.bytes("n.md") == b"theirs"


@pytest.mark.requirement("WSP-092")
def test_a_deleted_file_is_made_again(desk: Desk) -> None:
    tab = desk.open("a.md", b"text")
    (desk.root / "a.md").unlink()
    assert isinstance(desk.save(tab), Saved)
    assert desk.bytes("a.md") == b"text"


@pytest.mark.requirement("WSP-089")
def test_a_failed_write_keeps_the_text_unsaved(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    tab = desk.open("d/a.md", b"text")
    edit(tab, "mine")
    (tmp_path / "d/a.md").unlink()
    (tmp_path / "d").rmdir()
    outcome = desk.save(tab)
    assert isinstance(outcome, Failure)
    assert outcome.code == "INTERNAL"
    assert (document_of(tab).text, document_of(tab).dirty) == ("mine", True)


@pytest.mark.requirement("WSP-093")
def test_a_linked_file_is_written_at_its_target_and_stays_a_link(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "target.md").write_bytes(b"old")
    (tmp_path / "link.md").symlink_to("target.md")
    outcomes: list[Outcome] = []
    Opening(desk.state, StepLoop()).open_file(
        tmp_path / "link.md", MAIN_WINDOW, activate=True, mode=OpenMode.PERSON, done=outcomes.append
    )
    assert isinstance(outcomes[0], Opened)
    edit(outcomes[0].tab, "new")
    assert isinstance(desk.save(outcomes[0].tab), Saved)
    assert (tmp_path / "link.md").is_symlink()
    assert desk.bytes("target.md") == b"new"


def test_what_is_typed_while_a_write_is_under_way_stays_unsaved(desk: Desk) -> None:
    tab = desk.open("a.md", b"old")
    edit(tab, "first")
    desk.loop.held = True
    outcomes: list[SaveOutcome] = []
    desk.saving.save(tab, done=outcomes.append)
    edit(tab, "second")
    desk.saving.save(tab, done=outcomes.append)
    assert desk.loop.waiting == 1
    desk.loop.held = False
    desk.loop.work()
    assert outcomes == [Saved(desk.root / "a.md")] * 2
    assert desk.bytes("a.md") == b"second"
    assert not document_of(tab).dirty
    desk.loop.held = True
    desk.saving.save(tab, done=outcomes.append)
    edit(tab, "third")
    desk.loop.work()
    assert document_of(tab).dirty
    assert document_of(tab).file.writing == 0


@pytest.mark.requirement("WSP-088")
def test_a_read_only_document_can_be_saved(desk: Desk) -> None:
    tab = desk.open("a.md", b"old")
    document_of(tab).set_read_only(True)
    assert isinstance(desk.save(tab), Saved)


@pytest.mark.requirement("WSP-083")
def test_an_untitled_document_has_no_place(desk: Desk) -> None:
    outcome = desk.save(add_text(desk.state, "x"))
    assert isinstance(outcome, Failure)
    assert outcome.code == "INVALID_PATH"


@pytest.mark.requirement("WSP-100", "WSP-101", "WSP-102", "WSP-108")
def test_save_as_moves_the_tab_to_the_new_file(desk: Desk) -> None:
    (desk.root / ".github/workflows").mkdir(parents=True)
    tab = desk.open("a.md", b"old\r\n")
    edit(tab, "new\n")
    assert isinstance(desk.save_as(tab, ".github/workflows/ci.yml"), Saved)
    assert desk.bytes("a.md") == b"old\r\n"
    assert desk.bytes(".github/workflows/ci.yml") == b"new\r\n"
    assert (tab.path, document_of(tab).kind) == (desk.root / ".github/workflows/ci.yml", "yaml-workflow")
    assert (tab.title, document_of(tab).dirty) == ("ci", False)


@pytest.mark.requirement("WSP-103")
def test_save_as_over_another_file_needs_force(desk: Desk) -> None:
    tab = desk.open("a.md", b"mine")
    (desk.root / "b.md").write_bytes(b"theirs")
    assert desk.save_as(tab, "b.md") == DiskConflict(desk.root / "b.md")
    assert (desk.bytes("b.md"), tab.path, desk.conflicts) == (b"theirs", desk.root / "a.md", [])
    assert isinstance(desk.save_as(tab, "b.md", force=True), Saved)
    assert desk.bytes("b.md") == b"mine"


@pytest.mark.requirement("WSP-098", "WSP-110")
def test_save_as_to_the_own_path_is_a_save_with_its_check(desk: Desk) -> None:
    tab = desk.open("a.md", b"old")
    edit(tab, "mine")
    assert isinstance(desk.save_as(tab, "./a.md"), Saved)
    (desk.root / "a.md").write_bytes(b"theirs")
    assert isinstance(desk.save_as(tab, "a.md"), DiskConflict)


@pytest.mark.requirement("ARC-033")
def test_a_client_never_writes_where_a_later_link_leads(desk: Desk, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    tab = desk.open("root/a.md", b"old")
    desk.loop.held = True
    outcomes: list[SaveOutcome] = []
    desk.saving.save_as(tab, root / "sub.md", within_scope=True, done=outcomes.append)
    (root / "sub.md").symlink_to(tmp_path / "stolen.md")
    desk.loop.work()
    assert not isinstance(outcomes[0], Saved)
    assert not (tmp_path / "stolen.md").exists()
    desk.saving.save_as(tab, tmp_path / "outside.md", within_scope=True, done=outcomes.append)
    assert isinstance(outcomes[1], Failure)


def test_half_a_character_is_refused_and_writes_nothing(desk: Desk) -> None:
    tab = desk.open("a.md", b"old")
    edit(tab, "\ud83d")
    assert isinstance(desk.save(tab), Failure)
    assert desk.bytes("a.md") == b"old"


def test_an_unexpected_error_is_answered_and_does_not_block_later_saves(
    desk: Desk, expected_errors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_errors.append("ended unexpectedly")
    tab = desk.open("a.md", b"old")
    with monkeypatch.context() as patch:
        patch.setattr("vmark_tk.core.saving.files.write", lambda *_args, **_kinds: 1 / 0)
        outcome = desk.save(tab)
    assert isinstance(outcome, Failure)
    assert isinstance(desk.save(tab), Saved)
