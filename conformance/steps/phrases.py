"""The parser of our step texts: `{doc}` stands for a quoted JSON string, other places name their form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from pytest_bdd.parsers import StepParser


def from_json(text: str) -> Any:
    """Return the value of a JSON text; line breaks in strings are taken as they are, tables make them of `\\n`."""
    return json.loads(text, strict=False)


QUOTED = r'"(?:[^"\\]|\\.)*"'


def quoted_words(text: str) -> list[str]:
    """Return the quoted strings of a text, in order."""
    return [from_json(part) for part in re.findall(QUOTED, text)]


FORMS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "quoted": (QUOTED, from_json),
    "quoted_list": (rf"{QUOTED}(?:, {QUOTED})*(?: and {QUOTED})?", quoted_words),
    "int": (r"-?\d+", int),
    "word": (r"[\w.\[\]:-]+", str),
    "call": (r"\w+\.\w+", lambda text: tuple(text.split("."))),
    "json": (r"\{.*\}", from_json),
    "value": (r".+", str),
}
"""Form -> its pattern and what turns the text into a value."""

_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Phrase(StepParser):
    """A step text with named places, matched from its first to its last character."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._forms: dict[str, Callable[[str], Any]] = {}
        pattern, end = "", 0
        for place in _PLACE.finditer(name):
            form, convert = FORMS[place[2] or "quoted"]
            self._forms[place[1]] = convert
            pattern += re.escape(name[end : place.start()]) + f"(?P<{place[1]}>{form})"
            end = place.end()
        self._regex = re.compile(pattern + re.escape(name[end:]), re.DOTALL)

    def parse_arguments(self, name: str) -> dict[str, Any] | None:
        """Return the values of the places, None when the text does not match."""
        found = self._regex.fullmatch(name)
        if found is None:
            return None
        return {key: self._forms[key](text) for key, text in found.groupdict().items()}

    def is_matching(self, name: str) -> bool:
        """Return whether the whole text matches."""
        return self._regex.fullmatch(name) is not None
