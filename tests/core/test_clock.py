"""Clocks."""

from __future__ import annotations

from vmark_tk.core.clock import ManualClock, SystemClock


def test_both_clocks_can_be_moved_forward() -> None:
    clock = ManualClock(5.0)
    clock.advance(2)
    assert (clock.now(), clock.monotonic()) == (7.0, 7.0)
    system = SystemClock()
    before = system.monotonic(), system.now()
    system.advance(300)
    assert 300 <= system.monotonic() - before[0] < 310
    assert 300 <= system.now() - before[1] < 310
