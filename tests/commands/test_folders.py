from __future__ import annotations

from pathlib import Path

from tests.commands.desk_kit import make_kit
from vmark_tk.core.ids import MAIN_WINDOW, WindowLabel


def made(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    folder.mkdir()
    return folder


def test_a_folder_opens_at_its_real_place_and_becomes_recent(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    folder = made(tmp_path, "real")
    (tmp_path / "link").symlink_to(folder)
    kit.desktop.open_folder(tmp_path / "link", done=ends.append)
    assert kit.state.windows[MAIN_WINDOW].shown_instance.root == folder
    assert list(kit.desktop.recent_folders()) == [folder]
    assert ends == [None]


def test_what_is_no_folder_is_refused_with_the_reason(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    (tmp_path / "a.md").write_text("", encoding="utf-8")
    kit.desktop.open_folder(tmp_path / "none", done=ends.append)
    kit.desktop.open_folder(tmp_path / "a.md", done=ends.append)
    assert None not in ends
    assert len(kit.notices()) == 2


def test_a_window_with_unsaved_tabs_asks_whether_to_open_a_new_one(tmp_path: Path) -> None:
    kit = make_kit()
    kit.untitled("x")
    first, second = made(tmp_path, "first"), made(tmp_path, "second")
    kit.desktop.open_folder(first)
    assert kit.state.windows[MAIN_WINDOW].shown_instance.root is None
    kit.answer("cancel")
    assert kit.state.windows[MAIN_WINDOW].shown_instance.root is None
    kit.desktop.open_folder(first)
    kit.answer("open")
    assert kit.state.windows[MAIN_WINDOW].shown_instance.root == first
    assert kit.titles() == ["Untitled-1"]
    kit.desktop.open_folder(second)
    kit.answer("new_window")
    assert kit.state.windows[WindowLabel("doc-1")].shown_instance.root == second
    assert kit.windows.existing == ["doc-1"]


def test_with_the_rail_on_nothing_is_asked_and_workspaces_are_switched_and_closed(tmp_path: Path) -> None:
    kit = make_kit()
    kit.state.settings.set("workspace.rail", True)
    kit.untitled("x")
    first, second = made(tmp_path, "first"), made(tmp_path, "second")
    kit.desktop.open_folder(first)
    kit.desktop.open_folder(second)
    window = kit.state.windows[MAIN_WINDOW]
    assert window.shown_instance.root == second
    one = next(instance for instance in window.instances if instance.root == first)
    kit.desktop.show_workspace(MAIN_WINDOW, one.id)
    assert window.shown_instance.root == first
    kit.desktop.close_workspace(MAIN_WINDOW)
    assert first not in {instance.root for instance in window.instances}
    kit.state.settings.set("workspace.rail", False)
    assert len(window.instances) == 1
    assert kit.titles() == ["Untitled-1"]


def test_the_folder_dialog_opens_what_was_chosen(tmp_path: Path) -> None:
    kit = make_kit()
    kit.desktop.open_folder_dialog()
    kit.dialogs.folder = made(tmp_path, "folder")
    kit.desktop.open_folder_dialog()
    assert kit.state.windows[MAIN_WINDOW].shown_instance.root == tmp_path / "folder"


def test_the_tabs_that_a_folder_had_come_back_with_it_and_missing_ones_are_skipped(tmp_path: Path) -> None:
    kit = make_kit()
    folder, other = made(tmp_path, "folder"), made(tmp_path, "other")
    kit.desktop.open_folder(folder)
    for name in ("a.md", "b.md", "c.md"):
        kit.file_tab(folder / name)
    kit.desktop.activate_tab(kit.state.tabs_of(MAIN_WINDOW)[1].id)
    kit.services.memory.take_note(kit.state)
    kit.desktop.close_tabs([tab.id for tab in kit.state.tabs_of(MAIN_WINDOW)])
    kit.desktop.open_folder(other)
    (folder / "a.md").unlink()
    assert kit.titles() == []
    ends = list[str | None]()
    kit.desktop.open_folder(folder, done=ends.append)
    assert (kit.titles(), ends) == (["b", "c"], [None])
    active = kit.state.active_tab(MAIN_WINDOW)
    assert active is not None
    assert active.title == "b"
