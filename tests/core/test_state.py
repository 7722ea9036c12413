"""Windows, instances and tabs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.core import add_text, document_of, make_state, recorded
from vmark_tk.core.document import Origin
from vmark_tk.core.ids import MAIN_WINDOW, Principal
from vmark_tk.core.state import AppState, TabActivated, TabClosed, TabsChanged, WindowClosed
from vmark_tk.core.workspaces import open_folder


@pytest.fixture
def state() -> AppState:
    return make_state()


@pytest.mark.requirement("SES-012", "SES-038", "WSP-121", "WSP-122")
def test_closing_activates_the_right_neighbour_else_the_left_one(state: AppState) -> None:
    a, b, c, d = (add_text(state) for _ in range(4))
    state.activate(b)
    state.remove_tab(d)
    assert state.active_tab(MAIN_WINDOW) is b
    state.remove_tab(b)
    assert state.active_tab(MAIN_WINDOW) is c
    state.remove_tab(c)
    assert state.active_tab(MAIN_WINDOW) is a
    state.remove_tab(a)
    assert state.active_tab(MAIN_WINDOW) is None
    assert state.windows[MAIN_WINDOW].tabs == []


@pytest.mark.requirement("SES-030", "WSP-016", "WSP-019")
def test_a_background_tab_takes_over_only_where_there_is_none(state: AppState) -> None:
    first = add_text(state, activate=False)
    second = add_text(state, activate=False)
    assert state.active_tab(MAIN_WINDOW) is first
    assert state.visible(second)


def test_a_tab_of_a_client_is_marked_until_it_is_looked_at(state: AppState) -> None:
    add_text(state)
    tab = state.add_tab(MAIN_WINDOW, state.new_document(), activate=False, opened_by=Principal("c"))
    assert tab.unseen
    heard = recorded(state.events, TabsChanged, TabActivated)
    state.activate(tab)
    assert not tab.unseen
    assert heard == [TabsChanged(MAIN_WINDOW), TabActivated(MAIN_WINDOW, tab.id)]
    state.activate(tab)
    assert len(heard) == 2


@pytest.mark.requirement("SES-015", "WSP-011")
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("notes.md", "notes"),
        ("ci.yml", "ci"),
        ("a.b.MD", "a.b"),
        (".md", ".md"),
        ("Makefile", "Makefile"),
        ("x.py", "x.py"),
    ],
)
def test_titles_of_files(state: AppState, name: str, title: str) -> None:
    assert add_text(state, path=Path("/p") / name).title == title


@pytest.mark.requirement("WSP-011", "SES-041", "SES-042", "SES-053")
def test_untitled_numbers_and_ids_are_never_used_again(state: AppState) -> None:
    first = add_text(state)
    assert (first.title, document_of(first).dirty) == ("Untitled-1", False)
    document_of(first).set_text("x", origin=Origin.USER)
    assert document_of(first).dirty
    state.remove_tab(first)
    second = add_text(state)
    assert second.title == "Untitled-2"
    assert second.id != first.id


def test_removing_a_window_ends_its_tabs_and_no_others(state: AppState) -> None:
    kept = add_text(state)
    other = state.add_window().label
    gone = add_text(state, window=other)
    heard = recorded(state.events, TabClosed, WindowClosed)
    state.remove_window(other)
    assert heard == [TabClosed(gone.id, other), WindowClosed(other)]
    assert list(state.tabs) == [kept.id]


def test_a_tab_moves_within_the_strip(state: AppState) -> None:
    a, b, c = (add_text(state) for _ in range(3))
    state.move_tab(c, 0)
    state.move_tab(a, 99)
    assert state.windows[MAIN_WINDOW].tabs == [c.id, b.id, a.id]


@pytest.mark.requirement("SES-028", "SES-029", "WSP-131")
def test_showing_an_instance_shows_its_own_active_tab() -> None:
    state = make_state(workspace__rail=True)
    window = state.windows[MAIN_WINDOW]
    loose = window.shown_instance
    tab = add_text(state)
    folder = open_folder(state, MAIN_WINDOW, Path("/p"))
    assert state.active_tab(MAIN_WINDOW) is None
    hidden = add_text(state, instance=loose.id, activate=True)
    assert state.active_tab(MAIN_WINDOW) is None
    assert not state.visible(hidden)
    assert state.show_instance(MAIN_WINDOW, loose.id)
    assert not state.show_instance(MAIN_WINDOW, loose.id)
    assert state.active_tab(MAIN_WINDOW) is hidden
    assert folder.active is None
    assert tab.instance == loose.id
