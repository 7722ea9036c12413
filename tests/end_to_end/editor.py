"""A headless editor as a process behind a real door: `python -m tests.end_to_end.editor --endpoint DIR [PATHS]`.

Its standard input is its lifeline, as that of an editor of `--isolated`.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tests.fakes.headless import Headless
from vmark_tk.bus.loop import PlainLoop
from vmark_tk.core.clock import SystemClock
from vmark_tk.mcp.service import McpService
from vmark_tk.system.instance import listen
from vmark_tk.system.processes import when_parent_ends


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--endpoint", type=Path, required=True)
    parser.add_argument("--hidden", action="store_true")
    parser.add_argument("--isolated", action="store_true")
    parser.add_argument("--profile")
    parser.add_argument("paths", nargs="*", type=Path)
    options = parser.parse_args()
    loop = PlainLoop()
    editor = Headless(loop, SystemClock())
    for path in options.paths:
        if path.is_dir():
            editor.open_folder(path)
        else:
            editor.open_file(path)
    listening = listen(options.endpoint)
    service = McpService(
        loop,
        editor.bus,
        listening.socket,
        listening.token,
        on_launch=lambda _: None,
        on_client_left=editor.desk.client_left,
    )
    service.start()
    (options.endpoint / "pid").write_text(str(os.getpid()), encoding="ascii")
    if options.isolated or not options.hidden:
        when_parent_ends(loop.stop)
    loop.run_forever()
    service.close()
    listening.close()
    loop.close()


if __name__ == "__main__":
    main()
