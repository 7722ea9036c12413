"""Every interactive widget has a name; keys and clicks by name do what a person's would (ARC-059)."""

from __future__ import annotations

import struct
import tkinter as tk
import zlib
from collections import Counter
from pathlib import Path

import pytest

from tests.ui.shell_kit import MAIN, ShellKit
from vmark_tk.core import workspaces
from vmark_tk.ui.gestures import WidgetGestures


@pytest.fixture
def gestures(kit: ShellKit, tmp_path: Path) -> WidgetGestures:
    (tmp_path / "a.md").touch()
    workspaces.open_folder(kit.state, MAIN, tmp_path)
    kit.add("x", tmp_path / "a.md")
    kit.settle()
    kit.shell.focus(MAIN)
    kit.areas[0].text.focus_force()
    kit.until(lambda: str(kit.root.tk.call("focus")) == str(kit.areas[0].text))
    return WidgetGestures(kit.ctx, kit.shell)


@pytest.mark.requirement("ARC-059")
def test_names_are_unique_in_a_window(kit: ShellKit, gestures: WidgetGestures) -> None:
    names = Counter(str(seen["widget"]) for seen in gestures.widgets(MAIN))
    assert [name for name, count in names.items() if count > 1] == []
    assert {"status.mcp", "sidebar.tree", "sidebar.hidden", "tabs.new", "menu.save", "host.text"} <= set(names)


@pytest.mark.requirement("ARC-059")
def test_everything_that_takes_the_focus_has_a_name(kit: ShellKit, gestures: WidgetGestures) -> None:
    strays, todo = [], [str(kit.view.top)]
    call = kit.root.tk.call
    while todo:
        path = todo.pop()
        todo += [str(child) for child in kit.root.tk.splitlist(call("winfo", "children", path))]
        try:
            takes = str(call(path, "cget", "-takefocus")) == "1"
        except tk.TclError:
            takes = False
        if takes and path.rsplit(".", 1)[1].startswith("!"):
            strays.append(path)
    assert not strays


def test_a_widget_is_described_with_text_bounds_and_focus(gestures: WidgetGestures) -> None:
    seen = {str(one["widget"]): one for one in gestures.widgets(None)}
    assert seen["host.text"]["focused"]
    assert seen["status.mcp"]["text"] == "MCP: no client"
    assert seen["menu.revert"]["enabled"] is False
    assert all(size > 0 for size in seen["tabs.new"]["bounds"][2:])


def test_pressing_keys_runs_what_they_are_bound_to(kit: ShellKit, gestures: WidgetGestures) -> None:
    gestures.press("Control-s")
    gestures.press("Control-Shift-s")
    gestures.press("F10")
    assert [name for name, _ in kit.commands.calls] == ["save", "save_as", "toggle_read_only"]
    gestures.press("x")
    assert kit.areas[0].text.get("1.0", "end-1c") == "x"


@pytest.mark.parametrize("chord", ["Nonsense-s", "Hyper+x"])
def test_what_is_no_chord_is_refused(gestures: WidgetGestures, chord: str) -> None:
    with pytest.raises(ValueError, match="not a chord"):
        gestures.press(chord)


def test_clicks_by_name_reach_buttons_parts_and_menu_entries(kit: ShellKit, gestures: WidgetGestures) -> None:
    gestures.click("tabs.new")
    kit.settle()
    assert len(kit.state.tabs) == 2
    gestures.click("menu.newTab")
    kit.settle()
    assert len(kit.state.tabs) == 3
    gestures.click("sidebar.all")
    assert kit.view.sidebar.showing.all_files
    with pytest.raises(KeyError):
        gestures.click("no.such")


def test_a_row_of_the_welcome_screen_is_a_button(kit: ShellKit) -> None:
    kit.settle()
    gestures = WidgetGestures(kit.ctx, kit.shell)
    row = next(one for one in gestures.widgets(MAIN) if one["widget"] == "welcome.openFolder")
    assert str(row["text"]).startswith("Open Folder")
    gestures.click("welcome.openFolder")
    assert kit.calls("open_folder_dialog") == [MAIN]


def test_a_picture_shows_the_window(kit: ShellKit, gestures: WidgetGestures) -> None:
    kit.view.top.lift()
    kit.settle()
    picture = gestures.screenshot(MAIN)
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert width == kit.view.top.winfo_width()
    assert height >= kit.view.top.winfo_height()
    at = picture.index(b"IDAT")
    (length,) = struct.unpack(">I", picture[at - 4 : at])
    pixels = zlib.decompress(picture[at + 4 : at + 4 + length])
    page = bytes.fromhex(kit.ctx.theme.panel[1:])
    assert pixels.count(page) > width * 20
