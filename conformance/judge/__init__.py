"""Assertions, monitors, deviations and verdicts."""

from __future__ import annotations
