"""Shows the desk's current question of each window and passes the answer on (05 section 5.3, 08 I-05, I-07, I-08).

One dialog a window, above that window, without a grab: other windows stay usable, the asked window takes no input. The
safe choice (deny, cancel) has the focus in every question, so that Enter, Escape and closing all mean it (09 section
5.5); Tab leads to the others. Guarded choices look and are inert for half a second; the desk itself ignores them too.
"""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass
from typing import Any

from vmark_tk.approvals.desk import Prompt, PromptAnswered, PromptRaised, PromptWithdrawn
from vmark_tk.approvals.subject import Choice, ChoiceId, CloseDirty, DiskChanged
from vmark_tk.approvals.words import MAX_NAMES
from vmark_tk.approvals.words import shown as shown_text
from vmark_tk.core.ids import PromptId, WindowLabel
from vmark_tk.core.ports import Timer
from vmark_tk.core.settings import SettingChanged
from vmark_tk.core.state import WindowClosed, WindowOpened
from vmark_tk.ui.chrome import Chrome, Role, focus_on
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.dialog import Dialog, Shield, Stage
from vmark_tk.ui.texts import text

GUARD_MS = 500  # 05 section 5.3
WIDTH = 540
EDGE = 24
_LEADING: tuple[ChoiceId, ...] = ("save", "save_as", "review", "open", "reload")


@dataclass(slots=True)
class _Shown:
    """One question on the screen."""

    prompt: Prompt
    dialog: Dialog
    shield: Shield
    buttons: dict[ChoiceId, Any]
    waiting: tk.Label
    guard: Timer | None = None


