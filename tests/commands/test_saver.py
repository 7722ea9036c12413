from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.desk_kit import make_kit
from tests.fakes.core import document_of
from vmark_tk.commands.saver import proposed_name


def test_an_untitled_document_asks_for_a_place_and_proposes_its_heading(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    tab = kit.untitled("text\n\n## A: good/bad *idea* ##\n")
    kit.dialogs.save_path = tmp_path / "idea.md"
    kit.desktop.save(tab.id, ends.append)
    assert kit.dialogs.asked == [("save", "A good bad idea.md")]
    assert ends == [None]
    assert tab.path == tmp_path / "idea.md"
    assert kit.desktop.recent_files()[0] == tmp_path / "idea.md"


def test_a_document_without_a_heading_proposes_its_title(tmp_path: Path) -> None:
    kit = make_kit()
    assert proposed_name(kit.untitled("plain")) == "Untitled-1.md"
    assert proposed_name(kit.file_tab(tmp_path / "a.txt")) == "a.txt"


def test_a_cancelled_dialog_saves_nothing() -> None:
    kit, ends = make_kit(), list[str | None]()
    tab = kit.untitled("x")
    kit.desktop.save(tab.id, ends.append)
    assert ends[0] is not None
    assert tab.path is None


def test_a_save_over_a_file_that_changed_on_disk_asks_and_loses_nothing(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    path = tmp_path / "a.md"
    tab = kit.type(kit.file_tab(path))
    path.write_text("from outside, longer\n", encoding="utf-8")
    kit.desktop.save(tab.id, ends.append)
    kit.desktop.save(tab.id, ends.append)
    assert [prompt.subject.kind for prompt in kit.desk.prompts] == ["disk-changed"]
    assert path.read_text(encoding="utf-8") == "from outside, longer\n"
    assert ends == [], "nothing has ended while the person is asked"
    kit.answer("keep")
    assert path.read_text(encoding="utf-8") == "from outside, longer\n"
    assert document_of(tab).file.divergent
    kit.desktop.save(tab.id, ends.append)
    assert ends == [None]
    assert path.read_text(encoding="utf-8") == "typed saved\n"


def test_save_as_over_another_file_asks_whether_to_replace_it(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    tab = kit.file_tab(tmp_path / "a.md")
    other = tmp_path / "b.md"
    other.write_text("other", encoding="utf-8")
    kit.desktop.save_as(tab.id, other, ends.append)
    kit.answer("cancel")
    assert other.read_text(encoding="utf-8") == "other"
    assert tab.path == tmp_path / "a.md"
    kit.desktop.save_as(tab.id, other, ends.append)
    kit.answer("save")
    assert other.read_text(encoding="utf-8") == "saved\n"
    assert tab.path == other
    assert [reason is None for reason in ends] == [False, True]


def test_a_save_that_fails_says_why_and_leaves_the_tab_unsaved(tmp_path: Path) -> None:
    kit, ends = make_kit(), list[str | None]()
    folder = tmp_path / "folder"
    folder.mkdir()
    tab = kit.type(kit.file_tab(folder / "a.md"))
    (folder / "a.md").unlink()
    folder.rmdir()
    kit.desktop.save(tab.id, ends.append)
    assert ends[0] is not None
    assert "“a.md” was not saved" in kit.notices()[-1]
    assert document_of(tab).dirty


@pytest.mark.requirement("AUT-279")
def test_a_blocked_save_of_a_client_is_told_and_can_be_done_by_hand(tmp_path: Path) -> None:
    kit = make_kit()
    tab = kit.file_tab(tmp_path / "a.md")
    kit.desktop.offer_save_as(tab.id, tmp_path / "copy\u202e.md", "Claude")
    notice = kit.state.notices.kept[-1]
    assert "Claude" in notice.text
    assert "copy\\u{202E}.md" in notice.text
    assert not (tmp_path / "copy\u202e.md").exists()
    assert kit.audit.records[-1].event == "blocked"
    assert notice.action is not None
    notice.action.run()
    assert (tmp_path / "copy\u202e.md").read_text(encoding="utf-8") == "saved\n"
