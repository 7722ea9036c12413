"""`window.*`, `workspace.*`, `tab.*` and `app.state` of the test control: each goes through the person's commands."""

from __future__ import annotations

from vmark_tk.control.protocol import Deferred, Json, Params, Result, no_such, not_now
from vmark_tk.control.services import ControlServices, Method, Outcome, until
from vmark_tk.control.targets import document_of, instance_with_root, tab_of, tab_with_path, window_of
from vmark_tk.core.ids import TabId, WindowLabel
from vmark_tk.core.state import Window, WorkspaceInstance


def app_state(services: ControlServices, _params: Params) -> Result:
    """`app.state`: what the person sees."""

    def result() -> Json:
        focused = services.windows.focused()
        windows = [
            {
                "label": window.label,
                "title": _title(services, window),
                "os_focused": window.label == focused,
                "workspace": _text(window.shown_instance.root),
                "tabs": _tabs(services, window),
            }
            for window in services.state.windows.values()
        ]
        return {"mcp_light": _light(services), "windows": windows}

    return result


def window_open(services: ControlServices, _params: Params) -> Deferred:
    """`window.open`: one more window, which most window managers give the focus."""
    label = services.commands.new_window()
    return until(services, lambda: services.windows.focused() == label, lambda: {"label": label}, None)


def window_focus(services: ControlServices, params: Params) -> Deferred:
    """`window.focus`: answered once the window system has given the focus."""
    params.text("label")
    window = window_of(services, params, "label")
    services.commands.focus_window(window.label)
    return until(
        services,
        lambda: services.windows.focused() == window.label,
        lambda: {"label": window.label},
        "the window system did not give the focus",
    )


def window_blur(services: ControlServices, _params: Params) -> Deferred:
    """`window.blur`: another program has the focus."""
    services.windows.blur()
    return until(
        services,
        lambda: services.windows.focused() is None,
        lambda: {"label": None},
        "the window system did not take the focus away",
    )


def window_close(services: ControlServices, params: Params) -> Result:
    """`window.close`: unsaved tabs are asked about."""
    label = WindowLabel(params.text("label"))
    was_there = label in services.state.windows
    if was_there:
        services.commands.close_window(label)

    def result() -> Json:
        waiting = label in services.state.windows
        return {"label": label, "changed": was_there and not waiting, **({"waiting": True} if waiting else {})}

    return result


def workspace_open(services: ControlServices, params: Params) -> Result:
    """`workspace.open`: the person opens a folder."""
    window, path, outcome = window_of(services, params), params.path("path"), Outcome()
    services.commands.open_folder(path, window.label, outcome)

    def result() -> Json:
        outcome.check()
        return {**_instance_id(services, instance_with_root(services, window, params)), **outcome.facts()}

    return result


def workspace_close(services: ControlServices, params: Params) -> Result:
    """`workspace.close`: the person closes a folder; its tabs stay."""
    window = window_of(services, params)
    instance = instance_with_root(services, window, params)
    answer = {**_instance_id(services, instance), "changed": instance is not None}
    if instance is not None:
        services.commands.close_workspace(window.label, instance.id)
    return lambda: answer


def workspace_show(services: ControlServices, params: Params) -> Result:
    """`workspace.show`: the person looks at another folder of the window."""
    window = window_of(services, params)
    instance = instance_with_root(services, window, params)
    if instance is None:
        raise no_such("workspace", params.optional_text("path"))
    changed = window.shown != instance.id
    services.commands.show_workspace(window.label, instance.id)
    return lambda: {**_instance_id(services, instance), "changed": changed}


def tab_open(services: ControlServices, params: Params) -> Result:
    """`tab.open`: the person opens a file."""
    window, path, outcome = window_of(services, params), params.path("path"), Outcome()
    services.commands.open_paths([path], window.label, outcome)
    return lambda: _opened(services, params, window.label, outcome)


def tab_viewer(services: ControlServices, params: Params) -> Result:
    """`tab.viewer`: a file shown without an editor."""
    window, path, outcome = window_of(services, params), params.path("path"), Outcome()
    services.commands.open_viewer(path, window.label, outcome)
    return lambda: _opened(services, params, window.label, outcome)


