"""Windows and widgets; the only package that imports tkinter and customtkinter."""

from __future__ import annotations
