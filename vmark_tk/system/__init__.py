"""Folders, processes, file news: what the operating system gives."""

from __future__ import annotations
