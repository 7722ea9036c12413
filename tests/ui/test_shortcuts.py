"""Keys: chords from events on every platform and layout, and the text behind them (08 A16, traps 1 to 7)."""

from __future__ import annotations

import tkinter as tk
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.ui.shell_kit import ShellKit
from vmark_tk.approvals.subject import Choice, Confirm
from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui.actions import ACTIONS, MENUS, SEPARATOR, by_chord, canonical
from vmark_tk.ui.shortcuts import TAG, chord_of
from vmark_tk.ui.texts import ENGLISH, text

SHIFT, CAPS, CONTROL, ALT, NUM = 0x1, 0x2, 0x4, 0x8, 0x10


def event(keysym: str, state: int = 0, keycode: int = 0, char: str = "") -> tk.Event[tk.Misc]:
    made = SimpleNamespace(keysym=keysym, state=state, keycode=keycode, char=char)
    return cast("tk.Event[tk.Misc]", made)


@pytest.mark.parametrize(
    ("seen", "chord"),
    [
        (event("s", CONTROL, 39), "Control+s"),
        (event("S", CONTROL | CAPS | NUM, 39), "Control+s"),
        (event("S", CONTROL | SHIFT, 39), "Control+Shift+s"),
        (event("Cyrillic_yeru", CONTROL, 39), "Control+s"),
        (event("hebrew_dalet", CONTROL, 39), "Control+s"),
        (event("exclam", CONTROL | SHIFT, 10), "Control+Shift+1"),
        (event("ampersand", CONTROL, 10), "Control+1"),  # French digits
        (event("parenright", CONTROL | SHIFT, 19), "Control+Shift+0"),
        (event("braceright", CONTROL | SHIFT, 35), "Control+Shift+bracketright"),
        (event("udiaeresis", CONTROL, 34), "Control+bracketleft"),  # German
        (event("plus", CONTROL | SHIFT, 21), "Control+Shift+equal"),
        (event("KP_Add", CONTROL, 86), "Control+equal"),
        (event("F10"), "f10"),
        (event("Up", ALT, 111), "Alt+up"),
        (event("ISO_Left_Tab", CONTROL | SHIFT, 23), "Control+Shift+tab"),
        (event("a", 0, 38, "a"), None),
        (event("A", SHIFT, 38, "A"), None),
        (event("Control_L", CONTROL, 37), None),
        (event("??", 0, 0, "\N{CJK UNIFIED IDEOGRAPH-4E2D}\N{CJK UNIFIED IDEOGRAPH-6587}"), None),
    ],
)
def test_a_chord_is_read_from_what_x11_reports(seen: Any, chord: str | None) -> None:
    assert chord_of(seen, "linux") == chord


def test_altgr_of_windows_types_and_control_alt_without_a_character_is_a_chord() -> None:
    assert chord_of(event("at", CONTROL | 0x20000, ord("Q"), "@"), "win32") is None
    assert chord_of(event("q", CONTROL | SHIFT | 0x20000, ord("Q"), "\x11"), "win32") == "Control+Alt+Shift+q"
    assert chord_of(event("Cyrillic_yeru", CONTROL, ord("S"), ""), "win32") == "Control+s"


def test_command_and_option_of_macos_are_told_apart() -> None:
    assert chord_of(event("s", 0x8, 1 << 16), "darwin") == "Command+s"
    assert chord_of(event("Cyrillic_yeru", 0x8, 1 << 16), "darwin") == "Command+s"
    assert chord_of(event("exclam", CONTROL | SHIFT, 18 << 16), "darwin") == "Control+Shift+1"


def test_every_action_has_its_words_and_is_found_by_each_of_its_chords() -> None:
    found = by_chord()
    assert all(f"action.{name}" in ENGLISH for name in ACTIONS)
    assert all(action.id in found[canonical(chord)] for action in ACTIONS.values() for chord in action.chords)


@pytest.mark.parametrize("platform", ["other", "mac"])
def test_a_chord_has_one_action_in_the_text_and_one_elsewhere_at_most(platform: str) -> None:
    def of(chord: str, *, text: bool) -> list[str]:
        return [
            action.id
            for action in ACTIONS.values()
            if (action.scope == "editor") is text and chord in map(canonical, getattr(action, platform))
        ]

    chords = {canonical(chord) for action in ACTIONS.values() for chord in getattr(action, platform)}
    assert all(len(of(chord, text=text)) <= 1 for chord in chords for text in (True, False))
    shared = [chord for chord in chords if of(chord, text=True) and of(chord, text=False)]
    assert shared == (["Control+Shift+0"] if platform == "other" else [])


