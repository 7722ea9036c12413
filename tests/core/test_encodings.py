"""Guesses at encodings."""

from __future__ import annotations

import pytest

from vmark_tk.core.encodings import decode_guessed


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Der Käse schmeckt den Bären. Größe: groß", "cp1252"),
        ("résumé, naïve café", "cp1252"),
        ("これは日本語の文章です。カタカナもあります。", "cp932"),
        ("这是一个中文的文件，用来测试编码的猜测。", "gb18030"),
        ("이것은 한국어 문서입니다. 인코딩 시험.", "euc_kr"),
    ],
)
def test_the_usual_encodings_are_recognised(text: str, encoding: str) -> None:
    assert decode_guessed(text.encode(encoding)) == (text, encoding)


def test_any_bytes_give_a_text() -> None:
    text, encoding = decode_guessed(bytes(range(1, 256)))
    assert (len(text), encoding) == (255, "latin-1")
