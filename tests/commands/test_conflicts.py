from __future__ import annotations

from pathlib import Path

from tests.commands.desk_kit import Kit, make_kit
from tests.fakes.core import document_of
from vmark_tk.approvals.subject import DiskChanged
from vmark_tk.core.reloading import COLLECT_MS
from vmark_tk.core.state import Tab


def changed_outside(kit: Kit, tmp_path: Path, count: int) -> list[Tab]:
    tabs = [kit.type(kit.file_tab(tmp_path / f"{number}.md")) for number in range(count)]
    for tab in tabs:
        assert tab.path
        tab.path.write_text("from outside\n", encoding="utf-8")
    kit.services.reloading.files_changed([tab.path for tab in tabs if tab.path])
    kit.loop.advance(COLLECT_MS)
    return tabs


def test_several_changed_files_make_one_question(tmp_path: Path) -> None:
    kit = make_kit()
    tabs = changed_outside(kit, tmp_path, 5)
    (prompt,) = kit.desk.prompts
    assert isinstance(prompt.subject, DiskChanged)
    assert set(prompt.subject.tabs) == {tab.id for tab in tabs}
    kit.answer("reload")
    assert {document_of(tab).text for tab in tabs} == {"from outside\n"}


def test_keep_all_keeps_all_and_the_same_bytes_never_ask_again(tmp_path: Path) -> None:
    kit = make_kit()
    tabs = changed_outside(kit, tmp_path, 2)
    kit.answer("keep")
    assert all(document_of(tab).file.divergent for tab in tabs)
    kit.services.reloading.check_open_files()
    kit.loop.advance(COLLECT_MS)
    assert kit.desk.prompts == ()


def test_review_asks_about_each(tmp_path: Path) -> None:
    kit = make_kit()
    tabs = changed_outside(kit, tmp_path, 2)
    kit.answer("review")
    assert len(kit.desk.prompts) == 2
    kit.answer("reload")
    kit.answer("keep")
    assert sorted(document_of(tab).text for tab in tabs) == ["from outside\n", "typed saved\n"]


def test_save_as_gives_the_text_another_file(tmp_path: Path) -> None:
    kit = make_kit()
    (tab,) = changed_outside(kit, tmp_path, 1)
    kit.dialogs.save_path = tmp_path / "mine.md"
    kit.answer("save_as")
    assert (tmp_path / "mine.md").read_text(encoding="utf-8") == "typed saved\n"
    assert (tmp_path / "0.md").read_text(encoding="utf-8") == "from outside\n"
    assert tab.path == tmp_path / "mine.md"


def test_a_cancelled_save_as_decides_nothing(tmp_path: Path) -> None:
    kit = make_kit()
    changed_outside(kit, tmp_path, 1)
    kit.answer("save_as")
    assert [prompt.subject.kind for prompt in kit.desk.prompts] == ["disk-changed"]


def test_asking_for_a_tab_that_is_being_asked_about_adds_nothing(tmp_path: Path) -> None:
    kit = make_kit()
    tabs = changed_outside(kit, tmp_path, 2)
    kit.desktop.ask_about_disk(tabs[0].id)
    assert len(kit.desk.prompts) == 1


def test_a_clean_document_is_read_again_with_a_short_notice_and_a_missing_file_with_a_warning(tmp_path: Path) -> None:
    kit = make_kit()
    tab = kit.file_tab(tmp_path / "a.md")
    (tmp_path / "a.md").write_text("new text\n", encoding="utf-8")
    kit.services.reloading.check_open_files()
    kit.loop.advance(COLLECT_MS)
    assert document_of(tab).text == "new text\n"
    assert "read again" in kit.notices()[-1]
    (tmp_path / "a.md").unlink()
    kit.services.reloading.check_open_files()
    kit.loop.advance(COLLECT_MS * 3)
    assert "gone from the disk" in kit.notices()[-1]
