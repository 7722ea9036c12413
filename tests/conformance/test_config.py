"""Options and subject files: what wins, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cli import main
from conformance.config import UsageError, described, deviations_of, known_subject, read_subject
from conformance.judge.deviations import check_known, stale

FULL = """
[implementation]
name = "paper-vmark"
[server]
command = ["paper-vmark", "--stdio"]
workspace_args = ["--folder", "{path}"]
lifecycle = "separate"
[claims]
profiles = ["core"]
features = ["source-mode"]
[[deviation]]
requirement = "DOC-001"
reason = "soon"
"""


def test_a_subject_file_is_read_and_the_command_line_wins(tmp_path: Path) -> None:
    file = tmp_path / "subject.toml"
    file.write_text(FULL, encoding="utf-8")
    subject = described(server="other --x 'a b'", file=file, control="none")
    assert subject.command == ("other", "--x", "a b")
    assert (subject.name, subject.workspace_args, subject.separate) == ("paper-vmark", ("--folder", "{path}"), True)
    assert subject.lacks("rail")
    assert not subject.lacks("source-mode")


@pytest.mark.requirement("CNF-069")
def test_an_attached_application_keeps_its_home() -> None:
    subject = described(attach="bridge")
    assert (subject.attach, subject.isolate_home) == (True, False)


@pytest.mark.parametrize("text", ["[server]\ncommand = 'x'", "[server]\nlifecycle = 'odd'", "server = 3", "]["])
def test_a_malformed_file_is_a_usage_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "subject.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        read_subject(file)


@pytest.mark.requirement("CNF-011")
@pytest.mark.parametrize(
    "entries",
    [[{"requirement": "DOC-001", "reason": " "}], [{"reason": "x"}], [{"requirement": "DOC-001", "reason": "x"}] * 2],
)
def test_a_deviation_needs_an_id_and_a_reason_once(entries: list[dict[str, str]]) -> None:
    with pytest.raises(UsageError):
        deviations_of({"deviation": entries})


@pytest.mark.requirement("CNF-012")
def test_a_deviation_that_passes_is_stale_and_an_unknown_one_is_refused() -> None:
    listed = deviations_of({"deviation": [{"requirement": "DOC-001", "reason": "soon"}]})
    assert "DOC-001" in stale(listed, {"DOC-001": "passed"})[0]
    assert stale(listed, {"DOC-001": "failed"}) == []
    with pytest.raises(UsageError):
        check_known(listed, ["DOC-002"])


def test_descriptions_that_come_with_the_suite_are_found_by_program_name() -> None:
    known = known_subject("/usr/bin/vmark-tk")
    assert known is not None
    assert known.separate
    assert known_subject("unheard-of") is None


@pytest.mark.requirement("CNF-003")
@pytest.mark.parametrize(
    "words",
    [
        ["run"],
        ["run", "--server", "a", "--attach", "b"],
        ["run", "--server", "a", "--control", "odd"],
        ["run", "--server", "a", "--profile", "odd"],
        ["run", "--server", "a", "--shard", "3/2"],
        ["run", "--server", "a", "--timeout-factor", "0"],
        ["run", "--server", "'"],
        ["run", "--server", "a", "--format", "html"],
        ["dance"],
        ["report"],
        ["show", "XYZ-999"],
    ],
)
def test_wrong_usage_ends_with_code_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "vmark-conformance:" in capsys.readouterr().err


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("x", encoding="utf-8")
    assert main(["run", "--server", "a", "--out", str(tmp_path)]) == 2
    assert (tmp_path / "precious.txt").exists()
