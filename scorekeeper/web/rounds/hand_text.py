"""A hand as people type it in one line, made what a round document has for it, and back again.

K 9 2                            unmatched cards
21   =8                          their count; `=` tells the count 8 from the card
* 7S 7H 7D 8D 9D TD KC 2C        the whole hand, whose best arrangement is to be found
7S 7H 7D + 8D 9D TD / KC 2C      melds as they were laid out, and after the stroke what is left
7S 7H 7D | 8D 9D TD | KC 2C      the same: one or two cards at the end are no meld, so they are left
7S 7H 7D / KC > TD JD            and what was laid off, which counts as unmatched until it is judged
"""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.rummy.cards import CardError, print_cards, read_card
from scorekeeper.rummy.melds.rank_sets import SHORTEST_MELD
from scorekeeper.rummy.round import Count, Declared, Hand, Unmatched, Whole

WHOLE = "*"
"""Before a hand that is given whole."""

BETWEEN_MELDS = "+"
BEFORE_UNMATCHED = "/"
BEFORE_LAID_OFF = ">"

_SIGN = re.compile(r"[+|/>]")
_COUNT = re.compile(r"=?\s*(-?[0-9]{1,9})")


def hand_of_text(text: str) -> str | int | dict[str, Any]:
    """A hand as the document gives it; whether its cards are any is for the document's reader.

    >>> hand_of_text("21"), hand_of_text("9"), hand_of_text("=9")
    (21, '9', 9)
    >>> hand_of_text("* 7S 7H 7D"), hand_of_text("7S 7H 7D / K")
    ({'hand': '7S 7H 7D'}, {'melds': ['7S 7H 7D'], 'unmatched': 'K'})
    """
    found = _COUNT.fullmatch(text)
    if found and (text.startswith("=") or not _is_card(text)):
        return int(found[1])
    if text.startswith(WHOLE):
        return {"hand": text.removeprefix(WHOLE).strip()}
    if _SIGN.search(text):
        return _laid_out(text)
    return text


def _laid_out(text: str) -> dict[str, Any]:
    """The melds of a hand and what is in none of them."""
    loose = {BEFORE_UNMATCHED, BEFORE_LAID_OFF}
    parts = _parts(text)
    if not loose.intersection(sign for sign, _cards in parts):
        sign, last = parts[-1]
        parts[-1] = (BEFORE_UNMATCHED if len(_words(last)) < SHORTEST_MELD else sign, last)
    return {
        "melds": [cards for sign, cards in parts if cards and sign not in loose],
        "unmatched": " ".join(cards for sign, cards in parts if cards and sign in loose),
    }


def laid_off_in(text: str) -> str:
    """The cards that a hand says were laid off.

    >>> laid_off_in("7S 7H 7D / KC > TD JD"), laid_off_in("K 9 2")
    ('TD JD', '')
    """
    return " ".join(cards for sign, cards in _parts(text) if sign == BEFORE_LAID_OFF)


def _parts(text: str) -> list[tuple[str, str]]:
    """A hand laid out, in parts: each sign says what comes after it."""
    signs = [BETWEEN_MELDS, *_SIGN.findall(text)]
    return list(zip(signs, map(str.strip, _SIGN.split(text)), strict=True))


def _words(cards: str) -> list[str]:
    return cards.replace(",", " ").split()


def print_hand(hand: Hand | None) -> str:
    """The text that says this hand, empty where none was given.

    >>> print_hand(Count(8)), print_hand(Count(21)), print_hand(Unmatched(())), print_hand(None)
    ('=8', '21', '0', '')
    """
    match hand:
        case Count(points):
            return f"={points}" if _is_card(str(points)) else str(points)
        case Unmatched(cards):
            return print_cards(cards) or "0"
        case Whole(cards):
            return f"{WHOLE} {print_cards(cards)}"
        case Declared(melds, unmatched):
            laid = f" {BETWEEN_MELDS} ".join(map(print_cards, melds))
            return f"{laid} {BEFORE_UNMATCHED} {print_cards(unmatched)}".strip()
    return ""


def _is_card(text: str) -> bool:
    try:
        read_card(text)
    except CardError:
        return False
    return True
