"""`workspace`: tabs, windows and files (01 section 2.11). No action edits the text of a document.

What touches the disk runs in a worker; the answer comes when it is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vmark_tk.bus.message import Client
from vmark_tk.bus.pending import Pending
from vmark_tk.core import scope
from vmark_tk.core.document import Document
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.kinds import MARKDOWN, Kind
from vmark_tk.core.opening import Opened, OpenMode
from vmark_tk.core.result import Failure, Plain, Reply, Success
from vmark_tk.core.saving import DiskConflict, Saved
from vmark_tk.core.state import Tab
from vmark_tk.tools.consent import open_workspace_reply
from vmark_tk.tools.services import Services
from vmark_tk.tools.targets import document_tab, no_such_tab, window_for_path, window_of

AUTO_APPROVE = "approvals.auto_approve_edits"


@dataclass(frozen=True, slots=True)
class New:
    """Arguments of `new`."""

    kind: Kind = MARKDOWN
    window: WindowLabel | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """Arguments of `open`."""

    path: str
    window: WindowLabel | None = None


@dataclass(frozen=True, slots=True)
class OpenFolder:
    """Arguments of `open_workspace`; a window label has no effect (WSP-076)."""

    folder: str


@dataclass(frozen=True, slots=True)
class Save:
    """Arguments of `save`."""

    tab: TabId | None = None


@dataclass(frozen=True, slots=True)
class SaveAs:
    """Arguments of `save_as`."""

    path: str
    tab: TabId | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Arguments of `close`."""

    tab: TabId
    force: bool = False


@dataclass(frozen=True, slots=True)
class SwitchTab:
    """Arguments of `switch_tab`."""

    tab: TabId


@dataclass(frozen=True, slots=True)
class FocusWindow:
    """Arguments of `focus_window`."""

    window: WindowLabel


def new(services: Services, args: New, client: Client) -> Reply:
    """Open an empty untitled tab and make it the active one of its window (WSP-001 to WSP-011)."""
    window = window_of(services, args.window)
    if isinstance(window, Failure):
        return window
    state = services.state
    document = state.new_document(kind_hint=args.kind)
    tab = state.add_tab(window, document, activate=True, opened_by=client.principal)
    return Success({"tabId": tab.id})


def open_file(services: Services, args: Open, client: Client) -> Reply | Pending:
    """Open a file in the background. Order: scope, window label, reading the file."""
    path = scope.check(services.state, args.path)
    if isinstance(path, Failure):
        return path
    window = window_for_path(services, path) if args.window is None else window_of(services, args.window)
    if isinstance(window, Failure | Plain):
        return window
    pending = Pending()

    def done(outcome: Opened | Failure) -> None:
        pending.resolve(outcome if isinstance(outcome, Failure) else _opened(services, outcome))

    services.opening.open_file(path, window, activate=False, by=client.principal, mode=OpenMode.CLIENT, done=done)
    return pending


def open_workspace(services: Services, args: OpenFolder, client: Client) -> Reply | Pending:
    """Open a folder that the person has approved, else ask and answer at once that it waits (WSP-060 to WSP-078)."""
    pending = Pending()
    raw = args.folder

    def resolved(outcome: Path | BaseException) -> None:
        if isinstance(outcome, BaseException):
            pending.resolve(Failure("INVALID_PATH", f"{raw!r} is not an existing folder that can be read"))
        else:
            pending.resolve(open_workspace_reply(services, outcome, client))

    services.loop.run_in_worker(lambda: _canonical_folder(raw), resolved)
    return pending


def save(services: Services, args: Save, _client: Client) -> Reply | Pending:
    """Write the buffer to its file. Order: INVALID_TAB, INVALID_PATH, scope, STALE on disk, effect."""
    target = document_tab(services, args.tab)
    if isinstance(target, Failure):
        return target
    tab, document = target
    if document.file.path is None:
        return Failure("INVALID_PATH", f"tab {tab.id} has no file yet; workspace.save_as gives it one")
    path = scope.check(services.state, str(document.file.path))
    if isinstance(path, Failure):
        return path
    return _saving(services, tab, document, answer_path=True)


