"""Windows come back where a person can reach them (W-05)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vmark_tk.ui.placement import Placement, from_store

SCREEN = (0, 0, 1280, 800)
numbers = st.integers(-10_000, 10_000)
sizes = st.integers(1, 10_000)


@given(sizes, sizes, numbers, numbers)
def test_the_top_edge_of_a_restored_window_can_be_reached(width: int, height: int, x: int, y: int) -> None:
    fitting = Placement(width, height, x, y).clamped(SCREEN)
    assert fitting.x is not None
    assert fitting.y is not None
    assert fitting.width <= 1280
    assert fitting.height <= 800
    assert 0 <= fitting.y <= 720
    assert min(fitting.x + fitting.width, 1280) - max(fitting.x, 0) >= 80


def test_a_window_in_sight_stays_where_it_is() -> None:
    placed = Placement(900, 600, 200, 100)
    assert placed.clamped(SCREEN) == placed


def test_a_window_far_off_comes_back_whole() -> None:
    assert Placement(900, 600, -5000, -5000).clamped(SCREEN) == Placement(900, 600, 0, 0)


def test_a_placement_survives_storing() -> None:
    placed = Placement(900, 600, 20, 10, maximised=True, sidebar=300)
    assert from_store(placed.to_store()) == placed


def test_damaged_values_are_replaced_one_by_one() -> None:
    stored = {"width": "wide", "height": 500, "x": 1e9, "maximised": 1, "other": None}
    assert from_store(stored) == Placement(height=500)


def test_what_tk_reports_is_understood() -> None:
    assert Placement().with_geometry("800x600+-20+30") == Placement(800, 600, -20, 30)
    assert Placement().with_geometry("nonsense") == Placement()
