"""The table of settings that the settings window shows: one line a setting. Words are `setting.<key>` in `ui.texts`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from vmark_tk.core.settings import Value
from vmark_tk.ui.texts import text

Kind = Literal["switch", "choice", "number", "font", "theme"]

SECTIONS = ("appearance", "editor", "white_space", "files", "integrations", "shortcuts", "advanced", "about")


@dataclass(frozen=True, slots=True)
class Item:
    """One setting in the window. `choices` for kind choice; `low`, `high`, `step` for kind number."""

    key: str
    section: str
    kind: Kind = "switch"
    choices: Callable[[], Sequence[tuple[Value, str]]] = tuple
    low: float = 0
    high: float = 0
    step: float = 1

    @property
    def label(self) -> str:
        """Return the name of the setting."""
        return text(f"setting.{self.key}")

    @property
    def help(self) -> str:
        """Return what it does, in a sentence."""
        return text(f"setting.{self.key}.help")

    def matches(self, words: str) -> bool:
        """Tell whether every word of a search is in name, help or section."""
        hay = f"{self.label} {self.help} {text(f'settings.section.{self.section}')} {self.key}".casefold()
        return all(word in hay for word in words.casefold().split())


def _scales() -> Sequence[tuple[Value, str]]:
    sizes = (0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
    return [(0, text("value.scale.auto")), *((size, f"{size:.0%}") for size in sizes)]


def _widths() -> Sequence[tuple[Value, str]]:
    widths = (36, 42, 50, 60, 80)
    return [(0, text("value.width.unlimited")), *((one, text("value.width.em", count=one)) for one in widths)]


def _intervals() -> Sequence[tuple[Value, str]]:
    seconds = [(one, text("value.seconds", count=one)) for one in (10, 30)]
    return [*seconds, (60, text("value.minute")), *((60 * one, text("value.minutes", count=one)) for one in (2, 5))]


def _line_ends() -> Sequence[tuple[Value, str]]:
    return [(one, text(f"value.line_end.{one}")) for one in ("preserve", "lf", "crlf")]


ITEMS: tuple[Item, ...] = (
    Item("appearance.theme", "appearance", "theme"),
    Item("appearance.follow_system", "appearance"),
    Item("appearance.scale", "appearance", "choice", _scales),
    Item("editor.latin_font", "editor", "font"),
    Item("editor.cjk_font", "editor", "font"),
    Item("editor.mono_font", "editor", "font"),
    Item("editor.font_size", "editor", "number", low=12, high=32, step=2),
    Item("editor.line_height", "editor", "number", low=1.0, high=2.2, step=0.1),
    Item("editor.width_em", "editor", "choice", _widths),
    Item("editor.tab_size", "editor", "number", low=1, high=8),
    Item("editor.word_wrap", "editor"),
    Item("editor.auto_pair", "editor"),
    Item("editor.line_numbers", "editor"),
    Item("editor.open_in_new_tab", "editor"),
    Item("find.regular_expression", "editor"),
    Item("files.line_end", "white_space", "choice", _line_ends),
    Item("editor.invisibles", "white_space"),
    Item("editor.autosave", "files"),
    Item("editor.autosave_s", "files", "choice", _intervals),
    Item("files.confirm_quit", "files"),
    Item("files.source_for_large", "files"),
    Item("files.ask_large", "files"),
    Item("workspace.rail", "files"),
    Item("mcp.enabled", "integrations"),
    Item("approvals.auto_approve_edits", "integrations"),
    Item("workflow.actionlint", "advanced"),
)
