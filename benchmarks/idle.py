"""What an idle editor with ten tabs costs: CPU, wake-ups and child processes over 20 s; beside a bare Tk text (P-6).

Run with a display and a window manager: `python benchmarks/idle.py`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.display_kit import EDITOR, empty_home, running, tree, window_of

BARE = "import tkinter as t; r = t.Tk(); x = t.Text(r); x.pack(); x.focus_force(); r.mainloop()"
SETTLED_S, WATCHED_S = 6.0, 20.0


def cost(pid: int) -> tuple[int, int]:
    """Return CPU ticks and voluntary context switches of all threads of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    switches = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                switches += int(line.split()[1])
    return int(fields[11]) + int(fields[12]), switches


def watched(name: str, command: Sequence[str], home: Path) -> None:
    """Print one line of the table."""
    with running(command, home) as process:
        window_of(process)
        time.sleep(SETTLED_S)
        ticks, switches = cost(process.pid)
        time.sleep(WATCHED_S)
        later, more = cost(process.pid)
        children = len(tree(process.pid)) - 1
    share = (later - ticks) / os.sysconf("SC_CLK_TCK") / WATCHED_S * 100
    print(f"{name:22} {share:9.2f} {(more - switches) / WATCHED_S:11.2f} {children:9}")


def main() -> None:
    print(f"{'program':22} {'% of core':>9} {'wake-ups/s':>11} {'children':>9}")
    with empty_home() as home:
        files = [home / f"{number}.md" for number in range(10)]
        for path in files:
            path.write_text("# Head\n\nSome *words*.\n" * 50)
        watched("bare Tk text", (sys.executable, "-c", BARE), home)
        command = (*EDITOR, "--profile", str(home / "profile"), *map(str, files))
        watched("editor, ten tabs", command, home)


if __name__ == "__main__":
    main()
