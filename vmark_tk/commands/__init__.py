"""What a person can do, without a toolkit: menus, keys and the test control all end here."""

from __future__ import annotations
