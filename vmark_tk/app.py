"""The composition root: builds everything, wires the ports, runs Tk's loop. The only module that imports all.

Order matters for the first picture: what is not needed to paint the first window (session, recovery, watcher, MCP
door) starts in the first idle moment after it.
"""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import os
import shutil
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vmark_tk import __version__
from vmark_tk.approvals.audit import Audit
from vmark_tk.approvals.desk import Desk
from vmark_tk.commands.desktop import Desktop
from vmark_tk.commands.services import DesktopServices
from vmark_tk.core import json_store, session_file, settings_file, workspace_memory
from vmark_tk.core import recent as recents
from vmark_tk.core.autosave import Autosave
from vmark_tk.core.checkpoints import Checkpoints
from vmark_tk.core.clock import SystemClock
from vmark_tk.core.document import DocumentStatusChanged
from vmark_tk.core.events import Events
from vmark_tk.core.files import FileTroubleError
from vmark_tk.core.ids import MAIN_WINDOW, Ids, Principal, WindowLabel
from vmark_tk.core.opening import Opening
from vmark_tk.core.recovery import Recovered, Recovery
from vmark_tk.core.reloading import Reloading
from vmark_tk.core.result import JsonObject
from vmark_tk.core.saving import Saving
from vmark_tk.core.settings import SettingChanged, Settings
from vmark_tk.core.state import AppState, InstancesChanged, TabActivated, TabsChanged, WindowClosed
from vmark_tk.core.workspace_memory import WorkspaceMemory
from vmark_tk.system import instance, places, processes
from vmark_tk.system.searcher import ProcessSearcher
from vmark_tk.system.watcher import Watcher
from vmark_tk.ui import placement
from vmark_tk.ui.context import UiContext
from vmark_tk.ui.editors import Editors
from vmark_tk.ui.loop import TkLoop
from vmark_tk.ui.native_dialogs import NativeDialogs
from vmark_tk.ui.prompt_view import PromptView
from vmark_tk.ui.shell import FocusMoved, Shell, make_root

if TYPE_CHECKING:
    from vmark_tk.mcp.service import McpService

