"""The control channel over a driver program that speaks the protocol on its standard input and output."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from conformance import __version__
from conformance.client.stdio import Link, SubjectGoneError, SubjectHungError
from conformance.control.channel import PROTOCOL, ControlBrokenError, ControlLostError, Hello
from conformance.control.channel_socket import read_answer, read_hello
from conformance.limits import LIMITS


class ExecChannel:
    """Starts the driver; it gets `VMARK_SUBJECT_PID` and the paths of the sandbox in its environment."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        cwd: Path,
        record: Callable[[str, Any], None] = lambda direction, message: None,
    ) -> None:
        self._popen = subprocess.Popen(
            list(command), env=dict(env), cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._link = Link(self._popen.stdin, self._popen.stdout, lambda direction, line: None)
        self._record = record
        self._next = 0

    def hello(self) -> Hello:
        """Introduce ourselves to the driver."""
        runner = {"name": "vmark-conformance", "version": __version__}
        return read_hello(self.call("control.hello", {"protocol": PROTOCOL, "token": "", "runner": runner}))

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """Send one request to the driver and wait."""
        self._next += 1
        request = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": dict(params)}
        self._record("out", request)
        self._link.send(json.dumps(request).encode() + b"\n")
        try:
            answer = self._link.response(self._next, LIMITS.scaled(LIMITS.control))
        except SubjectGoneError as error:
            raise ControlLostError("the driver ended") from error
        except SubjectHungError as error:
            raise ControlBrokenError(method, str(error)) from error
        self._record("in", answer)
        return read_answer(method, answer)

    def close(self) -> None:
        """End the driver."""
        self._link.finish()
        try:
            self._popen.wait(LIMITS.scaled(2.0))
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self._link.close()
