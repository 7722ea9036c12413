"""Times of the MCP way against a bare server of the `mcp` package over stdio, in the same run.

    python benchmarks/mcp_roundtrip.py [--endpoint DIR]

Without `--endpoint` a headless editor is started; with it, the editor that listens in DIR is measured.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.end_to_end.kit import HELLO, Stdio, bridge, running_editor

CALLS = 400
BIG = "word " * (1024 * 1024)  # 5 MB
ECHO = """
import asyncio, mcp_types as t
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
kept = [""]
async def tools(ctx, params):
    return t.ListToolsResult(tools=[])
async def call(ctx, params):
    given = (params.arguments or {}).get("content")
    if given is not None:
        kept[0] = given
        return t.CallToolResult(content=[t.TextContent(type="text", text="ok")])
    return t.CallToolResult(content=[t.TextContent(type="text", text=kept[0])])
async def main():
    server = Server("echo", version="1", on_list_tools=tools, on_call_tool=call)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
asyncio.run(main())
"""


@contextlib.contextmanager
def bare() -> Iterator[Stdio]:
    command = [sys.executable, "-c", ECHO]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1 << 20) as process:
        try:
            yield Stdio(process)
        finally:
            process.kill()


def median_ms(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken)


def row(what: str, ours: float, floor: float, most: float) -> bool:
    ratio = ours / floor
    verdict = "ok" if ratio <= most else "TOO SLOW"
    print(f"{what:<34}{ours:>9.2f} ms {floor:>9.2f} ms {ratio:>7.2f} <= {most:<5} {verdict}")
    return ratio <= most


def start_ms(endpoint: Path) -> float:
    taken = []
    for _ in range(9):
        begin = time.perf_counter()
        with bridge("--attach-only", "--endpoint", str(endpoint)) as client:
            client.ask("initialize", HELLO)
            taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken)


def measure(endpoint: Path) -> bool:
    with bridge("--attach-only", "--endpoint", str(endpoint)) as client, bare() as echo:
        client.hello()
        echo.hello()
        tab = client.call("workspace", action="new").data["tabId"]
        small = {"name": "session", "arguments": {"action": "get_state"}}
        write = {"name": "document", "arguments": {"action": "write", "tabId": tab, "content": BIG}}
        read = {"name": "document", "arguments": {"action": "read", "tabId": tab}}
        fine = True
        print(f"{'':<34}{'vmark-tk':>12} {'bare SDK':>12} {'ratio':>7}")
        for what, call, times, most in (
            ("get_state round trip", small, CALLS, 1.5),
            ("document.write of 5 MB", write, 9, 3.0),
            ("document.read of 5 MB", read, 9, 3.0),
        ):
            for one in (client, echo):
                one.ask("tools/call", call)
            ours, floor = [], []
            for _ in range(4):  # in turns, so that a busy machine hits both
                ours.append(median_ms(lambda call=call: client.ask("tools/call", call), max(2, times // 4)))
                floor.append(median_ms(lambda call=call: echo.ask("tools/call", call), max(2, times // 4)))
            fine &= row(what, statistics.median(ours), statistics.median(floor), most)
        client.call("workspace", action="close", tabId=tab, force=True)
    opened = start_ms(endpoint)
    print(f"{'bridge start to initialize':<34}{opened:>9.2f} ms {'':>12} {'':>7} <= 150 ms")
    return fine and opened <= 150


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endpoint", type=Path)
    options = parser.parse_args()
    if options.endpoint is not None:
        return 0 if measure(options.endpoint) else 1
    with tempfile.TemporaryDirectory() as scratch, running_editor(Path(scratch) / "run"):
        return 0 if measure(Path(scratch) / "run") else 1


if __name__ == "__main__":
    sys.exit(main())
