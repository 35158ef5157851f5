"""The score of one side so far, row by row, while other hands are still missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.judging.laying import lay_hand
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.ruling import AnyRule, Line, Rule
from scorekeeper.web.entering.ending import ReadEnding
from scorekeeper.web.entering.hand_in_progress import HandInProgress
from scorekeeper.web.entering.round_in_progress import RoundInProgress


@dataclass(frozen=True, slots=True)
class Tally:
    """The lines of one side, its total after them, and the points its next first meld needs."""

    lines: tuple[Line, ...]
    total: int
    first_meld: int

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    def of(self, rule: AnyRule | None) -> int:
        return sum(line.points for line in self.lines if line.rule == rule)

    def beside(self, rules: Iterable[AnyRule | None]) -> int:
        """Points for other rules than these, such as points for the ending."""
        return self.points - sum(map(self.of, rules))

    def number(self, rule: AnyRule) -> int:
        lines = (line for line in self.lines if line.rule is rule)
        numbers = (dict(line.text.arguments).get("number") for line in lines)
        return sum(number for number in numbers if isinstance(number, int))


def rules_of_rows(in_progress: RoundInProgress) -> set[AnyRule | None]:
    variant = in_progress.game.variant
    parts = {part.rule for part in variant.hand_parts}
    return parts | {fact.rule for fact in variant.own_facts} | {Rule.CARDS_LEFT}


def tally_of(in_progress: RoundInProgress, side: Seat) -> Tally | None:
    """The score of a side from the texts so far. `None` if these do not yet give a score."""
    played, hand = in_progress.round, in_progress.hands[side]
    if played is None or (hand.fault and hand.hand is None):
        return None
    try:
        lines = _lines(in_progress, played, hand, in_progress.ending)
    except RuleError:
        return None
    sheet, variant = in_progress.sheet, in_progress.game.variant
    before = sheet if in_progress.is_new else sheet.before(in_progress.place)
    total = before.totals[side] + sum(line.points for line in lines)
    total += sum(agreed.points for agreed in played.adjustments if agreed.seat == side)
    first_meld, next_round = variant.first_meld, before.columns[0].rounds + 2
    needed = first_meld(in_progress.game.rules, total, next_round) if first_meld else 0
    return Tally(lines, total, needed)


def _lines(
    in_progress: RoundInProgress, played: Round, hand: HandInProgress, ending: ReadEnding
) -> tuple[Line, ...]:
    game, side = in_progress.game, hand.seat
    if game.variant.tally is None or not ending.is_possible or not ending.scores:
        return ()
    laid = lay_hand(hand.deal, hand.hand)
    out = side if ending.was_ended_by(side) else None
    counts = {side: laid.deadwood}
    case = Case(game.rules, hand.deal, played, played.ending, {side: laid}, counts, out)
    return game.variant.tally(case, side)
