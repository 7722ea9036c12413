"""vmark_tk: a light editor for Markdown and GitHub Actions workflows that AI clients drive over MCP."""

from __future__ import annotations

__version__ = "0.1.0"
