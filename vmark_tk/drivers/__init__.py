"""Helper processes with engines of their own."""

from __future__ import annotations
