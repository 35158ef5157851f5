"""Cards as pages show them: names of suits, indices, and cards in a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import Flask
from flask_babel import gettext, lazy_gettext
from markupsafe import Markup

from scorekeeper.languages import COURT_RANKS
from scorekeeper.rummy.cards import (
    EVERY_SUIT,
    JOKER_RANK,
    LOW_ACE_RANK,
    RANKS,
    SKIP_RANK,
    SUIT_SIGNS,
    WILD_RANK,
    Card,
)
from scorekeeper.rummy.variants import SUIT_LETTERS
from scorekeeper.web.parts.faces import icon_address
from scorekeeper.web.shell.translation import court_letters, court_signs, letters_of_language

SUIT_NAMES = {
    "S": lazy_gettext("spades"),
    "H": lazy_gettext("hearts"),
    "D": lazy_gettext("diamonds"),
    "C": lazy_gettext("clubs"),
    "X": lazy_gettext("stars"),
}
COLOUR_NAMES = {
    "R": lazy_gettext("red"),
    "B": lazy_gettext("blue"),
    "G": lazy_gettext("green"),
    "Y": lazy_gettext("yellow"),
}

_PRINTED = {"T": "10", LOW_ACE_RANK: "A↓", SKIP_RANK: "⊘"}
"""The text on a card if it differs from the core's letter."""

_WORDS = {
    JOKER_RANK: lazy_gettext("joker"),
    WILD_RANK: lazy_gettext("Wild card"),
    SKIP_RANK: lazy_gettext("Skip"),
}


def init_playing_cards(app: Flask) -> None:
    for template_filter in (draw_cards, example_letters, rank_sign, rank_word):
        app.add_template_filter(template_filter)
    app.jinja_env.globals.update(suit_names=SUIT_NAMES, rank_signs=rank_signs)


_SUIT = f"[{EVERY_SUIT}{''.join(SUIT_SIGNS.values())}]"
_READ_SUIT = f"[{EVERY_SUIT}{SUIT_LETTERS}{''.join(SUIT_SIGNS.values())}]"
_LETTER = re.compile(rf"(?<![^\s,+|/>*])(\w)(?={_READ_SUIT}?[\ufe0e\ufe0f]?(?![^\s,+|/>*]))")
"""Matches a rank's letter, with or without a suit after it. D matches, even though it is a suit."""


def rank_sign(rank: str) -> str:
    """The index of this rank as printed on a card: `K`, in French `R`, or `10`."""
    return (
        court_signs()[rank] if rank in COURT_RANKS else _PRINTED.get(rank, rank.replace("-", "–"))
    )


def rank_word(rank: str) -> str:
    """The word for a joker, wild card or skip. For other ranks, the index."""
    return str(_WORDS.get(rank) or rank_sign(rank))


def core_letters(typed: str) -> str:
    """Typed cards with the core's letters: French `RH D 9` becomes `KH Q 9`.

    The database has only the core's letters, so that every phone reads the same cards. Missing
    spaces are added, as in `5H5SRD`.
    """
    if not typed:
        return ""
    letters = court_letters()
    ranks = _others(letters)
    card = rf"(?i:(?:10|[{RANKS}{letters}]){_SUIT}[\ufe0e\ufe0f]?)"  # with its suit
    joined = rf"(?<![^\s,+|/>*])(?:{card}){{2,}}(?![^\s,+|/>*])"
    parted = re.sub(joined, lambda found: " ".join(re.findall(card, found[0])), typed)
    return _LETTER.sub(lambda found: ranks.get(found[1].upper(), found[1]), parted)


def example_letters(text: str) -> str:
    """Examples of typed cards in the letters of the page: in French, R is the king.

    A letter that is also a suit, such as D, is a rank if a space and a digit follow.
    """
    own = letters_of_language()
    if own == court_letters():
        return text
    ranks = _others(own)
    for letter, rank in ranks.items():
        after = r" \d" if letter in EVERY_SUIT else rf"[{EVERY_SUIT}]?\b"
        text = re.sub(rf"\b{letter}(?={after})", rank, text)
    return text


def _others(letters: str) -> dict[str, str]:
    return {sign: rank for sign, rank in zip(letters, COURT_RANKS, strict=True) if sign != rank}


def rank_signs() -> dict[str, str]:
    return {rank: rank_sign(rank) for rank in (*RANKS, LOW_ACE_RANK, SKIP_RANK)}


def draw(card: Card) -> Markup:
    """A card in a line of text: its rank and suit symbol, and the suit in hidden words."""
    if card.rank in _WORDS:
        return Markup('<span class="drawn">{}</span>').format(rank_word(card.rank))
    rank = rank_sign(card.rank)
    if not card.suit:
        return Markup('<span class="drawn">{}</span>').format(rank)
    return Markup(
        '<span class="drawn suit-{suit}">{rank}<svg class="suit" aria-hidden="true">'
        '<use href="{address}"></use></svg>'
        '<span class="visually-hidden"> {name}</span></span>'
    ).format(
        suit=card.suit,
        rank=rank,
        name=gettext("of %(suit)s", suit=SUIT_NAMES[card.suit]),
        address=icon_address(card.suit),
    )


def draw_cards(cards: Iterable[Card]) -> Markup:
    return Markup('<span class="visually-hidden">,</span> ').join(map(draw, cards))
