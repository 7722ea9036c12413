"""Whole runs against the paper subject and against nasty ones: verdict and exit code are pinned."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.cli import main

PAPER = f"{sys.executable} -m conformance.subjects.paper"
AREA = "workspace/close"
EFFECTS = ("WSP-112", "WSP-113", "WSP-115")


def run(server: str, out: Path, *more: str, only: str = AREA, factor: str = "0.2") -> tuple[int, dict[str, Any]]:
    words = ["run", "--server", server, "--workspace-args", "{path}", "--control", "none", "--only", only]
    words += ["--out", str(out), "--timeout-factor", factor, "--seed", "7", "--allow-unverified", "--quiet", *more]
    code = main(words)
    return code, json.loads((out / "report.json").read_text(encoding="utf-8"))


def hostile(
    habit: str, tmp_path: Path, *, only: str = f"{AREA}#a-clean-tab,{AREA}#an-unknown-tab"
) -> tuple[int, dict[str, Any]]:
    return run(f"{sys.executable} -m conformance.mutants.hostile {habit}", tmp_path / habit, "--no-confirm", only=only)


@pytest.mark.requirement("CNF-002", "CNF-010", "CNF-034", "CNF-054", "CNF-061")
def test_the_paper_subject_passes_and_two_runs_agree(tmp_path: Path) -> None:
    code, first = run(PAPER, tmp_path / "one")
    assert code == 0
    assert {row["outcome"] for row in first["scenarios"]} <= {"passed", "unverified", "excluded"}
    assert "none" in first["profiles"][0]["verdict"]
    _, second = run(PAPER, tmp_path / "two", "--shuffle", "7")
    found = [{r["id"]: r["outcome"] for r in report["requirements"]} for report in (first, second)]
    assert found[0] == found[1]


@pytest.mark.requirement("CNF-028", "CNF-029")
def test_an_unmet_need_starts_nothing(tmp_path: Path) -> None:
    code, report = run(PAPER, tmp_path / "out", only="control/smoke")
    assert code == 3
    assert {row["outcome"] for row in report["scenarios"]} == {"unverified", "excluded"}
    assert all(
        row["reason"].startswith("control-not-offered:")
        for row in report["scenarios"]
        if row["outcome"] == "unverified"
    )
    events = (tmp_path / "out" / "events.ndjson").read_text(encoding="utf-8").splitlines()
    assert sum('"method": "initialize"' in line for line in events) == 1


@pytest.mark.requirement("CNF-036", "CNF-059")
@pytest.mark.parametrize(
    ("habit", "code"),
    [
        ("exits", 3),
        ("never", 3),
        ("prints", 1),
        ("wrong_id", 1),
        ("twice", 1),
        ("not_utf8", 1),
        ("truncated", 1),
        ("garbage", 1),
        ("floods", 0),
        ("yes", 1),
        ("no", 1),
    ],
)
def test_a_hostile_subject_gets_its_exit_code(habit: str, code: int, tmp_path: Path) -> None:
    ended, report = hostile(habit, tmp_path)
    assert ended == code
    assert bool(report["not_judged"]) == (code == 3)


@pytest.mark.requirement("CNF-060")
@pytest.mark.parametrize("habit", ["yes", "no"])
def test_empty_answers_pass_nothing_about_an_effect(habit: str, tmp_path: Path) -> None:
    _, report = hostile(habit, tmp_path, only=",".join(EFFECTS))
    assert not [r["id"] for r in report["requirements"] if r["id"] in EFFECTS and r["outcome"] == "passed"]


@pytest.mark.requirement("CNF-037", "CNF-014")
@pytest.mark.parametrize("habit", ["crashes", "hangs"])
def test_a_crash_is_blamed_on_its_scenario_and_the_next_one_gets_a_new_process(habit: str, tmp_path: Path) -> None:
    _, report = hostile(habit, tmp_path, only=f"{AREA}#a-clean-tab,session/get_state#a-new-tab-is-listed-last")
    outcomes = {row["id"]: row["outcome"] for row in report["scenarios"] if row["outcome"] != "excluded"}
    assert outcomes == {f"{AREA}#a-clean-tab": "failed", "session/get_state#a-new-tab-is-listed-last": "passed"}


@pytest.mark.requirement("CNF-050", "CNF-051", "CNF-048")
def test_a_failure_says_how_to_repeat_it_and_no_path_of_the_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile("no", tmp_path)
    said = capsys.readouterr().out
    assert f"--only '{AREA}#a-clean-tab' --seed 7" in said
    assert "WSP-112 (MUST" in said
    events = (tmp_path / "no" / "events.ndjson").read_text(encoding="utf-8")
    assert "/vc-" not in events
    assert str(Path.home()) not in events


@pytest.mark.requirement("CNF-038")
def test_no_process_of_the_subject_is_left(tmp_path: Path) -> None:
    mark = f"judged-in-{tmp_path.name}"
    run(f"{sys.executable} -X {mark} -m conformance.subjects.paper", tmp_path / "out", only=f"{AREA}#a-clean-tab")
    assert not [pid for pid in Path("/proc").glob("[0-9]*") if mark in _command(pid)]


def _command(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""
