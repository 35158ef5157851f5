"""The ruling of a round on its sheet: the judge’s ruling, plus the effects of earlier rounds."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.column import Column
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.entries import EntryOnSheet, RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.judging.validation import check_all_in
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.phases import Phases
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.ruling import Ruling, Tag


def ruling_on_sheet(
    game: Game,
    standing: tuple[Column, ...],
    deal: Deal,
    dealer: Seat,
    played: Round,
    known: EntryOnSheet | None,
) -> Ruling:
    """Judge the round that follows the columns in `standing`. Raises `RuleError`.

    `dealer` is the expected dealer. `known` is the same round on another sheet, or `None`.
    """
    ruling = _judged(game, deal, played, standing[0].seats, known)
    if game.variant.phases is not None:
        ruling = _with_phases(game.variant.phases, game.rules, ruling, played, standing[0])
    ruling = _with_first_melds(ruling, played, first_melds(game, standing))
    return _with_dealer_warning(ruling, played, dealer)


def _judged(
    game: Game, deal: Deal, played: Round, seats: tuple[Seat, ...], known: EntryOnSheet | None
) -> Ruling:
    """The ruling of a round. If the deal and the players are the same, the known ruling is reused.

    If a round names its dealer or allows breaches, its known ruling can already have warnings about
    the dealer or a first meld. Such a round is therefore judged again.
    """
    if (
        isinstance(known, RoundOnSheet)
        and (known.deal, known.before) == (deal, seats)
        and played.dealer is None
        and not played.allow
    ):
        return known.ruling
    if len(seats) < len(game.sides):
        check_all_in(played, seats)
    return judge_round(game.variant, game.rules, deal, played, seats)


def first_melds(game: Game, standing: tuple[Column, ...]) -> tuple[int, ...]:
    """The count that each side’s first meld needs in the round after the columns in `standing`.

    Empty if the game allows any count, or if there is no next round.
    """
    asked, column = game.variant.first_meld, standing[0]
    if asked is None or column.closed:
        return ()
    return tuple(asked(game.rules, total, column.rounds + 1) for total in column.totals)


def _with_first_melds(ruling: Ruling, played: Round, needed: tuple[int, ...]) -> Ruling:
    """Add a warning for each first meld below its count, if the table allowed low first melds.

    If the table did not allow low first melds, raises `RuleError` at the hand of the first one. A
    round that is already recorded raises no error.
    """
    low = [
        (side, {"player": side, "count": laid.shown, "needed": needed[side]})
        for side, laid in (ruling.laid if needed else {}).items()
        if laid.shown and laid.shown < needed[side]
    ]
    if not low or (played.on_sheet and Tag.FIRST_MELD_LOW not in played.allow):
        return ruling
    if Tag.FIRST_MELD_LOW not in played.allow:
        side, facts = low[0]
        text = message("{count} is less than the first meld of {needed}.", **facts)
        raise RuleError(text, "hands", side, allowable=Tag.FIRST_MELD_LOW.value)
    warnings = [
        message("The table let {player} meld {count} first, less than {needed}.", **facts)
        for _side, facts in low
    ]
    return replace(
        ruling,
        tags=(*ruling.tags, Tag.FIRST_MELD_LOW),
        warnings=(*ruling.warnings, *warnings),
    )


def _with_phases(
    phases: Phases, rules: Any, ruling: Ruling, played: Round, column: Column
) -> Ruling:
    made = {
        seat: phases.laid_down(rules, column, seat, played.hand(seat), seat == played.by)
        for seat in ruling.laid
    }
    laid_down = {seat: number for seat, number in made.items() if number is not None}
    return replace(ruling, phases=MappingProxyType(laid_down))


def _with_dealer_warning(ruling: Ruling, played: Round, expected: Seat) -> Ruling:
    if played.dealer is None or played.dealer == expected:
        return ruling
    warning = message(
        "It was {other}’s deal, but {player} dealt.", player=played.dealer, other=expected
    )
    return replace(ruling, warnings=(*ruling.warnings, warning))
