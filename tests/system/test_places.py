from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from vmark_tk.system.instance import LOCK, NOTE, claim, dial, listen
from vmark_tk.system.places import places, private_folder


def test_a_profile_replaces_all_folders(tmp_path: Path) -> None:
    mine = places(tmp_path / "p", environ={"XDG_RUNTIME_DIR": str(tmp_path)}, platform="linux")
    assert (mine.config, mine.data, mine.cache) == tuple(tmp_path / "p" / n for n in ("config", "data", "cache"))
    assert mine.runtime.parent == tmp_path / "vmark-tk"
    other = places(tmp_path / "q", environ={"XDG_RUNTIME_DIR": str(tmp_path)}, platform="linux")
    assert other.runtime != mine.runtime


def test_the_folders_of_the_platforms() -> None:
    linux = places(environ={"HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "relative"}, platform="linux")
    assert linux.config == Path("/h/.config/vmark-tk")
    assert linux.data == Path("/d/vmark-tk")
    assert linux.cache == Path("/h/.cache/vmark-tk")
    mac = places(environ={"HOME": "/h"}, platform="darwin")
    assert mac.config == Path("/h/Library/Application Support/vmark-tk")
    windows = places(environ={"USERPROFILE": "/h", "APPDATA": "/r", "LOCALAPPDATA": "/l"}, platform="win32")
    assert (windows.config, windows.runtime) == (Path("/r/vmark-tk"), Path("/l/vmark-tk/run/default"))


def test_a_private_folder_is_closed_to_others_and_no_link(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o755)
    private_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(PermissionError):
        private_folder(tmp_path / "link")


def test_one_editor_has_a_profile_until_it_lets_go(tmp_path: Path) -> None:
    first = claim(tmp_path)
    assert first is not None
    assert claim(tmp_path) is None
    first.release()
    second = claim(tmp_path)
    assert second is not None
    second.release()
    assert (tmp_path / LOCK).exists()


def test_socket_and_note_are_for_the_owner_only_and_vanish(tmp_path: Path) -> None:
    listening = listen(tmp_path)
    for path in (tmp_path / NOTE, Path(str(listening.address))):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    connection = dial(tmp_path, {})
    assert connection is not None
    connection.close()
    listening.close()
    assert list(tmp_path.iterdir()) == []
    assert dial(tmp_path, {}) is None


def test_what_a_crash_left_behind_is_replaced(tmp_path: Path) -> None:
    crashed = listen(tmp_path)
    crashed.socket.close()
    assert dial(tmp_path, {}) is None
    again = listen(tmp_path)
    connection = dial(tmp_path, {})
    assert connection is not None
    connection.close()
    again.close()


def test_a_folder_with_a_long_name_works_too(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 60) / ("y" * 60)
    listening = listen(deep)
    assert len(os.fsencode(str(listening.address))) < 100
    connection = dial(deep, {})
    assert connection is not None
    connection.close()
    listening.close()
    assert not Path(str(listening.address)).parent.exists()
