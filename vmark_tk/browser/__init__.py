"""Rules of the embedded browser; knows no engine."""

from __future__ import annotations
