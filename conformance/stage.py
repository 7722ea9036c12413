"""Isolation: which subject a scenario gets, and when it is replaced (09 section 9.1)."""

from __future__ import annotations

import zlib

from conformance.client.stdio import SubjectFaultError
from conformance.config import Options
from conformance.control.channel import ControlBrokenError, ControlError, ControlLostError
from conformance.disk import Disk
from conformance.judge.expect import UnverifiedError
from conformance.library import Row
from conformance.session import Session, Surroundings
from conformance.subject import CannotStartError
from conformance.world import World

CRASHES_IN_A_ROW = 3
ROWS_OF_A_SHUFFLED_PROCESS = 25
"""As many as a feature file has: in a shuffled run the next row is hardly ever of the same file."""


class NotJudgedError(Exception):
    """The run cannot go on: exit code 3."""


class Stage:
    """`probe` once, then `enter` and `leave` around every scenario, `close` at the end.

    `one_process`: where reset works, a process serves the rows of all files, and red ones as well, as long as it lives.
    """

    def __init__(self, around: Surroundings, options: Options, *, one_process: bool = False) -> None:
        self._around = around
        self._one_process = one_process
        self._options = options
        self._session: Session | None = None
        self._feature = ""
        self._rows = 0
        self._spent = False
        self._silent_crashes = 0
        self.isolation = options.isolation

    @property
    def session(self) -> Session | None:
        """Return the session of the present scenario."""
        return self._session

    def probe(self) -> Session:
        """Start the subject once to learn what it offers; raises NotJudgedError when it never answers."""
        session = Session(self._around)
        self._session = session
        try:
            session.start()
        except (SubjectFaultError, CannotStartError) as error:
            words = session.stderr[-5:]
            raise NotJudgedError("\n  ".join([f"the subject cannot be judged: {error}", *words])) from error
        if self._around.subject.attach:
            self.isolation = "attach"
        elif not self.isolation:
            self.isolation = "reset" if session.can("reset") else "restart"
        if self.isolation == "reset" and not session.can("reset"):
            raise NotJudgedError("--isolation reset needs a control channel that offers reset")
        return session

    def enter(self, row: Row, *, fresh: bool = False) -> World:
        """Return the world of a scenario; a subject that cannot be started is a finding (SubjectFaultError)."""
        folder = "folder" in row.needs
        session = self._session
        if self.isolation == "attach":
            assert session is not None
            session.begin_scenario(folder=folder)
            _close_all(session)
        elif not (self._reusable(row) and not fresh and self._was_reset(folder=folder)):
            session = self._replace(folder=folder)
        assert session is not None
        if folder:
            session = self._session or session
            session.open_folder()
        self._feature = row.feature
        self._rows += 1
        current = self._session or session
        return World(current, Disk(current.workspace, current.sandbox.outside()), self.seed_of(row))

    def seed_of(self, row: Row) -> int:
        """Return the seed of a scenario: the same for the same run seed and row."""
        return zlib.crc32(f"{self._options.seed}:{row.id}".encode())

    def leave(self, *, trouble: bool) -> None:
        """End a scenario; after trouble, a lost control channel or a dead subject the next one gets a new process."""
        session = self._session
        if session is None:
            return
        gone = not session.alive or session.lost_editor
        self._spent = gone or session.client.hung or (trouble and not self._one_process)
        if gone and trouble and session.seen == 0:
            self._silent_crashes += 1
            if self._silent_crashes >= CRASHES_IN_A_ROW:
                raise NotJudgedError("the subject ended three times in a row without any reply")
        elif session.seen:
            self._silent_crashes = 0
        if self.isolation == "restart":
            self._stop(keep=trouble and self._options.keep_sandbox)
        elif self.isolation == "attach" and gone:
            raise NotJudgedError("the application went away; with --attach it cannot be started again")

    def close(self) -> None:
        """Stop the last subject."""
        self._stop(keep=self._spent and self._options.keep_sandbox)

    def _reusable(self, row: Row) -> bool:
        if self.isolation != "reset" or self._session is None or self._spent or not self._session.alive:
            return False
        if self._one_process:
            return True
        if self._options.shuffle:
            return self._rows < ROWS_OF_A_SHUFFLED_PROCESS
        return self._feature in ("", row.feature)

    def _was_reset(self, *, folder: bool) -> bool:
        assert self._session is not None
        self._session.begin_scenario(folder=folder)
        try:
            self._session.reset()
        except (ControlError, ControlBrokenError, ControlLostError, UnverifiedError) as error:
            self._around.note(f"a reset failed, the subject was replaced: {error}")
            return False
        return True

    def _replace(self, *, folder: bool) -> Session:
        self._stop(keep=self._spent and self._options.keep_sandbox)
        self._spent = False
        self._rows = 0
        session = Session(self._around)
        self._session = session
        session.begin_scenario(folder=folder)
        try:
            session.start(folder=session.workspace if folder else None)
        except CannotStartError as error:
            raise SubjectFaultError(str(error)) from error
        return session

    def _stop(self, *, keep: bool) -> None:
        if self._session is not None:
            self._session.stop(keep=keep)
            self._session = None


def _close_all(session: Session) -> None:
    state = session.client.call("session", {"action": "get_state"})
    for window in state.get("windows", []):
        for tab in window.get("tabs", []):
            session.client.call("workspace", {"action": "close", "tabId": tab.get("id"), "force": True})
    state = session.client.call("session", {"action": "get_state"})
    if any(window.get("tabs") for window in state.get("windows", [])):
        raise NotJudgedError("the tabs of the application could not be closed between scenarios")
