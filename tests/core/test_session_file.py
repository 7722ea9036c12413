"""What is kept between starts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.core import StepLoop, add_text, document_of, make_state
from vmark_tk.core import session_file, workspaces
from vmark_tk.core.document import ViewState
from vmark_tk.core.ids import MAIN_WINDOW, TabId, WindowLabel
from vmark_tk.core.opening import Opening
from vmark_tk.core.session_file import Restoring, Session, Views
from vmark_tk.core.state import AppState, Tab
from vmark_tk.core.text import Position

VIEW = ViewState(Position(1, 2), Position(0, 1), 7)


def views() -> Views:
    return Views(view=lambda _tab: VIEW, frame=lambda label: {"geometry": f"{label}+1+2", "sidebar": False})


def file_tab(state: AppState, path: Path, **more: Any) -> Tab:
    path.write_text("text", encoding="utf-8")
    return add_text(state, "text", path=path, **more)


def restored(
    session: Session, rail: bool = False
) -> tuple[AppState, list[tuple[TabId, ViewState]], list[Any], list[int]]:
    state = make_state(9, workspace__rail=rail)
    seen: list[tuple[TabId, ViewState]] = []
    skipped: list[int] = []
    frames: list[tuple[WindowLabel, Mapping[str, Any]]] = Restoring(state, Opening(state, StepLoop())).restore(
        session, into=MAIN_WINDOW, opened=lambda tab, view: seen.append((tab, view)), done=skipped.append
    )
    return state, seen, frames, skipped


def shape(state: AppState) -> list[Any]:
    return [
        (
            [(tab.title, tab.pinned, document_of(tab).read_only) for tab in state.tabs_of(label)],
            [instance.root for instance in window.instances if instance.root is not None],
            window.shown_instance.root,
            None if (tab := state.active_tab(label)) is None else tab.title,
        )
        for label, window in state.windows.items()
    ]


def test_windows_tabs_views_and_frames_come_back(tmp_path: Path) -> None:
    state = make_state()
    workspaces.open_folder(state, MAIN_WINDOW, tmp_path)
    file_tab(state, tmp_path / "a.md").pinned = True
    active = file_tab(state, tmp_path / "b.md")
    document_of(file_tab(state, tmp_path / "c.md")).set_read_only(True)
    add_text(state, "untitled")
    state.activate(active)
    file_tab(state, tmp_path / "d.md", window=state.add_window().label)
    path = tmp_path / "session.json"
    data = session_file.capture(state, views(), recent={"files": ["/x"]}, rest={"later": [1]})
    session_file.save(path, data)
    session = session_file.load(path)
    again, seen, frames, skipped = restored(session)
    before = shape(state)
    before[0][0].pop()
    assert shape(again) == before
    assert [view for _, view in seen] == [VIEW] * 4
    assert again.tabs[seen[0][0]].title == "b"
    assert frames[1][1] == {"geometry": "doc-1+1+2", "sidebar": False}
    assert (skipped, session.recent, session.rest) == ([0], {"files": ["/x"]}, {"later": [1]})


def test_a_file_that_two_windows_show_comes_back_in_both(tmp_path: Path) -> None:
    state = make_state()
    path = tmp_path / "a.md"
    file_tab(state, path)
    other = state.add_window().label
    file_tab(state, path, window=other)
    session_file.save(tmp_path / "s.json", session_file.capture(state, views(), recent={}, rest={}))
    back, _seen, _frames, skipped = restored(session_file.load(tmp_path / "s.json"))
    assert [[tab.title for tab in back.tabs_of(label)] for label in back.windows] == [["a"], ["a"]]
    assert skipped == [0]


def test_instances_of_the_rail_come_back(tmp_path: Path) -> None:
    state = make_state(workspace__rail=True)
    for name in ("p", "q"):
        (tmp_path / name).mkdir()
        workspaces.open_folder(state, MAIN_WINDOW, tmp_path / name)
        file_tab(state, tmp_path / name / "a.md")
        file_tab(state, tmp_path / name / "b.md")
    p = next(one for one in state.windows[MAIN_WINDOW].instances if one.root == tmp_path / "p")
    state.show_instance(MAIN_WINDOW, p.id)
    session_file.save(tmp_path / "s.json", session_file.capture(state, views(), recent={}, rest={}))
    again = restored(session_file.load(tmp_path / "s.json"), rail=True)[0]
    assert shape(again) == shape(state)


def test_missing_files_and_folders_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    state = make_state()
    workspaces.open_folder(state, MAIN_WINDOW, tmp_path / "gone")
    file_tab(state, tmp_path / "a.md")
    file_tab(state, tmp_path / "b.md")
    session_file.save(tmp_path / "s.json", session_file.capture(state, views(), recent={}, rest={}))
    (tmp_path / "b.md").unlink()
    (tmp_path / "gone").rmdir()
    again, _, _, skipped = restored(session_file.load(tmp_path / "s.json"))
    assert skipped == [1]
    assert [tab.title for tab in again.tabs_of(MAIN_WINDOW)] == ["a"]
    assert list(again.roots()) == []


@pytest.mark.parametrize(
    "text",
    [
        "garbage",
        "[]",
        '{"windows": 3, "recent": []}',
        '{"windows": [3, {"tabs": [{"path": 3}, null], "roots": [3, null], "active": ["x"], "shown": -1}]}',
    ],
)
def test_damage_never_keeps_the_editor_from_starting(tmp_path: Path, text: str) -> None:
    path = tmp_path / "s.json"
    path.write_text(text, encoding="utf-8")
    state, seen, _, skipped = restored(session_file.load(path))
    assert (seen, skipped, len(state.windows)) == ([], [0], 1)
