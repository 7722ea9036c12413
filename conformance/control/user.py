"""The person in front of the editor, as typed methods for steps: one per method of the control protocol.

Every method checks that its capability is offered before it calls anything (CNF-029). Results are plain JSON values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.control.channel import KNOWN_ERRORS, Channel, ControlBrokenError, ControlError
from conformance.judge.expect import UnverifiedError

Json = dict[str, Any]

CAPABILITY_OF: dict[str, str] = {
    "control.reset": "reset",
    "control.settle": "settle",
    "control.screenshot": "screen",
    "app.state": "app",
    "prompt.wait": "prompt",
    "prompt.list": "prompt",
    "prompt.answer": "prompt",
    "tab.viewer": "tab.viewer",
    "editor.redo": "editor.undo",
    "editor.history": "editor.undo",
    "web.kill_engine": "web.kill_engine",
    "web.act": "web.act",
    "web.map_hosts": "hosts",
    "coherence.delegate": "delegation",
    "coherence.revoke": "delegation",
    "coherence.principal": "delegation",
    "coherence.items": "breakdown",
    "coherence.act": "breakdown",
    "coherence.claim": "canon",
    "coherence.context": "canon",
    "coherence.seed": "seed",
}
WHOLE_METHODS = frozenset({"editor.select", "editor.type", "editor.mode", "editor.content", "editor.undo"})


def capability_of(method: str, key: str = "") -> str:
    """Return the capability a method belongs to: its own name, its family, or `setting:KEY`."""
    if method.startswith("setting."):
        return f"setting:{key}"
    if method in CAPABILITY_OF:
        return CAPABILITY_OF[method]
    return method if method in WHOLE_METHODS else method.partition(".")[0]


class User:
    """Typed methods over one channel. Ranges are objects of 09 section 5.5, for example `{"text": "alpha"}`."""

    def __init__(
        self,
        channel: Channel,
        *,
        offered: Callable[[str], bool],
        on_broken: Callable[[str, str], None] = lambda capability, why: None,
    ) -> None:
        self._channel = channel
        self._offered = offered
        self._on_broken = on_broken

    def can(self, capability: str) -> bool:
        """Return whether a capability is offered and not known to be broken."""
        return self._offered(capability)

    def call(self, method: str, *, key: str = "", **params: Any) -> Any:
        """Call any control method; a parameter that is None is left out."""
        capability = capability_of(method, key)
        if not self._offered(capability):
            raise UnverifiedError(f"control-not-offered:{capability}")
        sent = {name.rstrip("_"): value for name, value in params.items() if value is not None}
        if key:
            sent["key"] = key
        try:
            return self._channel.call(method, sent)
        except ControlError as error:
            if error.code in KNOWN_ERRORS:
                raise
            self._on_broken(capability, str(error))
            raise UnverifiedError(f"control-broken:{capability}") from error
        except ControlBrokenError as error:
            self._on_broken(capability, str(error))
            raise UnverifiedError(f"control-broken:{capability}") from error

    # -- life and state

    def reset(self, workspace: str | None = None) -> Json:
        """Bring the editor into a fresh state, then open `workspace` (laboratory control)."""
        return self.call("control.reset", workspace=workspace)  # type: ignore[no-any-return]

    def settle(self) -> None:
        """Wait until the editor is idle, where it offers that; otherwise its replies are settled anyway."""
        if self.can("settle"):
            self.call("control.settle")

    def screenshot(self, window: str | None = None) -> str:
        """Return a PNG as base64."""
        return str(self.call("control.screenshot", window=window)["png"])

    def app_state(self) -> Json:
        """Return what the person sees: `mcp_light` and `windows` with their tabs."""
        return self.call("app.state")  # type: ignore[no-any-return]

    def stop_editor(self) -> None:
        """Let the editor go away in good order (`life`)."""
        self.call("life.stop")

    def kill_editor(self) -> None:
        """Let the editor die (`life`)."""
        self.call("life.kill")

    def start_editor(self) -> None:
        """Let the editor come back (`life`)."""
        self.call("life.start")

    # -- windows and workspaces

    def window_open(self) -> str:
        """Open a further document window and return its label."""
        return str(self.call("window.open")["label"])

    def window_focus(self, label: str) -> None:
        """Bring a window to the front."""
        self.call("window.focus", label=label)

    def window_close(self, label: str) -> None:
        """Close a window."""
        self.call("window.close", label=label)

    def window_blur(self) -> None:
        """Give the focus to another program."""
        self.call("window.blur")

    def workspace_open(self, path: str, window: str | None = None) -> str | None:
        """Open a folder as workspace and return its instance id, None with the rail off."""
        return self.call("workspace.open", path=path, window=window)["workspaceInstanceId"]  # type: ignore[no-any-return]

    def workspace_close(self, path: str, window: str | None = None) -> Json:
        """Close a workspace folder."""
        return self.call("workspace.close", path=path, window=window)  # type: ignore[no-any-return]

    def workspace_show(self, path: str, window: str | None = None) -> str | None:
        """Show the instance of a folder in the rail and return its id."""
        return self.call("workspace.show", path=path, window=window)["workspaceInstanceId"]  # type: ignore[no-any-return]

    # -- tabs

    def tab_open(self, path: str, window: str | None = None) -> str:
        """Open a file the way a person does and return its tab id."""
        return str(self.call("tab.open", path=path, window=window)["tabId"])

    def tab_activate(self, tab_id: str) -> None:
        """Click on a tab."""
        self.call("tab.activate", tabId=tab_id)

    def tab_close(self, tab_id: str, *, discard: bool | None = None) -> Json:
        """Close a tab; `discard` answers the question about unsaved text."""
        return self.call("tab.close", tabId=tab_id, discard=discard)  # type: ignore[no-any-return]

    def tab_save(self, tab_id: str, path: str | None = None) -> Json:
        """Save a tab, under a new path when one is given."""
        return self.call("tab.save", tabId=tab_id, path=path)  # type: ignore[no-any-return]

    def tab_read_only(self, tab_id: str, value: bool = True) -> None:  # noqa: FBT001, FBT002 - reads as the protocol does
        """Make a document read-only, or writable again."""
        self.call("tab.read_only", tabId=tab_id, value=value)

    def tab_viewer(self, path: str) -> str:
        """Open a file in a tab without an editor and return its tab id."""
        return str(self.call("tab.viewer", path=path)["tabId"])

    # -- the text

    def select(
        self,
        tab_id: str | None = None,
        range: Json | None = None,  # noqa: A002 - the name of the protocol
        *,
        ranges: list[Json] | None = None,
        backwards: bool | None = None,
    ) -> Json:
        """Select a range, or several for several carets; return `{text, collapsed}`."""
        return self.call("editor.select", tabId=tab_id, range=range, ranges=ranges, backwards=backwards)  # type: ignore[no-any-return]

    def type(self, text: str, tab_id: str | None = None) -> None:
        """Type at the caret."""
        self.call("editor.type", tabId=tab_id, text=text)

    def mode(self, mode: str, tab_id: str | None = None) -> str:
        """Switch to `wysiwyg` or `source` and return the mode that is on."""
        return str(self.call("editor.mode", tabId=tab_id, mode=mode)["mode"])

    def content(self, tab_id: str | None = None) -> Json:
        """Return what the editor shows: `{text, selection, mode, editable}`."""
        return self.call("editor.content", tabId=tab_id)  # type: ignore[no-any-return]

    def undo(self, tab_id: str | None = None) -> None:
        """Take one step back."""
        self.call("editor.undo", tabId=tab_id)

    def redo(self, tab_id: str | None = None) -> None:
        """Take one step forward again."""
        self.call("editor.redo", tabId=tab_id)

    def history(self, tab_id: str | None = None) -> list[Json]:
        """Return the checkpoints of a document: `[{description}]`."""
        return self.call("editor.history", tabId=tab_id)  # type: ignore[no-any-return]

    # -- questions and notices

    def prompt_wait(self, kind: str | None = None, timeout_ms: int = 5000) -> Json | None:
        """Wait for a prompt and return it, None when none comes."""
        return self.call("prompt.wait", kind=kind, timeout_ms=timeout_ms)  # type: ignore[no-any-return]

    def prompts(self) -> list[Json]:
        """Return the prompts that wait, the one in front first."""
        return self.call("prompt.list")  # type: ignore[no-any-return]

    def answer(
        self, prompt_id: str, choice: str | None = None, *, key: str | None = None, at_once: bool | None = None
    ) -> Json:
        """Answer a prompt by a choice or by a key; an allowing choice waits out the half second unless `at_once`."""
        given: dict[str, Any] = {"id": prompt_id, "choice": choice, "key_": key, "at_once": at_once}
        return self.call("prompt.answer", **given) or {}

    def notices(self) -> list[Json]:
        """Return the notices that are shown: `[{id, level, text}]`."""
        return self.call("notice.list")  # type: ignore[no-any-return]

    def clear_notices(self) -> None:
        """Dismiss all notices."""
        self.call("notice.clear")

    # -- settings, time, gestures

    def setting(self, key: str) -> Any:
        """Return the value of a setting."""
        return self.call("setting.get", key=key)["value"]

    def set(self, key: str, value: object) -> Any:
        """Change a setting and return its value."""
        return self.call("setting.set", key=key, value=value)["value"]

    def advance(self, ms: int) -> int:
        """Let time pass (laboratory control) and return the editor's clock."""
        return int(self.call("clock.advance", ms=ms)["now"])

    def press(self, chord: str) -> None:
        """Press a key or chord, for example `Control-s`."""
        self.call("gesture.press", chord=chord)

    def click(self, widget: str) -> None:
        """Click a widget by its name."""
        self.call("gesture.click", widget=widget)

    def widgets(self, window: str | None = None) -> list[Json]:
        """Return the widgets a person can see."""
        return self.call("gesture.widgets", window=window)  # type: ignore[no-any-return]

    def audit(self) -> list[Json]:
        """Return what the person can look up about what clients did."""
        return self.call("audit.list")  # type: ignore[no-any-return]

    def grants(self) -> list[Json]:
        """Return the standing permissions."""
        return self.call("grant.list")  # type: ignore[no-any-return]

    def revoke_grant(self, origin: str) -> None:
        """Take back the permissions of an origin."""
        self.call("grant.revoke", origin=origin)
