"""`vmark-tk mcp` whose editor is the headless one, so that starting and ending editors is tried without a display."""

from __future__ import annotations

import sys

from vmark_tk import bridge
from vmark_tk.system import processes


def headless_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.end_to_end.editor", *arguments]


if __name__ == "__main__":
    processes.editor_command = headless_command
    sys.exit(bridge.main())
