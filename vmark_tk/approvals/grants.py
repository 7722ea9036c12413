"""Permissions given by the person and not used yet. Written by `approvals.desk` only (ARC-008).

So far one kind: a folder may be opened once, by one client, in one window, within five minutes (05 section 5.1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vmark_tk.approvals.subject import OpenWorkspace
from vmark_tk.core.clock import Clock
from vmark_tk.core.ids import WindowLabel

WORKSPACE_LIFE_S = 300.0
MAX_WORKSPACE = 8


@dataclass(frozen=True, slots=True)
class OneShot:
    """Leave for one act: exactly this subject, in exactly this window; times in seconds since the epoch."""

    subject: OpenWorkspace
    window: WindowLabel
    minted_at: float
    ends_at: float

    def covers(self, subject: OpenWorkspace, window: WindowLabel, now: float) -> bool:
        """Tell whether this permits `subject` in `window` at the time `now`."""
        return self.subject == subject and self.window == window and now < self.ends_at


class Grants:
    """The unspent one-shots, oldest first. In memory only."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shots: list[OneShot] = []

    @property
    def live(self) -> tuple[OneShot, ...]:
        """Return the one-shots that could be spent now."""
        now = self._clock.now()
        return tuple(shot for shot in self._shots if now < shot.ends_at)

    def find(self, subject: OpenWorkspace, window: WindowLabel) -> OneShot | None:
        """Return the one-shot for exactly this, unspent; does not spend it."""
        now = self._clock.now()
        return next((shot for shot in self._shots if shot.covers(subject, window, now)), None)

    def mint(self, subject: OpenWorkspace, window: WindowLabel) -> tuple[OneShot, list[OneShot]]:
        """Add a one-shot; an equal one is replaced. Return it and what was pushed out (the oldest beyond eight)."""
        now = self._clock.now()
        shot = OneShot(subject, window, now, now + WORKSPACE_LIFE_S)
        kept = [one for one in self._shots if not (one.subject == subject and one.window == window)]
        kept.append(shot)
        pushed_out, self._shots = kept[:-MAX_WORKSPACE], kept[-MAX_WORKSPACE:]
        return shot, pushed_out

    def spend(self, shot: OneShot) -> bool:
        """Use a one-shot up; tell whether it was still there and in time."""
        if shot not in self._shots:
            return False
        self._shots.remove(shot)
        return self._clock.now() < shot.ends_at

    def expire(self) -> list[OneShot]:
        """Forget what is out of time and return it."""
        now = self._clock.now()
        return self.revoke(lambda shot: now >= shot.ends_at)

    def revoke(self, which: Callable[[OneShot], bool]) -> list[OneShot]:
        """Forget the one-shots for which `which` holds and return them."""
        gone = [shot for shot in self._shots if which(shot)]
        self._shots = [shot for shot in self._shots if shot not in gone]
        return gone