def test_the_text_has_a_shared_chord_while_it_has_the_focus_and_the_sidebar_otherwise(
    typing: tuple[ShellKit, tk.Text],
) -> None:
    kit, field = typing
    before = kit.state.settings.flag("view.sidebar")
    field.event_generate("<Control-Shift-KeyPress-parenright>")
    assert (kit.areas[0].ran, kit.state.settings.flag("view.sidebar")) == (["paragraph"], before)
    kit.view.strip.canvas.focus_force()
    kit.until(lambda: kit.view.strip.canvas.bindtags()[0] == TAG)
    kit.view.strip.canvas.event_generate("<Control-Shift-KeyPress-parenright>")
    assert (kit.areas[0].ran, kit.state.settings.flag("view.sidebar")) == (["paragraph"], not before)


def test_in_the_find_bar_only_its_own_keys_reach_the_editor(typing: tuple[ShellKit, tk.Text]) -> None:
    kit, _field = typing
    bar = tk.Frame(kit.areas[0].frame, name="find")
    bar.pack()
    entry = tk.Entry(bar, name="pattern")
    entry.pack()
    kit.until(entry.winfo_viewable)  # a field that cannot be seen yet does not get the focus reliably
    entry.focus_force()
    kit.until(lambda: entry.bindtags()[0] == TAG)
    for chord in ("<Control-KeyPress-b>", "<Control-KeyPress-g>", "<Control-KeyPress-k>"):
        entry.event_generate(chord)
    assert kit.areas[0].ran == ["findNext"]


def test_every_menu_entry_is_an_action() -> None:
    listed = [entry for _, entries in MENUS for entry in entries if entry != SEPARATOR and not entry.endswith(">")]
    assert set(listed) == set(ACTIONS)
    assert all(text(f"menu.{name}") for name, _ in MENUS)


@pytest.fixture
def typing(kit: ShellKit) -> tuple[ShellKit, tk.Text]:
    """Give a window with the focus in its text, which holds two lines."""
    kit.add("x")
    kit.settle()
    area = kit.areas[0]
    area.text.insert("1.0", "first line\nsecond line")
    area.text.mark_set("insert", "1.5")
    kit.shell.focus(WindowLabel("main"))
    area.text.focus_force()
    kit.until(lambda: str(kit.root.tk.call("focus")) == str(area.text) and area.text.bindtags()[0] == TAG)
    return kit, area.text


@pytest.mark.parametrize("key", [*"bdehiknoptw", "slash", "backslash"])
def test_a_control_chord_never_reaches_the_bindings_of_a_text(typing: tuple[ShellKit, tk.Text], key: str) -> None:
    field = typing[1]
    field.event_generate(f"<Control-KeyPress-{key}>")
    assert field.get("1.0", "end-1c") == "first line\nsecond line"
    assert field.index("insert") == "1.5"
    assert not field.tag_ranges("sel")


def test_the_tag_of_the_dispatcher_comes_first(typing: tuple[ShellKit, tk.Text]) -> None:
    assert typing[1].bindtags()[0] == TAG


def test_f10_switches_read_only_and_opens_no_menu(typing: tuple[ShellKit, tk.Text]) -> None:
    kit, field = typing
    field.event_generate("<KeyPress-F10>")
    assert len(kit.calls("toggle_read_only")) == 1
    assert str(kit.root.tk.call("focus")) == str(field)


def test_keys_of_the_editor_work_in_the_text_only(typing: tuple[ShellKit, tk.Text]) -> None:
    kit, field = typing
    field.event_generate("<Control-KeyPress-f>")
    assert kit.areas[0].ran == ["findReplace"]
    kit.view.strip.canvas.focus_force()
    kit.until(lambda: kit.view.strip.canvas.bindtags()[0] == TAG)
    kit.view.strip.canvas.event_generate("<Control-KeyPress-f>")
    assert kit.areas[0].ran == ["findReplace"]


def test_global_keys_work_wherever_the_focus_is(typing: tuple[ShellKit, tk.Text]) -> None:
    kit, field = typing
    field.event_generate("<Control-KeyPress-s>")
    kit.view.strip.canvas.focus_force()
    kit.until(lambda: kit.view.strip.canvas.bindtags()[0] == TAG)
    kit.view.strip.canvas.event_generate("<Control-KeyPress-s>")
    assert len(kit.calls("save")) == 2


def test_no_command_runs_while_a_question_stands_over_the_window(typing: tuple[ShellKit, tk.Text]) -> None:
    kit, field = typing
    choices = (Choice("cancel", "Cancel", safe=True), Choice("approve", "Do it"))
    kit.desk.ask(Confirm("test", "Really?", "Sure?", choices), window=WindowLabel("main"))
    for chord in ("<Control-KeyPress-s>", "<Control-KeyPress-w>", "<Control-KeyPress-q>", "<Control-KeyPress-f>"):
        field.event_generate(chord)
    assert not kit.commands.calls
    assert not kit.areas[0].ran


def test_plain_typing_is_left_to_the_text(typing: tuple[ShellKit, tk.Text]) -> None:
    field = typing[1]
    field.event_generate("<KeyPress-x>")
    assert field.get("1.0", "1.end") == "firstx line"
