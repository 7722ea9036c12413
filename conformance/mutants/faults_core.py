"""Wire mutants of protocol, session and workspace (09 section 14.3)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.record import (
    Fault,
    Message,
    Mutant,
    action_of,
    args_of,
    data_of,
    is_call,
    succeeded,
    success,
    tool_of,
    with_data,
)


class TenthTool(Fault):
    """Adds a tool to the list."""

    def reply(self, request: Message, reply: Message) -> Message:
        """Copy the first tool under another name."""
        tools = reply.get("result", {}).get("tools")
        if request.get("method") == "tools/list" and isinstance(tools, list) and tools:
            tools.append({**tools[0], "name": "extra"})
            self.fire()
        return reply


class HarmlessBrowser(Fault):
    """Declares `browser` read-only and not destructive."""

    def reply(self, request: Message, reply: Message) -> Message:
        """Turn both annotations over."""
        for tool in reply.get("result", {}).get("tools", []) if request.get("method") == "tools/list" else []:
            if tool.get("name") == "browser":
                tool["annotations"] = {
                    **tool.get("annotations", {}),
                    "readOnlyHint": True,
                    "destructiveHint": False,
                }
                self.fire()
        return reply


class NoErrorFlag(Fault):
    """Sends refusals without the error flag."""

    def reply(self, request: Message, reply: Message) -> Message:
        """Take the flag away from envelopes."""
        if tool_of(request) and not succeeded(reply) and "error" in data_of(reply) and "result" in reply:
            reply["result"].pop("isError", None)
            self.fire()
        return reply


class StateFault(Fault):
    """A fault in what `get_state` says about windows and tabs."""

    def reply(self, request: Message, reply: Message) -> Message:
        """Let `spoil` change the state, and pass it on when it did."""
        if not is_call(request, "session", "get_state") or not succeeded(reply):
            return self.other(request, reply)
        state = data_of(reply)
        before = str(state)
        for window in state.get("windows", []):
            self.spoil(window)
        if str(state) == before:
            return reply
        self.fire()
        return with_data(reply, state)

    def other(self, request: Message, reply: Message) -> Message:
        """Look at replies of other calls."""
        return reply

    def spoil(self, window: dict[str, Any]) -> None:
        """Change one window of the state in place."""


class VisibleIsActive(StateFault):
    """`visible` is a copy of `active`."""

    def spoil(self, window: dict[str, Any]) -> None:
        """Copy the flag."""
        for tab in window.get("tabs", []):
            tab["visible"] = tab.get("active")


class EveryWindowFocused(StateFault):
    """Every window claims the focus."""

    def spoil(self, window: dict[str, Any]) -> None:
        """Claim it."""
        window["focused"] = True


class InstanceWithoutRail(StateFault):
    """An instance id where there is none."""

    def spoil(self, window: dict[str, Any]) -> None:
        """Invent one."""
        if window.get("activeWorkspaceInstanceId") is None:
            window["activeWorkspaceInstanceId"] = "wsi-invented"


class NeverDirty(StateFault):
    """`dirty` stays false for untitled tabs."""

    def spoil(self, window: dict[str, Any]) -> None:
        """Hide unsaved text."""
        for tab in window.get("tabs", []):
            if tab.get("filePath", "") is None:
                tab["dirty"] = False


class FirstRevision(StateFault):
    """The state reports the revision that each tab had when it was first listed or made."""

    def spoil(self, window: dict[str, Any]) -> None:
        """Report what was seen first."""
        for tab in window.get("tabs", []):
            if "revision" in tab:
                tab["revision"] = self.memory.setdefault(tab.get("id"), tab["revision"])


class NewWithoutKind(Fault):
    """`new` drops the kind."""

    def request(self, request: Message) -> Message:
        """Take it out of the arguments."""
        if is_call(request, "workspace", "new") and args_of(request).get("kind") == "yaml-workflow":
            del args_of(request)["kind"]
            self.fire()
        return request


class OpenActivates(Fault):
    """`open` brings the tab to the front and says that it did not."""

    def reply(self, request: Message, reply: Message) -> Message:
        """Switch behind the runner's back, where another tab was in front."""
        if is_call(request, "workspace", "open") and succeeded(reply):
            data = data_of(reply)
            if data.get("activationChanged") is False:
                self.wire.ask("workspace", "switch_tab", tabId=data.get("tabId"))
                self.fire()
        return reply


class CloseForces(Fault):
    """`close` adds force."""

    def request(self, request: Message) -> Message:
        """Force it."""
        if is_call(request, "workspace", "close") and args_of(request).get("force") in (None, False):
            args_of(request)["force"] = True
            self.fire()
        return request


