"""Our own file chooser for X11, where Tk has only a plain one with a nested loop (00 D14, 08 F-02, F-08).

A dialog without a grab and without a time limit. Folders are listed in a worker. Keys: typing finds an entry, Return
opens, BackSpace goes to the folder above, Control+L the name field, Control+H hidden files.
"""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tkinter import ttk
from typing import Literal

from vmark_tk.ui.chrome import Chrome, focus_on
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.dialog import Dialog
from vmark_tk.ui.texts import text

Want = Literal["files", "folder", "save"]
TYPE_AHEAD_MS = 900
EDITED = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".txt", ".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: a name and whether it is a folder."""

    name: str
    folder: bool
    size: int


def list_folder(folder: Path) -> list[Entry]:
    """Return what is in a folder, folders first; blocking, for a worker. Raises OSError."""
    found = []
    with os.scandir(folder) as rows:
        for row in rows:
            try:
                is_folder = row.is_dir()
                found.append(Entry(row.name, is_folder, 0 if is_folder else row.stat().st_size))
            except OSError:
                continue  # gone or unreadable since the listing began
    return sorted(found, key=lambda one: (not one.folder, one.name.casefold(), one.name))


def visible(entries: Sequence[Entry], *, want: Want, hidden: bool, all_types: bool) -> list[Entry]:
    """Return the rows to show."""
    return [
        one
        for one in entries
        if (hidden or not one.name.startswith("."))
        and (one.folder or (want != "folder" and (all_types or one.name.lower().endswith(EDITED))))
    ]


def size_text(size: int) -> str:
    """Return a size in bytes for people."""
    if size < 1000:
        return f"{size} B"
    unit, value = next(
        ((unit, size / 1000**power) for power, unit in ((1, "kB"), (2, "MB")) if size < 1000 ** (power + 1)),
        ("GB", size / 1000**3),
    )
    return f"{value:.1f} {unit}"


