"""Strict reading and writing of the stake in a game document."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.rummy.documents.reading import check_plain, read_object, read_string
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.stake import EACH_OTHER, SMALLEST, TO_WINNER, WHO_PAYS, Stake

AMOUNT = re.compile(r"[0-9]{1,6}(\.[0-9]{1,4})?")
LONGEST_CURRENCY = 10

PRICES = ("point", "game")
_KEYS = frozenset([*PRICES, "currency", "smallest", "who_pays"])


def read_stake(stake: object) -> Stake:
    """Read a stake. Raises `RuleError` at `stake`.

    >>> read_stake({"point": "0.05", "currency": "€"}).currency
    '€'
    """
    fields = read_object(stake, _KEYS, "stake")
    if len([price for price in PRICES if price in fields]) != 1:
        text = message("A stake has either a price of a point or a price of the game.")
        raise RuleError(text, "stake")
    amounts = {
        key: _read_amount(fields[key], key) for key in (*PRICES, "smallest") if key in fields
    }
    who_pays = fields.get("who_pays", EACH_OTHER)
    if who_pays not in WHO_PAYS:
        text = message("This must be one of these: {choices}.", choices=", ".join(WHO_PAYS))
        raise RuleError(text, "stake", "who_pays")
    if who_pays == TO_WINNER and "game" in fields:
        text = message("Who pays is asked only where a point has a price.")
        raise RuleError(text, "stake", "who_pays")
    currency = _read_currency(fields.get("currency", ""))
    return Stake(**amounts, currency=currency, who_pays=who_pays)


def _read_amount(amount: object, key: str) -> str:
    if not isinstance(amount, str) or not AMOUNT.fullmatch(amount) or not float(amount):
        text = message("An amount is a text such as “0.05”: above 0, with up to 4 decimals.")
        raise RuleError(text, "stake", key)
    return amount


def _read_currency(currency: object) -> str:
    text = read_string(currency, "stake", "currency").strip()
    check_plain(text, "", "stake", "currency")
    if len(text) > LONGEST_CURRENCY:
        told = message("A currency has up to {most} characters.", most=LONGEST_CURRENCY)
        raise RuleError(told, "stake", "currency")
    return text


def write_stake(stake: Stake) -> dict[str, Any]:
    """Write the values of a stake that differ from the defaults."""
    price = {"point": stake.point} if stake.point else {"game": stake.game}
    currency = {"currency": stake.currency} if stake.currency else {}
    smallest = {} if stake.smallest == SMALLEST else {"smallest": stake.smallest}
    who_pays = {} if stake.who_pays == EACH_OTHER else {"who_pays": stake.who_pays}
    return price | currency | smallest | who_pays