class SaveOnlyAnswers(Fault):
    """`save` answers, but does not write."""

    def request(self, request: Message) -> Message | None:
        """Hold back the save of a tab that has a path."""
        if not is_call(request, "workspace", "save"):
            return request
        args = args_of(request)
        asked = {"tabId": args["tabId"]} if isinstance(args.get("tabId"), str) else {}
        read = data_of({"result": self.wire.ask("document", "read", **asked)})
        if not read.get("filePath"):
            return request
        self.memory["read"] = read
        self.fire()
        return None

    def answer(self, request: Message) -> Message:
        """Claim success."""
        read = self.memory["read"]
        return success({"filePath": read["filePath"], "revision": read["revision"]})


class SwitchOnlyEchoes(Fault):
    """`switch_tab` echoes success without activating."""

    def request(self, request: Message) -> Message | None:
        """Hold back the switch to a tab that exists."""
        tab = args_of(request).get("tabId")
        if not is_call(request, "workspace", "switch_tab") or not isinstance(tab, str):
            return request
        read = data_of({"result": self.wire.ask("document", "read", tabId=tab)})
        if "revision" not in read:
            return request
        self.fire()
        return None

    def answer(self, request: Message) -> Message:
        """Claim that it is in front."""
        tab = args_of(request)["tabId"]
        said = {"activated": True, "workspaceSwitched": False, "workspaceInstanceId": None, "activeTabId": tab}
        return success(said)


class UnknownTabFallsBack(Fault):
    """An unknown `tabId` means the focused tab."""

    def request(self, request: Message) -> Message:
        """Drop the id of a tab that is not listed."""
        tab = args_of(request).get("tabId")
        chosen = action_of(request) in ("read", "save") and tool_of(request) in ("document", "workspace")
        if chosen and isinstance(tab, str) and tab.strip() and tab.strip() not in self._ids():
            del args_of(request)["tabId"]
            self.fire()
        return request

    def _ids(self) -> set[str]:
        state = data_of({"result": self.wire.ask("session", "get_state")})
        return {tab["id"] for window in state.get("windows", []) for tab in window.get("tabs", [])}


MUTANTS = (
    Mutant("M01", "protocol", "a tenth tool is listed", TenthTool, kills=("MCP-008",), also=("MCP-010",)),
    Mutant(
        "M02",
        "protocol",
        "browser is declared read-only and not destructive",
        HarmlessBrowser,
        kills=("MCP-025",),
        also=("MCP-024", "MCP-027", "MCP-030"),
    ),
    Mutant(
        "M03",
        "protocol",
        "refusals are sent without the error flag",
        NoErrorFlag,
        kills=("MCP-039",),
        also=("MCP-040", "MCP-061"),
    ),
    Mutant(
        "M04",
        "session",
        "visible copies active",
        VisibleIsActive,
        kills=("SES-029",),
        also=("SES-027", "SES-030", "SES-004"),
        needs=("setting:workspace.rail", "workspace"),
    ),
    Mutant(
        "M05",
        "session",
        "every window says that it is focused",
        EveryWindowFocused,
        kills=("SES-010", "SES-032"),
        also=("SES-033", "WSP-138", "WSP-142", "MCP-083"),
        needs=("window",),
    ),
    Mutant(
        "M06",
        "session",
        "an instance id although the rail is off",
        InstanceWithoutRail,
        kills=("SES-027",),
    ),
    Mutant(
        "M07",
        "session",
        "dirty stays false",
        NeverDirty,
        kills=("SES-042",),
        also=("SES-019", "DOC-044", "DOC-052", "WSP-139", "WSP-145"),
    ),
    Mutant(
        "M08",
        "session",
        "the revision comes from a cache made at opening",
        FirstRevision,
        kills=("SES-017",),
        also=("SES-039", "SES-040", "SES-047", "SES-048", "DOC-016", "MCP-041"),
    ),
    Mutant("M09", "workspace", "new drops kind", NewWithoutKind, kills=("WSP-003",)),
    Mutant(
        "M10",
        "workspace",
        "open activates the tab and reports no change",
        OpenActivates,
        kills=("WSP-016", "WSP-018"),
        also=("DOC-003", "WSP-017", "WSP-040", "WSP-026", "WSP-024"),
    ),
    Mutant(
        "M18",
        "workspace",
        "close adds force",
        CloseForces,
        kills=("WSP-113", "WSP-114"),
        also=("WSP-117",),
    ),
    Mutant(
        "M19",
        "workspace",
        "save answers but does not write",
        SaveOnlyAnswers,
        kills=("WSP-080",),
        also=("WSP-081", "WSP-082", "WSP-086"),
    ),
    Mutant(
        "M21",
        "workspace",
        "switch_tab echoes success without activating",
        SwitchOnlyEchoes,
        kills=("WSP-128", "WSP-129"),
        also=("WSP-127", "WSP-136"),
    ),
    Mutant(
        "M27",
        "document",
        "an unknown tabId falls back to the focused tab",
        UnknownTabFallsBack,
        kills=("DOC-004", "WSP-084"),
        also=("MCP-039", "MCP-040", "MCP-042", "MCP-045", "MCP-061", "WSP-119", "WSP-120"),
    ),
)
