from __future__ import annotations

from pathlib import Path

from tests.fakes.core import make_state
from vmark_tk.core import workspaces
from vmark_tk.core.workspace_memory import MAX_FOLDERS, Remembered, WorkspaceMemory


def test_the_tabs_inside_a_folder_are_remembered_in_order_with_the_one_in_front(tmp_path: Path) -> None:
    state = make_state()
    label = next(iter(state.windows))
    inside = [tmp_path / "a.md", tmp_path / "sub" / "b.md"]
    workspaces.open_folder(state, label, tmp_path)
    for path in (*inside, tmp_path.parent / "outside.md"):
        document = state.new_document(["x"])
        document.set_path(path)
        state.add_tab(label, document, activate=path == inside[1])
    memory = WorkspaceMemory()
    memory.take_note(state)
    assert memory.of(tmp_path) == Remembered(inside, inside[1])
    assert WorkspaceMemory(memory.to_store()).of(tmp_path) == Remembered(inside, inside[1])


def test_untitled_tabs_and_unknown_folders_are_nothing(tmp_path: Path) -> None:
    state = make_state()
    label = next(iter(state.windows))
    workspaces.open_folder(state, label, tmp_path)
    state.add_tab(label, state.new_document(["x"]), activate=True)
    memory = WorkspaceMemory()
    memory.take_note(state)
    assert memory.of(tmp_path) == Remembered([], None)
    assert memory.of(tmp_path / "other") == Remembered()


def test_damaged_memory_is_left_out_piece_by_piece(tmp_path: Path) -> None:
    stored = {"folders": {"/a": 1, "/b": {"tabs": ["/b/x.md", 7, ""], "active": 3}, "/c": {"tabs": "no"}}}
    memory = WorkspaceMemory(stored)
    assert memory.of(Path("/b")) == Remembered([Path("/b/x.md")], None)
    assert memory.of(Path("/c")) == Remembered([], None)
    assert WorkspaceMemory({"folders": []}).of(Path("/a")) == Remembered()


def test_only_so_many_folders_are_remembered_the_newest_ones(tmp_path: Path) -> None:
    stored = {"folders": {f"/old/{n}": {"tabs": []} for n in range(MAX_FOLDERS)}}
    memory = WorkspaceMemory(stored)
    state = make_state()
    workspaces.open_folder(state, next(iter(state.windows)), tmp_path)
    memory.take_note(state)
    kept = memory.to_store()["folders"]
    assert len(kept) == MAX_FOLDERS
    assert str(tmp_path) in kept
    assert "/old/0" not in kept
