"""The find bar above a text: find and replace, literal or by regular expression (08 Q-01, Q-02).

Its widgets are made when it is first opened. It never keeps a text of its own: matches belong to one revision of the
document, and whoever sees the caret, the text or the visible lines change calls `refresh`.
"""

from __future__ import annotations

import contextlib
import tkinter as tk
from collections.abc import Callable, Sequence
from typing import Protocol

from vmark_tk.core.document import Document, Edit, Origin, end_after
from vmark_tk.core.ids import Revision
from vmark_tk.core.ports import Timer
from vmark_tk.core.search import MAX_MATCHES, REGEX_LIMIT_S, Query, replaced
from vmark_tk.core.settings import SettingChanged
from vmark_tk.core.text import Position, clamp
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.find_widgets import FindWidgets
from vmark_tk.ui.match_finder import Matches, MatchFinder, Wanted
from vmark_tk.ui.texts import text

TYPING_MS = 120
REFRESH_MS = 150
_MARGIN_LINES = 150
_MAX_MARKS = 2_000
_SINGLE_EDITS = 500
"""Up to so many replacements are edits of their own, which leave caret and colours between them alone."""


class EditorView(Protocol):
    """What the bar asks of a text editor."""

    document: Document

    def selection(self) -> tuple[Position, Position]:
        """Return the two ends of the selection, the earlier first."""
        ...

    def select(self, anchor: Position, caret: Position) -> None:
        """Select; both equal: only the caret."""
        ...

    def see(self, place: Position) -> None:
        """Scroll so that a place can be seen."""
        ...

    def mark_matches(self, matches: Sequence[tuple[Position, Position]], here: int | None) -> None:
        """Show these places and no others as found, number `here` as the present one."""
        ...

    def visible_lines(self) -> tuple[int, int]:
        """Return the first and the last line that can be seen."""
        ...

    def focus(self) -> None:
        """Give the text the focus."""
        ...

    @property
    def read_only(self) -> bool:
        """Tell whether the text cannot be changed."""
        ...


