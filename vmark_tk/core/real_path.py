"""Where a path really leads, for a disk that changes while it is looked at."""

from __future__ import annotations

import os

_LOOKS = 3


def real_path(path: str | os.PathLike[str]) -> str:
    """Return the path without symlinks; unlike `os.path.realpath` never an error when a link goes at that moment.

    When it goes at every look, the spelling is returned: whoever opens that follows no link (`core.files`).
    """
    for _ in range(_LOOKS):
        try:
            return os.path.realpath(path)
        except OSError:
            continue
    return os.path.abspath(path)  # noqa: PTH100 - without following links
