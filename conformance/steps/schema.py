"""As much of JSON Schema as output schemas of tools use: types, members, items, enumerations, alternatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}


def violations(value: Any, schema: Any, place: str = "result") -> list[str]:
    """Return what is wrong with a value, as short sentences; unknown keywords are not judged."""
    if not isinstance(schema, dict):
        return [] if schema is not False else [f"{place} must not be there"]
    found = _type(value, schema, place) + _enum(value, schema, place) + _any_of(value, schema, place)
    if isinstance(value, dict):
        found += _members(value, schema, place)
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            found += violations(item, schema["items"], f"{place}[{number}]")
    return found


def _type(value: Any, schema: dict[str, Any], place: str) -> list[str]:
    named = schema.get("type", [])
    wanted = [named] if isinstance(named, str) else named
    held = not wanted or any(TYPES.get(name, lambda _: True)(value) for name in wanted)
    return [] if held else [f"{place} is no {' or '.join(wanted)}"]


def _enum(value: Any, schema: dict[str, Any], place: str) -> list[str]:
    return [] if "enum" not in schema or value in schema["enum"] else [f"{place} is none of {schema['enum']}"]


def _any_of(value: Any, schema: dict[str, Any], place: str) -> list[str]:
    choices = schema.get("anyOf", [])
    held = not choices or any(not violations(value, choice, place) for choice in choices)
    return [] if held else [f"{place} fits no alternative"]


def _members(value: dict[str, Any], schema: dict[str, Any], place: str) -> list[str]:
    properties = schema.get("properties", {})
    found = [f"{place}.{name} is missing" for name in schema.get("required", []) if name not in value]
    for name, inner in value.items():
        if name in properties:
            found += violations(inner, properties[name], f"{place}.{name}")
        elif schema.get("additionalProperties") is False:
            found.append(f"{place}.{name} is not declared")
    return found
