"""Proof of the suite: faults put between runner and subject, and whether the judge notices."""

from __future__ import annotations
