"""What holds for every pure function that makes a `Change`, on any text and selection."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.fakes.core import make_state
from vmark_tk.core.document import Origin
from vmark_tk.core.line_commands import LineCommand
from vmark_tk.core.text import Position, clamp

LINES = st.lists(st.text("aB1 \t#>-*_~`[]()x.\u4e2d\U0001f600\u00df\x01", max_size=12), min_size=1, max_size=6)


def check_change(command: LineCommand, data: st.DataObject) -> None:
    """Check: the selection afterwards is inside the text, and one undo brings the old text back."""
    lines = data.draw(LINES)
    ends = []
    for _ in range(2):
        row = data.draw(st.integers(0, len(lines) - 1))
        ends.append(Position(row, data.draw(st.integers(0, len(lines[row])))))
    start, end = sorted(ends)
    change = command(tuple(lines), start, end)
    if change is None:
        return
    document = make_state().new_document(lines)
    applied = document.apply(change.edits, origin=Origin.USER)
    assert clamp(document.lines, change.caret) == change.caret
    assert clamp(document.lines, change.anchor) == change.anchor
    if applied:
        assert document.undo()
        assert not document.can_undo
    assert list(document.lines) == lines
