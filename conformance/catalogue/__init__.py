"""The requirements, their frozen sets and the trace from requirement to scenario."""

from __future__ import annotations
