"""Keys of the text: pairs, lists, Tab, input methods, clipboard."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator, Sequence

import pytest

from tests.ui.editor_kit import EditorKit, place, shown
from vmark_tk.core.document import Origin
from vmark_tk.ui.editor_source import SourceEditor


@pytest.fixture
def kit(root: tk.Tk) -> Iterator[EditorKit]:
    made = EditorKit(root)
    made.until(made.view.strip.canvas.winfo_viewable)
    yield made
    made.close()


def caret_in(kit: EditorKit, words: str) -> SourceEditor:
    """Return an editor of `words` with the caret at the bar."""
    before, _, after = words.partition("|")
    editor = kit.focused_editor(before + after)
    line = before.count("\n")
    here = place(line, len(before) - before.rfind("\n") - 1)
    editor.select(here, here)
    return editor


def marked(editor: SourceEditor) -> str:
    """Return the text with `|` at the caret."""
    assert shown(editor) == editor.document.text
    lines = list(editor.document.lines)
    caret = editor.caret()
    lines[caret.line] = f"{lines[caret.line][: caret.column]}|{lines[caret.line][caret.column :]}"
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("before", "keys", "after"),
    [
        ("|", ["parenleft"], "(|)"),
        ("|", ["parenleft", "parenright"], "()|"),
        ("|", ["parenleft", "BackSpace"], "|"),
        ("|", ["bracketleft", "x", "Tab"], "[x]|"),
        ("don|", ["apostrophe"], "don'|"),
        ("```\n|\n```", ["parenleft"], "```\n(|\n```"),
        ("- one|", ["Return"], "- one\n- |"),
        ("- one\n- |", ["Return"], "- one\n|"),
        ("3. one|", ["Return"], "3. one\n4. |"),
        ("- [x] done|", ["Return"], "- [x] done\n- [ ] |"),
        ("> quote|", ["Return"], "> quote\n> |"),
        ("- a\n- b|", ["Tab"], "- a\n  - b|"),
        ("- a\n  - b|", ["Shift-Tab"], "- a\n- b|"),
        ("word|", ["Tab"], "word  |"),
        ("word|", ["Shift-Return"], "word  \n|"),
        ("word|", ["KP_Enter"], "word\n|"),
        ("a|b", ["Delete"], "a|"),
        ("one two|", ["Control-BackSpace"], "one |"),
        ("one two  |", ["Control-BackSpace"], "one |"),
        ("one\n|", ["Control-BackSpace"], "one|"),
        ("|", ["Control-BackSpace"], "|"),
        ("one +=|", ["Control-BackSpace"], "one |"),
        ("|one two", ["Control-Delete"], "| two"),
        ("|  one two", ["Control-Delete"], "| two"),
        ("one|\ntwo", ["Control-Delete"], "one|two"),
        ("one|", ["Control-Delete"], "one|"),
    ],
)
def test_a_key_does_what_the_place_asks_for(kit: EditorKit, before: str, keys: Sequence[str], after: str) -> None:
    editor = caret_in(kit, before)
    for keysym in keys:
        kit.key(editor, keysym)
    assert marked(editor) == after


def test_pairs_are_left_alone_when_the_setting_is_off(kit: EditorKit) -> None:
    kit.state.settings.set("editor.auto_pair", False)
    editor = caret_in(kit, "|")
    kit.key(editor, "parenleft")
    assert marked(editor) == "(|"


def test_an_opening_bracket_goes_around_the_selection(kit: EditorKit) -> None:
    editor = caret_in(kit, "one two|")
    editor.select(place(0, 4), place(0, 7))
    kit.key(editor, "parenleft")
    assert editor.document.text == "one (two)"
    assert editor.selection() == (place(0, 5), place(0, 8))


@pytest.mark.parametrize("keysym", ["d", "t", "o", "h"])
def test_bindings_of_the_class_that_would_damage_the_text_do_nothing(kit: EditorKit, keysym: str) -> None:
    editor = caret_in(kit, "one| two\nthree")
    editor.text.clipboard_clear()
    kit.key(editor, f"Control-{keysym}")
    kit.settle()
    assert editor.document.text == "one two\nthree"


@pytest.mark.parametrize("words", ["\u65e5\u672c\u8a9e", "\U0001f600", "\u306b\u307b\u3093\U00020000!", "x"])
def test_what_an_input_method_commits_lands_at_the_caret_as_one_step(kit: EditorKit, words: str) -> None:
    editor = caret_in(kit, "a|b")
    kit.commit(editor, words)
    assert marked(editor) == f"a{words}|b"
    editor.document.undo()
    assert editor.document.text == "ab"


def test_a_commit_replaces_the_selection_as_one_step(kit: EditorKit) -> None:
    editor = caret_in(kit, "one two|")
    editor.select(place(0, 0), place(0, 3))
    kit.commit(editor, "\u65e5\u672c")
    assert marked(editor) == "\u65e5\u672c| two"
    editor.document.undo()
    assert editor.document.text == "one two"


def test_a_committed_bracket_makes_a_pair(kit: EditorKit) -> None:
    editor = caret_in(kit, "|")
    kit.commit(editor, "\u300c")
    assert marked(editor) == "\u300c|\u300d"


def test_an_edit_above_while_composing_leaves_the_commit_at_the_caret(kit: EditorKit) -> None:
    editor = caret_in(kit, "one\ntwo|")
    editor.document.set_text("zero\none\ntwo", origin=Origin.CLIENT)
    kit.commit(editor, "\u65e5\u672c")
    assert marked(editor) == "zero\none\ntwo\u65e5\u672c|"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_pasted_lines_have_the_line_ends_of_the_editor_and_are_one_step(kit: EditorKit, ends: str) -> None:
    editor = caret_in(kit, "<|>")
    editor.text.clipboard_clear()
    editor.text.clipboard_append(f"one{ends}two{ends}")
    kit.key(editor, "<Paste>")
    assert marked(editor) == "<one\ntwo\n|>"
    editor.document.undo()
    assert editor.document.text == "<>"


@pytest.mark.parametrize("before", range(4))
def test_a_long_text_beyond_ascii_comes_back_whole_from_the_clipboard(kit: EditorKit, before: int) -> None:
    words = "x" * before + "\u65e5\U0001f600e\u0301" * 2000
    editor = caret_in(kit, f"{words}|")
    editor.select(place(0, 0), editor.end())
    kit.key(editor, "<Cut>")
    assert editor.document.text == ""
    kit.key(editor, "<Paste>")
    assert editor.document.text == words


def test_what_another_program_puts_on_the_clipboard_wins(kit: EditorKit) -> None:
    editor = caret_in(kit, "\u65e5" * 3000 + "|")
    editor.select(place(0, 0), editor.end())
    editor.keys.copy()
    editor.text.clipboard_clear()
    editor.text.clipboard_append("other")
    editor.keys.paste()
    assert editor.document.text == "other"


def test_pasting_from_an_empty_clipboard_does_nothing(kit: EditorKit) -> None:
    editor = caret_in(kit, "kept|")
    editor.text.clipboard_clear()
    editor.keys.paste()
    assert marked(editor) == "kept|"
    assert not editor.document.can_undo


def test_copying_without_a_selection_leaves_the_clipboard(kit: EditorKit) -> None:
    editor = caret_in(kit, "words|")
    editor.text.clipboard_clear()
    editor.text.clipboard_append("before")
    kit.key(editor, "<Copy>")
    kit.key(editor, "<Cut>")
    assert editor.text.clipboard_get() == "before"


def test_escape_ends_the_selection_at_the_caret(kit: EditorKit) -> None:
    editor = caret_in(kit, "one two|")
    editor.select(place(0, 0), place(0, 3))
    kit.key(editor, "Escape")
    assert editor.selection() == (place(0, 3), place(0, 3))
