from __future__ import annotations

from pathlib import Path

from tests.commands.desk_kit import make_kit
from tests.fakes.core import document_of
from vmark_tk.approvals.subject import CloseDirty


def test_clean_tabs_close_without_a_question(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    tab = kit.file_tab(tmp_path / "a.md")
    kit.desktop.close_tabs([tab.id], done=ends.append)
    assert kit.titles() == []
    assert ends == [None]


def test_several_unsaved_tabs_make_one_question(tmp_path: Path) -> None:
    kit = make_kit()
    one, two = kit.type(kit.file_tab(tmp_path / "a.md")), kit.type(kit.file_tab(tmp_path / "b.md"))
    clean = kit.file_tab(tmp_path / "c.md")
    kit.desktop.close_tabs([one.id, two.id, clean.id])
    assert [prompt.subject for prompt in kit.desk.prompts] == [CloseDirty((one.id, two.id), ("a.md", "b.md"))]
    assert len(kit.titles()) == 3
    assert kit.windows.shown, "a hidden editor shows itself"


def test_cancel_keeps_everything_open(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    tab = kit.type(kit.file_tab(tmp_path / "a.md"))
    kit.desktop.close_tabs([tab.id], done=ends.append)
    kit.answer("cancel")
    assert kit.titles() == ["a"]
    assert ends[0] is not None


def test_discard_closes_and_leaves_the_file_alone(tmp_path: Path) -> None:
    kit = make_kit()
    tab = kit.type(kit.file_tab(tmp_path / "a.md"))
    kit.desktop.close_tabs([tab.id])
    kit.answer("discard")
    assert kit.titles() == []
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "saved\n"


def test_save_writes_all_and_closes(tmp_path: Path) -> None:
    kit = make_kit()
    tabs = [kit.type(kit.file_tab(tmp_path / name)) for name in ("a.md", "b.md")]
    kit.desktop.close_tabs([tab.id for tab in tabs])
    kit.answer("save")
    assert kit.titles() == []
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "typed saved\n"
    assert (tmp_path / "b.md").read_text(encoding="utf-8") == "typed saved\n"


def test_one_untitled_document_asks_for_a_place_and_several_once_for_a_folder(tmp_path: Path) -> None:
    kit = make_kit()
    kit.dialogs.save_path = tmp_path / "one.md"
    kit.desktop.close_tabs([kit.untitled("x").id])
    kit.answer("save")
    assert (tmp_path / "one.md").read_text(encoding="utf-8") == "x"
    kit.dialogs.asked.clear()
    kit.dialogs.folder = tmp_path
    (tmp_path / "same.md").write_text("other", encoding="utf-8")
    tabs = [kit.untitled("# same\n1"), kit.untitled("# same\n2")]
    kit.desktop.close_tabs([tab.id for tab in tabs])
    kit.answer("save")
    assert [kind for kind, _ in kit.dialogs.asked] == ["folder"]
    assert (tmp_path / "same.md").read_text(encoding="utf-8") == "other"
    assert (tmp_path / "same 2.md").read_text(encoding="utf-8") == "# same\n1"
    assert (tmp_path / "same 3.md").read_text(encoding="utf-8") == "# same\n2"
    assert kit.titles() == []


def test_a_cancelled_place_keeps_everything_open() -> None:
    kit = make_kit()
    kit.desktop.close_tabs([kit.untitled("x").id])
    kit.answer("save")
    assert kit.titles() == ["Untitled-1"]


def test_a_save_that_fails_keeps_everything_open(tmp_path: Path) -> None:
    kit = make_kit()
    folder = tmp_path / "gone"
    folder.mkdir()
    tab = kit.type(kit.file_tab(folder / "a.md"))
    (folder / "a.md").unlink()
    folder.rmdir()
    kit.desktop.close_tabs([tab.id])
    kit.answer("save")
    assert kit.titles() == ["a"]
    assert document_of(tab).dirty


def test_a_text_that_changed_while_the_question_was_open_is_asked_about_again(tmp_path: Path) -> None:
    kit = make_kit()
    one, two = kit.type(kit.file_tab(tmp_path / "a.md")), kit.file_tab(tmp_path / "b.md")
    kit.desktop.close_tabs([one.id, two.id])
    kit.type(two)
    kit.answer("discard")
    assert len(kit.titles()) == 2
    assert [prompt.subject for prompt in kit.desk.prompts] == [CloseDirty((two.id,), ("b.md",))]
    kit.answer("discard")
    assert kit.titles() == []
