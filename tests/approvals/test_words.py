from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vmark_tk.approvals.subject import CloseDirty, DiskChanged, OpenWorkspace
from vmark_tk.approvals.words import client_label, escaped, shown, words_for
from vmark_tk.core.ids import Principal, TabId


@pytest.mark.requirement("AUT-075", "AUT-265")
def test_a_folder_name_with_a_bidi_override_is_shown_as_an_escape_and_bound_as_it_is() -> None:
    subject = OpenWorkspace(Path("/tmp/a\u202egpj\n"), Principal("p"))
    words = words_for(subject, "Claude")
    assert "/tmp/a\\u{202E}gpj\\u{A}" in words.body
    assert words.subject == {"path": "/tmp/a\\u{202E}gpj\\u{A}"}
    assert subject.path.name == "a\u202egpj\n"


@pytest.mark.requirement("AUT-075")
@given(st.text())
def test_nothing_invisible_gets_through(text: str) -> None:
    assert not [c for c in escaped(text) if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


@pytest.mark.requirement("AUT-076")
def test_a_long_text_is_clipped_at_two_hundred_code_points_with_a_mark() -> None:
    assert shown("𝒳" * 200) == "𝒳" * 200
    assert shown("𝒳" * 201) == "𝒳" * 200 + "…"


def test_a_long_path_is_clipped_in_the_sentence_and_whole_in_the_payload() -> None:
    path = "/" + "d" * 250 + "/end"
    words = words_for(OpenWorkspace(Path(path), Principal("p")))
    assert path not in words.body
    assert words.payload == path


@pytest.mark.requirement("AUT-064", "AUT-301")
def test_the_client_is_named_or_called_unidentified() -> None:
    path = OpenWorkspace(Path("/a"), Principal("p"))
    assert "“Claude”" in words_for(path, "Claude").body
    assert "unidentified client" in words_for(path).body
    assert client_label("x" * 500) == "“" + "x" * 80 + "…”"


@pytest.mark.requirement("AUT-068", "AUT-070")
def test_a_folder_question_offers_deny_first_and_approve() -> None:
    choices = words_for(OpenWorkspace(Path("/a"), Principal("p"))).choices
    assert [(choice.id, choice.safe, choice.guarded) for choice in choices] == [
        ("deny", True, False),
        ("approve", False, True),
    ]


def test_questions_of_the_editor_name_the_documents_and_have_one_safe_choice() -> None:
    tabs = (TabId("t1"), TabId("t2"))
    for subject in (
        CloseDirty(tabs, ("a.md", "b.md")),
        DiskChanged(tabs, ("a.md", "b.md")),
        DiskChanged(tabs[:1], ("a.md",)),
    ):
        words = words_for(subject)
        assert "a.md" in words.body
        assert [choice.id for choice in words.choices if choice.safe] in (["cancel"], ["keep"])
        assert words.subject["tabId"] == "t1"
    assert [choice.id for choice in words_for(DiskChanged(tabs[:1], ("a",))).choices] == ["save_as", "reload", "keep"]
    assert [choice.id for choice in words_for(DiskChanged(tabs, ("a", "b"))).choices] == ["review", "reload", "keep"]


def test_a_question_about_many_files_names_some_and_counts_the_others() -> None:
    names = tuple(f"{number}.md" for number in range(13))
    body = words_for(CloseDirty(tuple(TabId(name) for name in names), names)).body
    assert body.startswith("13 documents")
    assert body.endswith("9.md and 3 more.")
