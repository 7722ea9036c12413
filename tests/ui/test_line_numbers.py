"""Numbers beside the text stand where their lines do."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import pytest

from tests.ui.editor_kit import EditorKit, place
from vmark_tk.core.document import Origin


@pytest.fixture
def kit(root: tk.Tk) -> Iterator[EditorKit]:
    made = EditorKit(root, editor__line_numbers=True)
    made.until(made.view.strip.canvas.winfo_viewable)
    yield made
    made.close()


def drawn(canvas: tk.Canvas) -> list[tuple[int, int]]:
    """Return number and middle of each number that can be seen."""
    found = []
    for item in canvas.find_all():
        if str(canvas.tk.call(str(canvas), "itemcget", item, "-state")) == "normal":
            _, top, _, bottom = canvas.bbox(item)
            found.append((int(canvas.tk.call(str(canvas), "itemcget", item, "-text")), (top + bottom) // 2))
    return found


def test_each_visible_line_has_its_number_beside_it(kit: EditorKit) -> None:
    editor = kit.editor("one\n" + "wrapped words " * 60 + "\nthree\nfour")
    numbers = drawn(editor.numbers.canvas)
    assert [number for number, _ in numbers] == [1, 2, 3, 4]
    for number, middle in numbers:
        info = editor.text.dlineinfo(f"{number}.0")
        assert info is not None
        assert info[1] <= middle <= info[1] + info[3]


def test_numbers_follow_scrolling_and_edits(kit: EditorKit) -> None:
    editor = kit.editor("\n".join(str(number) for number in range(1, 501)))
    editor.select(place(399), place(399))
    editor.see(place(399))
    kit.settle()
    first, last = editor.visible_lines()
    numbers = [number for number, _ in drawn(editor.numbers.canvas)]
    assert numbers[0] in (first + 1, first + 2)
    assert numbers[-1] in (last, last + 1)
    editor.document.set_text("one", origin=Origin.CLIENT)
    kit.settle()
    assert [number for number, _ in drawn(editor.numbers.canvas)] == [1]


def test_numbers_take_no_room_while_they_are_off(kit: EditorKit) -> None:
    editor = kit.editor("one")
    assert editor.numbers.canvas.winfo_ismapped()
    kit.state.settings.set("editor.line_numbers", False)
    kit.settle()
    assert not editor.numbers.canvas.winfo_ismapped()