class FileChooser:
    """One open chooser. `done` gets the chosen paths once, or None when it is closed."""

    def __init__(
        self,
        ctx: UiContext,
        parent: tk.Misc,
        want: Want,
        done: Callable[[list[Path] | None], None],
        *,
        folder: Path,
        name: str = "",
    ) -> None:
        self._ctx = ctx
        self._want: Want = want
        self._done: Callable[[list[Path] | None], None] | None = done
        self.folder = folder
        self._entries: list[Entry] = []
        self._rows: dict[str, Entry] = {}
        self._hidden = False
        self._all_types = want == "save"
        self._typed = ""
        self._typed_timer = 0
        self._asked: Path | None = None
        self._chrome = Chrome(ctx, parent)
        self.dialog = Dialog(
            self._chrome,
            parent,
            text(f"chooser.title.{want}"),
            name=f"chooser_{want}",
            on_close=self.cancel,
            resizable=True,
        )
        self._build(name)
        self.dialog.show(self.name_field if want == "save" else self.rows, size=(760, 500))
        if want == "save":
            stem = name.rsplit(".", 1)[0] if "." in name[1:] else name
            self.name_field.selection_range(0, len(stem))
            self.name_field.icursor(len(stem))
        self.go(folder)

    # --- building ---

    def _build(self, name: str) -> None:
        chrome, theme = self._chrome, self._chrome.theme
        pad = chrome.px(16)
        head = chrome.frame(self.dialog.body)
        head.pack(fill="x", padx=pad, pady=(pad, chrome.px(10)))
        chrome.button(head, "↑", self.up, name="up", width=40).pack(side="left")
        chrome.button(head, text("chooser.new_folder"), self._new_folder, name="new_folder").pack(side="right")
        place = chrome.entry(head, str(self.folder), name="place", commit=self._go_text, mono=True)
        place.pack(side="left", fill="x", expand=True, padx=chrome.px(8))
        self.place_field: tk.Entry = place.nametowidget("place")
        foot = chrome.frame(self.dialog.body)
        foot.pack(side="bottom", fill="x", padx=pad, pady=pad)
        self.status = chrome.label(self.dialog.body, "", size=12, muted=True)
        self.status.pack(side="bottom", fill="x", padx=pad, pady=(chrome.px(8), 0))
        self._build_foot(foot, name)
        middle = chrome.frame(self.dialog.body)
        middle.pack(fill="both", expand=True, padx=pad)
        self._build_places(middle)
        self._style(theme.page)
        box = tk.Frame(middle, bg=theme.border, padx=1, pady=1)
        box.pack(side="left", fill="both", expand=True)
        self.rows = ttk.Treeview(
            box,
            name="rows",
            columns=("size",),
            show="tree headings",
            selectmode="extended" if self._want == "files" else "browse",
            style="Chooser.Treeview",
        )
        self.rows.heading("#0", text=text("chooser.name"), anchor="w")
        self.rows.heading("size", text=text("chooser.size"), anchor="e")
        self.rows.column("size", width=chrome.px(90), stretch=False, anchor="e")
        bar = chrome.scroll_bar(box, self.rows.yview, theme.page)
        self.rows.configure(yscrollcommand=bar.shown)
        bar.pack(side="right", fill="y")
        self.rows.pack(side="left", fill="both", expand=True)
        self._bind_rows()

    def _style(self, page: str) -> None:
        chrome, theme = self._chrome, self._chrome.theme
        style = ttk.Style(self.dialog.top)
        name = "Chooser.Treeview"
        style.configure(name, background=page, fieldbackground=page, foreground=theme.text, borderwidth=0)
        style.configure(name, font=chrome.font(), rowheight=chrome.px(26), relief="flat")
        style.map(name, background=[("selected", theme.selection)], foreground=[("selected", theme.text)])
        style.layout(name, [("Treeview.treearea", {"sticky": "nswe"})])
        heading = f"{name}.Heading"
        style.configure(heading, background=theme.panel, foreground=theme.muted, font=chrome.font(12), relief="flat")
        style.configure(heading, lightcolor=theme.panel, darkcolor=theme.panel, bordercolor=theme.border, padding=5)
        style.map(heading, background=[("active", theme.hover)])

    def _build_places(self, middle: tk.Frame) -> None:
        chrome = self._chrome
        column = chrome.frame(middle)
        column.pack(side="left", fill="y", padx=(0, chrome.px(12)))
        for at, (label, path) in enumerate(self._places()):
            button = chrome.button(
                column,
                chrome.clip(label, 120),
                lambda path=path: self.go(path),  # type: ignore[misc]
                name=f"place_{at}",
                role="quiet",
                width=150,
            )
            button.configure(anchor="w")
            button.pack(fill="x", pady=(0, 2))

    def _places(self) -> list[tuple[str, Path]]:
        places = [(text("chooser.home"), Path.home())]
        known = [(text(f"chooser.{key.lower()}"), Path.home() / key) for key in ("Documents", "Desktop", "Downloads")]
        places += [(label, path) for label, path in known if path.is_dir()]
        places.append((text("chooser.root"), Path(self.folder.anchor or "/")))
        places += [(root.name or str(root), root) for root in dict.fromkeys(self._ctx.state.roots())]
        return places[:10]

    def _build_foot(self, foot: tk.Frame, name: str) -> None:
        chrome = self._chrome
        go = text({"files": "chooser.open", "folder": "chooser.choose", "save": "chooser.save"}[self._want])
        self.go_button = chrome.button(foot, go, self.accept, name="accept", role="primary")
        chrome.button(foot, text("chooser.cancel"), self.cancel, name="cancel").pack(side="right", padx=(8, 0))
        self.go_button.pack(side="right", padx=(8, 0), before=foot.nametowidget("cancel"))
        field = chrome.entry(foot, name, name="name", width=300)
        self.name_field: tk.Entry = field.nametowidget("name")
        self.name_field.bind("<Return>", lambda _e: self._accept_key())
        if self._want == "save":
            chrome.label(foot, text("chooser.file_name")).pack(side="left", padx=(0, 8))
            field.pack(side="left", fill="x", expand=True)
        else:
            shown = chrome.switch(foot, on=False, command=lambda _on: self.toggle_hidden(), name="hidden")
            shown.pack(side="left")
            chrome.label(foot, text("chooser.hidden")).pack(side="left", padx=(6, 18))
            if self._want == "files":
                chrome.switch(foot, on=False, command=self._show_all, name="all_types").pack(side="left")
                chrome.label(foot, text("chooser.all_types")).pack(side="left", padx=(6, 0))

    def _bind_rows(self) -> None:
        self.rows.bind("<Double-1>", lambda _e: self._open_row())
        self.rows.bind("<Return>", lambda _e: self._open_row())
        self.rows.bind("<BackSpace>", lambda _e: self.up())
        self.rows.bind("<Alt-Up>", lambda _e: self.up())
        self.rows.bind("<Key>", self._type_ahead)
        self.rows.bind("<<TreeviewSelect>>", lambda _e: self._selected())
        self.dialog.top.bind("<Control-h>", lambda _e: self.toggle_hidden())
        self.dialog.top.bind("<Control-l>", lambda _e: self._to_place())

    def _to_place(self) -> str:
        self.place_field.focus_set()
        self.place_field.selection_range(0, "end")
        return "break"

    # --- going about ---

    def go(self, folder: Path, select: str = "") -> None:
        """Show another folder, with the row `select` chosen."""
        self.folder = folder
        self._typed = ""
        self._asked = None

        def listed(found: list[Entry] | BaseException) -> None:
            if not self.dialog.alive or self.folder != folder:
                return
            if isinstance(found, BaseException):
                self._entries = []
                reason = found.strerror if isinstance(found, OSError) and found.strerror else type(found).__name__
                self._say(text("chooser.unreadable", reason=reason))
            else:
                self._entries = found
                self._say("")
            self._fill(select)

        self.place_field.delete(0, "end")
        self.place_field.insert(0, str(folder))
        self.place_field.xview_moveto(1.0)
        self._ctx.loop.run_in_worker(lambda: list_folder(folder), listed)

    def _fill(self, select: str = "") -> None:
        self.rows.delete(*self.rows.get_children())
        self._rows = {}
        shown = visible(self._entries, want=self._want, hidden=self._hidden, all_types=self._all_types)
        for one in shown:
            sign = "▸  " if one.folder else "    "
            values = ("" if one.folder else size_text(one.size),)
            self._rows[self.rows.insert("", "end", text=sign + _one_line(one.name), values=values)] = one
        rows = self.rows.get_children()
        first = next((row for row in rows if self._rows[row].name == select), rows[0] if rows else None)
        if first is not None:
            self.rows.focus(first)
            self.rows.see(first)
            if self._want != "save" and (select or self._want == "files"):
                self.rows.selection_set(first)
        if not rows and not str(self.status.cget("text")):
            self._say(text("chooser.empty"))

    def up(self) -> str:
        """Show the folder above."""
        if self.folder.parent != self.folder:
            self.go(self.folder.parent, self.folder.name)
        return "break"

    def toggle_hidden(self) -> str:
        """Show or hide names that begin with a dot."""
        self._hidden = not self._hidden
        self._fill()
        return "break"

    def _show_all(self, on: bool) -> None:  # noqa: FBT001 - called by the switch
        self._all_types = on
        self._fill()

    def _go_text(self, typed: str) -> bool:
        path = Path(typed.strip()).expanduser()
        if path == self.folder:
            return True
        if path.is_dir():
            self.go(path)
            focus_on(self.rows)
            return True
        if self._want == "files" and path.is_file():
            self._finish([path])
            return True
        return False

    def _type_ahead(self, event: tk.Event[tk.Misc]) -> str | None:
        if not event.char or not event.char.isprintable() or int(event.state) & 0xC:
            return None
        self._typed = self._typed + event.char if event.time - self._typed_timer < TYPE_AHEAD_MS else event.char
        self._typed_timer = event.time
        for row, one in self._rows.items():
            if one.name.casefold().startswith(self._typed.casefold()):
                self.rows.selection_set(row)
                self.rows.focus(row)
                self.rows.see(row)
                break
        return "break"

    def _selected(self) -> None:
        rows = [self._rows[row] for row in self.rows.selection() if row in self._rows]
        if self._want == "save" and len(rows) == 1 and not rows[0].folder:
            self.name_field.delete(0, "end")
            self.name_field.insert(0, rows[0].name)
        self._asked = None

    def _open_row(self) -> str:
        row = self.rows.focus()
        one = self._rows.get(row)
        if one is not None and one.folder:
            self.go(self.folder / one.name)
        else:
            self.accept()
        return "break"

    # --- ending ---

    def accept(self) -> None:
        """Take what is chosen; a folder in a search for files is entered; an existing file is asked about once."""
        rows = [self._rows[row] for row in self.rows.selection() if row in self._rows]
        if self._want == "folder":
            self._finish([self.folder / rows[0].name if rows else self.folder])
        elif self._want == "save":
            self._accept_save()
        elif len(rows) == 1 and rows[0].folder:
            self.go(self.folder / rows[0].name)
        elif files := [self.folder / one.name for one in rows if not one.folder]:
            self._finish(files)

    def _accept_key(self) -> str:
        self.accept()
        return "break"

    def _accept_save(self) -> None:
        name = self.name_field.get().strip()
        if not name or name in (".", ".."):
            self._say(text("chooser.need_name"))
            return
        path = Path(os.path.normpath(self.folder / Path(name).expanduser()))
        if path.is_dir():
            self.name_field.delete(0, "end")
            self.go(path)
        elif not path.parent.is_dir():
            self._say(text("chooser.no_folder", folder=_one_line(str(path.parent))))
        elif path.exists() and self._asked != path:
            self._asked = path
            self._say(text("chooser.exists", name=_one_line(path.name)), warn=True)
            self.go_button.configure(text=text("chooser.replace"), fg_color=self._chrome.theme.danger)
        else:
            self._finish([path])

    def _new_folder(self) -> None:
        folder = self.folder

        def make() -> str:
            for number in range(1, 1000):
                name = text("chooser.new_folder_name") + ("" if number == 1 else f" {number}")
                try:
                    (folder / name).mkdir()
                except FileExistsError:
                    continue
                return name
            raise FileExistsError

        def made(name: str | BaseException) -> None:
            if not self.dialog.alive:
                return
            if isinstance(name, BaseException):
                self._say(text("chooser.unreadable", reason=getattr(name, "strerror", "") or type(name).__name__))
            else:
                self.go(folder, name)

        self._ctx.loop.run_in_worker(make, made)

    def _say(self, words: str, *, warn: bool = False) -> None:
        theme = self._chrome.theme
        self.status.configure(text=words, fg=theme.warning if warn else theme.muted)
        if not warn:
            label = text({"files": "chooser.open", "folder": "chooser.choose", "save": "chooser.save"}[self._want])
            self.go_button.configure(text=label, fg_color=theme.accent)

    def cancel(self) -> None:
        """Close without a choice."""
        self._finish(None)

    def _finish(self, chosen: list[Path] | None) -> None:
        done, self._done = self._done, None
        self.dialog.close()
        if done is not None:
            done(chosen)


def _one_line(name: str) -> str:
    """Return a file name without line breaks and control characters, for a row."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in name)
