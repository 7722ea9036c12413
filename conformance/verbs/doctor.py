"""`doctor`: start, handshake, tools/list, one get_state, control greeting; says which part does not work."""

from __future__ import annotations

from conformance.catalogue.load import load
from conformance.client.stdio import SubjectFaultError
from conformance.config import Options, Subject
from conformance.judge.verdict import EXIT_NOT_JUDGED, EXIT_OK
from conformance.limits import LIMITS
from conformance.report.events import EventLog
from conformance.report.terminal import Terminal
from conformance.running import screen
from conformance.session import Session, Surroundings
from conformance.subject import CannotStartError

TOOLS = 9


def main(subject: Subject, options: Options) -> int:
    """Say what works and return 0, or 3 when the subject cannot be judged."""
    LIMITS.factor = options.timeout_factor
    terminal = Terminal(color=options.color)
    with screen(options) as variables:
        around = Surroundings(subject, EventLog(), load(options.catalogue_dir).codes, variables, say=terminal.say)
        session = Session(around)
        try:
            return _examine(session, terminal)
        finally:
            session.stop()


def _examine(session: Session, terminal: Terminal) -> int:
    begin = LIMITS.now()
    try:
        session.start()
    except (SubjectFaultError, CannotStartError) as error:
        terminal.say(f"subject: does not work: {error}")
        for line in session.stderr[-5:]:
            terminal.say(f"  {line}")
        return EXIT_NOT_JUDGED
    client = session.client
    info = client.server.get("serverInfo", {})
    terminal.say(f"subject: {info.get('name', '?')} {info.get('version', '?')}, revision {client.protocol}")
    terminal.say(f"  answers after {(LIMITS.now() - begin) * 1000:.0f} ms")
    count = len(client.tools)
    terminal.say(f"  {count} tools" + ("" if count == TOOLS else f", expected {TOOLS}"))
    try:
        reply = client.call("session", {"action": "get_state"})
    except SubjectFaultError as error:
        terminal.say(f"  session.get_state: {error}")
        return EXIT_NOT_JUDGED
    terminal.say(f"  session.get_state: {reply.kind}, {len(reply.get('windows', []))} windows")
    offers = ", ".join(sorted(session.offers)) or "nothing"
    terminal.say(f"control ({session.subject.control}): offers {offers}")
    terminal.say("site: no scenario of this version needs the fixture site")
    found, own = session.take_findings()
    for finding in [*found, *own]:
        terminal.say(f"wire: {finding}")
    return EXIT_OK
