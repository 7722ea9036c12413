from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.core import add_text, clock_of, make_state, recorded
from vmark_tk.approvals.desk import (
    Desk,
    GrantDropped,
    GrantMinted,
    Prompt,
    PromptAnswered,
    PromptRaised,
    PromptWithdrawn,
)
from vmark_tk.approvals.subject import CloseDirty, OpenWorkspace
from vmark_tk.core.ids import MAIN_WINDOW, Principal, WindowLabel
from vmark_tk.core.state import AppState

ALICE, BOB = Principal("alice"), Principal("bob")


@cache
def folder(name: str = "a", principal: Principal = ALICE) -> OpenWorkspace:
    return OpenWorkspace(Path("/") / name, principal)


def asked(desk: Desk, subject: OpenWorkspace, window: WindowLabel = MAIN_WINDOW) -> Prompt:
    prompt = desk.ask(subject, window=window)
    assert prompt is not None
    return prompt


def pass_guard(state: AppState) -> None:
    clock_of(state).advance(0.5)


@pytest.mark.requirement("AUT-055", "AUT-054")
def test_the_same_question_is_asked_once_in_a_window() -> None:
    state = make_state()
    desk = Desk(state)
    first = asked(desk, folder())
    assert asked(desk, folder()) is first
    assert asked(desk, folder(principal=BOB)) is not first
    assert asked(desk, folder(), state.add_window().label) is not first
    assert len(desk.prompts) == 3


@pytest.mark.requirement("AUT-072")
def test_approval_is_ignored_in_the_first_half_second_and_denial_is_not() -> None:
    state = make_state()
    desk = Desk(state)
    prompt = asked(desk, folder())
    assert not desk.answer(prompt.id, "approve")
    clock_of(state).advance(0.499)
    assert not desk.answer(prompt.id, "approve")
    clock_of(state).advance(0.001)
    assert desk.answer(prompt.id, "approve")
    again = asked(desk, folder())
    assert desk.answer(again.id, "deny")


@pytest.mark.requirement("AUT-072", "AUT-069")
def test_the_half_second_begins_when_a_question_becomes_the_first_of_its_window() -> None:
    state = make_state()
    desk = Desk(state)
    first, second = asked(desk, folder("a")), asked(desk, folder("b"))
    clock_of(state).advance(10)
    assert second.shown_at is None
    assert not desk.answer(second.id, "deny"), "nobody has seen it"
    assert desk.answer(first.id, "deny")
    assert not desk.answer(second.id, "approve")
    pass_guard(state)
    assert desk.answer(second.id, "approve")


@pytest.mark.requirement("AUT-053", "AUT-273", "AUT-056")
def test_thirty_two_folder_questions_wait_and_no_more_until_one_is_denied() -> None:
    desk = Desk(make_state())
    prompts = [asked(desk, folder(str(number))) for number in range(32)]
    assert desk.ask(folder("one more"), window=MAIN_WINDOW) is None
    assert desk.answer(prompts[0].id, "deny")
    assert desk.ask(folder("one more"), window=MAIN_WINDOW) is not None


@pytest.mark.requirement("AUT-053")
def test_sixty_four_questions_wait_in_all() -> None:
    state = make_state()
    desk = Desk(state)
    for _ in range(64):
        tab = add_text(state)
        assert desk.ask(CloseDirty((tab.id,), ("x",)), window=MAIN_WINDOW)
    assert desk.ask(folder(), window=MAIN_WINDOW) is None


@pytest.mark.requirement("AUT-104", "AUT-101")
def test_an_answered_question_is_gone_and_a_denial_permits_nothing() -> None:
    state = make_state()
    desk = Desk(state)
    prompt = asked(desk, folder())
    assert desk.answer(prompt.id, "deny")
    pass_guard(state)
    assert not desk.answer(prompt.id, "approve")
    assert not desk.permits(folder(), MAIN_WINDOW)


def test_a_choice_that_is_not_offered_is_no_answer() -> None:
    desk = Desk(make_state())
    prompt = asked(desk, folder())
    assert not desk.answer(prompt.id, "discard")
    assert desk.prompts == (prompt,)


@pytest.mark.requirement("AUT-261", "AUT-262", "AUT-276", "AUT-269")
def test_an_approval_permits_one_opening_by_that_client_in_that_window() -> None:
    state = make_state()
    other = state.add_window().label
    desk = Desk(state)
    prompt = asked(desk, folder())
    pass_guard(state)
    desk.answer(prompt.id, "approve")
    assert not desk.spend(folder(principal=BOB), MAIN_WINDOW)
    assert not desk.spend(folder(), other)
    assert not desk.spend(folder("a/b"), MAIN_WINDOW)
    assert desk.spend(folder(), MAIN_WINDOW)
    assert not desk.spend(folder(), MAIN_WINDOW)


@pytest.mark.requirement("AUT-268")
def test_an_approval_is_void_after_five_minutes() -> None:
    state = make_state()
    desk, dropped = Desk(state), recorded(state.events, GrantDropped)
    prompt = asked(desk, folder())
    pass_guard(state)
    desk.answer(prompt.id, "approve")
    clock_of(state).advance(299)
    assert desk.permits(folder(), MAIN_WINDOW)
    clock_of(state).advance(1)
    assert not desk.spend(folder(), MAIN_WINDOW)
    assert [event.reason for event in dropped] == ["expired"]


def test_at_most_eight_approvals_are_kept_and_the_oldest_goes() -> None:
    state = make_state()
    desk = Desk(state)
    for number in range(9):
        prompt = asked(desk, folder(str(number)))
        pass_guard(state)
        assert desk.answer(prompt.id, "approve")
    assert not desk.permits(folder("0"), MAIN_WINDOW)
    assert all(desk.permits(folder(str(number)), MAIN_WINDOW) for number in range(1, 9))


