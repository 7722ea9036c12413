"""The publisher of events."""

from __future__ import annotations

from vmark_tk.core.events import Events


def test_listeners_of_the_class_hear_in_order_until_they_end() -> None:
    events = Events()
    heard: list[str] = []
    end = events.subscribe(str, lambda event: heard.append(f"1 {event}"))
    events.subscribe(str, lambda event: heard.append(f"2 {event}"))
    events.subscribe(int, lambda event: heard.append(f"3 {event}"))
    events.publish("a")
    end()
    end()
    events.publish("b")
    assert heard == ["1 a", "2 a", "2 b"]


def test_a_listener_that_fails_keeps_nobody_from_hearing(expected_errors: list[str]) -> None:
    expected_errors.append("a listener of str failed")
    events = Events()
    heard: list[str] = []

    def failing(_event: str) -> None:
        raise RuntimeError

    events.subscribe(str, failing)
    events.subscribe(str, heard.append)
    events.publish("a")
    assert heard == ["a"]
