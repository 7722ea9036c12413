from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.commands.desk_kit import make_kit
from tests.fakes.core import clock_of, document_of
from vmark_tk.core.ids import MAIN_WINDOW


def test_the_first_quit_only_says_so_and_the_second_within_two_seconds_quits() -> None:
    kit = make_kit()
    kit.desktop.quit()
    assert kit.left == []
    assert kit.notices() == ["Press again to quit"]
    clock_of(kit.state).advance(2)
    kit.desktop.quit()
    assert kit.left == ["left"]


def test_the_status_bar_says_press_again_where_there_is_one() -> None:
    kit, said = make_kit(), list[str]()
    kit.services.hint = said.append
    kit.desktop.quit()
    assert said == ["Press again to quit"]
    assert kit.notices() == []


def test_a_second_quit_that_comes_late_is_a_first_one_again() -> None:
    kit = make_kit()
    kit.desktop.quit()
    clock_of(kit.state).advance(2.1)
    kit.desktop.quit()
    assert kit.left == []


def test_quitting_asks_about_unsaved_tabs_of_all_windows_in_one_question(tmp_path: Path) -> None:
    kit = make_kit(files__confirm_quit=False)
    kit.type(kit.file_tab(tmp_path / "a.md"))
    kit.windows.focus(kit.desktop.new_window())
    kit.type(kit.file_tab(tmp_path / "b.md"))
    kit.desktop.quit()
    assert len(kit.desk.prompts) == 1
    kit.answer("cancel")
    assert kit.left == []
    kit.desktop.quit()
    kit.answer("save")
    assert kit.left == ["left"]
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "typed saved\n"
    assert (tmp_path / "b.md").read_text(encoding="utf-8") == "typed saved\n"


def test_what_is_discarded_at_quitting_does_not_come_back(tmp_path: Path) -> None:
    kit = make_kit(files__confirm_quit=False)
    tab = kit.type(kit.file_tab(tmp_path / "a.md"))
    kit.untitled("x")
    kit.desktop.quit()
    kit.answer("discard")
    assert kit.left == ["left"]
    assert kit.titles() == ["a"]
    assert not document_of(tab).dirty


def test_files_are_written_one_after_another_before_the_program_ends() -> None:
    kit, steps = make_kit(files__confirm_quit=False), list[str]()
    waiting: list[Callable[[], None]] = []

    def session(done: Callable[[], None]) -> None:
        steps.append("session")
        waiting.append(done)

    def settings(done: Callable[[], None]) -> None:
        steps.append("settings")
        done()

    kit.services.before_leaving = (session, settings)
    kit.desktop.quit()
    kit.desktop.quit()
    assert (steps, kit.left) == (["session"], [])
    waiting.pop()()
    assert (steps, kit.left) == (["session", "settings"], ["left"])


def test_save_all_and_quit_skips_both_questions(tmp_path: Path) -> None:
    kit = make_kit()
    kit.type(kit.file_tab(tmp_path / "a.md"))
    kit.untitled("x")
    kit.dialogs.save_path = tmp_path / "x.md"
    kit.desktop.save_all_and_quit()
    assert kit.left == ["left"]
    assert (tmp_path / "x.md").read_text(encoding="utf-8") == "x"


def test_save_all_and_quit_stays_when_a_place_is_not_given() -> None:
    kit = make_kit()
    kit.untitled("x")
    kit.desktop.save_all_and_quit()
    assert kit.left == []


def test_a_window_closes_after_one_question_about_its_tabs(tmp_path: Path) -> None:
    kit = make_kit()
    window = kit.desktop.new_window()
    kit.windows.focus(window)
    kit.type(kit.file_tab(tmp_path / "a.md"))
    kit.desktop.close_window(window)
    (prompt,) = kit.desk.prompts
    assert prompt.window == window
    kit.answer("discard")
    assert window not in kit.state.windows
    assert kit.windows.destroyed == [window]
    assert kit.left == []


def test_the_last_window_ends_the_program_unless_clients_keep_it_running() -> None:
    kit = make_kit()
    kit.services.keep_running = lambda: True
    kit.desktop.close_window(MAIN_WINDOW)
    assert kit.left == []
    assert kit.state.windows == {}
    assert kit.desktop.default_window() in kit.state.windows, "a window is made when one is needed"
    kit.services.keep_running = lambda: False
    kit.desktop.close_window(kit.desktop.default_window())
    assert kit.left == ["left"]
