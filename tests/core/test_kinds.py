"""Kinds of documents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.core import make_state
from vmark_tk.core.document import Edit, Origin
from vmark_tk.core.kinds import kind_of
from vmark_tk.core.text import Position

WORKFLOW_TEXT = "name: x\non: push\njobs:\n  a:\n    runs-on: x\n"


@pytest.mark.requirement("SES-020", "SES-021", "SES-022", "SES-023", "SES-024", "SES-025", "SES-026")
@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("/r/.github/workflows/ci.yml", "", "yaml-workflow"),
        ("/r/.github/workflows/ci.yaml", ": broken :", "yaml-workflow"),
        ("C:\\r\\.github\\workflows\\ci.yml", "", "yaml-workflow"),
        ("/r/.github/workflows/sub/ci.yml", "a: 1", "markdown"),
        ("/r/x.yml", "a: 1", "markdown"),
        ("/r/x.yml", WORKFLOW_TEXT, "yaml-workflow"),
        ("/r/x.md", WORKFLOW_TEXT, "markdown"),
        ("/r/x.txt", "text", "markdown"),
        (None, WORKFLOW_TEXT, "yaml-workflow"),
        (None, "  on: push\n  jobs:\n", "markdown"),
        (None, "on: push\nsteps:\n", "markdown"),
        (None, WORKFLOW_TEXT + "a: ::b\n", "markdown"),
        (None, "", "markdown"),
    ],
)
def test_path_decides_first_then_the_text(path: str | None, text: str, kind: str) -> None:
    assert kind_of(path, text) == kind


@given(
    st.lists(
        st.tuples(
            st.integers(0, 6), st.integers(0, 8), st.integers(0, 6), st.integers(0, 8),
            st.sampled_from(["on:", "jobs:\n", "\n", "a: ::b\n", "x", ": ", "", "on: push\njobs:\n", "o", "n:"]),
        ),
        max_size=25,
    )
)  # fmt: skip
def test_the_kind_of_an_edited_text_is_the_one_of_its_present_lines(
    edits: list[tuple[int, int, int, int, str]],
) -> None:
    document = make_state().new_document(["on: push", "jobs:"])
    for line, column, end_line, end_column, text in edits:
        edit = Edit(Position(line, column), Position(end_line, end_column), text)
        document.apply([edit], origin=Origin.USER)
        assert document.kind == kind_of(None, document.text)
