"""Small JSON files of our own."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from vmark_tk.core import json_store


def test_what_is_saved_is_loaded_and_only_the_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "deep/er/a.json"
    json_store.save(path, {"a": [1, "ü\ud800"]})
    assert json_store.load(path).data == {"version": 1, "a": [1, "ü\ud800"]}
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_missing_file_is_an_empty_object(tmp_path: Path) -> None:
    assert json_store.load(tmp_path / "no.json") == json_store.Loaded({})


@pytest.mark.parametrize("data", [b"", b"garbage", b"[1]", b"\xff", b"[" * 100_000])
def test_a_broken_file_is_set_aside_with_its_bytes(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.json"
    for _ in range(2):
        path.write_bytes(data)
        loaded = json_store.load(path)
        assert (loaded.data, bool(loaded.trouble)) == ({}, True)
        assert not path.exists()
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [data, data]
