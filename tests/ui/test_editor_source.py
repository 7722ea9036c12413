"""The source editor on a real widget: after whatever happens the widget shows the document, and the person stays."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ui.editor_kit import EditorKit, place, primary, shown, tags
from vmark_tk.core.document import Edit, Origin, ViewState
from vmark_tk.core.text import join_lines
from vmark_tk.ui.editor_source import SourceEditor, moved
from vmark_tk.ui.highlight import MAX_TAGGED_LINE
from vmark_tk.ui.text_index import showable

FRAGMENTS = (
    "a", "word ", "\n", "\n\n", "# ", "```\n", "~~~", "- item\n", "1. ", "> ", "**", "*", "`",
    "| a | b |\n", "---\n", "$$\n", "<div>\n", "\U0001f600", "\U00020000", "\u65e5\u672c",
    "e\u0301", "\u05e9\u05dc\u05d5\u05dd",
    "x\u2028y", "x\ry", "x\x0by", "\x00", "\ud800", "\udc00", "\t", "- [ ] ", "[link](url)", "    code\n",
    "\U0001f1e9\U0001f1ea", "\u200d",
)  # fmt: skip
KEYS = (
    "Return", "BackSpace", "Delete", "Tab", "Shift-Tab", "Left", "Right", "Up", "Down", "Home", "End", "Shift-Left",
    "Shift-Right", "Shift-Down", "Shift-Up", "Control-BackSpace", "Control-Delete", "Control-d", "Control-k",
    "Control-t", "Control-o", "Control-h", "Escape", "Control-Left", "Control-Shift-Right", "Shift-Return", "Prior",
    "Next",
)  # fmt: skip
TYPED = "ab #*`-([{\"'>|1\u65e5\U0001f600\u300c)]}\n\t"


@pytest.fixture
def kit(root: tk.Tk) -> Iterator[EditorKit]:
    made = EditorKit(root)
    made.until(made.view.strip.canvas.winfo_viewable)
    yield made
    made.close()


def tab_stop(editor: SourceEditor) -> int:
    (stop,) = editor.text.tk.splitlist(editor.text.cget("tabs"))
    return int(str(stop))


class Monkey:
    """Does something at random to one editor."""

    def __init__(self, kit: EditorKit, editor: SourceEditor, seed: int) -> None:
        self.kit, self.editor, self.random = kit, editor, random.Random(seed)
        self.acts: tuple[Callable[[], object], ...] = (
            self.type_something, self.type_something, self.press, self.press, self.press, self.client_writes,
            self.client_edits, self.select, self.undo, self.undo, self.redo, self.commit, self.paste,
        )  # fmt: skip

    def act(self) -> None:
        self.random.choice(self.acts)()

    def words(self, most: int = 5) -> str:
        return "".join(self.random.choice(FRAGMENTS) for _ in range(self.random.randrange(most)))

    def somewhere(self) -> tuple[int, int]:
        lines = self.editor.document.lines
        line = self.random.randrange(len(lines))
        return line, self.random.randrange(len(lines[line]) + 1)

    def type_something(self) -> None:
        for character in self.random.choices(TYPED, k=self.random.randrange(6)):
            self.editor.type_character(character)

    def press(self) -> None:
        self.kit.key(self.editor, self.random.choice(KEYS))

    def client_writes(self) -> None:
        lines = list(self.editor.document.lines)
        for _ in range(self.random.randrange(4)):
            at = self.random.randrange(len(lines) + 1)
            lines[at : at + self.random.randrange(3)] = self.words().replace("\r", "").split("\n")
        self.editor.document.set_text(join_lines(lines) or "", origin=Origin.CLIENT)

    def client_edits(self) -> None:
        start, end = sorted((place(*self.somewhere()), place(*self.somewhere())))
        self.editor.document.apply([Edit(start, min(end, place(start.line + 1)), self.words())], origin=Origin.CLIENT)

    def select(self) -> None:
        self.editor.select(place(*self.somewhere()), place(*self.somewhere()))

    def undo(self) -> None:
        self.editor.document.undo()

    def redo(self) -> None:
        self.editor.document.redo()

    def commit(self) -> None:
        words = "".join(character for character in self.words() if character.isprintable())
        if words:
            self.kit.commit(self.editor, words)

    def paste(self) -> None:
        self.editor.text.clipboard_clear()
        self.editor.text.clipboard_append(showable(self.words()))
        self.editor.keys.paste()


@pytest.mark.parametrize("seed", range(8))
def test_after_random_edits_by_person_and_client_the_widget_shows_the_document(kit: EditorKit, seed: int) -> None:
    editor = kit.focused_editor("---\ntitle: x\n---\n# Head\n\n```py\ncode\n```\n- a\n- b\n\n> quote \U0001f600")
    monkey = Monkey(kit, editor, seed)
    for _ in range(60):
        monkey.act()
        document = editor.document
        assert shown(editor) == showable(document.text)
        assert editor._lines == list(document.lines)
        start, end = editor.selection()
        assert start <= editor.caret() <= end
    kit.settle()
    fresh = SourceEditor(kit.ctx, kit.host.frame, editor.document, fonts=kit.ctx.editors.fonts(), moved=lambda: None)
    assert tags(editor) == tags(fresh)
    fresh.destroy()


@pytest.mark.parametrize("seed", range(100, 104))
def test_undoing_everything_brings_the_first_text_back_and_redoing_the_last(kit: EditorKit, seed: int) -> None:
    editor = kit.focused_editor("one\ntwo \U0001f600\nthree")
    first = editor.document.text
    monkey = Monkey(kit, editor, seed)
    for _ in range(40):
        monkey.random.choice((monkey.type_something, monkey.press, monkey.client_writes, monkey.select))()
    last = editor.document.text
    while editor.document.undo():
        assert shown(editor) == showable(editor.document.text)
    assert editor.document.text == first
    while editor.document.redo():
        assert shown(editor) == showable(editor.document.text)
    assert editor.document.text == last


def test_half_of_a_pair_cannot_be_deleted(kit: EditorKit) -> None:
    editor = kit.editor("a\U0001f600b")
    editor.text.delete("1.2")
    assert editor.document.text == shown(editor) == "ab"
    editor.document.undo()
    editor.text.delete("1.2", "1.3")
    assert shown(editor) == editor.document.text
    assert "\ufffd" not in editor.document.text


def test_arrows_step_over_whole_characters(kit: EditorKit) -> None:
    editor = kit.focused_editor("a\U0001f600\U00020000b")
    columns = []
    for _ in range(4):
        kit.key(editor, "Right")
        columns.append(editor.caret().column)
    assert columns == [1, 2, 3, 4]


def test_an_edit_of_a_client_elsewhere_leaves_caret_selection_and_scrolling(kit: EditorKit) -> None:
    editor = kit.editor("\n".join(f"line {number}" for number in range(600)))
    editor.select(place(500, 2), place(500, 6))
    editor.see(place(500, 6))
    kit.settle()
    before = editor.text.bbox("501.2")
    lines = list(editor.document.lines)
    lines[1:2] = ["changed", "and one more"]
    editor.document.set_text(join_lines(lines), origin=Origin.CLIENT)
    kit.settle()
    assert editor.selection() == (place(501, 2), place(501, 6))
    assert editor.caret() == place(501, 6)
    assert editor.text.bbox("502.2") == before


def test_undoing_the_write_of_a_client_brings_caret_and_scrolling_back(kit: EditorKit) -> None:
    editor = kit.editor("\n".join(f"line {number}" for number in range(600)))
    editor.select(place(40, 1), place(40, 3))
    editor.see(place(40, 3))
    kit.settle()
    before = editor.view()
    editor.document.set_text("\n".join(f"new {number}" for number in range(600)), origin=Origin.CLIENT)
    editor.restore(ViewState(place(590), place(590), 580))
    kit.settle()
    editor.document.undo()
    kit.settle()
    assert editor.view() == before
    assert editor.document.lines[40] == "line 40"


def test_the_selection_stays_when_the_focus_leaves_and_another_program_selects(kit: EditorKit) -> None:
    editor = kit.focused_editor("some words here")
    editor.select(place(0, 5), place(0, 10))
    kit.settle()
    other = tk.Entry(kit.view.top)
    other.insert(0, "elsewhere")
    other.pack()
    other.focus_force()
    other.selection_own(selection="PRIMARY")
    other.selection_range(0, "end")
    kit.settle()
    assert editor.selection() == (place(0, 5), place(0, 10))
    assert editor.text.cget("inactiveselectbackground") == editor.text.cget("selectbackground")


def test_primary_and_clipboard_come_from_the_document(kit: EditorKit) -> None:
    words = "\u65e5e\u0301" * 3000 + "\U0001f600"
    editor = kit.editor(f"{words}\nsecond\x00line")
    editor.select(place(0, 0), editor.end())
    kit.settle()
    expected = showable(editor.document.text)
    assert primary(editor) == expected
    editor.keys.copy()
    editor.select(editor.end(), editor.end())
    editor.keys.paste()
    assert showable(editor.document.text) == 2 * expected


@pytest.mark.parametrize("before", range(4))
def test_a_long_selection_with_emoji_comes_whole_but_for_those_where_the_window_system_cuts(
    kit: EditorKit, before: int
) -> None:
    words = "x" * before + "\u65e5\U0001f600\u00e9" * 3000
    editor = kit.editor(words)
    editor.select(place(0, 0), editor.end())
    kit.settle()
    given = primary(editor)
    assert given.count("\ufffd\ufffd") <= len(words.encode()) // 4000
    assert given.replace("\ufffd\ufffd", "\U0001f600") == words


def test_typing_over_a_selection_is_one_step_to_undo(kit: EditorKit) -> None:
    editor = kit.focused_editor("old words")
    editor.select(place(0, 0), place(0, 3))
    for character in "new":
        kit.key(editor, character)
    assert editor.document.text == "new words"
    editor.document.undo()
    assert editor.document.text == "old words"


def test_the_middle_button_puts_primary_where_the_pointer_is_with_lf_ends(kit: EditorKit) -> None:
    editor = kit.editor("text")
    editor.text.insert("1.4", "one\r\ntwo\rthree")
    assert editor.document.lines == ["textone", "two", "three"]
    assert shown(editor) == editor.document.text


def test_a_read_only_text_refuses_every_way_of_editing_but_copies(kit: EditorKit) -> None:
    editor = kit.focused_editor("- item (x)")
    editor.document.set_read_only(True)
    editor.select(place(0, 2), place(0, 6))
    rung: list[str] = []
    editor.text.tk.eval("rename bell kept_bell")
    editor.text.tk.createcommand("bell", lambda *_args: rung.append("bell"))
    try:
        for keysym in ("a", "parenleft", "Return", "BackSpace", "Delete", "Tab", "Shift-Tab", "Shift-Return"):
            kit.key(editor, keysym)
        kit.commit(editor, "\u65e5\u672c")
        editor.keys.paste()
        editor.keys.cut()
    finally:
        editor.text.tk.deletecommand("bell")
        editor.text.tk.eval("rename kept_bell bell")
    assert editor.document.text == shown(editor) == "- item (x)"
    assert rung
    assert editor.text.clipboard_get() == "item"


def test_a_line_of_twelve_thousand_characters_turns_wrapping_off_and_has_no_colours(kit: EditorKit) -> None:
    long = "**word** " * 1400
    editor = kit.editor(f"# head\n{long}\n*em*")
    assert len(long) > MAX_TAGGED_LINE
    assert editor.has_long_lines
    assert str(editor.text.cget("wrap")) == "none"
    assert all(not index.startswith("2.") for ranges in tags(editor).values() for index in ranges[::2])
    assert [notice.text for notice in kit.state.notices.kept if "wrap" in notice.text]


def test_a_line_that_grows_long_turns_wrapping_off(kit: EditorKit) -> None:
    editor = kit.editor("short")
    assert str(editor.text.cget("wrap")) == "word"
    editor.document.set_text("x" * (MAX_TAGGED_LINE + 1), origin=Origin.CLIENT)
    assert str(editor.text.cget("wrap")) == "none"


def test_nothing_of_an_editor_is_left_when_it_is_destroyed(kit: EditorKit) -> None:
    kept = kit.editor("kept")
    kit.settle()
    interpreter = kept.text.tk
    commands = set(interpreter.splitlist(interpreter.call("info", "commands", "*")))
    timers = set(interpreter.splitlist(interpreter.call("after", "info")))
    subscribers = {kind.__name__: len(them) for kind, them in kit.state.events._subscribers.items()}
    restyled = len(kit.ctx._restyle)
    document = kit.state.new_document(["# one", "two"])
    for destroy in (SourceEditor.destroy, lambda editor: editor.frame.master.destroy()):
        holder = tk.Frame(kit.host.frame)
        editor = SourceEditor(kit.ctx, holder, document, fonts=kit.ctx.editors.fonts(), moved=lambda: None)
        editor.frame.pack()
        editor.type_character("x")
        editor.refresh_soon()
        destroy(editor)
        holder.destroy()
        assert document.view_probe is None
    kit.settle()
    assert set(interpreter.splitlist(interpreter.call("info", "commands", "*"))) == commands
    assert set(interpreter.splitlist(interpreter.call("after", "info"))) == timers
    assert {kind.__name__: len(them) for kind, them in kit.state.events._subscribers.items()} == subscribers
    assert len(kit.ctx._restyle) == restyled


def test_the_tab_width_line_space_and_margins_follow_the_settings(kit: EditorKit) -> None:
    editor = kit.editor("\tx")
    narrow, margin = tab_stop(editor), int(str(editor.text.cget("padx")))
    kit.state.settings.set("editor.tab_size", 8)
    assert tab_stop(editor) == 2 * narrow
    kit.state.settings.set("editor.width_em", 20)
    kit.settle()
    assert int(str(editor.text.cget("padx"))) > margin
    kit.state.settings.set("editor.word_wrap", False)
    assert str(editor.text.cget("wrap")) == "none"


def test_zoom_changes_fonts_tab_stops_and_line_numbers_together(kit: EditorKit) -> None:
    kit.state.settings.set("editor.line_numbers", True)
    editor = kit.editor("one\ntwo")
    fonts = kit.ctx.editors.fonts()
    small, tab = fonts.measure("0"), tab_stop(editor)
    kit.state.settings.set("editor.font_size", 32)
    kit.settle()
    assert fonts.measure("0") > small
    assert tab_stop(editor) == fonts.tab_width() > tab
    assert int(float(editor.numbers.canvas.cget("width"))) == fonts.measure("0") * 5


def test_invisible_blanks_are_marked_while_the_setting_is_on(kit: EditorKit) -> None:
    editor = kit.editor("a\tb  \nplain\nx\u00a0y \U0001f600 ")
    kit.state.settings.set("editor.invisibles", True)
    kit.settle()
    ranges = [str(index) for index in editor.text.tag_ranges("blanks")]
    assert ranges == ["1.1", "1.2", "1.3", "1.5", "3.1", "3.2", "3.6", "3.7"]
    kit.state.settings.set("editor.invisibles", False)
    assert not editor.text.tag_ranges("blanks")


def test_a_kind_that_changes_changes_the_colours(kit: EditorKit) -> None:
    editor = kit.editor("name: x\non: push\njobs: {}")
    assert "key" in tags(editor) or "h1" not in tags(editor)
    editor.document.set_path(Path("/w/.github/workflows/ci.yml"))
    kit.settle()
    assert "key" in tags(editor)


def test_found_places_are_marked_with_the_present_one_apart(kit: EditorKit) -> None:
    editor = kit.editor("ab ab \U0001f600ab")
    editor.mark_matches([(place(0, 0), place(0, 2)), (place(0, 3), place(0, 5)), (place(0, 7), place(0, 9))], 1)
    assert [str(index) for index in editor.text.tag_ranges("match")] == ["1.0", "1.2", "1.8", "1.10"]
    assert [str(index) for index in editor.text.tag_ranges("match_here")] == ["1.3", "1.5"]
    editor.mark_matches([], None)
    assert not editor.text.tag_ranges("match")


@pytest.mark.parametrize(
    ("before", "after"),
    [((0, 0), (0, 0)), ((1, 1), (1, 1)), ((1, 3), (1, 2)), ((1, 5), (2, 3)), ((2, 0), (3, 0))],
)
def test_places_move_with_edits_before_them(before: tuple[int, int], after: tuple[int, int]) -> None:
    from vmark_tk.core.document import AppliedEdit  # noqa: PLC0415

    edit = AppliedEdit(place(1, 2), "xy", "a\nbc")
    assert moved(place(*before), edit) == place(*after)
