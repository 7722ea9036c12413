"""One text in source mode: a `tkinter.Text` that shows a document and turns what the person does into its edits.

The document is the truth. What Tk's own bindings would insert or delete is caught by `text_proxy`, applied to the
document, and comes back as `DocumentChanged`, which is drawn with the widget's own command; so do edits of clients,
undo and reload. The widget's text is never read.
"""

from __future__ import annotations

import contextlib
import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any, Literal

from vmark_tk.core.document import AppliedEdit, Document, DocumentChanged, Edit, Origin, ViewState, end_after
from vmark_tk.core.kinds import WORKFLOW
from vmark_tk.core.line_commands import Change
from vmark_tk.core.text import Position, clamp, end_of, join_lines, split_lines
from vmark_tk.markdown import scan, scan_yaml
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.editor_fonts import EditorFonts
from vmark_tk.ui.editor_keys import EditorKeys
from vmark_tk.ui.highlight import MAX_TAGGED_LINE, REGULAR, TAGS, Highlighter, LineScanner, tag_options
from vmark_tk.ui.line_numbers import LineNumbers
from vmark_tk.ui.text_index import SelectionSource, TextIndex, showable
from vmark_tk.ui.text_proxy import TextProxy

_MARGIN = 22
_MATCH, _MATCH_HERE, _BLANKS = "match", "match_here", "blanks"


