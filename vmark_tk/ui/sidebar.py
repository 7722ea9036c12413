"""The sidebar of a window: the file tree of the shown workspace, read folder by folder when opened (08 K-02)."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tkinter import ttk

from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.state import InstancesChanged, TabActivated, TabsChanged
from vmark_tk.core.tree import Entry, Filter, Listing, list_folder
from vmark_tk.ui.buttons import IconButton, link
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.menu import spaced, themed_menu
from vmark_tk.ui.style import UI_BOLD
from vmark_tk.ui.texts import text
from vmark_tk.ui.tooltip import Tooltip

_WAITING = "waiting:"
_MAX_EXPANDED = 200
"""Folders that Expand All opens at most."""


@dataclass(slots=True)
class Shown:
    """What is shown of one workspace; kept while the window lives so that switching brings it back."""

    open: set[Path]
    hidden: bool = False
    all_files: bool = False


class Sidebar:
    """Header with buttons, tree below. Rows are files and folders; their ids are their paths."""

    def __init__(self, ctx: UiContext, parent: tk.Misc, label: WindowLabel, tooltip: Tooltip) -> None:
        self._ctx = ctx
        self._label = label
        self._shown: dict[Path, Shown] = {}
        self._root: Path | None = None
        self._left_to_expand = 0
        self._asked: dict[Path, int] = {}
        self.frame = tk.Frame(parent, name="sidebar", bd=0)
        self._head = tk.Frame(self.frame, name="head", bd=0)
        self._title = tk.Label(self._head, font=UI_BOLD, anchor="w", bd=0)
        rows = (
            ("collapse", "collapse", self.collapse_all),
            ("expand", "expand", self.expand_all),
            ("all", "filter", lambda: self.toggle(all_files=True)),
            ("hidden", "eye", lambda: self.toggle(all_files=False)),
        )
        self._buttons = {
            name: IconButton(ctx, self._head, icon, run, name=name, tip=(tooltip, text(f"sidebar.{name}")))
            for name, icon, run in rows
        }
        self.tree = ttk.Treeview(self.frame, name="tree", show="tree", selectmode="browse")
        self._bar = ttk.Scrollbar(self.frame, name="bar", orient="vertical", command=self.tree.yview)
        self._empty = tk.Frame(self.frame, name="empty", bd=0)
        self._empty_words = tk.Label(self._empty, bd=0)
        self._open = link(
            ctx, self._empty, text("sidebar.open"), lambda: ctx.commands.open_folder_dialog(label), "open"
        )
        self._menu = tk.Menu(self.tree, name="tree_menu", tearoff=False)
        self._lay_out()
        self._bind()
        self._stops = [
            ctx.on_window(InstancesChanged, label, self.refresh),
            ctx.on_window(TabActivated, label, self.reveal_active),
            ctx.on_window(TabsChanged, label, self.reveal_active),
            ctx.on_restyle(self._restyle),
        ]
        self.refresh()

    # --- what others call ---

    def close(self) -> None:
        """Stop listening."""
        for stop in self._stops:
            stop()

    def refresh(self) -> None:
        """Show the folder of the shown workspace, read anew."""
        root = self._ctx.state.windows[self._label].shown_instance.root
        changed = root != self._root
        self._root = root
        if root is None:
            self.tree.delete(*self.tree.get_children())
            self._title.configure(text="")
        elif changed:
            self.tree.delete(*self.tree.get_children())
            self._title.configure(text=root.name or str(root))
            self._shown.setdefault(root, Shown(set()))
            self._show_toggles()
        self._show_empty(folder_missing=root is None)
        if root is not None:
            self._read(root)

    def refresh_folder(self, folder: Path) -> None:
        """Read a folder again if it is on display; called with news of the watcher."""
        if folder == self._root or (self.tree.exists(str(folder)) and self.tree.item(str(folder), "open")):
            self._read(folder)

    @property
    def showing(self) -> Shown:
        """Return what is shown of the present workspace."""
        return self._shown.get(self._root, Shown(set())) if self._root is not None else Shown(set())

    def toggle(self, *, all_files: bool) -> None:
        """Switch between Markdown files and all files, or hidden files on and off; kept for each workspace."""
        shown = self.showing
        if all_files:
            shown.all_files = not shown.all_files
        else:
            shown.hidden = not shown.hidden
        self._show_toggles()
        self._read_open()

    def expand_all(self) -> None:
        """Open all folders, level by level, up to a bound."""
        self._left_to_expand = _MAX_EXPANDED
        for row in self._rows():
            self._expand(row)

    def collapse_all(self) -> None:
        """Close all folders."""
        self._left_to_expand = 0
        self.showing.open.clear()
        for row in self._rows():
            self.tree.item(row, open=False)
            self._icon(row)

    def reveal_active(self, *, force: bool = False) -> None:
        """Select the file of the active tab; `force` opens the folders that lead to it."""
        tab = self._ctx.state.active_tab(self._label)
        path, root = (None if tab is None else tab.path), self._root
        if path is None or root is None or not path.is_relative_to(root):
            self.tree.selection_set(())
            return
        if self.tree.exists(str(path)):
            if self.tree.selection() != (str(path),):
                self.tree.selection_set((str(path),))
                self.tree.focus(str(path))
            self.tree.see(str(path))
            return
        self.tree.selection_set(())
        if force or self._ctx.state.settings.flag("view.sidebar"):
            for folder in reversed(path.relative_to(root).parents):
                if folder != Path() and self.tree.exists(str(root / folder)):
                    self._expand(str(root / folder))

    # --- rows ---

    def _read_open(self) -> None:
        if self._root is not None:
            self._read(self._root)
            for row in self._rows():
                if self.tree.item(row, "open"):
                    self._read(Path(row))

    def _rows(self) -> list[str]:
        """Return the ids of all rows that are there."""
        found, todo = [], list(self.tree.get_children())
        while todo:
            row = todo.pop()
            if not row.startswith(_WAITING):
                found.append(row)
                todo += self.tree.get_children(row)
        return found

    def _read(self, folder: Path) -> None:
        shown, root = self.showing, self._root
        number = self._asked[folder] = self._asked.get(folder, 0) + 1
        wanted = Filter(hidden=shown.hidden, all_files=shown.all_files)

        def read(outcome: Listing | BaseException) -> None:
            if self._root == root and self._asked.get(folder) == number and self.frame.winfo_exists():
                self._fill(folder, () if isinstance(outcome, BaseException) else outcome.entries)

        self._ctx.loop.run_in_worker(lambda: list_folder(folder, wanted), read)

    def _fill(self, folder: Path, entries: Sequence[Entry]) -> None:
        """Make the rows below `folder` equal to `entries`, keeping those that stay with what is open in them."""
        tree, parent = self.tree, "" if folder == self._root else str(folder)
        if parent and not tree.exists(parent):
            return
        wanted = {str(entry.path) for entry in entries}
        gone = [row for row in tree.get_children(parent) if row not in wanted]
        if gone:
            tree.delete(*gone)
        call, widget, present = tree.tk.call, str(tree), set(tree.get_children(parent))
        closed, plain, flow = self._images()
        for at, entry in enumerate(entries):
            row = str(entry.path)
            if row in present:
                continue
            image = closed if entry.is_folder else (flow if entry.path.suffix.lower() in (".yml", ".yaml") else plain)
            # the wrapper's option handling would double the time of 5,000 rows
            call(widget, "insert", parent, at, "-id", row, "-text", f" {entry.name}", "-image", image)
            if entry.is_folder and not entry.loops:
                call(widget, "insert", row, "end", "-id", f"{_WAITING}{row}")
                if entry.path in self.showing.open or self._left_to_expand > 0:
                    self._expand(row)
        if not parent:
            self._show_empty(folder_missing=False)
        self.reveal_active()

    def _images(self) -> tuple[tk.PhotoImage, tk.PhotoImage, tk.PhotoImage]:
        theme, size = self._ctx.theme, self._ctx.style.px(16)
        get = self._ctx.icons.get
        return get("folder", theme.muted, size), get("text", theme.muted, size), get("workflow", theme.muted, size)

    def _expand(self, row: str) -> None:
        if self._is_folder(row) and not self.tree.item(row, "open"):
            self._left_to_expand -= 1
            self.tree.item(row, open=True)
            self._opened(row)

    def _is_folder(self, row: str) -> bool:
        return bool(row) and self.tree.exists(row) and bool(self._folder_mark(row))

    def _folder_mark(self, row: str) -> bool:
        images = self.tree.item(row, "image")
        files = {str(image) for image in self._images()[1:]}
        return str(images[0] if isinstance(images, tuple | list) else images) not in files

    def _opened(self, row: str) -> None:
        self.showing.open.add(Path(row))
        self._icon(row)
        self._read(Path(row))

    def _icon(self, row: str) -> None:
        if self._is_folder(row):
            name = "folder_open" if self.tree.item(row, "open") else "folder"
            self.tree.item(row, image=self._ctx.icons.get(name, self._ctx.theme.muted, self._ctx.style.px(16)))

    # --- looks ---

    def _lay_out(self) -> None:
        px = self._ctx.style.px
        self._head.pack(side="top", fill="x")
        tk.Frame(self._head, name="edge", width=px(6)).pack(side="right")
        for button in self._buttons.values():
            button.label.pack(side="right")
        self._title.pack(side="left", fill="x", expand=True, padx=(px(14), 0), pady=px(6))  # last: it may be too long
        self.tree.pack(side="left", fill="both", expand=True, padx=px(6))
        self.tree.configure(yscrollcommand=self._scrolled)
        self._empty_words.pack(pady=(px(28), px(8)))
        self._open.pack()

    def _scrolled(self, first: float, last: float) -> None:
        self._bar.set(float(first), float(last))
        needed = float(first) > 0 or float(last) < 1
        if needed and not self._bar.winfo_manager():
            self._bar.pack(side="right", fill="y", before=self.tree)
        elif not needed and self._bar.winfo_manager():
            self._bar.pack_forget()

    def _show_empty(self, *, folder_missing: bool) -> None:
        empty = folder_missing or not self.tree.get_children()
        self._empty_words.configure(text=text("sidebar.none" if folder_missing else "sidebar.empty"))
        if folder_missing:
            self._open.pack()
            self._head.pack_forget()
        else:
            self._open.pack_forget()
            self._head.pack(side="top", fill="x", before=self.tree)
        if empty and (folder_missing or self._asked):
            self._empty.place(
                relx=0, rely=0, relwidth=1, relheight=1, y=0 if folder_missing else self._ctx.style.px(40)
            )
        else:
            self._empty.place_forget()

    def _restyle(self) -> None:
        theme = self._ctx.theme
        for part in (self.frame, self._head, self._empty, *self._head.winfo_children()):
            if isinstance(part, tk.Frame | tk.Label):
                part.configure(bg=theme.panel)
        self._title.configure(fg=theme.text)
        self._empty_words.configure(bg=theme.panel, fg=theme.muted)
        themed_menu(self._ctx, self._menu)
        self._show_toggles()
        self.tree.delete(*self.tree.get_children())
        if self._root is not None:
            self._read(self._root)

    def _show_toggles(self) -> None:
        self._buttons["hidden"].set_on(on=self.showing.hidden)
        self._buttons["all"].set_on(on=self.showing.all_files)

    # --- pointer and keys ---

    def _bind(self) -> None:
        tree = self.tree
        tree.bind("<<TreeviewOpen>>", lambda _e: self._opened(tree.focus()))
        tree.bind("<<TreeviewClose>>", lambda _e: self._closed(tree.focus()))
        tree.bind("<ButtonRelease-1>", self._clicked)
        tree.bind("<Return>", lambda _e: self._activate(tree.focus()))
        tree.bind("<Button-3>", self._menu_at)
        tree.bind("<Menu>", self._menu_by_key)
        tree.bind("<Shift-F10>", self._menu_by_key)

    def _closed(self, row: str) -> None:
        self.showing.open.discard(Path(row))
        self._icon(row)

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        row = self.tree.identify_row(event.y)
        if row and "indicator" not in str(self.tree.identify_element(event.x, event.y)):
            self._activate(row)

    def _activate(self, row: str) -> str:
        if self._is_folder(row):
            if self.tree.item(row, "open"):
                self.tree.item(row, open=False)
                self._closed(row)
            else:
                self._expand(row)
        elif row:
            self._ctx.commands.open_paths([Path(row)], self._label)
        return "break"

    def _menu_at(self, event: tk.Event[tk.Misc]) -> None:
        self.post_menu(self.tree.identify_row(event.y), event.x_root, event.y_root)

    def _menu_by_key(self, _event: object) -> str:
        row = self.tree.focus()
        box = self.tree.bbox(row) if row else ""
        if box:
            self.post_menu(row, self.tree.winfo_rootx() + box[0], self.tree.winfo_rooty() + box[1] + box[3])
        return "break"

    def post_menu(self, row: str, x: int, y: int) -> None:
        """Show what can be done with a row."""
        if not row or row.startswith(_WAITING):
            return
        self.tree.focus(row)
        menu = self._menu
        menu.delete(0, "end")
        if self._is_folder(row):
            words = "tree.collapse" if self.tree.item(row, "open") else "tree.expand"
        else:
            words = "tree.open"
        commands: list[tuple[str, Callable[[], object]]] = [(words, lambda: self._activate(row))]
        commands.append(("tree.copy_path", lambda: self._copy(row)))
        for key, run in commands:
            menu.add_command(label=spaced(menu, text(key)), command=run)
        menu.tk_popup(x, y)

    def _copy(self, row: str) -> None:
        self.frame.clipboard_clear()
        self.frame.clipboard_append(row)
