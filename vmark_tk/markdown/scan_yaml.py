"""Colours of YAML source, line by line; the state carried on is the indentation of an open block scalar."""

from __future__ import annotations

import re
from collections.abc import Sequence

_KEY = re.compile(
    r"(?P<lead>[ \t]*(?:- +)*)"
    r"(?P<key>\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s#:\[\]{},&*!|>'\"%@`-][^#:\n]*?|[^\s#:]+?)"
    r"(?P<colon>[ \t]*:)(?=[ \t]|$)"
)
MAX_SCANNED = 2_000  # characters of a line that are looked at: some patterns cost quadratically
_DASH = re.compile(r"[ \t]*(?:-(?=[ \t]|$)[ \t]*)+")
_BLOCK = re.compile(r"(?:^[ \t]*|[:?-][ \t]+)(?:[&!]\S+[ \t]+)*[|>][-+0-9]{0,2}[ \t]*(?:#.*)?$")
_PART = re.compile(
    r"(?P<comment>(?:(?<=\s)|^)#.*)"
    r"|(?P<expression>\$\{\{.*?\}\})"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\"?|'(?:[^']|'')*'?)"
    r"|(?P<anchor>(?<![^\s\[{,])[&*!][^\s,\[\]{}]*)"
    r"|(?P<number>(?<![^\s\[{,])[-+]?(?:0x[0-9a-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![^\s\]},]))"
    r"|(?P<keyword>(?<![^\s\[{,])(?:true|false|null|yes|no|on|off|True|False|Null|~)(?![^\s\]},]))"
    r"|(?P<mark>[\[\]{},]|(?<!\S)[|>][-+0-9]{0,2}(?!\S))"
    r"|(?P<plain>[^\s\[\]{},]+)"
)
_COLOURS = {"comment", "expression", "string", "anchor", "number", "keyword", "mark"}


def advance(state: str, line: str, *, first: bool = False) -> str:
    """Return the state behind `line`: empty, or `|n` inside of a block scalar whose parent is indented by `n`."""
    del first
    indent = len(line) - len(line.lstrip(" "))
    if state and (not line.strip() or indent > int(state[1:])):
        return state
    line = line[: MAX_SCANNED + 1]
    if len(line) > MAX_SCANNED:
        return ""
    may_open = line.rstrip()[-1:] in "|>+-0123456789" or "#" in line
    if may_open and line.lstrip()[:1] != "#" and _BLOCK.search(line) is not None:
        dashes = _DASH.match(line)
        depth = indent if dashes is None or not _KEY.match(line) else _parent_of_key(line)
        return f"|{depth}"
    return ""


def extend(states: list[str], lines: Sequence[str], end: int) -> None:
    """Add the states behind further lines until `states` holds the one before line `end`."""
    for line in lines[len(states) - 1 : end]:
        states.append(advance(states[-1], line))


def _parent_of_key(line: str) -> int:
    match = _KEY.match(line)
    return match.start("key") if match is not None else 0


def in_code(state: str) -> bool:
    """Tell whether a line that begins in `state` is foreign text: the inside of a block scalar."""
    return bool(state)


def spans(state: str, line: str, *, first: bool = False) -> list[tuple[int, int, str]]:
    """Return (start, end, colour) of the parts of `line`, which begins in `state`."""
    del first
    line = line[:MAX_SCANNED]
    if state:
        indent = len(line) - len(line.lstrip(" "))
        if not line.strip() or indent > int(state[1:]):
            found = [(0, len(line), "string")] if line.strip() else []
            found += [(m.start(), m.end(), "expression") for m in re.finditer(r"\$\{\{.*?\}\}", line)]
            return found
    stripped = line.strip()
    if stripped in ("---", "...") or line.startswith("%"):
        return [(0, len(line), "mark")]
    found = []
    at = 0
    dashes = _DASH.match(line)
    if dashes is not None:
        found.append((dashes.start(), dashes.end(), "bullet"))
        at = dashes.end()
    key = _KEY.match(line)
    if key is not None and not stripped.startswith("#"):
        found.append((key.start("key"), key.end("key"), "key"))
        found.append((key.start("colon"), key.end("colon"), "mark"))
        at = key.end()
    for match in _PART.finditer(line, at):
        if match.lastgroup in _COLOURS:
            found.append((match.start(), match.end(), match.lastgroup or ""))
    return found
