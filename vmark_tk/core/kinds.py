"""Kind of a document from its path and text (01 section 3.5)."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["markdown", "yaml-workflow"]
MARKDOWN: Kind = "markdown"
WORKFLOW: Kind = "yaml-workflow"

_WORKFLOW_PATH = re.compile(r"(?:^|/)\.github/workflows/[^/]+\.ya?ml$")
_MARKDOWN_SUFFIX = re.compile(r"\.(?:md|markdown|mdown|mkd|mdx)$", re.IGNORECASE)
_ON = re.compile(r"^on:", re.MULTILINE)
_JOBS = re.compile(r"^jobs:", re.MULTILINE)
_DOUBLE_COLON = re.compile(r"^[A-Za-z_][^:\n]*:[ \t]*::", re.MULTILINE)


def kind_of(path: str | None, text: str) -> Kind:
    """Return the kind of a document with this path (None: untitled) and text."""
    if path is not None:
        slashed = path.replace("\\", "/")
        if _WORKFLOW_PATH.search(slashed):
            return WORKFLOW
        if _MARKDOWN_SUFFIX.search(slashed):
            return MARKDOWN
    if _ON.search(text) and _JOBS.search(text) and not _DOUBLE_COLON.search(text):
        return WORKFLOW
    return MARKDOWN
