"""The editor area of a window: the text of its active tab; find bar and banner above it.

One text widget a tab is kept for the tabs seen last; of the others
only where the person was in them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from vmark_tk.core.document import DocumentChanged, DocumentStatusChanged
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.kinds import MARKDOWN
from vmark_tk.core.settings import SettingChanged
from vmark_tk.core.state import Tab, TabActivated, TabClosed, TabsChanged
from vmark_tk.core.text import Position
from vmark_tk.markdown import typing_rules
from vmark_tk.ui.banner import Banner
from vmark_tk.ui.context import CaretMoved, UiContext
from vmark_tk.ui.editor_actions import MARKDOWN_ONLY, TEXT_COMMANDS
from vmark_tk.ui.editor_source import SourceEditor
from vmark_tk.ui.highlight import REGULAR
from vmark_tk.ui.text_index import showable
from vmark_tk.ui.texts import text

if TYPE_CHECKING:
    from vmark_tk.ui.find_bar import FindBar

_FIND_ACTIONS = ("findReplace", "findNext", "findPrevious", "useSelectionFind")
MAX_KEPT = 12
_KEEP_FOCUS = ("Treeview", "Entry", "TEntry", "Canvas")
_LOOKS = (
    "editor.font_size",
    "editor.invisibles",
    "editor.line_height",
    "editor.line_numbers",
    "editor.mono_font",
    "editor.tab_size",
    "editor.width_em",
    "editor.word_wrap",
)


class Viewer:
    """A text that is only shown: no editor, so nothing can be selected in it over MCP (SEL-013)."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, tab: Tab) -> None:
        self._ctx = ctx
        self.frame = tk.Frame(parent)
        self._document = tab.document
        ctx.editors.fonts()
        self._text = tk.Text(self.frame, name="viewer", font=REGULAR, borderwidth=0, highlightthickness=0, wrap="word")
        scroll = ttk.Scrollbar(self.frame, orient="vertical", command=self._text.yview, style="Vertical.TScrollbar")
        self._text.configure(padx=22, pady=14, width=1, height=1, yscrollcommand=scroll.set)
        scroll.pack(side="right", fill="y")
        self._text.pack(side="right", fill="both", expand=True)
        self._fill()
        self._stops = [ctx.on_restyle(self._restyle), ctx.state.events.subscribe(DocumentChanged, self._changed)]
        self.frame.bind("<Destroy>", self._destroyed, add="+")

    def focus(self) -> None:
        """Give the text the focus, for scrolling."""
        self._text.focus_set()

    def destroy(self) -> None:
        """Take the widgets away."""
        self.frame.destroy()

    def _fill(self) -> None:
        self._text.configure(state="normal")
        self._text.delete("1.0", "end")
        self._text.insert("1.0", "" if self._document is None else showable(self._document.text))
        self._text.configure(state="disabled")

    def _changed(self, event: DocumentChanged) -> None:
        if event.document is self._document:
            self._fill()

    def _restyle(self) -> None:
        theme = self._ctx.theme
        self._text.configure(background=theme.page, foreground=theme.text, selectbackground=theme.selection)

    def _destroyed(self, _event: object) -> None:
        for stop in self._stops:
            stop()