def tab_activate(services: ControlServices, params: Params) -> Result:
    """`tab.activate`: the person clicks on a tab."""
    params.text("tabId")
    tab = tab_of(services, params)
    active = services.state.active_tab(tab.window)
    changed = active is None or active.id != tab.id
    services.commands.activate_tab(tab.id)
    return lambda: {"tabId": tab.id, "changed": changed}


def tab_close(services: ControlServices, params: Params) -> Result:
    """`tab.close`: unsaved text is asked about unless `discard`."""
    tab, outcome = TabId(params.text("tabId")), Outcome()
    discard = params.flag("discard", default=False)
    was_there = tab in services.state.tabs
    if was_there:
        services.commands.close_tabs([tab], discard=discard, done=outcome)
    else:
        outcome(None)

    def result() -> Json:
        outcome.check()
        return {"tabId": tab, "changed": was_there and tab not in services.state.tabs, **outcome.facts()}

    return result


def tab_save(services: ControlServices, params: Params) -> Result:
    """`tab.save`: to its file, or to `path`."""
    params.text("tabId")
    tab, _document = document_of(services, params)
    path, outcome = params.optional_path("path"), Outcome()
    if path is not None:
        services.commands.save_as(tab.id, path, outcome)
    elif tab.path is None:
        raise not_now("the document has no file yet; give a path")
    else:
        services.commands.save(tab.id, outcome)

    def result() -> Json:
        outcome.check()
        return {"tabId": tab.id, **outcome.facts()}

    return result


def tab_read_only(services: ControlServices, params: Params) -> Result:
    """`tab.read_only`: the lock of a document."""
    params.text("tabId")
    tab, document = document_of(services, params)
    wanted = params.flag("value")
    changed = document.read_only != wanted
    if changed:
        services.commands.toggle_read_only(tab.id)

    def result() -> Json:
        if document.read_only != wanted:
            raise not_now("the document stays as it is")
        return {"tabId": tab.id, "changed": changed}

    return result


METHODS: dict[str, Method] = {
    "app.state": app_state,
    "window.open": window_open,
    "window.focus": window_focus,
    "window.blur": window_blur,
    "window.close": window_close,
    "workspace.open": workspace_open,
    "workspace.close": workspace_close,
    "workspace.show": workspace_show,
    "tab.open": tab_open,
    "tab.viewer": tab_viewer,
    "tab.activate": tab_activate,
    "tab.close": tab_close,
    "tab.save": tab_save,
    "tab.read_only": tab_read_only,
}


def _opened(services: ControlServices, params: Params, window: WindowLabel, outcome: Outcome) -> Json:
    outcome.check()
    tab = tab_with_path(services, params.path("path"), window)
    if tab is None:
        raise not_now("a question waits for the person" if outcome.waiting else "the file was not opened")
    return {"tabId": tab.id}


def _instance_id(services: ControlServices, instance: WorkspaceInstance | None) -> dict[str, Json]:
    shown = instance is not None and services.state.rail
    return {"workspaceInstanceId": instance.id if shown and instance is not None else None}


def _tabs(services: ControlServices, window: Window) -> list[Json]:
    active = services.state.active_tab(window.label)
    return [
        {
            "tabId": tab.id,
            "title": tab.title,
            "shown": active is not None and tab.id == active.id,
            "dirty_mark": tab.document is not None and tab.document.dirty,
        }
        for tab in services.state.tabs_of(window.label)
        if services.state.visible(tab)
    ]


def _title(services: ControlServices, window: Window) -> str:
    if services.title_of is not None:
        return services.title_of(window.label)
    active = services.state.active_tab(window.label)
    return "" if active is None else active.title


def _light(services: ControlServices) -> str:
    if not services.state.settings.flag("mcp.enabled"):
        return "stopped"
    return "connected" if services.clients.clients() else "waiting"


def _text(path: object) -> str | None:
    return None if path is None else str(path)
