from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.control.control_kit import TOKEN, Lab, Runner, make_lab, served, talk
from vmark_tk.control import server as control
from vmark_tk.control.protocol import (
    BAD_PARAMS,
    INTERNAL,
    INVALID_REQUEST,
    MAX_LINE,
    NOT_NOW,
    NOT_OFFERED,
    PARSE_ERROR,
    TIMED_OUT,
)
from vmark_tk.control.server import ControlServer

pytestmark = pytest.mark.skipif(os.name == "nt", reason="unix sockets")


@pytest.fixture
def lab() -> Lab:
    return make_lab()


def address(tmp_path: Path) -> str:
    return str(tmp_path / "private" / "control")


def test_hello_tells_what_is_offered_and_who_answers(tmp_path: Path, lab: Lab) -> None:
    with served(tmp_path, lab):
        runner = Runner(address(tmp_path))
        answer = talk(lab, runner.hello)["result"]
        runner.close()
    assert (answer["protocol"], answer["pid"]) == (1, os.getpid())
    assert answer["implementation"] == {"name": "vmark-tk", "version": "1.2.3"}
    assert {"reset", "settle", "app", "window", "workspace", "tab", "tab.viewer", "editor.select", "prompt"} <= set(
        answer["offers"]
    )
    assert "life" not in answer["offers"]
    assert "setting:workspace.rail" in answer["offers"]
    assert "workspace.rail" in answer["settings"]
    assert "browser.enabled" not in answer["settings"]
    assert answer["prompts"] == ["open-workspace", "close-dirty", "disk-changed", "confirm"]
    assert answer["limits"]["line_bytes"] == MAX_LINE


@pytest.mark.parametrize(("token", "protocol"), [("wrong", 1), ("", 1), (TOKEN + "x", 1), ("\udc80", 1), (TOKEN, 2)])
def test_a_wrong_greeting_is_answered_by_an_error_and_a_closed_connection(
    tmp_path: Path, lab: Lab, token: str, protocol: int
) -> None:
    with served(tmp_path, lab):
        runner = Runner(address(tmp_path))
        answer = talk(lab, lambda: runner.hello(token, protocol))
        assert (answer["id"], answer["error"]["code"]) == (1, BAD_PARAMS)
        assert talk(lab, lambda: runner.call("window.open")) is None
        runner.close()
        assert list(lab.state.windows) == ["main"]


def test_nothing_is_done_before_the_greeting(tmp_path: Path, lab: Lab) -> None:
    with served(tmp_path, lab):
        runner = Runner(address(tmp_path))
        assert talk(lab, lambda: runner.call("window.open"))["error"]["code"] == INVALID_REQUEST
        runner.close()
        assert list(lab.state.windows) == ["main"]


def test_a_wrong_token_does_not_shut_the_door_for_the_right_one(tmp_path: Path, lab: Lab) -> None:
    with served(tmp_path, lab):
        first = Runner(address(tmp_path))
        talk(lab, lambda: first.hello("wrong"))
        assert talk(lab, lambda: first.call("x")) is None, "closed"
        first.close()

        second = Runner(address(tmp_path))
        assert "result" in talk(lab, second.hello)
        second.close()


def test_a_second_connection_is_turned_away(tmp_path: Path, lab: Lab) -> None:
    with served(tmp_path, lab):
        first = Runner(address(tmp_path))
        talk(lab, first.hello)
        second = Runner(address(tmp_path))
        refusal = talk(lab, second.hello)
        assert refusal is None or refusal["error"]["code"] == NOT_NOW
        assert talk(lab, lambda: first.call("control.settle"))["result"] == {}
        first.close()
        second.close()


def test_closing_the_connection_ends_the_control_for_good(tmp_path: Path, lab: Lab) -> None:
    ended: list[bool] = []
    lab.services.on_disabled = lambda: ended.append(True)
    with served(tmp_path, lab):
        runner = Runner(address(tmp_path))
        talk(lab, runner.hello)
        runner.close()
        lab.loop.run_until(lambda: bool(ended))
        assert not Path(address(tmp_path)).exists()
        with pytest.raises(FileNotFoundError):
            Runner(address(tmp_path))


