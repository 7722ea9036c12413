"""One Tk root for the session; a fault in a widget's handler fails the test, as does an error in the log."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator

import pytest

from tests.ui.shell_kit import ShellKit
from vmark_tk.ui.shell import make_root


@pytest.fixture(scope="session")
def session_root() -> Iterator[tk.Tk]:
    try:
        root = make_root()
    except tk.TclError as error:
        pytest.skip(f"no display: {error}")
    yield root
    root.destroy()


@pytest.fixture(scope="session")
def natural(session_root: tk.Tk) -> Callable[[], None]:
    """Give the function that undoes what a test did to the scale and to Tk's own fonts, which the root keeps."""
    call = session_root.tk.call
    scaling = call("tk", "scaling")
    names = session_root.tk.splitlist(call("font", "names"))
    sizes = {name: call("font", "configure", name, "-size") for name in names}

    def restore() -> None:
        call("tk", "scaling", scaling)
        for name, size in sizes.items():
            call("font", "configure", name, "-size", size)

    return restore


@pytest.fixture
def root(session_root: tk.Tk, natural: Callable[[], None]) -> Iterator[tk.Tk]:
    """Give the root; handlers' faults are collected and nothing of a test stays on the screen."""
    faults: list[BaseException] = []
    before = session_root.report_callback_exception
    session_root.report_callback_exception = lambda _kind, error, _trace: faults.append(error)
    yield session_root
    for child in session_root.winfo_children():
        child.destroy()
    session_root.report_callback_exception = before
    natural()  # the scale belongs to the display, which other roots of this process share
    assert not faults, faults


MakeKit = Callable[..., ShellKit]


@pytest.fixture
def make_kit(root: tk.Tk) -> Iterator[MakeKit]:
    kits: list[ShellKit] = []

    def make(*, hidden: bool = False, control: bool = False, **settings: bool | float | str) -> ShellKit:
        kits.append(ShellKit(root, hidden=hidden, control=control, **settings))
        if not hidden:
            kits[-1].until(kits[-1].view.strip.canvas.winfo_viewable)
        kits[-1].settle()
        return kits[-1]

    yield make
    for kit in kits:
        kit.close()


@pytest.fixture
def kit(make_kit: MakeKit) -> ShellKit:
    """Give a shell with one empty window."""
    return make_kit()
