"""Subjects that come with the suite: a small one in memory, and descriptions of known ones."""

from __future__ import annotations
