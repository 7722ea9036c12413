"""One module per verb of the command line."""

from __future__ import annotations
