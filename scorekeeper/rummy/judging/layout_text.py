"""Explaining a layout in which the knocker does better with more than the least deadwood."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.messages import Argument, Message, Seat, message
from scorekeeper.rummy.round import OnTable, Ruling
from scorekeeper.rummy.variant import Variant


def explain_layout(variant: Variant, case: Case, ruling: Ruling, least: OnTable) -> Ruling:
    """The ruling with an explanation of what the least deadwood would have scored."""
    otherwise = variant.judge(replace(case, laid=least.laid, counts=least.counts))
    knocker = case.by
    # A tie that nobody wins has no line, so one is made for the text.
    first, *rest = ruling.lines or (case.difference(knocker, case.others(knocker)[0]),)
    text = _words(first.text, knocker, least.counts[knocker], otherwise.lead(knocker))
    return replace(ruling, lines=(replace(first, text=text), *rest), least=least)


def _words(line: Message, knocker: Seat, least: int, lead: int) -> Message:
    """The text of a line, extended by what the knocker would have won or lost (`lead`)."""
    arguments: dict[str, Argument] = {
        "line": line,
        "player": knocker,
        "least": least,
        "points": abs(lead),
    }
    if lead < 0:
        return message(
            "{line} (laid out with only {least} left, {player} would lose {points})", **arguments
        )
    if lead > 0:
        return message(
            "{line} (laid out with only {least} left, {player} would win only {points})",
            **arguments,
        )
    return message(
        "{line} (laid out with only {least} left, {player} would win nothing)", **arguments
    )
