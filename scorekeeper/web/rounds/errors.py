"""The errors in a typed round, as a sentence for each field."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.parts.formatting import message_html
from scorekeeper.web.rounds.fields import ENDING, NAMES

WHOLE_FORM = ""
"""The key for an error that belongs to no single field."""


def refusal(error: RuleError) -> Markup:
    return message_html(error.sentence, error.names)


def errors_of(in_progress: RoundInProgress, error: RuleError | None = None) -> dict[str, Markup]:
    """A sentence for every wrong field, and for empty ones too if an `error` rejected the round."""
    if error is None:
        return _faults(in_progress)
    refused = {_field_at_fault(error, in_progress): refusal(error)}
    return refused | _faults(in_progress, missing=True) | refused


def still_wrong(in_progress: RoundInProgress) -> dict[str, str]:
    """Plain texts by field: the error in the field, or what is missing in it.

    The text is empty for a choice that is not made yet.
    """
    unmade = {"ending": in_progress.needs_ending, "upcard": in_progress.needs_upcard}
    unmade |= {fact.key: True for fact in in_progress.missing_facts}
    wrong = {name: text.striptags() for name, text in _faults(in_progress, missing=True).items()}
    return {name: "" for name, is_unmade in unmade.items() if is_unmade} | wrong


def _faults(in_progress: RoundInProgress, *, missing: bool = False) -> dict[str, Markup]:
    by_seat = [hand.fault or (hand.missing if missing else None) for hand in in_progress.hands]
    faults = {f"hand-{seat}": refusal(fault) for seat, fault in enumerate(by_seat) if fault}
    if in_progress.fault:
        faults.setdefault(
            _field_at_fault(in_progress.fault, in_progress), refusal(in_progress.fault)
        )
    return faults


def _field_at_fault(error: RuleError, in_progress: RoundInProgress) -> str:
    """The field of this fault. The hand of a player who sits out has no field."""
    match error.where:
        case ("hands", Seat() as seat, *_) if seat not in in_progress.owners:
            return WHOLE_FORM
    return field_at_fault(error.where)


def field_at_fault(where: Sequence[str | int]) -> str:
    """The name of the field with this fault of a round.

    >>> field_at_fault(("hands", Seat(1))), field_at_fault(("adjustments", 0, "points"))
    ('hand-1', 'adjustment-0-points')
    """
    match where:
        case ("hands", Seat() as seat, *_):
            return f"hand-{int(seat)}"
        case ("by", *_):
            return ENDING.name
        case ("adjustments", int() as row, str() as part):
            return f"adjustment-{int(row)}-{part}"
        case (str() as name, *_) if name in NAMES:
            return name
        case _:
            return WHOLE_FORM