class FindBar:
    """The bar of one editor area. `editor_of` gives the editor on the screen, None without one."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, editor_of: Callable[[], EditorView | None]) -> None:
        self._ctx = ctx
        self._editor_of = editor_of
        self.frame = tk.Frame(parent, name="find")
        self._widgets: FindWidgets | None = None
        self._finder = MatchFinder(ctx)
        self._pattern = ""
        self._origin = Position(0, 0)
        self._typing: Timer | None = None
        self._refreshing: Timer | None = None
        self._marked: EditorView | None = None
        self._marks: tuple[object, ...] = ()
        self._shown = False
        self._told: tuple[Revision | None, str] = (None, "")
        """What was done to get to a state of the text; said for as long as it stands."""
        self._stop = ctx.state.events.subscribe(SettingChanged, self._setting_changed)
        self.frame.bind("<Destroy>", self._destroyed, add="+")

    # --- for the editor area ---

    @property
    def shown(self) -> bool:
        """Tell whether the bar is on the screen."""
        return self._shown

    def open(self, *, replace: bool = False) -> None:
        """Show the bar, with the selected words of one line as what to find, and give it the focus."""
        editor = self._editor_of()
        if editor is None:
            return
        start, end = editor.selection()
        self._origin = start
        chosen = editor.document.between(start, end)
        if chosen and "\n" not in chosen and not self._is_match(editor, (start, end)):
            self._set_pattern(chosen)
        widgets = self._show()
        field = widgets.replacement if replace and self._pattern and not editor.read_only else widgets.pattern
        field.focus_set()
        field.selection_range(0, "end")
        field.icursor("end")
        self._want(self._show_matches)

    def next(self) -> None:
        """Go to the next match; without anything to find the bar opens."""
        self._step(1)

    def previous(self) -> None:
        """Go to the match before."""
        self._step(-1)

    def use_selection(self) -> None:
        """Take the selected words as what to find; the focus stays in the text."""
        editor = self._editor_of()
        if editor is None:
            return
        start, end = editor.selection()
        chosen = editor.document.between(start, end)
        if not chosen or "\n" in chosen:
            return
        self._set_pattern(chosen)
        self._show()
        self._want(self._show_matches)

    def close(self) -> None:
        """Take the bar away and give the focus back to the text."""
        if not self._shown:
            return
        self._shown = False
        self._cancel_timers()
        self._unmark()
        self.frame.pack_forget()
        editor = self._editor_of()
        if editor is not None:
            editor.focus()

    def refresh(self) -> None:
        """Follow a change of tab, text, caret or visible lines; cheap, and nothing while the bar is closed."""
        if not self._shown or self._refreshing is not None:
            return
        if self._known() is not None:
            self._refreshed()
        else:
            self._refreshing = self._ctx.loop.call_later(REFRESH_MS, self._refreshed)

    # --- state ---

    def _query(self) -> Query:
        widgets = self._widgets
        if widgets is None:
            return Query(self._pattern)
        regex = widgets.is_on("regex") and self._ctx.state.settings.flag("find.regular_expression")
        return Query(self._pattern, case=widgets.is_on("case"), word=widgets.is_on("word"), regex=regex)

    def _wanted(self, *, replacing: bool = False) -> Wanted | None:
        editor = self._editor_of()
        if editor is None or not self._pattern:
            return None
        query = self._query()
        replacement = self._replacement() if replacing and query.regex else None
        return Wanted(editor.document, editor.document.revision, query, replacement)

    def _replacement(self) -> str:
        return "" if self._widgets is None else self._widgets.replacement.get()

    def _known(self) -> Matches | None:
        wanted = self._wanted()
        return None if wanted is None else self._finder.have(wanted)

    def _want(self, done: Callable[[Matches], None], *, replacing: bool = False) -> None:
        """Have `done` called with the matches of what stands in the bar now."""
        wanted = self._wanted(replacing=replacing)
        if wanted is None:
            self._finder.forget()
            self._unmark()
            self._say("")
            return
        self._finder.find(wanted, done)
        if self._finder.busy:
            self._say(text("find.searching"))

    def _is_match(self, editor: EditorView, selection: tuple[Position, Position]) -> bool:
        """Tell whether the selection is a place found before: then what was looked for stays as it is."""
        known = self._known()
        return known is not None and known.wanted.document is editor.document and known.number_at(selection) is not None

    def _set_pattern(self, pattern: str) -> None:
        self._pattern = pattern
        if self._widgets is not None:
            self._widgets.set_pattern(pattern)
            self._stop_typing()

    # --- going ---

    def _step(self, by: int) -> None:
        if not self._pattern and not self._typing:
            self.open()
            return
        if self._stop_typing():
            self._want(self._jump)
        self._want(lambda matches: self._go(matches, by))

    def _go(self, matches: Matches, by: int) -> None:
        editor = self._editor_of()
        if editor is None or not len(matches):
            self._show_matches(matches)
            return
        start, end = editor.selection()
        here = matches.number_at((start, end))
        if here is not None:
            number = (here + by) % len(matches)
        else:
            number = matches.after(end) if by > 0 else matches.before(start)
        self._arrive(editor, matches, number)

    def _jump(self, matches: Matches) -> None:
        """Go to the first match from where the person was on opening the bar."""
        editor = self._editor_of()
        if editor is not None and len(matches):
            self._arrive(editor, matches, matches.after(self._origin), keep_origin=True)
        else:
            self._show_matches(matches)

    def _arrive(self, editor: EditorView, matches: Matches, number: int, *, keep_origin: bool = False) -> None:
        start, end = matches.span(number)
        if not keep_origin:
            self._origin = start
        editor.select(start, end)
        editor.see(end)
        editor.see(start)
        self._show_matches(matches)

    # --- replacing ---

    def _replace(self) -> None:
        self._stop_typing()
        self._want(self._replace_here, replacing=True)

    def _replace_here(self, matches: Matches) -> None:
        editor = self._editor_of()
        if editor is None or editor.read_only:
            return
        start, end = editor.selection()
        here = matches.number_at((start, end))
        if here is None:
            self._go(matches, 1)
            return
        new = self._replacement() if matches.found.replacements is None else matches.found.replacements[here]
        editor.document.apply([Edit(start, end, new)], origin=Origin.USER)
        behind = end_after(start, new)
        if start == end:  # an empty match would be found at the same place again
            behind = _one_further(editor.document, behind)
        editor.select(behind, behind)
        self._want(lambda fresh: self._go(fresh, 1))

    def _replace_all(self) -> None:
        self._stop_typing()
        self._want(self._replace_each, replacing=True)

    def _replace_each(self, matches: Matches) -> None:
        editor = self._editor_of()
        if editor is None or editor.read_only or not len(matches):
            self._show_matches(matches)
            return
        document, found, plain = editor.document, matches.found, self._replacement()
        if len(matches) <= _SINGLE_EDITS:
            new = found.replacements or [plain] * len(matches)
            edits = [Edit(*matches.span(number), new[number]) for number in reversed(range(len(matches)))]
            document.apply(edits, origin=Origin.USER)
        else:
            document.set_text(replaced(document.text, found, plain), origin=Origin.USER)
        self._told = document.revision, text("find.replaced", count=len(matches))
        self._want(self._show_matches)

    # --- showing ---

    def _show(self) -> FindWidgets:
        if self._widgets is None:
            actions: dict[str, Callable[[], None]] = {
                "typed": self._typed,
                "switched": self._switched,
                "next": self.next,
                "previous": self.previous,
                "replace": self._replace,
                "replace_all": self._replace_all,
                "close": self.close,
            }
            self._widgets = FindWidgets(self._ctx, self.frame, actions)
            self._widgets.set_pattern(self._pattern)
            self._stop_typing()
        if not self._shown:
            self._shown = True
            # at the top, because messages come up at the bottom and would cover the counter
            self.frame.pack(side="top", fill="x", before=self.frame.master.pack_slaves()[0])
        self._arrange()
        return self._widgets

    def _arrange(self) -> None:
        editor = self._editor_of()
        if self._widgets is not None and editor is not None:
            regex = self._ctx.state.settings.flag("find.regular_expression")
            self._widgets.arrange(regex=regex, replace=not editor.read_only)

    def _refreshed(self) -> None:
        if self._refreshing is not None:
            self._refreshing.cancel()
            self._refreshing = None
        if self._shown:
            self._arrange()
            self._want(self._show_matches)

    def _show_matches(self, matches: Matches) -> None:
        editor = self._editor_of()
        if not self._shown or editor is None or editor.document is not matches.wanted.document:
            return
        here = matches.number_at(editor.selection()) if len(matches) else None
        self._mark(editor, matches, here)
        if self._told[0] == matches.wanted.revision and here is None:
            self._say(self._told[1])
            return
        self._say(_words(matches, here), bad=matches.slow or bool(matches.found.error))

    def _mark(self, editor: EditorView, matches: Matches, here: int | None) -> None:
        first, last = editor.visible_lines()
        # steps of the margin, so that scrolling a line or typing a key draws nothing anew
        step = (first // _MARGIN_LINES, last // _MARGIN_LINES)
        marks = (matches, here, *step)
        if editor is self._marked and marks == self._marks:
            return
        if editor is not self._marked:
            self._unmark()
        self._marked, self._marks = editor, marks
        low, high = max(0, (step[0] - 1) * _MARGIN_LINES), (step[1] + 2) * _MARGIN_LINES
        shown = matches.in_lines(low, high, _MAX_MARKS)
        inside = shown.index(here) if here is not None and here in shown else None
        editor.mark_matches([matches.span(number) for number in shown], inside)

    def _unmark(self) -> None:
        if self._marked is not None:
            with contextlib.suppress(tk.TclError):  # the editor may be gone with its tab
                self._marked.mark_matches((), None)
        self._marked, self._marks = None, ()

    def _say(self, words: str, *, bad: bool = False) -> None:
        if self._widgets is not None:
            self._widgets.say(words, bad=bad)

    # --- news ---

    def _typed(self) -> None:
        """Note that the pattern changes; its new value is read a moment later."""
        if self._typing is not None:
            self._typing.cancel()
        self._typing = self._ctx.loop.call_later(TYPING_MS, self._typed_enough)

    def _typed_enough(self) -> None:
        if self._stop_typing():
            self._want(self._jump)

    def _stop_typing(self) -> bool:
        """Take over the pattern; tell whether it is another one now."""
        if self._typing is not None:
            self._typing.cancel()
            self._typing = None
        before = self._pattern
        if self._widgets is not None:
            self._pattern = self._widgets.pattern.get()
        if self._pattern != before:
            self._told = (None, "")
        return self._pattern != before

    def _switched(self) -> None:
        self._stop_typing()
        self._told = (None, "")
        self._want(self._jump)

    def _setting_changed(self, event: SettingChanged) -> None:
        if event.key == "find.regular_expression" and self._shown:
            self._arrange()
            self._want(self._show_matches)

    def _cancel_timers(self) -> None:
        for timer in (self._typing, self._refreshing):
            if timer is not None:
                timer.cancel()
        self._typing = self._refreshing = None

    def _destroyed(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self.frame:
            self._shown = False
            self._cancel_timers()
            self._stop()


def _words(matches: Matches, here: int | None) -> str:
    if matches.slow:
        return text("find.slow", seconds=round(REGEX_LIMIT_S))
    if matches.found.error:
        return text("find.wrong", reason=matches.found.error)
    if not len(matches):
        return text("find.none")
    count = f"{len(matches)}+" if len(matches) >= MAX_MATCHES else str(len(matches))
    return text("find.count", count=count) if here is None else text("find.here", here=here + 1, count=count)


def _one_further(document: Document, place: Position) -> Position:
    if place.column < len(document.lines[place.line]):
        return Position(place.line, place.column + 1)
    return clamp(document.lines, Position(place.line + 1, 0)) if place.line + 1 < len(document.lines) else place
