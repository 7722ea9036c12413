"""Questions: the right window, the safe default, the guard of half a second, other windows stay usable."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.dialog_kit import Kit, staged
from vmark_tk.approvals.desk import PromptAnswered
from vmark_tk.approvals.subject import Choice, CloseDirty, Confirm, DiskChanged, OpenWorkspace, Subject
from vmark_tk.core.ids import Principal, TabId, WindowLabel
from vmark_tk.ui.prompt_view import PromptView


@pytest.fixture
def kit() -> Iterator[Kit]:
    yield from staged()


def folder(name: str = "Book") -> OpenWorkspace:
    return OpenWorkspace(Path("/home/ada") / name, Principal("p1"))


DIRTY = CloseDirty((TabId("t1"),), ("Notes",))
CHANGED = DiskChanged((TabId("t1"),), ("Notes",))


class Answers(list[str]):
    """What the desk was answered."""

    def __init__(self, kit: Kit) -> None:
        kit.state.events.subscribe(PromptAnswered, lambda event: self.append(event.choice))


def ask(kit: Kit, view: PromptView, subject: Subject, window: WindowLabel | None = None) -> tk.Toplevel:
    where = window or kit.main
    kit.desk.ask(subject, window=where, client_name="Claude Code")
    dialog = view.dialog_of(where)
    assert dialog is not None
    kit.until(dialog.winfo_viewable)
    return dialog


def ready(kit: Kit, view: PromptView) -> None:
    """Let the half second pass, for the desk and for the eye."""
    kit.clock.advance(0.6)
    kit.until(lambda: all(b.cget("state") == "normal" for b in view.buttons_of(kit.main).values()))


def texts(widget: tk.Misc) -> str:
    found = []
    for child in widget.winfo_children():
        if isinstance(child, tk.Label):
            found.append(str(child.cget("text")))
        elif isinstance(child, tk.Text):
            found.append(child.get("1.0", "end-1c"))
        found.append(texts(child))
    return "\n".join(found)


@pytest.mark.parametrize("chord", ["Escape", "Return", "space", "KP_Enter"])
@pytest.mark.parametrize(("subject", "safe"), [(folder(), "deny"), (DIRTY, "cancel"), (CHANGED, "keep")])
def test_escape_and_the_keys_of_the_focused_button_give_the_safe_answer(
    kit: Kit, chord: str, subject: Subject, safe: str
) -> None:
    view, answers = PromptView(kit.ctx, kit), Answers(kit)
    kit.focus(kit.field(kit.main))
    dialog = ask(kit, view, subject)
    kit.until(lambda: kit.focused().startswith(f"{dialog}."))
    kit.key(chord)
    assert answers == [safe]
    assert view.dialog_of(kit.main) is None


def test_closing_by_the_window_manager_denies(kit: Kit) -> None:
    view, answers = PromptView(kit.ctx, kit), Answers(kit)
    dialog = ask(kit, view, folder())
    dialog.tk.call(*dialog.tk.splitlist(dialog.protocol("WM_DELETE_WINDOW")))
    assert answers == ["deny"]


def test_the_question_names_client_and_whole_path(kit: Kit) -> None:
    view = PromptView(kit.ctx, kit)
    shown = texts(ask(kit, view, folder("very long folder " * 30)))
    assert "Claude Code" in shown
    assert "very long folder " * 30 in shown


def test_a_hostile_path_is_shown_escaped_and_keeps_the_dialog_on_the_screen(kit: Kit) -> None:
    view = PromptView(kit.ctx, kit)
    dialog = ask(kit, view, folder("x\u202ey\x07 非常に長い مجلد\n" * 60))
    shown = texts(dialog)
    assert "\\u{202E}" in shown
    assert "\u202e" not in shown
    assert dialog.winfo_rooty() + dialog.winfo_height() <= dialog.winfo_screenheight()


def test_a_click_under_way_cannot_approve_and_a_later_one_can(kit: Kit) -> None:
    view, answers = PromptView(kit.ctx, kit), Answers(kit)
    ask(kit, view, folder())
    approve = view.buttons_of(kit.main)["approve"]
    dimmed = approve.cget("fg_color")
    kit.click(approve)
    assert answers == []
    ready(kit, view)
    assert approve.cget("fg_color") != dimmed
    kit.click(approve)
    assert answers == ["approve"]


def test_tab_walks_inside_and_space_presses_the_other_choice(kit: Kit) -> None:
    view, answers = PromptView(kit.ctx, kit), Answers(kit)
    kit.focus(kit.field(kit.main))
    dialog = ask(kit, view, DIRTY)
    ready(kit, view)
    kit.until(lambda: kit.focused().startswith(f"{dialog}."))
    seen = set()
    for _ in range(6):
        kit.key("Tab")
        seen.add(kit.focused().rsplit(".", 1)[-1])
    assert seen == {"choice_save", "choice_discard", "choice_cancel"}
    while not kit.focused().endswith("choice_save"):
        kit.key("Shift-Tab")
    kit.key("space")
    assert answers == ["save"]


def test_the_focus_returns_to_where_it_was(kit: Kit) -> None:
    view = PromptView(kit.ctx, kit)
    field = kit.field(kit.main)
    kit.focus(field)
    dialog = ask(kit, view, folder())
    kit.until(lambda: kit.focused().startswith(f"{dialog}."))
    kit.key("Escape")
    kit.until(lambda: kit.focused() == str(field))


def test_the_asked_window_takes_no_input_and_the_other_one_does(kit: Kit) -> None:
    view = PromptView(kit.ctx, kit)
    dialog = ask(kit, view, folder())
    mine, other = kit.field(kit.main), kit.field(kit.other)
    before = mine.get("1.0", "end")
    mine.event_generate("<Key>", keysym="x")
    mine.event_generate("<ButtonPress-1>", x=5, y=5)
    kit.settle()
    assert mine.get("1.0", "end") == before
    kit.focus(other)
    kit.type("hello")
    assert "hello" in other.get("1.0", "end")
    assert dialog.winfo_exists()
    assert not kit.root.tk.call("grab", "current")


def test_input_works_again_after_the_answer(kit: Kit) -> None:
    view = PromptView(kit.ctx, kit)
    ask(kit, view, folder())
    prompt = kit.desk.current(kit.main)
    assert prompt is not None
    kit.desk.answer(prompt.id, "deny")
    kit.focus(kit.field(kit.main))
    kit.type("q")
    assert "q" in kit.field(kit.main).get("1.0", "end")


def test_one_at_a_time_with_a_counter_and_each_next_one_denies_by_default(kit: Kit) -> None:
    view, answers = PromptView(kit.ctx, kit), Answers(kit)
    kit.focus(kit.field(kit.main))
    first = ask(kit, view, folder("a"))
    kit.desk.ask(folder("b"), window=kit.main)
    kit.desk.ask(folder("c"), window=kit.main)
    assert view.dialog_of(kit.main) is first
    assert "2 more waiting" in texts(first)
    kit.until(lambda: kit.focused().startswith(f"{first}."))
    kit.key("Escape")
    second = view.dialog_of(kit.main)
    assert second is not None
    assert "1 more waiting" in texts(second)
    kit.until(lambda: kit.focused().endswith("choice_deny") and kit.focused().startswith(f"{second}."))
    kit.key("Return")
    assert answers == ["deny", "deny"]


def test_each_window_shows_its_own_question(kit: Kit) -> None:
    view = PromptView(kit.ctx, kit)
    over_main = ask(kit, view, folder("a"))
    over_other = ask(kit, view, folder("b"), kit.other)
    assert over_main.winfo_parent() == str(kit.windows[kit.main])
    assert over_other.winfo_parent() == str(kit.windows[kit.other])


def test_a_withdrawn_question_vanishes(kit: Kit) -> None:
    view, answers = PromptView(kit.ctx, kit), Answers(kit)
    dialog = ask(kit, view, folder())
    kit.desk.withdraw(lambda _prompt: True)
    assert not dialog.winfo_exists()
    assert answers == []


def test_forty_names_and_labels_of_sixty_characters_fit_the_screen(kit: Kit) -> None:
    view = PromptView(kit.ctx, kit)
    names = tuple(f"Chapter {at} 第{at}章" for at in range(40))
    dialog = ask(kit, view, CloseDirty(tuple(TabId(f"t{at}") for at in range(40)), names))
    assert names[39] in texts(dialog)
    assert dialog.winfo_height() < 500
    kit.desk.withdraw(lambda _prompt: True)
    label = "Open it all the same although it is very large, I said so yes"
    choices = (Choice("open", label), Choice("remove", label), Choice("cancel", label, safe=True))
    dialog = ask(kit, view, Confirm("x", "Title", "Body", choices))
    assert dialog.winfo_width() <= 620
    for button in view.buttons_of(kit.main).values():
        assert button.winfo_rootx() + button.winfo_width() <= dialog.winfo_rootx() + dialog.winfo_width()


def test_the_dialog_follows_a_change_of_theme(kit: Kit) -> None:
    view = PromptView(kit.ctx, kit)
    ask(kit, view, folder())
    kit.state.settings.set("appearance.theme", "night")
    kit.until(lambda: view.dialog_of(kit.main) is not None)
    dialog = view.dialog_of(kit.main)
    assert dialog is not None
    assert dialog.cget("bg") == kit.ctx.theme.raised
