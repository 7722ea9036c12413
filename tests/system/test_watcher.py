"""News of files changed outside, with real folders and real threads."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.fakes.core import add_text, document_of, make_state
from vmark_tk.bus.loop import PlainLoop
from vmark_tk.core import workspaces
from vmark_tk.core.ids import MAIN_WINDOW
from vmark_tk.core.state import AppState
from vmark_tk.system.watcher import Watcher, ignored


class Desk:
    """A watcher with its state and loop."""

    def __init__(self, poll_s: float = 5.0) -> None:
        self.state: AppState = make_state()
        self.loop = PlainLoop()
        self.heard: set[Path] = set()
        self.watcher = Watcher(self.state, self.loop, self._report, poll_s=poll_s)

    def _report(self, paths: Sequence[Path]) -> None:
        self.heard.update(paths)

    def until(self, condition: Callable[[], bool]) -> None:
        self.loop.run_until(condition, limit_s=5)
        assert condition()

    def rest(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            self.loop.run_until(lambda: False, limit_s=seconds)

    def open(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(b"text")
        add_text(self.state, "text", path=path)


@pytest.fixture
def desk() -> Iterator[Desk]:
    threads = set(threading.enumerate())
    made = Desk(poll_s=0.05)
    yield made
    made.watcher.close()
    made.loop.close()
    for thread in set(threading.enumerate()) - threads:
        thread.join(5)
        assert not thread.is_alive(), thread.name


def test_changes_deletions_and_renames_of_open_files_are_told(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    desk.open(path)
    desk.watcher.start()
    desk.until(lambda: tmp_path in desk.watcher.folders)
    assert desk.watcher.polled == frozenset()
    for act in (
        lambda: path.write_bytes(b"changed"),
        path.unlink,
        lambda: path.write_bytes(b"again"),
        lambda: (tmp_path / "other").rename(path) if (tmp_path / "other").write_bytes(b"x") else None,
    ):
        desk.heard.clear()
        act()
        desk.until(lambda: path in desk.heard)


def test_folders_follow_what_is_open_and_shown(desk: Desk, tmp_path: Path) -> None:
    for name in ("root", "files", "later", "unfolded"):
        (tmp_path / name).mkdir()
    desk.watcher.start()
    workspaces.open_folder(desk.state, MAIN_WINDOW, tmp_path / "root")
    desk.open(tmp_path / "files/a.md")
    desk.watcher.watch_also([tmp_path / "unfolded"])
    wanted = {tmp_path / name for name in ("root", "files", "unfolded")}
    desk.until(lambda: desk.watcher.folders == wanted)
    tab = next(iter(desk.state.tabs.values()))
    document_of(tab).set_path(tmp_path / "later/a.md")
    desk.until(lambda: desk.watcher.folders == {tmp_path / name for name in ("root", "later", "unfolded")})
    desk.state.remove_tab(tab)
    desk.watcher.watch_also([])
    desk.until(lambda: desk.watcher.folders == {tmp_path / "root"})
    (tmp_path / "root/new.md").write_bytes(b"")
    desk.until(lambda: tmp_path / "root/new.md" in desk.heard)


def test_the_target_of_a_link_is_watched_as_well(desk: Desk, tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    (tmp_path / "there/t.md").write_bytes(b"x")
    (tmp_path / "here/l.md").symlink_to(tmp_path / "there/t.md")
    desk.open(tmp_path / "here/l.md")
    desk.watcher.start()
    desk.until(lambda: desk.watcher.folders == {tmp_path / "here", tmp_path / "there"})
    (tmp_path / "there/t.md").write_bytes(b"y")
    desk.until(lambda: tmp_path / "there/t.md" in desk.heard)


def test_files_of_a_folder_that_cannot_be_watched_are_polled(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "node_modules/a.md"
    path.parent.mkdir()
    desk.open(path)
    desk.watcher.start()
    desk.until(lambda: desk.watcher.polled == {path})
    assert desk.watcher.folders == frozenset()
    desk.until(lambda: len({t for t in threading.enumerate() if t.name == "file poll"}) == 1)
    path.write_bytes(b"longer than before")
    desk.until(lambda: path in desk.heard)
    desk.state.remove_tab(next(iter(desk.state.tabs.values())))
    desk.until(lambda: desk.watcher.polled == frozenset())


def test_nothing_is_loaded_and_no_thread_runs_without_files(desk: Desk) -> None:
    before = set(threading.enumerate())
    desk.watcher.start()
    add_text(desk.state, "untitled")
    desk.rest(0.05)
    assert set(threading.enumerate()) <= before


def test_after_close_nothing_is_told(desk: Desk, tmp_path: Path) -> None:
    desk.open(tmp_path / "a.md")
    desk.watcher.start()
    desk.until(lambda: tmp_path in desk.watcher.folders)
    desk.watcher.close()
    (tmp_path / "a.md").write_bytes(b"changed")
    desk.rest(0.2)
    assert desk.heard == set()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="counts wake-ups by /proc")
def test_an_idle_watcher_wakes_up_never(desk: Desk, tmp_path: Path) -> None:
    for name in ("p", "q", "r"):
        (tmp_path / name).mkdir()
        desk.open(tmp_path / name / "a.md")
    desk.watcher.start()
    desk.until(lambda: len(desk.watcher.folders) == 3)
    desk.rest(0.3)
    before = _wake_ups()
    threading.Event().wait(2.5)
    after = _wake_ups()
    ours = {thread.native_id for thread in threading.enumerate() if thread is not threading.main_thread()}
    assert {task: after[task] - before[task] for task in ours & before.keys() if after[task] != before[task]} == {}


def _wake_ups() -> dict[int | None, int]:
    counts: dict[int | None, int] = {}
    for task in Path("/proc/self/task").iterdir():
        for line in (task / "status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                counts[int(task.name)] = int(line.split()[1])
    return counts


@pytest.mark.parametrize(("name", "no_news"), [(".git", True), (".a.md.12-0.vmark-tmp", True), ("a.md", False)])
def test_names_without_news(name: str, no_news: bool) -> None:
    assert ignored(name) is no_news