def save_as(services: Services, args: SaveAs, client: Client) -> Reply | Pending:
    """Write the buffer to another file. Order: scope, INVALID_TAB, approval, overwrite guard, effect."""
    path = scope.check(services.state, args.path)
    if isinstance(path, Failure):
        return path
    target = document_tab(services, args.tab)
    if isinstance(target, Failure):
        return target
    tab, document = target
    if services.saving.is_own_path(tab, path):
        return _saving(services, tab, document, answer_path=False)
    if not services.state.settings.flag(AUTO_APPROVE):
        return _blocked(services, tab, path, client, "the person has to allow saving to new places, or save by hand")
    pending = Pending()

    def done(outcome: Saved | DiskConflict | Failure) -> None:
        match outcome:
            case Failure():
                pending.resolve(outcome)
            case DiskConflict():
                why = "a file of that name exists, and a client never replaces another file"
                pending.resolve(_blocked(services, tab, path, client, why))
            case Saved():
                pending.resolve(Success({"revision": document.revision}))

    services.saving.save_as(tab, path, within_scope=True, done=done)
    return pending


def close(services: Services, args: Close, _client: Client) -> Reply:
    """Close a tab without a dialog. Order: INVALID_TAB, pinned, dirty; the truth is reported (WSP-111 to WSP-125)."""
    tab = services.state.tabs.get(args.tab)
    if tab is None:
        return no_such_tab(args.tab)
    if tab.pinned:
        return Success({"closed": False, "reason": "PINNED"})
    if tab.document is not None and tab.document.dirty and not args.force:
        return Success({"closed": False, "reason": "DIRTY"})
    services.state.remove_tab(tab)
    return Success({"closed": tab.id not in services.state.tabs})


def switch_tab(services: Services, args: SwitchTab, _client: Client) -> Reply:
    """Show a tab in its window, whose focus stays; what is reported is observed afterwards (WSP-126 to WSP-139)."""
    state = services.state
    tab = state.tabs.get(args.tab)
    if tab is None:
        return no_such_tab(args.tab)
    window = state.windows[tab.window]
    shown_before = window.shown
    state.show_instance(tab.window, tab.instance)
    state.activate(tab)
    services.windows.show()
    active = state.active_tab(tab.window)
    return Success(
        {
            "activated": active is not None and active.id == tab.id,
            "workspaceSwitched": state.rail and window.shown != shown_before,
            "workspaceInstanceId": window.shown if state.rail else None,
            "activeTabId": None if active is None else active.id,
        }
    )


def focus_window(services: Services, args: FocusWindow, _client: Client) -> Reply:
    """Ask the window system for the focus; whether it agreed is in `get_state` (WSP-140 to WSP-144)."""
    window = window_of(services, args.window)
    if isinstance(window, Failure):
        return window
    services.windows.show()
    services.windows.focus(window)
    return Success({})


def _opened(services: Services, outcome: Opened) -> Success:
    rail = services.state.rail
    data = {
        "tabId": outcome.tab.id,
        "workspaceInstanceId": outcome.tab.instance if rail else None,
        "activationChanged": outcome.activation_changed,
        "workspaceSwitched": False,
        "alreadyOpen": outcome.already_open,
        "reloaded": outcome.reloaded,
    }
    return Success(data if outcome.reason is None else {**data, "reason": outcome.reason})


def _saving(services: Services, tab: Tab, document: Document, *, answer_path: bool) -> Pending:
    """Save to the own file; a conflict on disk brings up the question to the person by itself (08 X-08)."""
    pending = Pending()

    def done(outcome: Saved | DiskConflict | Failure) -> None:
        match outcome:
            case Failure():
                pending.resolve(outcome)
            case DiskConflict():
                pending.resolve(_changed_on_disk(document, outcome.path))
            case Saved() if answer_path:
                pending.resolve(Success({"filePath": str(outcome.path), "revision": document.revision}))
            case Saved():
                pending.resolve(Success({"revision": document.revision}))

    services.saving.save(tab, within_scope=True, done=done)
    return pending


def _changed_on_disk(document: Document, path: Path) -> Failure:
    message = f"the file {path.name} changed on disk since it was read; nothing was written and the person is asked"
    return Failure("STALE", message, {"current_revision": document.revision})


def _blocked(services: Services, tab: Tab, path: Path, client: Client, why: str) -> Failure:
    services.save_blocked(tab.id, path, client.name)
    return Failure("APPROVAL_REQUIRED", f"not saved to {path}: {why}")


def _canonical_folder(raw: str) -> Path:
    """Return the canonical path of an existing folder. Runs in a worker.

    Raises:
        OSError: there is none, or it cannot be reached.
        ValueError: the text is no path.
    """
    path = Path(raw)
    if not path.is_absolute():
        raise ValueError("a folder path must be absolute")
    resolved = path.resolve(strict=True)
    if not resolved.is_dir():
        raise NotADirectoryError(resolved)
    return resolved
