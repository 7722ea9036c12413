"""Recent files and folders."""

from __future__ import annotations

from pathlib import Path

from tests.fakes.core import recorded
from vmark_tk.core.events import Events
from vmark_tk.core.recent import Recent, RecentChanged


def test_ten_are_kept_newest_first_each_once() -> None:
    events = Events()
    heard = recorded(events, RecentChanged)
    recent = Recent(events)
    for number in range(12):
        recent.add_file(Path(f"/f/{number}"))
    recent.add_file(Path("/f/5"))
    recent.add_file(Path("/f/5"))
    assert [path.name for path in recent.files] == ["5", "11", "10", "9", "8", "7", "6", "4", "3", "2"]
    assert len(heard) == 13
    recent.add_folder(Path("/f"))
    assert Recent(Events(), recent.to_store()).to_store() == recent.to_store()
    recent.remove(Path("/f/5"))
    assert Path("/f/5") not in recent.files
    recent.clear()
    assert (recent.files, recent.folders) == ((), ())


def test_damaged_lists_are_empty() -> None:
    recent = Recent(Events(), {"files": "x", "folders": [1, "", "/a"]})
    assert (recent.files, recent.folders) == ((), (Path("/a"),))


def test_listeners_see_the_new_list() -> None:
    events = Events()
    recent = Recent(events)
    seen: list[tuple[Path, ...]] = []
    events.subscribe(RecentChanged, lambda _event: seen.append(tuple(recent.files)))
    recent.add_file(Path("/a"))
    assert seen == [(Path("/a"),)]
