"""Colours: after edits those of a fresh start, visible lines first, the rest in the background."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import pytest

from tests.ui.editor_kit import EditorKit, place, tags
from vmark_tk.core.document import Edit, Origin
from vmark_tk.ui.highlight import MAX_RESTATED, MAX_SLICED_LINES, TAGS, tag_options
from vmark_tk.ui.theme import THEMES


@pytest.fixture
def kit(root: tk.Tk) -> Iterator[EditorKit]:
    made = EditorKit(root)
    made.until(made.view.strip.canvas.winfo_viewable)
    yield made
    made.close()


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_every_colour_has_its_options_in_every_theme(theme: str) -> None:
    assert set(tag_options(THEMES[theme])) == set(TAGS)


def test_an_opened_fence_colours_what_follows_and_its_end_gives_it_back(kit: EditorKit) -> None:
    editor = kit.editor("text\n" + "# head\n" * 20)
    before = tags(editor)
    assert "h1" in before
    editor.document.apply([Edit(place(0), place(0, 4), "```")], origin=Origin.USER)
    assert "h1" not in tags(editor)
    editor.document.undo()
    assert tags(editor) == before


def test_states_behind_a_long_way_are_found_again(kit: EditorKit) -> None:
    editor = kit.editor("text\n" + "# head\n" * (MAX_RESTATED + 500))
    last = MAX_RESTATED + 400
    assert not editor.in_code(place(last))
    editor.document.apply([Edit(place(0), place(0, 4), "```")], origin=Origin.USER)
    assert editor.in_code(place(last))
    editor.document.undo()
    assert not editor.in_code(place(last))


def test_lines_out_of_sight_get_their_colours_in_the_background(kit: EditorKit) -> None:
    editor = kit.editor("# head\n" * 400)
    kit.until(lambda: editor._highlighter._tagged.find(0) < 0)
    assert str(editor.text.tag_ranges("h1")[-1]).startswith(("400.", "401."))


def test_of_a_large_text_only_what_is_seen_has_colours(kit: EditorKit) -> None:
    editor = kit.editor("# head\n" * (MAX_SLICED_LINES + 10))
    assert editor._highlighter._timer is None
    assert 0 < editor._highlighter._tagged.count(1) < 200


def test_a_key_pauses_the_work_in_the_background(kit: EditorKit) -> None:
    editor = kit.editor("# head\n" * 4000)
    before = editor._highlighter._timer
    editor._highlighter.postpone()
    assert editor._highlighter._timer != before or before is None
    editor._highlighter.stop()
    assert editor._highlighter._timer is None
