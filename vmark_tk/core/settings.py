"""Typed settings: one table of keys with defaults and ranges, change events; loading and saving are in `settings_file`.

Keys are snake case and dotted (00 D29). An unknown or out-of-range stored value falls back to its default without
touching the others; unknown keys survive a load and save (ARC-052).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from vmark_tk.core.events import Events

Value = bool | int | float | str


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """A setting has another value now."""

    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table; `also` names what other documents call the key."""

    default: Value
    check: Callable[[Value], bool]
    also: str = ""


def _flag(default: bool, also: str = "") -> Setting:  # noqa: FBT001 - a row of the table
    return Setting(default, lambda value: isinstance(value, bool), also)


def _number(default: float, low: float, high: float) -> Setting:
    whole = isinstance(default, int)

    def fits(value: Value) -> bool:
        kind_fits = isinstance(value, int) if whole else isinstance(value, int | float)
        return kind_fits and not isinstance(value, bool) and low <= cast("float", value) <= high

    return Setting(default, fits)


def _choice(*values: str, also: str = "") -> Setting:
    return Setting(values[0], lambda value: value in values, also)


_FORBIDDEN_IN_FONT_NAMES = frozenset("'\"`,;{}[]()")


def _font_name(value: Value) -> bool:
    return isinstance(value, str) and len(value) <= 100 and not set(value) & _FORBIDDEN_IN_FONT_NAMES


SETTINGS: Mapping[str, Setting] = {
    "appearance.theme": _choice("paper", "white", "mint", "sepia", "night", "solarized"),
    "appearance.follow_system": _flag(False),
    "appearance.scale": Setting(0, lambda v: v == 0 or (isinstance(v, int | float) and 0.75 <= v <= 3.0)),
    "approvals.auto_approve_edits": _flag(False, also="advanced.mcpServer.autoApproveEdits"),
    "browser.enabled": _flag(True, also="browser.enabled"),
    "browser.posture": _choice("sandbox", "shared", also="browser.aiSession"),
    "browser.ai_allow_loopback": _flag(False, also="browser.aiAllowLoopback"),
    "coherence.capture_on_save": _flag(False, also="coherenceCaptureOnSave"),
    "editor.autosave": _flag(True),
    "editor.autosave_s": _number(30, 5, 600),
    "editor.auto_pair": _flag(True),
    "editor.default_mode": _choice("source", "wysiwyg"),
    "editor.font_size": _number(18, 12, 32),
    "editor.latin_font": Setting("", _font_name),
    "editor.cjk_font": Setting("", _font_name),
    "editor.mono_font": Setting("", _font_name),
    "editor.line_height": _number(1.4, 1.0, 2.2),
    "editor.line_numbers": _flag(False),
    "editor.open_in_new_tab": _flag(False),
    "editor.invisibles": _flag(False),
    "editor.tab_size": _number(2, 1, 8),
    "editor.width_em": _number(0, 0, 200),
    "editor.word_wrap": _flag(True),
    "files.ask_large": _flag(True),
    "files.confirm_quit": _flag(True),
    "files.line_end": _choice("preserve", "lf", "crlf"),
    "files.source_for_large": _flag(True),
    "find.regular_expression": _flag(True),
    "mcp.enabled": _flag(True),
    "view.sidebar": _flag(True),
    "view.status_bar": _flag(True),
    "workflow.actionlint": _flag(True, also="advanced.workflowActionlint"),
    "workspace.rail": _flag(False),
}


class Settings:
    """The present value of each key; changes are published as `SettingChanged`."""

    def __init__(self, events: Events, stored: Mapping[str, Any] | None = None) -> None:
        self._events = events
        self._unknown: dict[str, Any] = {}
        self._values: dict[str, Value] = {key: row.default for key, row in SETTINGS.items()}
        self.load(stored or {})

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def flag(self, key: str) -> bool:
        """Return the value of an on/off setting."""
        return bool(self._values[key])

    def number(self, key: str) -> float:
        """Return the value of a number setting."""
        return cast("float", self._values[key])

    def text(self, key: str) -> str:
        """Return the value of a text setting."""
        return str(self._values[key])

    def set(self, key: str, value: Value) -> bool:
        """Give `key` another value; tell whether it changed.

        Raises:
            KeyError: no such setting.
            ValueError: the value is out of range; the text says for which key.
        """
        if not SETTINGS[key].check(value):
            raise ValueError(f"{key} cannot be {value!r}")
        if self._values[key] == value:
            return False
        self._values[key] = value
        self._events.publish(SettingChanged(key, value))
        return True

    def load(self, stored: Mapping[str, Any]) -> None:
        """Take over what a settings file holds, value by value."""
        for key, value in stored.items():
            row = SETTINGS.get(key)
            if row is None:
                self._unknown[key] = value
            elif row.check(value):
                self._values[key] = value

    def reset(self) -> None:
        """Give every key its default."""
        for key, row in SETTINGS.items():
            self.set(key, row.default)

    def to_store(self) -> dict[str, Any]:
        """Return what to write: unknown keys as found and each value that is not the default."""
        changed = {key: value for key, value in self._values.items() if value != SETTINGS[key].default}
        return {**self._unknown, **changed}
