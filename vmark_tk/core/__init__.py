"""State and rules of the editor; knows no toolkit, no process, no protocol."""

from __future__ import annotations
