from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands.desk_kit import make_kit
from tests.fakes.core import document_of
from vmark_tk.commands.saver import CANCELLED
from vmark_tk.core import files
from vmark_tk.core.ids import MAIN_WINDOW


def test_a_file_opens_in_the_place_of_an_untouched_untitled_tab(tmp_path: Path) -> None:
    kit = make_kit()
    kit.untitled()
    kit.file_tab(tmp_path / "a.md")
    assert kit.titles() == ["a"]


def test_an_edited_untitled_tab_is_never_replaced(tmp_path: Path) -> None:
    kit = make_kit()
    kit.untitled("words")
    kit.file_tab(tmp_path / "a.md")
    assert kit.titles() == ["Untitled-1", "a"]


def test_an_untitled_tab_that_was_emptied_again_is_not_replaced(tmp_path: Path) -> None:
    kit = make_kit()
    tab = kit.untitled("x")
    document_of(tab).undo()
    kit.file_tab(tmp_path / "a.md")
    assert len(kit.titles()) == 2


def test_the_setting_keeps_even_an_untouched_untitled_tab(tmp_path: Path) -> None:
    kit = make_kit(editor__open_in_new_tab=True)
    kit.untitled()
    kit.file_tab(tmp_path / "a.md")
    assert kit.titles() == ["Untitled-1", "a"]


def test_an_open_file_is_shown_again_also_through_a_symlink(tmp_path: Path) -> None:
    kit = make_kit()
    tab = kit.file_tab(tmp_path / "a.md")
    kit.file_tab(tmp_path / "b.md")
    (tmp_path / "link.md").symlink_to(tmp_path / "a.md")
    kit.desktop.open_paths([tmp_path / "link.md"])
    assert kit.titles() == ["a", "b"]
    assert kit.active() == tab.id


def test_a_file_that_is_open_in_another_window_brings_that_window_to_the_front(tmp_path: Path) -> None:
    kit = make_kit()
    tab = kit.file_tab(tmp_path / "a.md")
    second = kit.desktop.new_window()
    kit.windows.focus(second)
    kit.desktop.open_paths([tmp_path / "a.md"])
    assert kit.windows.focused() == MAIN_WINDOW
    assert kit.active() == tab.id
    assert not kit.state.tabs_of(second)