class EditorHost:
    """The editor area of one window."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, label: WindowLabel) -> None:
        self._ctx = ctx
        self._label = label
        self._kept: dict[TabId, SourceEditor | Viewer] = {}
        self._shown: TabId | None = None
        self._reporting: str | None = None
        self.frame = tk.Frame(parent, name="editor")
        self._area = tk.Frame(self.frame, name="area")
        self._banner = Banner(ctx, self.frame, self._area)
        self._find: FindBar | None = None
        self._area.pack(side="top", fill="both", expand=True)
        events = ctx.state.events
        self._stops: list[Callable[[], None]] = [
            ctx.on_window(TabActivated, label, self._show_active),
            ctx.on_window(TabsChanged, label, self._show_active),
            events.subscribe(TabClosed, self._tab_closed),
            events.subscribe(DocumentStatusChanged, self._status_changed),
            events.subscribe(SettingChanged, self._setting_changed),
            ctx.editors.register(label, self),
        ]
        self.frame.bind("<Destroy>", self._destroyed, add="+")
        self._show_active()

    # --- what others ask ---

    @property
    def editor(self) -> SourceEditor | None:
        """Return the editor on the screen; None for a viewer or no tab."""
        pane = None if self._shown is None else self._kept.get(self._shown)
        return pane if isinstance(pane, SourceEditor) else None

    @property
    def shown(self) -> TabId | None:
        """Return the tab on the screen."""
        return self._shown

    @property
    def find(self) -> FindBar:
        """Return the find bar, made when first needed."""
        if self._find is None:
            # Nobody searches in the first moment, and the first picture is to come at once.
            from vmark_tk.ui.find_bar import FindBar  # noqa: PLC0415

            self._find = FindBar(self._ctx, self.frame, lambda: self.editor)
        return self._find

    def kept(self, tab: TabId) -> SourceEditor | None:
        """Return the editor of a tab if it has one now."""
        pane = self._kept.get(tab)
        return pane if isinstance(pane, SourceEditor) else None

    def made(self, tab: Tab) -> SourceEditor | None:
        """Return the editor of a tab, making it behind the one on the screen if need be; None for a viewer."""
        pane = self._pane(tab)
        return pane if isinstance(pane, SourceEditor) else None

    def focus(self) -> None:
        """Give the focus to the text."""
        pane = None if self._shown is None else self._kept.get(self._shown)
        if pane is not None:
            pane.focus()

    def run(self, action: str) -> bool:
        """Do an action of scope `editor`; tell whether it was one of its own."""
        editor = self.editor
        if editor is None:
            return False
        own = self._own_actions(editor)
        if action in own:
            own[action]()
            return True
        if action in _FIND_ACTIONS:
            self._run_find(action)
            return True
        command = TEXT_COMMANDS.get(action)
        if command is None or (action in MARKDOWN_ONLY and editor.document.kind != MARKDOWN):
            return False
        change = command(editor.document.lines, *editor.selection())
        if change is not None:
            editor.apply(change)
        return True

    def _own_actions(self, editor: SourceEditor) -> dict[str, Callable[[], object]]:
        keys = editor.keys
        return {
            "cut": keys.cut,
            "copy": keys.copy,
            "paste": keys.paste,
            "pastePlainText": keys.paste,
            "selectAll": lambda: editor.select(Position(0, 0), editor.end()),
            "indent": lambda: self._indent(editor, by=1),
            "outdent": lambda: self._indent(editor, by=-1),
        }

    def _run_find(self, action: str) -> None:
        bar = self.find
        steps = {"findNext": bar.next, "findPrevious": bar.previous, "useSelectionFind": bar.use_selection}
        steps.get(action, bar.open)()

    @staticmethod
    def _indent(editor: SourceEditor, *, by: int) -> None:
        rule = typing_rules.indent if by > 0 else typing_rules.outdent
        change = rule(editor.document.lines, *editor.selection(), size=editor.keys.tab_size)
        if change is not None:
            editor.apply(change)

    # --- showing ---

    def _show_active(self) -> None:
        tab = self._ctx.state.active_tab(self._label) if self._label in self._ctx.state.windows else None
        wanted = None if tab is None or tab.document is None else tab.id
        if wanted != self._shown or self._outdated(tab):
            self._switch(tab if wanted is not None else None)
        self._banner.show(tab)

    def _outdated(self, tab: Tab | None) -> bool:
        """Tell whether the kept editor of a tab has to go because the tab became a viewer."""
        return tab is not None and tab.viewer and isinstance(self._kept.get(tab.id), SourceEditor)

    def _switch(self, tab: Tab | None) -> None:
        takes_focus = self._may_take_focus()
        if tab is not None and self._outdated(tab):
            self._drop(tab.id, keep_view=False)
        if self._shown in self._kept:
            self._kept[self._shown].frame.pack_forget()
        self._shown = None if tab is None else tab.id
        if tab is not None:
            pane = self._pane(tab)
            pane.frame.pack(fill="both", expand=True)
            self._drop_old()
            if takes_focus:
                pane.focus()
        if self._find is not None:
            self._find.refresh()
        self._report()

    def _pane(self, tab: Tab) -> SourceEditor | Viewer:
        pane = self._kept.pop(tab.id, None)
        if pane is None:
            pane = self._make(tab)
        self._kept[tab.id] = pane
        return pane

    def _make(self, tab: Tab) -> SourceEditor | Viewer:
        if tab.viewer or tab.document is None:
            return Viewer(self._ctx, self._area, tab)
        editor = SourceEditor(
            self._ctx, self._area, tab.document, fonts=self._ctx.editors.fonts(), moved=lambda: self._moved(tab.id)
        )
        view = self._ctx.editors.take_view(tab.id)
        if view is not None:
            editor.restore(view)
        if editor.has_long_lines:
            self._ctx.state.notices.post("info", text("editor.long_lines"), window=self._label)
        return editor

    def _drop_old(self) -> None:
        for old in [tab for tab in self._kept if tab != self._shown][: max(0, len(self._kept) - MAX_KEPT)]:
            self._drop(old, keep_view=True)

    def _drop(self, tab: TabId, *, keep_view: bool) -> None:
        pane = self._kept.pop(tab, None)
        if pane is None:
            return
        if keep_view and isinstance(pane, SourceEditor):
            self._ctx.editors.keep_view(tab, pane.view())
        pane.destroy()

    def _may_take_focus(self) -> bool:
        """Tell whether a shown tab gets the focus: the window has it, and not for a list or a field to type in."""
        focused, top = str(self.frame.tk.call("focus")), str(self.frame.winfo_toplevel())
        if focused == top:
            return True
        if not focused.startswith(f"{top}.") or str(self.frame.tk.call("winfo", "toplevel", focused)) != top:
            return False
        return focused.startswith(str(self._area)) or not self._keeps_focus(focused)

    def _keeps_focus(self, focused: str) -> bool:
        return str(self.frame.tk.call("winfo", "class", focused)) in _KEEP_FOCUS and bool(
            self.frame.tk.call("winfo", "viewable", focused)
        )

    # --- news ---

    def _moved(self, tab: TabId) -> None:
        if tab == self._shown and self._reporting is None:
            self._reporting = self.frame.after_idle(self._report_later)

    def _report_later(self) -> None:
        self._reporting = None
        self._report()

    def _report(self) -> None:
        editor = self.editor
        if editor is None:
            return
        caret = editor.caret()
        selected = len(editor.document.between(*editor.selection()))
        event = CaretMoved(self._label, caret.line + 1, caret.column + 1, selected)
        self._ctx.state.events.publish(event)
        if self._find is not None:
            self._find.refresh()

    def _status_changed(self, event: DocumentStatusChanged) -> None:
        for tab_id, pane in self._kept.items():
            if isinstance(pane, SourceEditor) and pane.document is event.document:
                pane.kind_changed()
                if tab_id == self._shown:
                    self._banner.show(self._ctx.state.tabs.get(tab_id))

    def _setting_changed(self, event: SettingChanged) -> None:
        if event.key in _LOOKS:
            for pane in self._kept.values():
                if isinstance(pane, SourceEditor):
                    pane.restyle()

    def _tab_closed(self, event: TabClosed) -> None:
        if event.tab == self._shown:
            self._shown = None
        self._drop(event.tab, keep_view=False)

    def _destroyed(self, event: tk.Event[Any]) -> None:
        if event.widget is self.frame:
            if self._reporting is not None:
                self.frame.after_cancel(self._reporting)
            for stop in self._stops:
                stop()
