"""The control channel: how the runner plays the user, and nothing else."""

from __future__ import annotations
