"""Windows, titles, focus, themes, panels, welcome screen (08 W-01 to W-09, K-08, V-01, ARC-036)."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import pytest

from tests.ui.conftest import MakeKit
from tests.ui.shell_kit import MAIN, ShellKit
from vmark_tk.core import workspaces
from vmark_tk.core.document import Edit, Origin
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.text import Position
from vmark_tk.ui.context import CaretMoved
from vmark_tk.ui.shell import FocusMoved
from vmark_tk.ui.theme import THEMES

SECOND = WindowLabel("doc-1")


def test_a_window_without_tabs_shows_the_welcome_screen_and_one_with_a_tab_the_editor(kit: ShellKit) -> None:
    assert kit.view.welcome is not None
    assert kit.view.welcome.frame.winfo_ismapped()
    tab = kit.add("x")
    kit.settle()
    assert kit.areas[0].frame.winfo_ismapped()
    assert not kit.view.welcome.frame.winfo_ismapped()
    kit.state.remove_tab(tab)
    kit.settle()
    assert kit.view.welcome.frame.winfo_ismapped()


def test_the_title_is_the_file_name_with_a_dot_while_unsaved(kit: ShellKit) -> None:
    tab = kit.add("x", Path("/notes/one.md"))
    assert kit.view.top.title() == "one.md"
    assert tab.document is not None
    tab.document.apply([Edit(Position(0, 0), Position(0, 0), "y")], origin=Origin.USER)
    assert kit.view.top.title() == "\N{BULLET} one.md"
    tab.document.undo()
    assert kit.view.top.title() == "one.md"


def test_the_status_bar_names_the_encoding_and_warns_of_the_disk(kit: ShellKit) -> None:
    tab = kit.add("x", Path("/notes/one.md"))
    document, parts = tab.document, kit.view.status._parts
    assert document is not None
    kit.settle()
    assert parts["encoding"]["text"] == "UTF-8"
    assert not parts["disk"].winfo_ismapped()
    document.file.encoding, document.file.divergent = "latin-1", True
    document.status_changed()
    kit.settle()
    assert parts["encoding"]["text"] == "Latin-1"
    assert parts["disk"].winfo_ismapped()
    assert "Differs" in parts["disk"]["text"]
    document.file.missing = True
    document.status_changed()
    assert "gone" in parts["disk"]["text"]


def with_keys(kit: ShellKit) -> str:
    """Return the widget that the keys go to."""
    return str(kit.root.tk.call("focus"))


def swap_text(kit: ShellKit) -> tuple[str, str]:
    """Put another text into the area of the first window, as a change of tabs does; return both paths."""
    area = kit.areas[0]
    before, area.text = area.text, tk.Text(area.frame, name="other")
    before.pack_forget()
    area.text.pack(fill="both", expand=True)
    kit.settle()
    return str(before), str(area.text)


@pytest.mark.requirement("WSP-142")
def test_a_window_whose_tab_was_switched_in_the_back_gets_the_focus_and_its_text_the_keys(kit: ShellKit) -> None:
    kit.add("x", Path("/notes/one.md"))
    kit.state.add_window()
    kit.settle()
    kit.shell.focus(MAIN)
    kit.until(lambda: with_keys(kit) == str(kit.areas[0].text))
    kit.shell.focus(SECOND)
    kit.until(lambda: kit.shell.focused() == SECOND)
    _, shown = swap_text(kit)
    kit.shell.focus(MAIN)
    kit.until(lambda: with_keys(kit) == shown)


def test_keys_leave_a_text_that_is_out_of_sight_when_its_window_gets_the_focus(kit: ShellKit) -> None:
    kit.add("x", Path("/notes/one.md"))
    kit.settle()
    kit.shell.focus(MAIN)
    kit.until(lambda: with_keys(kit) == str(kit.areas[0].text))
    hidden, shown = swap_text(kit)
    assert with_keys(kit) == hidden
    kit.view.top.event_generate("<FocusIn>")
    kit.until(lambda: with_keys(kit) == shown)


@pytest.mark.requirement("ARC-036")
def test_test_control_is_visible_in_title_and_status_bar(make_kit: MakeKit) -> None:
    kit = make_kit(control=True)
    kit.add("x", Path("/notes/one.md"))
    kit.settle()
    assert kit.view.top.title() == "Remote-controlled: one.md"
    mark = kit.view.status.frame.nametowidget("control")
    assert mark.winfo_ismapped()
    assert "Test control" in mark["text"]


def test_windows_are_independent_and_go_with_their_records(kit: ShellKit) -> None:
    kit.state.add_window()
    kit.settle()
    kit.add("x", Path("/notes/one.md"))
    kit.settle()
    assert list(kit.shell.views) == [MAIN, SECOND]
    assert kit.shell.views[SECOND].top.title() == "vmark"
    kit.state.remove_window(MAIN)
    kit.settle()
    assert list(kit.shell.views) == [SECOND]
    assert kit.shell.toplevel(MAIN) is None


def test_the_focused_window_is_what_the_system_says(kit: ShellKit) -> None:
    heard: list[WindowLabel | None] = []
    kit.state.events.subscribe(FocusMoved, lambda event: heard.append(event.window))
    kit.state.add_window()
    kit.settle()
    kit.shell.focus(SECOND)
    kit.until(lambda: kit.shell.focused() == SECOND)
    kit.shell.focus(MAIN)
    kit.until(lambda: kit.shell.focused() == MAIN and heard[-1:] == [MAIN])
    kit.shell.blur()
    kit.until(lambda: kit.shell.focused() is None)
    kit.until(lambda: heard[-1] is None)
    kit.shell.focus(MAIN)
    kit.until(lambda: kit.shell.focused() == MAIN)


def test_a_hidden_editor_shows_itself_when_told(make_kit: MakeKit) -> None:
    kit = make_kit(hidden=True)
    kit.add("x")
    kit.settle()
    assert kit.view.top.state() == "withdrawn"
    kit.shell.show()
    kit.until(kit.view.top.winfo_viewable)


def test_closing_by_the_window_manager_asks_the_commands(kit: ShellKit) -> None:
    kit.root.tk.eval(kit.view.top.protocol("WM_DELETE_WINDOW"))
    assert kit.calls("close_window") == [MAIN]


def test_closing_the_last_tab_keeps_the_window_and_closing_again_does_not(kit: ShellKit) -> None:
    kit.add("x")
    kit.shell.actions.run("closeFile", MAIN)
    kit.settle()
    assert MAIN in kit.shell.views
    kit.shell.actions.run("closeFile", MAIN)
    assert kit.calls("close_window") == [MAIN]


def test_geometry_and_sidebar_come_back(make_kit: MakeKit) -> None:
    kit = make_kit()
    kit.view.top.geometry("700x500+60+80")
    kit.settle()
    frame = kit.shell.frame_of(MAIN)
    assert (frame["width"], frame["height"]) == (700, 500)
    assert frame["sidebar"] == pytest.approx(250, abs=2)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_change_of_theme_reaches_every_widget_at_once(kit: ShellKit, tmp_path: Path, theme: str) -> None:
    kit.add("x", tmp_path / "a.md")
    workspaces.open_folder(kit.state, MAIN, tmp_path)
    kit.settle()
    kit.state.settings.set("appearance.theme", "sepia" if theme != "sepia" else "night")
    kit.settle()
    before = set(_colours(kit))
    kit.state.settings.set("appearance.theme", theme)
    kit.settle()
    allowed = {str(getattr(THEMES[theme], name)) for name in THEMES[theme].__slots__}
    assert before != set(_colours(kit))
    assert set(_colours(kit)) <= allowed


def _colours(kit: ShellKit) -> dict[str, str]:
    """Return the background of each widget of the window, areas of others left out."""
    found: dict[str, str] = {}
    todo = [str(kit.view.top)]
    while todo:
        path = todo.pop()
        if "#" in path or path.endswith((".host", ".tooltip")):
            continue
        kind = str(kit.root.tk.call("winfo", "class", path))
        if kind == "Menu":
            continue  # takes its colours when posted
        if not kind.startswith("T") or kind == "Toplevel":
            found[str(kit.root.tk.call(path, "cget", "-bg"))] = path
        todo += [str(child) for child in kit.root.tk.splitlist(kit.root.tk.call("winfo", "children", path))]
    return found


def test_sidebar_status_bar_and_rail_follow_their_settings(kit: ShellKit, tmp_path: Path) -> None:
    assert kit.view.sidebar.frame.winfo_ismapped()
    for action, part in (("toggleSidebar", kit.view.sidebar.frame), ("toggleStatusBar", kit.view.status.frame)):
        kit.shell.actions.run(action, MAIN)
        kit.settle()
        assert not part.winfo_ismapped()
        kit.shell.actions.run(action, MAIN)
        kit.settle()
        assert part.winfo_ismapped()
    assert not kit.view.rail.canvas.winfo_ismapped()
    kit.state.settings.set("workspace.rail", True)
    workspaces.open_folder(kit.state, MAIN, tmp_path)
    kit.settle()
    assert kit.view.rail.canvas.winfo_ismapped()
    assert str(tmp_path) in [words for _, _, words, _ in kit.view.rail.parts()]


def test_a_hint_replaces_the_path_for_a_while(kit: ShellKit) -> None:
    kit.add("x", Path("/notes/one.md"))
    kit.view.status.show_hint("Press again to quit", for_ms=30)
    path = kit.view.status.frame.nametowidget("path")
    assert path["text"] == "Press again to quit"
    kit.until(lambda: path["text"] == str(Path("/notes/one.md")))


def test_the_light_tells_of_a_client_that_does_not_answer(kit: ShellKit) -> None:
    one = {"principal": "p", "name": "a", "version": "1", "answering": "yes"}
    kit.clients.now = [one, {**one, "principal": "q", "answering": "no"}]
    kit.shell.show_clients()
    assert str(kit.view.status._parts["mcp"].cget("text")).strip() == "MCP: 1 of 2 not answering"


def test_the_light_names_the_clients(kit: ShellKit) -> None:
    light = kit.view.status.frame.nametowidget("mcp")
    assert light["text"].strip() == "MCP: no client"
    kit.clients.now = [{"principal": "p", "name": "Claude Code", "version": "2.0"}]
    kit.shell.show_clients()
    assert light["text"].strip() == "MCP: 1 connected"
    assert kit.view.status.clients_text().split("\n")[1] == "Claude Code 2.0"
    kit.state.settings.set("mcp.enabled", False)
    assert light["text"].strip() == "MCP: off"


def test_the_status_bar_follows_the_caret_of_its_window(kit: ShellKit) -> None:
    kit.add("x", Path("/notes/one.md"))
    place = kit.view.status.frame.nametowidget("position")
    kit.state.events.publish(CaretMoved(MAIN, 3, 7))
    assert place["text"] == "Ln 3, Col 7"
    kit.state.events.publish(CaretMoved(SECOND, 1, 1))
    kit.state.events.publish(CaretMoved(MAIN, 3, 9, 2))
    assert place["text"] == "Ln 3, Col 9 (2 selected)"


def test_next_pane_goes_round_tree_tabs_and_text(kit: ShellKit, tmp_path: Path) -> None:
    (tmp_path / "a.md").touch()
    workspaces.open_folder(kit.state, MAIN, tmp_path)
    kit.add("x", tmp_path / "a.md")
    kit.settle()
    kit.shell.focus(MAIN)
    kit.areas[0].text.focus_force()
    kit.until(lambda: str(kit.root.tk.call("focus")) == str(kit.areas[0].text))
    seen = []
    for _ in range(3):
        kit.shell.actions.run("focusNextPane", MAIN)
        kit.settle()
        seen.append(str(kit.root.tk.call("focus")))
    assert seen == [str(kit.view.strip.canvas), str(kit.view.sidebar.tree), str(kit.areas[0].text)]


def test_an_idle_window_has_no_timers(kit: ShellKit, tmp_path: Path) -> None:
    workspaces.open_folder(kit.state, MAIN, tmp_path)
    for number in range(10):
        kit.add("x", tmp_path / f"{number}.md")
    kit.settle()
    assert kit.root.tk.splitlist(kit.root.tk.call("after", "info")) == ()


def test_no_window_is_lighter_than_its_theme_before_it_is_painted(make_kit: MakeKit) -> None:
    kit = make_kit(hidden=True, appearance__theme="night")
    assert kit.view.top["bg"] == THEMES["night"].page
    assert kit.ctx.theme.dark
