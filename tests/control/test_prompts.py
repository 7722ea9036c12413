from __future__ import annotations

from pathlib import Path

import pytest

from tests.control.control_kit import Lab, make_lab
from vmark_tk.approvals.subject import OpenWorkspace
from vmark_tk.control.protocol import BAD_PARAMS, NO_SUCH_OBJECT, NOT_NOW, ControlError, Deferred
from vmark_tk.core.ids import MAIN_WINDOW, Principal, PromptId

SUBJECT = OpenWorkspace(Path("/some/folder"), Principal("p"))


@pytest.fixture
def lab() -> Lab:
    return make_lab()


def ask(lab: Lab, subject: OpenWorkspace = SUBJECT) -> PromptId:
    prompt = lab.desk.ask(subject, window=MAIN_WINDOW, client_name="Claude")
    assert prompt is not None
    return prompt.id


def code(lab: Lab, **params: object) -> int:
    with pytest.raises(ControlError) as caught:
        lab.call("prompt.answer", **params)
    return caught.value.code


def test_a_question_is_listed_as_it_is_shown(lab: Lab) -> None:
    prompt = ask(lab)
    (seen,) = lab.call("prompt.list")
    assert (seen["id"], seen["kind"], seen["window"], seen["client"]) == (prompt, "open-workspace", "main", "Claude")
    assert seen["subject"] == {"path": "/some/folder"}
    assert seen["choices"] == [
        {"id": "deny", "label": "Deny", "default": True, "focused": True},
        {"id": "approve", "label": "Approve", "default": False, "focused": False},
    ]


def test_an_approval_is_delivered_when_the_question_takes_it(lab: Lab) -> None:
    answer = lab.call("prompt.answer", id=ask(lab), choice="approve")
    assert answer["accepted"]
    assert answer["waited_ms"] >= 400
    assert lab.desk.permits(SUBJECT, MAIN_WINDOW)


def test_a_moved_clock_takes_the_wait_away(lab: Lab) -> None:
    prompt = ask(lab)
    lab.call("clock.advance", ms=500)
    assert lab.call("prompt.answer", id=prompt, choice="approve", at_once=True) == {"accepted": True, "waited_ms": 0}


def test_an_approval_at_once_may_be_ignored_and_a_denial_is_not(lab: Lab) -> None:
    prompt = ask(lab)
    assert lab.call("prompt.answer", id=prompt, choice="approve", at_once=True)["accepted"] is False
    assert lab.call("prompt.answer", id=prompt, choice="deny", at_once=True)["accepted"] is True
    assert not lab.desk.permits(SUBJECT, MAIN_WINDOW)


@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_escape_and_enter_deny(lab: Lab, key: str) -> None:
    lab.call("prompt.answer", id=ask(lab), key=key)
    lab.call("clock.advance", ms=1_000)
    assert lab.desk.prompts == ()
    assert not lab.desk.permits(SUBJECT, MAIN_WINDOW)


def test_answers_that_make_no_sense_are_refused(lab: Lab) -> None:
    first = ask(lab)
    second = ask(lab, OpenWorkspace(Path("/other"), Principal("p")))
    assert code(lab, id="prompt-x", choice="deny") == NO_SUCH_OBJECT
    assert code(lab, id=first, choice="save") == BAD_PARAMS
    assert code(lab, id=first, key="F1") == BAD_PARAMS
    assert code(lab, id=first) == BAD_PARAMS
    assert code(lab, id=first, choice="deny", key="Escape") == BAD_PARAMS
    assert code(lab, id=second, choice="deny") == NOT_NOW, "the person does not see it yet"


def test_an_approval_of_a_question_that_goes_away_meanwhile_is_refused(lab: Lab) -> None:
    outcome = lab.table.call("prompt.answer", {"id": ask(lab), "choice": "approve"})
    assert isinstance(outcome, Deferred)
    lab.desk.clear()
    lab.loop.run_until(lambda: outcome.done)
    with pytest.raises(ControlError) as caught:
        outcome.result()
    assert caught.value.code == NO_SUCH_OBJECT


def test_waiting_ends_with_the_question_or_with_null(lab: Lab) -> None:
    assert lab.call("prompt.wait", timeout_ms=10) is None
    outcome = lab.table.call("prompt.wait", {"kind": "open-workspace", "timeout_ms": 5_000})
    assert isinstance(outcome, Deferred)
    assert not outcome.done
    prompt = ask(lab)
    assert outcome.result()["id"] == prompt
    assert lab.call("prompt.wait", kind="close-dirty", timeout_ms=10) is None
