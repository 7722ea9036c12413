"""Closing tabs without losing text: one question for all unsaved ones (W-03, T-02).

The answer is applied to what is true when it comes: a text that became dirty after the question is asked about again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vmark_tk.approvals.subject import ChoiceId, CloseDirty
from vmark_tk.commands.port import Done
from vmark_tk.commands.saver import Saver, ignore
from vmark_tk.commands.services import DesktopServices, is_dirty, name_of
from vmark_tk.commands.texts import text
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.state import Tab

Finder = Callable[[], Sequence[Tab]]


class Closing:
    """Makes sure that nothing unsaved is lost, then closes."""

    def __init__(self, services: DesktopServices, saver: Saver) -> None:
        self._services = services
        self._saver = saver

    def close_tabs(self, tabs: Sequence[TabId], *, discard: bool = False, done: Done = ignore) -> None:
        """Close tabs; `discard` throws unsaved text away without a question."""

        def close() -> None:
            for tab in self._services.tabs(tabs):
                self._services.state.remove_tab(tab)
            done(None)

        if discard:
            close()
        else:
            self.release(lambda: self._services.tabs(tabs), self._window_of(tabs), then=close, failed=done)

    def release(
        self,
        find: Finder,
        window: WindowLabel,
        *,
        then: Callable[[], None],
        failed: Done,
        given_up: frozenset[TabId] = frozenset(),
    ) -> None:
        """Call `then` once the person has saved or given up what is unsaved among the tabs that `find` returns.

        `failed` gets the reason when the person cancels or a save does not work; then nothing is closed.
        """
        dirty = [tab for tab in find() if is_dirty(tab) and tab.id not in given_up]
        if not dirty:
            then()
            return
        asked = tuple(tab.id for tab in dirty)

        def again(more: frozenset[TabId]) -> None:
            self.release(find, self._services.window(window), then=then, failed=failed, given_up=given_up | more)

        def answered(choice: ChoiceId) -> None:
            if choice == "discard":
                again(frozenset(asked))
            elif choice == "save":
                self._saver.save_all(
                    self._services.tabs(asked), lambda reason: again(frozenset()) if reason is None else failed(reason)
                )
            else:
                failed(text("close.cancelled"))

        subject = CloseDirty(asked, tuple(name_of(tab) for tab in dirty))
        if not self._services.ask(subject, window, answered):
            failed(text("confirm.busy"))

    def _window_of(self, tabs: Sequence[TabId]) -> WindowLabel:
        dirty = [tab for tab in self._services.tabs(tabs) if is_dirty(tab)]
        return dirty[0].window if dirty else self._services.default_window()
