"""Settings on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vmark_tk.core import settings_file
from vmark_tk.core.events import Events
from vmark_tk.core.settings import Settings


@pytest.mark.requirement("ARC-052")
def test_unknown_keys_survive_and_bad_values_fall_back_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    stored = {"from.the.future": {"x": 1}, "editor.autosave": False, "editor.font_size": 9000}
    path.write_text(json.dumps(stored), encoding="utf-8")
    loaded = settings_file.load(path)
    settings = Settings(Events(), loaded.values)
    assert (settings.flag("editor.autosave"), settings.number("editor.font_size"), loaded.notice) == (False, 18, "")
    settings.set("workspace.rail", True)
    settings_file.save(path, settings_file.to_write(settings))
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written == {
        "version": 1,
        "from.the.future": {"x": 1},
        "editor.autosave": False,
        "workspace.rail": True,
    }


def test_a_damaged_file_gives_defaults_and_says_where_it_went(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{", encoding="utf-8")
    loaded = settings_file.load(path)
    assert loaded.values == {}
    assert "settings.json.broken-1" in loaded.notice
    assert (tmp_path / "settings.json.broken-1").read_text(encoding="utf-8") == "{"
