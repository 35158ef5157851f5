"""Money at the table: the stake of a game, and who owes whom at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from unicodedata import category

from babel.numbers import format_decimal
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.rummy.between import BetweenKind
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.settlement import (
    Settlement,
    balances_of,
    settle,
    settle_together,
    settles_by_round,
    share_of,
    steps_of,
)
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.stake import TO_WINNER, Stake
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.formatting import list_of


def money(amount: str, currency: str, *, signed: bool = False) -> str:
    """An amount in the format of the page's language: `€0.80`, in French `0,80 €`.

    A symbol such as € comes first if the language does so. Words such as “CHF” or “beans” come
    last.
    """
    decimals = "0" * len(amount.partition(".")[2])
    form = f"#,##0.{decimals}" if decimals else "#,##0"
    number = str(format_decimal(abs(Decimal(amount)), form, locale=get_locale()))
    below = Decimal(amount) < 0
    sign = "−" if below else "+" if signed and Decimal(amount) else ""
    if _leads(currency):
        return f"{sign}{currency}{number}"
    return f"{sign}{number}\N{NO-BREAK SPACE}{currency}".strip()


def _leads(currency: str) -> bool:
    is_sign = bool(currency) and all(category(sign) == "Sc" for sign in currency)
    return is_sign and get_locale().currency_formats["standard"].pattern.startswith("¤")


def stake_words(stake: Stake) -> str:
    """The stake of a game: `€0.05 a point`, with the payee if only the winner is paid."""
    if stake.point:
        amount = money(stake.point, stake.currency)
        if stake.who_pays == TO_WINNER:
            return str(_("%(amount)s a point, paid to the winner", amount=amount))
        return str(_("%(amount)s a point", amount=amount))
    return str(_("%(amount)s a game", amount=money(stake.game, stake.currency)))


@dataclass(frozen=True, slots=True)
class ShownPayment:
    """A payment between two players. `seat` is the payer's index among the players."""

    payer: Player
    payee: Player
    amount: str
    seat: int


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's gain, or debt if below 0. `part` is its ratio to the largest gain or debt."""

    player: Player
    amount: str
    part: float


@dataclass(frozen=True, slots=True)
class Leaver:
    """A player who left a game. `words` has the round, `stays` the points that they keep."""

    player: Player
    seat: int
    words: str
    stays: str


@dataclass(frozen=True, slots=True)
class SettledUp:
    """The payments after one or several games. `balances` has each player's gain or debt.

    In a game that is settled by rounds, `gone` are players who left after a round and did not come
    back.
    """

    currency: str
    payments: tuple[ShownPayment, ...]
    balances: tuple[Balance, ...]
    gone: tuple[Leaver, ...] = ()

    @property
    def text(self) -> str:
        """The payments in a sentence: `Léa owes Max €0.60 and Camille €0.80, Nora …`."""
        by_payer: dict[str, list[ShownPayment]] = {}
        for payment in self.payments:
            by_payer.setdefault(payment.payer.name, []).append(payment)
        parts = [
            _("%(name)s owes %(what)s", name=name, what=list_of(map(_owed, owed)))
            for name, owed in by_payer.items()
        ]
        return f"{', '.join(parts)}." if parts else str(_("Nobody owes anything."))


def _owed(payment: ShownPayment) -> str:
    return str(_("%(name)s %(amount)s", name=payment.payee.name, amount=payment.amount))


def settled_up(settlement: Settlement, currency: str, people: Sequence[Player]) -> SettledUp:
    coins = settlement.balances
    largest = max(map(abs, coins), default=0) or 1
    best_first = sorted(range(len(coins)), key=lambda place: -coins[place])
    return SettledUp(
        currency=currency,
        payments=tuple(
            ShownPayment(
                people[owed.payer],
                people[owed.payee],
                money(settlement.amount(owed.coins), currency),
                owed.payer,
            )
            for owed in settlement.payments
        ),
        balances=tuple(
            Balance(
                people[place],
                money(settlement.amount(coins[place]), "", signed=True),
                coins[place] / largest,
            )
            for place in best_first
        ),
    )


def settled_games(sheets: Iterable[Sheet], people: Iterable[Player]) -> list[SettledUp]:
    named = {player.name: player for player in people}
    over = [sheet for sheet in sheets if sheet.over]
    return [
        settled_up(settlement, currency, [named[name] for name in names])
        for currency, names, settlement in settle_together(over)
    ]


def settled_game(sheet: Sheet, people: Sequence[Player]) -> SettledUp | None:
    """The payments at the end of a game. `None` before the end or without a stake."""
    stake = sheet.game.stake
    if stake is None or not sheet.over:
        return None
    settled = settled_up(settle(balances_of(sheet), stake.smallest), stake.currency, people)
    return replace(settled, gone=tuple(_gone(sheet, people)))


def _gone(sheet: Sheet, people: Sequence[Player]) -> Iterator[Leaver]:
    if not settles_by_round(sheet.game):
        return
    left: dict[Seat, int] = {}
    steps, played = list(steps_of(sheet)), 0
    for entry in sheet.entries:
        if isinstance(entry, RoundOnSheet):
            played = entry.number
        elif entry.between.kind is BetweenKind.LEAVES:
            left |= dict.fromkeys(entry.between.seats, played)
    for seat, number in left.items():
        name, points = people[seat].name, exact(share_of(steps, seat))
        if number and seat not in sheet.seats:
            words = _("%(name)s left after round %(number)d", name=name, number=number)
            yield Leaver(people[seat], seat, words, _("%(points)s stays", points=points))


def exact(number: Fraction) -> str:
    """An exact number with its sign: `+42`, `−7.5`, or `−6 2/3` if two decimals are too few."""
    sign = "−" if number < 0 else "+" if number else ""
    whole, part = divmod(abs(number), 1)
    if (part * 100).denominator > 1:
        led = f"{format_decimal(whole, locale=get_locale())}\N{NO-BREAK SPACE}" if whole else ""
        return f"{sign}{led}{part}"
    decimals = Decimal(int(abs(number) * 100)) / 100
    return f"{sign}{format_decimal(decimals, '#,##0.##', locale=get_locale())}"


@dataclass(frozen=True, slots=True)
class Debt:
    """A player's debt or gain in a game. `words` is a sentence: `Léa owes €3.40`.

    `is_final`: if the player leaves, no later round changes the `amount`, not even by rounding.
    """

    words: str
    amount: str
    owes: bool
    is_final: bool


def debt_of(sheet: Sheet, seat: Seat) -> Debt | None:
    """A player's debt or gain so far.

    `None` without a stake, and before the end of a game that is not settled by rounds.
    """
    game, stake = sheet.game, sheet.game.stake
    if stake is None or not (sheet.over or settles_by_round(game)):
        return None
    exact_balances = balances_of(sheet)
    settlement = settle(exact_balances, stake.smallest)
    coins, name = settlement.balances[seat], game.players[seat]
    amount = money(settlement.amount(abs(coins)), stake.currency)
    if not coins:
        words = _("%(name)s owes nothing", name=name)
    elif sheet.over:
        words = (
            _("%(name)s owes %(amount)s", name=name, amount=amount)
            if coins < 0
            else _("%(name)s gets %(amount)s", name=name, amount=amount)
        )
    else:
        words = (
            _("%(name)s owes %(amount)s now", name=name, amount=amount)
            if coins < 0
            else _("%(name)s gets %(amount)s now", name=name, amount=amount)
        )
    is_whole = coins * Fraction(stake.smallest) == exact_balances[seat]
    return Debt(str(words), amount, coins < 0, sheet.over or is_whole)