SETTLE_MS = 500
"""Changes of settings and of what is open are written this long after the last one."""
MAPPED_MS = 300
"""By then a window manager has shown the windows of the last session."""
HANDOVER_LIMIT_S = 3.0
LOG_BYTES, LOG_FILES = 5 * 1024 * 1024, 1  # 08 D-08
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for. `isolated`: the profile is thrown away and the editor ends with its starter."""

    paths: Sequence[Path] = ()
    new_window: bool = False
    profile: Path | None = None
    endpoint: Path | None = None
    hidden: bool = False
    isolated: bool = False


def run(options: Options) -> int:
    """Run the editor, or hand the arguments to the one that runs; return the exit code (W-10)."""
    where = places.places(options.profile)
    try:
        where.make()
        claim = instance.claim(where.runtime)
        if claim is None:
            return _hand_over(options, where)
        listening = instance.listen(options.endpoint or where.runtime)
    except OSError as error:
        sys.stderr.write(f"vmark-tk cannot use its folders: {error}; give others with --profile DIR\n")
        return 1
    _start_log(where.data / "log")
    try:
        Application(options, where, listening).run()
    finally:
        listening.close()
        claim.release()
        if options.isolated and options.profile is not None:
            shutil.rmtree(options.profile, ignore_errors=True)
    return 0


def _hand_over(options: Options, where: places.Places) -> int:
    launch = {"paths": [os.fspath(path) for path in options.paths], "new_window": options.new_window}
    if instance.hand_over(options.endpoint or where.runtime, launch, HANDOVER_LIMIT_S):
        return 0
    sys.stderr.write("vmark-tk runs already but does not answer; close it, or use another --profile\n")
    return 1


def _start_log(folder: Path) -> None:
    """Log to the standard error stream and to a rotating file; texts of documents never get there (ARC-034)."""
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.WARNING)
    handlers: list[logging.Handler] = [terminal]
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handlers.append(
            logging.handlers.RotatingFileHandler(
                folder / "vmark.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True
            )
        )
    logging.basicConfig(
        level=logging.INFO, handlers=handlers, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )


class _Delayed:
    """Runs a function a while after the last time it was asked for; no timer while nobody asks."""

    def __init__(self, loop: TkLoop, function: Callable[[], None]) -> None:
        self._loop = loop
        self._function = function
        self._asked = False

    def ask(self, _event: object = None) -> None:
        """Ask for a run."""
        if not self._asked:
            self._asked = True
            self._loop.call_later(SETTLE_MS, self.run)

    def run(self) -> None:
        """Run now."""
        self._asked = False
        self._function()


class _NobodyYet:
    """The clients before the MCP side is there."""

    def clients(self) -> Sequence[Mapping[str, str]]:
        """Return nobody."""
        return ()


class Application:
    """One running editor."""

    def __init__(self, options: Options, where: places.Places, listening: instance.Listening) -> None:
        self._options = options
        self._where = where
        self._listening = listening
        self._leaving = False
        self._restored = False
        self._close_control: Callable[[], None] = lambda: None
        self._mcp: McpService | None = None
        events = Events()
        stored = settings_file.load(where.config / settings_file.FILE_NAME)
        self._session = session_file.load(where.data / session_file.FILE_NAME)
        self.clock = SystemClock()
        self.state = AppState(ids=Ids(), clock=self.clock, events=events, settings=Settings(events, stored.values))
        self._early_notices = [text for text in (stored.notice, self._session.notice) if text]
        self.root = make_root()
        self.loop = TkLoop(self.root)
        self._build()

    def _build(self) -> None:
        state, loop = self.state, self.loop
        self.desk = Desk(state)
        self.audit = Audit(state, loop, self._where.data / "audit.jsonl")
        self.opening, self.saving, self.reloading = Opening(state, loop), Saving(state, loop), Reloading(state, loop)
        self.recovery = Recovery(state, loop, self._where.data / "recovery")
        self.autosave = Autosave(state, loop, self.saving)
        self.checkpoints = Checkpoints(state.events)
        self.recents = recents.Recent(state.events, self._session.recent)
        self._memory = WorkspaceMemory(json_store.load(self._where.data / workspace_memory.FILE_NAME).data)
        self.context = UiContext(state=state, loop=loop, desk=self.desk, clients=_NobodyYet())
        self.context.control_enabled = bool(os.environ.get("VMARK_CONTROL"))
        self.context.facts = self._facts
        self.context.searcher = ProcessSearcher(loop)
        self.shell = Shell(self.context, self.root, hidden=self._options.hidden, placed=self._placements())
        self.editors = Editors(self.context)
        self._desktop = self._desktop_services()
        self.commands = Desktop(self._desktop)
        self.context.commands = self.commands
        self.prompts = PromptView(self.context, self.shell)
        self._watcher = Watcher(state, loop, self._files_changed)
        self._settings_writer = _Delayed(loop, self._write_settings)
        self._session_writer = _Delayed(loop, self._write_session)
        self._listen()

    def _desktop_services(self) -> DesktopServices:
        return DesktopServices(
            state=self.state,
            loop=self.loop,
            opening=self.opening,
            saving=self.saving,
            reloading=self.reloading,
            desk=self.desk,
            windows=self.shell,
            dialogs=NativeDialogs(self.context, self.shell),
            recents=self.recents,
            leave=self._leave,
            audit=self.audit,
            keep_running=lambda: bool(self.context.clients.clients()) and not self._options.isolated,
            before_leaving=(self._write_all,),
            hint=self.shell.show_hint,
            memory=self._memory,
        )

    def _listen(self) -> None:
        events = self.state.events
        events.subscribe(SettingChanged, self._setting_changed)
        for kind in (TabsChanged, TabActivated, InstancesChanged, WindowClosed, recents.RecentChanged):
            events.subscribe(kind, self._session_writer.ask)
        events.subscribe(DocumentStatusChanged, self._session_writer.ask)
        events.subscribe(FocusMoved, self._focus_moved)
        events.subscribe(WindowClosed, lambda _event: self._keep_a_window())
        events.subscribe(TabActivated, self._tab_activated)

    # --- running ---

    def run(self) -> None:
        """Show the first window and serve until the editor is left."""
        self.state.add_window()
        self.root.after_idle(self._painted)
        self._catch_signals()
        try:
            self.root.mainloop()
        finally:
            self._close_control()

    def _painted(self) -> None:
        """Go on after the first picture: `after` lets Tk draw what is due before the rest begins."""
        self.root.after(1, self._start_the_rest)

    def _start_the_rest(self) -> None:
        for text in self._early_notices:
            self.state.notices.post("warning", text)
        if self._options.isolated:
            processes.when_parent_ends(lambda: self.loop.call_soon(self._abandon))
        session_file.Restoring(self.state, self.opening).restore(
            self._session,
            into=MAIN_WINDOW,
            opened=self.editors.restore_view,
            done=self._session_restored,
        )

    def _serve(self) -> None:
        """Let clients in, follow the files, and open the test control if it was asked for."""
        if self._leaving:
            return
        # Clients are not part of the first picture, so what serves them is loaded after it (00 D12).
        from vmark_tk import serving  # noqa: PLC0415

        parts = serving.Parts(
            state=self.state,
            loop=self.loop,
            opening=self.opening,
            saving=self.saving,
            desk=self.desk,
            commands=self.commands,
            editor=self.editors,
            windows=self.shell,
            checkpoints=self.checkpoints,
        )
        news = serving.News(self._launched, self.shell.show_clients, self._client_left)
        self._mcp, self._desktop.transitions = serving.build(parts, self._listening, news)
        self.context.clients = self._mcp
        self.loop.connected = lambda: bool(self.context.clients.clients())
        self._mcp.start()
        if self.context.control_enabled:
            self._start_control()
        self._watcher.start()

    def _session_restored(self, skipped: int) -> None:
        if self.shell.visible and len(self.state.windows) > 1:
            self.shell.focus(MAIN_WINDOW)  # the windows that came back later lie over it
            later = frozenset(self.state.windows) - {MAIN_WINDOW}
            self.loop.call_later(MAPPED_MS, lambda: self._main_in_front(later))
        if skipped:
            words = f"{skipped} files of the last session could not be opened again."
            self.state.notices.post("warning", words, window=MAIN_WINDOW)
        self.recovery.restore(MAIN_WINDOW, self._texts_recovered)

    def _main_in_front(self, later: frozenset[WindowLabel]) -> None:
        """Take the first window to the front once more: a window manager gives the focus to what it shows last."""
        if not self._leaving and MAIN_WINDOW in self.state.windows and self.shell.focused() in later:
            self.shell.focus(MAIN_WINDOW)

    def _texts_recovered(self, found: Recovered) -> None:
        if found.tabs:
            words = f"Unsaved texts brought back: {len(found.tabs)}."
            self.state.notices.post("info", words, window=MAIN_WINDOW)
        if found.broken:
            trouble = f"Recovery files that could not be read and were set aside: {found.broken}."
            self.state.notices.post("warning", trouble, window=MAIN_WINDOW)
        self._restored = True
        self._open(self._options.paths, new_window=self._options.new_window)
        self.loop.call_soon(self._serve)

    def _open(self, paths: Sequence[Path], *, new_window: bool) -> None:
        window = self.commands.new_window() if new_window and self.state.tabs else None
        if paths:
            self.commands.open_paths(paths, window)

    def _launched(self, launch: JsonObject) -> None:
        """Take over what a second launch was started with (W-10, W-12)."""
        paths = [Path(path) for path in launch.get("paths", ()) if isinstance(path, str)]
        self.shell.show()
        new_window = launch.get("new_window") is True
        if new_window:
            self.commands.open_paths(paths, self.commands.new_window())
        else:
            window = self.commands.default_window()
            self.commands.open_paths(paths, window)
            self.shell.focus(window)

    # --- what is written between starts ---

    def _write_settings(self) -> None:
        values = settings_file.to_write(self.state.settings)
        path = self._where.config / settings_file.FILE_NAME
        self.loop.run_in_worker(lambda: settings_file.save(path, values), self._written)

    def _write_session(self, then: Callable[[], None] | None = None) -> None:
        if not self._restored:
            if then is not None:
                then()
            return
        views = session_file.Views(self.editors.view, self.shell.frame_of)
        rest = self._session.rest
        data = session_file.capture(self.state, views, recent=self.recents.to_store(), rest=rest)
        path = self._where.data / session_file.FILE_NAME
        self._memory.take_note(self.state)
        folders, folders_path = self._memory.to_store(), self._where.data / workspace_memory.FILE_NAME

        def write() -> None:
            session_file.save(path, data)
            json_store.save(folders_path, folders)

        def done(outcome: BaseException | None) -> None:
            self._written(outcome)
            if then is not None:
                then()

        self.loop.run_in_worker(write, done)

    def _written(self, outcome: BaseException | None) -> None:
        if isinstance(outcome, FileTroubleError):
            self.state.notices.post("warning", f"Settings or session could not be written: {outcome}")
        elif isinstance(outcome, BaseException):
            raise outcome

    def _write_all(self, then: Callable[[], None]) -> None:
        self._leaving = True
        self._write_settings()
        self._write_session(lambda: self.recovery.flush(then))

    # --- leaving ---

    def _leave(self) -> None:
        """End the program: answer clients, end threads, destroy widgets (10 section 9, rule 8)."""
        self._leaving = True
        if self._mcp is not None:
            self._mcp.close()
        self._watcher.close()
        self.loop.close()
        self.shell.close()

    def _abandon(self) -> None:
        """Leave at once without a question; unsaved texts are in the recovery folder."""
        if not self._leaving:
            self._write_all(self._leave)

    def _catch_signals(self) -> None:
        def ended(_number: int, _frame: object) -> None:
            self.loop.call_soon(self._abandon)

        signal.signal(signal.SIGTERM, ended)
        signal.signal(signal.SIGINT, ended)
        self.loop.wake_on_signals()

    def _keep_a_window(self) -> None:
        """Clients keep a closed editor running without a visible window; they need one to work in (00 D13)."""
        if not self.state.windows and not self._leaving:
            self.shell.visible = False
            self.state.add_window()

    def _client_left(self, principal: Principal) -> None:
        self.desk.client_left(principal)
        if self.shell.visible or self._leaving or self.context.clients.clients() or self._options.isolated:
            return
        if any(document.dirty for _tab, document in self.state.documents()):
            self.shell.show()
        else:
            self._abandon()

    # --- news ---

    def _setting_changed(self, event: SettingChanged) -> None:
        self._settings_writer.ask()
        if event.key == "mcp.enabled" and self._mcp is not None:
            self._mcp.set_enabled(bool(event.value))

    def _focus_moved(self, event: FocusMoved) -> None:
        if event.window is not None:
            self.reloading.check_open_files()

    def _tab_activated(self, event: TabActivated) -> None:
        if self._restored and event.tab is not None:
            self.shell.show()

    def _files_changed(self, paths: Sequence[Path]) -> None:
        self.reloading.files_changed(paths)
        for folder in {path.parent for path in paths}:
            self.shell.refresh_folder(folder)

    # --- small things ---

    def _placements(self) -> dict[WindowLabel, placement.Placement]:
        labels = [MAIN_WINDOW, *(WindowLabel(f"doc-{number}") for number in range(1, len(self._session.windows)))]
        return {
            label: placement.from_store(window.frame)
            for label, window in zip(labels, self._session.windows, strict=False)
        }

    def _facts(self) -> list[tuple[str, str]]:
        return [
            ("Version", __version__),
            ("Python", sys.version.split()[0]),
            ("Tk", str(self.root.tk.call("info", "patchlevel"))),
            ("Settings", str(self._where.config)),
            ("Data and log", str(self._where.data)),
        ]

    def _start_control(self) -> None:
        # The test control is not part of an ordinary run; importing it here keeps it out of one (ARC-035).
        from vmark_tk.control import server as control_server  # noqa: PLC0415
        from vmark_tk.control.services import ControlServices  # noqa: PLC0415
        from vmark_tk.ui.gestures import WidgetGestures  # noqa: PLC0415

        services = ControlServices(
            state=self.state,
            desk=self.desk,
            commands=self.commands,
            editor=self.editors,
            windows=self.shell,
            clients=self.context.clients,
            checkpoints=self.checkpoints,
            loop=self.loop,
            clock=self.clock,
            audit=self.audit,
            gestures=WidgetGestures(self.context, self.shell),
            title_of=self._title_of,
            version=__version__,
            on_clock_moved=(self.autosave.clock_moved, self.recovery.clock_moved),
            on_reset=(self.autosave.forget,),
            on_disabled=self._control_ended,
        )
        try:
            self._close_control = control_server.start(services)
        except (OSError, ValueError):
            _log.exception("the test control could not start")

    def _control_ended(self) -> None:
        self.context.control_enabled = False
        self.shell.show_control()

    def _title_of(self, label: WindowLabel) -> str:
        top: Any = self.shell.toplevel(label)
        return "" if top is None else str(top.title())
