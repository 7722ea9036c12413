"""Who is connected, for the light in the status bar (08 I-01); names give no rights (MCP-083, MCP-084)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from vmark_tk.core.ids import Principal

MAX_LABEL = 80


@dataclass(frozen=True, slots=True)
class Connected:
    """One connected client as it is shown; `answering` is false while a ping of ours waits too long."""

    principal: Principal
    name: str = ""
    version: str = ""
    answering: bool = True


class Clients:
    """The connected clients. Changed by the MCP thread, read by the loop thread; each change makes a new tuple."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._connected: tuple[Connected, ...] = ()

    def __len__(self) -> int:
        return len(self._connected)

    def clients(self) -> Sequence[Mapping[str, str]]:
        """Return `{principal, name, version, answering}` of each; `answering` is `yes` or `no`."""
        return [
            {
                "principal": one.principal,
                "name": one.name,
                "version": one.version,
                "answering": "yes" if one.answering else "no",
            }
            for one in self._connected
        ]

    def add(self, principal: Principal) -> None:
        """Take a new client in."""
        self._put((*self._connected, Connected(principal)))

    def remove(self, principal: Principal) -> None:
        """Forget a client."""
        self._put(tuple(one for one in self._connected if one.principal != principal))

    def name(self, principal: Principal, name: object, version: object) -> None:
        """Take over what a client says of itself, cleaned; an empty name is ignored."""
        label = clean_label(name)
        if label:
            self._change(principal, lambda one: replace(one, name=label, version=clean_label(version)))

    def answering(self, principal: Principal, *, answering: bool) -> None:
        """Note whether a client answers pings."""
        self._change(principal, lambda one: replace(one, answering=answering))

    def get(self, principal: Principal) -> Connected:
        """Return what is known of a client."""
        return next((one for one in self._connected if one.principal == principal), Connected(principal))

    def _change(self, principal: Principal, change: Callable[[Connected], Connected]) -> None:
        self._put(tuple(change(one) if one.principal == principal else one for one in self._connected))

    def _put(self, connected: tuple[Connected, ...]) -> None:
        if connected != self._connected:
            self._connected = connected
            self._changed()


def clean_label(value: object) -> str:
    """Return a name fit for display: no control, format or surrogate characters, one line, at most 80 characters."""
    if not isinstance(value, str):
        return ""
    shown = "".join(" " if c.isspace() else c for c in value if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(shown.split())[:MAX_LABEL]
