"""A guess at the encoding of a file that is not UTF-8, so that a person can look at it read-only (F-07)."""

from __future__ import annotations

_SAMPLE = 64 * 1024
_EAST_ASIAN = ("cp932", "euc_kr", "gb18030", "big5")
NAMES = {
    "cp932": "Shift-JIS",
    "gb18030": "GB18030",
    "euc_kr": "EUC-KR",
    "big5": "Big5",
    "cp1252": "Western European (Windows-1252)",
    "latin-1": "Latin-1",
}


def decode_guessed(data: bytes) -> tuple[str, str]:
    """Return the text of `data` and the name of the encoding that it was read by; never fails."""
    candidates = [*_ranked(data), "cp1252"] if _looks_double_byte(data) else ["cp1252"]
    for encoding in candidates:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def _looks_double_byte(data: bytes) -> bool:
    """Tell whether bytes above 127 come mostly in company, as they do in East Asian encodings."""
    sample = data[:_SAMPLE]
    high = [byte > 127 for byte in sample]
    count = sum(high)
    together = sum(
        1 for at, is_high in enumerate(high) if is_high and any(high[max(0, at - 1) : at] + high[at + 1 : at + 2])
    )
    return count > 0 and together >= 0.6 * count


def _ranked(data: bytes) -> list[str]:
    """Return the East Asian encodings, likeliest first."""
    sample = data[:_SAMPLE]
    return sorted(_EAST_ASIAN, key=lambda encoding: -_plausibility(sample.decode(encoding, "replace"), encoding))


def _plausibility(text: str, encoding: str) -> float:
    """Return how much `text` looks like something written: common letters count for, rare and broken ones against."""
    ideograph = -0.5 if encoding == "euc_kr" else 1.0  # Korean is written without them nowadays
    score = 0.0
    for character in text:
        if character == "\ufffd" or "\ue000" <= character <= "\uf8ff":
            score -= 5
        elif "\u3040" <= character <= "\u30ff":
            score += 1.5
        elif "\uac00" <= character <= "\ud7a3":
            score += 1.2
        elif "\uff61" <= character <= "\uff9f":
            score -= 1  # half-width kana: what other encodings look like when read as Shift-JIS
        elif "\u4e00" <= character <= "\u9fff" or "\u3000" <= character <= "\u303f":
            score += ideograph
    return score / max(1, len(text))
