"""Identifiers."""

from __future__ import annotations

import random
import re

import pytest

from vmark_tk.core.ids import Ids


@pytest.mark.requirement("SES-008", "SES-016", "SES-031", "SES-053")
def test_forms_and_uniqueness() -> None:
    ids = Ids(random.Random(1))
    assert [ids.window() for _ in range(3)] == ["main", "doc-1", "doc-2"]
    assert re.fullmatch(r"rev-[A-Za-z0-9]{8}", ids.revision())
    assert re.fullmatch(r"tab-1-[0-9a-z]{7}", ids.tab())
    assert ids.instance().startswith("wsi-")
    assert re.fullmatch(r"[0-9a-f]{64}", ids.token())
    assert len({ids.tab() for _ in range(1_000)}) == 1_000
    assert ids.untitled() < ids.untitled()
    assert ids.principal() != ids.principal()
    assert ids.prompt() != ids.prompt()


def test_without_a_source_two_runs_differ() -> None:
    assert Ids().token() != Ids().token()