def test_a_closed_window_takes_its_questions_and_approvals_along() -> None:
    state = make_state()
    window = state.add_window().label
    desk, withdrawn = Desk(state), recorded(state.events, PromptWithdrawn)
    approved = asked(desk, folder("approved"), window)
    pass_guard(state)
    desk.answer(approved.id, "approve")
    asked(desk, folder("here"))
    gone = asked(desk, folder("there"), window)
    state.remove_window(window)
    assert [event.prompt for event in withdrawn] == [gone]
    assert len(desk.prompts) == 1
    assert not desk.permits(folder("approved"), window)


def test_a_closed_tab_takes_the_question_about_it_along() -> None:
    state = make_state()
    tab, desk, heard = add_text(state), Desk(state), list[str]()
    prompt = desk.ask(CloseDirty((tab.id,), ("x",)), window=MAIN_WINDOW, on_answer=heard.append)
    assert prompt
    state.remove_tab(tab)
    assert desk.prompts == ()
    assert not desk.answer(prompt.id, "cancel")
    assert heard == []


def test_a_client_that_left_for_good_leaves_no_question_and_no_approval() -> None:
    state = make_state()
    desk = Desk(state)
    approved = asked(desk, folder("approved"))
    pass_guard(state)
    desk.answer(approved.id, "approve")
    asked(desk, folder("mine"))
    others = asked(desk, folder("others", BOB))
    desk.client_left(ALICE)
    assert desk.prompts == (others,)
    assert not desk.permits(folder("approved"), MAIN_WINDOW)


def test_events_tell_of_each_step_and_the_asker_hears_the_answer_once() -> None:
    state = make_state()
    desk, heard = Desk(state), list[str]()
    events = recorded(state.events, PromptRaised, PromptAnswered, GrantMinted)
    prompt = desk.ask(folder(), window=MAIN_WINDOW, on_answer=heard.append)
    assert desk.ask(folder(), window=MAIN_WINDOW, on_answer=heard.append) is prompt
    pass_guard(state)
    assert prompt
    desk.answer(prompt.id, "approve")
    assert heard == ["approve"]
    assert [type(event) for event in events] == [PromptRaised, PromptAnswered, GrantMinted]


# --- an independent model: which (folder, client, window) may be opened at which time ---

Step = tuple[object, ...]
FOLDERS, CLIENTS = ["a", "b", "c"], [ALICE, BOB]
STEPS = st.one_of(
    st.tuples(st.just("ask"), st.sampled_from(FOLDERS), st.sampled_from(CLIENTS), st.booleans()),
    st.tuples(st.just("answer"), st.integers(0, 5), st.booleans()),
    st.tuples(st.just("withdraw"), st.sampled_from(CLIENTS)),
    st.tuples(st.just("tick"), st.sampled_from([0.1, 0.3, 0.6, 100.0, 250.0])),
    st.tuples(st.just("open"), st.sampled_from(FOLDERS), st.sampled_from(CLIENTS), st.booleans()),
)


@settings(deadline=None)
@given(st.lists(STEPS, max_size=40))
def test_nothing_is_opened_without_a_matching_unspent_approval(steps: list[Step]) -> None:
    _play(steps)


def test_ten_thousand_random_histories_open_nothing_without_a_matching_unspent_approval() -> None:
    source = random.Random(20261201)
    opened = sum(_play([_step(source) for _ in range(20)]) for _ in range(10_000))
    assert opened > 500, "the histories must reach openings at all"


def _step(source: random.Random) -> Step:
    name, client, second = source.choice("ab"), ALICE if source.random() < 0.8 else BOB, source.random() < 0.2
    kind = source.choices(("ask", "answer", "withdraw", "tick", "open"), (6, 6, 0.5, 4, 6))[0]
    return {
        "ask": ("ask", name, client, second),
        "answer": ("answer", source.randrange(4), source.random() < 0.8),
        "withdraw": ("withdraw", client),
        "tick": ("tick", source.choice([0.1, 0.3, 0.6, 100.0, 250.0])),
        "open": ("open", name, client, second),
    }[kind]


def _play(steps: list[Step]) -> int:
    opened = 0
    state = make_state()
    windows = {False: MAIN_WINDOW, True: state.add_window().label}
    desk, clock = Desk(state), clock_of(state)
    may: dict[tuple[str, str, str], float] = {}  # what may be opened -> until when
    for step in steps:
        match step:
            case ("ask", str(name), str(client), bool(second)):
                desk.ask(folder(name, Principal(client)), window=windows[second])
            case ("answer", int(number), bool(approve)) if number < len(desk.prompts):
                prompt = desk.prompts[number]
                subject, since, now = prompt.subject, prompt.shown_at, clock.monotonic()
                took = desk.answer(prompt.id, "approve" if approve else "deny")
                assert isinstance(subject, OpenWorkspace)
                if approve:
                    assert took == (since is not None and now - since >= 0.5)
                if took and approve:
                    may[subject.path.name, subject.principal, prompt.window] = clock.now() + 300
            case ("withdraw", str(client)):
                desk.client_left(Principal(client))
                may = {key: until for key, until in may.items() if key[1] != client}
            case ("tick", float(seconds)):
                clock.advance(seconds)
            case ("open", str(name), str(client), bool(second)):
                until = may.pop((name, client, windows[second]), 0.0)
                done = desk.spend(folder(name, Principal(client)), windows[second])
                assert done == (clock.now() < until)
                opened += done
    return opened
