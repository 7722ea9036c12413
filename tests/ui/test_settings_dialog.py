"""Settings: every row changes its value at once, resets, is found by search; the window follows theme and changes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk

import pytest

from tests.ui.dialog_kit import Kit, staged
from vmark_tk.core.client_config import bridge_command, client_configs
from vmark_tk.core.settings import SETTINGS
from vmark_tk.ui.settings_dialog import SettingsWindow, open_settings
from vmark_tk.ui.settings_items import ITEMS, SECTIONS
from vmark_tk.ui.settings_pages import font_families
from vmark_tk.ui.texts import text


@pytest.fixture
def kit() -> Iterator[Kit]:
    yield from staged()


def opened(kit: Kit, section: str = "appearance") -> SettingsWindow:
    kit.until(kit.windows[kit.main].winfo_viewable)
    window = open_settings(kit.ctx, kit, kit.main, section)
    assert window is not None
    kit.until(window.dialog.top.winfo_viewable)
    return window


def find(widget: tk.Misc, name: str) -> tk.Misc:
    for child in widget.winfo_children():
        if child.winfo_name() == name:
            return child
        try:
            return find(child, name)
        except LookupError:
            continue
    raise LookupError(name)


def words(widget: tk.Misc) -> str:
    own = str(widget.cget("text")) if isinstance(widget, tk.Label) else ""
    if isinstance(widget, tk.Text):
        own = widget.get("1.0", "end-1c")
    return "\n".join([own, *(words(child) for child in widget.winfo_children())])


def test_every_item_has_words_a_section_and_a_setting() -> None:
    for item in ITEMS:
        assert item.key in SETTINGS
        assert item.section in SECTIONS
        assert item.label
        assert item.help
        for value, label in item.choices():
            assert SETTINGS[item.key].check(value), (item.key, value)
            assert label
    assert len({item.key for item in ITEMS}) == len(ITEMS)


@pytest.mark.parametrize("item", [item for item in ITEMS if item.kind == "switch"], ids=lambda item: item.key)
def test_a_switch_changes_its_setting_at_once(kit: Kit, item: object) -> None:
    key, section = item.key, item.section  # type: ignore[attr-defined]
    before = kit.state.settings.flag(key)
    window = opened(kit, section)
    kit.focus(find(window.dialog.top, key.replace(".", "_")))
    kit.key("space")
    assert kit.state.settings.flag(key) is not before


def test_a_number_is_typed_stepped_and_refused_out_of_range(kit: Kit) -> None:
    window = opened(kit, "editor")
    field = find(window.dialog.top, "editor_font_size")
    assert isinstance(field, tk.Entry)
    kit.focus(field)
    kit.key("Up")
    assert kit.state.settings.number("editor.font_size") == 20
    for typed, kept in (("99", 20), ("abc", 20), ("24", 24)):
        field.delete(0, "end")
        field.insert(0, typed)
        kit.key("Return")
        assert kit.state.settings.number("editor.font_size") == kept
    for _ in range(20):
        kit.key("Up")
    assert kit.state.settings.number("editor.font_size") == 32


def test_a_font_name_with_a_semicolon_is_refused(kit: Kit) -> None:
    window = opened(kit, "editor")
    field = find(window.dialog.top, "editor_latin_font")
    assert isinstance(field, ttk.Combobox)
    kit.focus(field)
    field.set("Evil; font")
    kit.key("Return")
    assert field.instate(["invalid"])
    assert kit.state.settings.text("editor.latin_font") == ""
    field.set("DejaVu Serif")
    kit.key("Return")
    assert not field.instate(["invalid"])
    assert kit.state.settings.text("editor.latin_font") == "DejaVu Serif"


def test_colour_emoji_fonts_are_not_offered(kit: Kit) -> None:
    families = font_families(kit.root)
    assert families
    assert not [name for name in families if "emoji" in name.lower()]


def test_a_row_offers_reset_only_while_it_differs(kit: Kit) -> None:
    window = opened(kit, "files")
    reset = find(window.dialog.top, "reset_files_confirm_quit")
    assert not reset.winfo_ismapped()
    kit.state.settings.set("files.confirm_quit", False)
    kit.until(reset.winfo_ismapped)
    kit.focus(reset)
    kit.key("space")
    assert kit.state.settings.flag("files.confirm_quit")
    kit.settle()
    assert not reset.winfo_ismapped()


def test_a_change_from_elsewhere_shows(kit: Kit) -> None:
    window = opened(kit, "editor")
    kit.state.settings.set("editor.font_size", 28)
    field = find(window.dialog.top, "editor_font_size")
    assert isinstance(field, tk.Entry)
    assert field.get() == "28"


def test_search_finds_items_of_all_sections_and_escape_ends_it(kit: Kit) -> None:
    window = opened(kit)
    kit.focus(window.search_field)
    kit.type("line")
    shown = words(window.dialog.top)
    assert text("setting.files.line_end") in shown
    assert text("setting.editor.line_numbers") in shown
    assert text("setting.appearance.scale") not in shown
    kit.key("Escape")
    assert window.dialog.alive
    assert text("setting.appearance.scale") in words(window.dialog.top)
    kit.key("Escape")
    assert not window.dialog.alive


def test_reset_all_asks_first(kit: Kit) -> None:
    kit.state.settings.set("editor.tab_size", 4)
    window = opened(kit)
    kit.focus(find(window.dialog.top, "reset_all"))
    kit.key("space")
    assert kit.focused().endswith("reset_no")
    kit.key("Return")
    assert kit.state.settings.number("editor.tab_size") == 4
    kit.focus(find(window.dialog.top, "reset_all"))
    kit.key("space")
    kit.focus(find(window.dialog.top, "reset_yes"))
    kit.key("space")
    assert kit.state.settings.number("editor.tab_size") == 2


def test_choosing_a_theme_recolours_the_window_and_keeps_the_place(kit: Kit) -> None:
    window = opened(kit)
    kit.focus(find(window.dialog.top, "theme_night"))
    kit.key("space")
    assert kit.state.settings.text("appearance.theme") == "night"
    kit.until(lambda: window.dialog.body.cget("bg") == kit.ctx.theme.raised)
    kit.until(lambda: kit.focused().endswith("theme_night"))


def test_every_section_opens_and_the_keys_walk_through_them(kit: Kit) -> None:
    window = opened(kit)
    kit.focus(find(window.dialog.top, "section_appearance"))
    for section in SECTIONS[1:]:
        kit.key("Down")
        assert text(f"settings.section.{section}") in words(window.dialog.top)
        assert kit.focused().endswith(f"section_{section}")


def test_integrations_name_clients_and_give_texts_to_copy(kit: Kit) -> None:
    kit.clients.now = [{"principal": "p1", "name": "Claude Code", "version": "2.1"}]
    window = opened(kit, "integrations")
    shown = words(window.dialog.top)
    assert "Claude Code 2.1" in shown
    for config in client_configs(bridge_command()):
        assert config.text in shown
    kit.focus(find(window.dialog.top, "copy_codex"))
    kit.key("space")
    assert "[mcp_servers.vmark]" in window.dialog.top.clipboard_get()


def test_a_focused_row_below_the_edge_is_scrolled_into_sight(kit: Kit) -> None:
    window = opened(kit, "editor")
    last = find(window.dialog.top, "find_regular_expression")
    kit.focus(last)
    top = window.dialog.top
    assert top.winfo_rooty() <= last.winfo_rooty() <= top.winfo_rooty() + top.winfo_height() - last.winfo_height()


def test_a_second_opening_brings_the_same_window_forward(kit: Kit) -> None:
    window = opened(kit)
    assert open_settings(kit.ctx, kit, kit.other) is None
    assert window.dialog.alive


def test_a_number_being_typed_counts_when_the_window_is_closed(kit: Kit) -> None:
    window = opened(kit, "editor")
    field = find(window.dialog.top, "editor_tab_size")
    assert isinstance(field, tk.Entry)
    kit.focus(field)
    field.delete(0, "end")
    field.insert(0, "6")
    kit.key("Control-w")
    assert not window.dialog.alive
    assert kit.state.settings.number("editor.tab_size") == 6
