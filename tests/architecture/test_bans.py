"""Calls and shapes that are banned everywhere, with what to use instead (10 sections 5.3 and 12)."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.sources import ROOT, sources

BOTH = (*sources("vmark_tk"), *sources("conformance"))

# what is called -> modules that may, and the reason or the thing to use instead
BANNED_CALLS: dict[str, tuple[tuple[str, ...], str]] = {
    "time.sleep": ((), "wait for the awaited thing"),
    "time.time": (("vmark_tk.core.clock", "conformance"), "take the Clock"),
    "datetime.now": (("vmark_tk.core.clock", "conformance.report"), "take the Clock"),
    "print": (
        ("vmark_tk.cli", "conformance.report.terminal", "conformance.cli", "conformance.verbs"),
        "log, or return text",
    ),
}
BANNED_METHODS = ("update", "wait_window", "wait_variable", "wait_visibility", "mainloop")
MODULE_LINES = 500
DATA_TABLES = {"vmark_tk.mcp.schemas", "vmark_tk.ui.texts"}
BAD_NAMES = {"utils", "helpers", "common", "misc", "manager"}


@pytest.mark.parametrize("call", sorted(BANNED_CALLS))
def test_a_banned_call_occurs_at_its_home_only(call: str) -> None:
    homes, instead = BANNED_CALLS[call]
    strays = [s.name for s in BOTH if call in set(s.calls()) and not s.name.startswith(homes or ("-",))]
    assert not strays, instead


def test_no_nested_event_loop_in_the_interface() -> None:
    strays = []
    for source in sources("vmark_tk"):
        if source.package != "ui":
            continue
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in BANNED_METHODS:
                widget_update = node.func.attr == "update" and not node.args and not node.keywords
                if node.func.attr != "update" or widget_update:
                    strays.append(f"{source.name}:{node.lineno} {ast.unparse(node.func)}")
    assert [s for s in strays if not s.endswith("root.mainloop")] == []


@pytest.mark.parametrize("module", ["messagebox", "simpledialog", "filedialog"])
def test_the_toolkits_own_dialogs_are_used_by_native_dialogs_only(module: str) -> None:
    strays = [s.name for s in sources("vmark_tk") for n in s.imports() if n == f"tkinter.{module}"]
    assert set(strays) <= {"vmark_tk.ui.native_dialogs"}


def test_modules_are_small_enough_to_be_one_thing() -> None:
    assert not [
        (s.name, s.text.count("\n")) for s in BOTH if s.text.count("\n") > MODULE_LINES and s.name not in DATA_TABLES
    ]


def test_every_module_says_what_it_owns_and_has_a_telling_name() -> None:
    assert not [s.name for s in BOTH if not ast.get_docstring(s.tree)]
    assert not [s.name for s in BOTH if s.name.rsplit(".", 1)[-1] in BAD_NAMES]
    assert not [s.name for s in BOTH if "from __future__ import annotations" not in s.text]


def test_no_module_keeps_changing_state() -> None:
    changing = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    strays = []
    for source in sources("vmark_tk"):
        for node in source.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, changing):
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
                strays += [
                    f"{source.name}.{name}" for name in names if not name.strip("_").isupper() and name != "__all__"
                ]
    assert not strays


def test_text_files_are_opened_with_an_encoding() -> None:
    strays = []
    for source in BOTH:
        for node in ast.walk(source.tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr in ("read_text", "write_text") and not any(k.arg == "encoding" for k in node.keywords):
                strays.append(f"{source.name}:{node.lineno}")
    assert not strays


def test_only_the_desk_writes_grants() -> None:
    writers = {"mint", "spend", "expire", "revoke"}
    strays = [
        source.name
        for source in sources("vmark_tk")
        if not source.name.startswith("vmark_tk.approvals")
        for call in source.calls()
        if "grants." in call and call.rsplit(".", 1)[-1] in writers
    ]
    assert not strays


def test_the_project_speaks_of_itself_alone() -> None:
    words = ("/wor" + "k/", "/ro" + "ot/", "/tmp/" + "bash")
    suffixes = {".py", ".md", ".toml", ".feature", ".js", ""}
    folders = ("vmark_tk", "conformance", "features", "tests", "benchmarks", ".ci")
    files = [p for top in folders for p in (ROOT / top).rglob("*") if p.is_file() and p.suffix in suffixes]
    files += [p for p in ROOT.glob("*") if p.is_file() and p.suffix in suffixes]
    found = []
    for path in files:
        if "__pycache__" in path.parts:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{path.relative_to(ROOT)}: {word}" for word in words if word in text]
    assert not found
