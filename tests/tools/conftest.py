from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.headless import Headless
from vmark_tk.bus.loop import PlainLoop


@pytest.fixture
def editor() -> Iterator[Headless]:
    loop = PlainLoop()
    yield Headless(loop)
    loop.close()
