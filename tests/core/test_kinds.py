"""Kinds of documents."""

from __future__ import annotations

import pytest

from vmark_tk.core.kinds import kind_of

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
