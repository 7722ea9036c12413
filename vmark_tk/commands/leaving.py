"""Closing windows and quitting: nothing unsaved is lost, what is open is written down last (W-02, W-03, W-06, S-01)."""

from __future__ import annotations

from vmark_tk.commands.closing import Closing
from vmark_tk.commands.saver import Saver
from vmark_tk.commands.services import DesktopServices, is_dirty
from vmark_tk.commands.texts import text
from vmark_tk.core.document import Origin
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.state import Tab
from vmark_tk.core.text import join_lines

CONFIRM = "files.confirm_quit"
CONFIRM_S = 2.0


class Leaving:
    """Ends windows and the program."""

    def __init__(self, services: DesktopServices, saver: Saver, closing: Closing) -> None:
        self._services = services
        self._saver = saver
        self._closing = closing
        self._asked_at: float | None = None
        self._leaving = False

    def close_window(self, window: WindowLabel, *, discard: bool = False) -> None:
        """Close a window; the last one ends the program, unless clients keep it running."""
        services = self._services
        if window not in services.state.windows:
            return

        def tabs() -> list[Tab]:
            return services.state.tabs_of(window) if window in services.state.windows else []

        def close() -> None:
            if window not in services.state.windows:
                return
            if len(services.state.windows) == 1 and not services.keep_running():
                self._leave()
                return
            services.state.remove_window(window)
            services.windows.destroy(window)

        if discard:
            close()
        else:
            self._closing.release(tabs, window, then=close, failed=_stay)

    def quit(self) -> None:
        """Quit; with the confirm setting on the first call only says so, the second within 2 s does it."""
        if self._services.state.settings.flag(CONFIRM) and not self._pressed_again():
            self._asked_at = self._services.state.clock.monotonic()
            self._say_press_again()
            return
        self._asked_at = None
        self._quit()

    def save_all_and_quit(self) -> None:
        """Save everything that is unsaved, then quit without the confirm question."""

        def saved(reason: str | None) -> None:
            if reason is None:
                self._quit()

        self._saver.save_all(self._unsaved(), saved)

    def _say_press_again(self) -> None:
        if self._services.hint is not None:
            self._services.hint(text("quit.again"))
        else:
            self._services.state.notices.post("info", text("quit.again"))

    def _pressed_again(self) -> bool:
        return self._asked_at is not None and self._services.state.clock.monotonic() - self._asked_at <= CONFIRM_S

    def _quit(self) -> None:
        self._closing.release(
            self._unsaved, self._services.default_window(), then=self._give_up_and_leave, failed=_stay
        )

    def _unsaved(self) -> list[Tab]:
        return [tab for tab, _document in self._services.state.documents() if is_dirty(tab)]

    def _give_up_and_leave(self) -> None:
        """Forget what the person has chosen not to save, so that the next start does not bring it back."""
        for tab in self._unsaved():
            document = tab.document
            if document is None or tab.path is None:
                self._services.state.remove_tab(tab)
            else:
                document.set_text(join_lines(document.saved_lines), origin=Origin.RELOAD)
        self._leave()

    def _leave(self) -> None:
        if self._leaving:
            return
        self._leaving = True
        self._step(0)

    def _step(self, number: int) -> None:
        if number < len(self._services.before_leaving):
            self._services.before_leaving[number](lambda: self._step(number + 1))
        else:
            self._services.leave()


def _stay(_reason: str | None) -> None:
    """Stay open: the person was told why, or wanted it."""
