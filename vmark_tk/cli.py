"""The command line: arguments to `app.Options`, exit codes, and the words printed (10 section 3)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from vmark_tk import __version__

USAGE = """\
vmark-tk [PATHS ...] [--new-window] [--profile DIR] [--version]
       vmark-tk mcp [--attach-only] [--isolated [PATHS ...]] [--endpoint DIR] [--profile DIR]
       vmark-tk doctor"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the editor's own command line."""
    made = argparse.ArgumentParser(
        prog="vmark-tk",
        usage=USAGE,
        description="Edit Markdown and GitHub Actions workflows. Files open as tabs, folders as workspaces; a "
        "file that does not exist opens as a new document of that name.",
    )
    made.add_argument("paths", nargs="*", metavar="PATHS", help="files and folders to open")
    made.add_argument("--new-window", action="store_true", help="open them in a window of their own")
    made.add_argument("--profile", metavar="DIR", help="keep settings, session and recovered texts in DIR")
    made.add_argument("--endpoint", metavar="DIR", help="put the socket for AI clients into DIR")
    made.add_argument("--version", action="version", version=f"vmark-tk {__version__}")
    # What the bridge starts an editor with; of no use by hand.
    made.add_argument("--hidden", action="store_true", help=argparse.SUPPRESS)
    made.add_argument("--isolated", action="store_true", help=argparse.SUPPRESS)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    # The imports stand in the branches because the bridge must not pay for the editor, nor the editor for the doctor.
    if words[:1] == ["mcp"]:
        from vmark_tk.bridge import main as run_bridge  # noqa: PLC0415

        return run_bridge(words[1:])
    if words[:1] == ["doctor"]:
        argparse.ArgumentParser(
            prog="vmark-tk doctor",
            description="Say what of Tk, WebKit, keychain and actionlint is present, and print the lines that connect "
            "an AI client. Exit code 1: something is missing that the editor needs.",
        ).parse_args(words[1:])
        from vmark_tk import doctor  # noqa: PLC0415

        text, code = doctor.report()
        print(text)  # noqa: T201
        return code
    return _edit(parser().parse_args(words))


def _edit(options: argparse.Namespace) -> int:
    from vmark_tk.app import Options, run  # noqa: PLC0415

    try:
        return run(
            Options(
                paths=tuple(Path(path).absolute() for path in options.paths),
                new_window=options.new_window,
                profile=None if options.profile is None else Path(options.profile).absolute(),
                endpoint=None if options.endpoint is None else Path(options.endpoint).absolute(),
                hidden=options.hidden,
                isolated=options.isolated,
            )
        )
    except Exception as error:  # Tk's class of errors is known to the user interface only
        if type(error).__name__ != "TclError" or "display" not in str(error):
            raise
        sys.stderr.write(f"vmark-tk needs a graphical display and could not open one: {error}\n")
        return 1
