"""`mutants`: prove with this subject that the judge notices faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from conformance.config import Options, Subject, UsageError
from conformance.judge.verdict import EXIT_INCOMPLETE, EXIT_NOT_JUDGED, EXIT_OK, EXIT_VIOLATION
from conformance.mutants.record import all_mutants
from conformance.mutants.run import KILLED, UNVERIFIED, Proof, prove_all
from conformance.mutants.sweep import swept
from conformance.report.terminal import Terminal
from conformance.running import material


def main(subject: Subject, options: Options, named: Sequence[str], *, sweep: bool) -> int:
    """Return 0 when all are killed, 1 when one survived or was imprecise, 4 when controls are missing, else 3."""
    matter = material(options)
    mutants = all_mutants()
    unknown = set(named) - {mutant.id for mutant in mutants}
    if unknown:
        raise UsageError(f"--mutant {', '.join(sorted(unknown))}: there is no such mutant")
    if named:
        mutants = [mutant for mutant in mutants if mutant.id in named]
    if sweep:
        mutants += swept()
    terminal = Terminal(color=options.color)
    proofs = prove_all(mutants, subject, options, matter, terminal.say)
    words = Counter(proof.word for proof in proofs)
    for name in untested(proofs):
        terminal.say(f"not tested: {name}")
    terminal.say(", ".join(f"{count} {word}" for word, count in words.most_common()) or "no mutants")
    named_words = Counter(proof.word for proof in proofs if proof.mutant.kind != "sweep")
    passed, skipped = named_words[KILLED], named_words[UNVERIFIED]
    terminal.say(f"{passed} passed, {named_words.total() - passed - skipped} failed, {skipped} skipped")
    return code_of(named_words, judged=bool(proofs))


def code_of(words: Counter[str], *, judged: bool) -> int:
    """Return 0 only when every named mutant was killed."""
    if not judged or words["not exercised"]:
        return EXIT_NOT_JUDGED
    if words.total() - words[KILLED] - words[UNVERIFIED]:
        return EXIT_VIOLATION
    return EXIT_INCOMPLETE if words[UNVERIFIED] else EXIT_OK


def untested(proofs: Sequence[Proof]) -> list[str]:
    """Return the swept fields whose mutants all survived (CNF-083)."""
    seen: dict[str, set[str]] = {}
    for proof in proofs:
        if proof.mutant.kind == "sweep":
            seen.setdefault(proof.mutant.id.rpartition(":")[0].removeprefix("F:"), set()).add(proof.word)
    return sorted(name for name, words in seen.items() if "killed" not in words)
