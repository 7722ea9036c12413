"""`prompt.*` of the test control: sees and answers questions exactly as the person does (00 D19, 09 section 5.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from vmark_tk.approvals.desk import Desk, Prompt, PromptRaised
from vmark_tk.approvals.subject import ChoiceId, Subject
from vmark_tk.control.protocol import Deferred, Json, Params, Result, no_such, not_now
from vmark_tk.control.services import ControlServices, Method

LONGEST_WAIT_MS = 9_000  # below the limit of a call, so that the answer is a null and no time-out
KEYS = ("Escape", "Enter")


def kinds() -> list[str]:
    """Return the kinds of questions there are; `confirm` stands for all `confirm-<topic>`."""
    named = (getattr(subject, "kind", "") for subject in get_args(Subject))
    return [kind if isinstance(kind, str) else "confirm" for kind in named]


def describe(prompt: Prompt) -> Json:
    """Return a question as the protocol shows it."""
    words = prompt.words
    choices = [
        {"id": choice.id, "label": choice.label, "default": choice.safe, "focused": choice.safe}
        for choice in words.choices
    ]
    return {
        "id": prompt.id,
        "kind": prompt.subject.kind,
        "window": prompt.window,
        "client": prompt.client_name,
        "title": words.title,
        "body": words.body,
        "payload": words.payload,
        "subject": dict(words.subject),
        "choices": choices,
    }


def listed(services: ControlServices, _params: Params) -> Result:
    """`prompt.list`: the questions in the order of the queue."""
    return lambda: [describe(prompt) for prompt in services.desk.prompts]


def wait(services: ControlServices, params: Params) -> Deferred:
    """`prompt.wait`: the first question of a kind, or null after `timeout_ms` (9 s at most)."""
    kind = params.optional_text("kind")
    limit = min(params.whole("timeout_ms", default=5_000), LONGEST_WAIT_MS)
    deferred = Deferred()

    def look(_event: object = None) -> None:
        found = next((prompt for prompt in services.desk.prompts if _is(prompt, kind)), None)
        if found is not None:
            deferred.resolve(lambda: describe(found))

    endings = [services.state.events.subscribe(PromptRaised, look)]
    timer = services.loop.call_later(limit, lambda: deferred.resolve(lambda: None))
    deferred.when_done(lambda: _end(endings, timer.cancel))
    look()
    return deferred


def answer(services: ControlServices, params: Params) -> Result | Deferred:
    """`prompt.answer`: a choice or a key. An allowing choice waits until the prompt takes it, unless `at_once`."""
    prompt = services.desk.get(params.text("id"))
    if prompt is None:
        raise no_such("prompt", params.text("id"))
    choice = _choice(prompt, params)
    if params.flag("at_once", default=False):
        accepted = services.desk.answer(prompt.id, choice)
        return lambda: {"accepted": accepted, "waited_ms": 0}
    if services.desk.current(prompt.window) is not prompt:
        raise not_now("an earlier question of that window waits for its answer")
    return _Delivery(services, prompt, choice).deferred


METHODS: dict[str, Method] = {"prompt.list": listed, "prompt.wait": wait, "prompt.answer": answer}


class _Delivery:
    """Gives an answer to the desk as soon as the desk takes it."""

    def __init__(self, services: ControlServices, prompt: Prompt, choice: ChoiceId) -> None:
        self._desk: Desk = services.desk
        self._services = services
        self._prompt = prompt
        self._choice = choice
        self._asked_at = services.clock.monotonic()
        self.deferred = Deferred()
        self._try()

    def _try(self) -> None:
        waited_ms = round((self._services.clock.monotonic() - self._asked_at) * 1000)
        if self._desk.answer(self._prompt.id, self._choice):
            self.deferred.resolve(lambda: {"accepted": True, "waited_ms": waited_ms})
        elif self._desk.get(self._prompt.id) is None:
            self.deferred.fail(no_such("prompt", self._prompt.id))
        else:
            delay_ms = int(self._desk.wait_s(self._prompt) * 1000) + 1
            self._services.loop.call_later(delay_ms, self._try)


def _choice(prompt: Prompt, params: Params) -> ChoiceId:
    key, wanted = params.optional_text("key"), params.optional_text("choice")
    if (key is None) == (wanted is None):
        raise params.bad("choice", "given, or key instead of it")
    if key is not None:
        if key not in KEYS:
            raise params.bad("key", " or ".join(KEYS))
        return prompt.safe_choice.id  # the focus is on it, so Enter means it too
    offered = prompt.choice(cast("ChoiceId", wanted))
    if offered is None:
        raise params.bad("choice", "one of " + ", ".join(choice.id for choice in prompt.words.choices))
    return offered.id


def _is(prompt: Prompt, kind: str | None) -> bool:
    return kind is None or prompt.subject.kind == kind or (kind == "confirm" and prompt.subject.kind.startswith(kind))


def _end(endings: list[Callable[[], None]], cancel: Callable[[], Any]) -> None:
    for ending in endings:
        ending()
    cancel()
