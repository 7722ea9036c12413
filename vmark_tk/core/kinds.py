"""Kind of a document from its path and text (01 section 3.5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Kind = Literal["markdown", "yaml-workflow"]
MARKDOWN: Kind = "markdown"
WORKFLOW: Kind = "yaml-workflow"

_WORKFLOW_PATH = re.compile(r"(?:^|/)\.github/workflows/[^/]+\.ya?ml$")
_MARKDOWN_SUFFIX = re.compile(r"\.(?:md|markdown|mdown|mkd|mdx)$", re.IGNORECASE)
_DOUBLE_COLON = re.compile(r"[A-Za-z_][^:]*:[ \t]*::")


def tells_kind(line: str) -> bool:
    """Tell whether a line by its being there or not decides on the kind, where the path does not."""
    return line.startswith(("on:", "jobs:")) or _DOUBLE_COLON.match(line) is not None


def kind_of(path: str | None, text: str) -> Kind:
    """Return the kind of a document with this path (None: untitled) and text."""
    return kind_of_lines(path, text.split("\n"))


def kind_of_lines(path: str | None, lines: Sequence[str]) -> Kind:
    """Return the kind of a document given as lines; looks at them only where the path does not decide."""
    if path is not None:
        slashed = path.replace("\\", "/")
        if _WORKFLOW_PATH.search(slashed):
            return WORKFLOW
        if _MARKDOWN_SUFFIX.search(slashed):
            return MARKDOWN
    has_keys = any(line.startswith("on:") for line in lines) and any(line.startswith("jobs:") for line in lines)
    if has_keys and not any(_DOUBLE_COLON.match(line) for line in lines):
        return WORKFLOW
    return MARKDOWN
