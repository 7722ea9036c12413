"""Find and replace on a text. Plain text is searched in place; a regular expression is run by a process of its own.

A regular expression of Python cannot be interrupted, so the view hands it to `python -m vmark_tk.core.search`, which
reads one JSON request from stdin, writes one JSON answer to stdout, and is killed after `REGEX_LIMIT_S` (Q-02).
Offsets count code points.
"""

from __future__ import annotations

import json
import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from vmark_tk.core.text import Position

REGEX_LIMIT_S = 2.0
MAX_MATCHES = 1_000_000


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for."""

    pattern: str
    case: bool = False
    word: bool = False
    regex: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """Where matches begin and end, in order; `error` says why a pattern cannot be used."""

    starts: Sequence[int] = ()
    ends: Sequence[int] = ()
    replacements: Sequence[str] | None = None
    error: str = ""

    def __len__(self) -> int:
        return len(self.starts)

    def at_or_after(self, offset: int) -> int:
        """Return the number of the first match that begins at `offset` or later; `len` when there is none."""
        return bisect_right(self.starts, offset - 1)


class LineStarts:
    """Turns offsets of a text into positions and back; made once per state of the text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._starts = array("q", [0])
        self._starts.extend(accumulate(len(line) + 1 for line in lines))

    def position(self, offset: int) -> Position:
        """Return the position of an offset."""
        line = bisect_right(self._starts, offset) - 1
        return Position(line, offset - self._starts[line])

    def offset(self, position: Position) -> int:
        """Return the offset of a position."""
        return self._starts[position.line] + position.column


def find_plain(text: str, query: Query) -> Found:
    """Return all places of a literal text; at most `MAX_MATCHES`. Costs about 10 ms a megabyte without matches."""
    if not query.pattern:
        return Found()
    if query.case:
        return _find_literal(text, text, query.pattern, word=query.word)
    folded, needle = _folded(text), _folded(query.pattern)
    if len(folded) != len(text):
        pattern = re.compile(_bounded(re.escape(query.pattern), word=query.word), re.IGNORECASE)
        return _collect(pattern, text, None)
    return _find_literal(text, folded, needle, word=query.word)


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    # These are the letters whose small form has another length or depends on the letters around.
    return text.replace("\u0130", "i").lower().replace("\u03c2", "\u03c3")


def _find_literal(text: str, haystack: str, needle: str, *, word: bool) -> Found:
    starts = array("q")
    at = haystack.find(needle)
    size = len(needle)
    while at >= 0 and len(starts) < MAX_MATCHES:
        if not word or _stands_alone(text, at, at + size):
            starts.append(at)
            at = haystack.find(needle, at + size)
        else:
            at = haystack.find(needle, at + 1)
    return Found(starts, array("q", (start + size for start in starts)))


def _stands_alone(text: str, start: int, end: int) -> bool:
    left = start > 0 and _is_word(text[start - 1]) and _is_word(text[start])
    right = end < len(text) and _is_word(text[end]) and _is_word(text[end - 1])
    return not left and not right


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _bounded(pattern: str, *, word: bool) -> str:
    return rf"(?<!\w)(?:{pattern})(?!\w)" if word else pattern


def find_regex(text: str, query: Query, replacement: str | None = None) -> Found:
    """Return all places of a regular expression, `^` and `$` at each line; may take for ever: not for the loop thread.

    With `replacement` also what each becomes; `\\1`, `\\g<name>` and `$1` are groups.
    """
    flags = re.MULTILINE | (0 if query.case else re.IGNORECASE)
    try:
        pattern = re.compile(_bounded(query.pattern, word=query.word), flags)
        return _collect(pattern, text, replacement)
    except (re.error, IndexError, RecursionError, OverflowError) as error:
        return Found(error=str(error) or type(error).__name__)


def _collect(pattern: re.Pattern[str], text: str, replacement: str | None) -> Found:
    starts, ends = array("q"), array("q")
    replacements: list[str] | None = None
    template = ""
    if replacement is not None:
        replacements = []
        template = re.sub(r"\$(\d+|\{\w+\})", lambda m: rf"\g<{m[1].strip('{}')}>", replacement)
    for match in pattern.finditer(text):
        if match.start() == match.end() and replacements is None:
            continue  # nothing to show or to select
        starts.append(match.start())
        ends.append(match.end())
        if replacements is not None:
            replacements.append(match.expand(template))
        if len(starts) >= MAX_MATCHES:
            break
    return Found(starts, ends, replacements)


def replaced(text: str, found: Found, replacement: str) -> str:
    """Return `text` with every match replaced, by its own replacement where the search made them."""
    pieces = []
    at = 0
    for number, (start, end) in enumerate(zip(found.starts, found.ends, strict=True)):
        pieces += [text[at:start], replacement if found.replacements is None else found.replacements[number]]
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def encode_request(text: str, query: Query, replacement: str | None) -> bytes:
    """Return what the process reads from stdin."""
    request = {"text": text, "pattern": query.pattern, "case": query.case, "word": query.word, "replace": replacement}
    return json.dumps(request).encode("ascii")


def answer_request(request: bytes) -> bytes:
    """Search as a request says and return the answer for stdout."""
    wanted = json.loads(request)
    query = Query(wanted["pattern"], case=wanted["case"], word=wanted["word"], regex=True)
    found = find_regex(wanted["text"], query, wanted["replace"])
    answer = {"starts": list(found.starts), "ends": list(found.ends), "new": found.replacements, "error": found.error}
    return json.dumps(answer).encode("ascii")


def decode_answer(answer: bytes) -> Found:
    """Return what the process found."""
    read = json.loads(answer)
    new = read["new"]
    return Found(array("q", read["starts"]), array("q", read["ends"]), new, read["error"])


def main() -> None:
    """Answer one request from stdin on stdout."""
    sys.stdout.buffer.write(answer_request(sys.stdin.buffer.read()))


if __name__ == "__main__":
    main()
