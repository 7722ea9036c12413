"""The table of settings."""

from __future__ import annotations

import pytest

from tests.fakes.core import recorded
from vmark_tk.core.events import Events
from vmark_tk.core.settings import SETTINGS, SettingChanged, Settings


def test_every_default_fits_its_own_row() -> None:
    assert not [key for key, row in SETTINGS.items() if not row.check(row.default)]


@pytest.mark.requirement("WSP-097")
def test_edits_of_clients_are_not_approved_by_default() -> None:
    assert not Settings(Events()).flag("approvals.auto_approve_edits")


def test_a_change_is_published_once_and_a_bad_value_changes_nothing() -> None:
    events = Events()
    heard = recorded(events, SettingChanged)
    settings = Settings(events)
    assert settings.set("editor.font_size", 20)
    assert not settings.set("editor.font_size", 20)
    for key, value in (
        ("editor.font_size", 11),
        ("editor.font_size", True),
        ("appearance.theme", "pink"),
        ("editor.autosave", 1),
    ):
        with pytest.raises(ValueError, match=key):
            settings.set(key, value)
    with pytest.raises(KeyError):
        settings.set("no.such", True)
    assert heard == [SettingChanged("editor.font_size", 20)]
    settings.reset()
    assert heard[1:] == [SettingChanged("editor.font_size", 18)]


@pytest.mark.requirement("ARC-052")
def test_what_is_not_known_is_kept_and_what_does_not_fit_falls_back() -> None:
    settings = Settings(Events(), {"x.y": [1], "editor.tab_size": 99, "editor.word_wrap": False})
    assert settings.number("editor.tab_size") == 2
    assert settings.to_store() == {"x.y": [1], "editor.word_wrap": False}
