"""The declared parameters of the nine tools: what `arguments` checks before an action is looked at (01 section 3.1).

`mcp.schemas` says the same to clients; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping

from vmark_tk.tools.arguments import Parameter

_TAB = Parameter("string", filled=True)
_TEXT = Parameter("string")
_FILLED = Parameter("string", filled=True)
_SWITCH = Parameter("boolean")
_OBJECT = Parameter("object")
_NAMES = Parameter("array", items="string")
_WAIT = Parameter("integer", least=1, most=12_000)
_BIG = 65_536  # bytes of UTF-8 (04 section 2.2, 06 section 2.1)
TRANSFORM_KINDS = ("cjk-format", "cjk-spacing", "cjk-punctuation")

PARAMETERS: Mapping[str, Mapping[str, Parameter]] = {
    "session": {},
    "workspace": {
        "tabId": _TAB,
        "filePath": _FILLED,
        "folderPath": _FILLED,
        "windowLabel": _FILLED,
        "kind": Parameter("string", enum=("markdown", "yaml-workflow")),
        "force": _SWITCH,
    },
    "document": {
        "tabId": _TAB,
        "content": _TEXT,
        "kind": Parameter("string", enum=TRANSFORM_KINDS),
        "expected_revision": _FILLED,
    },
    "workflow": {
        "tabId": _TAB,
        "patches": Parameter("array"),
        "expected_revision": _FILLED,
    },
    "selection": {
        "tabId": _TAB,
        "content": _TEXT,
        "expected_revision": _FILLED,
    },
    "browser": {
        "tabId": _TAB,
        "url": _FILLED,
        "timeoutMs": _WAIT,
        "operation": Parameter("string", enum=("click", "type", "scroll", "key")),
        "ref": _TEXT,
        "role": _TEXT,
        "name": _TEXT,
        "text": _TEXT,
        "dy": Parameter("number"),
        "key": _TEXT,
        "modifiers": _OBJECT,
        "selector": _TEXT,
        "set": _OBJECT,
        "addClasses": _NAMES,
        "removeClasses": _NAMES,
        "injectCss": Parameter("string", max_bytes=_BIG),
        "script": Parameter("string", filled=True, max_bytes=_BIG),
        "source": Parameter("string", filled=True, max_bytes=_BIG),
        "inputs": _OBJECT,
        "allowRepeat": _SWITCH,
        "runId": _FILLED,
        "recordOp": Parameter("string", enum=("start", "stop")),
        "site": _TEXT,
        "handle": Parameter("string", pattern=r"\s*[A-Za-z0-9._-]{1,128}\s*"),
    },
    "browser_read": {
        "tabId": _TAB,
        "selector": _FILLED,
        "fields": _OBJECT,
        "navigationId": _FILLED,
        "timeoutMs": _WAIT,
        "ref": _TEXT,
        "role": _TEXT,
        "name": _TEXT,
        "text": _TEXT,
        "urlContains": _TEXT,
        "runId": _FILLED,
    },
    "coherence": {
        "workspace_root": _FILLED,
    },
    "coherence_resolve": {
        "workspace_root": _FILLED,
        "txf": _FILLED,
        "input": Parameter("integer", least=0, most=4_294_967_295),
        "resolution": Parameter("string", enum=("accept-newer", "waive")),
        "reason": _TEXT,
    },
}
