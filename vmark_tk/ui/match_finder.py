"""Finds for the find bar: small texts at once, large ones in a worker, regular expressions in a process (Q-01, Q-02).

One search runs at a time; of those asked for meanwhile only the newest counts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from vmark_tk.core.document import Document
from vmark_tk.core.ids import Revision
from vmark_tk.core.search import Found, LineStarts, Query, decode_answer, encode_request, find_plain
from vmark_tk.core.text import Position, clamp
from vmark_tk.ui.context import UiContext

AT_ONCE = 500_000  # characters that are searched in 10 ms


class Wanted(NamedTuple):
    """What was asked for, and of which state of the text; `replacement` counts for regular expressions only."""

    document: Document
    revision: Revision
    query: Query
    replacement: str | None

    @property
    def present(self) -> bool:
        """Tell whether the text is still the one that was asked about."""
        return self.document.revision == self.revision


class Matches:
    """The places found; `slow` when the time ran out."""

    def __init__(self, wanted: Wanted, found: Found, starts: LineStarts, *, slow: bool = False) -> None:
        self.wanted = wanted
        self.found = found
        self.slow = slow
        self._starts = starts

    def __len__(self) -> int:
        return len(self.found)

    def answers(self, wanted: Wanted) -> bool:
        """Tell whether these are the matches for what is wanted; with replacements they serve without as well."""
        mine = self.wanted
        same = mine.document is wanted.document and mine.revision == wanted.revision and mine.query == wanted.query
        return same and wanted.replacement in (None, mine.replacement)

    def span(self, number: int) -> tuple[Position, Position]:
        """Return where a match begins and ends."""
        return self._starts.position(self.found.starts[number]), self._starts.position(self.found.ends[number])

    def number_at(self, selection: tuple[Position, Position]) -> int | None:
        """Return the number of the match that is exactly the selection."""
        start, end = map(self._offset, selection)
        number = bisect_left(self.found.starts, start)
        while number < len(self) and self.found.starts[number] == start:
            if self.found.ends[number] == end:
                return number
            number += 1
        return None

    def after(self, place: Position) -> int:
        """Return the number of the first match at a place or behind it, from the start again after the last."""
        return self.found.at_or_after(self._offset(place)) % len(self)

    def before(self, place: Position) -> int:
        """Return the number of the last match that begins before a place, from the end again before the first."""
        return (self.found.at_or_after(self._offset(place)) - 1) % len(self)

    def in_lines(self, first: int, last: int, limit: int) -> range:
        """Return the numbers of matches that begin in these lines, at most `limit`."""
        lines = self.wanted.document.lines
        low = self.found.at_or_after(self._offset(Position(first, 0)))
        high = self.found.at_or_after(self._offset(Position(last, len(lines[min(last, len(lines) - 1)]))) + 1)
        return range(low, min(high, low + limit))

    def _offset(self, place: Position) -> int:
        return self._starts.offset(clamp(self.wanted.document.lines, place))


class MatchFinder:
    """Runs the searches of one find bar."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._have: Matches | None = None
        self._next: tuple[Wanted, list[Callable[[Matches], None]]] | None = None
        self.busy = False

    def have(self, wanted: Wanted) -> Matches | None:
        """Return the matches for what is wanted if they are known."""
        return self._have if self._have is not None and self._have.answers(wanted) else None

    def find(self, wanted: Wanted, done: Callable[[Matches], None]) -> None:
        """Call `done` with the matches, at once if possible; never if something else was wanted meanwhile."""
        known = self.have(wanted)
        if known is not None:
            done(known)
            return
        if self._next is not None and self._next[0] == wanted:
            self._next[1].append(done)
        else:
            self._next = wanted, [done]
        if not self.busy:
            self._start()

    def forget(self) -> None:
        """Drop what is known and what waits."""
        self._have = self._next = None

    def _start(self) -> None:
        assert self._next is not None
        wanted = self._next[0]
        text, lines, query = wanted.document.text, wanted.document.lines, wanted.query
        if query.regex:
            self.busy = True
            self._ctx.searcher.search(
                lambda: encode_request(text, query, wanted.replacement), lambda answer: self._answered(wanted, answer)
            )
        elif len(text) <= AT_ONCE:
            self._arrived(Matches(wanted, find_plain(text, query), LineStarts(lines)))
        else:
            self.busy = True
            copy = list(lines)
            self._ctx.loop.run_in_worker(
                lambda: Matches(wanted, find_plain(text, query), LineStarts(copy)), self._worked
            )

    def _answered(self, wanted: Wanted, answer: bytes | None) -> None:
        if not wanted.present:
            self._gone_by()
            return
        starts = LineStarts(wanted.document.lines)
        if answer is None:
            self._arrived(Matches(wanted, Found(), starts, slow=True))
        else:
            self._arrived(Matches(wanted, decode_answer(answer), starts))

    def _worked(self, outcome: Matches | BaseException) -> None:
        if isinstance(outcome, BaseException):
            self.busy = False
            raise outcome
        if outcome.wanted.present:
            self._arrived(outcome)
        else:
            self._gone_by()

    def _gone_by(self) -> None:
        """Go on with the newest wish, if its text still stands: who saw it change will ask anew."""
        self.busy = False
        if self._next is not None and self._next[0].present:
            self._start()
        else:
            self._next = None

    def _arrived(self, matches: Matches) -> None:
        self.busy = False
        self._have = matches
        if self._next is None:
            return
        wanted, waiting = self._next
        if not matches.answers(wanted):
            self._start()
            return
        self._next = None
        for done in waiting:
            done(matches)
