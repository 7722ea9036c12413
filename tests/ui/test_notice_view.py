"""Toasts: no focus, at most three, four and eight seconds, errors stay, actions by mouse and keys."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import cast

import pytest

from tests.ui.dialog_kit import Kit, staged
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.notices import NoticeAction
from vmark_tk.core.ports import Loop, Timer
from vmark_tk.ui.notice_view import NoticeView, history_lines


@pytest.fixture
def kit() -> Iterator[Kit]:
    yield from staged()


@dataclass
class ManualTimers:
    """A loop whose timers fire when a test says so."""

    waiting: list[tuple[int, Callable[[], None]]] = field(default_factory=list)

    def call_later(self, delay_ms: int, function: Callable[[], None]) -> Timer:
        entry = (delay_ms, function)
        self.waiting.append(entry)
        timers = self

        class Entry:
            def cancel(self) -> None:
                if entry in timers.waiting:
                    timers.waiting.remove(entry)

        return Entry()


@pytest.fixture
def timers(kit: Kit) -> ManualTimers:
    made = ManualTimers()
    kit.ctx.loop = cast("Loop", made)
    return made


@pytest.fixture
def view(kit: Kit, timers: ManualTimers) -> NoticeView:
    return NoticeView(kit.ctx, kit.main, kit.windows[kit.main])


def shown(view: NoticeView) -> list[str]:
    return [notice.text for notice in view.shown]


def test_a_message_leaves_the_focus_alone(kit: Kit, view: NoticeView) -> None:
    kit.focus(kit.field(kit.main))
    kit.state.notices.post("error", "no space left")
    kit.settle()
    assert kit.focused() == str(kit.field(kit.main))
    assert shown(view) == ["no space left"]


def test_info_goes_after_four_seconds_warning_after_eight_errors_stay(
    kit: Kit, view: NoticeView, timers: ManualTimers
) -> None:
    for level in ("info", "warning", "error"):
        kit.state.notices.post(level, level)  # type: ignore[arg-type]  # the three levels
    assert [delay for delay, _run in timers.waiting] == [4000, 8000]
    for _delay, run in tuple(timers.waiting):
        run()
    assert shown(view) == ["error"]


def test_at_most_three_are_shown_and_errors_are_the_last_to_give_way(kit: Kit, view: NoticeView) -> None:
    kit.state.notices.post("error", "bad")
    for at in range(4):
        kit.state.notices.post("info", f"note {at}")
    assert shown(view) == ["bad", "note 2", "note 3"]


def test_a_message_for_another_window_is_not_shown_here(kit: Kit, view: NoticeView) -> None:
    kit.state.notices.post("info", "elsewhere", window=kit.other)
    kit.state.notices.post("info", "anywhere")
    kit.state.notices.post("info", "of a closed window", window=WindowLabel("doc-99"))
    assert shown(view) == ["anywhere", "of a closed window"]


def test_the_action_runs_once_by_key_and_takes_the_message_away(kit: Kit, view: NoticeView) -> None:
    ran: list[str] = []
    action = NoticeAction("Save by hand…", lambda: ran.append("ran"))
    notice = kit.state.notices.post("warning", "refused", action=action)
    kit.focus(kit.field(kit.main))
    assert view.focus_newest()
    button = kit.windows[kit.main].nametowidget(f"notices.notice_{notice.id}.action")
    button.focus_set()
    kit.key("Return")
    assert ran == ["ran"]
    assert shown(view) == []


def test_the_close_sign_works_by_mouse_and_keys(kit: Kit, view: NoticeView) -> None:
    first = kit.state.notices.post("error", "one")
    kit.state.notices.post("error", "two")
    sign = kit.windows[kit.main].nametowidget(f"notices.notice_{first.id}.close")
    kit.until(sign.winfo_viewable)
    sign.event_generate("<ButtonRelease-1>", x=3, y=3)
    kit.settle()
    assert shown(view) == ["two"]
    kit.focus(kit.field(kit.main))
    view.focus_newest()
    kit.key("Escape")
    assert shown(view) == []


def test_long_words_wrap_inside_the_window(kit: Kit, view: NoticeView) -> None:
    kit.until(kit.windows[kit.main].winfo_viewable)
    kit.state.notices.post("warning", "/home/ada/" + "x" * 300)
    kit.settle()
    stack = kit.windows[kit.main].nametowidget("notices")
    assert stack.winfo_x() >= 0
    assert stack.winfo_width() <= 400
    assert stack.winfo_x() + stack.winfo_width() <= kit.windows[kit.main].winfo_width()


def test_the_history_has_the_newest_first_with_its_level(kit: Kit) -> None:
    kit.state.notices.post("info", "first")
    kit.state.notices.post("error", "second")
    lines = history_lines(kit.state.notices.kept)
    assert lines.index("second") < lines.index("first")
    assert "Error" in lines


def test_a_message_does_not_load_the_dialog_toolkit() -> None:
    code = "import sys, vmark_tk.ui.notice_view; sys.exit('customtkinter' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
