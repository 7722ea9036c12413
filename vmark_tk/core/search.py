"""Find and replace on a text. Plain text is searched in place; a regular expression is run by a process of its own.

A regular expression of Python cannot be interrupted, so the view hands it to `python -m vmark_tk.core.search`, which
reads one request from stdin, writes one answer to stdout, and is killed after `REGEX_LIMIT_S` (Q-02). Request and
answer are a line of JSON followed by raw bytes, so that a large text costs milliseconds. Offsets count code points.
"""

from __future__ import annotations

import json
import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

from vmark_tk.core.text import Position

REGEX_LIMIT_S = 2.0
MAX_MATCHES = 1_000_000
_DOLLAR = re.compile(r"\\.|\$(\d+|\{\w+\})", re.DOTALL)


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
    return _find_literal(text, _folded(text), _folded(query.pattern), word=query.word)


def _folded(text: str) -> str:
    """Return `text` without the difference of capitals, every character at its place.

    U+0130 is the one letter whose small form is longer, and U+03C2 stands for a sigma at the end of a word only.
    """
    if text.isascii():
        return text.lower()
    return text.replace("\u0130", "i").lower().replace("\u03c2", "\u03c3")


def _find_literal(text: str, haystack: str, needle: str, *, word: bool) -> Found:
    size = len(needle)
    places: Iterator[int] = (match.start() for match in re.finditer(re.escape(needle), haystack))
    if word:
        # a match that is part of a word may hide one that overlaps it, so each place is looked at
        places = (at for at in _every(haystack, needle) if not _one_word(text, at) and not _one_word(text, at + size))
        places = _apart(places, size)
    starts = array("q", islice(places, MAX_MATCHES))
    return Found(starts, array("q", [start + size for start in starts]))


def _every(haystack: str, needle: str) -> Iterator[int]:
    at = haystack.find(needle)
    while at >= 0:
        yield at
        at = haystack.find(needle, at + 1)


def _apart(places: Iterator[int], size: int) -> Iterator[int]:
    free = 0
    for at in places:
        if at >= free:
            yield at
            free = at + size


def _one_word(text: str, at: int) -> bool:
    """Tell whether the characters on both sides belong to one word: Han and kana have no blanks between words."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if not (_is_word(before) and _is_word(after)):
        return False
    return not (_UNSPACED.match(before) or _UNSPACED.match(after))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_UNSPACED_RANGES = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = re.compile(f"[{_UNSPACED_RANGES}]")
_EDGE = rf"(?:(?<!\w)|(?!\w)|(?<=[{_UNSPACED_RANGES}])|(?=[{_UNSPACED_RANGES}]))"


def _bounded(pattern: str, *, word: bool) -> str:
    return f"{_EDGE}(?:{pattern}){_EDGE}" if word else pattern


def find_regex(text: str, query: Query, replacement: str | None = None) -> Found:
    """Return all places of a regular expression, `^` and `$` at each line; may take for ever: not for the loop thread.

    With `replacement` also what each becomes; `\\1`, `\\g<name>`, `$1` and `${name}` are groups.
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
        template = _DOLLAR.sub(_group, replacement)
    for match in pattern.finditer(text):
        starts.append(match.start())
        ends.append(match.end())
        if replacements is not None:
            replacements.append(match.expand(template))
        if len(starts) >= MAX_MATCHES:
            break
    return Found(starts, ends, replacements)


def _group(match: re.Match[str]) -> str:
    """Turn `$1` and `${name}` into what Python writes for them, and an escaped dollar into a plain one."""
    if match[1] is None:
        return "$" if match[0] == "\\$" else match[0]
    return rf"\g<{match[1].strip('{}')}>"


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
    head = {"pattern": query.pattern, "case": query.case, "word": query.word, "replace": replacement}
    return json.dumps(head).encode("ascii") + b"\n" + text.encode("utf-8", "surrogatepass")


def answer_request(request: bytes) -> bytes:
    """Search as a request says and return the answer for stdout."""
    head, _, text = request.partition(b"\n")
    wanted = json.loads(head)
    query = Query(wanted["pattern"], case=wanted["case"], word=wanted["word"], regex=True)
    found = find_regex(text.decode("utf-8", "surrogatepass"), query, wanted["replace"])
    answer = {"count": len(found), "new": found.replacements, "error": found.error}
    places = array("q", [*found.starts, *found.ends]).tobytes()
    return json.dumps(answer).encode("ascii") + b"\n" + places


def decode_answer(answer: bytes) -> Found:
    """Return what the process found.

    Raises:
        ValueError: these bytes are no answer.
    """
    head, _, rest = answer.partition(b"\n")
    read = json.loads(head)
    places = array("q")
    places.frombytes(rest)
    count = read["count"]
    return Found(places[:count], places[count:], read["new"], read["error"])


def main() -> None:
    """Answer one request from stdin on stdout."""
    sys.stdout.buffer.write(answer_request(sys.stdin.buffer.read()))


if __name__ == "__main__":
    main()
