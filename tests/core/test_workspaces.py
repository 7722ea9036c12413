"""Workspace instances of windows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.core import add_text, document_of, make_state
from vmark_tk.core import workspaces
from vmark_tk.core.document import Origin
from vmark_tk.core.ids import MAIN_WINDOW
from vmark_tk.core.state import AppState


@pytest.fixture
def state() -> AppState:
    return make_state()


def rail(state: AppState, on: bool) -> None:
    state.settings.set("workspace.rail", on)
    workspaces.apply_rail(state, on=on)


def consistent(state: AppState) -> None:
    """Every tab belongs to an instance of its window, and each instance with tabs has one of them active."""
    for window in state.windows.values():
        ids = {instance.id for instance in window.instances}
        assert window.shown in ids
        for instance in window.instances:
            own = [tab.id for tab in state.tabs_of(window.label) if tab.instance == instance.id]
            assert instance.active in own or (not own and instance.active is None)
        assert {tab.instance for tab in state.tabs_of(window.label)} <= ids


@pytest.mark.requirement("WSP-078")
def test_opening_a_folder_discards_nothing(state: AppState, tmp_path: Path) -> None:
    tab = add_text(state)
    document_of(tab).set_text("unsaved", origin=Origin.USER)
    workspaces.open_folder(state, MAIN_WINDOW, tmp_path)
    assert list(state.roots()) == [tmp_path]
    assert document_of(tab).text == "unsaved"
    assert state.active_tab(MAIN_WINDOW) is tab
    workspaces.close_instance(state, MAIN_WINDOW, state.windows[MAIN_WINDOW].shown)
    assert list(state.roots()) == []
    assert state.active_tab(MAIN_WINDOW) is tab


@pytest.mark.requirement("SES-028", "SES-029", "WSP-021")
def test_with_the_rail_each_folder_is_an_instance_and_files_belong_to_the_longest(
    state: AppState, tmp_path: Path
) -> None:
    rail(state, True)
    (tmp_path / "in").mkdir()
    outer = workspaces.open_folder(state, MAIN_WINDOW, tmp_path)
    a = add_text(state, path=tmp_path / "a.md")
    inner = workspaces.open_folder(state, MAIN_WINDOW, tmp_path / "in")
    assert workspaces.owner_of(state, MAIN_WINDOW, tmp_path / "in/b.md") == inner.id
    assert workspaces.owner_of(state, MAIN_WINDOW, tmp_path / "c.md") == outer.id
    assert not state.visible(a)
    assert state.windows[MAIN_WINDOW].shown == inner.id
    assert workspaces.open_folder(state, MAIN_WINDOW, tmp_path) is outer
    assert state.visible(a)
    loose = state.instance(MAIN_WINDOW, workspaces.owner_of(state, MAIN_WINDOW, Path("/elsewhere/x.md")))
    assert loose.root is None
    consistent(state)


def test_turning_the_rail_on_and_off_closes_nothing_and_keeps_the_active_tab(state: AppState, tmp_path: Path) -> None:
    for name in ("p", "q"):
        (tmp_path / name).mkdir()
    workspaces.open_folder(state, MAIN_WINDOW, tmp_path / "p")
    tabs = [add_text(state), add_text(state, path=tmp_path / "p/a.md"), add_text(state, path=tmp_path / "q/b.md")]
    rail(state, True)
    consistent(state)
    assert state.active_tab(MAIN_WINDOW) is tabs[2]
    workspaces.open_folder(state, MAIN_WINDOW, tmp_path / "q")
    consistent(state)
    front = state.active_tab(MAIN_WINDOW)
    assert front is tabs[2]
    rail(state, False)
    consistent(state)
    assert state.active_tab(MAIN_WINDOW) is front
    assert list(state.tabs) == [tab.id for tab in tabs]
    assert len(state.windows[MAIN_WINDOW].instances) == 1


def test_closing_a_folder_of_the_rail_leaves_its_tabs_as_loose_files(state: AppState, tmp_path: Path) -> None:
    rail(state, True)
    (tmp_path / "p").mkdir()
    instance = workspaces.open_folder(state, MAIN_WINDOW, tmp_path / "p")
    tab = add_text(state, path=tmp_path / "p/a.md")
    workspaces.close_instance(state, MAIN_WINDOW, instance.id)
    consistent(state)
    assert state.active_tab(MAIN_WINDOW) is tab
    assert state.instance(MAIN_WINDOW, tab.instance).root is None


@pytest.mark.requirement("WSP-109")
def test_a_background_tab_moves_to_the_instance_of_its_new_path_and_the_active_one_stays(
    state: AppState, tmp_path: Path
) -> None:
    rail(state, True)
    for name in ("p", "q"):
        (tmp_path / name).mkdir()
    q = workspaces.open_folder(state, MAIN_WINDOW, tmp_path / "q")
    p = workspaces.open_folder(state, MAIN_WINDOW, tmp_path / "p")
    tab, front = add_text(state, path=tmp_path / "p/a.md"), add_text(state, path=tmp_path / "p/b.md")
    for one in (tab, front):
        document_of(one).set_path(tmp_path / "q" / f"{one.id}.md")
        workspaces.rehome(state, one)
    assert (tab.instance, front.instance) == (q.id, p.id)
    assert state.active_tab(MAIN_WINDOW) is front
    consistent(state)
