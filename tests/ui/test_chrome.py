"""The dialog toolkit stays quiet: no timers, no copied fonts, no early import; its widgets work by keyboard."""

from __future__ import annotations

import os
import subprocess
import sys
import tkinter as tk
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.dialog_kit import Kit, names_in, staged
from vmark_tk.ui.chrome import NEVER_MS, Chrome, focus_on, toolkit
from vmark_tk.ui.dialog import Dialog


@pytest.fixture
def kit() -> Iterator[Kit]:
    yield from staged()


@pytest.fixture
def dialog(kit: Kit) -> Dialog:
    made = Dialog(Chrome(kit.ctx, kit.windows[kit.main]), kit.windows[kit.main], "A dialog", name="d")
    kit.until(kit.windows[kit.main].winfo_viewable)
    return made


def test_the_timers_of_the_toolkit_never_start(kit: Kit, dialog: Dialog) -> None:
    before = set(kit.root.tk.splitlist(kit.root.tk.call("after", "info")))
    chrome = dialog.chrome
    chrome.button(dialog.body, "One", lambda: None, name="one").pack()
    chrome.switch(dialog.body, on=True, command=lambda _on: None, name="two").pack()
    dialog.show()
    kit.settle()
    assert set(kit.root.tk.splitlist(kit.root.tk.call("after", "info"))) <= before
    ctk = toolkit()
    for tracker in (ctk.AppearanceModeTracker, ctk.ScalingTracker):
        assert "update_loop_interval" in vars(tracker)
        assert tracker.update_loop_interval == NEVER_MS
        assert tracker.update_loop_running is True
    assert ctk.AppearanceModeTracker.appearance_mode_set_by == "user"


def test_loading_the_toolkit_copies_no_fonts_into_the_home_folder(tmp_path: Path) -> None:
    code = "from vmark_tk.ui.chrome import toolkit; toolkit()"
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment.pop("PYTHONWARNDEFAULTENCODING", None)  # the toolkit does not name its encodings
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert ".fonts" not in names_in(tmp_path)


def test_importing_the_makers_does_not_import_the_toolkit() -> None:
    code = "import sys, vmark_tk.ui.prompt_view, vmark_tk.ui.native_dialogs; sys.exit('customtkinter' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("theme", ["paper", "night"])
def test_widgets_take_every_colour_from_the_theme(kit: Kit, theme: str) -> None:
    kit.state.settings.set("appearance.theme", theme)
    chrome = Chrome(kit.ctx, kit.root)
    frame = chrome.frame(kit.root, background=chrome.theme.raised)
    button = chrome.button(frame, "Go", lambda: None, name="go")
    assert button.cget("fg_color") == chrome.theme.raised
    assert button.cget("text_color") == chrome.theme.text
    assert toolkit().get_appearance_mode() == ("Dark" if chrome.theme.dark else "Light")


@pytest.mark.parametrize("chord", ["space", "Return", "KP_Enter"])
def test_a_button_is_pressed_by_keys_and_shows_the_focus(kit: Kit, dialog: Dialog, chord: str) -> None:
    pressed: list[str] = []
    button = dialog.chrome.button(dialog.body, "Go", lambda: pressed.append("go"), name="go")
    button.pack()
    rest = button.cget("border_color")
    dialog.show(button)
    kit.focus(button)
    assert button.cget("border_color") == kit.ctx.theme.accent != rest
    kit.key(chord)
    assert pressed == ["go"]


def test_a_switch_and_a_list_work_by_keys(kit: Kit, dialog: Dialog) -> None:
    seen: list[object] = []
    chrome = dialog.chrome
    ring = chrome.switch(dialog.body, on=False, command=seen.append, name="flag")
    ring.pack()
    options = chrome.option_menu(dialog.body, [(1, "One"), (2, "Two")], 1, seen.append, name="choice")
    options.pack()
    dialog.show()
    kit.focus(ring.nametowidget("flag"))
    assert ring.cget("bg") == kit.ctx.theme.accent
    kit.key("space")
    kit.focus(options)
    kit.key("Down")
    kit.key("Down")
    kit.key("Up")
    assert seen == [True, 2, 1]
    assert "One" in options.cget("text")


def test_a_field_refuses_with_a_red_border_and_takes_what_fits(kit: Kit, dialog: Dialog) -> None:
    border = dialog.chrome.entry(dialog.body, "1", name="field", commit=str.isdigit)
    border.pack()
    entry: tk.Entry = border.nametowidget("field")
    dialog.show(entry)
    kit.focus(entry)
    kit.type("x")
    kit.key("Return")
    assert border.cget("bg") == kit.ctx.theme.danger
    kit.key("BackSpace")
    kit.key("Return")
    assert border.cget("bg") == kit.ctx.theme.border


def test_no_key_leaves_a_dialog_for_the_accelerators(kit: Kit, dialog: Dialog) -> None:
    heard: list[str] = []
    kit.root.bind_all("<Control-k>", lambda _e: heard.append("k"))
    button = dialog.chrome.button(dialog.body, "Go", lambda: None, name="go")
    button.pack()
    dialog.show(button)
    kit.focus(button)
    kit.key("Control-k")
    kit.focus(kit.field(kit.other))
    kit.key("Control-k")
    assert heard == ["k"]


def test_a_closed_dialog_is_forgotten_by_the_toolkit(kit: Kit, dialog: Dialog) -> None:
    focus_on(dialog.top)
    dialog.chrome.button(dialog.body, "Go", lambda: None, name="go").pack()
    dialog.show()
    tracker = toolkit().ScalingTracker
    assert dialog.top in tracker.window_widgets_dict
    dialog.close()
    assert dialog.top not in tracker.window_widgets_dict
    assert dialog.top not in tracker.window_dpi_scaling_dict


def test_scale_enlarges_fonts_and_lengths(kit: Kit) -> None:
    kit.state.settings.set("appearance.scale", 2.0)
    chrome = Chrome(kit.ctx, kit.root)
    assert chrome.px(10) == 20
    assert chrome.font(13)[1] == -26
    kit.state.settings.set("appearance.scale", 1.0)
    Chrome(kit.ctx, kit.root)
    assert toolkit().ScalingTracker.widget_scaling == 1.0


def test_a_parent_can_be_recoloured_after_its_widgets_are_gone(kit: Kit, dialog: Dialog) -> None:
    chrome = dialog.chrome
    for _ in range(3):
        chrome.button(dialog.body, "Go", lambda: None, name="go").pack()
        chrome.scroll_bar(dialog.body, lambda: None).pack()
        for child in dialog.body.winfo_children():
            child.destroy()
        dialog.body.configure(bg="#123456")
    assert dialog.body.cget("bg") == "#123456"
