"""What every view gets: the objects that `app` has built. Views keep no global access to each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vmark_tk.core.ports import ClientLight, Loop
from vmark_tk.core.state import AppState
from vmark_tk.ui.theme import THEMES, Theme

if TYPE_CHECKING:
    from vmark_tk.approvals.desk import Desk
    from vmark_tk.commands.port import Commands


@dataclass(slots=True)
class UiContext:
    """Shared by all views of one application.

    `commands` is set by `app` before the first window is made. `facts` are lines for the About and status windows.
    """

    state: AppState
    loop: Loop
    desk: Desk
    clients: ClientLight
    commands: Commands = field(init=False)
    facts: Callable[[], list[tuple[str, str]]] = field(default=list)
    control_enabled: bool = False

    @property
    def theme(self) -> Theme:
        """Return the colours in force."""
        return THEMES[self.state.settings.text("appearance.theme")]
