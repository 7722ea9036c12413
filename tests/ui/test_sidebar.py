"""The file tree: lazy, filtered, alive, quick (08 K-02)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.shell_kit import MAIN, ShellKit
from vmark_tk.core import workspaces


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("docs/guide.md", "docs/deep/inner.md", "README.md", "notes.txt", ".hidden.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")
    return tmp_path


@pytest.fixture
def shown(kit: ShellKit, folder: Path) -> ShellKit:
    workspaces.open_folder(kit.state, MAIN, folder)
    kit.settle()
    return kit


def rows(kit: ShellKit) -> list[str]:
    tree = kit.view.sidebar.tree
    return [str(tree.item(row, "text")).strip() for row in tree.get_children()]


def test_folders_come_first_and_other_kinds_of_files_not_at_all(shown: ShellKit) -> None:
    assert rows(shown) == ["docs", "README.md"]


def test_children_are_read_when_a_folder_is_opened(shown: ShellKit, folder: Path) -> None:
    tree, docs = shown.view.sidebar.tree, str(folder / "docs")
    assert not tree.exists(str(folder / "docs/guide.md"))
    tree.focus(docs)
    tree.item(docs, open=True)
    tree.event_generate("<<TreeviewOpen>>")
    shown.settle()
    assert tree.get_children(docs) == (str(folder / "docs/deep"), str(folder / "docs/guide.md"))


def test_the_two_toggles_show_more(shown: ShellKit) -> None:
    shown.shell.actions.run("toggleHiddenFiles", MAIN)
    shown.settle()
    assert rows(shown) == ["docs", ".hidden.md", "README.md"]
    shown.shell.actions.run("toggleAllFiles", MAIN)
    shown.settle()
    assert rows(shown) == ["docs", ".hidden.md", "notes.txt", "README.md"]
    shown.shell.actions.run("toggleHiddenFiles", MAIN)
    shown.settle()
    assert rows(shown) == ["docs", "notes.txt", "README.md"]


def test_news_of_a_folder_change_its_rows_only(shown: ShellKit, folder: Path) -> None:
    shown.view.sidebar.expand_all()
    shown.settle()
    (folder / "new.md").write_text("x", encoding="utf-8")
    (folder / "README.md").unlink()
    shown.shell.refresh_folder(folder)
    shown.settle()
    assert rows(shown) == ["docs", "new.md"]
    assert shown.view.sidebar.tree.exists(str(folder / "docs/deep/inner.md"))


def test_all_folders_open_and_close(shown: ShellKit, folder: Path) -> None:
    shown.view.sidebar.expand_all()
    shown.settle()
    tree = shown.view.sidebar.tree
    assert tree.item(str(folder / "docs/deep"), "open")
    shown.view.sidebar.collapse_all()
    assert not tree.item(str(folder / "docs"), "open")


def test_the_file_of_the_active_tab_is_revealed(shown: ShellKit, folder: Path) -> None:
    shown.add("x", folder / "docs/deep/inner.md")
    shown.settle()
    assert shown.view.sidebar.tree.selection() == (str(folder / "docs/deep/inner.md"),)


def test_return_opens_a_file(shown: ShellKit, folder: Path) -> None:
    tree = shown.view.sidebar.tree
    tree.focus(str(folder / "README.md"))
    tree.focus_force()
    shown.settle()
    tree.event_generate("<Return>")
    assert shown.calls("open_paths") == [folder / "README.md"]


def test_a_link_to_a_folder_above_is_not_opened(shown: ShellKit, folder: Path) -> None:
    (folder / "docs/loop").symlink_to(folder)
    shown.view.sidebar.expand_all()
    shown.settle()
    assert shown.view.sidebar.tree.get_children(str(folder / "docs/loop")) == ()


def test_another_folder_and_none_at_all_replace_the_rows(shown: ShellKit, folder: Path) -> None:
    workspaces.open_folder(shown.state, MAIN, folder / "docs")
    shown.settle()
    assert rows(shown) == ["deep", "guide.md"]
    workspaces.close_instance(shown.state, MAIN, shown.state.windows[MAIN].shown)
    shown.settle()
    assert rows(shown) == []


def test_five_thousand_files_are_shown_in_a_moment(kit: ShellKit, tmp_path: Path) -> None:
    for number in range(5000):
        (tmp_path / f"note-{number}.md").touch()
    workspaces.open_folder(kit.state, MAIN, tmp_path)
    kit.until(lambda: len(kit.view.sidebar.tree.get_children()) == 5000)
