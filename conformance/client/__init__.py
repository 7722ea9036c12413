"""The client side: wire, calls and how a reply is read."""

from __future__ import annotations
