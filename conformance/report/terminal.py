"""What a person reads at the terminal: dots while it runs, then verdicts, findings and how to repeat them."""

from __future__ import annotations

import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from conformance.judge.verdict import EXIT_INCOMPLETE, GREEN

DOTS = {
    "passed": ".",
    "failed": "F",
    "blocked": "B",
    "unverified": "u",
    "not-applicable": "-",
    "excluded": "x",
    "suite-error": "E",
}
COLORS = {"F": "31", "B": "31", "E": "35", "u": "33"}
WIDTH = 80
RED = ("failed", "blocked")


class Terminal:
    """Prints one character per row, 60 in a line, and sentences on lines of their own."""

    def __init__(self, *, color: bool, quiet: bool = False, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._color = color and self._out.isatty()
        self._quiet = quiet
        self._column = 0

    def say(self, text: str) -> None:
        """Print a sentence, or the dot of a row for `row:OUTCOME`."""
        if text.startswith("row:"):
            self._dot(DOTS.get(text[4:], "?"))
            return
        self.flush()
        print(text, file=self._out, flush=True)

    def _dot(self, dot: str) -> None:
        if self._quiet:
            return
        painted = f"\033[{COLORS[dot]}m{dot}\033[0m" if self._color and dot in COLORS else dot
        print(painted, end="", file=self._out, flush=True)
        self._column += 1
        if self._column >= 60:
            self.flush()

    def flush(self) -> None:
        """End a line of dots."""
        if self._column:
            print(file=self._out, flush=True)
            self._column = 0


def render(report: Mapping[str, Any], repeat: str = "") -> str:
    """Return the end of a run as text of at most 80 columns where the content allows."""
    lines: list[str] = []
    lines += _profiles(report)
    texts = {entry["id"]: entry for entry in report["requirements"]}
    for row in report["scenarios"]:
        if row["outcome"] in (*RED, "suite-error"):
            lines += _finding(row, texts, report, repeat)
    lines += _unverified(report)
    for line in report["stale_deviations"]:
        lines += ["", f"STALE DEVIATION  the requirement passes now; {line}"]
    for capability, why in report["broken_controls"].items():
        lines += ["", f"CONTROL BROKEN  {capability}: {why.splitlines()[0] if why else ''}"]
    lines += [f"note: {note}" for note in report["notes"]]
    if report["not_judged"]:
        lines += ["", f"NOT JUDGED  {report['not_judged']}"]
    return "\n".join([*lines, "", *selection(report), closing(report)])


def selection(report: Mapping[str, Any]) -> list[str]:
    """Return what a filtered run says of the scored MUSTs it chose, apart from those it left out; else nothing.

    What was left out makes the exit code 4 (09 section 4.2), so the reader is told when that is the only reason.
    """
    if not report["filtered"]:
        return []
    musts = [entry for entry in report["requirements"] if entry["scored"] and entry["level"] == "MUST"]
    chosen = [entry for entry in musts if entry["outcome"] != "excluded" and entry.get("reason") != "no-scenario"]
    counts = Counter(entry["outcome"] for entry in chosen if entry.get("reason") != "filtered")
    part = sum(1 for entry in chosen if entry.get("reason") == "filtered")
    told = ", ".join(f"{count} {word}" for word, count in counts.most_common())
    lines = [f"selection: {len(chosen)} MUSTs = {told}" + (f", {part} in part" if part else "")]
    if report["exit_code"] == EXIT_INCOMPLETE and not report["broken_controls"] and set(counts) <= GREEN:
        left = len(musts) - len(chosen) + part
        lines.append(f"  all of it green; {left} MUSTs are outside: that gives exit 4 without --allow-unverified")
    return lines


def closing(report: Mapping[str, Any]) -> str:
    """Return the plain last line `N passed, N failed, N skipped`."""
    counts = Counter(row["outcome"] for row in report["scenarios"] if row["outcome"] != "excluded")
    failed = counts["failed"] + counts["blocked"] + counts["suite-error"]
    return f"{counts['passed']} passed, {failed} failed, {counts['unverified'] + counts['not-applicable']} skipped"


def _profiles(report: Mapping[str, Any]) -> list[str]:
    lines = [""]
    for profile in report["profiles"]:
        lines.append(f"profile {profile['name']}: {profile['verdict']}")
        for name in ("must", "should", "parity"):
            counts = profile[name]
            told = [f"{n} {k.replace('_', ' ')}" for k, n in counts.items() if n and k != "total"]
            if counts["total"]:
                lines.append(f"  {name.upper():7}{counts['total']:5} = {', '.join(told)}")
    if report["partial"]:
        lines.append("PARTIAL  the run did not reach its end")
    return lines


def _finding(
    row: Mapping[str, Any], texts: Mapping[str, Mapping[str, Any]], report: Mapping[str, Any], repeat: str
) -> list[str]:
    heading = {"failed": "FAILED", "blocked": "BLOCKED", "suite-error": "SUITE ERROR"}[row["outcome"]]
    unstable = "  UNSTABLE (passed when repeated)" if row.get("reproduced") is False else ""
    lines = ["", f"{heading}  {row['id']}{unstable}"]
    for identifier in row["requirements"]:
        entry = texts.get(identifier)
        if entry is not None:
            scored = "" if entry["scored"] else f", {entry['source']}, not scored"
            lines += _wrapped(f"{identifier} ({entry['level']}{scored}): {entry['text']}", "  ")
    steps = row["steps"] if isinstance(row["steps"], list) else []
    if steps and steps[-1]["outcome"] == "failed":
        lines += _wrapped(f"step: {steps[-1]['keyword']} {steps[-1]['text']}", "  ")
    if row.get("message"):
        lines += _wrapped(f"said: {row['message']}", "  ")
    if row.get("expected"):
        lines += [f"  expected: {row['expected']}", f"  got:      {row['got']}"]
    lines += _messages(row.get("transcript", []))
    seed = report["seed"]
    return [
        *lines,
        f"  repeat: vmark-conformance run {repeat + ' ' if repeat else ''}--only '{row['id']}' --seed {seed}",
    ]


def _messages(transcript: object) -> list[str]:
    if not isinstance(transcript, list):
        return []
    lines = []
    for event in transcript[-3:]:
        arrow = "->" if event["direction"] == "out" else "<-"
        text = json.dumps(event["message"], ensure_ascii=False)
        lines.append(f"  {arrow} {text if len(text) <= 300 else text[:300] + '...'}")
    return lines


def _wrapped(text: str, indent: str) -> list[str]:
    lines: Iterable[str] = (piece for line in text.splitlines() for piece in textwrap.wrap(line, WIDTH - 2) or [""])
    return [indent + line for line in lines]


def _unverified(report: Mapping[str, Any]) -> list[str]:
    rows = [row for row in report["scenarios"] if row["outcome"] == "unverified"]
    if not rows:
        return []
    reasons = Counter(str(row["reason"]) for row in rows)
    lines = ["", "UNVERIFIED"] + [f"  {count:4}  {reason}" for reason, count in reasons.most_common()]
    if report["unlock"]:
        lines.append("  would make MUSTs verifiable:")
        lines += [f"  {count:4}  {capability}" for capability, count in report["unlock"].items()]
    return lines
