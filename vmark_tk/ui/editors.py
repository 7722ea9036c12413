"""All editor areas as one `core.ports.Editor`; made before the first window, it imports no module of the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vmark_tk.core.document import ViewState
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.ports import Mode
from vmark_tk.core.settings import SettingChanged
from vmark_tk.core.state import TabClosed, WindowClosed
from vmark_tk.core.text import Position
from vmark_tk.ui.clipboard import Clipboard
from vmark_tk.ui.context import UiContext

if TYPE_CHECKING:
    from vmark_tk.ui.editor_fonts import EditorFonts
    from vmark_tk.ui.editor_host import EditorHost
    from vmark_tk.ui.editor_source import SourceEditor

_FONTS = ("editor.font_size", "editor.mono_font")


class Editors:
    """All editor areas as one `core.ports.Editor`; sets itself as `ctx.editors`."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._hosts: dict[WindowLabel, EditorHost] = {}
        self._views: dict[TabId, ViewState] = {}
        self._fonts: EditorFonts | None = None
        self.clipboard = Clipboard()
        ctx.editors = self
        ctx.state.events.subscribe(TabClosed, self._tab_closed)
        ctx.state.events.subscribe(WindowClosed, self._window_closed)
        # before any area hears of it: margins, tab stops and numbers are measured with the new font
        ctx.state.events.subscribe(SettingChanged, self._setting_changed)

    # --- for the areas ---

    def register(self, label: WindowLabel, host: EditorHost) -> Callable[[], None]:
        """Take note of the area of a window; return the function that forgets it."""
        self._hosts[label] = host

        def forget() -> None:
            if self._hosts.get(label) is host:
                del self._hosts[label]

        return forget

    def fonts(self) -> EditorFonts:
        """Return the fonts of all texts, made with the first one."""
        if self._fonts is None:
            from vmark_tk.ui.editor_fonts import EditorFonts  # noqa: PLC0415 - the first picture needs no text

            self._fonts = EditorFonts(self._ctx)
        return self._fonts

    def keep_view(self, tab: TabId, view: ViewState) -> None:
        """Remember where the person was in a tab whose widget goes."""
        self._views[tab] = view

    def take_view(self, tab: TabId) -> ViewState | None:
        """Return and forget where the person was in a tab."""
        return self._views.pop(tab, None)

    def _tab_closed(self, event: TabClosed) -> None:
        self._views.pop(event.tab, None)

    def _window_closed(self, event: WindowClosed) -> None:
        self._hosts.pop(event.window, None)

    def _setting_changed(self, event: SettingChanged) -> None:
        if event.key in _FONTS and self._fonts is not None:
            self._fonts.apply()

    # --- core.ports.Editor ---

    def is_live(self, tab: TabId) -> bool:
        """Tell whether this tab has an editor on the screen."""
        host = self._host(tab)
        return host is not None and host.shown == tab and host.editor is not None

    def mode(self, tab: TabId) -> Mode:
        """Return the mode of that editor: source is the only one there is."""
        return "source"

    def selection(self, tab: TabId) -> tuple[Position, Position]:
        """Return the two ends of the selection, the earlier first."""
        editor = self._kept(tab)
        if editor is not None:
            return editor.selection()
        view = self.view(tab)
        return min(view.anchor, view.caret), max(view.anchor, view.caret)

    def select(self, tab: TabId, anchor: Position, caret: Position) -> None:
        """Select in this tab, now or when it is shown."""
        editor = self._kept(tab)
        if editor is None:
            self._views[tab] = ViewState(caret, anchor, max(0, caret.line - 5))
            return
        editor.select(anchor, caret)
        editor.see(caret)

    def view(self, tab: TabId) -> ViewState:
        """Return where the person is in this tab."""
        editor = self._kept(tab)
        return editor.view() if editor is not None else self._views.get(tab, ViewState())

    def restore_view(self, tab: TabId, view: ViewState) -> None:
        """Put caret, selection and scroll position, now or when the tab is shown."""
        editor = self._kept(tab)
        if editor is None:
            self._views[tab] = view
        else:
            editor.restore(view)

    def type_text(self, tab: TabId, text: str) -> None:
        """Do what the person's keys do at the caret of this tab."""
        record, host = self._ctx.state.tabs.get(tab), self._host(tab)
        editor = None if record is None or host is None else host.made(record)
        if editor is None:
            raise ValueError("this tab has no editor to type in")
        for character in text:
            editor.type_character(character)

    def _host(self, tab: TabId) -> EditorHost | None:
        record = self._ctx.state.tabs.get(tab)
        return None if record is None else self._hosts.get(record.window)

    def _kept(self, tab: TabId) -> SourceEditor | None:
        host = self._host(tab)
        return None if host is None else host.kept(tab)
