"""Protocols for what lives outside of the logic. Implementations are at the edges, fakes in `tests.fakes`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from vmark_tk.core.document import ViewState
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.text import Position

_T = TypeVar("_T")

Mode = Literal["wysiwyg", "source"]


class Timer(Protocol):
    """A call that will happen."""

    def cancel(self) -> None:
        """Do not call; harmless afterwards."""
        ...


class Loop(Protocol):
    """The one thread that owns all state and all widgets (10 section 9)."""

    def call_soon(self, function: Callable[[], None]) -> None:
        """Run `function` on the loop thread; the only way in from other threads; never blocks."""
        ...

    def call_later(self, delay_ms: int, function: Callable[[], None]) -> Timer:
        """Run `function` after a delay. Loop thread only."""
        ...

    def run_in_worker(self, work: Callable[[], _T], done: Callable[[_T | BaseException], None]) -> None:
        """Run `work` in a worker thread, then `done` with its result or exception on the loop thread."""
        ...

    def assert_here(self) -> None:
        """Raise RuntimeError when called from another thread than the loop's."""
        ...


class Settling(Loop, Protocol):
    """A loop that knows when nothing is left to do; what the test control waits for (09 section 5.3, rule 1)."""

    def busy(self) -> bool:
        """Tell whether callables wait or a worker is at work; timers do not count."""
        ...

    def when_idle(self, function: Callable[[], None]) -> None:
        """Call `function` once nothing waits and no worker is at work. Loop thread only."""
        ...


class Editor(Protocol):
    """The live text editor of a tab, if there is one (01 section 2.13)."""

    def is_live(self, tab: TabId) -> bool:
        """Tell whether this tab has an editor on the screen that can be selected in."""
        ...

    def mode(self, tab: TabId) -> Mode:
        """Return the mode of that editor."""
        ...

    def selection(self, tab: TabId) -> tuple[Position, Position]:
        """Return the two ends of the main selection, the earlier first."""
        ...

    def select(self, tab: TabId, anchor: Position, caret: Position) -> None:
        """Select; both equal: only the caret."""
        ...

    def view(self, tab: TabId) -> ViewState:
        """Return where the person is in this tab (also one that is not shown)."""
        ...

    def restore_view(self, tab: TabId, view: ViewState) -> None:
        """Put caret, selection and scroll position of this tab, now or when it is shown."""
        ...

    def type_text(self, tab: TabId, text: str) -> None:
        """Do what the person's keystrokes do at the caret (test control)."""
        ...


class Windows(Protocol):
    """Windows of the desktop."""

    def create(self, label: WindowLabel) -> None:
        """Show one more window for this record."""
        ...

    def destroy(self, label: WindowLabel) -> None:
        """Take the window away."""
        ...

    def focused(self) -> WindowLabel | None:
        """Return the window that the window system says has the focus; None: another program (W-07)."""
        ...

    def focus(self, label: WindowLabel) -> None:
        """Raise the window and ask for the focus; the window manager may refuse."""
        ...

    def blur(self) -> None:
        """Give the focus away as if another program took it (test control)."""
        ...

    def show(self) -> None:
        """Make a hidden editor visible (00 D13)."""
        ...


class Dialogs(Protocol):
    """Native choosers; each calls `done` with the choice, or None when cancelled."""

    def choose_files(self, window: WindowLabel, done: Callable[[Sequence[Path] | None], None]) -> None:
        """Ask for files to open."""
        ...

    def choose_folder(self, window: WindowLabel, done: Callable[[Path | None], None]) -> None:
        """Ask for a folder."""
        ...

    def choose_save_path(
        self, window: WindowLabel, folder: Path | None, name: str, done: Callable[[Path | None], None]
    ) -> None:
        """Ask where to save; has no time limit (F-08)."""
        ...


class Gestures(Protocol):
    """Named widgets, keys and clicks as the person would do them (test control, UI tests)."""

    def widgets(self, window: WindowLabel | None) -> list[Mapping[str, Any]]:
        """Return `{widget, role, text, enabled, bounds, focused}` for each named widget."""
        ...

    def press(self, chord: str) -> None:
        """Press keys, for example `Control-Shift-s`, where the focus is."""
        ...

    def click(self, widget: str) -> None:
        """Click a widget by name."""
        ...

    def screenshot(self, window: WindowLabel | None) -> bytes:
        """Return a PNG of a window, as far as the platform lets a program see itself."""
        ...


class ClientLight(Protocol):
    """What is known of the connected clients (I-01)."""

    def clients(self) -> Sequence[Mapping[str, str]]:
        """Return `{principal, name, version}` of each connected client, names cleaned for display."""
        ...


class Searcher(Protocol):
    """Runs regular expressions where they can be killed (Q-02)."""

    def search(self, request: Callable[[], bytes], done: Callable[[bytes | None], None]) -> None:
        """Have a request of `core.search` answered; None: its time ran out, or it could not run.

        `request` is called in a worker, `done` on the loop thread.
        """
        ...
