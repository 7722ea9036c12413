"""From process start to a window with the focus, and memory with one small file, beside IDLE (P-1, P-2).

    python benchmarks/startup.py [--rounds 7]

Run with a display and a window manager. The first round warms caches and compiled modules and does not count.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.display_kit import EDITOR, begun, empty_home, environment, pss_mib, running, tree, window_of

BARE = "import tkinter as t; r = t.Tk(); x = t.Text(r); x.pack(); x.focus_force(); r.mainloop()"
SETTLED_S = 2.5
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}


def started(command: Sequence[str], home: Path) -> tuple[float, float]:
    """Return the milliseconds to a window that takes keys, and MiB of the whole tree when it has settled."""
    with running(command, home) as process:
        window_of(process)
        taken = (time.time() - begun(process.pid)) * 1000
        time.sleep(SETTLED_S)
        memory = sum(pss_mib(pid) for pid in tree(process.pid))
    return taken, memory


def with_client(home: Path, words: Path) -> float:
    """Return MiB of the editor while a client is connected through the bridge."""
    profile = home / "attached"
    with running((*EDITOR, "--profile", str(profile), str(words)), home) as process:
        window_of(process)
        time.sleep(SETTLED_S)
        command = (*EDITOR, "mcp", "--attach-only", "--profile", str(profile))
        with subprocess.Popen(
            command, env=environment(home), cwd=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as bridge:
            assert bridge.stdin is not None
            assert bridge.stdout is not None
            bridge.stdin.write(json.dumps(HELLO).encode() + b"\n")
            bridge.stdin.flush()
            bridge.stdout.readline()
            memory = pss_mib(process.pid)
            bridge.kill()
    return memory


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    rounds = options.parse_args().rounds
    with empty_home() as home:
        words = home / "small.md"
        words.write_text("# Small\n\nSome *words*.\n" * 20)
        programs: dict[str, Sequence[str]] = {
            "bare Tk text": (sys.executable, "-c", BARE),
            "IDLE, one file": (sys.executable, "-m", "idlelib", str(words)),
            "editor, one file": (*EDITOR, "--profile", str(home / "profile"), str(words)),
        }
        figures = {name: [started(command, home) for _ in range(rounds + 1)][1:] for name, command in programs.items()}
        floor = statistics.median(taken for taken, _ in figures["IDLE, one file"])
        print(f"{'program':20} {'ms':>6} {'worst':>6} {'x IDLE':>7} {'MiB':>6}")
        for name, rows in figures.items():
            times, memory = [taken for taken, _ in rows], statistics.median(mib for _, mib in rows)
            middle = statistics.median(times)
            print(f"{name:20} {middle:6.0f} {max(times):6.0f} {middle / floor:7.2f} {memory:6.1f}")
        print(f"{'editor with a client':20} {'':6} {'':6} {'':7} {with_client(home, words):6.1f}")


if __name__ == "__main__":
    main()
