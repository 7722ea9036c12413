"""What every view gets: the objects that `app` has built. Views keep no global access to each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.ports import ClientLight, Loop, Searcher
from vmark_tk.core.state import AppState
from vmark_tk.ui.theme import THEMES, Theme

if TYPE_CHECKING:
    from vmark_tk.approvals.desk import Desk
    from vmark_tk.commands.port import Commands
    from vmark_tk.ui.editors import Editors
    from vmark_tk.ui.images import Icons
    from vmark_tk.ui.style import Style


@dataclass(frozen=True, slots=True)
class CaretMoved:
    """The caret of the text that a window shows is elsewhere: line and column from 1, characters selected."""

    window: WindowLabel
    line: int
    column: int
    selected: int = 0


@dataclass(slots=True)
class UiContext:
    """Shared by all views of one application.

    `commands` is set by `app` before the first window is made; `style` and `icons` by the shell, `editors`
    by itself. `facts` are lines for
    the About and status windows.
    """

    state: AppState
    loop: Loop
    desk: Desk
    clients: ClientLight
    commands: Commands = field(init=False)
    style: Style = field(init=False)
    icons: Icons = field(init=False)
    editors: Editors = field(init=False)
    searcher: Searcher = field(init=False)
    facts: Callable[[], list[tuple[str, str]]] = field(default=list)
    control_enabled: bool = False
    system_dark: bool | None = None
    """What the desktop prefers, as far as known; counts while `appearance.follow_system` is on (V-02)."""
    _restyle: list[Callable[[], None]] = field(default_factory=list)

    @property
    def theme(self) -> Theme:
        """Return the colours in force."""
        chosen = THEMES[self.state.settings.text("appearance.theme")]
        follow = self.state.settings.flag("appearance.follow_system")
        if follow and self.system_dark is not None and chosen.dark != self.system_dark:
            return THEMES["night" if self.system_dark else "paper"]
        return chosen

    def on_restyle(self, function: Callable[[], None]) -> Callable[[], None]:
        """Call `function` now and after each change of theme or scale; return the function that ends it."""
        self._restyle.append(function)
        function()

        def stop() -> None:
            if function in self._restyle:
                self._restyle.remove(function)

        return stop

    def on_window(self, kind: type[Any], label: WindowLabel, function: Callable[[], None]) -> Callable[[], None]:
        """Call `function` after each event of class `kind` about this window; return the function that ends it."""

        def heard(event: Any) -> None:
            if event.window == label:
                function()

        return self.state.events.subscribe(kind, heard)

    def restyle(self) -> None:
        """Let every view take the colours and sizes in force."""
        for function in tuple(self._restyle):
            function()
