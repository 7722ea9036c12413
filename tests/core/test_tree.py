"""Folder listings of the sidebar."""

from __future__ import annotations

from pathlib import Path

from vmark_tk.core.tree import Filter, list_folder


def names(folder: Path, shown: Filter | None = None) -> list[str]:
    return [entry.name for entry in list_folder(folder, shown or Filter()).entries]


def test_folders_come_first_in_natural_order_and_only_markdown_is_shown(tmp_path: Path) -> None:
    for name in ("b", "A10", "a2", ".git", "node_modules", ".hid"):
        (tmp_path / name).mkdir()
    for name in ("10.md", "2.md", "Z.MD", "a.md", "x.txt", ".x.md", "²3.md", "2a.md", "a.md.1.vmark-tmp"):
        (tmp_path / name).write_bytes(b"")
    assert names(tmp_path) == ["a2", "A10", "b", "2.md", "2a.md", "10.md", "a.md", "Z.MD", "²3.md"]
    everything = names(tmp_path, Filter(hidden=True, all_files=True, excluded=frozenset({"b"})))
    assert {".hid", ".x.md", "x.txt"} <= set(everything)
    assert not {".git", "node_modules", "b", "a.md.1.vmark-tmp"} & set(everything)


def test_a_link_to_a_folder_above_is_marked(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/up").symlink_to(tmp_path)
    (tmp_path / "in/self").symlink_to(tmp_path / "in/self")
    (tmp_path / "in/other").symlink_to(Path("/usr"))
    assert {entry.name: entry.loops for entry in list_folder(tmp_path / "in").entries} == {"other": False, "up": True}


def test_a_folder_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    listing = list_folder(tmp_path / "no")
    assert listing.entries == ()
    assert listing.problem


def test_five_thousand_files_are_listed_in_natural_order(tmp_path: Path) -> None:
    for number in range(5_000):
        (tmp_path / f"file {number}.md").touch()
    entries = list_folder(tmp_path).entries
    assert [entries[0].name, entries[10].name, len(entries)] == ["file 0.md", "file 10.md", 5_000]
