"""Regular expressions in a process that is killed when its time is over (Q-02)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from vmark_tk.core.ports import Loop
from vmark_tk.core.search import REGEX_LIMIT_S
from vmark_tk.system import processes

# Where this package lies: a module search path that begins with the folder a person works in could be led astray.
_HOME = Path(__file__).resolve().parents[2]


class ProcessSearcher:
    """`core.ports.Searcher` by `python -m vmark_tk.core.search`, one process a search."""

    def __init__(self, loop: Loop, *, limit_s: float = REGEX_LIMIT_S) -> None:
        self._loop = loop
        self._limit_s = limit_s

    def search(self, request: Callable[[], bytes], done: Callable[[bytes | None], None]) -> None:
        """Have a request answered; `done` gets None when its time ran out or it could not run."""

        def work() -> bytes | None:
            argv = [sys.executable, "-m", "vmark_tk.core.search"]
            ended = processes.run(argv, env=os.environ, limit_s=self._limit_s, given=request(), folder=_HOME)
            return None if ended.timed_out or ended.code else ended.output

        self._loop.run_in_worker(work, lambda outcome: done(outcome if isinstance(outcome, bytes) else None))
