"""The judge: verifies any implementation of the nine-tool surface over MCP."""

from __future__ import annotations
