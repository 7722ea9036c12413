"""The judge: verifies any implementation of the nine-tool surface over MCP."""

from __future__ import annotations

__version__ = "0.1.0"
MARKER = "vmark-conformance"
"""Tells this package from another one of the same import name."""
