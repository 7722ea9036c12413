"""Small drawn icons: strokes with soft edges, made when first shown, in any colour and size.

Glyphs of fonts differ from machine to machine; these look the same everywhere and stay crisp at every scale.
"""

from __future__ import annotations

import itertools
import math
import struct
import tkinter as tk
import zlib
from collections.abc import Mapping, Sequence

Point = tuple[float, float]
Stroke = Sequence[Point]

_WIDTH = 1.3  # of a stroke, in units of a 16 x 16 grid


def _arc(x: float, y: float, radius: float, start: float = 0, end: float = 360) -> Stroke:
    steps = max(6, round(abs(end - start) / 18))
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _box(left: float, top: float, right: float, bottom: float) -> Stroke:
    return [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]


_SHEET: Stroke = [(9.5, 1.8), (3.5, 1.8), (3.5, 14.2), (12.5, 14.2), (12.5, 4.8), (9.5, 1.8), (9.5, 4.8), (12.5, 4.8)]

STROKES: Mapping[str, Sequence[Stroke]] = {
    "blank": [],
    "close": [[(4.5, 4.5), (11.5, 11.5)], [(11.5, 4.5), (4.5, 11.5)]],
    "plus": [[(8, 3.5), (8, 12.5)], [(3.5, 8), (12.5, 8)]],
    "right": [[(6, 4), (10, 8), (6, 12)]],
    "down": [[(4, 6), (8, 10), (12, 6)]],
    "up": [[(4, 10), (8, 6), (12, 10)]],
    "more": [[(4, 5), (8, 8.5), (12, 5)], [(4, 9), (8, 12.5), (12, 9)]],
    "file": [_SHEET],
    "text": [_SHEET, [(5.8, 8), (10.2, 8)], [(5.8, 10.9), (10.2, 10.9)]],
    "workflow": [_arc(4.2, 4, 2), _arc(4.2, 12, 2), _arc(11.8, 8, 2), [(4.2, 6), (4.2, 10)], [(6.2, 4.4), (10, 7)]],
    "folder": [[(1.8, 13), (1.8, 3.2), (6.4, 3.2), (8, 5), (14.2, 5), (14.2, 13), (1.8, 13)]],
    "folder_open": [
        [(1.8, 13), (1.8, 3.2), (6.4, 3.2), (8, 5), (13, 5), (13, 7.2)],
        [(1.8, 13), (4, 7.2), (15, 7.2), (13, 13), (1.8, 13)],
    ],
    "lock": [_box(3.8, 7.2, 12.2, 13.6), [(5.4, 7.2), *_arc(8, 5.2, 2.6, 180, 360), (10.6, 7.2)]],
    "warning": [[(8, 2.2), (14.6, 13.6), (1.4, 13.6), (8, 2.2)], [(8, 6.4), (8, 9.8)], [(8, 11.7), (8, 11.8)]],
    "missing": [_arc(8, 8, 5.8), [(4, 12), (12, 4)]],
    "divergent": [
        [(5, 13), (5, 3)],
        [(2.6, 5.4), (5, 3), (7.4, 5.4)],
        [(11, 3), (11, 13)],
        [(8.6, 10.6), (11, 13), (13.4, 10.6)],
    ],
    "globe": [_arc(8, 8, 6), [(2, 8), (14, 8)], _arc(2.4, 8, 7.9, -48, 48), _arc(13.6, 8, 7.9, 132, 228)],
    "spark": [[(8, 1.8), (9.5, 6.5), (14.2, 8), (9.5, 9.5), (8, 14.2), (6.5, 9.5), (1.8, 8), (6.5, 6.5), (8, 1.8)]],
    "eye": [_arc(8, 13, 8.2, -142, -38), _arc(8, 3, 8.2, 38, 142), _arc(8, 8, 2)],
    "filter": [[(2, 3.5), (14, 3.5)], [(4.4, 8), (11.6, 8)], [(6.6, 12.5), (9.4, 12.5)]],
    "expand": [[(4, 6), (8, 2.5), (12, 6)], [(4, 10), (8, 13.5), (12, 10)]],
    "collapse": [[(4, 2.5), (8, 6), (12, 2.5)], [(4, 13.5), (8, 10), (12, 13.5)]],
    "dot": [_arc(8, 8, 0.6), _arc(8, 8, 1.6), _arc(8, 8, 2.6)],
    "light_on": [_arc(8, 8, 0.8), _arc(8, 8, 2.2), _arc(8, 8, 3.6), _arc(8, 8, 4.6)],
    "light_idle": [_arc(8, 8, 4.6)],
    "light_off": [_arc(8, 8, 5.6), [(4, 12), (12, 4)]],
    "clock": [_arc(8, 8, 6), [(8, 4.4), (8, 8), (10.6, 9.6)]],
    "pin": [[(8, 9.5), (8, 14.5)], [(4, 9.5), (12, 9.5)], [(5.4, 9.5), (6, 2), (10, 2), (10.6, 9.5)]],
    "stack": [
        [(8, 2), (14, 5), (8, 8), (2, 5), (8, 2)],
        [(2, 8.2), (8, 11.2), (14, 8.2)],
        [(2, 11.2), (8, 14.2), (14, 11.2)],
    ],
}


