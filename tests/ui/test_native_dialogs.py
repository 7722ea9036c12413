"""The choosers: folders and files by keyboard, a proposed name, the question before replacing, no grab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.dialog_kit import Kit, staged
from vmark_tk.ui.file_chooser import FileChooser, list_folder, size_text, visible
from vmark_tk.ui.native_dialogs import NativeDialogs


@pytest.fixture
def kit() -> Iterator[Kit]:
    yield from staged()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("beta", "Alpha", ".hidden"):
        (tmp_path / name).mkdir()
    for name in ("one.md", "two.txt", "photo.png", ".secret.md", "第一章.md"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "Alpha" / "inner.md").write_text("x", encoding="utf-8")
    return tmp_path


class Chosen(list[object]):
    """What the chooser gave."""

    def take(self, value: object) -> None:
        self.append(value)


def begin(kit: Kit, dialogs: NativeDialogs, folder: Path) -> FileChooser:
    chooser = dialogs.chooser_of(kit.main)
    assert chooser is not None
    kit.until(chooser.dialog.top.winfo_viewable)
    kit.until(lambda: chooser._entries)
    assert chooser.folder == folder
    return chooser


def rows(chooser: FileChooser) -> list[str]:
    return [chooser._rows[row].name for row in chooser.rows.get_children()]


def start(kit: Kit, folder: Path) -> NativeDialogs:
    kit.until(kit.windows[kit.main].winfo_viewable)
    kit.state.windows[kit.main].shown_instance.root = folder
    return NativeDialogs(kit.ctx, kit)


def test_files_are_listed_folders_first_and_hidden_ones_on_demand(kit: Kit, folder: Path) -> None:
    dialogs = start(kit, folder)
    dialogs.choose_files(kit.main, Chosen().take)
    chooser = begin(kit, dialogs, folder)
    assert rows(chooser) == ["Alpha", "beta", "one.md", "two.txt", "第一章.md"]
    kit.focus(chooser.rows)
    kit.key("Control-h")
    assert ".secret.md" in rows(chooser)
    assert ".hidden" in rows(chooser)


def test_typing_finds_return_enters_backspace_leaves_and_return_opens(kit: Kit, folder: Path) -> None:
    dialogs, chosen = start(kit, folder), Chosen()
    dialogs.choose_files(kit.main, chosen.take)
    chooser = begin(kit, dialogs, folder)
    kit.focus(chooser.rows)
    kit.type("al")
    kit.key("Return")
    kit.until(lambda: rows(chooser) == ["inner.md"])
    kit.key("BackSpace")
    kit.until(lambda: "one.md" in rows(chooser))
    kit.type("on")
    kit.key("Return")
    assert chosen == [[folder / "one.md"]]
    assert dialogs.chooser_of(kit.main) is None


def test_escape_gives_none_once_and_the_focus_back(kit: Kit, folder: Path) -> None:
    dialogs, chosen = start(kit, folder), Chosen()
    kit.focus(kit.field(kit.main))
    dialogs.choose_folder(kit.main, chosen.take)
    chooser = begin(kit, dialogs, folder)
    kit.focus(chooser.rows)
    kit.key("Escape")
    assert chosen == [None]
    kit.until(lambda: kit.focused() == str(kit.field(kit.main)))


def test_a_folder_is_chosen_where_one_stands_or_from_the_list(kit: Kit, folder: Path) -> None:
    dialogs, chosen = start(kit, folder), Chosen()
    dialogs.choose_folder(kit.main, chosen.take)
    chooser = begin(kit, dialogs, folder)
    assert rows(chooser) == ["Alpha", "beta"]
    chooser.accept()
    dialogs.choose_folder(kit.main, chosen.take)
    again = dialogs.chooser_of(kit.main)
    assert again is not None
    kit.until(lambda: again._entries)
    again.rows.selection_set(again.rows.get_children()[1])
    again.accept()
    assert chosen == [folder, folder / "beta"]


def test_saving_proposes_the_name_with_its_stem_selected(kit: Kit, folder: Path) -> None:
    dialogs, chosen = start(kit, folder), Chosen()
    dialogs.choose_save_path(kit.main, folder, "Notes.md", chosen.take)
    chooser = begin(kit, dialogs, folder)
    assert chooser.name_field.selection_get() == "Notes"
    kit.focus(chooser.name_field)
    kit.type("fresh")
    kit.key("Return")
    assert chosen == [folder / "fresh.md"]


def test_an_existing_file_is_replaced_only_after_a_second_press(kit: Kit, folder: Path) -> None:
    dialogs, chosen = start(kit, folder), Chosen()
    dialogs.choose_save_path(kit.main, folder, "one.md", chosen.take)
    chooser = begin(kit, dialogs, folder)
    kit.focus(chooser.name_field)
    kit.key("Return")
    assert chosen == []
    assert "one.md exists" in str(chooser.status.cget("text"))
    kit.key("Return")
    assert chosen == [folder / "one.md"]


@pytest.mark.parametrize("name", ["", "..", "nowhere/x.md"])
def test_a_name_that_cannot_be_is_refused_with_the_reason(kit: Kit, folder: Path, name: str) -> None:
    dialogs, chosen = start(kit, folder), Chosen()
    dialogs.choose_save_path(kit.main, folder, name, chosen.take)
    chooser = begin(kit, dialogs, folder)
    chooser.accept()
    assert chosen == []
    assert str(chooser.status.cget("text"))


def test_an_unreadable_folder_says_so_and_the_chooser_lives(kit: Kit, folder: Path) -> None:
    dialogs = start(kit, folder)
    dialogs.choose_files(kit.main, Chosen().take)
    chooser = begin(kit, dialogs, folder)
    chooser.go(folder / "gone")
    kit.until(lambda: "cannot be used" in str(chooser.status.cget("text")))
    chooser.up()
    kit.until(lambda: "one.md" in rows(chooser))


def test_a_typed_path_is_followed(kit: Kit, folder: Path) -> None:
    dialogs, chosen = start(kit, folder), Chosen()
    dialogs.choose_files(kit.main, chosen.take)
    chooser = begin(kit, dialogs, folder)
    kit.focus(chooser.rows)
    kit.key("Control-l")
    assert kit.focused() == str(chooser.place_field)
    chooser.place_field.delete(0, "end")
    chooser.place_field.insert(0, str(folder / "two.txt"))
    kit.key("Return")
    assert chosen == [[folder / "two.txt"]]


def test_a_new_folder_appears_and_is_selected(kit: Kit, folder: Path) -> None:
    dialogs = start(kit, folder)
    dialogs.choose_folder(kit.main, Chosen().take)
    chooser = begin(kit, dialogs, folder)
    chooser._new_folder()
    kit.until(lambda: "New folder" in rows(chooser))
    assert (folder / "New folder").is_dir()


def test_there_is_no_grab_and_a_second_call_gives_none(kit: Kit, folder: Path) -> None:
    dialogs, first, second = start(kit, folder), Chosen(), Chosen()
    dialogs.choose_files(kit.main, first.take)
    begin(kit, dialogs, folder)
    assert not kit.root.tk.call("grab", "current")
    dialogs.choose_files(kit.main, second.take)
    assert (first, second) == ([], [None])


def test_listing_and_sizes(folder: Path) -> None:
    names = [one.name for one in visible(list_folder(folder), want="save", hidden=False, all_types=True)]
    assert names == ["Alpha", "beta", "one.md", "photo.png", "two.txt", "第一章.md"]
    assert [size_text(size) for size in (0, 999, 1000, 1_500_000, 3 * 10**12)] == [
        "0 B",
        "999 B",
        "1.0 kB",
        "1.5 MB",
        "3000.0 GB",
    ]
