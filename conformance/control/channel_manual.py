"""The control channel of a person at the terminal: one instruction at a time (CNF-035)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from conformance.control.channel import ControlDeclinedError, Hello

INSTRUCTIONS: dict[str, tuple[str, str]] = {
    "workspace.open": ("workspace", "Open the folder {path} as workspace."),
    "window.open": ("window", "Open a further document window; type its MCP label if you know it."),
    "window.focus": ("window", "Bring the window {label} to the front."),
    "window.blur": ("window", "Click on another program, so that no window of the editor has the focus."),
    "tab.activate": ("tab", "Click on the tab {tabId}."),
    "tab.open": ("tab", "Open the file {path} in the editor; type its tab id if you know it."),
    "tab.close": ("tab", "Close the tab {tabId}."),
    "tab.save": ("tab", "Save the tab {tabId}."),
    "editor.type": ("editor.type", "Type this at the end of the text: {text}"),
    "editor.select": ("editor.select", "Select {range}."),
    "setting.set": ("setting", "Set the setting {key} to {value}."),
}


class ManualChannel:
    """Prints an instruction; Enter = done, `n` = cannot, `?` = details, any other line = the answer as text or JSON."""

    def __init__(self, answers: TextIO, say: Callable[[str], None]) -> None:
        self._answers = answers
        self._say = say

    def hello(self) -> Hello:
        """Offer what a person can do and confirm."""
        return Hello(offers=frozenset(capability for capability, _ in INSTRUCTIONS.values()))

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """Give the instruction and wait for the operator."""
        known = INSTRUCTIONS.get(method)
        if known is None:
            raise ControlDeclinedError(method)
        self._say(known[1].format_map(_Shown(params)))
        while True:
            line = self._answers.readline()
            word = line.strip()
            if not line or word.lower() == "n":
                raise ControlDeclinedError(method)
            if word == "?":
                self._say(f"{method} {json.dumps(dict(params), ensure_ascii=False)}")
                continue
            return _typed(method, word, params)

    def close(self) -> None:
        """Say that the person is no longer needed."""
        self._say("No more instructions.")


class _Shown(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "the present one"


def _typed(method: str, word: str, params: Mapping[str, Any]) -> dict[str, Any]:
    if word.startswith("{"):
        found = json.loads(word)
        return found if isinstance(found, dict) else {}
    named = {"window.open": "label", "tab.open": "tabId", "workspace.open": "workspaceInstanceId"}.get(method)
    if named is not None:
        return {named: word or None}
    return {"value": params.get("value"), "text": params.get("text", ""), "tabId": params.get("tabId")}
