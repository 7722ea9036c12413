from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.core import clock_of, make_state
from vmark_tk.approvals.desk import Desk
from vmark_tk.approvals.policy import Allowed, NeedsApproval, Policy, QueueFull
from vmark_tk.approvals.subject import OpenWorkspace
from vmark_tk.core.ids import MAIN_WINDOW, Principal


def folder(name: str = "a") -> OpenWorkspace:
    return OpenWorkspace(Path("/") / name, Principal("p"))


@pytest.mark.requirement("AUT-260", "AUT-263", "AUT-272")
def test_a_folder_needs_approval_until_it_is_given_and_deciding_spends_nothing() -> None:
    state = make_state()
    desk = Desk(state)
    policy = Policy(desk)
    decision = policy.check(folder(), window=MAIN_WINDOW, client_name="Claude")
    assert isinstance(decision, NeedsApproval)
    assert decision.prompt.client_name == "Claude"
    clock_of(state).advance(0.5)
    desk.answer(decision.prompt.id, "approve")
    assert policy.check(folder(), window=MAIN_WINDOW) == Allowed(folder(), MAIN_WINDOW)
    assert policy.check(folder(), window=MAIN_WINDOW) == Allowed(folder(), MAIN_WINDOW)
    assert desk.spend(folder(), MAIN_WINDOW)
    assert isinstance(policy.check(folder(), window=MAIN_WINDOW), NeedsApproval)


@pytest.mark.requirement("AUT-273")
def test_a_full_queue_is_told() -> None:
    policy = Policy(Desk(make_state()))
    for number in range(32):
        policy.check(folder(str(number)), window=MAIN_WINDOW)
    assert policy.check(folder("x"), window=MAIN_WINDOW) == QueueFull(32)
