"""Rough colours of code inside fences: strings, comments, numbers and the usual keywords, one line at a time."""

from __future__ import annotations

import re

from vmark_tk.markdown import scan_yaml

_HASH = {
    "bash", "sh", "shell", "zsh", "fish", "console", "python", "py", "python3", "ruby", "rb", "perl", "r",
    "make", "makefile", "dockerfile", "toml", "ini", "conf", "nix", "elixir",
}  # fmt: skip
_DASHES = {"sql", "lua", "haskell", "hs", "elm", "ada"}
_YAML = {"yaml", "yml"}
_PLAIN = {"", "text", "txt", "plain", "output", "log", "diff", "md", "markdown"}
_WORDS = (
    "False|None|True|and|as|assert|async|await|break|case|catch|class|const|continue|def|default|defer|del|"
    "delete|do|done|elif|else|end|enum|esac|except|export|extends|false|fi|final|finally|fn|for|from|func|"
    "function|global|go|if|impl|implements|import|in|interface|is|lambda|let|local|loop|match|mod|mut|namespace|"
    "new|nil|not|null|of|or|package|pass|private|protected|pub|public|raise|return|select|self|static|struct|"
    "super|switch|then|this|throw|trait|true|try|type|typeof|undefined|unsafe|until|use|using|var|void|where|"
    "while|with|yield"
)
_STRING = r"(?P<string>\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)"
_NUMBER = r"(?P<number>\b\d[\w.]*\b)"
_KEYWORD = rf"(?P<keyword>\b(?:{_WORDS})\b)"
_COMMENTS = {
    "hash": r"(?P<comment>(?:(?<=\s)|^)#.*)",
    "dash": r"(?P<comment>--.*)",
    "slash": r"(?P<comment>//.*|/\*.*?(?:\*/|$))",
}
_PATTERNS = {name: re.compile("|".join((comment, _STRING, _NUMBER, _KEYWORD))) for name, comment in _COMMENTS.items()}
_DIFF_COLOURS = {"+": "added", "-": "removed", "@": "keyword"}


def spans(language: str, line: str) -> list[tuple[int, int, str]]:
    """Return (start, end, colour) of the parts of a line of code; an unknown language is coloured like C."""
    if language in _YAML:
        return scan_yaml.spans("", line)
    if language == "diff" and line[:1] in _DIFF_COLOURS:
        return [(0, len(line), _DIFF_COLOURS[line[:1]])]
    if language in _PLAIN:
        return []
    comments = "hash" if language in _HASH else "dash" if language in _DASHES else "slash"
    return [(m.start(), m.end(), m.lastgroup or "") for m in _PATTERNS[comments].finditer(line)]
