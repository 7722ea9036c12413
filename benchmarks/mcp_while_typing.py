"""Round trips of `session.get_state` through the real editor: while nobody types, and while a person types in 1 MB.

    python benchmarks/mcp_while_typing.py [--calls 1000]

Needs a display with a window manager and xdotool. The floor is the same editor with nobody typing.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.display_kit import EDITOR, empty_home, environment, running, window_of
from tests.end_to_end.kit import Stdio

LINE = "Some *words* of a long text with `code` and a [link](https://example.org).\n"
KEYS_A_SECOND = 15


def times_ms(client: Stdio, calls: int) -> list[float]:
    taken = []
    for _ in range(calls):
        begin = time.perf_counter()
        client.call("session", action="get_state")
        taken.append((time.perf_counter() - begin) * 1000)
    return taken


def row(name: str, taken: list[float]) -> None:
    ordered = sorted(taken)
    p99 = ordered[int(len(ordered) * 0.99)]
    print(f"{name:<28}{statistics.median(taken):>10.2f}{p99:>10.2f}{ordered[-1]:>10.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1000)
    calls = parser.parse_args().calls
    with empty_home() as home:
        note = home / "note.md"
        note.write_text(LINE * (1024 * 1024 // len(LINE)), encoding="utf-8")
        with running([*EDITOR, str(note)], home) as editor:
            window_of(editor)
            command = [*EDITOR, "mcp", "--attach-only"]
            with subprocess.Popen(
                command, env=environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1 << 20
            ) as bridge:
                client = Stdio(bridge)
                client.hello()
                times_ms(client, 20)
                print(f"{'round trip, ms':<28}{'median':>10}{'p99':>10}{'worst':>10}")
                row("nobody types", times_ms(client, calls))
                subprocess.run(["xdotool", "key", "ctrl+End"], check=True)
                keys = ["xdotool", "type", "--delay", str(1000 // KEYS_A_SECOND), "words and more of them " * 200]
                with subprocess.Popen(keys) as typing:
                    row("a person types in 1 MB", times_ms(client, calls))
                    typing.terminate()
                client.close()


if __name__ == "__main__":
    main()
