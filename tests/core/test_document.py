"""One document: edits, history, dirty, revision."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.core import clock_of, make_state, recorded
from vmark_tk.core.document import Document, DocumentChanged, Edit, Origin, ViewState, end_after
from vmark_tk.core.state import AppState
from vmark_tk.core.text import Position

LINES = st.lists(st.sampled_from(["", "a", "ab", "b", "x😀y", "  a"]), min_size=1, max_size=12)


def made(text: str = "", state: AppState | None = None) -> Document:
    return (state or make_state()).new_document(text.split("\n"))


def type_in(document: Document, text: str) -> None:
    for character in text:
        end = Position(len(document.lines) - 1, len(document.lines[-1]))
        document.apply([Edit(end, end, character)], origin=Origin.USER, typed=True)


def test_a_text_put_into_an_empty_document_is_one_edit_at_its_start() -> None:
    document = make_state().new_document()
    assert document.edits_towards(["one", "", "three"]) == [Edit(Position(0, 0), Position(0, 0), "one\n\nthree")]


@given(LINES, LINES)
def test_edits_towards_a_text_give_that_text(old: list[str], new: list[str]) -> None:
    document = make_state().new_document(old)
    document.apply(document.edits_towards(new), origin=Origin.CLIENT)
    assert list(document.lines) == new


@settings(max_examples=60)
@given(st.lists(LINES, min_size=2, max_size=6))
def test_undo_goes_all_the_way_back_and_redo_all_the_way_forth(texts: list[list[str]]) -> None:
    document = make_state().new_document(texts[0])
    for lines in texts[1:]:
        document.apply(document.edits_towards(lines), origin=Origin.CLIENT)
    while document.undo():
        pass
    assert list(document.lines) == texts[0]
    assert not document.dirty
    while document.redo():
        pass
    assert list(document.lines) == texts[-1]


@given(LINES, st.tuples(*[st.integers(-2, 14)] * 4), st.sampled_from(["", "z", "p\nq", "\n"]))
def test_any_edit_can_be_undone_and_tells_where_its_text_went(
    lines: list[str], place: tuple[int, int, int, int], text: str
) -> None:
    document = make_state().new_document(lines)
    edit = Edit(Position(place[0], place[1]), Position(place[2], place[3]), text)
    for applied in document.apply([edit], origin=Origin.USER):
        assert document.between(applied.start, applied.new_end) == text
        assert end_after(applied.start, applied.removed) == applied.old_end
    document.undo()
    assert list(document.lines) == lines


@pytest.mark.requirement("SES-039", "SES-040", "SES-047")
def test_typing_and_undoing_is_clean_again_with_tokens_never_seen_before() -> None:
    document = made("text")
    seen = {document.revision}
    type_in(document, "!")
    assert document.dirty
    assert document.revision not in seen
    seen.add(document.revision)
    document.undo()
    assert not document.dirty
    assert document.revision not in seen


@pytest.mark.requirement("SES-043")
def test_saving_cleans_and_keeps_the_revision() -> None:
    document = made("a")
    type_in(document, "b")
    revision = document.revision
    document.mark_saved()
    assert (document.dirty, document.revision) == (False, revision)
    document.undo()
    assert document.dirty
    document.redo()
    assert not document.dirty


def test_saving_an_older_text_leaves_what_was_typed_since_unsaved() -> None:
    document = made("a")
    written = list(document.lines)
    type_in(document, "b")
    document.mark_saved(written)
    assert document.dirty


def test_dirty_is_right_after_many_changes_of_different_lines() -> None:
    document = made("a\nb\nc")
    document.set_text("a\nb\nC", origin=Origin.USER)
    assert document.dirty
    document.set_text("A\nb\nC", origin=Origin.USER)
    assert document.dirty
    document.set_text("A\nb\nc", origin=Origin.USER)
    assert document.dirty
    document.set_text("a\nb\nc", origin=Origin.USER)
    assert not document.dirty


def test_a_word_is_one_step_and_a_pause_or_a_jump_begins_another() -> None:
    state = make_state()
    document = made("", state)
    type_in(document, "one two")
    clock_of(state).advance(1.5)
    type_in(document, "three")
    document.end_typing()
    type_in(document, "!")
    texts = []
    while document.undo():
        texts.append(document.text)
    assert texts == ["one twothree", "one two", "one ", ""]


def test_deleting_backwards_joins_and_does_not_join_with_typing() -> None:
    document = made("abc")
    type_in(document, "d")
    for column in (4, 3):
        edit = Edit(Position(0, column - 1), Position(0, column), "")
        document.apply([edit], origin=Origin.USER, typed=True)
    assert document.text == "ab"
    document.undo()
    assert document.text == "abcd"


@pytest.mark.requirement("DOC-054")
def test_a_clients_write_is_one_step_also_amid_typing() -> None:
    document = made("")
    type_in(document, "ab")
    document.set_text("X\nY\nZ", origin=Origin.CLIENT)
    document.undo()
    assert document.text == "ab"


def test_a_clients_write_without_effect_still_gives_a_new_revision_but_no_event_and_no_step() -> None:
    state = make_state()
    document = made("same", state)
    events, revision = recorded(state.events, DocumentChanged), document.revision
    document.set_text("same", origin=Origin.CLIENT)
    assert document.revision != revision
    assert (events, document.can_undo) == ([], False)
    revision = document.revision
    document.set_text("same", origin=Origin.RELOAD)
    assert document.revision == revision


def test_undo_brings_the_view_back() -> None:
    state = make_state()
    document = made("abc", state)
    events = recorded(state.events, DocumentChanged)
    before = ViewState(Position(0, 1), Position(0, 1), 0)
    document.view_probe = lambda: before
    document.set_text("abcd", origin=Origin.USER)
    document.view_probe = lambda: ViewState(Position(0, 4), Position(0, 4), 0)
    document.undo()
    assert events[-1].view == before


def test_a_read_only_document_takes_no_undo_step() -> None:
    document = made("a")
    type_in(document, "b")
    document.set_read_only(True)
    assert not document.undo()
    assert document.text == "ab"


def test_the_history_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vmark_tk.core.document.MAX_HISTORY_CHARACTERS", 100)
    document = made("")
    for number in range(50):
        document.set_text(chr(ord("a") + number % 26) * 10, origin=Origin.CLIENT)
    steps = 0
    while document.undo():
        steps += 1
    assert steps == 5


@pytest.mark.requirement("SES-023", "DOC-053")
def test_the_kind_follows_the_text_of_an_untitled_document() -> None:
    document = made("")
    assert document.kind == "markdown"
    document.set_text("on: push\njobs:\n  a: 1", origin=Origin.CLIENT)
    assert document.kind == "yaml-workflow"


def test_keys_in_a_large_document_change_their_line_and_are_one_step() -> None:
    line = "a line of some fifty characters in a large document"
    document = made("\n".join([line] * 200_000))
    for column in range(30):
        place = Position(100_000, column)
        document.apply([Edit(place, place, "x")], origin=Origin.USER, typed=True)
        assert document.dirty
    assert document.lines[100_000] == "x" * 30 + line
    assert document.undo()
    assert not document.dirty


def test_a_new_text_of_a_megabyte_touches_only_what_differs() -> None:
    lines = [f"line {number} of a large text" for number in range(40_000)]
    document = make_state().new_document(lines)
    changed = [*lines[:10], "new", *lines[10:20_000], "other", *lines[20_001:]]
    applied = document.set_text("\n".join(changed), origin=Origin.CLIENT)
    assert len(applied) == 2
    assert list(document.lines) == changed
