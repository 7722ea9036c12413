"""The menu bar of a window, made from the table of actions; each menu is filled when it is opened."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path

from vmark_tk.core.ids import WindowLabel
from vmark_tk.ui.actions import ACTIONS, MENUS, SEPARATOR, TOGGLES, shown
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.style import UI
from vmark_tk.ui.texts import text

_LABEL_LENGTH = 70


def themed_menu(ctx: UiContext, menu: tk.Menu, *, bar: bool = False) -> None:
    """Give a menu the colours in force; where menus belong to the system (macOS, Windows bar) this has no effect."""
    theme = ctx.theme
    menu.configure(
        font=UI,
        bg=theme.panel if bar else theme.raised,
        fg=theme.text,
        activebackground=theme.hover if bar else theme.accent,
        activeforeground=theme.text if bar else theme.on_accent,
        disabledforeground=theme.muted,
        selectcolor=theme.text,
        bd=0 if bar else 1,
        activeborderwidth=0 if bar else ctx.style.px(2),
        relief="flat" if bar else "raised",
    )


def spaced(menu: tk.Menu, words: str) -> str:
    """Return the words of an entry with room around them where Tk itself draws the menu, and draws it too tight."""
    return f" {words}  " if menu.tk.call("tk", "windowingsystem") == "x11" else words


class MenuBar:
    """The bar of one window. `run` gets the action, `enabled` and `checked` say how it stands."""

    def __init__(
        self,
        ctx: UiContext,
        window: tk.Toplevel,
        label: WindowLabel,
        run: Callable[[str], object],
        *,
        enabled: Callable[[str], bool],
        checked: Callable[[str], bool],
    ) -> None:
        self._ctx = ctx
        self._label = label
        self._run = run
        self._enabled = enabled
        self._checked = checked
        self.bar = tk.Menu(window, name="menubar", tearoff=False)
        self._menus: dict[str, tk.Menu] = {}
        self._lists: dict[str, tk.Menu] = {}
        for name, _entries in MENUS:
            menu = tk.Menu(self.bar, name=name, tearoff=False)
            menu.configure(postcommand=lambda name=name: self.fill(name))  # type: ignore[misc]
            self._menus[name] = menu
            self.bar.add_cascade(label=text(f"menu.{name}"), menu=menu, underline=0)
        window.configure(menu=self.bar)
        self._stop = ctx.on_restyle(self._restyle)

    def close(self) -> None:
        """Stop listening."""
        self._stop()

    def fill(self, name: str) -> None:
        """Make the entries of a menu as things stand now."""
        menu = self._menus[name]
        menu.delete(0, "end")
        for entry in dict(MENUS)[name]:
            if entry == SEPARATOR:
                menu.add_separator()
            elif entry.endswith(">"):
                self._add_list(menu, entry.removesuffix(">"))
            else:
                self._add(menu, entry)

    def entries(self) -> list[tuple[str, str, bool]]:
        """Return `(action, words, enabled)` of every entry that runs an action."""
        names = [entry for _, entries in MENUS for entry in entries if entry and not entry.endswith(">")]
        return [(name, text(f"action.{name}"), self._enabled(name)) for name in dict.fromkeys(names)]

    def _restyle(self) -> None:
        themed_menu(self._ctx, self.bar, bar=True)
        for menu in (*self._menus.values(), *self._lists.values()):
            themed_menu(self._ctx, menu)

    def _add(self, menu: tk.Menu, name: str) -> None:
        action = ACTIONS[name]
        accelerator = shown(action.chords[0]) if action.chords else ""
        words = spaced(menu, text(f"action.{name}"))
        if accelerator and words.startswith(" "):
            accelerator = f"   {accelerator} "
        state = "normal" if self._enabled(name) else "disabled"
        if name in TOGGLES or name in ("readOnly", "toggleHiddenFiles", "toggleAllFiles"):
            menu.add_checkbutton(
                label=words,
                accelerator=accelerator,
                state=state,  # type: ignore[arg-type]
                command=lambda: self._run(name),
                variable=self._mark(menu, name),  # type: ignore[arg-type]
            )
        else:
            menu.add_command(
                label=words,
                accelerator=accelerator,
                state=state,  # type: ignore[arg-type]
                command=lambda: self._run(name),
            )

    def _mark(self, menu: tk.Menu, name: str) -> str:
        """Return the name of a Tcl variable that holds whether `name` is on; no Python object, so none to finalise."""
        variable = f"vmark::{self._label}::{name}"
        menu.tk.call("namespace", "eval", f"::vmark::{self._label}", "")
        menu.tk.call("set", f"::{variable}", "1" if self._checked(name) else "0")
        return f"::{variable}"

    def _add_list(self, menu: tk.Menu, name: str) -> None:
        if name == "windows":
            self._add_windows(menu)
            return
        if name not in self._lists:
            self._lists[name] = tk.Menu(menu, name=name, tearoff=False)
            themed_menu(self._ctx, self._lists[name])
        inner = self._lists[name]
        inner.delete(0, "end")
        commands = self._ctx.commands
        files, folders = list(commands.recent_files()), list(commands.recent_folders())
        for path in folders:
            self._add_recent(inner, path, f"{path.name}/")
        if files and folders:
            inner.add_separator()
        for path in files:
            self._add_recent(inner, path, path.name)
        if files or folders:
            inner.add_separator()
            inner.add_command(label=spaced(inner, text("menu.recent.clear")), command=commands.clear_recent)
        else:
            inner.add_command(label=spaced(inner, text("menu.recent.none")), state="disabled")
        menu.add_cascade(label=spaced(menu, text("menu.recent")), menu=inner)

    def _add_recent(self, menu: tk.Menu, path: Path, name: str) -> None:
        words = f"{name}  \N{EM DASH}  {path.parent}"
        if len(words) > _LABEL_LENGTH:
            words = words[: _LABEL_LENGTH - 1] + "\N{HORIZONTAL ELLIPSIS}"
        menu.add_command(label=spaced(menu, words), command=lambda: self._ctx.commands.open_recent(path, self._label))

    def _add_windows(self, menu: tk.Menu) -> None:
        state = self._ctx.state
        for label in state.windows:
            tab = state.active_tab(label)
            words = tab.title if tab is not None else text("window.empty")
            mark = "\N{CHECK MARK} " if label == self._label else "    "
            menu.add_command(
                label=mark + words,
                command=lambda label=label: self._ctx.commands.focus_window(label),  # type: ignore[misc]
            )
