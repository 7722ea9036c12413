"""Step definitions, one module per actor and tool; every module here is loaded by the plugin."""

from __future__ import annotations
