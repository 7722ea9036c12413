from __future__ import annotations

import base64

import pytest

from tests.control.control_kit import Lab, make_lab
from vmark_tk.control.methods import Table
from vmark_tk.control.protocol import BAD_PARAMS, NO_SUCH_OBJECT, NOT_OFFERED, ControlError
from vmark_tk.core.notices import NoticeAction
from vmark_tk.core.settings import SETTINGS


@pytest.fixture
def lab() -> Lab:
    return make_lab()


def code(lab: Lab, method: str, **params: object) -> int:
    with pytest.raises(ControlError) as caught:
        lab.call(method, **params)
    return caught.value.code


@pytest.mark.parametrize("method", ["life.kill", "web.open", "vault.list", "coherence.delegate", "grant.list", "x"])
def test_what_is_not_built_is_not_offered(lab: Lab, method: str) -> None:
    assert code(lab, method) == NOT_OFFERED
    assert method.partition(".")[0] not in lab.table.offers


def test_without_widgets_nothing_about_widgets_is_offered(lab: Lab) -> None:
    lab.services.gestures = None
    table = Table(lab.services)
    assert {"gesture", "screen"} <= set(lab.table.offers)
    assert not {"gesture", "screen"} & set(table.offers)
    with pytest.raises(ControlError) as caught:
        table.call("gesture.press", {"chord": "a"})
    assert caught.value.code == NOT_OFFERED


def test_each_offered_setting_can_be_read_and_set_to_what_it_is(lab: Lab) -> None:
    assert "approvals.auto_approve_edits" in lab.table.settings
    for key in lab.table.settings:
        value = lab.call("setting.get", key=key)["value"]
        assert value == SETTINGS[key].default
        assert lab.call("setting.set", key=key, value=value) == {"value": value, "changed": False}


def test_a_setting_changes_and_refuses_what_does_not_fit(lab: Lab) -> None:
    assert lab.call("setting.set", key="editor.autosave", value=False) == {"value": False, "changed": True}
    assert code(lab, "setting.set", key="editor.autosave", value="yes") == BAD_PARAMS
    assert code(lab, "setting.set", key="editor.autosave") == BAD_PARAMS
    assert code(lab, "setting.get", key="cjk") == NOT_OFFERED
    assert code(lab, "setting.get", key="browser.enabled") == NOT_OFFERED


def test_notices_are_listed_and_cleared(lab: Lab) -> None:
    lab.state.notices.post("warning", "careful", action=NoticeAction("Do it", lambda: None))
    (notice,) = lab.call("notice.list")
    assert (notice["level"], notice["text"], notice["action"]) == ("warning", "careful", "Do it")
    assert lab.call("notice.clear") == {"changed": True}
    assert lab.call("notice.clear") == {"changed": False}
    assert lab.call("notice.list") == []


def test_the_audit_is_listed(lab: Lab) -> None:
    lab.services.audit.note("blocked", "save-as", "refused", client="Claude", target="/a")
    (entry,) = lab.call("audit.list")
    assert (entry["client"], entry["operation"], entry["origin"], entry["answer"]) == (
        "Claude",
        "save-as",
        "/a",
        "refused",
    )


def test_the_clock_moves_and_everything_that_looks_at_it_looks(lab: Lab) -> None:
    looked: list[bool] = []
    lab.services.on_clock_moved = (lambda: looked.append(True),)
    before = lab.services.clock.now()
    now = lab.call("clock.advance", ms=300_000)["now"]
    assert now / 1000 - before == pytest.approx(300, abs=5)
    assert looked == [True]
    assert code(lab, "clock.advance", ms=-1) == BAD_PARAMS


def test_gestures_go_to_widgets_by_name(lab: Lab) -> None:
    assert lab.call("gesture.widgets")[0]["widget"] == "toolbar.save"
    lab.call("gesture.click", widget="toolbar.save")
    lab.call("gesture.press", chord="Control-s")
    assert (lab.gestures.clicked, lab.gestures.pressed) == (["toolbar.save"], ["Control-s"])
    assert code(lab, "gesture.click", widget="no.such") == NO_SUCH_OBJECT


def test_a_screenshot_is_a_picture_in_base64(lab: Lab) -> None:
    png = base64.b64decode(lab.call("control.screenshot")["png"])
    assert png.startswith(b"\x89PNG")
    assert code(lab, "control.screenshot", window="doc-9") == NO_SUCH_OBJECT