class Icons:
    """Makes and keeps the pictures, about 1 KB each; one object for each application."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._made: dict[tuple[str, str, int], tk.PhotoImage] = {}

    def get(self, name: str, colour: str, size: int) -> tk.PhotoImage:
        """Return icon `name` in `colour` (`#rrggbb`), `size` pixels wide and high."""
        key = (name, colour, size)
        if key not in self._made:
            self._made[key] = tk.PhotoImage(master=self._root, data=draw(STROKES[name], colour, size), format="png")
        return self._made[key]


def rounded(canvas: tk.Canvas, middle: tuple[int, int], half: int, radius: int, fill: str) -> None:
    """Draw a square with round corners around `middle`, `half` of its side given."""
    left, top, right, bottom = middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half
    ring: list[Point] = []
    for x, y, start in (
        (right - radius, top + radius, 270),
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
    ):
        ring += _arc(x, y, radius, start, start + 90)
    canvas.create_polygon([value for point in ring for value in point], fill=fill, outline="")


def draw(strokes: Sequence[Stroke], colour: str, size: int) -> bytes:
    """Return a PNG of strokes on a transparent ground."""
    grid = size / 16
    reach = max(_WIDTH * grid, 1.15) / 2
    cover = bytearray(size * size)
    for stroke in strokes:
        for start, end in itertools.pairwise(stroke):
            _cover(cover, size, (start[0] * grid, start[1] * grid, end[0] * grid, end[1] * grid), reach)
    ink = bytes.fromhex(colour.removeprefix("#"))
    rows = [b"".join(ink + cover[at : at + 1] for at in range(y * size, (y + 1) * size)) for y in range(size)]
    return png(rows, size, alpha=True)


def _cover(cover: bytearray, size: int, line: tuple[float, float, float, float], reach: float) -> None:
    """Raise the coverage of the pixels near one straight line."""
    x1, y1, x2, y2 = line
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy or 1e-9
    edge = reach + 1
    for y in range(max(0, int(min(y1, y2) - edge)), min(size, int(max(y1, y2) + edge) + 1)):
        for x in range(max(0, int(min(x1, x2) - edge)), min(size, int(max(x1, x2) + edge) + 1)):
            px, py = x + 0.5 - x1, y + 0.5 - y1
            along = min(1.0, max(0.0, (px * dx + py * dy) / length))
            amount = reach + 0.5 - math.hypot(px - along * dx, py - along * dy)
            if amount > 0:
                at = y * size + x
                cover[at] = max(cover[at], min(255, int(amount * 255)))


def png(rows: Sequence[bytes], width: int, *, alpha: bool) -> bytes:
    """Return a PNG file of rows of RGB, or RGBA, bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, len(rows), 8, 6 if alpha else 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
