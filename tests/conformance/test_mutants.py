"""The proof of the suite: what the proxy does to a wire, which word a proof gets, and how the verb ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue.load import load
from conformance.cli import main
from conformance.mutants.proxy import command_through
from conformance.mutants.record import Fault, Mutant
from conformance.mutants.run import Proof, judge
from conformance.verbs.mutants import code_of, untested

PAPER = f"{sys.executable} -m conformance.subjects.paper"
WRITE_THEN_READ = (
    ("document", {"action": "write", "content": "one\ntwo\n"}),
    ("document", {"action": "read"}),
)


def through(mutant: str, folder: Path) -> tuple[int, list[dict[str, Any]], list[str]]:
    """Make a tab, write and read behind a mutant; return exit code, replies in order, and the lines of firings."""
    fired = folder / "fired"
    calls = [("workspace", {"action": "new"}), *WRITE_THEN_READ]
    messages: list[dict[str, Any]] = [
        {
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        *({"method": "tools/call", "params": {"name": name, "arguments": args}} for name, args in calls),
    ]
    command = command_through(mutant, fired, [*PAPER.split(), str(folder)])
    replies: list[dict[str, Any]] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as proxy:
        assert proxy.stdin is not None
        assert proxy.stdout is not None
        for number, message in enumerate(messages):
            proxy.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, **message}).encode() + b"\n")
            proxy.stdin.flush()
            replies.append(json.loads(proxy.stdout.readline()))
        proxy.stdin.close()
        code = proxy.wait(5)
    return code, replies, fired.read_text(encoding="utf-8").splitlines() if fired.exists() else []


def data(reply: dict[str, Any]) -> dict[str, Any]:
    return dict(json.loads(reply["result"]["content"][0]["text"]))


def test_the_proxy_rewrites_a_reply_counts_it_and_ends_with_the_subject(tmp_path: Path) -> None:
    code, replies, fired = through("M26", tmp_path)
    assert code == 0
    assert [reply["id"] for reply in replies] == [0, 1, 2, 3]
    assert data(replies[-1])["content"] == "one\ntwo"
    assert fired == ["M26"]


def test_the_proxy_asks_the_subject_without_showing_that_to_the_runner(tmp_path: Path) -> None:
    _, replies, fired = through("M25", tmp_path)
    assert [reply["id"] for reply in replies] == [0, 1, 2, 3]
    assert data(replies[2])["revision"] != data(replies[3])["revision"]
    assert fired == ["M25"]


def test_a_fault_that_does_not_fit_leaves_everything_as_it_was(tmp_path: Path) -> None:
    _, replies, fired = through("M40", tmp_path)
    assert data(replies[-1])["content"] == "one\ntwo\n"
    assert data(replies[2])["revision"] == data(replies[3])["revision"]
    assert fired == []


def report(**outcomes: str) -> dict[str, Any]:
    """Return a report with one row and one requirement per id; `DOC_040` stands for DOC-040."""
    named = {name.replace("_", "-"): outcome for name, outcome in outcomes.items()}
    return {
        "not_judged": "",
        "requirements": [{"id": name, "outcome": outcome} for name, outcome in named.items()],
        "scenarios": [
            {"id": name, "outcome": outcome, "reason": "control-not-offered:window", "requirements": [name]}
            for name, outcome in named.items()
        ],
    }


@pytest.mark.parametrize(
    ("outcomes", "fired", "word"),
    [
        ({"DOC_040": "failed", "DOC_001": "failed"}, 1, "killed"),
        ({"DOC_040": "failed", "DOC_001": "passed"}, 1, "killed"),
        ({"DOC_040": "blocked"}, 1, "killed"),
        ({"DOC_040": "passed", "DOC_001": "failed"}, 1, "survived"),
        ({"DOC_040": "failed", "DOC_015": "failed"}, 1, "imprecise"),
        ({"DOC_040": "failed"}, 0, "not exercised"),
        ({"DOC_040": "passed"}, 0, "not exercised"),
        ({"DOC_040": "unverified"}, 0, "unverified"),
        ({"DOC_040": "unverified", "DOC_001": "failed"}, 1, "unverified"),
    ],
)
def test_a_proof_gets_its_word(outcomes: dict[str, str], fired: int, word: str) -> None:
    mutant = Mutant("M26", "document", "a fault", Fault, kills=("DOC-040",), also=("DOC-001",))
    assert judge(mutant, report(**outcomes), fired, frozenset(), load()).word == word


def test_a_kill_of_an_absent_feature_is_not_asked_for_but_one_must_remain() -> None:
    mutant = Mutant("M37", "selection", "a fault", Fault, kills=("SEL-036", "SEL-052"))
    found = {
        outcome: judge(mutant, report(SEL_036=outcome, SEL_052="not-applicable"), 1, frozenset(), load()).word
        for outcome in ("failed", "passed", "not-applicable")
    }
    assert found == {"failed": "killed", "passed": "survived", "not-applicable": "unverified"}


def test_a_run_that_broke_is_no_kill() -> None:
    mutant = Mutant("M26", "document", "a fault", Fault, kills=("DOC-040",), also=("DOC-001",))
    broken = {**report(DOC_040="failed"), "not_judged": "the subject went away"}
    assert judge(mutant, broken, 1, frozenset(), load()).word == "not exercised"
    ours = report(DOC_040="failed", DOC_001="suite-error")
    assert judge(mutant, ours, 1, frozenset(), load()).word == "imprecise"


def test_what_is_red_without_the_fault_is_held_against_nobody() -> None:
    mutant = Mutant("M26", "document", "a fault", Fault, kills=("DOC-040",))
    found = judge(mutant, report(DOC_040="failed", DOC_015="failed"), 1, frozenset({"DOC-015"}), load())
    assert found.word == "killed"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"killed": 2}, 0),
        ({"killed": 2, "unverified": 1}, 4),
        ({"killed": 2, "survived": 1, "unverified": 1}, 1),
        ({"imprecise": 1}, 1),
        ({"survived": 1, "not exercised": 1}, 3),
    ],
)
def test_only_killing_all_ends_well(words: dict[str, int], code: int) -> None:
    assert code_of(Counter(words), judged=True) == code


def test_a_swept_field_is_untested_when_all_its_faults_survive() -> None:
    def proof(field: str, kind: str, word: str) -> Proof:
        return Proof(
            Mutant(f"F:document.read:{field}:{kind}", "document", kind, Fault, kills=(), kind="sweep"), word, 1
        )

    proofs = [proof("kind", "type", "survived"), proof("kind", "stale", "survived")]
    proofs += [proof("content", "type", "survived"), proof("content", "stale", "killed")]
    assert untested(proofs) == ["document.read:kind"]


def prove(*more: str, server: str = PAPER) -> int:
    words = [
        "mutants",
        "--server",
        server,
        "--workspace-args",
        "{path}",
        "--control",
        "none",
        "--timeout-factor",
        "0.2",
    ]
    return main([*words, "--no-color", *more])


def test_the_verb_kills_with_the_paper_subject_and_says_so_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert prove("--mutant", "M09", "--mutant", "M26") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["M09", "killed"], ["M26", "killed"]]
    assert lines[-1] == "2 passed, 0 failed, 0 skipped"


def test_a_mutant_that_needs_a_control_is_not_called_killed(capsys: pytest.CaptureFixture[str]) -> None:
    assert prove("--mutant", "M36") == 4
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 0 failed, 1 skipped"


def test_a_subject_that_cannot_be_judged_proves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    server = f"{sys.executable} -m conformance.mutants.hostile exits"
    assert prove("--mutant", "M26", server=server) == 3
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"
