"""The MCP side: local socket, SDK server thread, schemas, encoding."""

from __future__ import annotations
