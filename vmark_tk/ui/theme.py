"""One table of colours for every widget: Text, ttk, canvas and customtkinter alike (08 V-01, A9 Appearance)."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of one theme; text on its background has a contrast of at least 4.5:1 (V-07)."""

    name: str
    dark: bool
    page: str
    """Background of the text."""
    panel: str
    """Sidebar, status bar, inactive tabs."""
    raised: str
    """Dialogs, menus, find bar, toasts."""
    hover: str
    border: str
    text: str
    muted: str
    """Secondary text; still readable."""
    accent: str
    on_accent: str
    selection: str
    danger: str
    warning: str
    ok: str
    code_page: str
    heading: str
    link: str
    code: str
    quote: str
    comment: str
    keyword: str
    string: str
    number: str
    match: str
    """Background of a find match."""
    match_here: str


_LIGHT = Theme(
    name="paper",
    dark=False,
    page="#eeeded",
    panel="#e4e3e3",
    raised="#f7f6f6",
    hover="#d9d7d7",
    border="#c9c7c7",
    text="#23262b",
    muted="#565a61",
    accent="#2f5d9b",
    on_accent="#ffffff",
    selection="#bcd2ee",
    danger="#a82a2a",
    warning="#7d5300",
    ok="#2a6b3c",
    code_page="#e3e2e2",
    heading="#1c3f6e",
    link="#25548f",
    code="#8a2a55",
    quote="#54595f",
    comment="#5c6169",
    keyword="#6b2f91",
    string="#2a6b3c",
    number="#8a4b00",
    match="#f4dd8c",
    match_here="#f2b84b",
)
_DARK = Theme(
    name="night",
    dark=True,
    page="#23262b",
    panel="#1c1f23",
    raised="#2c3037",
    hover="#363b44",
    border="#3d434d",
    text="#dfe3e8",
    muted="#a2a9b4",
    accent="#6ea8fe",
    on_accent="#10141a",
    selection="#3a5378",
    danger="#ff8a80",
    warning="#f0b95e",
    ok="#7bcf8f",
    code_page="#1d2025",
    heading="#9cc4ff",
    link="#8ab4f8",
    code="#f29fc0",
    quote="#aeb5bf",
    comment="#969da8",
    keyword="#c7a6f5",
    string="#9fd6a8",
    number="#f0b98a",
    match="#5f5223",
    match_here="#8a6d1d",
)

THEMES: dict[str, Theme] = {
    "paper": _LIGHT,
    "white": replace(
        _LIGHT,
        name="white",
        page="#ffffff",
        panel="#f3f4f6",
        raised="#ffffff",
        hover="#e7e9ed",
        border="#d5d8de",
        code_page="#f4f5f7",
    ),
    "mint": replace(
        _LIGHT,
        name="mint",
        page="#cce6d0",
        panel="#bfdcc4",
        raised="#dcefdf",
        hover="#b0d1b6",
        border="#9fc2a6",
        muted="#445049",
        selection="#9fc8e0",
        ok="#1c5a2d",
        warning="#664400",
        code_page="#c0dec5",
        code="#7d1f4a",
        quote="#435048",
        comment="#46524a",
        string="#1c5a2d",
        number="#6f3b00",
    ),
    "sepia": replace(
        _LIGHT,
        name="sepia",
        page="#f9f0db",
        panel="#efe4ca",
        raised="#fcf6e8",
        hover="#e6d8b8",
        border="#d6c7a3",
        text="#3a2f23",
        muted="#655844",
        code_page="#f1e6cc",
        quote="#5f5442",
        comment="#655a47",
    ),
    "night": _DARK,
    "solarized": replace(
        _DARK,
        name="solarized",
        page="#002b36",
        panel="#00232c",
        raised="#073642",
        hover="#0f4653",
        border="#1d5462",
        text="#d5dcdc",
        muted="#9fb0b3",
        selection="#15506a",
        code_page="#01313d",
        comment="#93a6a9",
        quote="#a9b8ba",
        match="#4d4a10",
        match_here="#7a6a10",
    ),
}
