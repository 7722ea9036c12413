"""The features, steps, catalogue and mutants fit together, without any subject."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from conformance.catalogue.load import load
from conformance.library import Row, features_folder, read_rows, step_modules
from conformance.mutants.record import all_mutants
from conformance.steps.phrases import Phrase
from conformance.steps.registry import REGISTRY

STEPS = Path(__file__).parents[2] / "conformance" / "steps"
REPLY_ONLY = re.compile(r"the (call|reply|result|words|text of the reply|failure flag|answer)\b|nothing in the reply")
OBSERVING = re.compile(
    r"the client (asks|reads|lists|pings|requests|sends|hangs up"
    r"|calls (session|document\.read|selection\.get|the tool))"
)
FORM_OF_THE_ANSWER = {
    "workspace/new#that-refusal-is-internal",
    "workspace/open#the-answer-tells-what-happened",
    "workspace/open#the-answer-says-that-it-was-left-alone",
    "workspace/open_workspace#the-answer-names-the-folder",
    "workspace/focus_window#the-answer-is-empty",
    "document/write#one-mebibyte",
    "workspace/path_scope#whether-a-file-exists-outside-is-not-told",
    "workspace/open_workspace#a-name-with-direction-characters-is-shown-escaped",
    "document/write#a-read-after-the-answer-sees-the-write",
    "document/read#so-are-keystrokes-made-just-before",
    "workspace/open#what-it-says-about-activation-is-true-behind-another-tab",
    "workspace/open#what-it-says-about-activation-is-true-in-an-empty-window",
}
"""Scenarios about the form of an answer only; the effect of the same call is judged by their neighbours."""
AREAS = ("MCP", "SES", "WSP", "DOC", "SEL")


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    step_modules()
    return read_rows(features_folder())


@pytest.mark.requirement("CNF-020")
def test_every_statement_that_can_be_observed_has_a_scenario(rows: list[Row]) -> None:
    carried = {identifier for row in rows for identifier in row.requirements}
    catalogue = load().requirements
    due = {
        r.id
        for r in catalogue.values()
        if r.check in ("mcp", "mcp+control") and r.id[:3] in AREAS and not "DOC-055" <= r.id <= "DOC-064"
    }
    assert due - carried == set()


@pytest.mark.requirement("CNF-021")
def test_every_scenario_carries_a_known_id(rows: list[Row]) -> None:
    known = set(load().requirements)
    assert [row.id for row in rows if not row.requirements or set(row.requirements) - known] == []


@pytest.mark.requirement("CNF-024")
def test_every_step_matches_exactly_one_definition(rows: list[Row]) -> None:
    wrong = [
        (row.id, kind, text) for row in rows for kind, text in row.steps if len(REGISTRY.matching(kind, text)) != 1
    ]
    assert wrong == []


@pytest.mark.requirement("CNF-041")
def test_a_scenario_that_changes_something_looks_at_more_than_the_reply(rows: list[Row]) -> None:
    blind = []
    for row in rows:
        acts = [text for kind, text in row.steps if kind == "when"]
        seen = [text for kind, text in row.steps if kind == "then"]
        changing = acts and not all(OBSERVING.match(text) for text in acts)
        if changing and row.feature.split("/")[0] in ("workspace", "document", "selection"):
            blind += [row.id] if all(REPLY_ONLY.match(text) for text in seen) else []
    assert set(blind) <= FORM_OF_THE_ANSWER


@pytest.mark.requirement("CNF-085")
def test_no_scenario_takes_a_written_file_for_unsaved(rows: list[Row]) -> None:
    for row in rows:
        files = {name for _, text in row.steps for name in re.findall(r'client has opened "([^"]+)"', text)}
        written = {
            f
            for f in files
            if any(re.match(rf'the client (has )?wr\w+ .* to "{re.escape(f)}"', t) for _, t in row.steps)
        }
        unsaved = {f for f in files if any(f'shows "{f}" with dirty true' in t for _, t in row.steps)}
        assert not written & unsaved, row.id


@pytest.mark.requirement("CNF-065")
def test_steps_are_short_and_never_sleep() -> None:
    for path in sorted(STEPS.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        assert "sleep" not in source, path.name
        if path.name in ("registry.py", "phrases.py"):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 15, f"{path.name}: {node.name}"


def test_features_are_small_and_carry_one_profile(rows: list[Row]) -> None:
    for path in sorted(features_folder().rglob("*.feature")):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 400, path.name
        assert len(set(lines[0].split()) & {"@core", "@browser", "@coherence"}) == 1, path.name
    scenarios = {(row.feature, row.name) for row in rows}
    assert max(Counter(feature for feature, _ in scenarios).values()) <= 30


@pytest.mark.requirement("CNF-080")
def test_two_requirements_of_equal_text_are_linked() -> None:
    texts: dict[str, str] = {}
    for requirement in load().requirements.values():
        other = texts.setdefault(requirement.text, requirement.id)
        assert other == requirement.id or requirement.alias_of, f"{other} and {requirement.id}"


def test_mutants_kill_known_statements_that_have_scenarios(rows: list[Row]) -> None:
    carried = {identifier for row in rows for identifier in row.requirements}
    for mutant in all_mutants():
        assert set(mutant.kills) <= carried, mutant.id


def test_a_phrase_reads_quoted_json_and_matches_the_whole_text() -> None:
    phrase = Phrase("the client writes {text} to {doc}")
    assert phrase.parse_arguments('the client writes "a\\n\\"b\\"" to "x.md"') == {"text": 'a\n"b"', "doc": "x.md"}
    assert phrase.parse_arguments('the client writes "a" to "x.md" twice') is None
    assert not phrase.is_matching('then the client writes "a" to "x.md"')


@pytest.mark.parametrize(
    ("form", "text", "value"),
    [
        ("{n:int}", "-12", -12),
        ("{call:call}", "workspace.open", ("workspace", "open")),
        ("{args:json}", '{"a": [1]}', {"a": [1]}),
        ("{list:quoted_list}", '"a" and "b c"', ["a", "b c"]),
    ],
)
def test_a_phrase_turns_each_form_into_its_value(form: str, text: str, value: object) -> None:
    found = Phrase(form).parse_arguments(text)
    assert found is not None
    assert list(found.values()) == [value]
