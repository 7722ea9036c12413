"""Texts that tempt an editor to change them, by name."""

from __future__ import annotations

SAMPLES: dict[str, str] = {
    "empty": "",
    "one-newline": "\n",
    "no-final-newline": "last line",
    "blank-end": "text\n\n\n\n",
    "trailing-blanks": "two  \n\ttab at both ends\t\n   \nend   ",
    "emoji": "a \U0001f600 b \U0001f469\u200d\U0001f469\u200d\U0001f467 c \U0001f1e9\U0001f1ea\n",
    "ideographs": "漢字かな交じり文。한국어 텍스트\n",
    "combining": "e\u0301 versus \u00e9, a\u030a versus \u00e5, \u1e9b\u0323\n",
    "right-to-left": "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 abc \u200f\n",
    "separators": "line\u2028separator\u2029paragraph\u00a0blank\ufeff inside\n",
    "controls": "bell\x07 escape\x1b form\x0c vertical\x0b delete\x7f\n",
    "styles": "Title\n=====\n\n* star\n+ plus\n"
    "\n__bold__ _em_ ***\n\n\n~~~\ncode\n~~~\n1) one\n\\*not em\\* &amp; <b>x</b>  \nhard\n",
    "workflow": "name: ci  # the name\n"
    "on:\n  push:\n    branches: [ main ]\n\n# jobs follow\njobs:\n  a:\n    runs-on: ubuntu-latest\n"
    "    steps:\n      - run: |\n          echo '  x'   # keep\n",
    "plain-yaml": "key: value\nother: [1, 2]\n",
    "json-like": '{"a": "\\u0041", "b": ["\\\\", "\\""]}\n',
}
"""Name -> text, returned unchanged by a verbatim editor."""


def long_text(size: int) -> str:
    """Return a text of exactly `size` ASCII bytes in numbered lines."""
    line = "{:07d} the quick brown fox jumps over the lazy dog\n"
    count = size // len(line.format(0)) + 1
    return "".join(line.format(number) for number in range(count))[:size]
