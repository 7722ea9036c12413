"""Requests of clients on their way to the handlers, one at a time on the loop thread."""

from __future__ import annotations
