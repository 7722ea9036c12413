"""The named fonts of the text: family, size and line height from the settings, one set for all editors (E-12, V-04)."""

from __future__ import annotations

from vmark_tk.ui.context import UiContext
from vmark_tk.ui.highlight import BOLD, BOLD_ITALIC, ITALIC, REGULAR

_STYLES = {
    REGULAR: ("normal", "roman"),
    BOLD: ("bold", "roman"),
    ITALIC: ("normal", "italic"),
    BOLD_ITALIC: ("bold", "italic"),
}
_FIXED_LOOKS_LARGER = 0.85
_NATURAL = 1.2  # line height that a font has by itself


class EditorFonts:
    """Keeps the four fonts in step with settings and scale; plain Tcl names, so that nothing is ever finalised."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._tk = ctx.style.root.tk
        known = self._tk.splitlist(self._tk.call("font", "names"))
        for name in _STYLES:
            if name not in known:
                self._tk.call("font", "create", name)
        ctx.on_restyle(self.apply)

    def apply(self) -> None:
        """Take family and size from the settings in force."""
        settings = self._ctx.state.settings
        family = settings.text("editor.mono_font") or self._tk.call("font", "actual", "TkFixedFont", "-family")
        size = -self._ctx.style.px(settings.number("editor.font_size") * _FIXED_LOOKS_LARGER)
        for name, (weight, slant) in _STYLES.items():
            options = ("-family", family, "-size", size, "-weight", weight, "-slant", slant)
            self._tk.call("font", "configure", name, *options)

    @property
    def extra_line_space(self) -> int:
        """Return the pixels to add to each line for the wanted line height."""
        wanted = self._ctx.state.settings.number("editor.line_height")
        natural = int(self._tk.call("font", "metrics", REGULAR, "-linespace"))
        return max(0, round((wanted - _NATURAL) * natural))

    def tab_width(self) -> int:
        """Return the pixels of one tab stop."""
        size = int(self._ctx.state.settings.number("editor.tab_size"))
        return max(1, self.measure("0") * max(size, 4))

    def measure(self, text: str) -> int:
        """Return the width of `text` in pixels."""
        return int(self._tk.call("font", "measure", REGULAR, text))
