"""Test control: plays the person at the desk; imported only when the environment asks for it."""

from __future__ import annotations