def test_socket_and_folder_are_private_and_a_folder_open_to_others_is_refused(tmp_path: Path, lab: Lab) -> None:
    with served(tmp_path, lab):
        assert stat.S_IMODE(Path(address(tmp_path)).stat().st_mode) == 0o600
    public = tmp_path / "public"
    public.mkdir()
    public.chmod(0o755)
    with pytest.raises(ValueError, match="owner only"):
        ControlServer(lab.services, f"unix:{public / 'control'}", TOKEN)


def test_only_the_loopback_is_listened_on(lab: Lab) -> None:
    for bad in ("tcp:0.0.0.0:0", "tcp:example.org:1", "tcp:127.0.0.1:x", "unix:", "", "pipe:x"):
        with pytest.raises(ValueError, match="must be unix"):
            ControlServer(lab.services, bad, TOKEN)
    server = ControlServer(lab.services, "tcp:127.0.0.1:0", TOKEN)
    assert server.address.startswith("tcp:127.0.0.1:")
    server.close()


def test_the_environment_decides(tmp_path: Path, lab: Lab) -> None:
    assert not control.wanted({})
    with pytest.raises(ValueError, match="TOKEN"):
        control.start(lab.services, {"VMARK_CONTROL": "tcp:127.0.0.1:0"})
    close = control.start(lab.services, {"VMARK_CONTROL": "tcp:127.0.0.1:0", "VMARK_CONTROL_TOKEN": TOKEN})
    close()
    close()


def test_errors_have_the_codes_of_the_protocol_and_keep_the_connection(
    tmp_path: Path, lab: Lab, expected_errors: list[str]
) -> None:
    expected_errors.append("control method")

    def broken(_ms: int, _function: object) -> None:
        raise RuntimeError("boom")

    with served(tmp_path, lab):
        runner = Runner(address(tmp_path))
        talk(lab, runner.hello)
        assert talk(lab, lambda: runner.call("life.kill"))["error"]["code"] == NOT_OFFERED
        assert talk(lab, lambda: runner.call("tab.open"))["error"]["code"] == BAD_PARAMS
        assert talk(lab, lambda: runner.send(b"{nonsense\n"))["error"]["code"] == PARSE_ERROR
        assert talk(lab, lambda: runner.send(b"\xff\xfe\n"))["error"]["code"] == PARSE_ERROR
        lab.services.loop.call_later = broken  # type: ignore[method-assign,assignment]
        assert talk(lab, lambda: runner.call("prompt.wait"))["error"]["code"] == INTERNAL
        assert talk(lab, lambda: runner.call("control.settle"))["result"] == {}
        runner.close()


def test_a_call_that_does_not_settle_in_time_is_given_up_and_the_next_one_works(tmp_path: Path, lab: Lab) -> None:
    with served(tmp_path, lab, call_limit_s=0.3):
        runner = Runner(address(tmp_path))
        talk(lab, runner.hello)
        late = talk(lab, lambda: runner.call("prompt.wait", timeout_ms=2_000))
        assert late["error"]["code"] == TIMED_OUT
        assert talk(lab, lambda: runner.call("control.settle"))["result"] == {}
        runner.close()


def test_a_line_beyond_the_limit_ends_the_connection(tmp_path: Path, lab: Lab) -> None:
    with served(tmp_path, lab):
        runner = Runner(address(tmp_path))
        talk(lab, runner.hello)
        answer = talk(lab, lambda: runner.send(b'"' + b"x" * MAX_LINE + b'"\n'))
        assert answer is None or answer["error"]["code"] == INVALID_REQUEST
        runner.close()


def test_an_answer_is_sent_after_the_file_has_been_read(tmp_path: Path, lab: Lab) -> None:
    (tmp_path / "a.md").write_text("text", encoding="utf-8")
    with served(tmp_path, lab):
        runner = Runner(address(tmp_path))
        talk(lab, runner.hello)
        tab = talk(lab, lambda: runner.call("tab.open", path=str(tmp_path / "a.md")))["result"]["tabId"]
        content = talk(lab, lambda: runner.call("editor.content", tabId=tab))["result"]
        runner.close()
    assert content == {
        "text": "text",
        "selection": {"from": 0, "to": 0, "text": "", "collapsed": True},
        "mode": "source",
        "editable": True,
    }
