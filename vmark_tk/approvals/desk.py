"""The one queue of questions to the person, and the one function that answers them (00 D19, ARC-010).

Consent of clients and questions of the editor wait here in order of arrival; a window shows the first of its own.
The interface and the test control both call `Desk.answer`. Loop thread only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vmark_tk.approvals.grants import Grants, OneShot
from vmark_tk.approvals.subject import Choice, ChoiceId, CloseDirty, DiskChanged, OpenWorkspace, Subject, Words
from vmark_tk.approvals.words import words_for
from vmark_tk.core.clock import Clock
from vmark_tk.core.ids import Ids, Principal, PromptId, WindowLabel
from vmark_tk.core.state import AppState, TabClosed, WindowClosed

GUARD_S = 0.5
MAX_FOLDER_PROMPTS = 32
MAX_PROMPTS = 64

OnAnswer = Callable[[ChoiceId], None]


@dataclass(slots=True, eq=False)
class Prompt:
    """A question that waits. `shown_at` (monotonic seconds) is when it became the first of its window."""

    id: PromptId
    subject: Subject
    window: WindowLabel
    client_name: str
    words: Words
    shown_at: float | None = None

    @property
    def safe_choice(self) -> Choice:
        """Return what Escape, Enter and closing mean, and what has the focus at first (AUT-070, AUT-071)."""
        return next(choice for choice in self.words.choices if choice.safe)

    def choice(self, choice: ChoiceId) -> Choice | None:
        """Return the offered choice of this id."""
        return next((one for one in self.words.choices if one.id == choice), None)


@dataclass(frozen=True, slots=True)
class PromptRaised:
    """A question has joined the queue."""

    prompt: Prompt


@dataclass(frozen=True, slots=True)
class PromptAnswered:
    """A question has left the queue with an answer."""

    prompt: Prompt
    choice: ChoiceId


@dataclass(frozen=True, slots=True)
class PromptWithdrawn:
    """A question has left the queue unanswered; answering it now does nothing."""

    prompt: Prompt


@dataclass(frozen=True, slots=True)
class GrantMinted:
    """The person has allowed something once."""

    grant: OneShot


@dataclass(frozen=True, slots=True)
class GrantSpent:
    """An allowed thing is being done."""

    grant: OneShot


@dataclass(frozen=True, slots=True)
class GrantDropped:
    """A permission is gone unused: `expired`, `pushed-out`, `window-closed` or `client-left`."""

    grant: OneShot
    reason: str


class Desk:
    """Asks, takes answers, and turns the answers to consent questions into permissions."""

    def __init__(self, state: AppState, *, clock: Clock | None = None, ids: Ids | None = None) -> None:
        self._events = state.events
        self._clock = clock or state.clock
        self._ids = ids or state.ids
        self._queue: list[Prompt] = []
        self._listeners: dict[PromptId, OnAnswer] = {}
        self.grants = Grants(self._clock)
        self._events.subscribe(TabClosed, self._tab_closed)
        self._events.subscribe(WindowClosed, self._window_closed)

    # --- the queue ---

    @property
    def prompts(self) -> Sequence[Prompt]:
        """Return the waiting questions, oldest first."""
        return tuple(self._queue)

    def current(self, window: WindowLabel | None = None) -> Prompt | None:
        """Return the question that a window shows, or the oldest of all."""
        return next((prompt for prompt in self._queue if window is None or prompt.window == window), None)

    def get(self, prompt_id: str) -> Prompt | None:
        """Return the waiting question of this id."""
        return next((prompt for prompt in self._queue if prompt.id == prompt_id), None)

    def ask(
        self,
        subject: Subject,
        *,
        window: WindowLabel,
        client_name: str = "",
        on_answer: OnAnswer | None = None,
    ) -> Prompt | None:
        """Queue a question for `window`, or return the equal one that already waits there (AUT-054, AUT-055).

        `on_answer` is called once with the choice; never for a withdrawn question, nor for an equal one asked before.
        None: the queue is full (64 in all, 32 folder questions; AUT-053).
        """
        for prompt in self._queue:
            if prompt.window == window and prompt.subject == subject:
                return prompt
        if self._full(subject):
            return None
        words = words_for(subject, client_name)
        prompt = Prompt(self._ids.prompt(), subject, window, client_name, words)
        self._queue.append(prompt)
        if on_answer is not None:
            self._listeners[prompt.id] = on_answer
        self._show_first(window)
        self._events.publish(PromptRaised(prompt))
        return prompt

    def wait_s(self, prompt: Prompt) -> float:
        """Return for how many seconds guarded choices of `prompt` are still ignored; 0: answers are taken."""
        if prompt.shown_at is None:
            return GUARD_S
        return max(0.0, prompt.shown_at + GUARD_S - self._clock.monotonic())

    def answer(self, prompt_id: PromptId, choice: ChoiceId) -> bool:
        """Answer the question that a window shows; tell whether that was accepted.

        Ignored: a question that is gone or not yet shown, a choice that it does not offer, and a guarded choice in
        the first half second after it became the first of its window (AUT-072, AUT-104).
        """
        prompt = self.get(prompt_id)
        if prompt is None or self.current(prompt.window) is not prompt:
            return False
        offered = prompt.choice(choice)
        if offered is None or (offered.guarded and self.wait_s(prompt) > 0):
            return False
        listener = self._remove(prompt)
        self._events.publish(PromptAnswered(prompt, choice))
        if choice == "approve" and isinstance(prompt.subject, OpenWorkspace):
            self._mint(prompt.subject, prompt.window)
        if listener is not None:
            listener(choice)
        return True

    def withdraw(self, which: Callable[[Prompt], bool]) -> None:
        """Take back the questions for which `which` holds, all at once, so that none of them is shown in between."""
        going = [prompt for prompt in self._queue if which(prompt)]
        self._queue = [prompt for prompt in self._queue if prompt not in going]
        for prompt in going:
            self._listeners.pop(prompt.id, None)
        for window in {prompt.window for prompt in going}:
            self._show_first(window)
        for prompt in going:
            self._events.publish(PromptWithdrawn(prompt))

    def client_left(self, principal: Principal) -> None:
        """Take back the questions and unspent permissions of a client whose identity ended with its connection."""

        def of_client(subject: Subject) -> bool:
            return isinstance(subject, OpenWorkspace) and subject.principal == principal

        self.withdraw(lambda prompt: of_client(prompt.subject))
        self._drop(lambda shot: of_client(shot.subject), "client-left")

    def clear(self) -> None:
        """Take back all questions and permissions."""
        self.withdraw(lambda _prompt: True)
        self._drop(lambda _shot: True, "reset")

    # --- permissions ---

    def permits(self, subject: OpenWorkspace, window: WindowLabel) -> bool:
        """Tell whether an unspent permission covers exactly this; does not spend it."""
        self._expire()
        return self.grants.find(subject, window) is not None

    def spend(self, subject: OpenWorkspace, window: WindowLabel) -> bool:
        """Use up the permission for exactly this, immediately before doing it; False: there is none."""
        self._expire()
        shot = self.grants.find(subject, window)
        if shot is None or not self.grants.spend(shot):
            return False
        self._events.publish(GrantSpent(shot))
        return True

    # --- inside ---

    def _full(self, subject: Subject) -> bool:
        folders = sum(isinstance(prompt.subject, OpenWorkspace) for prompt in self._queue)
        return len(self._queue) >= MAX_PROMPTS or (isinstance(subject, OpenWorkspace) and folders >= MAX_FOLDER_PROMPTS)

    def _show_first(self, window: WindowLabel) -> None:
        first = self.current(window)
        if first is not None and first.shown_at is None:
            first.shown_at = self._clock.monotonic()

    def _remove(self, prompt: Prompt) -> OnAnswer | None:
        self._queue.remove(prompt)
        self._show_first(prompt.window)
        return self._listeners.pop(prompt.id, None)

    def _mint(self, subject: OpenWorkspace, window: WindowLabel) -> None:
        self._expire()
        shot, pushed_out = self.grants.mint(subject, window)
        for old in pushed_out:
            self._events.publish(GrantDropped(old, "pushed-out"))
        self._events.publish(GrantMinted(shot))

    def _expire(self) -> None:
        for shot in self.grants.expire():
            self._events.publish(GrantDropped(shot, "expired"))

    def _drop(self, which: Callable[[OneShot], bool], reason: str) -> None:
        for shot in self.grants.revoke(which):
            self._events.publish(GrantDropped(shot, reason))

    def _tab_closed(self, event: TabClosed) -> None:
        def only_about_it(prompt: Prompt) -> bool:
            return isinstance(prompt.subject, CloseDirty | DiskChanged) and prompt.subject.tabs == (event.tab,)

        self.withdraw(only_about_it)

    def _window_closed(self, event: WindowClosed) -> None:
        self.withdraw(lambda prompt: prompt.window == event.window)
        self._drop(lambda shot: shot.window == event.window, "window-closed")
