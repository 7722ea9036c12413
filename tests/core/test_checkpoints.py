"""Texts before a client changed them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.core import add_text, document_of, make_state, recorded
from vmark_tk.core.checkpoints import MAX_BYTES, MAX_PER_FILE, Checkpoint, Checkpoints, CheckpointsChanged
from vmark_tk.core.document import Origin
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Revision, TabId


def made(text: str, *, tab: str = "t", path: Path | None = None) -> Checkpoint:
    return Checkpoint(TabId(tab), path, 1.0, "document.write", "client", text, Revision("a"), Revision("b"))


@pytest.mark.requirement("DOC-068")
def test_a_checkpoint_brings_the_text_back_as_one_step_that_can_be_undone() -> None:
    state = make_state()
    document = document_of(add_text(state, "before"))
    checkpoints = Checkpoints(state.events)
    heard = recorded(state.events, CheckpointsChanged)
    kept = made("before")
    assert checkpoints.add(kept)
    document.set_text("after", origin=Origin.CLIENT)
    revision = document.revision
    checkpoints.restore(kept, document)
    assert document.text == "before"
    assert document.revision != revision
    document.undo()
    assert document.text == "after"
    assert (checkpoints.kept, heard) == ([kept], [CheckpointsChanged()])


def test_fifty_are_kept_for_a_file_whatever_the_tab() -> None:
    checkpoints = Checkpoints(Events())
    checkpoints.add(made("other", tab="u"))
    for number in range(MAX_PER_FILE + 3):
        checkpoints.add(made(str(number), tab=f"t{number}", path=Path("/a.md")))
    texts = [one.text for one in checkpoints.kept]
    assert (len(texts), texts[0], texts[-2], texts[-1]) == (MAX_PER_FILE + 1, str(MAX_PER_FILE + 2), "3", "other")


def test_all_together_stay_within_the_limit_of_bytes() -> None:
    checkpoints = Checkpoints(Events())
    half = "ü" * (MAX_BYTES // 4)
    for number in range(3):
        assert checkpoints.add(made(half, tab=str(number)))
    assert [one.tab for one in checkpoints.kept] == ["2", "1"]
    assert not checkpoints.add(made("x" * (MAX_BYTES + 1)))
    assert len(checkpoints.kept) == 2
