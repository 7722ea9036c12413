from __future__ import annotations

from pathlib import Path

from vmark_tk.approvals.grants import Grants
from vmark_tk.approvals.subject import OpenWorkspace
from vmark_tk.core.clock import ManualClock
from vmark_tk.core.ids import MAIN_WINDOW, Principal

SUBJECT = OpenWorkspace(Path("/a"), Principal("p"))


def test_minting_the_same_twice_gives_one_permission_with_the_later_end() -> None:
    clock = ManualClock()
    grants = Grants(clock)
    grants.mint(SUBJECT, MAIN_WINDOW)
    clock.advance(200)
    shot, pushed_out = grants.mint(SUBJECT, MAIN_WINDOW)
    assert grants.live == (shot,)
    assert pushed_out == []
    clock.advance(200)
    assert grants.find(SUBJECT, MAIN_WINDOW) == shot


def test_a_spent_permission_is_gone() -> None:
    grants = Grants(ManualClock())
    shot, _ = grants.mint(SUBJECT, MAIN_WINDOW)
    assert grants.spend(shot)
    assert not grants.spend(shot)
    assert grants.live == ()


def test_a_permission_out_of_time_is_not_spent_even_if_it_is_at_hand() -> None:
    clock = ManualClock()
    grants = Grants(clock)
    shot, _ = grants.mint(SUBJECT, MAIN_WINDOW)
    clock.advance(300)
    assert not grants.spend(shot)
