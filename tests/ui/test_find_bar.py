"""The find bar on a view without a text widget (08 Q-01, Q-02): counter, keys, replacing, expressions, limits."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable, Iterator, Sequence

import pytest

from tests.ui.shell_kit import ShellKit
from vmark_tk.core.document import Document, Edit, Origin
from vmark_tk.core.search import answer_request
from vmark_tk.core.text import Position
from vmark_tk.system.searcher import ProcessSearcher
from vmark_tk.ui import find_bar
from vmark_tk.ui.find_bar import FindBar
from vmark_tk.ui.find_widgets import FindWidgets
from vmark_tk.ui.match_finder import AT_ONCE

Span = tuple[Position, Position]


class View:
    """An editor in memory; `field` takes the focus."""

    def __init__(self, document: Document, field: tk.Text, told: Callable[[], None]) -> None:
        self.document = document
        self._field = field
        self._told = told
        self.anchor = self.caret = Position(0, 0)
        self.seen: list[Position] = []
        self.marked: Sequence[Span] = ()
        self.here: int | None = None
        self.first_line = 0

    def selection(self) -> Span:
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    def select(self, anchor: Position, caret: Position) -> None:
        self.anchor, self.caret = anchor, caret
        self._told()

    def see(self, place: Position) -> None:
        self.seen.append(place)

    def mark_matches(self, matches: Sequence[Span], here: int | None) -> None:
        self.marked, self.here = list(matches), here

    def visible_lines(self) -> tuple[int, int]:
        return self.first_line, self.first_line + 30

    def focus(self) -> None:
        self._field.focus_force()

    @property
    def read_only(self) -> bool:
        return self.document.read_only

    @property
    def chosen(self) -> str:
        return self.document.between(*self.selection())


class HeldSearcher:
    """Answers in this process, but only when told."""

    def __init__(self) -> None:
        self.asked: list[tuple[Callable[[], bytes], Callable[[bytes | None], None]]] = []

    def search(self, request: Callable[[], bytes], done: Callable[[bytes | None], None]) -> None:
        self.asked.append((request, done))

    def answer(self, *, in_time: bool = True) -> None:
        request, done = self.asked.pop(0)
        done(answer_request(request()) if in_time else None)


class Bench:
    """A find bar in a window, with one text and then another."""

    def __init__(self, kit: ShellKit) -> None:
        self.kit = kit
        kit.add("")
        kit.settle()
        self.area = kit.areas[0]
        self.searcher = HeldSearcher()
        kit.ctx.searcher = self.searcher
        self.view: View | None = None
        self.bar = FindBar(kit.ctx, self.area.frame, lambda: self.view)

    def show(self, text: str) -> View:
        document = self.kit.state.new_document(text.split("\n"))
        self.view = View(document, self.area.text, self.bar.refresh)
        self.bar.refresh()
        return self.view

    @property
    def widgets(self) -> FindWidgets:
        assert self.bar._widgets is not None
        return self.bar._widgets

    @property
    def counter(self) -> str:
        return str(self.widgets.counter.cget("text"))

    @property
    def message(self) -> str:
        return str(self.widgets.message.cget("text"))

    def type(self, words: str) -> None:
        """Put another pattern into the field, as typing does, and wait until it counts."""
        self.widgets.set_pattern(words)
        self.kit.until(lambda: self.bar._typing is None)

    def press(self, field: str, sequence: str) -> None:
        widget = self.part(self.bar.frame, field)
        assert widget is not None
        widget.focus_force()
        self.kit.until(lambda: str(self.kit.root.tk.call("focus")) == str(widget))
        widget.event_generate(sequence)

    def part(self, parent: tk.Misc, name: str) -> tk.Misc | None:
        children = parent.winfo_children()
        found = (child if child.winfo_name() == name else self.part(child, name) for child in children)
        return next((child for child in found if child is not None), None)

    def switch(self, name: str) -> None:
        self.widgets._switches[name].invoke()

    def focused(self) -> str:
        return str(self.kit.root.tk.call("focus"))


@pytest.fixture
def bench(kit: ShellKit) -> Iterator[Bench]:
    made = Bench(kit)
    made.kit.view.top.focus_force()
    yield made
    made.bar.frame.destroy()


def test_opening_gives_the_field_the_focus_and_takes_the_selected_words(bench: Bench) -> None:
    view = bench.show("one two one")
    view.select(Position(0, 4), Position(0, 7))
    bench.bar.open()
    bench.kit.until(lambda: bench.focused().endswith(".find.pattern"))
    assert bench.bar.shown
    assert bench.widgets.pattern.get() == "two"
    assert bench.counter == "1 of 1"


def test_nothing_is_made_before_the_bar_is_opened(bench: Bench) -> None:
    bench.show("one")
    assert not bench.bar.frame.winfo_children()
    assert not bench.bar.shown


def test_typing_goes_to_the_first_match_from_the_caret_and_return_to_the_next_ones(bench: Bench) -> None:
    view = bench.show("foo bar foo\nfoo")
    view.select(Position(0, 1), Position(0, 1))
    bench.bar.open()
    bench.type("FO")
    assert (bench.counter, view.selection()[0]) == ("2 of 3", Position(0, 8))
    bench.press("pattern", "<Return>")
    assert (bench.counter, view.selection()[0]) == ("3 of 3", Position(1, 0))
    bench.press("pattern", "<Return>")
    assert bench.counter == "1 of 3"
    bench.press("pattern", "<Shift-Return>")
    assert bench.counter == "3 of 3"
    assert view.seen[-1] == Position(1, 0)


def test_more_letters_of_a_word_do_not_move_on(bench: Bench) -> None:
    view = bench.show("fa fab fabc")
    bench.bar.open()
    for pattern, column in (("f", 0), ("fa", 0), ("fab", 3), ("fabc", 7), ("fa", 0)):
        bench.type(pattern)
        assert view.selection()[0] == Position(0, column)


def test_return_at_once_is_the_same_as_return_later(bench: Bench) -> None:
    view = bench.show("x foo foo")
    bench.bar.open()
    bench.widgets.set_pattern("foo")
    bench.press("pattern", "<Return>")
    assert view.selection()[0] == Position(0, 6)


def test_what_is_not_there_is_said_and_nothing_moves(bench: Bench) -> None:
    view = bench.show("foo")
    bench.bar.open()
    bench.type("zzz")
    assert bench.counter == "Nothing found"
    assert view.selection() == (Position(0, 0), Position(0, 0))
    bench.type("")
    assert bench.counter == ""


def test_case_and_whole_words_are_switches(bench: Bench) -> None:
    bench.show("cat Cat concat")
    bench.bar.open()
    bench.type("cat")
    assert bench.counter == "1 of 3"
    bench.switch("word")
    assert bench.counter == "1 of 2"
    bench.switch("case")
    assert bench.counter == "1 of 1"
    bench.switch("word")
    assert bench.counter == "1 of 2"


def test_escape_closes_takes_the_marks_away_and_gives_the_focus_back(bench: Bench) -> None:
    view = bench.show("foo foo")
    bench.bar.open()
    bench.type("foo")
    assert (len(view.marked), view.here) == (2, 0)
    bench.press("replacement", "<Escape>")
    bench.kit.until(lambda: bench.focused() == str(bench.area.text))
    assert not bench.bar.shown
    assert (view.marked, view.here) == ([], None)
    assert not bench.bar.frame.winfo_manager()


def test_next_works_while_the_bar_is_closed_and_opens_it_when_there_is_nothing_to_find(bench: Bench) -> None:
    view = bench.show("foo bar foo")
    bench.bar.next()
    assert bench.bar.shown
    bench.type("foo")
    bench.bar.close()
    bench.bar.next()
    assert (view.selection()[0], bench.bar.shown, view.marked) == (Position(0, 8), False, [])


def test_the_selection_can_be_taken_as_what_to_find_without_leaving_the_text(bench: Bench) -> None:
    view = bench.show("foo bar foo")
    view.focus()
    view.select(Position(0, 0), Position(0, 3))
    bench.bar.use_selection()
    assert (bench.counter, bench.focused()) == ("1 of 2", str(bench.area.text))
    bench.bar.next()
    assert bench.counter == "2 of 2"


def test_replace_changes_the_match_and_goes_on(bench: Bench) -> None:
    view = bench.show("foo foo foofoo")
    bench.bar.open()
    bench.type("foo")
    bench.widgets.replacement.insert(0, "foofoo")
    bench.press("replacement", "<Return>")
    assert view.document.text == "foofoo foo foofoo"
    assert view.selection()[0] == Position(0, 7)
    bench.press("replacement", "<Return>")
    assert view.document.text == "foofoo foofoo foofoo"


def test_replace_first_goes_to_a_match_when_none_is_selected(bench: Bench) -> None:
    view = bench.show("a foo")
    bench.bar.open()
    bench.type("foo")
    view.select(Position(0, 0), Position(0, 0))
    bench.press("replace", "<Return>")
    assert (view.document.text, view.chosen) == ("a foo", "foo")


@pytest.mark.parametrize("count", [3, find_bar._SINGLE_EDITS + 1])
def test_replace_all_is_one_step_to_undo(bench: Bench, count: int) -> None:
    before = "\n".join(["one foo two"] * count)
    view = bench.show(before)
    bench.bar.open()
    bench.type("foo")
    bench.widgets.replacement.insert(0, "a\nb")
    bench.press("replace_all", "<Return>")
    assert view.document.text == before.replace("foo", "a\nb")
    assert bench.counter == f"{count} replaced"
    assert view.document.undo()
    assert view.document.text == before
    assert not view.document.can_undo


def test_a_text_that_is_read_only_offers_no_replacing(bench: Bench) -> None:
    view = bench.show("foo")
    view.document.set_read_only(True)
    bench.bar.open(replace=True)
    bench.type("foo")
    assert not bench.widgets.replacement.winfo_manager()
    bench.bar._replace_all()
    assert view.document.text == "foo"
    view.document.set_read_only(False)
    bench.bar.refresh()
    assert bench.widgets.replacement.winfo_manager() == "grid"


def test_a_change_of_the_text_is_followed(bench: Bench) -> None:
    view = bench.show("foo foo")
    bench.bar.open()
    bench.type("foo")
    view.document.apply([Edit(Position(0, 0), Position(0, 0), "foo ")], origin=Origin.CLIENT)
    bench.bar.refresh()
    bench.kit.until(lambda: bench.counter.endswith("3"))
    assert len(view.marked) == 3


def test_another_tab_is_searched_and_the_marks_of_the_first_one_go(bench: Bench) -> None:
    first = bench.show("foo foo")
    bench.bar.open()
    bench.type("foo")
    second = bench.show("foo")
    bench.kit.until(lambda: bench.counter == "1 found")
    assert (first.marked, len(second.marked)) == ([], 1)


def test_only_matches_near_the_visible_lines_are_marked(bench: Bench) -> None:
    view = bench.show("\n".join(["foo"] * 5_000))
    bench.bar.open()
    bench.type("foo")
    assert bench.counter == "1 of 5000"
    assert 30 < len(view.marked) < 1_000
    view.first_line = 3_000
    bench.bar.refresh()
    assert view.marked[0][0].line <= 3_000 <= 3_030 <= view.marked[-1][0].line
    assert len(view.marked) < 1_000


def test_a_large_text_is_searched_in_a_worker_and_an_old_answer_is_not_used(bench: Bench) -> None:
    view = bench.show("x" * AT_ONCE + "\nfoo")
    bench.bar.open()
    bench.widgets.set_pattern("foo")
    bench.bar.next()
    assert bench.counter == "Searching\N{HORIZONTAL ELLIPSIS}"
    view.document.apply([Edit(Position(0, 0), Position(0, 0), "foo\n")], origin=Origin.CLIENT)
    bench.bar.refresh()
    bench.kit.until(lambda: bench.counter == "2 found")
    bench.bar.next()
    assert view.chosen == "foo"


def test_an_expression_is_searched_elsewhere_and_replaces_with_its_groups(bench: Bench) -> None:
    view = bench.show("ab cd")
    bench.bar.open()
    bench.switch("regex")
    bench.type(r"(\w)(\w)")
    assert bench.counter == "Searching\N{HORIZONTAL ELLIPSIS}"
    bench.searcher.answer()
    assert bench.counter == "1 of 2"
    bench.widgets.replacement.insert(0, "$2$1")
    bench.bar._replace_all()
    bench.searcher.answer()
    assert view.document.text == "ba dc"


def test_only_the_newest_expression_counts(bench: Bench) -> None:
    bench.show("ab cd")
    bench.bar.open()
    bench.switch("regex")
    for pattern in ("a", "ab", "c|d"):
        bench.type(pattern)
    assert len(bench.searcher.asked) == 1
    bench.searcher.answer()
    assert len(bench.searcher.asked) == 1
    bench.searcher.answer()
    assert bench.counter == "1 of 2"
    assert not bench.searcher.asked


def test_a_wrong_expression_and_a_slow_one_are_said(bench: Bench) -> None:
    bench.show("ab")
    bench.bar.open()
    bench.switch("regex")
    bench.type("(")
    bench.searcher.answer()
    assert bench.message.startswith("Not a valid expression: ")
    bench.type("(a+)+$")
    bench.searcher.answer(in_time=False)
    assert bench.message == "Stopped: this expression takes longer than 2 seconds"
    bench.switch("regex")
    assert (bench.message, bench.counter) == ("", "Nothing found")


def test_an_expression_that_matches_nothing_visible_goes_on_from_line_to_line(bench: Bench) -> None:
    view = bench.show("a\nb\nc")
    bench.bar.open()
    bench.switch("regex")
    bench.type("^")
    bench.searcher.answer()
    bench.widgets.replacement.insert(0, "> ")
    for _ in range(2):
        bench.bar._replace()
        while bench.searcher.asked:
            bench.searcher.answer()
    assert view.document.text == "> a\n> b\nc"


def test_the_switch_for_expressions_is_offered_by_a_setting(bench: Bench) -> None:
    bench.show("a.c abc")
    bench.bar.open()
    bench.switch("regex")
    bench.type("a.c")
    bench.searcher.answer()
    assert bench.counter == "1 of 2"
    bench.kit.state.settings.set("find.regular_expression", False)
    assert not bench.widgets._switches["regex"].winfo_manager()
    assert bench.counter == "1 of 1"


def test_a_catastrophic_expression_is_killed_while_the_window_lives(bench: Bench) -> None:
    bench.kit.ctx.searcher = ProcessSearcher(bench.kit.loop, limit_s=1.0)
    bench.show("a" * 40 + "b")
    bench.bar.open()
    bench.switch("regex")
    beats: list[int] = []
    beat = bench.kit.root.register(lambda: beats.append(1))
    timers = [bench.kit.root.tk.call("after", 20 * number, beat) for number in range(40)]
    bench.type("(a+)+$")
    bench.kit.until(lambda: bench.message)
    assert bench.message.startswith("Stopped")
    assert len(beats) == len(timers)


def test_the_process_answers_what_a_search_would(bench: Bench) -> None:
    bench.kit.ctx.searcher = ProcessSearcher(bench.kit.loop)
    bench.show("\u4e2d1 \U0001f6002")
    bench.bar.open()
    bench.switch("regex")
    bench.type(r"\d")
    bench.kit.until(lambda: bench.counter == "1 of 2")


def test_every_part_can_be_reached_by_keys_and_has_a_name(bench: Bench) -> None:
    bench.show("foo")
    bench.bar.open()
    bench.kit.settle()
    widget: tk.Misc | None = bench.widgets.pattern
    names = []
    while widget is not None and ".find." in str(widget):
        names.append(widget.winfo_name())
        widget = widget.tk_focusNext()
    expected = [
        "pattern",
        "replacement",
        "case",
        "word",
        "regex",
        "previous",
        "next",
        "replace",
        "replace_all",
        "close",
    ]
    assert names == expected


@pytest.mark.parametrize("theme", ["paper", "night"])
def test_colours_follow_the_theme(bench: Bench, theme: str) -> None:
    bench.show("foo")
    bench.bar.open()
    bench.kit.state.settings.set("appearance.theme", theme)
    bench.kit.ctx.restyle()
    assert bench.bar.frame.cget("bg") == bench.kit.ctx.theme.raised


def test_a_find_of_many_random_texts_agrees_with_counting(bench: Bench) -> None:
    chosen = random.Random(5)
    bench.show("")
    bench.bar.open()
    for _ in range(5):
        text = "".join(chosen.choice("ab\n") for _ in range(200))
        view = bench.show(text)
        bench.type("")
        bench.type("ab")
        count = text.count("ab")
        assert bench.counter == (f"1 of {count}" if count else "Nothing found")
        assert view.chosen == ("ab" if count else "")
