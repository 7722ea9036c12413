"""From raw arguments of a call to frozen values, or the plain sentence that names what is wrong (01 sections 2.3, 2.5).

The order is fixed: declared types, enums and lengths of the tool; then `tabId`, then `windowLabel` not blank; then what
the action requires.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from vmark_tk.core.result import ArgumentError, JsonObject

ParameterType = Literal["string", "boolean", "integer", "number", "object", "array"]
_T = TypeVar("_T")

_WIRE = {  # field of an argument class -> name on the wire, where they differ
    "tab": "tabId",
    "window": "windowLabel",
    "path": "filePath",
    "folder": "folderPath",
    "expected": "expected_revision",
}
_IDENTIFIERS = ("tabId", "windowLabel")


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a tool declares of one parameter; lengths count characters, `least` and `most` bound numbers."""

    type: ParameterType
    enum: tuple[str, ...] = ()
    filled: bool = False
    """A string that must hold something besides blanks."""
    least: float | None = None
    most: float | None = None
    max_bytes: int | None = None
    items: Literal["string", "object"] | None = None
    pattern: str | None = None


def check_action(tool: str, actions: Sequence[str], args: Mapping[str, Any]) -> str:
    """Return the action of a call.

    Raises:
        ArgumentError: missing, no string, or none of the tool's (MCP-047 to MCP-051).
    """
    action = args.get("action")
    if not isinstance(action, str) or action not in actions:
        said = "is missing" if "action" not in args else "is not one of them"
        raise ArgumentError(f"action {said}: {tool} knows {', '.join(actions)}")
    return action


def check_declared(parameters: Mapping[str, Parameter], args: Mapping[str, Any]) -> None:
    """Check every declared parameter that is present; unknown ones are ignored (MCP-052).

    Raises:
        ArgumentError: a wrong type, value or length; null counts as a wrong type (MCP-054 to MCP-060).
    """
    for name, parameter in parameters.items():
        if name in args and name not in _IDENTIFIERS:
            _check_value(name, parameter, args[name])
    for name in _IDENTIFIERS:
        if name in parameters and name in args:
            _identifier(name, args[name])


def build(cls: type[_T], args: Mapping[str, Any]) -> _T:
    """Return `cls` filled from checked arguments; fields without default are required.

    Raises:
        ArgumentError: a required parameter is missing (MCP-053).
    """
    values: JsonObject = {}
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]  # callers pass dataclasses; the bound cannot be spelled
        wire = _WIRE.get(field.name, field.name)
        if wire in args:
            value = args[wire]
            values[field.name] = value.strip() if wire in _IDENTIFIERS else value
        elif field.default is dataclasses.MISSING:
            raise ArgumentError(f"{wire} is required")
    return cls(**values)


def require(names: Sequence[str], args: Mapping[str, Any]) -> None:
    """Check that parameters are present.

    Raises:
        ArgumentError: one is not; the first is named.
    """
    for name in names:
        if name not in args:
            raise ArgumentError(f"{name} is required")


def _identifier(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise ArgumentError(f"{name} must be a string, not {_kind(value)}")
    if not value.strip():
        raise ArgumentError(f"{name} must not be blank; leave it out to use the focused one")
    _well_formed(name, value)


def _check_value(name: str, parameter: Parameter, value: object) -> None:
    if not _fits(parameter.type, value):
        raise ArgumentError(f"{name} must be {_with_article(parameter.type)}, not {_kind(value)}")
    if isinstance(value, str):
        _check_string(name, parameter, value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _check_number(name, parameter, value)
    elif isinstance(value, list) and parameter.items is not None:
        for index, item in enumerate(value):
            if not _fits(parameter.items, item):
                raise ArgumentError(f"{name}[{index}] must be {_with_article(parameter.items)}, not {_kind(item)}")


def _check_string(name: str, parameter: Parameter, value: str) -> None:
    if parameter.enum and value not in parameter.enum:
        raise ArgumentError(f"{name} must be one of {', '.join(parameter.enum)}")
    if parameter.filled and not value.strip():
        raise ArgumentError(f"{name} must not be blank")
    if parameter.pattern is not None and re.fullmatch(parameter.pattern, value) is None:
        raise ArgumentError(f"{name} does not have the form {parameter.pattern}")
    _well_formed(name, value)
    if parameter.max_bytes is not None and len(value.encode("utf-8")) > parameter.max_bytes:
        raise ArgumentError(f"{name} is longer than {parameter.max_bytes} bytes of UTF-8")


def _check_number(name: str, parameter: Parameter, value: float) -> None:
    if not math.isfinite(value):
        raise ArgumentError(f"{name} must be a finite number")
    if (parameter.least is not None and value < parameter.least) or (
        parameter.most is not None and value > parameter.most
    ):
        raise ArgumentError(f"{name} must lie between {parameter.least:g} and {parameter.most:g}")


def _well_formed(name: str, value: str) -> None:
    """Refuse what no UTF-8 text can hold, and in texts the NUL (01 section 2.12); a path with NUL is for the scope."""
    if "\0" in value and name not in ("filePath", "folderPath"):
        raise ArgumentError(f"{name} holds a NUL character")
    if value.isascii():
        return
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ArgumentError(f"{name} holds half of a surrogate pair at character {error.start}") from None


def _fits(kind: ParameterType, value: object) -> bool:
    match kind:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            whole = isinstance(value, float) and value.is_integer()
            return (isinstance(value, int) and not isinstance(value, bool)) or whole
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "object":
            return isinstance(value, dict)
        case "array":
            return isinstance(value, list)


def _with_article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aio" else f"a {kind}"


def _kind(value: object) -> str:
    names: dict[type, str] = {
        type(None): "null",
        bool: "a boolean",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return names.get(type(value), "a number")
