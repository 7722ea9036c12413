"""`editor.*` of the test control: selecting, typing, undoing as the person does, in source mode."""

from __future__ import annotations

from vmark_tk.control.protocol import BAD_PARAMS, ControlError, Json, Params, Result, no_such, not_now
from vmark_tk.control.services import ControlServices, Method
from vmark_tk.control.targets import document_of, live_document_of
from vmark_tk.core.document import Document
from vmark_tk.core.ids import TabId
from vmark_tk.core.text import Position, end_of, offset_of, position_of, utf16_length

Span = tuple[Position, Position]


def select(services: ControlServices, params: Params) -> Result:
    """`editor.select`: one range, or the main one (the last) of several, which this editor keeps alone."""
    tab, document = live_document_of(services, params)
    start, end = _ranges(document, params)[-1]
    backwards = params.flag("backwards", default=False)
    services.editor.select(tab.id, *((end, start) if backwards else (start, end)))

    def result() -> Json:
        at, to = services.editor.selection(tab.id)
        return {"text": document.between(at, to), "collapsed": at == to}

    return result


def type_text(services: ControlServices, params: Params) -> Result:
    """`editor.type`: keystrokes at the caret; a document that takes none is refused."""
    tab, document = live_document_of(services, params)
    text = params.text("text")
    if document.read_only:
        raise not_now("the document is read-only")
    services.editor.type_text(tab.id, text)
    return dict


def mode(services: ControlServices, params: Params) -> Result:
    """`editor.mode`: source is what there is."""
    tab, _document = live_document_of(services, params)
    wanted = params.text("mode")
    if wanted not in ("wysiwyg", "source"):
        raise params.bad("mode", "wysiwyg or source")

    def result() -> Json:
        if services.editor.mode(tab.id) != wanted:
            raise not_now(f"the editor of this tab has no {wanted} mode")
        return {"mode": wanted}

    return result


def content(services: ControlServices, params: Params) -> Result:
    """`editor.content`: what the editor shows; offsets in UTF-16 code units."""
    tab, document = document_of(services, params)
    live = services.editor.is_live(tab.id)

    def result() -> Json:
        return {
            "text": document.text,
            "selection": _selection(services, tab.id, document) if live else None,
            "mode": services.editor.mode(tab.id) if live else "source",
            "editable": live and not document.read_only,
        }

    return result


def undo(services: ControlServices, params: Params) -> Result:
    """`editor.undo`: one step back."""
    tab, document = document_of(services, params)
    changed = document.can_undo
    services.commands.undo(tab.id)
    return lambda: {"changed": changed}


def redo(services: ControlServices, params: Params) -> Result:
    """`editor.redo`: one step forward again."""
    tab, document = document_of(services, params)
    changed = document.can_redo
    services.commands.redo(tab.id)
    return lambda: {"changed": changed}


def history(services: ControlServices, params: Params) -> Result:
    """`editor.history`: the texts kept before clients' changes, newest first."""
    tab, _document = document_of(services, params)

    def result() -> Json:
        return [
            {"description": f"{kept.client or 'client'}: {kept.tool}", "tool": kept.tool, "client": kept.client}
            for kept in services.checkpoints.kept
            if kept.tab == tab.id
        ]

    return result


METHODS: dict[str, Method] = {
    "editor.select": select,
    "editor.type": type_text,
    "editor.mode": mode,
    "editor.content": content,
    "editor.undo": undo,
    "editor.redo": redo,
    "editor.history": history,
}


def _selection(services: ControlServices, tab: TabId, document: Document) -> Json:
    start, end = services.editor.selection(tab)
    return {
        "from": offset_of(document.lines, start),
        "to": offset_of(document.lines, end),
        "text": document.between(start, end),
        "collapsed": start == end,
    }


def _ranges(document: Document, params: Params) -> list[Span]:
    one, several = params.given.get("range"), params.given.get("ranges")
    given = [one] if several is None else several
    if not isinstance(given, list) or not given or (one is not None and several is not None):
        raise ControlError(BAD_PARAMS, "give either range or ranges")
    return [_span(document, each) for each in given]


def _span(document: Document, given: Json) -> Span:
    """Return the two ends of a Range of 09 section 5.5."""
    if not isinstance(given, dict):
        raise ControlError(BAD_PARAMS, "a range must be an object")
    spoken = Params(given)
    if given.get("all") is True:
        return Position(0, 0), end_of(document.lines)
    if "caret" in given:
        at = _caret(document, spoken)
        return at, at
    if "text" in given:
        return _quoted(document, spoken)
    start, end = spoken.whole("from"), spoken.whole("to")
    length = utf16_length(document.text)
    if start > end or end > length:
        raise ControlError(BAD_PARAMS, f"from and to must be in order and at most {length}")
    return position_of(document.lines, start), position_of(document.lines, end)


def _caret(document: Document, spoken: Params) -> Position:
    where = spoken.text("caret")
    if where == "start":
        return Position(0, 0)
    if where == "end":
        return end_of(document.lines)
    if where in ("before", "after"):
        start, end = _quoted(document, spoken)
        return start if where == "before" else end
    raise spoken.bad("caret", "start, end, before or after")


def _quoted(document: Document, spoken: Params) -> Span:
    wanted, occurrence = spoken.text("text"), spoken.whole("occurrence", default=1)
    if not wanted or occurrence == 0:
        raise ControlError(BAD_PARAMS, "text must not be empty, occurrence counts from 1")
    text, at = document.text, -1
    for _ in range(occurrence):
        at = text.find(wanted, at + 1)
        if at < 0:
            raise no_such("text", wanted)
    return _position(text, at), _position(text, at + len(wanted))


def _position(text: str, index: int) -> Position:
    return Position(text.count("\n", 0, index), index - (text.rfind("\n", 0, index) + 1))
