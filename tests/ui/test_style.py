"""Sizes from one factor, icons, colours of marks, what the desktop prefers (08 V-02, V-03, V-07, K-09)."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from tests.ui.shell_kit import ShellKit
from vmark_tk.ui.images import STROKES, draw
from vmark_tk.ui.rail import initials, mark_colours
from vmark_tk.ui.status_bar import short_path
from vmark_tk.ui.style import UI, prefers_dark


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("dark", [False, True])
def test_initials_on_the_rail_are_readable_whatever_the_folder(dark: bool) -> None:
    for seed in range(60):
        fill, ink = mark_colours(f"/folder/{seed}", dark=dark)
        low, high = sorted((luminance(fill), luminance(ink)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (fill, ink)


@pytest.mark.parametrize(
    ("name", "letters"), [("my-notes", "MN"), ("docs", "Do"), ("x", "X"), ("a b c", "AB"), (".config", "Co")]
)
def test_initials_come_from_the_words_of_a_folder(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_every_size_follows_the_one_factor(kit: ShellKit) -> None:
    sizes = {}
    for scale in (1.0, 2.0):
        kit.state.settings.set("appearance.scale", scale)
        kit.settle()
        height = kit.ctx.style.line_height(UI)
        sizes[scale] = (height, kit.view.strip.canvas.winfo_reqheight(), kit.ctx.style.px(16))
    for small, large in zip(sizes[1.0], sizes[2.0], strict=True):
        assert large == pytest.approx(2 * small, rel=0.1)


@pytest.mark.parametrize("name", sorted(set(STROKES) - {"blank"}))
def test_an_icon_has_ink_inside_its_square(name: str) -> None:
    picture = draw(STROKES[name], "#102030", 16)
    assert struct.unpack(">II", picture[16:24]) == (16, 16)
    at = picture.index(b"IDAT")
    (length,) = struct.unpack(">I", picture[at - 4 : at])
    alpha = zlib.decompress(picture[at + 4 : at + 4 + length])
    assert max(alpha[row * 65 + 1 + 4 * x + 3] for row in range(16) for x in range(16)) > 150


def test_the_desktops_wish_is_read_from_its_files(
    kit: ShellKit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GTK_THEME", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert prefers_dark(kit.root) is None
    settings = tmp_path / "gtk-3.0/settings.ini"
    settings.parent.mkdir()
    settings.write_text("[Settings]\ngtk-theme-name=Adwaita-dark\n", encoding="utf-8")
    assert prefers_dark(kit.root) is True
    settings.write_text("[Settings]\ngtk-theme-name=Adwaita\n", encoding="utf-8")
    assert prefers_dark(kit.root) is False
    settings.write_text("broken", encoding="utf-8")
    (tmp_path / "kdeglobals").write_text("[Colors:Window]\nBackgroundNormal=30,30,36\n", encoding="utf-8")
    assert prefers_dark(kit.root) is True


def test_following_the_system_chooses_a_theme_of_its_kind(
    kit: ShellKit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GTK_THEME", "Adwaita:dark")
    kit.state.settings.set("appearance.follow_system", True)
    assert kit.ctx.theme.name == "night"
    kit.state.settings.set("appearance.theme", "solarized")
    assert kit.ctx.theme.name == "solarized"
    kit.state.settings.set("appearance.follow_system", False)
    kit.state.settings.set("appearance.theme", "white")
    assert kit.ctx.theme.name == "white"


def test_a_long_path_keeps_its_end() -> None:
    assert short_path(Path.home() / "notes/a.md") == str(Path("~/notes/a.md"))
    cut = short_path(Path("/very/long") / ("x" * 80) / "a.md")
    assert len(cut) == 60
    assert cut.endswith("a.md")
