"""A picture of a window as PNG: on X11 from the server, elsewhere what Tk can offer is nothing (guarded)."""

from __future__ import annotations

import ctypes
import tkinter as tk

from vmark_tk.ui.images import png

_Z_PIXMAP = 2
_ALL_PLANES = 0xFFFFFFFF


class _XImage(ctypes.Structure):
    _fields_ = (
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("xoffset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_char)),
        ("byte_order", ctypes.c_int),
        ("bitmap_unit", ctypes.c_int),
        ("bitmap_bit_order", ctypes.c_int),
        ("bitmap_pad", ctypes.c_int),
        ("depth", ctypes.c_int),
        ("bytes_per_line", ctypes.c_int),
        ("bits_per_pixel", ctypes.c_int),
    )


def grab(window: tk.Toplevel) -> bytes:
    """Return a PNG of the part of the screen that a window covers, with the dialogs above it.

    Raises:
        OSError: the platform does not let a program see its own windows, or the window is not shown.
    """
    if window.tk.call("tk", "windowingsystem") != "x11":
        raise OSError("pictures of windows are taken on X11 only")
    if not window.winfo_viewable():
        raise OSError("the window is not shown")
    window.update_idletasks()
    left, top, width, height = window.winfo_rootx(), window.winfo_rooty(), window.winfo_width(), window.winfo_height()
    menu = int(window.wm_frame(), 16) and _menu_height(window)
    box = (max(0, left), max(0, top - menu), width, height + menu)
    right = min(box[0] + box[2], window.winfo_screenwidth())
    bottom = min(box[1] + box[3], window.winfo_screenheight())
    return _from_root((box[0], box[1], right - box[0], bottom - box[1]))


def _menu_height(window: tk.Toplevel) -> int:
    """Return the height of the menu bar, which stands above the window's own area."""
    for child in window.tk.splitlist(window.tk.call("winfo", "children", window)):
        if str(window.tk.call("winfo", "class", child)) == "Menu" and int(window.tk.call("winfo", "viewable", child)):
            return int(window.tk.call("winfo", "height", child))
    return 0


def _from_root(box: tuple[int, int, int, int]) -> bytes:
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
    x11.XGetImage.restype = ctypes.POINTER(_XImage)
    x11.XGetImage.argtypes = [
        ctypes.c_void_p,
        ctypes.c_ulong,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.c_uint,
        ctypes.c_ulong,
        ctypes.c_int,
    ]
    x11.XDestroyImage.argtypes = [ctypes.POINTER(_XImage)]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x11.XOpenDisplay(None)
    if not display:
        raise OSError("the display cannot be opened")
    try:
        image = x11.XGetImage(display, x11.XDefaultRootWindow(display), *box, _ALL_PLANES, _Z_PIXMAP)
        if not image:
            raise OSError("the screen cannot be read")
        try:
            return _png_of(image.contents)
        finally:
            x11.XDestroyImage(image)
    finally:
        x11.XCloseDisplay(display)


def _png_of(image: _XImage) -> bytes:
    if image.bits_per_pixel != 32:
        raise OSError(f"a screen of {image.bits_per_pixel} bits a pixel cannot be read")
    rows = []
    data = ctypes.string_at(image.data, image.bytes_per_line * image.height)
    blue, green, red = (0, 1, 2) if image.byte_order == 0 else (3, 2, 1)
    for y in range(image.height):
        line = data[y * image.bytes_per_line : y * image.bytes_per_line + image.width * 4]
        row = bytearray(image.width * 3)
        row[0::3], row[1::3], row[2::3] = line[red::4], line[green::4], line[blue::4]
        rows.append(bytes(row))
    return png(rows, image.width, alpha=False)
