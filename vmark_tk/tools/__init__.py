"""One handler for each action of the nine tools."""

from __future__ import annotations
