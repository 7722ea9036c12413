"""The editor area: which text is on the screen, who has the focus, what is kept, and the port over all areas."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.editor_kit import EditorKit, place, shown
from tests.ui.shell_kit import MAIN
from vmark_tk.core.document import Origin, ViewState
from vmark_tk.core.state import TabActivated
from vmark_tk.ui.context import CaretMoved
from vmark_tk.ui.editor_host import MAX_KEPT, Viewer


@pytest.fixture
def kit(root: tk.Tk) -> Iterator[EditorKit]:
    made = EditorKit(root)
    made.until(made.view.strip.canvas.winfo_viewable)
    yield made
    made.close()


def has_focus(kit: EditorKit) -> str:
    kit.settle()
    return str(kit.root.tk.call("focus"))


def test_the_active_tab_is_on_the_screen(kit: EditorKit) -> None:
    first, second = kit.add("first"), kit.add("second")
    assert shown(kit.editor()) == "second"
    kit.state.activate(first)
    assert shown(kit.editor()) == "first"
    assert kit.ctx.editors.is_live(first.id)
    assert not kit.ctx.editors.is_live(second.id)


def test_a_tab_in_the_background_gets_no_widget_before_it_is_shown(kit: EditorKit) -> None:
    kit.add("front")
    behind = kit.add("behind", activate=False)
    kit.settle()
    assert kit.host.kept(behind.id) is None


def test_of_many_tabs_the_last_seen_keep_their_widget_and_all_their_place(kit: EditorKit) -> None:
    tabs = [kit.add("\n".join(f"{number} {line}" for line in range(200))) for number in range(MAX_KEPT + 3)]
    first = tabs[0]
    kit.state.activate(first)
    kit.ctx.editors.select(first.id, place(150, 1), place(150, 3))
    kit.settle()
    there = kit.ctx.editors.view(first.id)
    assert there.first_line > 100
    for tab in tabs[1:]:
        kit.state.activate(tab)
        kit.settle()
    assert kit.host.kept(first.id) is None
    assert sum(kit.host.kept(tab.id) is not None for tab in tabs) == MAX_KEPT
    assert kit.ctx.editors.view(first.id) == there
    assert kit.ctx.editors.selection(first.id) == (place(150, 1), place(150, 3))
    kit.state.activate(first)
    kit.settle()
    assert kit.editor().view() == there


def test_closing_a_tab_takes_its_widget_and_its_place(kit: EditorKit) -> None:
    tab = kit.add("one")
    other = kit.add("two")
    editor = kit.host.kept(tab.id)
    assert editor is None or editor.text.winfo_exists()
    kit.state.activate(tab)
    document = kit.editor().document
    kit.state.remove_tab(tab)
    kit.settle()
    assert document.view_probe is None
    assert kit.host.shown == other.id
    assert kit.ctx.editors.view(tab.id) == ViewState()


def test_a_viewer_shows_the_text_as_it_changes_but_is_no_live_editor(kit: EditorKit) -> None:
    kit.add("front")
    tab = kit.add("one \x00 \ud800", activate=False)
    tab.viewer = True
    kit.state.activate(tab)
    kit.settle()
    pane = kit.host._kept[tab.id]
    assert isinstance(pane, Viewer)
    assert pane._text.get("1.0", "end-1c") == "one \ufffd \ufffd"
    assert not kit.ctx.editors.is_live(tab.id)
    assert kit.host.editor is None
    assert tab.document is not None
    tab.document.set_text("two", origin=Origin.RELOAD)
    assert pane._text.get("1.0", "end-1c") == "two"
    with pytest.raises(ValueError, match="no editor"):
        kit.ctx.editors.type_text(tab.id, "x")


def test_an_editor_becomes_a_viewer_when_its_tab_does(kit: EditorKit) -> None:
    tab = kit.add("text")
    kit.editor()
    tab.viewer = True
    kit.state.events.publish(TabActivated(MAIN, tab.id))
    kit.settle()
    assert isinstance(kit.host._kept[tab.id], Viewer)
    assert not kit.ctx.editors.is_live(tab.id)


def test_places_set_before_a_tab_is_shown_hold_when_it_is(kit: EditorKit) -> None:
    lines = "\n".join(f"line {number}" for number in range(300))
    front, selected, restored = (kit.add(lines, activate=active) for active in (True, False, False))
    editors = kit.ctx.editors
    editors.select(selected.id, place(200, 2), place(200, 4))
    assert editors.selection(selected.id) == (place(200, 2), place(200, 4))
    view = ViewState(place(120, 1), place(120, 1), 110)
    editors.restore_view(restored.id, view)
    assert editors.view(restored.id) == view
    kit.state.activate(selected)
    assert kit.editor().selection() == (place(200, 2), place(200, 4))
    assert kit.editor().text.bbox("201.3") is not None
    kit.state.activate(restored)
    assert kit.editor().view() == view
    assert editors.mode(front.id) == "source"


def test_typing_into_a_tab_works_behind_the_one_on_the_screen(kit: EditorKit) -> None:
    behind = kit.add("- one", activate=False)
    kit.add("front")
    kit.ctx.editors.restore_view(behind.id, ViewState(place(0, 5), place(0, 5)))
    kit.ctx.editors.type_text(behind.id, "\ntwo(")
    assert behind.document is not None
    assert behind.document.text == "- one\n- two()"


def test_a_shown_tab_takes_the_focus_from_the_text_before_it(kit: EditorKit) -> None:
    kit.focused_editor("one")
    kit.add("two")
    assert has_focus(kit) == str(kit.editor().text)


@pytest.mark.parametrize("kind", ["Entry", "Treeview"])
def test_a_shown_tab_leaves_the_focus_in_a_list_or_field(kit: EditorKit, kind: str) -> None:
    from tkinter import ttk  # noqa: PLC0415

    kit.focused_editor("one")
    widget = tk.Entry(kit.view.top) if kind == "Entry" else ttk.Treeview(kit.view.top)
    widget.place(x=0, y=0)
    widget.focus_force()
    kit.until(lambda: str(kit.root.tk.call("focus")) == str(widget))
    kit.add("two")
    assert has_focus(kit) == str(widget)


def test_a_shown_tab_does_not_take_the_focus_from_another_window(kit: EditorKit) -> None:
    kit.focused_editor("one")
    other = tk.Toplevel(kit.root)
    kit.until(other.winfo_viewable)
    other.focus_force()
    kit.until(lambda: str(kit.root.tk.call("focus")) == str(other))
    kit.add("two")
    assert has_focus(kit) == str(other)


def test_caret_and_selection_are_reported_once_a_turn(kit: EditorKit) -> None:
    editor = kit.focused_editor("one two")
    heard: list[CaretMoved] = []
    kit.state.events.subscribe(CaretMoved, heard.append)
    for _ in range(3):
        editor.type_character("x")
    editor.select(place(0, 0), place(0, 6))
    kit.settle()
    assert heard[-1] == CaretMoved(MAIN, 1, 7, 6)
    assert len(heard) <= 2


def test_actions_of_the_editor_run_on_the_text_on_the_screen(kit: EditorKit) -> None:
    editor = kit.focused_editor("one\ntwo")
    assert kit.host.run("selectAll")
    assert editor.selection() == (place(0, 0), place(1, 3))
    assert kit.host.run("indent")
    assert editor.document.text == "  one\n  two"
    assert kit.host.run("outdent")
    assert editor.document.text == "one\ntwo"
    assert kit.host.run("bold")
    assert "**" in editor.document.text
    assert not kit.host.run("closeTab")


def test_a_line_of_a_megabyte_tells_that_wrapping_is_off(kit: EditorKit) -> None:
    kit.editor("x" * 1_000_000)
    assert any("wrap" in notice.text for notice in kit.state.notices.kept)


def test_an_area_that_goes_leaves_no_timer_and_no_subscription(kit: EditorKit) -> None:
    kit.editor("kept")
    before = {kind: len(them) for kind, them in kit.state.events._subscribers.items()}
    restyled = len(kit.ctx._restyle)
    window = kit.state.add_window()
    document = kit.state.new_document(["text"])
    kit.state.add_tab(window.label, document, activate=True)
    kit.settle()
    area = kit.shell.views[window.label].host
    assert area is not None
    area.editor.type_character("x")  # type: ignore[attr-defined]
    kit.state.remove_window(window.label)
    kit.settle()
    after = {kind: len(them) for kind, them in kit.state.events._subscribers.items()}
    assert {
        kind.__name__: number - before.get(kind, 0) for kind, number in after.items() if number > before.get(kind, 0)
    } == {}
    assert len(kit.ctx._restyle) == restyled
    assert document.view_probe is None


def test_the_line_above_the_text_says_what_is_special_about_the_file(kit: EditorKit, tmp_path: Path) -> None:
    tab = kit.add("text", tmp_path / "notes.md")
    kit.editor()
    banner = kit.host._banner
    assert not banner.frame.winfo_ismapped()
    assert tab.document is not None
    tab.document.file.missing = True
    tab.document.status_changed()
    kit.settle()
    assert banner.frame.winfo_ismapped()
    assert banner.frame.winfo_y() < kit.host._area.winfo_y()
    missing = str(banner._words.cget("text"))
    tab.document.file.missing, tab.document.file.divergent = False, True
    tab.document.status_changed()
    assert str(banner._words.cget("text")) not in ("", missing)
    assert [button.winfo_name() for button in banner._buttons] == ["reload"]
    kit.settle()
    banner._buttons[0].event_generate("<ButtonRelease-1>", x=2, y=2)
    kit.settle()
    assert kit.calls("revert") == [tab.id]
    tab.document.file.divergent = False
    tab.banner = "This file is Latin-1."
    tab.document.status_changed()
    assert str(banner._words.cget("text")) == "This file is Latin-1."
    assert [button.winfo_name() for button in banner._buttons] == ["convert"]
    tab.banner = None
    tab.document.status_changed()
    kit.settle()
    assert not banner.frame.winfo_ismapped()
