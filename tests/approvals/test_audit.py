from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from tests.fakes.core import StepLoop, clock_of, make_state
from vmark_tk.approvals.audit import Audit
from vmark_tk.approvals.desk import Desk
from vmark_tk.approvals.subject import CloseDirty, OpenWorkspace
from vmark_tk.core.ids import MAIN_WINDOW, Principal, TabId


@pytest.mark.requirement("AUT-302")
def test_question_answer_permission_and_use_are_recorded_once_each(tmp_path: Path) -> None:
    state = make_state()
    desk, file = Desk(state), tmp_path / "logs" / "audit.jsonl"
    audit = Audit(state, StepLoop(), file)
    subject = OpenWorkspace(Path("/work\u202e"), Principal("client-1"))
    prompt = desk.ask(subject, window=MAIN_WINDOW, client_name="Claude")
    clock_of(state).advance(1)
    assert prompt
    desk.answer(prompt.id, "approve")
    desk.spend(subject, MAIN_WINDOW)
    assert [(record.event, record.outcome) for record in audit.records] == [
        ("raised", "waiting"),
        ("answered", "approve"),
        ("grant", "once"),
        ("spend", "spent"),
    ]
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in lines] == ["raised", "answered", "grant", "spend"]
    assert lines[0]["target"] == "/work\\u{202E}"
    assert lines[1]["client"] == "Claude"
    assert all(line["principal"] == "client-1" for line in lines)


@pytest.mark.skipif(os.name == "nt", reason="mode bits")
def test_the_file_is_readable_for_the_user_only(tmp_path: Path) -> None:
    file = tmp_path / "logs" / "audit.jsonl"
    Audit(make_state(), StepLoop(), file).note("blocked", "save-as", "refused")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_records_that_come_while_one_is_written_are_written_next(tmp_path: Path) -> None:
    file, loop = tmp_path / "audit.jsonl", StepLoop(held=True)
    audit = Audit(make_state(), loop, file)
    for number in range(3):
        audit.note("event", str(number), "done")
    assert loop.waiting == 1
    loop.work()
    written = [json.loads(line)["operation"] for line in file.read_text(encoding="utf-8").splitlines()]
    assert written == ["0", "1", "2"]


@pytest.mark.requirement("AUT-303")
def test_questions_of_the_editor_are_recorded_without_names_of_documents() -> None:
    state = make_state()
    desk, audit = Desk(state), Audit(state, StepLoop())
    desk.ask(CloseDirty((TabId("t"),), ("secret.md",)), window=MAIN_WINDOW)
    assert "secret" not in audit.records[0].line()
