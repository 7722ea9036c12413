"""The line at the bottom: light of the MCP server, path or hint, caret, kind, line ends, encoding, read-only, zoom.

In words, too, what the marks of a tab and the line above the text say of its file.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path

from vmark_tk.core.document import Document, DocumentStatusChanged
from vmark_tk.core.encodings import NAMES
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.settings import SETTINGS, SettingChanged
from vmark_tk.core.state import Tab, TabActivated, TabsChanged
from vmark_tk.ui.buttons import pressable
from vmark_tk.ui.context import CaretMoved, UiContext
from vmark_tk.ui.style import UI_SMALL
from vmark_tk.ui.texts import text
from vmark_tk.ui.tooltip import Tooltip

HINT_MS = 2_000
_LINE_ENDS = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}
_HIDDEN_WITHOUT_DOCUMENT = ("zoom", "encoding", "line_end", "kind", "position", "lock", "disk")


class StatusBar:
    """One line of labels. `run` gets an action when a label is pressed."""

    def __init__(
        self, ctx: UiContext, parent: tk.Misc, label: WindowLabel, tooltip: Tooltip, run: Callable[[str], object]
    ) -> None:
        self._ctx = ctx
        self._label = label
        self._action = run
        self._hint = ""
        self._hint_number = 0
        self._caret = (1, 1, 0)
        self.frame = tk.Frame(parent, name="status", bd=0)
        self._line = tk.Frame(self.frame, name="line", height=1, bd=0)
        self._line.pack(side="top", fill="x")
        self._parts: dict[str, tk.Label] = {}
        self._buttons: dict[str, str] = {"mcp": "status", "zoom": "zoomActual", "lock": "readOnly"}
        for name in ("mcp", "control", "path"):
            self._add(name, "left")
        for name in _HIDDEN_WITHOUT_DOCUMENT:
            self._add(name, "right")
        for name, action in self._buttons.items():
            part = self._parts[name]
            part.configure(takefocus=1, cursor="hand2")
            pressable(part, partial(self._run, action))
        tooltip.attach(self._parts["mcp"], self.clients_text)
        tooltip.attach(self._parts["path"], self._path_tip)
        tooltip.attach(self._parts["control"], lambda: text("status.control.tip"))
        tooltip.attach(self._parts["zoom"], lambda: text("status.zoom.tip"))
        events = ctx.state.events
        self._stops = [
            ctx.on_window(TabActivated, label, self.refresh),
            ctx.on_window(TabsChanged, label, self.refresh),
            events.subscribe(DocumentStatusChanged, self._document_changed),
            events.subscribe(CaretMoved, self._caret_moved),
            events.subscribe(SettingChanged, lambda _event: self.refresh()),
            ctx.on_restyle(self._restyle),
        ]

    # --- what others call ---

    def close(self) -> None:
        """Stop listening."""
        for stop in self._stops:
            stop()

    def show_hint(self, words: str, *, for_ms: int = HINT_MS) -> None:
        """Show a short message in place of the path, for a while (W-06)."""
        self._hint = words
        self._hint_number += 1
        number = self._hint_number

        def over() -> None:
            if number == self._hint_number and self.frame.winfo_exists():
                self._hint = ""
                self.refresh()

        self._ctx.loop.call_later(for_ms, over)
        self.refresh()

    def show_caret(self, line: int, column: int, selected: int = 0) -> None:
        """Show where the caret is, both from 1, and how many characters are selected."""
        if (line, column, selected) != self._caret:
            self._caret = (line, column, selected)
            self._show_position()

    def clients_text(self) -> str:
        """Return the state of the MCP server with the names of the clients (I-01)."""
        if not self._ctx.state.settings.flag("mcp.enabled"):
            return text("status.mcp.tip.off")
        clients = self._ctx.clients.clients()
        if not clients:
            return text("status.mcp.tip.idle")
        rows = [f"{one.get('name', '')} {one.get('version', '')}".strip() for one in clients]
        return "\n".join([text("status.mcp.tip.clients"), *rows])

    def refresh(self) -> None:
        """Show how things stand."""
        if self._label not in self._ctx.state.windows:
            return
        tab = self._ctx.state.active_tab(self._label)
        self._show_light()
        self._show_path(tab)
        self._show_document(tab)

    # --- inside ---

    def _run(self, action: str) -> None:
        self._action(action)

    def _add(self, name: str, side: str) -> None:
        px = self._ctx.style.px
        part = tk.Label(self.frame, name=name, font=UI_SMALL, bd=0, padx=px(8), pady=px(4), anchor="w")
        part.configure(highlightthickness=1)
        part.pack(side=side)  # type: ignore[arg-type]
        self._parts[name] = part
        part.bind("<Enter>", lambda _e: name in self._buttons and part.configure(bg=self._ctx.theme.hover), add="+")
        part.bind("<Leave>", lambda _e: part.configure(bg=self._ctx.theme.panel), add="+")

    def _caret_moved(self, event: CaretMoved) -> None:
        if event.window == self._label:
            self.show_caret(event.line, event.column, event.selected)

    def _document_changed(self, event: DocumentStatusChanged) -> None:
        tab = self._ctx.state.active_tab(self._label) if self._label in self._ctx.state.windows else None
        if tab is not None and tab.document is event.document:
            self.refresh()

    def _show_light(self) -> None:
        theme, px = self._ctx.theme, self._ctx.style.px
        clients = self._ctx.clients.clients()
        count, silent = len(clients), sum(1 for client in clients if client.get("answering") == "no")
        if not self._ctx.state.settings.flag("mcp.enabled"):
            state, icon, colour = "off", "light_off", theme.muted
        elif silent:
            state, icon, colour = "silent", "light_on", theme.warning
        elif count:
            state, icon, colour = "connected", "light_on", theme.ok
        else:
            state, icon, colour = "idle", "light_idle", theme.muted
        self._parts["mcp"].configure(
            text=" " + text(f"status.mcp.{state}", count=count, silent=silent),
            image=self._ctx.icons.get(icon, colour, px(12)),
            compound="left",
        )
        control = self._parts["control"]
        if self._ctx.control_enabled:
            image = self._ctx.icons.get("warning", theme.warning, px(13))
            control.configure(text=" " + text("status.control"), image=image, compound="left", fg=theme.warning)
        else:
            control.pack_forget()

    def _show_path(self, tab: Tab | None) -> None:
        words, colour = "", self._ctx.theme.muted
        if self._hint:
            words, colour = self._hint, self._ctx.theme.text
        elif tab is not None:
            words = text("status.untitled") if tab.path is None else short_path(tab.path)
        self._parts["path"].configure(text=words, fg=colour)

    def _path_tip(self) -> str:
        tab = self._ctx.state.active_tab(self._label)
        return "" if tab is None or tab.path is None else str(tab.path)

    def _show_document(self, tab: Tab | None) -> None:
        document = None if tab is None else tab.document
        for name in _HIDDEN_WITHOUT_DOCUMENT:
            self._parts[name].pack_forget()
        if document is None or tab is None:
            return
        form = document.file.form
        size = self._ctx.state.settings.number("editor.font_size")
        ordinary = SETTINGS["editor.font_size"].default
        percent = round(size * 100 / ordinary) if isinstance(ordinary, int) else 100
        words = {
            "zoom": f"{percent} %",
            "encoding": _encoding_words(document),
            "line_end": text("status.mixed") if form.mixed else _LINE_ENDS[form.line_end],
            "kind": text(f"status.kind.{document.kind}"),
            "position": "",
            "lock": text("status.viewer" if tab.viewer else "status.read_only"),
            "disk": _disk_words(document),
        }
        for name, value in words.items():
            if (name == "lock" and not (document.read_only or tab.viewer)) or (name == "disk" and not value):
                continue
            self._parts[name].configure(text=value)
            self._parts[name].pack(side="right")
        image = self._ctx.icons.get("lock", self._ctx.theme.warning, self._ctx.style.px(13))
        self._parts["lock"].configure(image=image, compound="left", fg=self._ctx.theme.warning)
        self._parts["disk"].configure(fg=self._ctx.theme.warning)
        self._show_position()

    def _show_position(self) -> None:
        line, column, selected = self._caret
        key = "status.selected" if selected else "status.position"
        self._parts["position"].configure(text=text(key, line=line, column=column, count=selected))

    def _restyle(self) -> None:
        theme = self._ctx.theme
        self.frame.configure(bg=theme.panel)
        self._line.configure(bg=theme.border)
        for part in self._parts.values():
            part.configure(bg=theme.panel, fg=theme.muted, highlightbackground=theme.panel)
            part.configure(highlightcolor=theme.accent)
        self.refresh()


def _encoding_words(document: Document) -> str:
    """Return the name of the encoding that the file was read by (F-07)."""
    encoding = document.file.encoding
    if encoding != "utf-8":
        return NAMES.get(encoding, encoding)
    return text("status.bom" if document.file.form.bom else "status.utf8")


def _disk_words(document: Document) -> str:
    """Return the warning that the file is gone or holds something else (X-02, X-04), or nothing."""
    if document.file.missing:
        return text("status.missing")
    return text("status.divergent") if document.file.divergent else ""


def short_path(path: Path, limit: int = 60) -> str:
    """Return a path with `~` for the home folder, cut at the front if it is longer than `limit`."""
    try:
        words = str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        words = str(path)
    return words if len(words) <= limit else "\N{HORIZONTAL ELLIPSIS}" + words[-(limit - 1) :]
