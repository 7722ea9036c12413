"""The table of methods of the test control, and those about the editor as a whole (09 section 5.4).

`life`, browser, vault and coherence methods are not offered by this build: what is not in the table answers -32601.
"""

from __future__ import annotations

import base64
from typing import Any

from vmark_tk.control import desktop, editing, prompts
from vmark_tk.control.protocol import NOT_OFFERED, ControlError, Deferred, Json, Params, Result, no_such, not_now
from vmark_tk.control.services import ControlServices, Method, Outcome
from vmark_tk.control.targets import window_of
from vmark_tk.core.ids import WindowLabel
from vmark_tk.core.notices import NoticeAction
from vmark_tk.core.ports import Gestures
from vmark_tk.core.settings import SETTINGS

NOT_BUILT = ("browser.", "coherence.", "workflow.")
"""Settings whose feature is not in this build: switching them would show nothing."""


def reset(services: ControlServices, params: Params) -> Result:
    """`control.reset`: one window without tabs and folders, default settings, no questions, notices, permissions."""
    folder, outcome = params.optional_path("workspace"), Outcome()
    services.desk.clear()
    state, commands = services.state, services.commands
    first = next(iter(state.windows), None) or commands.new_window()
    for label in [label for label in state.windows if label != first]:
        commands.close_window(label, discard=True)
    tabs = [tab.id for tab in state.tabs_of(first)]
    if tabs:
        commands.close_tabs(tabs, discard=True)
    for instance in tuple(state.windows[first].instances):
        if instance.root is not None:
            commands.close_workspace(first, instance.id)
    state.settings.reset()
    commands.clear_recent()
    for forget in services.on_reset:
        forget()
    services.desk.clear()
    state.notices.clear()
    if folder is not None:
        commands.open_folder(folder, first, outcome)

    def result() -> Json:
        outcome.check()
        return {}

    return result


def settle(_services: ControlServices, _params: Params) -> Result:
    """`control.settle`: every answer is settled, so this one too."""
    return dict


def screenshot(services: ControlServices, params: Params) -> Result:
    """`control.screenshot`: a PNG of a window."""
    label = window_of(services, params).label

    def result() -> Json:
        if services.gestures is None:
            raise not_now("there is no display")
        return {"png": base64.b64encode(services.gestures.screenshot(label)).decode("ascii")}

    return result


def notice_list(services: ControlServices, _params: Params) -> Result:
    """`notice.list`: what was told to the person, oldest first."""
    return lambda: [
        {"id": notice.id, "level": notice.level, "text": notice.text, "action": _label(notice.action)}
        for notice in services.state.notices.kept
    ]


def notice_clear(services: ControlServices, _params: Params) -> Result:
    """`notice.clear`: forget what was told."""
    changed = bool(services.state.notices.kept)
    services.state.notices.clear()
    return lambda: {"changed": changed}


def setting_get(services: ControlServices, params: Params) -> Result:
    """`setting.get`: the present value."""
    key = _setting(params)
    return lambda: {"value": services.state.settings[key]}


def setting_set(services: ControlServices, params: Params) -> Result:
    """`setting.set`: as in the settings dialog."""
    key = _setting(params)
    value = params.given.get("value")
    if not isinstance(value, bool | int | float | str):
        raise params.bad("value", "true, false, a number or a text")
    try:
        changed = services.state.settings.set(key, value)
    except ValueError as error:
        raise params.bad("value", f"a value that fits: {error}") from error
    return lambda: {"value": services.state.settings[key], "changed": changed}


def audit_list(services: ControlServices, _params: Params) -> Result:
    """`audit.list`: what the person can look up, oldest first."""
    return lambda: [
        {
            "time": record.at,
            "event": record.event,
            "client": record.client,
            "principal": record.principal,
            "operation": record.operation,
            "origin": record.target,
            "answer": record.outcome,
        }
        for record in services.audit.records
    ]


def clock_advance(services: ControlServices, params: Params) -> Result:
    """`clock.advance`: the clock goes forward and everything that looks at it looks now; milliseconds."""
    services.clock.advance(params.whole("ms") / 1000)
    for check in services.on_clock_moved:
        check()
    return lambda: {"now": round(services.clock.now() * 1000)}


def gesture_press(services: ControlServices, params: Params) -> Result:
    """`gesture.press`: keys, where the focus is."""
    _gestures(services).press(params.text("chord"))
    return dict


def gesture_click(services: ControlServices, params: Params) -> Result:
    """`gesture.click`: a widget by its name."""
    widget = params.text("widget")
    known = {seen["widget"] for label in services.state.windows for seen in _gestures(services).widgets(label)}
    if widget not in known:
        raise no_such("widget", widget)
    _gestures(services).click(widget)
    return dict


def gesture_widgets(services: ControlServices, params: Params) -> Result:
    """`gesture.widgets`: the named widgets a person can see."""
    name = params.optional_text("window")
    label: WindowLabel | None = None if name is None else window_of(services, params).label
    return lambda: [dict(seen) for seen in _gestures(services).widgets(label)]


METHODS: dict[str, Method] = {
    "control.reset": reset,
    "control.settle": settle,
    "notice.list": notice_list,
    "notice.clear": notice_clear,
    "audit.list": audit_list,
    "setting.get": setting_get,
    "setting.set": setting_set,
    "clock.advance": clock_advance,
    **desktop.METHODS,
    **editing.METHODS,
    **prompts.METHODS,
}
WITH_WIDGETS: dict[str, Method] = {
    "control.screenshot": screenshot,
    "gesture.press": gesture_press,
    "gesture.click": gesture_click,
    "gesture.widgets": gesture_widgets,
}
CAPABILITIES: dict[str, str] = {
    "control.reset": "reset",
    "control.settle": "settle",
    "control.screenshot": "screen",
    "tab.viewer": "tab.viewer",
    "editor.select": "editor.select",
    "editor.type": "editor.type",
    "editor.mode": "editor.mode",
    "editor.content": "editor.content",
    "editor.undo": "editor.undo",
    "editor.redo": "editor.undo",
    "editor.history": "editor.undo",
}
"""Methods whose capability is not the first part of their name (09 section 5.4, column one)."""


class Table:
    """The methods that this editor offers."""

    def __init__(self, services: ControlServices) -> None:
        self._services = services
        self._methods = {**METHODS, **({} if services.gestures is None else WITH_WIDGETS)}

    @property
    def settings(self) -> list[str]:
        """Return the settings that can be read and changed."""
        return sorted(key for key in SETTINGS if not key.startswith(NOT_BUILT))

    @property
    def offers(self) -> list[str]:
        """Return the capabilities, computed from the methods and settings that are there."""
        named = {CAPABILITIES.get(method, method.partition(".")[0]) for method in self._methods}
        return sorted(named - {"setting"}) + [f"setting:{key}" for key in self.settings]

    def call(self, method: str, given: dict[str, Any]) -> Result | Deferred:
        """Start a method. Loop thread only.

        Raises:
            ControlError: the call is refused.
        """
        found = self._methods.get(method)
        if found is None:
            raise ControlError(NOT_OFFERED, f"{method} is not offered")
        return found(self._services, Params(given))


def _setting(params: Params) -> str:
    key = params.text("key")
    if key not in SETTINGS or key.startswith(NOT_BUILT):
        raise ControlError(NOT_OFFERED, f"setting:{key} is not offered")
    return key


def _gestures(services: ControlServices) -> Gestures:
    if services.gestures is None:
        raise not_now("there is no display")
    return services.gestures


def _label(action: NoticeAction | None) -> str | None:
    return None if action is None else action.label
