"""The table of all actions: argument class and handler of each; nothing else lists actions (10 section 4.6).

Actions whose capability this build does not have check their arguments and then say so in plain words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from vmark_tk.bus.message import Request
from vmark_tk.bus.pending import Pending
from vmark_tk.core.result import ArgumentError, Plain, Reply
from vmark_tk.tools import document, selection, session, workspace
from vmark_tk.tools.arguments import build, check_action, check_declared, require
from vmark_tk.tools.parameters import PARAMETERS
from vmark_tk.tools.services import Services


@dataclass(frozen=True, slots=True)
class Action:
    """An action that works: its argument class and its handler `(services, arguments, client)`."""

    arguments: type[Any]
    handler: Callable[[Services, Any, Any], Reply | Pending]


@dataclass(frozen=True, slots=True)
class NotBuilt:
    """An action of a capability that this build does not have."""

    required: tuple[str, ...] = ()


_ROOT = ("workspace_root",)

ACTIONS: Mapping[str, Mapping[str, Action | NotBuilt]] = {
    "session": {
        "get_state": Action(session.GetState, session.get_state),
    },
    "workspace": {
        "new": Action(workspace.New, workspace.new),
        "open": Action(workspace.Open, workspace.open_file),
        "open_workspace": Action(workspace.OpenFolder, workspace.open_workspace),
        "save": Action(workspace.Save, workspace.save),
        "save_as": Action(workspace.SaveAs, workspace.save_as),
        "close": Action(workspace.Close, workspace.close),
        "switch_tab": Action(workspace.SwitchTab, workspace.switch_tab),
        "focus_window": Action(workspace.FocusWindow, workspace.focus_window),
    },
    "document": {
        "read": Action(document.Read, document.read),
        "write": Action(document.Write, document.write),
        "transform": NotBuilt(("kind",)),
    },
    "workflow": {
        "apply_patch": NotBuilt(("patches",)),
        "validate": NotBuilt(),
    },
    "selection": {
        "get": Action(selection.Get, selection.get_selection),
        "set": Action(selection.Set, selection.set_selection),
    },
    "browser": {
        "act": NotBuilt(("operation",)),
        "workflow_run": NotBuilt(("source",)),
        "workflow_cancel": NotBuilt(("runId",)),
        "workflow_record": NotBuilt(("recordOp",)),
        "open": NotBuilt(("url",)),
        "navigate": NotBuilt(("url",)),
        "style": NotBuilt(),
        "execute_js": NotBuilt(("script",)),
        "session_save": NotBuilt(("handle",)),
        "session_load": NotBuilt(("handle",)),
        "console_clear": NotBuilt(),
    },
    "browser_read": {
        "read": NotBuilt(),
        "screenshot": NotBuilt(),
        "query": NotBuilt(("selector",)),
        "extract": NotBuilt(),
        "workflow_status": NotBuilt(("runId",)),
        "console": NotBuilt(),
        "wait": NotBuilt(),
        "wait_for": NotBuilt(),
    },
    "coherence": {
        "status": NotBuilt(_ROOT),
        "edges": NotBuilt(_ROOT),
        "claims": NotBuilt(_ROOT),
        "contexts": NotBuilt(_ROOT),
    },
    "coherence_resolve": {
        "resolve": NotBuilt((*_ROOT, "txf", "input", "resolution")),
    },
}


class Tools:
    """The handler of the bus: from a request to the function of its action."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, request: Request) -> Reply | Pending:
        """Check the arguments and run the action (order of checks: 01 section 2.5).

        Raises:
            ArgumentError: the tool or its arguments are wrong; the bus makes a plain answer of it.
        """
        actions = ACTIONS.get(request.tool)
        if actions is None:
            raise ArgumentError(f"there is no tool {request.tool[:80]!r}; the tools are {', '.join(ACTIONS)}")
        name = check_action(request.tool, tuple(actions), request.args)
        check_declared(PARAMETERS[request.tool], request.args)
        action = actions[name]
        if isinstance(action, NotBuilt):
            require(action.required, request.args)
            return Plain(f"not available in this build: {request.tool}.{name}")
        return action.handler(self._services, build(action.arguments, request.args), request.client)