class SourceEditor:
    """The editor of one document; `moved` is called after each move of the caret or change of the text."""

    def __init__(
        self, ctx: UiContext, parent: tk.Misc, document: Document, *, fonts: EditorFonts, moved: Callable[[], None]
    ) -> None:
        self._ctx = ctx
        self.document = document
        self._fonts = fonts
        self._moved = moved
        self._drawing = False
        self._lines = list(document.lines)
        self._long_lines = any(len(line) > MAX_TAGGED_LINE for line in self._lines)
        self.frame = tk.Frame(parent)
        self.text = self._make_text()
        self._index = TextIndex(self.text)
        self._proxy = TextProxy(self.text, edit=self._edit_caught, caret=self._caret_set)
        self.numbers = LineNumbers(self.frame, self._proxy.original)
        self._scroll = ttk.Scrollbar(
            self.frame, orient="vertical", command=self.text.yview, style="Vertical.TScrollbar"
        )
        self._highlighter = Highlighter(self.text, self._proxy.original, self._lines, self._index, self._scanner())
        self._unseen: int | None = None  # the first line to show once the widget has its size
        self._pending: str | None = None
        self._stops: list[Callable[[], None]] = []
        self._proxy.original("insert", "1.0", showable(join_lines(self._lines)))
        self._proxy.original("mark", "set", "insert", "1.0")
        self._pack()
        self.keys = EditorKeys(self)
        self.text.configure(yscrollcommand=self._scrolled)
        self.text.bind("<Configure>", self._resized, add="+")
        self.text.bind("<<Selection>>", lambda _event: self._caret_set(), add="+")
        self.text.bind("<Destroy>", self._destroyed, add="+")
        self._given = SelectionSource(self._index, lambda: self.document.between(*self.selection()))
        for form in ("STRING", "UTF8_STRING"):  # Tk makes no handler of the second by itself
            self.text.selection_handle(self._given.part, selection="PRIMARY", type=form, format=form)
        self._stops = [
            ctx.state.events.subscribe(DocumentChanged, self._document_changed),
            ctx.on_restyle(self.restyle),
        ]
        document.view_probe = self.view

    # --- making ---

    def _make_text(self) -> tk.Text:
        return tk.Text(
            self.frame,
            name="text",
            undo=False,
            exportselection=False,
            wrap="none" if self._long_lines else "word",
            font=REGULAR,
            borderwidth=0,
            highlightthickness=0,
            insertwidth=2,
            insertunfocussed="hollow",
            padx=_MARGIN,
            pady=14,
            width=1,
            height=1,
        )

    def _pack(self) -> None:
        self._scroll.pack(side="right", fill="y")
        self.text.pack(side="right", fill="both", expand=True)

    def _scanner(self) -> LineScanner:
        return scan_yaml if self._is_yaml() else scan

    def _is_yaml(self) -> bool:
        path = self.document.file.path
        return self.document.kind == WORKFLOW or (path is not None and path.suffix.lower() in (".yml", ".yaml"))

    # --- reading ---

    @property
    def read_only(self) -> bool:
        """Tell whether typing is refused."""
        return self.document.read_only

    def caret(self) -> Position:
        """Return where the caret is."""
        return self._position("insert")

    def selection(self) -> tuple[Position, Position]:
        """Return the two ends of the selection, the earlier first; both the caret without one."""
        places = self.text.tk.splitlist(self._proxy.original("tag", "ranges", "sel"))
        if not places:
            caret = self.caret()
            return caret, caret
        return self._position(str(places[0])), self._position(str(places[-1]))

    def anchor(self) -> Position:
        """Return the end of the selection where the caret is not."""
        start, end = self.selection()
        return end if self.caret() == start else start

    def view(self) -> ViewState:
        """Return where the person is."""
        first = self.visible_lines()[0] if self._unseen is None else self._unseen
        return ViewState(self.caret(), self.anchor(), first)

    def visible_lines(self) -> tuple[int, int]:
        """Return the first and the last line that can be seen."""
        first = str(self._proxy.original("index", "@0,0"))
        last = str(self._proxy.original("index", f"@0,{max(1, self.text.winfo_height())}"))
        return int(first.split(".", maxsplit=1)[0]) - 1, int(last.split(".", maxsplit=1)[0]) - 1

    def in_code(self, place: Position) -> bool:
        """Tell whether a place is inside a code block, where lists and pairs mean nothing."""
        state = self._highlighter.state(place.line)
        return scan_yaml.in_code(state) if self._is_yaml() else scan.in_code(state)

    # --- moving ---

    def select(self, anchor: Position, caret: Position) -> None:
        """Select between two places; the caret is at the second."""
        anchor, caret = clamp(self._lines, anchor), clamp(self._lines, caret)
        start, end = min(anchor, caret), max(anchor, caret)
        call = self._proxy.original
        call("tag", "remove", "sel", "1.0", "end")
        if start != end:
            call("tag", "add", "sel", self._at(start), self._at(end))
        call("mark", "set", "insert", self._at(caret))
        call("mark", "set", f"tk::anchor{self.text}", self._at(anchor))
        self._caret_set()

    def see(self, place: Position) -> None:
        """Scroll so that a place can be seen."""
        self._proxy.original("see", self._at(clamp(self._lines, place)))

    def restore(self, view: ViewState) -> None:
        """Put caret, selection and scroll position."""
        self.select(view.anchor, view.caret)
        self._scroll_to(view.first_line)

    def _scroll_to(self, line: int) -> None:
        self._unseen = line if self.text.winfo_height() <= 1 else None
        self._proxy.original("yview", f"{min(line, len(self._lines) - 1) + 1}.0")
        if self._unseen is None:
            self.see(self.caret())

    def focus(self) -> None:
        """Give the text the focus."""
        self.text.focus_set()

    # --- changing ---

    def apply(self, change: Change, *, typed: bool = False) -> None:
        """Do what a key or command decided: edits as one undo step, then caret and selection."""
        if change.edits and self.read_only:
            self.text.bell()
            return
        if change.edits:
            self.document.apply(change.edits, origin=Origin.USER, typed=typed)
        self.select(change.anchor, change.caret)
        self.see(change.caret)

    def replace_selection(self, text: str, *, typed: bool = False) -> None:
        """Put `text` in the place of the selection, the caret behind it."""
        start, end = self.selection()
        behind = end_after(start, text)
        self.apply(Change((Edit(start, end, text),), behind, behind), typed=typed)

    def type_character(self, character: str) -> None:
        """Do what the key of a character does; a line end does what Return does."""
        if character == "\n":
            self.keys.newline()
        elif character == "\t":
            self.keys.tab()
        elif not self.keys.character(character):
            self.text.tk.call("tk::TextInsert", str(self.text), character)

    # --- marks ---

    def mark_matches(self, matches: Sequence[tuple[Position, Position]], here: int | None) -> None:
        """Show found places; `here` is the number of the current one."""
        call = self._proxy.original
        for tag in (_MATCH, _MATCH_HERE):
            call("tag", "remove", tag, "1.0", "end")
        for number, (start, end) in enumerate(matches):
            tag = _MATCH_HERE if number == here else _MATCH
            call("tag", "add", tag, self._at(clamp(self._lines, start)), self._at(clamp(self._lines, end)))

    # --- looks ---

    def restyle(self) -> None:
        """Take theme, fonts, wrap and margins in force."""
        theme, settings = self._ctx.theme, self._ctx.state.settings
        extra = self._fonts.extra_line_space
        wrap: Literal["word", "none"] = "word" if settings.flag("editor.word_wrap") and not self._long_lines else "none"
        self.frame.configure(background=theme.page)
        self.text.configure(
            background=theme.page,
            foreground=theme.text,
            insertbackground=theme.accent,
            selectbackground=theme.selection,
            selectforeground="",
            inactiveselectbackground=theme.selection,
            wrap=wrap,
            spacing1=extra // 2,
            spacing2=extra,
            spacing3=extra - extra // 2,
            tabs=(self._fonts.tab_width(),),
            tabstyle="wordprocessor",
        )
        call = self._proxy.original
        for tag in TAGS:
            options = tag_options(theme)[tag]
            call("tag", "configure", tag, *(word for key, value in options.items() for word in (f"-{key}", value)))
        call("tag", "configure", _BLANKS, "-background", theme.hover)
        call("tag", "configure", _MATCH, "-background", theme.match)
        call("tag", "configure", _MATCH_HERE, "-background", theme.match_here)
        call("tag", "raise", "sel")
        call("tag", "raise", _MATCH_HERE)
        self.numbers.paint(theme)
        if settings.flag("editor.line_numbers"):
            self.numbers.canvas.pack(side="left", fill="y")
        else:
            self.numbers.canvas.pack_forget()
        if not settings.flag("editor.invisibles"):
            call("tag", "remove", _BLANKS, "1.0", "end")
        self._margins()
        self.refresh_soon()

    def kind_changed(self) -> None:
        """Colour by the rules of the kind that the document has now."""
        if self._highlighter.scanner is not self._scanner():
            self._highlighter.reset(self._scanner())
            self.refresh_soon()

    def refresh_soon(self) -> None:
        """Colour and number the visible lines once the present events are over."""
        if self._pending is None:
            self._pending = self.text.after_idle(self._refresh)

    def _refresh(self) -> None:
        self._pending = None
        first, last = self.visible_lines()
        self._highlighter.show(first - 2, last + 2)
        self._highlighter.postpone()
        settings = self._ctx.state.settings
        if settings.flag("editor.line_numbers"):
            self.numbers.draw(len(self._lines), self.caret().line + 1)
        if settings.flag("editor.invisibles"):
            self._mark_blanks(first, last)

    def _mark_blanks(self, first: int, last: int) -> None:
        call = self._proxy.original
        call("tag", "remove", _BLANKS, f"{first + 1}.0", f"{last + 2}.0")
        for number in range(max(0, first), min(last + 1, len(self._lines))):
            line = self._lines[number][:MAX_TAGGED_LINE]
            trailing = len(line.rstrip())
            for column, character in enumerate(line):
                if character in "\t\u00a0\u3000" or column >= trailing:
                    place = Position(number, column)
                    call("tag", "add", _BLANKS, self._at(place), self._at(Position(number, column + 1)))

    def _margins(self) -> None:
        width_em = self._ctx.state.settings.number("editor.width_em")
        room = self.text.winfo_width()
        side = self._ctx.style.px(_MARGIN)
        if width_em and room > 1:
            side = max(side, (room - round(width_em * self._fonts.measure("0") * 2)) // 2)
        if int(str(self.text.cget("padx"))) != side:
            self.text.configure(padx=side)

    def _resized(self, _event: object) -> None:
        self._margins()
        if self._unseen is not None:
            self._scroll_to(self._unseen)
        self.refresh_soon()

    def _scrolled(self, first: float, last: float) -> None:
        self._scroll.set(first, last)
        self.refresh_soon()
        self._moved()  # the find bar marks what can be seen

    # --- what Tk's bindings would do ---

    def _edit_caught(self, words: tuple[str, ...]) -> None:
        if self.read_only:
            self.text.bell()
            return
        edits = list(self._edits_of(words))
        if edits:
            self.document.apply(edits, origin=Origin.USER, typed=True)

    def _edits_of(self, words: tuple[str, ...]) -> list[Edit]:
        verb, rest = words[0], words[1:]
        if verb == "insert":
            place = self._position(rest[0])
            return [Edit(place, place, _clean("".join(rest[1::2])))]
        if verb == "replace":
            return [Edit(self._position(rest[0]), self._position(rest[1]), _clean("".join(rest[2::2])))]
        if len(rest) == 1:
            return [Edit(self._position(rest[0]), self._position(f"{rest[0]} +1c"), "")]
        pairs = list(zip(rest[::2], rest[1::2], strict=False))
        spans = sorted({(self._position(a), self._position(b)) for a, b in pairs}, reverse=True)
        return [Edit(start, end, "") for start, end in spans if start < end]

    def _caret_set(self) -> None:
        if not self._drawing:
            if self.selection()[0] != self.selection()[1]:
                with contextlib.suppress(tk.TclError):
                    self.text.selection_own(selection="PRIMARY")
            self._moved()

    # --- what the document did ---

    def _document_changed(self, event: DocumentChanged) -> None:
        if event.document is not self.document:
            return
        anchor, caret = self.anchor(), self.caret()
        self._drawing = True
        try:
            for edit in event.edits:
                self._draw(edit)
                if event.origin is not Origin.USER:
                    anchor, caret = moved(anchor, edit), moved(caret, edit)
        finally:
            self._drawing = False
        if event.view is not None:
            self.select(event.view.anchor, event.view.caret)
            self._bring_back(event.view)
        elif event.origin is not Origin.USER:
            self.select(anchor, caret)
        self.kind_changed()
        self.refresh_soon()
        self._moved()

    def _bring_back(self, view: ViewState) -> None:
        first, last = self.visible_lines()
        if not first <= view.caret.line <= last:
            self._proxy.original("yview", f"{min(view.first_line, len(self._lines) - 1) + 1}.0")
        self.see(view.caret)

    def _draw(self, edit: AppliedEdit) -> None:
        start, end = edit.start, edit.old_end
        call = self._proxy.original
        if edit.removed:
            call("delete", self._at(start), self._at(end))
        if edit.inserted:
            call("insert", self._at(start), showable(edit.inserted))
        pieces = edit.inserted.split("\n")
        pieces[0] = self._lines[start.line][: start.column] + pieces[0]
        pieces[-1] += self._lines[end.line][end.column :]
        self._lines[start.line : end.line + 1] = pieces
        self._highlighter.changed(start.line, end.line - start.line + 1, len(pieces))
        if not self._long_lines and any(len(piece) > MAX_TAGGED_LINE for piece in pieces):
            self._long_lines = True
            self.text.configure(wrap="none")

    # --- small things ---

    @property
    def has_long_lines(self) -> bool:
        """Tell whether a line is so long that wrapping is off for this text (12 section 7)."""
        return self._long_lines

    def end(self) -> Position:
        """Return the last place of the text."""
        return end_of(self._lines)

    def _at(self, place: Position) -> str:
        return self._index.index(self._lines, place)

    def _position(self, index: str) -> Position:
        return self._index.position(self._lines, str(self._proxy.original("index", index)))

    def _destroyed(self, event: tk.Event[Any]) -> None:
        if event.widget is not self.text:
            return
        for stop in self._stops:
            stop()
        if self.document.view_probe == self.view:
            self.document.view_probe = None
        self._highlighter.stop()
        if self._pending is not None:
            self.text.after_cancel(self._pending)
            self._pending = None
        self._proxy.remove()

    def destroy(self) -> None:
        """Take the widgets away."""
        self.frame.destroy()


def _clean(text: str) -> str:
    """Return dropped or pasted text with LF line ends."""
    return text if len(text) == 1 else join_lines(split_lines(text))


def moved(place: Position, edit: AppliedEdit) -> Position:
    """Return where a place is after an edit elsewhere; one inside the replaced text goes to its start.

    A place at the start of a line goes down with it when whole lines are put in before (E-05).
    """
    if place == edit.start and not place.column and not edit.removed and edit.inserted.endswith("\n"):
        return edit.new_end
    if place <= edit.start:
        return place
    if place < edit.old_end:
        return edit.start
    behind, old = edit.new_end, edit.old_end
    if place.line == old.line:
        return Position(behind.line, behind.column + place.column - old.column)
    return Position(place.line + behind.line - old.line, place.column)
