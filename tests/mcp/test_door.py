from __future__ import annotations

import json
import queue
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from vmark_tk.core.ids import Principal
from vmark_tk.mcp import door as door_module
from vmark_tk.mcp.clients import Clients, clean_label
from vmark_tk.mcp.door import Accepted, Door
from vmark_tk.system.instance import dial, first_line, hand_over, listen

ClientQueue = queue.Queue[Accepted]


@pytest.fixture
def arrived(tmp_path: Path) -> Iterator[tuple[Path, ClientQueue, list[Any]]]:
    clients: ClientQueue = queue.Queue()
    launches = list[Any]()
    listening = listen(tmp_path)
    door = Door(
        listening.socket,
        listening.token,
        on_client=lambda accepted: clients.put(accepted) is None,
        on_launch=launches.append,
    )
    door.start()
    yield tmp_path, clients, launches
    door.close()
    listening.close()
    while not clients.empty():
        clients.get().socket.close()


def test_who_knows_the_token_comes_in_with_what_it_sent(arrived: tuple[Path, ClientQueue, list[Any]]) -> None:
    folder, clients, _ = arrived
    connection = dial(folder, {"want": "mcp"})
    assert connection is not None
    with connection:
        assert first_line(connection)["ok"] is True
        accepted = clients.get(timeout=5)
        accepted.socket.close()
        assert accepted.greeting == {"want": "mcp"}


@pytest.mark.parametrize("greeting", [b"{}\n", b'{"token":"no"}\n', b'{"token":5}\n', b"\xff\n", b"[" * 5000 + b"\n"])
def test_who_does_not_is_shut_out_without_a_word(arrived: tuple[Path, ClientQueue, list[Any]], greeting: bytes) -> None:
    folder, clients, _ = arrived
    address = json.loads((folder / "endpoint.json").read_text(encoding="utf-8"))["address"]
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.settimeout(5)
        stranger.connect(address)
        stranger.sendall(greeting)
        assert stranger.recv(100) == b""
    assert clients.empty()


def test_a_silent_stranger_is_shut_out_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "TIME_TO_GREET_S", 0.05)
    listening = listen(tmp_path)
    door = Door(listening.socket, listening.token, on_client=lambda _: True, on_launch=lambda _: None)
    door.start()
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.settimeout(5)
        stranger.connect(listening.address)
        assert stranger.recv(100) == b""
    door.close()
    listening.close()


def test_a_second_launch_hands_over_what_it_was_given(arrived: tuple[Path, ClientQueue, list[Any]]) -> None:
    folder, clients, launches = arrived
    assert hand_over(folder, {"paths": ["/a"], "new_window": True})
    assert launches == [{"paths": ["/a"], "new_window": True}]
    assert clients.empty()


def test_nobody_there_takes_no_launch(tmp_path: Path) -> None:
    assert not hand_over(tmp_path, {}, limit_s=0.05)


def test_names_are_cleaned_for_display() -> None:
    assert clean_label("Evil\x00\u202e name\n\u200b of  " + "x" * 200) == "Evil name of " + "x" * 67
    assert clean_label(5) == ""


def test_the_light_hears_each_change_once() -> None:
    changes = list[int]()
    clients = Clients(lambda: changes.append(1))
    clients.add(Principal("a"))
    clients.name(Principal("a"), "Claude", "2")
    clients.name(Principal("a"), " \x00", "3")
    clients.answering(Principal("a"), answering=True)
    assert len(changes) == 2
    clients.answering(Principal("a"), answering=False)
    assert clients.clients() == [{"principal": "a", "name": "Claude", "version": "2", "answering": "no"}]
    clients.remove(Principal("a"))
    assert clients.clients() == []


def test_a_crowd_of_silent_connections_locks_nobody_out(arrived: tuple[Path, ClientQueue, list[Any]]) -> None:
    folder, clients, _ = arrived
    place = json.loads((folder / "endpoint.json").read_text(encoding="utf-8"))["address"]
    crowd = [socket.socket(socket.AF_UNIX) for _ in range(door_module.MAX_STRANGERS + 10)]
    try:
        for one in crowd:
            one.connect(place)
        connection = dial(folder, {"want": "mcp"})
        assert connection is not None
        with connection:
            connection.settimeout(5)
            assert first_line(connection)["ok"] is True
        clients.get(timeout=5).socket.close()
    finally:
        for one in crowd:
            one.close()
