"""A small, independent implementation of the core of the surface: in memory, source mode, one window, no person.

It shares no code with any editor and doubles as the smallest example for implementers. Browser and workflow tools are
listed and refuse; the coherence tools answer in plain words. Start it with a folder to have one open.
"""

from __future__ import annotations

import json
import os
import random
import re
import string
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

VERSION = "1.0"
REVISIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
Json = dict[str, Any]

TOOLS: dict[str, tuple[list[str], dict[str, bool]]] = {
    "session": (["get_state"], {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True}),
    "workspace": (
        ["new", "open", "open_workspace", "save", "save_as", "close", "switch_tab", "focus_window"],
        {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True},
    ),
    "document": (["read", "write", "transform"], {"readOnlyHint": False, "destructiveHint": True}),
    "workflow": (["apply_patch", "validate"], {"readOnlyHint": False, "destructiveHint": True}),
    "selection": (["get", "set"], {"readOnlyHint": False, "destructiveHint": True}),
    "browser": (
        "act workflow_run workflow_cancel workflow_record open navigate style execute_js session_save session_load "  # noqa: SIM905
        "console_clear".split(),
        {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True},
    ),
    "browser_read": (
        "read screenshot query extract workflow_status console wait wait_for".split(),  # noqa: SIM905
        {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": True},
    ),
    "coherence": (
        ["status", "edges", "claims", "contexts"],
        {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True},
    ),
    "coherence_resolve": (["resolve"], {"readOnlyHint": False, "destructiveHint": True}),
}
ENUMS = {
    ("workspace", "kind"): ["markdown", "yaml-workflow"],
    ("document", "kind"): ["cjk-format", "cjk-spacing", "cjk-punctuation"],
}
STRINGS = {
    "workspace": ["tabId", "filePath", "folderPath", "windowLabel", "kind"],
    "document": ["tabId", "content", "kind", "expected_revision"],
    "selection": ["tabId", "content", "expected_revision"],
    "workflow": ["tabId", "expected_revision"],
    "browser": ["tabId"],
    "browser_read": ["tabId"],
    "coherence": ["workspace_root"],
    "coherence_resolve": ["workspace_root"],
}
REQUIRED = {
    ("workspace", "open"): "filePath",
    ("workspace", "save_as"): "filePath",
    ("workspace", "open_workspace"): "folderPath",
    ("workspace", "close"): "tabId",
    ("workspace", "switch_tab"): "tabId",
    ("workspace", "focus_window"): "windowLabel",
    ("document", "write"): "content",
    ("document", "transform"): "kind",
    ("selection", "set"): "content",
}
MAY_BE_EMPTY = {"content", "expected_revision"}
KNOWN_ENDINGS = {".md", ".markdown", ".yml", ".yaml", ".txt"}


class WrongArgumentError(Exception):
    """A call is out of shape: answered in plain words."""


class RefusedError(Exception):
    """The editor refuses: answered as an envelope."""

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.envelope = {"error": code, "message": message, **more}


@dataclass
class Tab:
    """A document."""

    id: str
    path: Path | None
    title: str
    text: str
    saved: str
    workflow: bool = False
    disk: bytes = b""
    revision: str = field(default_factory=lambda: fresh())  # noqa: PLW0108 - defined below

    @property
    def dirty(self) -> bool:
        """Return whether the text differs from what was saved."""
        return self.text != self.saved

    @property
    def kind(self) -> str:
        """Return the kind by path, then by content."""
        path = "" if self.path is None else self.path.as_posix()
        if self.workflow and self.path is None:
            return "yaml-workflow"
        if re.search(r"(^|/)\.github/workflows/[^/]+\.ya?ml$", path):
            return "yaml-workflow"
        keys = all(re.search(rf"^{key}:", self.text, re.MULTILINE) for key in ("on", "jobs"))
        odd = re.search(r"^[A-Za-z_][^:\n]*:[ \t]*::", self.text, re.MULTILINE)
        return "yaml-workflow" if keys and not odd else "markdown"


def fresh() -> str:
    """Return a new revision token."""
    return "rev-" + "".join(random.choices(string.ascii_letters + string.digits, k=8))


def normal(text: str) -> str:
    """Return a text with line feeds only."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Paper:
    """The editor."""

    def __init__(self, folder: Path | None = None) -> None:
        self.roots = [] if folder is None else [folder]
        self.tabs: list[Tab] = []
        self.active: Tab | None = None
        self.asked: set[str] = set()
        self._untitled = 0
        self._ids = 0

    # -- looking things up

    def tab(self, args: Json) -> Tab:
        """Return the tab that is meant: by id, else the active one."""
        if "tabId" in args:
            wanted = args["tabId"].strip()
            found = next((tab for tab in self.tabs if tab.id == wanted), None)
        else:
            found = self.active
        if found is None:
            raise RefusedError("INVALID_TAB", "no such tab")
        return found

    def scoped(self, raw: str) -> Path:
        """Return a path inside the scope, links resolved for the decision only."""
        path = Path(raw)
        if "\0" in raw or not path.is_absolute() or ".." in path.parts:
            raise RefusedError("INVALID_PATH", "not an absolute path without '..'")
        roots = [*self.roots, *(tab.path.parent for tab in self.tabs if tab.path is not None)]
        if not any(path == root or path.is_relative_to(root) for root in roots):
            raise RefusedError("INVALID_PATH", "outside the open workspaces")
        real = Path(os.path.realpath(path))
        if not any(real.is_relative_to(os.path.realpath(root)) for root in roots):
            raise RefusedError("INVALID_PATH", "leads outside the open workspaces")
        return path

    def window(self, args: Json) -> None:
        """Refuse an unknown window."""
        if "windowLabel" in args and args["windowLabel"].strip() != "main":
            raise RefusedError("INTERNAL", "unknown window")

    @staticmethod
    def current(tab: Tab, args: Json) -> None:
        """Refuse an outdated revision."""
        if args.get("expected_revision", tab.revision) != tab.revision:
            raise RefusedError("STALE", "the document changed", current_revision=tab.revision)

    def add(self, tab: Tab) -> Tab:
        """Add a tab at the end."""
        self.tabs.append(tab)
        return tab

    def new_id(self) -> str:
        """Return an id that was never used."""
        self._ids += 1
        return f"tab-{self._ids}"

    # -- actions

    def session_get_state(self, _: Json) -> Json:
        """Return the state."""
        tabs = [
            {
                "id": tab.id,
                "filePath": None if tab.path is None else str(tab.path),
                "title": tab.title,
                "dirty": tab.dirty,
                "revision": tab.revision,
                "kind": tab.kind,
                "active": tab is self.active,
                "visible": True,
            }
            for tab in self.tabs
        ]
        window = {"label": "main", "focused": True, "activeWorkspaceInstanceId": None, "tabs": tabs}
        kinds = ["markdown", "yaml-workflow"]
        return {
            "windows": [window],
            "capabilities": {"version": VERSION, "supportedKinds": kinds, "mcpProtocol": "0.2.0"},
        }

    def workspace_new(self, args: Json) -> Json:
        """Make an untitled tab and show it."""
        self.window(args)
        self._untitled += 1
        workflow = args.get("kind") == "yaml-workflow"
        self.active = self.add(Tab(self.new_id(), None, f"Untitled-{self._untitled}", "", "", workflow))
        return {"tabId": self.active.id}

    def workspace_open(self, args: Json) -> Json:
        """Open a file in the background."""
        path = self.scoped(args["filePath"])
        self.window(args)
        text, raw = self.content(path)
        tab = next((tab for tab in self.tabs if tab.path == path), None)
        answer: Json = {"workspaceInstanceId": None, "activationChanged": False, "workspaceSwitched": False}
        if tab is not None:
            if not tab.dirty and tab.text != text:
                tab.text = tab.saved = text
                tab.revision = fresh()
            tab.disk = tab.disk if tab.dirty else raw
            return {"tabId": tab.id, **answer, "alreadyOpen": True, "reloaded": not tab.dirty}
        title = path.stem if path.suffix in KNOWN_ENDINGS else path.name
        tab = self.add(Tab(self.new_id(), path, title, text, text, disk=raw))
        if self.active is None:
            self.active = tab
            answer["activationChanged"] = True
        return {"tabId": tab.id, **answer, "alreadyOpen": False, "reloaded": False}

    @staticmethod
    def content(path: Path) -> tuple[str, bytes]:
        """Return text and bytes of a file that is text."""
        try:
            raw = path.read_bytes()
            if b"\0" in raw:
                raise RefusedError("INVALID_PATH", "not a text file")
            return normal(raw.decode("utf-8-sig")), raw
        except (OSError, UnicodeDecodeError) as error:
            raise RefusedError("INVALID_PATH", f"cannot be read: {error}") from error

    def workspace_open_workspace(self, args: Json) -> Json:
        """Ask for consent, which nobody here can give."""
        path = Path(args["folderPath"])
        if not path.is_dir():
            raise RefusedError("INVALID_PATH", "not a folder")
        real = os.path.realpath(path)
        self.asked.add(real)
        return {"needsApproval": True, "message": "ask the user", "folderPath": real, "windowLabel": "main"}

    def workspace_save(self, args: Json) -> Json:
        """Write the text to its file."""
        tab = self.tab(args)
        if tab.path is None:
            raise RefusedError("INVALID_PATH", "the tab has no file: use save_as")
        self.scoped(str(tab.path))
        self.write(tab, tab.path)
        return {"filePath": str(tab.path), "revision": tab.revision}

    def write(self, tab: Tab, path: Path) -> None:
        """Write a file as it was found: line ends and mark kept; a file changed by others is left alone."""
        there = path.read_bytes() if path.is_file() else None
        if there is not None and there != tab.disk:
            raise RefusedError("STALE", "the file changed on disk", current_revision=tab.revision)
        text = tab.text.replace("\n", "\r\n") if b"\r\n" in tab.disk else tab.text
        raw = (b"\xef\xbb\xbf" if tab.disk.startswith(b"\xef\xbb\xbf") else b"") + text.encode("utf-8")
        target = Path(os.path.realpath(path))
        try:
            target.write_bytes(raw)
        except OSError as error:
            raise RefusedError("INTERNAL", f"cannot be written: {error}") from error
        tab.disk, tab.saved = raw, tab.text

    def workspace_save_as(self, args: Json) -> Json:
        """Save to the own path; any other needs a person."""
        path = self.scoped(args["filePath"])
        tab = self.tab(args)
        if tab.path is None or os.path.realpath(tab.path) != os.path.realpath(path):
            raise RefusedError("APPROVAL_REQUIRED", "saving to another file needs the user")
        self.write(tab, path)
        return {"revision": tab.revision}

    def workspace_close(self, args: Json) -> Json:
        """Close a tab that is saved, or any by force."""
        tab = self.tab(args)
        if tab.dirty and not args.get("force", False):
            return {"closed": False, "reason": "DIRTY"}
        place = self.tabs.index(tab)
        self.tabs.remove(tab)
        if self.active is tab:
            self.active = self.tabs[min(place, len(self.tabs) - 1)] if self.tabs else None
        return {"closed": True}

    def workspace_switch_tab(self, args: Json) -> Json:
        """Show a tab."""
        self.active = self.tab(args)
        shown = {"workspaceSwitched": False, "workspaceInstanceId": None}
        return {"activated": True, **shown, "activeTabId": self.active.id}

    def workspace_focus_window(self, args: Json) -> Json:
        """Do nothing for the only window."""
        self.window(args)
        return {}

    def document_read(self, args: Json) -> Json:
        """Return the text."""
        tab = self.tab(args)
        path = None if tab.path is None else str(tab.path)
        about = {"filePath": path, "kind": tab.kind, "dirty": tab.dirty}
        return {"content": tab.text, "revision": tab.revision, **about}

    def document_write(self, args: Json) -> Json:
        """Replace the text."""
        tab = self.tab(args)
        self.current(tab, args)
        tab.text, tab.revision = normal(args["content"]), fresh()
        return {"revision": tab.revision}

    def selection_get(self, args: Json) -> Json:
        """Return the caret at the start: nobody moves it here."""
        tab = self.focused(args)
        about = {"mode": "source", "kind": tab.kind, "tabId": tab.id, "revision": tab.revision}
        return {"text": "", "isEmpty": True, "range": {"from": 0, "to": 0}, **about}

    def selection_set(self, args: Json) -> Json:
        """Insert at the start."""
        tab = self.focused(args)
        self.current(tab, args)
        tab.text, tab.revision = normal(args["content"]) + tab.text, fresh()
        return {"revision": tab.revision, "replaced_chars": 0}

    def focused(self, args: Json) -> Tab:
        """Return the active tab; an id, if given, must be its."""
        tab = self.tab(args)
        if tab is not self.active:
            raise RefusedError("INVALID_TAB", "not the focused tab")
        return tab


class Server:
    """Reads requests and writes answers, one after the other."""

    def __init__(self, paper: Paper, out: BinaryIO) -> None:
        self._paper = paper
        self._out = out

    def handle(self, line: bytes) -> None:
        """Answer one line."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            self._send({"id": None, "error": {"code": -32700, "message": "not JSON"}})
            return
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            self._send({"id": None, "error": {"code": -32600, "message": "not a request"}})
        elif "id" in message:
            self._send({"id": message["id"], **self._answer(message["method"], message.get("params"))})

    def _answer(self, method: str, params: object) -> Json:
        given = params if isinstance(params, dict) else {}
        if method == "initialize":
            wanted = given.get("protocolVersion")
            info = {"name": "paper-vmark", "version": VERSION}
            revision = wanted if wanted in REVISIONS else REVISIONS[0]
            said = "Read before you write, and pass the revision you read."
            about = {"capabilities": {"tools": {}}, "serverInfo": info, "instructions": said}
            return {"result": {"protocolVersion": revision, **about}}
        if method == "ping":
            return {"result": {}}
        if method == "tools/list":
            return {"result": {"tools": [_listed(name) for name in TOOLS]}}
        if method != "tools/call":
            return {"error": {"code": -32601, "message": f"unknown method {method}"}}
        name = given.get("name")
        if name not in TOOLS:
            return {"error": {"code": -32602, "message": f"unknown tool {name}"}}
        return {"result": self.call(str(name), given.get("arguments", {}))}

    def call(self, tool: str, args: object) -> Json:
        """Return the result of a tool call."""
        try:
            checked = _checked(tool, args)
            if tool in ("browser", "browser_read"):
                raise RefusedError("BROWSER_DISABLED", "there is no browser here")
            action: Callable[[Json], Json] | None = getattr(self._paper, f"{tool}_{checked['action']}", None)
            if action is None:
                raise WrongArgumentError("not available in this build")
            return _result(action(checked))
        except WrongArgumentError as error:
            return {"content": [{"type": "text", "text": str(error)}], "isError": True}
        except RefusedError as error:
            return _result(error.envelope, failed=True)

    def _send(self, message: Json) -> None:
        self._out.write(json.dumps({"jsonrpc": "2.0", **message}).encode("ascii") + b"\n")
        self._out.flush()


def _result(data: Json, *, failed: bool = False) -> Json:
    text = json.dumps(data, ensure_ascii=False, indent=2)
    flag = {"isError": True} if failed else {}
    return {"content": [{"type": "text", "text": text}], "structuredContent": data, **flag}


def _listed(name: str) -> Json:
    actions, hints = TOOLS[name]
    properties: Json = {"action": {"type": "string", "enum": actions}}
    for key in STRINGS.get(name, []):
        schema: Json = {"type": "string"} if key in MAY_BE_EMPTY else {"type": "string", "minLength": 1}
        choices = ENUMS.get((name, key))
        properties[key] = {**schema, "enum": choices} if choices else schema
    if name == "workspace":
        properties["force"] = {"type": "boolean"}
    if name == "workflow":
        properties["patches"] = {"type": "array", "items": {"type": "object"}}
    required = ["action", "workspace_root"] if name.startswith("coherence") else ["action"]
    schema = {"type": "object", "properties": properties, "required": required}
    defaults = {"openWorldHint": False, "idempotentHint": False}
    title = f"Paper {name.replace('_', ' ')}"
    about = {"title": title, "description": f"The tool {name} of the paper editor."}
    return {"name": name, **about, "inputSchema": schema, "annotations": {"title": title, **defaults, **hints}}


def _checked(tool: str, args: object) -> Json:
    if not isinstance(args, dict):
        raise WrongArgumentError("arguments is not an object")
    actions = TOOLS[tool][0]
    if args.get("action") not in actions:
        raise WrongArgumentError(f"action is one of {', '.join(actions)}")
    for key in STRINGS.get(tool, []):
        if key in args:
            _check_string(tool, key, args[key])
    if not isinstance(args.get("force", False), bool):
        raise WrongArgumentError("force is a boolean")
    required = REQUIRED.get((tool, args["action"]))
    if tool.startswith("coherence"):
        required = "workspace_root"
    if required is not None and required not in args:
        raise WrongArgumentError(f"{required} is required")
    known = {"action", "force", "patches", *STRINGS.get(tool, [])}
    return {key: value for key, value in args.items() if key in known}


def _check_string(tool: str, key: str, value: object) -> None:
    if not isinstance(value, str):
        raise WrongArgumentError(f"{key} is a string")
    if key not in MAY_BE_EMPTY and not value.strip():
        raise WrongArgumentError(f"{key} is empty")
    choices = ENUMS.get((tool, key))
    if choices and value not in choices:
        raise WrongArgumentError(f"{key} is one of {', '.join(choices)}")


def main() -> int:
    """Serve standard input until it ends; an argument is the folder that is open."""
    given = sys.argv[1:]
    if given == ["--version"]:
        sys.stdout.write(f"{VERSION}\n")
        return 0
    if given == ["--health-check"]:
        counts = {"toolCount": len(TOOLS), "resourceCount": 0, "tools": list(TOOLS)}
        sys.stdout.write(json.dumps({"status": "ok", "version": VERSION, **counts}) + "\n")
        return 0
    folder = Path(given[0]) if given else None
    server = Server(Paper(folder), sys.stdout.buffer)
    for line in sys.stdin.buffer:
        if line.strip():
            server.handle(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
