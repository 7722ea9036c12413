"""Where a window stands: size, place, maximised, width of the sidebar; brought back onto the screen (08 W-05)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

SMALLEST = (480, 320)
_VISIBLE = 80
"""So many pixels of a window's top edge must be on a screen, or nobody could take hold of it."""
_GEOMETRY = re.compile(r"(\d+)x(\d+)\+(-?\d+)\+(-?\d+)")


@dataclass(frozen=True, slots=True)
class Placement:
    """All in pixels; `x` None leaves the place to the window manager."""

    width: int = 1100
    height: int = 740
    x: int | None = None
    y: int | None = None
    maximised: bool = False
    sidebar: int = 250

    def to_store(self) -> dict[str, Any]:
        """Return what to write into a session file."""
        return asdict(self)

    @property
    def geometry(self) -> str:
        """Return the form that Tk takes."""
        size = f"{self.width}x{self.height}"
        return size if self.x is None or self.y is None else f"{size}+{self.x}+{self.y}"

    def with_geometry(self, geometry: str) -> Placement:
        """Return this placement with the size and place that Tk reports."""
        found = _GEOMETRY.match(geometry)
        if found is None:
            return self
        width, height, x, y = (int(part) for part in found.groups())
        return replace(self, width=width, height=height, x=x, y=y)

    def clamped(self, screen: tuple[int, int, int, int]) -> Placement:
        """Return this placement moved and shrunk into `screen` (left, top, width, height)."""
        left, top, across, down = screen
        width = max(min(self.width, across), min(SMALLEST[0], across))
        height = max(min(self.height, down), min(SMALLEST[1], down))
        x, y = self.x, self.y
        if x is not None and y is not None:
            reachable = left - width + _VISIBLE <= x <= left + across - _VISIBLE and top <= y <= top + down - _VISIBLE
            if not reachable:
                x = max(left, min(x, left + across - width))
                y = max(top, min(y, top + down - height))
        return replace(self, width=width, height=height, x=x, y=y)


def from_store(stored: Mapping[str, Any]) -> Placement:
    """Return the placement that was stored; a value of another type is replaced by its default."""
    kept: dict[str, Any] = {}
    for name, default in asdict(Placement()).items():
        value = stored.get(name)
        kind = int if default is None else type(default)
        if type(value) is kind and (kind is bool or abs(value) < 100_000):
            kept[name] = value
    return Placement(**kept)