class PromptView:
    """Keeps the dialogs in step with the desk. Answers go through `Desk.answer` only (ARC-010)."""

    def __init__(self, ctx: UiContext, shell: Stage) -> None:
        self._ctx = ctx
        self._shell = shell
        self._shown: dict[WindowLabel, _Shown] = {}
        events = ctx.state.events
        events.subscribe(PromptRaised, lambda _event: self._sync())
        events.subscribe(PromptAnswered, lambda _event: self._sync())
        events.subscribe(PromptWithdrawn, lambda _event: self._sync())
        events.subscribe(WindowOpened, lambda _event: self._sync())
        events.subscribe(WindowClosed, lambda event: self._drop(event.window, give_back=False))
        events.subscribe(SettingChanged, self._on_setting)

    # --- for the test control and tests ---

    def dialog_of(self, window: WindowLabel) -> tk.Toplevel | None:
        """Return the dialog that stands over a window."""
        shown = self._shown.get(window)
        return None if shown is None else shown.dialog.top

    def buttons_of(self, window: WindowLabel) -> dict[ChoiceId, Any]:
        """Return the buttons of the dialog over a window."""
        return dict(self._shown[window].buttons)

    # --- following the desk ---

    def _sync(self) -> None:
        for window in tuple(self._ctx.state.windows):
            wanted = self._ctx.desk.current(window)
            shown = self._shown.get(window)
            if shown is not None and (wanted is None or wanted.id != shown.prompt.id or not shown.dialog.alive):
                self._drop(window, give_back=wanted is None)
                shown = None
            if wanted is not None and shown is None:
                self._raise(window, wanted)
        self._count()

    def _on_setting(self, event: SettingChanged) -> None:
        if event.key in ("appearance.theme", "appearance.scale"):
            for window in tuple(self._shown):
                self._drop(window, give_back=False)
            self._ctx.loop.call_soon(self._sync)

    def _count(self) -> None:
        for window, shown in self._shown.items():
            more = sum(prompt.window == window for prompt in self._ctx.desk.prompts) - 1
            words = "" if more < 1 else text("prompt.waiting.one" if more == 1 else "prompt.waiting.more", count=more)
            shown.waiting.configure(text=words)

    def _drop(self, window: WindowLabel, *, give_back: bool) -> None:
        shown = self._shown.pop(window, None)
        if shown is None:
            return
        if shown.guard is not None:
            shown.guard.cancel()
        shown.shield.take_down()
        shown.dialog.close(give_back=give_back)

    # --- making a dialog ---

    def _raise(self, window: WindowLabel, prompt: Prompt) -> None:
        self._shell.show()
        parent = self._shell.toplevel(window)
        if parent is None:
            return
        chrome = Chrome(self._ctx, parent)
        safe = safe_choice(prompt.words.choices)
        had_focus = _has_focus(parent)
        dialog = Dialog(
            chrome,
            parent,
            prompt.words.title,
            name=f"prompt_{prompt.id.replace('.', '_').lower()}",
            on_close=lambda: self._answer(prompt.id, safe.id),
        )
        inside = chrome.frame(dialog.body)
        inside.pack(fill="both", expand=True, padx=chrome.px(EDGE), pady=chrome.px(EDGE))
        self._words(chrome, inside, prompt)
        buttons, waiting = self._choices(chrome, inside, prompt)
        shield = Shield(parent, lambda: self._call_back(window))
        shown = _Shown(prompt, dialog, shield, buttons, waiting)
        self._shown[window] = shown
        shield.raise_up()
        dialog.show(buttons[safe.id])
        if had_focus:
            dialog.top.lift()
            dialog.take_focus(buttons[safe.id])
        self._begin_guard(shown)

    def _words(self, chrome: Chrome, inside: tk.Frame, prompt: Prompt) -> None:
        words = prompt.words
        wrap = WIDTH - 2 * EDGE
        chrome.label(inside, words.title, size=16, bold=True, wrap=wrap).pack(fill="x")
        before, box, after = body_parts(prompt)
        if before:
            chrome.label(inside, before, wrap=wrap).pack(fill="x", pady=(chrome.px(12), 0))
        if box:
            chrome.text_view(inside, box, name="payload").pack(fill="x", pady=(chrome.px(12), 0))
        if after:
            chrome.label(inside, after, wrap=wrap, muted=True).pack(fill="x", pady=(chrome.px(12), 0))

    def _choices(self, chrome: Chrome, inside: tk.Frame, prompt: Prompt) -> tuple[dict[ChoiceId, Any], tk.Label]:
        row = chrome.frame(inside)
        row.pack(fill="x", pady=(chrome.px(22), 0))
        waiting = chrome.label(row, "", size=12, muted=True)
        choices = prompt.words.choices
        widths = [chrome.width_of(choice.label) + chrome.px(44) for choice in choices]
        stacked = sum(widths) > chrome.px(WIDTH - 2 * EDGE - 110)
        lead = leading_choice(choices)
        buttons: dict[ChoiceId, Any] = {}
        for choice in choices:
            role: Role = "primary" if choice == lead else "danger" if choice.id == "discard" else "secondary"
            buttons[choice.id] = chrome.button(
                row,
                chrome.clip(choice.label, WIDTH - 2 * EDGE - 32),
                lambda choice=choice: self._answer(prompt.id, choice.id),  # type: ignore[misc]
                name=f"choice_{choice.id}",
                role=role,
            )
        if stacked:
            for choice in choices:
                buttons[choice.id].pack(fill="x", pady=(0, 8))
            waiting.pack(fill="x")
        else:
            waiting.pack(side="left")
            for choice in reversed(choices):  # packed from the right: the last choice stands outermost
                buttons[choice.id].pack(side="right", padx=(8, 0))
            for choice in choices:
                buttons[choice.id].lift()  # Tab follows the order in which they are read
        spacer = tk.Frame(inside, bg=chrome.theme.raised, width=chrome.px(WIDTH - 2 * EDGE), height=1)
        spacer.pack()
        return buttons, waiting

    def _begin_guard(self, shown: _Shown) -> None:
        guarded = [choice.id for choice in shown.prompt.words.choices if choice.guarded]
        if not guarded:
            return
        fills = {one: shown.buttons[one].cget("fg_color") for one in guarded}
        for one in guarded:
            shown.buttons[one].configure(state="disabled", fg_color=shown.dialog.chrome.theme.panel)

        def arm() -> None:
            shown.guard = None
            for one in guarded:
                if shown.dialog.alive:
                    shown.buttons[one].configure(state="normal", fg_color=fills[one])

        shown.guard = self._ctx.loop.call_later(GUARD_MS, arm)

    def _answer(self, prompt: PromptId, choice: ChoiceId) -> None:
        self._ctx.desk.answer(prompt, choice)

    def _call_back(self, window: WindowLabel) -> None:
        """Bring the question forward when the person tries the window below it."""
        shown = self._shown.get(window)
        if shown is not None and shown.dialog.alive:
            shown.dialog.top.lift()
            if not shown.dialog.has_focus():
                last = shown.dialog.top.focus_lastfor() or shown.buttons[safe_choice(shown.prompt.words.choices).id]
                focus_on(last)


def body_parts(prompt: Prompt) -> tuple[str, str, str]:
    """Return the words before the box, the text in the box (path, script, names), and the words after it.

    A path that has a line of its own in the body is shown in the box; more names than the body lists go there too.
    """
    words = prompt.words
    if words.payload:
        before, _line, after = words.body.partition(f"\n{words.subject.get('path', '')}\n")
        return (before, words.payload, after) if after else (words.body, words.payload, "")
    path = words.subject.get("path")
    if path:
        before, _line, after = words.body.partition(f"\n{path}\n")
        return (before, str(path), after) if after else (words.body, str(path), "")
    if isinstance(prompt.subject, CloseDirty | DiskChanged) and len(prompt.subject.names) > MAX_NAMES:
        return words.body, "\n".join(shown_text(name) for name in prompt.subject.names), ""
    return words.body, "", ""


def safe_choice(choices: tuple[Choice, ...]) -> Choice:
    """Return what Escape means: the choice marked safe, else the first one."""
    return next((choice for choice in choices if choice.safe), choices[0])


def leading_choice(choices: tuple[Choice, ...]) -> Choice | None:
    """Return the choice to stand out: none where a client asks for a permission."""
    if safe_choice(choices).id == "deny":
        return None
    return next((choice for one in _LEADING for choice in choices if choice.id == one), None)


def _has_focus(window: tk.Misc) -> bool:
    focused = str(window.tk.call("focus"))
    return bool(focused) and str(window.tk.call("winfo", "toplevel", focused)) == str(window.winfo_toplevel())