def test_a_missing_file_is_a_new_document_of_that_name(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    kit.desktop.open_paths([tmp_path / "new.md"], done=ends.append)
    assert kit.titles() == ["new"]
    assert ends == [None]
    assert not (tmp_path / "new.md").exists()


def test_files_and_folders_of_a_command_line_open_together(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    kit.desktop.open_paths([tmp_path / "a.md", folder, tmp_path / "b.md"], done=ends.append)
    assert kit.titles() == ["a", "b"]
    assert kit.state.windows[MAIN_WINDOW].shown_instance.root == folder
    assert ends == [None]


def test_a_binary_file_is_refused_with_the_reason(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    (tmp_path / "a.png").write_bytes(b"\x89PNG\0")
    kit.desktop.open_paths([tmp_path / "a.png"], done=ends.append)
    assert kit.titles() == []
    assert "binary" in str(ends[0])
    assert "binary" in kit.notices()[0]


def sparse(path: Path, size: int) -> Path:
    with path.open("wb") as stream:
        stream.write(b"text\n")
        stream.seek(size - 1)
        stream.write(b"\n")
    return path


def test_a_large_file_is_opened_after_a_question_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ASK_FROM", 2_000)
    monkeypatch.setattr(files, "SOURCE_FROM", 1_000)
    kit, ends = make_kit(), list[str | None]()
    large = tmp_path / "large.md"
    large.write_text("line\n" * 1_000, encoding="utf-8")
    kit.desktop.open_paths([large], done=ends.append)
    assert kit.titles() == []
    assert ends == []
    assert kit.answer("cancel").subject.kind == "confirm-large-file"
    assert ends == [CANCELLED]
    kit.desktop.open_paths([large], done=ends.append)
    kit.answer("open")
    assert kit.titles() == ["large"]
    assert ends == [CANCELLED, None]


def test_a_huge_file_is_refused_without_a_question(tmp_path: Path) -> None:
    kit = make_kit()
    kit.desktop.open_paths([sparse(tmp_path / "huge.md", 50 * 1024 * 1024)])
    assert kit.titles() == []
    assert kit.desk.prompts == ()
    assert "too large" in kit.notices()[0]


def test_recent_files_are_kept_and_a_missing_one_is_dropped_after_a_question(tmp_path: Path) -> None:
    kit = make_kit()
    for number in range(12):
        kit.file_tab(tmp_path / f"{number}.md")
    assert [path.name for path in kit.desktop.recent_files()] == [f"{number}.md" for number in range(11, 1, -1)]
    (tmp_path / "5.md").unlink()
    kit.desktop.open_recent(tmp_path / "5.md")
    kit.answer("cancel")
    assert tmp_path / "5.md" in kit.desktop.recent_files()
    kit.desktop.open_recent(tmp_path / "5.md")
    kit.answer("remove")
    assert tmp_path / "5.md" not in kit.desktop.recent_files()
    kit.desktop.clear_recent()
    assert not kit.desktop.recent_files()


def test_revert_asks_and_can_be_undone(tmp_path: Path) -> None:
    kit = make_kit()
    tab = kit.type(kit.file_tab(tmp_path / "a.md"))
    kit.desktop.revert(tab.id)
    kit.answer("cancel")
    assert document_of(tab).text == "typed saved\n"
    kit.desktop.revert(tab.id)
    kit.answer("reload")
    assert document_of(tab).text == "saved\n"
    assert not document_of(tab).dirty
    document_of(tab).undo()
    assert document_of(tab).text == "typed saved\n"


def test_a_moved_file_takes_its_tab_and_its_unsaved_text_along(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    tab = kit.type(kit.file_tab(tmp_path / "a.md"))
    revision = document_of(tab).revision
    kit.desktop.move_to(tab.id, tmp_path / "b.md", ends.append)
    assert ends == [None]
    assert tab.path == tmp_path / "b.md"
    assert (document_of(tab).dirty, document_of(tab).revision) == (True, revision)
    assert [path.name for path in tmp_path.iterdir()] == ["b.md"]
    kit.desktop.save(tab.id)
    assert (tmp_path / "b.md").read_text(encoding="utf-8") == "typed saved\n"


def test_a_move_never_replaces_another_file(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    tab = kit.file_tab(tmp_path / "a.md")
    (tmp_path / "b.md").write_text("other", encoding="utf-8")
    kit.desktop.move_to(tab.id, tmp_path / "b.md", ends.append)
    assert "exists" in str(ends[0])
    assert tab.path == tmp_path / "a.md"
    assert (tmp_path / "b.md").read_text(encoding="utf-8") == "other"


def test_the_lock_of_a_document_that_is_not_utf_8_stays_until_it_is_converted(tmp_path: Path) -> None:
    kit = make_kit()
    (tmp_path / "latin.md").write_bytes("Größe café naïve déjà\n".encode("latin-1"))
    kit.desktop.open_paths([tmp_path / "latin.md"])
    tab = next(iter(kit.state.tabs.values()))
    assert document_of(tab).read_only
    kit.desktop.toggle_read_only(tab.id)
    assert document_of(tab).read_only
    assert "convert" in kit.notices()[-1]
    kit.desktop.convert(tab.id)
    assert not document_of(tab).read_only


def test_the_lock_goes_on_and_off(tmp_path: Path) -> None:
    kit = make_kit()
    tab = kit.file_tab(tmp_path / "a.md")
    kit.desktop.toggle_read_only(tab.id)
    assert document_of(tab).read_only
    kit.desktop.toggle_read_only(tab.id)
    assert not document_of(tab).read_only


def test_a_viewer_shows_a_file_as_a_tab_without_an_editor(tmp_path: Path) -> None:
    kit = make_kit()
    kit.file_tab(tmp_path / "a.md")
    (tmp_path / "b.md").write_text("b", encoding="utf-8")
    kit.desktop.open_viewer(tmp_path / "b.md")
    tab = kit.state.active_tab(MAIN_WINDOW)
    assert tab is not None
    assert (tab.title, tab.viewer) == ("b", True)


def test_the_open_dialog_opens_what_was_chosen_and_nothing_when_cancelled(tmp_path: Path) -> None:
    kit = make_kit()
    kit.desktop.open_dialog()
    assert kit.titles() == []
    kit.dialogs.files = [tmp_path / "a.md", tmp_path / "b.md"]
    kit.desktop.open_dialog()
    assert kit.titles() == ["a", "b"]


def test_a_relative_path_counts_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    kit = make_kit()
    kit.desktop.open_paths([Path("a.md")])
    tab = kit.state.active_tab(MAIN_WINDOW)
    assert tab is not None
    assert tab.path == Path(os.fspath(tmp_path)) / "a.md"


def test_a_folder_that_may_not_be_looked_into_keeps_no_other_file_from_opening(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    (tmp_path / "good.md").write_text("x", encoding="utf-8")
    too_long = tmp_path / ("n" * 300) / "x.md"
    kit.desktop.open_paths([too_long, tmp_path / "good.md"], done=ends.append)
    assert kit.titles() == ["good"]
    assert len(kit.notices()) == 1
    assert ends != [None]
