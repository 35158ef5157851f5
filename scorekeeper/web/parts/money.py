"""Money at the table: what a game is played for, and who owes whom at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from unicodedata import category

from babel.numbers import format_decimal
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.rummy.game.settlement import Settlement, balances_of, settle, settle_together
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.stake import TO_WINNER, Stake
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.formatting import listed


def money(amount: str, currency: str, *, signed: bool = False) -> str:
    """An amount as the page's language writes it: `€0.80`, in French `0,80 €`.

    A sign such as € leads where the language has it so; words such as “CHF” or “beans” come last.
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
    is_sign = bool(currency) and all(category(each) == "Sc" for each in currency)
    return is_sign and get_locale().currency_formats["standard"].pattern.startswith("¤")


def stake_words(stake: Stake) -> str:
    """What a game is played for: `€0.05 a point`, and who pays if it is not everybody."""
    if stake.point:
        amount = money(stake.point, stake.currency)
        if stake.who_pays == TO_WINNER:
            return str(_("%(amount)s a point, paid to the winner", amount=amount))
        return str(_("%(amount)s a point", amount=amount))
    return str(_("%(amount)s a game", amount=money(stake.game, stake.currency)))


@dataclass(frozen=True, slots=True)
class Owing:
    """What one player owes another."""

    payer: Player
    payee: Player
    amount: str


@dataclass(frozen=True, slots=True)
class Balance:
    """What a player gets, or owes if it is below 0; `part` is that of the largest, from -1 to 1."""

    player: Player
    amount: str
    part: float


@dataclass(frozen=True, slots=True)
class SettledUp:
    """Who owes whom after one game or several; `balances` are what everybody gets or owes."""

    currency: str
    owing: tuple[Owing, ...]
    balances: tuple[Balance, ...]

    @property
    def text(self) -> str:
        """The payments in a sentence: `Léa owes Max €0.60 and Camille €0.80, Nora …`."""
        by_payer: dict[str, list[Owing]] = {}
        for owing in self.owing:
            by_payer.setdefault(owing.payer.name, []).append(owing)
        parts = [
            _("%(name)s owes %(what)s", name=name, what=listed(map(_owed, owed)))
            for name, owed in by_payer.items()
        ]
        return f"{', '.join(parts)}." if parts else str(_("Nobody owes anything."))


def _owed(owing: Owing) -> str:
    return str(_("%(name)s %(amount)s", name=owing.payee.name, amount=owing.amount))


def settled_up(settlement: Settlement, currency: str, people: Sequence[Player]) -> SettledUp:
    """A settlement between these players."""
    coins = settlement.balances
    largest = max(map(abs, coins), default=0) or 1
    best_first = sorted(range(len(coins)), key=lambda place: -coins[place])
    return SettledUp(
        currency=currency,
        owing=tuple(
            Owing(
                people[owed.payer],
                people[owed.payee],
                money(settlement.amount(owed.coins), currency),
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
    """Who owes whom after several games of these people, for each currency."""
    named = {player.name: player for player in people}
    over = [sheet for sheet in sheets if sheet.over]
    return [
        settled_up(settlement, currency, [named[name] for name in names])
        for currency, names, settlement in settle_together(over)
    ]


def settled_game(sheet: Sheet, people: Sequence[Player]) -> SettledUp | None:
    """Who owes whom at the end of a game; `None` while it is played, or without a stake."""
    stake = sheet.game.stake
    if stake is None or not sheet.over:
        return None
    return settled_up(settle(balances_of(sheet), stake.smallest), stake.currency, people)
