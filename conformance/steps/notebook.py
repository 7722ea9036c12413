"""What steps look up and look at: names of tabs, places on disk, and quiet observations that leave the reply alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conformance.client.replies import Reply
from conformance.judge import expect
from conformance.world import World

UNKNOWN_ID = "nobody-has-this-id"
UNKNOWN_LABEL = "nobody-has-this-label"


def place(world: World, name: str) -> str:
    """Return the absolute path of a name; `outside/x` and `sibling/x` lie beside the workspace. Spelling is kept."""
    for prefix, folder in (("outside", world.disk.outside), ("sibling", world.disk.sibling)):
        if name == prefix or name.startswith(prefix + "/"):
            return str(folder) + name[len(prefix) :]
    return name if Path(name).is_absolute() else f"{world.disk.root}/{name}"


def tab_id(world: World, name: str) -> str:
    """Return the tab id a step remembered under a name."""
    return str(world.names[name])


def quiet(world: World, tool: str, action: str, **args: Any) -> Reply:
    """Call a tool as an observer: the reply that the scenario is about stays."""
    return world.client.mcp.call(tool, {"action": action, **args})


def reading(world: World, name: str) -> dict[str, Any]:
    """Return what `document.read` says about a tab now."""
    reply = quiet(world, "document", "read", tabId=tab_id(world, name))
    expect.ok(reply, f'"{name}" can be read')
    return dict(reply.data)


def listed(world: World, name: str) -> dict[str, Any]:
    """Return what `get_state` says about a tab now."""
    found = world.tab(tab_id(world, name))
    expect.true(found is not None, f'the state lists "{name}"', got=found)
    return found or {}


def window_of(state: dict[str, Any], identifier: str) -> dict[str, Any]:
    """Return the window of a state that holds a tab, an empty object when none does."""
    windows = state.get("windows", [])
    return next((w for w in windows if any(tab.get("id") == identifier for tab in w.get("tabs", []))), {})


def everything(world: World) -> dict[str, Any]:
    """Return a picture of all tabs, their texts and all files; focus is left to the window manager."""
    windows = [{k: v for k, v in w.items() if k != "focused"} for w in world.state().get("windows", [])]
    tabs = [tab["id"] for w in windows for tab in w.get("tabs", []) if "revision" in tab]
    texts = {tab: quiet(world, "document", "read", tabId=tab).get("content") for tab in tabs}
    files = {place: _fingerprints(world, folder) for place, folder in _folders(world).items()}
    return {"windows": windows, "texts": texts, "files": files}


def _folders(world: World) -> dict[str, Any]:
    disk = world.disk
    return {
        name: f for name, f in (("ws", disk.root), ("outside", disk.outside), ("sibling", disk.sibling)) if f.exists()
    }


def _fingerprints(world: World, folder: Any) -> dict[str, str | None]:
    return {name: None if data is None else data.decode("latin-1") for name, data in world.disk.listing(folder).items()}


WORDS: list[tuple[re.Pattern[str], Callable[[World, re.Match[str]], Any]]] = [
    (re.compile(r"the tab of (.+)"), lambda world, m: tab_id(world, m[1])),
    (re.compile(r"the padded tab of (.+)"), lambda world, m: f"  {tab_id(world, m[1])} "),
    (re.compile(r"the path of (.*)", re.DOTALL), lambda world, m: place(world, m[1])),
    (re.compile(r"the revision read of (.+)"), lambda world, m: world.names[f"revision of {m[1]}"]),
    (re.compile(r"the label of (.+)"), lambda world, m: world.names[f"label of {m[1]}"]),
    (re.compile(r"an unknown id"), lambda world, m: UNKNOWN_ID),
    (re.compile(r"an unknown label"), lambda world, m: UNKNOWN_LABEL),
]
"""What a string in the arguments of a step may say instead of a literal value."""


def meant(world: World, value: Any) -> Any:
    """Return arguments with the words of `WORDS` replaced by what they stand for."""
    if isinstance(value, dict):
        return {key: meant(world, inner) for key, inner in value.items()}
    if isinstance(value, str):
        for pattern, look_up in WORDS:
            found = pattern.fullmatch(value)
            if found is not None:
                return look_up(world, found)
    return value
