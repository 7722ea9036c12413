"""The shell: Tk's root, all windows, the system's focus, themes, and what each action does (`core.ports.Windows`)."""

from __future__ import annotations

import contextlib
import logging
import tkinter as tk
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.settings import SettingChanged
from vmark_tk.core.state import WindowClosed, WindowOpened
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.images import Icons
from vmark_tk.ui.loop import TkLoop
from vmark_tk.ui.placement import Placement
from vmark_tk.ui.shell_actions import ShellActions
from vmark_tk.ui.shortcuts import Shortcuts
from vmark_tk.ui.style import Style, prefers_dark
from vmark_tk.ui.window import EditorArea, MakeArea, WindowView

_APPEARANCE = ("appearance.theme", "appearance.scale", "appearance.follow_system")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FocusMoved:
    """The system gave the focus to one of our windows, or took it away (None)."""

    window: WindowLabel | None


def make_root() -> tk.Tk:
    """Return Tk's root, withdrawn: every window is a toplevel, so that closing the first one is no special case."""
    root = tk.Tk(className="Vmark")
    root.withdraw()
    root.report_callback_exception = _report
    return root


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    _log.error("a handler of a widget failed", exc_info=(kind, error, trace))


def _editor_host(ctx: UiContext, parent: tk.Misc, label: WindowLabel) -> EditorArea:
    from vmark_tk.ui.editor_host import EditorHost  # noqa: PLC0415 - a start without a file does not need it

    return EditorHost(ctx, parent, label)


