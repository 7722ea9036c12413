"""`run`: judge a subject, write the report, say the verdict."""

from __future__ import annotations

from pathlib import Path

from conformance.config import Options, Subject, UsageError
from conformance.report import summary
from conformance.report.terminal import Terminal, render
from conformance.running import material, run

OURS = ("events.ndjson", "report.json")


def main(subject: Subject, options: Options) -> int:
    """Run and return the exit code."""
    matter = material(options)
    if options.out is not None:
        prepare(options.out)
    terminal = Terminal(color=options.color, quiet=options.verbose < 0)
    report = run(subject, options, matter, terminal.say)
    if options.out is not None:
        summary.write(report, options.out / "report.json")
    terminal.flush()
    if options.out is not None:
        terminal.say(f"report: {options.out}")
    terminal.say(render(report, options.said))
    return int(report["exit_code"])


def prepare(folder: Path) -> None:
    """Make the report folder; one that holds something other than an earlier report is left alone (exit 2)."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--out {folder}: not a folder")
    folder.mkdir(parents=True, exist_ok=True)
    there = list(folder.iterdir())
    if there and not any(path.name in OURS for path in there):
        raise UsageError(f"--out {folder}: the folder holds something else than a report")
    for path in there:
        if path.name in OURS:
            path.unlink()
