"""Reading and atomic writing."""

from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from vmark_tk.core import files
from vmark_tk.core.files import FileTroubleError, Tier

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs links, modes and signals of POSIX")


def trouble(error: pytest.ExceptionInfo[FileTroubleError]) -> str:
    return error.value.kind


@pytest.mark.parametrize(
    ("size", "tier"),
    [
        (0, Tier.SMALL),
        (999_999, Tier.SMALL),
        (1024 * 1024, Tier.SOURCE),
        (5 * 1024 * 1024 - 1, Tier.SOURCE),
        (5 * 1024 * 1024, Tier.ASK),
        (50 * 1024 * 1024 - 1, Tier.ASK),
        (50 * 1024 * 1024, Tier.REFUSED),
    ],
)
def test_size_tiers(size: int, tier: Tier) -> None:
    assert files.tier_of(size) is tier


def test_a_text_is_read_with_its_identity(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    snapshot = files.read(path)
    assert snapshot.text is not None
    assert snapshot.text.lines == ["one", "two"]
    assert (snapshot.identity.size, snapshot.identity.mtime_ns) == (11, path.stat().st_mtime_ns)
    assert files.identify(path, snapshot.identity) is snapshot.identity


def test_a_touched_file_keeps_its_hash_and_a_changed_one_does_not(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"x")
    known = files.read(path).identity
    os.utime(path, ns=(1, 1))
    touched = files.identify(path, known)
    assert touched is not None
    assert touched != known
    assert touched.sha256 == known.sha256
    path.write_bytes(b"y")
    changed = files.identify(path, known)
    assert changed is not None
    assert changed.sha256 != known.sha256
    path.unlink()
    assert files.identify(path, known) is None


def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    cases = {tmp_path: "folder", tmp_path / "pipe": "special", Path("/dev/zero"): "special", tmp_path / "no": "missing"}
    for path, kind in cases.items():
        for call in (files.read, files.size_of):
            with pytest.raises(FileTroubleError) as error:
                call(path)
            assert trouble(error) == kind


def test_a_file_of_fifty_mebibytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.md"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    with pytest.raises(FileTroubleError) as error:
        files.read(path)
    assert trouble(error) == "large"


@POSIX
def test_no_link_is_followed_on_the_way(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a.md").write_bytes(b"secret")
    (tmp_path / "alias").symlink_to(tmp_path / "real")
    (tmp_path / "link.md").symlink_to(tmp_path / "real/a.md")
    for path in (tmp_path / "alias/a.md", tmp_path / "link.md"):
        with pytest.raises(FileTroubleError):
            files.read(path)
        with pytest.raises(FileTroubleError):
            files.write(path, b"x")
    assert (tmp_path / "real/a.md").read_bytes() == b"secret"


@POSIX
@pytest.mark.requirement("ARC-032")
def test_a_write_keeps_the_mode_and_leaves_no_other_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    identity = files.write(path, b"new text")
    assert path.read_bytes() == b"new text"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert files.identify(path, identity) is identity
    assert [one.name for one in tmp_path.iterdir()] == ["a.md"]


def test_a_new_file_is_not_put_over_an_existing_one(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    files.write(path, b"first", may_replace=False)
    with pytest.raises(FileTroubleError) as error:
        files.write(path, b"second", may_replace=False)
    assert trouble(error) == "exists"
    assert path.read_bytes() == b"first"
    assert [one.name for one in tmp_path.iterdir()] == ["a.md"]


def test_a_name_of_full_length_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 126 + ".md")
    files.write(path, b"x")
    assert path.read_bytes() == b"x"


@POSIX
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="the administrator may write everywhere")
def test_a_folder_without_permission_leaves_the_old_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(FileTroubleError) as error:
            files.write(path, b"new")
    finally:
        tmp_path.chmod(0o755)
    assert trouble(error) == "denied"
    assert path.read_bytes() == b"old"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileTroubleError) as error:
        files.write(tmp_path / "no/a.md", b"new")
    assert trouble(error) == "missing"


_SAVER = """
import sys
from pathlib import Path
from vmark_tk.core import files
path = Path(sys.argv[1])
print("go", flush=True)
turn = 0
while True:
    turn += 1
    files.write(path, (b"%d\\n" % (turn % 10)) * 50_000)
"""


@POSIX
def test_a_save_killed_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"0\n" * 50_000)
    source = random.Random(7)
    root = Path(__file__).resolve().parents[2]
    for _ in range(5):
        children = [
            subprocess.Popen(
                [sys.executable, "-c", _SAVER, str(path.with_name(f"{n}.md"))], stdout=subprocess.PIPE, cwd=root
            )
            for n in range(10)
        ]
        for child in children:
            assert child.stdout is not None
            child.stdout.readline()
        for child in children:
            wait = source.random() * 0.02
            try:
                child.wait(wait)
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGKILL)
            child.wait(5)
            assert child.stdout is not None
            child.stdout.close()
        for one in tmp_path.glob("[0-9].md"):
            data = one.read_bytes()
            assert len(data) == 100_000
            assert len(set(data.split(b"\n")[:-1])) == 1


@pytest.mark.skipif(os.name != "posix", reason="asks the system for processes")
def test_drafts_that_a_crash_left_go_with_the_next_save_of_their_file(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    gone = tmp_path / f".a.md.{ended.pid}-0{files.TEMPORARY_SUFFIX}"
    others = [
        tmp_path / f".a.md.{os.getpid()}-7{files.TEMPORARY_SUFFIX}",
        tmp_path / f".b.md.{ended.pid}-0{files.TEMPORARY_SUFFIX}",
        tmp_path / f".a.md.{ended.pid}-0.txt",
    ]
    for path in (gone, *others):
        path.write_text("half", encoding="utf-8")
    files.write(note, b"whole\n")
    assert not gone.exists()
    assert all(path.exists() for path in others)


def test_a_change_that_puts_the_modification_time_back_is_seen(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    known = files.write(note, b"one\n")
    assert files.identify(note, known) == known
    note.write_bytes(b"two\n")
    os.utime(note, ns=(known.mtime_ns, known.mtime_ns))
    found = files.identify(note, known)
    assert found is not None
    assert found.sha256 != known.sha256
