"""What holds for every test: an error-level log record fails it (ARC-046)."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from hypothesis import settings

# how long one example takes says more of the machine than of the product
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")


class _Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        formatter = logging.Formatter("%(name)s: %(message)s")
        self.lines.append(formatter.format(record))


@pytest.fixture
def expected_errors() -> list[str]:
    """Give a list of words; an error-level record that holds one of them is part of the test."""
    return []


@pytest.fixture(autouse=True)
def _no_error_is_logged(expected_errors: list[str]) -> Iterator[None]:
    handler = _Errors()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    strays = [line for line in handler.lines if not any(word in line for word in expected_errors)]
    assert not strays, "errors were logged"
