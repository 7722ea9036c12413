"""The event log and everything that is rendered from it."""

from __future__ import annotations
