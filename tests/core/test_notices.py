"""Messages to the person."""

from __future__ import annotations

from tests.fakes.core import make_state, recorded
from vmark_tk.core.notices import MAX_KEPT, NoticePosted


def test_each_is_published_and_the_last_ones_are_kept() -> None:
    state = make_state()
    heard = recorded(state.events, NoticePosted)
    for number in range(MAX_KEPT + 5):
        state.notices.post("info", str(number))
    assert len(heard) == MAX_KEPT + 5
    assert [state.notices.kept[0].text, len(state.notices.kept)] == ["5", MAX_KEPT]
    state.notices.clear()
    assert state.notices.kept == []
