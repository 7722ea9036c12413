"""`vmark-conformance`: arguments and verbs. Exit codes: 0 fine, 1 violation, 2 usage, 3 not judged, 4 incomplete."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import conformance
from conformance import __version__
from conformance.catalogue.load import CatalogueError
from conformance.config import PROFILES, Options, Subject, UsageError, described, read_deviations
from conformance.judge.verdict import EXIT_NOT_JUDGED, EXIT_USAGE
from conformance.library import LibraryError
from conformance.verbs import check, doctor, list_rows, run, show, trace
from conformance.verbs.mutants import main as prove_mutants

NOT_YET = ("report", "diff", "site")
Verb = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """Says what is wrong and how to get help, then ends with code 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """End with the exit code for usage."""
        raise UsageError(f"{message}\ntry: {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """Return the whole command line."""
    top = Parser(prog="vmark-conformance", description="Judge any implementation of the nine-tool MCP surface.")
    top.add_argument("--version", action="version", version=__version__)
    verbs = top.add_subparsers(dest="verb", required=True, parser_class=Parser)
    for name, help_text in (
        ("run", "run and judge"),
        ("doctor", "start the subject and say what works: subject, control"),
        ("mutants", "prove that the judge notices faults, with this subject"),
    ):
        verb = verbs.add_parser(name, help=help_text)
        _subject_options(verb)
        _run_options(verb)
        if name == "mutants":
            verb.add_argument("--mutant", action="append", default=[], metavar="ID", help="only this one; repeatable")
            verb.add_argument("--sweep", action="store_true", help="also drop and change every known reply field")
    listing = verbs.add_parser("list", help="scenarios with ids, levels and needed controls")
    _place_options(listing)
    listing.add_argument("--only", default="")
    listing.add_argument("--skip", default="")
    showing = verbs.add_parser("show", help="a requirement and what is known about it")
    _place_options(showing)
    showing.add_argument("id")
    showing.add_argument("--last", type=Path, default=Path("conformance-report"), metavar="DIR")
    tracing = verbs.add_parser("trace", help="requirement x scenario x run; with --check non-zero on gaps")
    _place_options(tracing)
    tracing.add_argument("--check", action="store_true")
    tracing.add_argument("--last", type=Path, default=None, metavar="DIR")
    tracing.add_argument("--tests", type=Path, default=None, metavar="DIR", help="folder of marked unit tests")
    checking = verbs.add_parser("check", help="static checks of features, steps, catalogue, sets")
    _place_options(checking)
    for name in NOT_YET:
        verbs.add_parser(name, help="not available in this version")
    return top


def _place_options(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--features", type=Path, default=None, metavar="DIR")
    verb.add_argument("--catalogue", type=Path, default=None, metavar="DIR")


def _subject_options(verb: argparse.ArgumentParser) -> None:
    add = verb.add_argument
    add("--server", default="", metavar="CMD", help="command whose standard input and output speak MCP")
    add("--attach", default="", metavar="CMD", help="bridge to an application that is not restarted")
    add("--subject", type=Path, default=None, metavar="FILE", help="subject description")
    add("--control", default="", metavar="MODE", help="auto, none, manual, socket or exec:CMD")
    add("--workspace-args", default="", metavar="ARGS", help="how to start with a folder open, {path} substituted")
    add("--deviations", type=Path, default=None, metavar="FILE")


def _run_options(verb: argparse.ArgumentParser) -> None:
    _place_options(verb)
    add = verb.add_argument
    add("--profile", default="", metavar="P[,P]", help="core, browser, coherence, all")
    add("--set", default="", metavar="NAME", dest="set_name")
    add("--parity", action="store_true", help="also score what only the reference says")
    add("--own", action="store_true", help="also score decisions of the product")
    add("--only", default="", metavar="EXPR", help="areas, requirement ids, feature paths, rows, tags; globs allowed")
    add("--skip", default="", metavar="EXPR")
    add("--isolation", default="", choices=["", "reset", "restart"])
    add("--timeout-factor", type=float, default=1.0, metavar="F")
    add("--shuffle", nargs="?", const=0, default=None, type=int, metavar="SEED")
    add("--seed", type=int, default=0, metavar="N")
    add("--shard", default="1/1", metavar="I/N")
    add("--confirm", action=argparse.BooleanOptionalAction, default=True)
    add("--stop-after", type=int, default=0, metavar="N")
    add("--time-limit", type=float, default=3600.0, metavar="S")
    add("--xvfb", action="store_true", help="give the subject a private virtual display")
    add("--out", type=Path, default=Path("conformance-report"), metavar="DIR")
    add("--format", default="terminal,json", metavar="LIST")
    add("--strict", action="store_true")
    add("--allow-unverified", action="store_true")
    add("--keep-sandbox", action="store_true")
    add("-v", "--verbose", action="count", default=0)
    add("-q", "--quiet", action="store_true")
    add("--no-color", action="store_true")


def subject_of(args: argparse.Namespace) -> Subject:
    """Return the subject that the command line describes."""
    from dataclasses import replace  # noqa: PLC0415 - next to its only use

    subject = described(server=args.server, attach=args.attach, file=args.subject, control=args.control)
    if args.workspace_args:
        subject = replace(subject, workspace_args=tuple(args.workspace_args.split()))
    if args.deviations is not None:
        subject = replace(subject, deviations=read_deviations(args.deviations))
    return subject


def options_of(args: argparse.Namespace) -> Options:
    """Return the options of a run, checked."""
    names = tuple(name for name in args.profile.split(",") if name)
    unknown = [name for name in names if name not in (*PROFILES, "all")]
    if unknown:
        raise UsageError(f"--profile {unknown[0]}: one of {', '.join((*PROFILES, 'all'))}")
    formats = {name for name in args.format.split(",") if name}
    if formats - {"terminal", "json"}:
        raise UsageError(
            f"--format: not available in this version: {', '.join(sorted(formats - {'terminal', 'json'}))}"
        )
    if args.timeout_factor <= 0:
        raise UsageError("--timeout-factor is more than 0")
    return Options(
        profiles=names,
        set_name=args.set_name,
        parity=args.parity,
        own=args.own,
        only=args.only,
        skip=args.skip,
        isolation=args.isolation,
        timeout_factor=args.timeout_factor,
        shuffle=args.shuffle is not None,
        seed=args.seed or args.shuffle or 0,
        shard=_shard(args.shard),
        confirm=args.confirm,
        stop_after=args.stop_after,
        time_limit=args.time_limit,
        xvfb=args.xvfb,
        out=args.out,
        strict=args.strict,
        allow_unverified=args.allow_unverified,
        keep_sandbox=args.keep_sandbox,
        features_dir=args.features,
        catalogue_dir=args.catalogue,
        verbose=-1 if args.quiet else args.verbose,
        color=not args.no_color,
        said=_said(args),
    )


def _shard(text: str) -> tuple[int, int]:
    number, _, of = text.partition("/")
    if not (number.isdigit() and of.isdigit() and 1 <= int(number) <= int(of)):
        raise UsageError(f"--shard {text}: I/N with 1 <= I <= N")
    return int(number), int(of)


def _said(args: argparse.Namespace) -> str:
    words = []
    for name in ("server", "attach", "subject", "control", "workspace_args"):
        value = getattr(args, name)
        if value:
            shown = Path(value).name if name == "subject" else value
            words.append(f"--{name.replace('_', '-')} '{shown}'")
    words += [f"--{name}" for name in ("parity", "own", "xvfb") if getattr(args, name)]
    return " ".join(words)


VERBS: dict[str, Verb] = {
    "run": lambda args: run.main(subject_of(args), options_of(args)),
    "doctor": lambda args: doctor.main(subject_of(args), options_of(args)),
    "mutants": lambda args: prove_mutants(subject_of(args), options_of(args), args.mutant, sweep=args.sweep),
    "list": lambda args: list_rows.main(args.features, args.catalogue, args.only, args.skip),
    "show": lambda args: show.main(args.id, args.features, args.catalogue, args.last),
    "trace": lambda args: trace.main(args.features, args.catalogue, args.last, args.tests, check=args.check),
    "check": lambda args: check.main(args.features, args.catalogue),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb and return the exit code."""
    if getattr(conformance, "MARKER", "") != "vmark-conformance":
        print("another package of the name conformance is installed here: use an environment of its own")
        return EXIT_USAGE
    try:
        args = parser().parse_args(argv)
        if args.verb in NOT_YET:
            raise UsageError(f"{args.verb}: not available in this version")
        return VERBS[args.verb](args)
    except (UsageError, CatalogueError) as error:
        print(f"vmark-conformance: {error}", file=sys.stderr)
        return EXIT_USAGE
    except LibraryError as error:
        print(f"vmark-conformance: the suite does not fit together:\n{error}", file=sys.stderr)
        return EXIT_NOT_JUDGED
