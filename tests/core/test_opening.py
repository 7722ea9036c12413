"""Opening files as tabs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fakes.core import StepLoop, add_text, document_of, make_state
from vmark_tk.core import workspaces
from vmark_tk.core.document import Origin
from vmark_tk.core.ids import MAIN_WINDOW, Principal, WindowLabel
from vmark_tk.core.opening import NeedsAnswer, Opened, Opening, OpenMode, Outcome
from vmark_tk.core.result import Failure
from vmark_tk.core.state import AppState, TabActivated


class Desk:
    """An opening with its state, over a folder that is the workspace."""

    def __init__(self, root: Path, *, held: bool = False, **settings: bool) -> None:
        self.root = root
        self.state: AppState = make_state(**settings)
        self.loop = StepLoop(held=held)
        self.opening = Opening(self.state, self.loop)
        workspaces.open_folder(self.state, MAIN_WINDOW, root)

    def file(self, name: str, data: bytes = b"text\n") -> Path:
        path = self.root / name
        path.write_bytes(data)
        return path

    def begin(self, path: Path, mode: OpenMode, *, activate: bool = False, large_ok: bool = False) -> list[Outcome]:
        outcomes: list[Outcome] = []
        self.opening.open_file(
            path,
            MAIN_WINDOW,
            activate=activate,
            by=Principal("c") if mode is OpenMode.CLIENT else None,
            mode=mode,
            large_ok=large_ok,
            done=outcomes.append,
        )
        return outcomes

    def client(self, path: Path) -> Outcome:
        return self.begin(path, OpenMode.CLIENT)[0]

    def person(self, path: Path, *, activate: bool = True, large_ok: bool = False) -> Outcome:
        return self.begin(path, OpenMode.PERSON, activate=activate, large_ok=large_ok)[0]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def opened(outcome: Outcome) -> Opened:
    assert isinstance(outcome, Opened), outcome
    return outcome


def failed(outcome: Outcome) -> str:
    assert isinstance(outcome, Failure)
    assert outcome.code == "INVALID_PATH"
    return outcome.message


@pytest.mark.requirement("WSP-015", "WSP-016", "WSP-018", "WSP-022", "WSP-035", "WSP-036")
def test_a_client_opens_in_the_background(desk: Desk) -> None:
    mine = add_text(desk.state, "mine")
    result = opened(desk.client(desk.file("a.md", b"\xef\xbb\xbfone\r\ntwo\r\n")))
    document = document_of(result.tab)
    assert (document.text, document.dirty, document.file.form.line_end) == ("one\ntwo\n", False, "\r\n")
    assert desk.state.active_tab(MAIN_WINDOW) is mine
    assert not result.activation_changed
    assert result.tab.unseen


@pytest.mark.requirement("WSP-019")
def test_the_first_tab_of_a_window_becomes_active(desk: Desk) -> None:
    result = opened(desk.client(desk.file("a.md")))
    assert result.activation_changed
    assert desk.state.active_tab(MAIN_WINDOW) is result.tab


@pytest.mark.requirement("WSP-023", "WSP-029")
def test_another_spelling_and_a_link_find_the_same_tab(desk: Desk) -> None:
    path = desk.file("a.md")
    (desk.root / "link.md").symlink_to(path)
    first = opened(desk.client(path))
    for other in (Path(f"{desk.root}/./a.md"), desk.root / "link.md"):
        again = opened(desk.client(other))
        assert again.tab is first.tab
        assert again.already_open
    assert len(desk.state.tabs) == 1


def test_two_calls_at_once_make_one_tab(tmp_path: Path) -> None:
    desk = Desk(tmp_path, held=True)
    path = desk.file("a.md")
    first, second = desk.begin(path, OpenMode.CLIENT), desk.begin(path, OpenMode.CLIENT)
    desk.loop.work()
    assert opened(first[0]).tab is opened(second[0]).tab
    assert len(desk.state.tabs) == 1


@pytest.mark.requirement("WSP-024", "WSP-025", "WSP-027")
def test_unsaved_and_kept_texts_are_left_alone(desk: Desk) -> None:
    path = desk.file("a.md")
    tab = opened(desk.client(path)).tab
    document_of(tab).set_text("mine", origin=Origin.USER)
    desk.file("a.md", b"theirs")
    again = opened(desk.client(path))
    assert (again.reloaded, document_of(tab).text) == (False, "mine")
    assert again.reason
    document_of(tab).mark_saved()
    document_of(tab).file.divergent = True
    again = opened(desk.client(path))
    assert (again.reloaded, document_of(tab).text) == (False, "mine")


@pytest.mark.requirement("WSP-026", "WSP-028")
def test_a_clean_tab_is_read_again_and_stays_read_only(desk: Desk) -> None:
    path = desk.file("a.md")
    tab = opened(desk.client(path)).tab
    document_of(tab).set_read_only(True)
    revision = document_of(tab).revision
    assert opened(desk.client(path)).reloaded
    assert document_of(tab).revision == revision
    desk.file("a.md", b"newer")
    assert opened(desk.client(path)).reloaded
    assert (document_of(tab).text, document_of(tab).read_only, document_of(tab).dirty) == ("newer", True, False)
    assert document_of(tab).revision != revision


@pytest.mark.requirement("WSP-030", "WSP-031", "WSP-033", "WSP-037")
def test_what_a_client_cannot_open_adds_no_tab(desk: Desk) -> None:
    (desk.root / "folder").mkdir()
    os.mkfifo(desk.root / "pipe")
    desk.file("latin.md", b"caf\xe9")
    desk.file("image.png", b"\x89PNG\0")
    for name in ("missing.md", "folder", "pipe", "latin.md", "image.png"):
        assert failed(desk.client(desk.root / name))
    assert not desk.state.tabs
    assert (desk.root / "latin.md").read_bytes() == b"caf\xe9"


@pytest.mark.requirement("ARC-033")
def test_a_link_put_there_after_the_check_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "secret.md").write_bytes(b"secret")
    desk = Desk(tmp_path / "root", held=True)
    path = desk.file("a.md")
    outcomes = desk.begin(path, OpenMode.CLIENT)
    path.unlink()
    path.symlink_to(tmp_path / "secret.md")
    desk.loop.work()
    assert failed(outcomes[0])
    assert not desk.state.tabs


def test_a_client_is_held_to_the_scope_here_as_well(desk: Desk) -> None:
    assert failed(desk.client(desk.root.parent / "outside.md"))


def test_a_window_closed_meanwhile_is_reported(tmp_path: Path) -> None:
    desk = Desk(tmp_path, held=True)
    outcomes = desk.begin(desk.file("a.md"), OpenMode.CLIENT)
    desk.state.add_window()
    desk.state.remove_window(WindowLabel("main"))
    desk.loop.work()
    assert isinstance(outcomes[0], Failure)


def test_a_large_file_is_a_question_for_a_person_and_none_for_a_client(desk: Desk) -> None:
    path = desk.file("big.md", b"x\n" * (3 * 1024 * 1024))
    answer = desk.person(path)
    assert isinstance(answer, NeedsAnswer)
    assert (answer.path, answer.size) == (path, 6 * 1024 * 1024)
    assert opened(desk.person(path, large_ok=True)).tab
    assert opened(desk.client(path)).already_open


def test_a_person_sees_what_is_not_utf8_read_only_and_can_convert_it(desk: Desk) -> None:
    tab = opened(desk.person(desk.file("latin.md", "café crème".encode("latin-1")))).tab
    document = document_of(tab)
    assert (document.text, document.read_only, document.dirty) == ("café crème", True, False)
    assert tab.banner is not None
    desk.opening.convert(tab)
    assert (document.read_only, document.dirty, tab.banner) == (False, True, None)
    assert failed(desk.person(desk.file("image.png", b"\x89PNG\0")))


def test_the_line_about_the_encoding_is_there_when_the_tab_is_first_shown(desk: Desk) -> None:
    shown: list[str | None] = []

    def heard(event: TabActivated) -> None:
        assert event.tab is not None
        shown.append(desk.state.tabs[event.tab].banner)

    desk.state.events.subscribe(TabActivated, heard)
    tab = opened(desk.person(desk.file("latin.md", "caf\xe9".encode("latin-1")))).tab
    assert shown == [tab.banner]
    assert "Windows-1252" in str(tab.banner)


@pytest.mark.requirement("WSP-034")
def test_an_empty_file_is_an_empty_text(desk: Desk) -> None:
    assert document_of(opened(desk.client(desk.file("e.md", b""))).tab).text == ""


def test_a_missing_file_is_a_new_document_of_that_name_for_a_person(desk: Desk) -> None:
    tab = opened(desk.person(desk.root / "new.md")).tab
    assert (tab.path, document_of(tab).text, document_of(tab).dirty) == (desk.root / "new.md", "", False)
    assert failed(desk.person(desk.root / "no/such/folder.md"))


def test_a_person_replaces_the_untouched_untitled_tab_only(desk: Desk) -> None:
    spare = add_text(desk.state)
    first = opened(desk.person(desk.file("a.md"))).tab
    assert spare.id not in desk.state.tabs
    edited = add_text(desk.state)
    document_of(edited).set_text("typed", origin=Origin.USER)
    opened(desk.person(desk.file("b.md")))
    assert {edited.id, first.id} <= set(desk.state.tabs)
    undone = add_text(desk.state)
    document_of(undone).set_text("typed", origin=Origin.USER)
    document_of(undone).undo()
    opened(desk.person(desk.file("c.md")))
    assert undone.id in desk.state.tabs


def test_the_setting_always_opens_another_tab(tmp_path: Path) -> None:
    desk = Desk(tmp_path, editor__open_in_new_tab=True)
    spare = add_text(desk.state)
    opened(desk.person(desk.file("a.md")))
    assert spare.id in desk.state.tabs


def test_a_person_is_led_to_the_window_that_has_the_file(desk: Desk) -> None:
    path = desk.file("a.md")
    tab = opened(desk.client(path)).tab
    other = desk.state.add_window().label
    outcomes: list[Outcome] = []
    desk.opening.open_file(path, other, activate=True, mode=OpenMode.PERSON, done=outcomes.append)
    assert opened(outcomes[0]).tab is tab
    desk.opening.open_file(path, other, activate=True, mode=OpenMode.CLIENT, done=outcomes.append)
    assert opened(outcomes[1]).tab is not tab


@pytest.mark.requirement("WSP-017", "WSP-021")
def test_with_the_rail_a_file_goes_to_the_instance_of_the_longest_root(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.state.settings.set("workspace.rail", True)
    workspaces.apply_rail(desk.state, on=True)
    (tmp_path / "in").mkdir()
    inner = workspaces.open_folder(desk.state, MAIN_WINDOW, tmp_path / "in")
    outer = workspaces.open_folder(desk.state, MAIN_WINDOW, tmp_path)
    add_text(desk.state, "seen", instance=outer.id)
    result = opened(desk.client(desk.file("in/a.md")))
    assert result.tab.instance == inner.id
    assert desk.state.windows[MAIN_WINDOW].shown == outer.id
