"""What is wrong with a round as it is typed: a sentence for each field."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.rummy.round import RuleError
from scorekeeper.web.formatting import message_html
from scorekeeper.web.rounds.preview import Preview
from scorekeeper.web.rounds.typed_round import field_of


def refusal(error: RuleError) -> Markup:
    """Why a round was refused, with drawn cards, and with the number of another round at fault."""
    return message_html(error.sentence, error.names)


def errors_of(looked: Preview, error: RuleError | None = None) -> dict[str, Markup]:
    """A sentence for every wrong field, and for the empty ones if an `error` refused the round.

    Where hands are missing, each of them says so, and not the round as well.
    """
    if error is None:
        return _faults(looked)
    faults = _faults(looked, missing=True)
    if error.where == ("hands",) and looked.waiting_hands:
        return faults
    refused = {field_of(error.where): refusal(error)}
    return refused | faults | refused


def still_wrong(looked: Preview) -> dict[str, str]:
    """What is wrong or missing in each field now, in plain text, as far as that is known yet.

    It is empty for a choice that nobody has made.
    """
    unmade = {"ending": looked.needs_ending, "upcard": looked.needs_upcard}
    wrong = {name: text.striptags() for name, text in _faults(looked, missing=True).items()}
    return {name: "" for name, is_unmade in unmade.items() if is_unmade} | wrong


def _faults(looked: Preview, *, missing: bool = False) -> dict[str, Markup]:
    by_seat = [hand.fault or (hand.lack if missing else None) for hand in looked.hands]
    faults = {f"hand-{seat}": refusal(fault) for seat, fault in enumerate(by_seat) if fault}
    if looked.fault:
        faults.setdefault(field_of(looked.fault.where), refusal(looked.fault))
    return faults
