"""The path scope of clients (01 section 2.9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.core import add_text, make_state
from vmark_tk.core import scope, workspaces
from vmark_tk.core.ids import MAIN_WINDOW
from vmark_tk.core.result import Failure
from vmark_tk.core.state import AppState


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "b"
    folder.mkdir()
    return folder


@pytest.fixture
def state(root: Path) -> AppState:
    made = make_state()
    workspaces.open_folder(made, MAIN_WINDOW, root)
    return made


def refused(state: AppState, raw: object) -> str:
    outcome = scope.check(state, raw)
    assert isinstance(outcome, Failure)
    assert outcome.code == "INVALID_PATH"
    return outcome.message


@pytest.mark.requirement("WSP-041", "WSP-043")
def test_a_file_below_the_workspace_is_admitted_whether_it_exists_or_not(state: AppState, root: Path) -> None:
    assert scope.check(state, f"{root}/deep/er/new.md") == root / "deep/er/new.md"
    (root / "old.md").write_text("x", encoding="utf-8")
    assert scope.check(state, f"{root}/old.md") == root / "old.md"


@pytest.mark.requirement("WSP-042", "WSP-056")
def test_the_folder_of_an_open_document_counts_until_it_is_closed(state: AppState, tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    tab = add_text(state, "x", path=tmp_path / "c/doc.md")
    assert scope.check(state, f"{tmp_path}/c/other.md") == tmp_path / "c/other.md"
    state.remove_tab(tab)
    assert refused(state, f"{tmp_path}/c/other.md") == scope.OUTSIDE


@pytest.mark.requirement("WSP-046", "WSP-047")
def test_without_any_root_every_path_is_refused(tmp_path: Path) -> None:
    state = make_state()
    add_text(state, "untitled")
    assert refused(state, f"{tmp_path}/a.md") == scope.OUTSIDE


@pytest.mark.requirement("WSP-044", "WSP-055", "WSP-050")
def test_outside_paths_get_one_message_whether_they_exist_or_not(state: AppState, tmp_path: Path) -> None:
    (tmp_path / "bc").mkdir()
    (tmp_path / "bc/here.md").write_text("secret", encoding="utf-8")
    assert refused(state, f"{tmp_path}/bc/here.md") == refused(state, f"{tmp_path}/bc/not.md") == scope.OUTSIDE


@pytest.mark.requirement("WSP-048", "WSP-049", "WSP-054")
@pytest.mark.parametrize(
    "form", ["notes.md", "./notes.md", "", "{root}/../b/a.md", "{root}/a\0.md", "{root}/x/..", "~/a"]
)
def test_a_bad_spelling_is_refused_before_anything_is_folded(state: AppState, root: Path, form: str) -> None:
    assert refused(state, form.format(root=root)) != scope.OUTSIDE


@pytest.mark.parametrize("raw", [None, 3, ["a"], "\ud800/x"])
def test_what_is_no_text_is_refused(state: AppState, raw: object) -> None:
    refused(state, raw)


@pytest.mark.requirement("WSP-029", "WSP-059")
def test_separators_are_tidied_and_spaces_kept(state: AppState, root: Path) -> None:
    assert scope.check(state, f"{root}//x/./a.md/") == root / "x/a.md"
    assert scope.check(state, f"{root}/a.md ") == root / "a.md "


@pytest.mark.requirement("WSP-051", "WSP-052")
def test_links_that_lead_outside_are_refused(state: AppState, root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("x", encoding="utf-8")
    (tmp_path / "far").mkdir()
    (root / "link.md").symlink_to(tmp_path / "secret.md")
    (root / "dangling.md").symlink_to(tmp_path / "nothing.md")
    (root / "out").symlink_to(tmp_path / "far")
    (root / "loop").symlink_to(root / "loop")
    for name in ("link.md", "dangling.md", "out/new.md"):
        assert refused(state, f"{root}/{name}") == scope.OUTSIDE
    assert scope.check(state, f"{root}/loop") == root / "loop"


@pytest.mark.requirement("WSP-053")
def test_a_workspace_behind_a_link_admits_both_spellings(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "alias").symlink_to(tmp_path / "real")
    state = make_state()
    workspaces.open_folder(state, MAIN_WINDOW, tmp_path / "real", spelled=tmp_path / "alias")
    assert scope.check(state, f"{tmp_path}/alias/a.md") == tmp_path / "alias/a.md"
    assert scope.check(state, f"{tmp_path}/real/a.md") == tmp_path / "real/a.md"


def test_a_vanished_root_is_skipped_and_others_still_count(state: AppState, root: Path, tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    add_text(state, "x", path=tmp_path / "c/doc.md")
    root.rmdir()
    assert refused(state, f"{root}/a.md") == scope.OUTSIDE
    assert scope.check(state, f"{tmp_path}/c/a.md") == tmp_path / "c/a.md"


def test_the_ledger_folder_is_refused_also_through_a_link(state: AppState, root: Path) -> None:
    (root / ".vmark").mkdir()
    (root / "alias").symlink_to(root / ".vmark")
    assert refused(state, f"{root}/.vmark/ledger.md") == scope.OUTSIDE
    assert refused(state, f"{root}/alias/ledger.md") == scope.OUTSIDE


@pytest.mark.requirement("ARC-033")
def test_a_link_put_there_after_the_check_is_seen_at_the_moment_of_use(
    state: AppState, root: Path, tmp_path: Path
) -> None:
    (root / "d").mkdir()
    path = scope.check(state, f"{root}/d/a.md")
    assert isinstance(path, Path)
    assert scope.still_inside(state, path)
    (root / "d").rmdir()
    (root / "d").symlink_to(tmp_path)
    assert not scope.still_inside(state, path)


@pytest.mark.requirement("WSP-057")
def test_documents_of_other_windows_count(state: AppState, tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    add_text(state, "x", path=tmp_path / "w/doc.md", window=state.add_window().label)
    assert scope.check(state, f"{tmp_path}/w/a.md") == tmp_path / "w/a.md"


@pytest.mark.parametrize(
    ("raw", "fine"),
    [
        ("C:\\a\\b.md", True),
        ("c:/a/b.md", True),
        ("\\\\server\\share\\a.md", True),
        ("C:a.md", False),
        ("\\a.md", False),
        ("C:\\a\\..\\b.md", False),
        ("C:\\a/../b.md", False),
        ("C:\\a.md:hidden", False),
        ("\\\\?\\C:\\a.md", False),
        ("\\\\.\\COM1", False),
    ],
)
def test_windows_spellings(raw: str, fine: bool) -> None:
    assert (scope.lexical_refusal(raw, windows=True) is None) is fine


def test_windows_containment_ignores_the_case_of_the_drive_only() -> None:
    assert scope.relative_parts("C:\\a\\b", "c:/a/b/x.md", windows=True) == ["x.md"]
    assert scope.relative_parts("C:\\a\\b", "C:\\a\\bc\\x.md", windows=True) is None
    assert scope.relative_parts("C:\\a", "C:\\A\\x.md", windows=True) is None


def test_a_workspace_replaced_by_a_link_admits_nothing_any_more(state: AppState, root: Path, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    root.rename(tmp_path / "old")
    root.symlink_to(tmp_path / "far")
    assert refused(state, f"{root}/a.md") == scope.OUTSIDE


@pytest.mark.requirement("WSP-051")
def test_the_folder_of_a_document_replaced_by_a_link_admits_nothing_any_more(
    state: AppState, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "far").mkdir()
    (root / "sub").mkdir()
    path = root / "sub/doc.md"
    tab = add_text(state, "x", path=path)
    assert tab.document is not None
    tab.document.file.home = scope.home_of(state, path, within_scope=True)
    assert scope.check(state, f"{root}/sub/other.md") == root / "sub/other.md"
    (root / "sub").rename(root / "sub.old")
    (root / "sub").symlink_to(tmp_path / "far")
    assert refused(state, f"{root}/sub/other.md") == scope.OUTSIDE
    assert scope.home_of(state, path, within_scope=True) == ""


def test_a_link_that_goes_while_it_is_followed_is_no_error(
    state: AppState, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_path: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr("os.path.realpath", gone)
    assert scope.check(state, f"{root}/a.md") == root / "a.md"
