"""Colours of Markdown source, line by line: no tree, only a state that is carried from one line to the next.

The state says what an unfinished construct makes of the next line (a fence, front matter, a comment, display math).
A line costs microseconds, so a view asks only for the lines it shows. It knows no toolkit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vmark_tk.markdown import scan_code, scan_yaml

MAX_SCANNED = 2_000  # characters of a line that get colours: tags in one line cost quadratically
WHOLE_LINE = -1
"""`Span.end` of a colour that covers the line with its end, so that a background reaches the right border."""

_FRONT, _MATH, _COMMENT = "front", "math", "comment"
_FENCE = re.compile(
    r"(?P<indent>[ >\t]*(?:[-*+] +|\d{1,9}[.)] +)?)(?P<marker>`{3,}(?=[^`]*$)|~{3,})[ \t]*(?P<info>[^\s`]*)"
)
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_UNDERLINE = re.compile(r" {0,3}=+[ \t]*$")
_PREFIX = re.compile(
    r"[ \t]*(?:(?P<quote>>)|(?P<bullet>[-*+]|\d{1,9}[.)])(?=[ \t]|$)(?:[ \t]+(?P<task>\[[ xX]\])(?=[ \t]|$))?)"
)
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DEFINITION = re.compile(r" {0,3}(\[[^\]\n]+\]:)[ \t]*(\S+)?")
_HTML_LINE = re.compile(r" {0,3}</?[A-Za-z][A-Za-z0-9-]*(?:[\s/>]|$)")
_INLINE = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<code>(?P<tick>`+)(?!`)(?:.*?[^`])(?P=tick)(?!`))"
    r"|(?P<math>\$\$[^$]+\$\$|\$(?![\s$])[^$]*?(?<!\s)\$(?!\d))"
    r"|(?P<auto><(?:https?://|mailto:)[^<>\s]*>)"
    r"|(?P<html></?[A-Za-z][^<>]*>|<!--.*?-->)"
    r"|(?P<note>\[\^[^\]\s]+\])"
    r"|(?P<link>!?\[(?P<label>(?:[^\[\]]|\[[^\[\]]*\])*)\](?P<target>\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+[\"'(][^\"]*[\"')])?\)|\[[^\[\]]*\]))"
    r"|(?P<stem>(?P<three>\*\*\*|(?<!\w)___)(?=\S)(?P<stemtext>.+?)(?<=\S)(?P=three))"
    r"|(?P<strong>(?P<two>\*\*|(?<!\w)__)(?=\S)(?P<strongtext>.+?)(?<=\S)(?P=two)(?!\*))"
    r"|(?P<em>(?P<one>\*|(?<!\w)_)(?=[^\s*_])(?P<emtext>(?:[^*_]|\*\*[^*]+\*\*|__[^_]+__|(?<=\w)_(?=\w))+?)(?<=\S)(?P=one)(?![\w*]))"
    r"|(?P<strike>~~(?=\S)(?P<struck>.+?)(?<=\S)~~)"
    r"|(?P<bare>\bhttps?://[^\s<>()\[\]]+)"
)


class Span(NamedTuple):
    """Columns of a line, in code points, and the name of their colour; `end` may be `WHOLE_LINE`."""

    start: int
    end: int
    tag: str


def advance(state: str, line: str, *, first: bool = False) -> str:
    """Return the state behind `line`, which began in `state`; `first` marks the first line of the text."""
    if not state:
        if first and line.rstrip() == "---":
            return _FRONT
        return _opened_by(line)
    if state == _FRONT:
        return "" if line.rstrip() in ("---", "...") else state
    if state == _MATH:
        return "" if "$$" in line else state
    if state == _COMMENT:
        return "" if "-->" in line else state
    return "" if _closes(state, line) else state


def extend(states: list[str], lines: Sequence[str], end: int) -> None:
    """Add the states behind further lines until `states` holds the one before line `end`; fast over plain text."""
    number = len(states) - 1
    state = states[number]
    for line in lines[number:end]:
        # the same as `advance`, without its cost for the lines that cannot change anything
        marker = state[:3] if state[:1] in ("`", "~") else ""
        if marker:
            if marker in line:
                state = advance(state, line)
        elif state or number == 0 or "``" in line or "~~" in line or "$$" in line or "<!" in line:
            state = advance(state, line, first=number == 0)
        states.append(state)
        number += 1


def _opened_by(line: str) -> str:
    if "```" in line or "~~~" in line:
        fence = _FENCE.match(line)
        if fence is not None:
            return fence["marker"] + " " + fence["info"].lower()
    if "<!--" in line and "-->" not in line[line.rfind("<!--") :] and "`" not in line:
        return _COMMENT
    return _MATH if line.lstrip().startswith("$$") and line.count("$$") == 1 else ""


def in_fence(state: str) -> bool:
    """Tell whether a line that begins in `state` lies inside a fenced code block."""
    return state[:1] in ("`", "~")


def in_code(state: str) -> bool:
    """Tell whether a line that begins in `state` is no prose: code, front matter, math, comment."""
    return bool(state)


def _closes(state: str, line: str) -> bool:
    marker = state.split(" ", 1)[0]
    bare = line.strip(" \t>")
    return bare.startswith(marker) and not bare.strip(marker[0])


def spans(state: str, line: str, *, first: bool = False) -> list[Span]:
    """Return the colours of `line`, which begins in `state`."""
    line = line[:MAX_SCANNED]
    if not state:
        if first and line.rstrip() == "---":
            return [Span(0, WHOLE_LINE, "front"), Span(0, len(line), "mark")]
        return list(_prose(line))
    if state == _FRONT:
        if advance(state, line) == "":
            return [Span(0, WHOLE_LINE, "front"), Span(0, len(line), "mark")]
        return [Span(0, WHOLE_LINE, "front"), *(Span(*span) for span in scan_yaml.spans("", line))]
    if state == _MATH:
        return [Span(0, WHOLE_LINE, "pre"), Span(0, len(line), "math")]
    if state == _COMMENT:
        return [Span(0, len(line), "comment")]
    if _closes(state, line):
        return [Span(0, WHOLE_LINE, "pre"), Span(0, len(line), "mark")]
    language = state.split(" ", 1)[1]
    return [Span(0, WHOLE_LINE, "pre"), *(Span(*span) for span in scan_code.spans(language, line))]


def _prose(line: str) -> Iterator[Span]:
    opened = _opened_by(line)
    if in_fence(opened):
        fence = _FENCE.match(line)
        assert fence is not None
        yield Span(0, WHOLE_LINE, "pre")
        yield Span(fence.start("marker"), fence.end("marker"), "mark")
        yield Span(fence.start("info"), fence.end("info"), "info")
        return
    if opened == _MATH:
        yield Span(0, WHOLE_LINE, "pre")
        yield Span(0, len(line), "math")
        return
    if opened == _COMMENT:
        at = line.rfind("<!--")
        yield from _inline(line, 0, at)
        yield Span(at, len(line), "comment")
        return
    yield from _block(line)


def _block(line: str) -> Iterator[Span]:
    heading = _HEADING.match(line)
    if heading is not None:
        yield Span(0, WHOLE_LINE, f"h{len(heading[1])}")
        yield Span(0, heading.end(), "mark")
        yield from _inline(line, heading.end(), len(line))
        return
    if not line.strip():
        return
    if _RULE.match(line) or _UNDERLINE.match(line):
        yield Span(0, len(line), "mark")
        return
    at = 0
    while (prefix := _PREFIX.match(line, at)) is not None and prefix.end() > at:
        if prefix["quote"]:
            yield Span(prefix.start("quote"), prefix.end("quote"), "quotemark")
            yield Span(prefix.end("quote"), len(line), "quote")
        else:
            yield Span(prefix.start("bullet"), prefix.end("bullet"), "bullet")
            if prefix["task"]:
                done = prefix["task"] != "[ ]"
                yield Span(prefix.start("task"), prefix.end("task"), "task")
                if done:
                    yield Span(prefix.end("task"), len(line), "done")
        at = prefix.end()
    inner = _HEADING.match(line[at:].lstrip()) if at else None
    if inner is not None:
        yield Span(at, len(line), f"h{len(inner[1])}")
    yield from _leaf(line, at)


def _leaf(line: str, at: int) -> Iterator[Span]:
    definition = _DEFINITION.match(line, at)
    if definition is not None:
        yield Span(definition.start(1), definition.end(1), "link")
        if definition[2]:
            yield Span(definition.start(2), definition.end(2), "url")
        return
    if _HTML_LINE.match(line, at):
        yield Span(at, len(line), "html")
        return
    if "|" in line and "-" in line and _TABLE_RULE.match(line, at):
        yield Span(at, len(line), "mark")
        return
    if line.find("|", at) >= 0 and line[at:].lstrip().startswith("|"):
        for column in range(at, len(line)):
            if line[column] == "|" and line[column - 1 : column] != "\\":
                yield Span(column, column + 1, "mark")
    yield from _inline(line, at, len(line))


def _inline(line: str, start: int, end: int, outer: str = "") -> Iterator[Span]:
    for match in _INLINE.finditer(line, start, end):
        kind = match.lastgroup
        first, last = match.span()
        if kind == "escape":
            yield Span(first, first + 1, "mark")
        elif kind in ("code", "math", "html", "note", "bare", "auto"):
            yield Span(first, last, _LEAF_TAGS[kind])
        elif kind == "link":
            yield from _link(line, match, outer)
        elif kind is not None:
            inner, tag = _MARKED[kind]
            tag = "stem" if {outer, tag} in ({"strong", "em"}, {"stem", "em"}, {"stem", "strong"}) else tag
            yield Span(first, match.start(inner), "mark")
            yield Span(match.start(inner), match.end(inner), tag)
            yield Span(match.end(inner), last, "mark")
            yield from _inline(line, match.start(inner), match.end(inner), tag)


def _link(line: str, match: re.Match[str], outer: str) -> Iterator[Span]:
    yield Span(match.start(), match.start("label"), "mark")
    yield Span(match.start("label"), match.end("label"), "link")
    yield Span(match.end("label"), match.start("target") + 1, "mark")
    yield Span(match.start("target") + 1, match.end("target") - 1, "url")
    yield Span(match.end("target") - 1, match.end("target"), "mark")
    yield from _inline(line, match.start("label"), match.end("label"), outer)


_LEAF_TAGS = {"code": "code", "math": "math", "html": "html", "note": "link", "bare": "url", "auto": "url"}
_MARKED = {
    "stem": ("stemtext", "stem"),
    "strong": ("strongtext", "strong"),
    "em": ("emtext", "em"),
    "strike": ("struck", "strike"),
}
