"""What is wrong with a round as it is typed: a sentence for each field."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.rummy.round import RuleError
from scorekeeper.web.formatting import message_html
from scorekeeper.web.rounds.entry import RoundInProgress
from scorekeeper.web.rounds.typed_round import field_of


def refusal(error: RuleError) -> Markup:
    """Why a round was refused, with drawn cards, and with the number of another round at fault."""
    return message_html(error.sentence, error.names)


def errors_of(entry: RoundInProgress, error: RuleError | None = None) -> dict[str, Markup]:
    """A sentence for every wrong field, and for the empty ones if an `error` refused the round.

    Where hands are missing, each of them says so, and not the round as well.
    """
    if error is None:
        return _faults(entry)
    faults = _faults(entry, missing=True)
    if error.where == ("hands",) and entry.waiting_hands:
        return faults
    refused = {field_of(error.where): refusal(error)}
    return refused | faults | refused


def still_wrong(entry: RoundInProgress) -> dict[str, str]:
    """What is wrong or missing in each field now, in plain text, as far as that is known yet.

    It is empty for a choice that nobody has made.
    """
    unmade = {"ending": entry.needs_ending, "upcard": entry.needs_upcard}
    wrong = {name: text.striptags() for name, text in _faults(entry, missing=True).items()}
    return {name: "" for name, is_unmade in unmade.items() if is_unmade} | wrong


def _faults(entry: RoundInProgress, *, missing: bool = False) -> dict[str, Markup]:
    by_seat = [hand.fault or (hand.lack if missing else None) for hand in entry.hands]
    faults = {f"hand-{seat}": refusal(fault) for seat, fault in enumerate(by_seat) if fault}
    if entry.fault:
        faults.setdefault(field_of(entry.fault.where), refusal(entry.fault))
    return faults
