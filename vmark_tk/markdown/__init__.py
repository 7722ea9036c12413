"""Markdown as blocks and positions; knows no toolkit."""

from __future__ import annotations