class Shell:
    """All windows of the application. Make it right after the context, before the first window record.

    `hidden`: nothing is shown until `show` (00 D13). `placed` are placements by label, from the last session.
    """

    def __init__(
        self,
        ctx: UiContext,
        root: tk.Tk,
        *,
        hidden: bool = False,
        placed: Mapping[WindowLabel, Placement] | None = None,
        make_area: MakeArea | None = None,
    ) -> None:
        self.ctx = ctx
        self.root = root
        self.visible = not hidden
        self.views: dict[WindowLabel, WindowView] = {}
        self._placed = dict(placed or {})
        self._make_area = make_area or _editor_host
        self._elsewhere: tk.Toplevel | None = None
        self._last_focus: WindowLabel | None = None
        self._checking = False
        ctx.style = Style(root)
        ctx.icons = Icons(root)
        if ctx.state.settings.flag("appearance.follow_system"):
            ctx.system_dark = prefers_dark(root)
        ctx.style.apply(ctx.theme, ctx.state.settings.number("appearance.scale"))
        self.actions = ShellActions(ctx, self)
        tidy = ctx.loop.tidy if isinstance(ctx.loop, TkLoop) else None
        self.shortcuts = Shortcuts(root, self.actions.by_key, after=tidy)
        events = ctx.state.events
        events.subscribe(WindowOpened, lambda event: self.create(event.window))
        events.subscribe(WindowClosed, lambda event: self.destroy(event.window))
        events.subscribe(SettingChanged, self._setting_changed)

    # --- core.ports.Windows ---

    def create(self, label: WindowLabel) -> None:
        """Show one more window for this record; harmless when it is there."""
        if label in self.views:
            return
        view = WindowView(
            self.ctx,
            self.root,
            label,
            self.actions,
            placement=self._placed.get(label, self._next_place()),
            make_area=self._make_area,
        )
        self.views[label] = view
        view.top.protocol("WM_DELETE_WINDOW", lambda: self.ctx.commands.close_window(label))
        for sequence in ("<FocusIn>", "<FocusOut>"):
            view.top.bind(sequence, lambda event, top=view.top: self._focus_event(event, top), add="+")
        if self.visible:
            view.top.deiconify()
            self.ctx.loop.call_soon(lambda: self._made(label))

    def destroy(self, label: WindowLabel) -> None:
        """Take the window away."""
        view = self.views.pop(label, None)
        if view is not None:
            self._placed[label] = view.placement(self._placed.get(label, Placement()))
            view.close()
            self._check_focus()

    def focused(self) -> WindowLabel | None:
        """Return the window that the window system says has the focus; None: another program, or a dialog (W-07)."""
        path = str(self.root.tk.call("focus"))
        if not path:
            return None
        return self.label_of(path)

    def focus(self, label: WindowLabel) -> None:
        """Raise the window and ask for the focus; the window manager may refuse (08 C-43)."""
        view = self.views[label]
        if not self.visible:
            self.show()
        view.top.deiconify()
        view.top.lift()
        wanted = str(self.root.tk.call("focus", "-lastfor", str(view.top)))
        inside = wanted if wanted.startswith(f"{view.top}.") and self.root.tk.call("winfo", "viewable", wanted) else ""
        self.root.tk.call("focus", "-force", inside or str(view.top))
        if not inside:
            view.focus_inside()

    def blur(self) -> None:
        """Give the focus away as if another program took it (test control): to a window that is none of ours to see."""
        if self._elsewhere is None:
            self._elsewhere = tk.Toplevel(self.root, name="elsewhere")
            self._elsewhere.overrideredirect(True)
            self._elsewhere.geometry("1x1+-20+-20")
        self._elsewhere.deiconify()
        self._elsewhere.focus_force()

    def show(self) -> None:
        """Make a hidden editor visible (00 D13)."""
        if self.visible:
            return
        self.visible = True
        for view in self.views.values():
            view.top.deiconify()

    # --- for other views and for app ---

    def toplevel(self, label: WindowLabel) -> tk.Toplevel | None:
        """Return the Tk window of a record, None when there is none."""
        view = self.views.get(label)
        return None if view is None else view.top

    def label_of(self, path: str) -> WindowLabel | None:
        """Return the window that a widget path belongs to.

        Menus and questions over a window count as that window, other dialogs (settings, about) as none.
        """
        while path and path != ".":
            if str(self.root.tk.call("winfo", "class", path)) == "Menu":
                # a posted copy of a menu bar is called `.main.#main#menubar#file`, and is a toplevel of its own
                path = str(self.root.tk.call("winfo", "parent", path))
                continue
            top = str(self.root.tk.call("winfo", "toplevel", path))
            if top == path or str(self.root.tk.call("winfo", "class", top)) != "Menu":
                owner = top.rpartition(".prompt_")[0] or top
                return next((label for label, view in self.views.items() if str(view.top) == owner), None)
            path = top
        return None

    def placements(self) -> dict[WindowLabel, Placement]:
        """Return where each open window stands, to be stored (W-05)."""
        for label, view in self.views.items():
            self._placed[label] = view.placement(self._placed.get(label, Placement()))
        return {label: self._placed[label] for label in self.views}

    def show_hint(self, words: str, window: WindowLabel | None = None) -> None:
        """Show a short message in the status bar of a window, or of all (W-06)."""
        for label, view in self.views.items():
            if window in (None, label):
                view.status.show_hint(words)

    def show_clients(self) -> None:
        """Let the light of the status bar follow the clients (I-01)."""
        for view in self.views.values():
            view.status.refresh()

    def show_control(self) -> None:
        """Let the marks of the test control follow whether it is enabled (ARC-036)."""
        for view in self.views.values():
            view.show_control()

    def frame_of(self, label: WindowLabel) -> dict[str, Any]:
        """Return what a session file keeps of a window; `placement.from_store` reads it."""
        return self.placements()[label].to_store()

    def refresh_folder(self, folder: Path) -> None:
        """Let trees that show this folder read it again; for the watcher's news."""
        for view in self.views.values():
            view.sidebar.refresh_folder(folder)

    def close(self) -> None:
        """Destroy all widgets; the last thing before the end."""
        for label in tuple(self.views):
            self.views.pop(label).close()
        with contextlib.suppress(tk.TclError):
            self.root.destroy()

    # --- inside ---

    def _made(self, label: WindowLabel) -> None:
        view = self.views.get(label)
        if view is not None and self.focused() in (None, label):
            view.focus_inside()

    def _next_place(self) -> Placement:
        """Return a size like the last window's, a little lower and to the right."""
        if not self.views:
            scale = self.ctx.style.scale
            standard = Placement()
            return Placement(round(standard.width * scale), round(standard.height * scale))
        last = list(self.views.values())[-1].placement(Placement())
        step = self.ctx.style.px(28)
        x, y = last.x, last.y
        return Placement(
            last.width,
            last.height,
            None if x is None else x + step,
            None if y is None else y + step,
            sidebar=last.sidebar,
        )

    def _setting_changed(self, event: SettingChanged) -> None:
        if event.key in _APPEARANCE:
            if self.ctx.state.settings.flag("appearance.follow_system"):
                self.ctx.system_dark = prefers_dark(self.root)
            self._restyle()

    def _restyle(self) -> None:
        self.ctx.style.apply(self.ctx.theme, self.ctx.state.settings.number("appearance.scale"))
        self.ctx.restyle()

    def _focus_event(self, event: tk.Event[tk.Misc], top: tk.Toplevel) -> None:
        if event.widget is top:
            self._check_focus()
            if event.type is tk.EventType.FocusIn:
                self._leave_what_is_hidden(top)

    def _leave_what_is_hidden(self, top: tk.Toplevel) -> None:
        """Give the focus to the text in sight: Tk gives a window's back to what had it, though its tab was left since.

        A client may have switched the tab while another window had the focus; keys must not go to a hidden text.
        """
        call, path = self.root.tk.call, str(self.root.tk.call("focus"))
        if not path.startswith(f"{top}.") or str(call("winfo", "toplevel", path)) != str(top):
            return
        if not call("winfo", "viewable", path):
            view = next((view for view in self.views.values() if view.top is top), None)
            if view is not None:
                view.focus_inside()

    def _check_focus(self) -> None:
        """Look again when things have settled; focus events come in pairs."""
        if not self._checking:
            self._checking = True
            self.root.after_idle(self._focus_settled)

    def _focus_settled(self) -> None:
        self._checking = False
        now = self.focused()
        if now == self._last_focus:
            return
        self._last_focus = now
        if now is not None and self.ctx.state.settings.flag("appearance.follow_system"):
            dark = prefers_dark(self.root)
            if dark != self.ctx.system_dark:
                self.ctx.system_dark = dark
                self._restyle()
        self.ctx.state.events.publish(FocusMoved(now))
