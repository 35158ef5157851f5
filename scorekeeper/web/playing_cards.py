"""Cards as pages show them: names of suits, indices, and cards in a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import Flask, url_for
from flask_babel import get_locale, gettext, lazy_gettext
from markupsafe import Markup

from scorekeeper.rummy.cards import JOKER_RANK, LOW_ACE_RANK, RANKS, Card
from scorekeeper.web.preferences import preferences

SUIT_NAMES = {
    "S": lazy_gettext("spades"),
    "H": lazy_gettext("hearts"),
    "D": lazy_gettext("diamonds"),
    "C": lazy_gettext("clubs"),
}

_ENGLISH = {"T": "10", LOW_ACE_RANK: "A↓"}
_FRENCH = _ENGLISH | {"K": "R", "Q": "D", "J": "V"}
"""What is printed on a card if it is not the core's letter."""


def init_playing_cards(app: Flask) -> None:
    """Let every template draw cards."""
    for template_filter in (draw_cards, example_letters, rank_sign):
        app.add_template_filter(template_filter)
    app.jinja_env.globals.update(suit_names=SUIT_NAMES, rank_signs=rank_signs)


_LETTER = re.compile(r"(?<![^\s,+|/>*])([RDV])(?=[SHDC♠♥♦♣]?[\ufe0e\ufe0f]?(?![^\s,+|/>*]))", re.I)
"""R, D or V as the rank of a card; the D of a suit comes after its rank."""

_EXAMPLE = re.compile(r"\bR(?=[SHDC]?\b)|\bD(?= \d)")
"""R or D as a rank in a French text, where D is the sign of a suit too."""


def rank_sign(rank: str) -> str:
    """What is printed on a card of this rank: `K`, in French `R`, and `10`."""
    return _signs().get(rank, rank)


def core_letters(typed: str) -> str:
    """Typed cards with the core's letters: by French indices `RH D 9` is `KH Q 9`.

    What is kept has those letters, so that another phone reads the same cards.
    """
    ranks = {sign: rank for rank, sign in _signs().items()}
    return _LETTER.sub(lambda found: ranks.get(found[1].upper(), found[1]), typed)


def example_letters(text: str) -> str:
    """Examples of typed cards with the letters that are read: a French text has R for the king."""
    if str(get_locale()) != "fr" or _signs() is _FRENCH:
        return text
    ranks = {sign: rank for rank, sign in _FRENCH.items()}
    return _EXAMPLE.sub(lambda found: ranks[found[0]], text)


def _signs() -> dict[str, str]:
    chosen = preferences().indices
    french = str(get_locale()) == "fr" if chosen == "language" else chosen == "french"
    return _FRENCH if french else _ENGLISH


def rank_signs() -> dict[str, str]:
    """What is printed on a card of each rank."""
    return {rank: rank_sign(rank) for rank in (*RANKS, LOW_ACE_RANK)}


def draw(card: Card) -> Markup:
    """A card in a line of text: its rank and suit symbol, the suit also in words."""
    if card.rank == JOKER_RANK:
        return Markup('<span class="drawn">{}</span>').format(gettext("joker"))
    rank = rank_sign(card.rank)
    if not card.suit:
        return Markup('<span class="drawn">{}</span>').format(rank)
    return Markup(
        '<span class="drawn suit-{suit}">{rank}<svg class="suit" aria-hidden="true">'
        '<use href="{sprite}#{suit}"></use></svg>'
        '<span class="visually-hidden"> {name}</span></span>'
    ).format(
        suit=card.suit,
        rank=rank,
        name=SUIT_NAMES[card.suit],
        sprite=url_for("static", filename="suits.svg"),
    )


def draw_cards(cards: Iterable[Card]) -> Markup:
    """Several cards in a line of text."""
    return Markup(" ").join(map(draw, cards))
