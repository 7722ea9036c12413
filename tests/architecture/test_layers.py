"""Imports follow the layer table (ARC-001 to ARC-004, ARC-025 to ARC-027, ARC-035)."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.architecture.sources import sources

LAYER_ONE = ("markdown", "cjk", "github_workflow")
DOMAIN = ("core", *LAYER_ONE, "approvals", "browser", "coherence")

# package -> what of ours it may import, as dotted prefixes below vmark_tk
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "core": ("core",),
    "markdown": ("markdown", "core"),
    "cjk": ("cjk", "core"),
    "github_workflow": ("github_workflow", "core"),
    "coherence": ("coherence", "core", "markdown"),
    "browser": ("browser", "core", *LAYER_ONE, "approvals.subject"),
    "approvals": ("approvals", "core"),
    "bus": ("bus", "core.result", "core.ids", "core.ports", "core.clock"),
    "tools": ("tools", "bus", *DOMAIN, "commands.port", "__version__"),
    "commands": ("commands", *DOMAIN),
    "ui": (
        "ui",
        "core",
        "markdown",
        "approvals",
        "commands.port",
        "browser.model",
        "coherence.kernel",
        "bus.loop",
        "__version__",
    ),
    "mcp": ("mcp", "bus", "core.result", "core.ids", "core.ports", "core.clock", "__version__"),
    "control": ("control", "bus", "core", "approvals", "commands.port", "__version__"),
    "drivers": ("drivers", "browser.driver", "system.processes", "core"),
    "system": ("system", "core", "browser.address", "__version__"),
}
TOP_MODULES = {"app", "serving", "cli", "doctor", "__main__"}
BRIDGE_MAY_IMPORT = ("system.places", "system.processes", "system.instance", "__version__", "bridge")


def ours(imports: Iterator[str]) -> Iterator[str]:
    for name in imports:
        if name == "vmark_tk" or name.startswith("vmark_tk."):
            yield name.removeprefix("vmark_tk").removeprefix(".")


def allowed(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)


def test_every_package_imports_only_what_its_layer_may() -> None:
    wrong = [
        f"{source.name} imports {name}"
        for source in sources("vmark_tk")
        if source.package in MAY_IMPORT
        for name in ours(source.imports())
        if not allowed(name, MAY_IMPORT[source.package])
    ]
    assert not wrong


def test_every_package_has_a_place_in_the_layer_table() -> None:
    packages = {source.package for source in sources("vmark_tk") if source.package}
    assert packages <= {*MAY_IMPORT, *TOP_MODULES, "bridge"}


def test_the_bridge_needs_the_standard_library_and_places_and_processes_only() -> None:
    bridge = [source for source in sources("vmark_tk") if source.name.startswith("vmark_tk.bridge")]
    assert bridge
    for source in bridge:
        for name in source.imports():
            if name.startswith("vmark_tk"):
                assert allowed(name.removeprefix("vmark_tk."), BRIDGE_MAY_IMPORT), name
            else:
                assert name.split(".")[0] in sys.stdlib_module_names, name


@pytest.mark.parametrize(("top", "other"), [("vmark_tk", "conformance"), ("conformance", "vmark_tk")])
def test_product_and_judge_do_not_import_each_other(top: str, other: str) -> None:
    assert not [s.name for s in sources(top) for name in s.imports() if name.split(".")[0] == other]


# third-party or banned module -> where it may be imported
HOMES: dict[str, tuple[str, ...]] = {
    "tkinter": ("vmark_tk.ui", "vmark_tk.drivers.preview_host"),
    "customtkinter": ("vmark_tk.ui.chrome",),
    "tkinterweb": ("vmark_tk.drivers.preview_host", "vmark_tk.ui.preview_pane"),
    "webview": ("vmark_tk.drivers.webview_host",),
    "gi": ("vmark_tk.drivers",),
    "mcp": ("vmark_tk.mcp.server",),
    "mcp_types": ("vmark_tk.mcp.server",),
    "anyio": ("vmark_tk.mcp.server",),
    "asyncio": ("vmark_tk.mcp.server",),
    "watchdog": ("vmark_tk.system.watcher",),
    "keyring": ("vmark_tk.system.keychain",),
    "subprocess": (
        "vmark_tk.system.processes",
        "conformance.subject",
        "conformance.control.channel_exec",
        "conformance.mutants",
    ),
    "threading": (
        "vmark_tk.bus.loop",
        "vmark_tk.bus.bus",
        "vmark_tk.ui.loop",
        "vmark_tk.mcp",
        "vmark_tk.control.server",
        "vmark_tk.system",
        "vmark_tk.bridge",
        "conformance",
    ),
    "uuid": ("vmark_tk.core.ids",),
    "random": ("vmark_tk.core.ids", "conformance"),
    "secrets": ("vmark_tk.core.ids", "vmark_tk.mcp.door", "vmark_tk.system.instance", "conformance"),
}


@pytest.mark.parametrize("module", sorted(HOMES))
def test_a_guarded_module_is_imported_at_its_home_only(module: str) -> None:
    strays = [
        source.name
        for top in ("vmark_tk", "conformance")
        for source in sources(top)
        for name in source.imports()
        if name.split(".")[0] == module
        and not any(source.name == home or source.name.startswith(home + ".") for home in HOMES[module])
    ]
    assert not strays
