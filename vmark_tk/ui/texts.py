"""Interface texts, one table a language; English is the only one so far and the one to fall back to (ARC-051).

Keys are `area.name`; `{name}` places are filled by `text`. Each area of the interface has its block, kept in order.
"""

from __future__ import annotations

ENGLISH: dict[str, str] = {
    "app.name": "vmark",
}


def text(key: str, **values: object) -> str:
    """Return the interface text for `key`."""
    return ENGLISH[key].format(**values) if values else ENGLISH[key]
