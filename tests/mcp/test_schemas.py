from __future__ import annotations

from vmark_tk.mcp import schemas
from vmark_tk.tools.parameters import PARAMETERS
from vmark_tk.tools.registry import ACTIONS


def test_the_packaged_copy_is_up_to_date() -> None:
    assert schemas.PACKAGED.read_text(encoding="utf-8") == schemas.packaged_text()


def test_schemas_and_registry_speak_of_the_same_tools_and_actions() -> None:
    declared = {tool["name"]: set(tool["inputSchema"]["properties"]["action"]["enum"]) for tool in schemas.TOOLS}
    assert declared == {tool: set(actions) for tool, actions in ACTIONS.items()}


def test_schemas_and_checks_agree_on_every_parameter() -> None:
    for tool in schemas.TOOLS:
        properties = {k: v for k, v in tool["inputSchema"]["properties"].items() if k != "action"}
        parameters = PARAMETERS[tool["name"]]
        assert set(properties) == set(parameters)
        for name, parameter in parameters.items():
            said = properties[name]
            assert said["type"] == parameter.type, name
            assert tuple(said.get("enum", ())) == parameter.enum, name
            assert (said.get("minimum"), said.get("maximum")) == (parameter.least, parameter.most), name
            if parameter.filled:
                assert said["minLength"] == 1, name


def test_annotations_are_those_of_the_surface() -> None:
    hints = {
        tool["name"]: tuple(tool["annotations"][f"{hint}Hint"] for hint in ("readOnly", "destructive", "openWorld"))
        for tool in schemas.TOOLS
    }
    reads, writes = (True, False), (False, True)
    assert hints == {
        "session": (*reads, False),
        "workspace": (*writes, True),
        "document": (*writes, False),
        "workflow": (*writes, False),
        "selection": (*writes, False),
        "browser": (*writes, True),
        "browser_read": (*reads, True),
        "coherence": (*reads, False),
        "coherence_resolve": (*writes, False),
    }


def test_only_the_coherence_tools_require_more_than_an_action() -> None:
    required = {tool["name"]: tool["inputSchema"]["required"] for tool in schemas.TOOLS}
    for name, names in required.items():
        assert names == (["action", "workspace_root"] if name.startswith("coherence") else ["action"])


def test_every_tool_and_parameter_is_described() -> None:
    for tool in schemas.TOOLS:
        assert tool["title"]
        assert tool["description"]
        assert all(value["description"] for value in tool["inputSchema"]["properties"].values())
