"""The strip of tabs: what it shows, clicks, keys, overflow, sixty tabs (08 T-01 to T-10)."""

from __future__ import annotations

from pathlib import Path

from tests.ui.shell_kit import ShellKit
from vmark_tk.core.document import Edit, Origin
from vmark_tk.core.ids import Principal
from vmark_tk.core.state import Tab
from vmark_tk.core.text import Position

START = Position(0, 0)


def part(kit: ShellKit, name: str) -> tuple[int, int]:
    """Return the middle of a part in the canvas."""
    x, y, width, height = next(bounds for part_name, _, _, bounds in kit.view.strip.parts() if part_name == name)
    return x + width // 2, y + height // 2


def click(kit: ShellKit, name: str, button: int = 1) -> None:
    x, y = part(kit, name)
    for event in (f"<ButtonPress-{button}>", f"<ButtonRelease-{button}>"):
        kit.view.strip.canvas.event_generate(event, x=x, y=y)
    kit.settle()


def names(kit: ShellKit) -> list[str]:
    return [words for name, role, words, _ in kit.view.strip.parts() if role == "tab"]


def drawn(kit: ShellKit) -> set[str]:
    """Return the words that are really in the picture."""
    canvas = kit.view.strip.canvas
    call, path = canvas.tk.call, str(canvas)
    items = [item for item in canvas.find_all() if str(call(path, "type", item)) == "text"]
    return {str(call(path, "itemcget", item, "-text")) for item in items}


def three(kit: ShellKit) -> list[Tab]:
    tabs = [kit.add("x", Path(f"/notes/{name}.md")) for name in ("one", "two", "three")]
    kit.settle()
    return tabs


def test_a_click_shows_a_tab_and_its_sign_closes_it(kit: ShellKit) -> None:
    one, two, three_ = three(kit)
    click(kit, f"tabs.{one.id}")
    assert kit.state.active_tab(one.window) is one
    click(kit, f"tabs.{two.id}.close")
    assert list(kit.state.tabs) == [one.id, three_.id]
    assert names(kit) == ["one", "three"]


def test_a_middle_click_closes(kit: ShellKit) -> None:
    one, two, _ = three(kit)
    click(kit, f"tabs.{two.id}", button=2)
    assert kit.calls("close_tabs") == [(two.id,)]
    assert one.id in kit.state.tabs


def test_two_tabs_of_one_name_show_their_folders(kit: ShellKit) -> None:
    kit.add("x", Path("/a/x.md"))
    kit.add("x", Path("/b/x.md"))
    kit.add("x", Path("/b/y.md"))
    kit.settle()
    assert names(kit) == ["x.md a", "x.md b", "y"]
    assert {"a", "b"} <= drawn(kit)


def test_the_folder_stays_in_sight_beside_a_long_name(kit: ShellKit) -> None:
    for folder in ("minutes", "drafts"):
        kit.add("x", Path(f"/{folder}/what-we-said-in-the-long-meeting-of-last-week.md"))
    kit.settle()
    assert {"minutes", "drafts"} <= drawn(kit)


def test_the_tooltip_says_the_full_path_and_the_marks_in_words(kit: ShellKit) -> None:
    tab = kit.add("x", Path("/notes/one.md"))
    assert tab.document is not None
    tab.document.apply([Edit(START, START, "typed")], origin=Origin.USER)
    tab.document.file.missing = True
    tab.document.set_read_only(True)
    words = kit.view.strip.tip(tab.id).split("\n")
    assert words == [str(Path("/notes/one.md")), "unsaved", "file is gone from disk", "read-only"]


def test_a_tab_of_a_client_is_marked_until_it_is_looked_at(kit: ShellKit) -> None:
    three(kit)
    document = kit.state.new_document(["x"])
    tab = kit.state.add_tab(kit.view.label, document, activate=False, opened_by=Principal("client-1"))
    kit.settle()
    face = next(face for face in kit.view.strip._faces if face.tab == tab.id)
    assert (face.unseen, face.icon) == (True, "spark")
    click(kit, f"tabs.{tab.id}")
    face = next(face for face in kit.view.strip._faces if face.tab == tab.id)
    assert (face.unseen, face.icon) == (False, "text")


def test_the_active_tab_of_sixty_is_in_sight_and_the_wheel_scrolls(kit: ShellKit) -> None:
    tabs = [kit.add("x", Path(f"/notes/chapter-{number}.md")) for number in range(60)]
    kit.settle()
    assert "chapter-59" in names(kit)
    assert "chapter-0" not in names(kit)
    assert any(name == "tabs.overflow" for name, *_ in kit.view.strip.parts())
    kit.state.activate(tabs[0])
    kit.settle()
    assert "chapter-0" in names(kit)
    before = kit.view.strip.parts()
    kit.view.strip.canvas.event_generate("<Button-5>", x=5, y=5)
    kit.settle()
    assert kit.view.strip.parts() != before


def test_of_sixty_tabs_only_those_in_sight_are_drawn(kit: ShellKit) -> None:
    for number in range(60):
        kit.add("x", Path(f"/notes/chapter-{number}.md"))
    kit.settle()
    shown = [words for words in drawn(kit) if words.startswith("chapter-")]
    assert 1 <= len(shown) < 20
    assert len(kit.view.strip.canvas.find_all()) < 20 * len(shown)


def test_dragging_a_tab_to_another_place_moves_it(kit: ShellKit) -> None:
    one, two, three_ = three(kit)
    canvas = kit.view.strip.canvas
    (from_x, y), (to_x, _) = part(kit, f"tabs.{one.id}"), part(kit, f"tabs.{three_.id}.close")
    canvas.event_generate("<ButtonPress-1>", x=from_x, y=y)
    for x in range(from_x, to_x, 4):
        canvas.event_generate("<B1-Motion>", x=x, y=y)
        kit.settle()
    canvas.event_generate("<ButtonRelease-1>", x=to_x, y=y)
    assert kit.state.windows[one.window].tabs == [two.id, three_.id, one.id]


def test_the_keyboard_alone_moves_shows_and_closes(kit: ShellKit) -> None:
    one, two, three_ = three(kit)
    canvas = kit.view.strip.canvas
    canvas.focus_force()
    kit.until(lambda: kit.view.strip._cursor == three_.id)
    canvas.event_generate("<Left>")
    canvas.event_generate("<Return>")
    assert kit.state.active_tab(one.window) is two
    canvas.event_generate("<Home>")
    canvas.event_generate("<Delete>")
    assert one.id not in kit.state.tabs


def test_the_context_menu_closes_others_and_those_to_the_right(kit: ShellKit) -> None:
    one, two, three_ = three(kit)
    menu = kit.view.strip.menu
    menu.fill(one.id)
    menu.menu.invoke(2)
    assert kit.calls("close_tabs") == [(two.id, three_.id)]
    menu.fill(one.id)
    assert str(menu.menu.entrycget(1, "state")) == "disabled"


def test_the_path_of_a_tab_can_be_copied(kit: ShellKit) -> None:
    one = three(kit)[0]
    kit.view.strip.menu.fill(one.id)
    kit.view.strip.menu.menu.invoke(5)
    assert kit.root.clipboard_get() == str(one.path)
