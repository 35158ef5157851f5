"""The page that explains a player's debt: the money of each round for every player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flask import abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.rummy.game.entries import BetweenOnSheet, RoundOnSheet
from scorekeeper.rummy.game.settlement import (
    Step,
    balances_of,
    reckoning_of,
    settle,
    settles_by_round,
    share_of,
    steps_of,
)
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.sides import side_of
from scorekeeper.rummy.stake import TO_WINNER, Reckoning, Stake
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.web.games import blueprint
from scorekeeper.web.parts.between import told_between
from scorekeeper.web.parts.money import debt_of, exact, money
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import total

MOST_TERMS = 8
"""A sum with up to this many terms is also a line of text. Longer sums are only in the table."""


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """A row of the table with a number for each seat. `full` is the label in full.

    A row without numbers describes an event between two rounds.
    """

    label: str
    full: str
    numbers: tuple[str | None, ...] = ()


@blueprint.get("/games/<game_id>/settling-up")
def settling_up(game_id: str) -> str | AnyResponse:
    """The page for the player at `seat`, by default for the player who owes most."""
    row = game_or_404(game_id)
    sheet = sheet_of(row)
    stake = sheet.game.stake
    if stake is None or not (sheet.over or settles_by_round(sheet.game)):
        return redirect(url_for(".show", game_id=row.id), 303)
    people, steps, balances = row.people, list(steps_of(sheet)), balances_of(sheet)
    seats = SEATS[: len(people)]
    least = min(seats, key=balances.__getitem__)
    asked = request.args.get("seat", int(least), type=int)
    chosen = next((seat for seat in seats if seat == asked), None)
    if chosen is None:
        abort(404)
    settlement = settle(balances, stake.smallest)
    coins = Fraction(stake.smallest)
    rounded = any(balance % coins for balance in balances)
    return render_template(
        "games/settling.html",
        row=row,
        sheet=sheet,
        stake=stake,
        people=people,
        chosen=chosen,
        debt=debt_of(sheet, chosen),
        payments=[
            (
                owed.payer == chosen,
                people[owed.payee if owed.payer == chosen else owed.payer],
                money(settlement.amount(owed.coins), stake.currency),
            )
            for owed in (settlement.payments if sheet.over else ())
            if chosen in (owed.payer, owed.payee)
        ],
        amounts=[money(settlement.amount(coin), "", signed=True) for coin in settlement.balances],
        rows=list(_rows(sheet, steps))[::-1],
        terms=_terms(steps, chosen),
        totals=[] if stake.game else [exact(share_of(steps, seat)) for seat in seats],
        how=_how(sheet, stake),
        smallest=money(stake.smallest, stake.currency) if rounded else "",
    )


def _rows(sheet: Sheet, steps: Sequence[Step]) -> Iterator[SettlementRow]:
    """The rows of the table in order of play.

    If rounds are not settled, a row of totals, or with a price of the whole game no row.
    """
    game = sheet.game
    seats, stake = SEATS[: len(game.players)], game.stake
    if not settles_by_round(game):
        if stake and stake.point:
            finals = [total(sheet.final[side_of(seat, game.sides)]) for seat in seats]
            yield SettlementRow(_("Total"), _("Total"), tuple(finals))
        return
    for step in steps:
        if isinstance(step.entry, BetweenOnSheet) and not any(step.shares.values()):
            yield SettlementRow("", told_between(step.entry, game.players))
            continue
        shares = [step.shares.get(seat) for seat in seats]
        numbers = tuple(None if share is None else exact(share) for share in shares)
        yield SettlementRow(*_labels(step), numbers)


def _labels(step: Step) -> tuple[str, str]:
    if isinstance(step.entry, RoundOnSheet):
        number = step.entry.number
        return str(number), _("Round %(number)d", number=number)
    if step.entry is None:
        return _("End"), _("At the end of the game")
    return "±", _("Penalty or bonus")


def _terms(steps: Sequence[Step], seat: Seat) -> list[tuple[str, str]]:
    """The numbers that add up to a player's debt, with labels. Empty for one or too many."""
    terms = [
        (exact(step.shares[seat]), _labels(step)[1])
        for step in steps
        if step.shares.get(seat) or (seat in step.shares and isinstance(step.entry, RoundOnSheet))
    ]
    return terms if 1 < len(terms) <= MOST_TERMS else []


def _how(sheet: Sheet, stake: Stake) -> str:
    if stake.game:
        return str(_("The winners share what everybody has paid in."))
    if stake.who_pays == TO_WINNER:
        return str(_("All others pay the winner the difference of the totals."))
    match reckoning_of(sheet.game):
        case Reckoning.DIFFERENCES:
            return str(_("In each round every two players settle the difference of their points."))
        case Reckoning.FINALS:
            return str(_("The two settle the difference of their totals."))
        case _:
            return " ".join(
                (
                    _("The winner of a round gets everybody’s points."),
                    _("All others share what is paid for penalties and bonuses."),
                )
            )
