"""Regular expressions in a process with a limit (08 Q-02)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from vmark_tk.bus.loop import PlainLoop
from vmark_tk.core.search import Query, decode_answer, encode_request
from vmark_tk.system.searcher import ProcessSearcher


def answer_of(loop: PlainLoop, searcher: ProcessSearcher, request: bytes) -> bytes | None:
    answers: list[bytes | None] = []
    searcher.search(lambda: request, answers.append)
    assert not answers  # nothing is done in the caller's time
    loop.run_until(lambda: bool(answers))
    return answers[0]


def test_an_expression_is_answered() -> None:
    loop = PlainLoop()
    request = encode_request("a1 \U0001f600b2", Query(r"[a-z]\d", regex=True), "<$0>".replace("$0", r"\g<0>"))
    answer = answer_of(loop, ProcessSearcher(loop), request)
    assert answer is not None
    found = decode_answer(answer)
    assert (list(found.starts), found.replacements) == ([0, 4], ["<a1>", "<b2>"])


def test_one_that_takes_too_long_is_killed() -> None:
    loop = PlainLoop()
    request = encode_request("a" * 40 + "b", Query("(a+)+$", regex=True), None)
    assert answer_of(loop, ProcessSearcher(loop, limit_s=0.8), request) is None


@pytest.mark.parametrize("wrong", [b"", b"no request\n"])
def test_a_process_that_fails_is_no_answer(wrong: bytes) -> None:
    loop = PlainLoop()
    assert answer_of(loop, ProcessSearcher(loop), wrong) is None


def test_an_interpreter_that_is_gone_is_no_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))
    loop = PlainLoop()
    assert answer_of(loop, ProcessSearcher(loop), b"") is None


def test_files_of_the_folder_a_person_works_in_are_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(3)", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    loop = PlainLoop()
    assert answer_of(loop, ProcessSearcher(loop), encode_request("a", Query("a", regex=True), None)) is not None
