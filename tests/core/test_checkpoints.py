from __future__ import annotations

from pathlib import Path

import pytest

from vmark_tk.core.checkpoints import MAX_BYTES, MAX_PER_FILE, Checkpoint, Checkpoints, CheckpointsChanged
from vmark_tk.core.events import Events
from vmark_tk.core.ids import Revision, TabId


def made(number: int, text: str, path: Path | None = None) -> Checkpoint:
    return Checkpoint(TabId("tab"), path, float(number), "document.write", "c", text, Revision("a"), Revision("b"))


@pytest.mark.requirement("DOC-068")
def test_fifty_of_a_file_are_kept_newest_first() -> None:
    kept = Checkpoints(Events())
    kept.add(made(0, "other", Path("/other")))
    for number in range(1, MAX_PER_FILE + 6):
        kept.add(made(number, "x", Path("/a")))
    assert [one.at for one in kept.kept] == [*range(MAX_PER_FILE + 5, 5, -1), 0]


def test_all_texts_together_have_a_limit_and_the_oldest_go() -> None:
    changes = list[CheckpointsChanged]()
    events = Events()
    events.subscribe(CheckpointsChanged, changes.append)
    kept = Checkpoints(events)
    for number in range(3):
        assert kept.add(made(number, "é" * (MAX_BYTES // 4)))
    assert [one.at for one in kept.kept] == [2, 1]
    assert not kept.add(made(4, "x" * (MAX_BYTES + 1)))
    assert len(changes) == 3
