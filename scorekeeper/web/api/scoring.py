"""Scores and melds for other programs: documents in, answers out, and nothing is stored of them."""

from __future__ import annotations

from flask import Response, abort, request

from scorekeeper.clubs.address_limits import count_call
from scorekeeper.rummy import answer_melds
from scorekeeper.rummy.documents.answers import scored
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.documents.reading import read_json
from scorekeeper.rummy.game.sheet import Game, fold
from scorekeeper.rummy.judging.validation import check_can_be_laid_out
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Count, RuleError
from scorekeeper.web.api.blueprint import answered, blueprint
from scorekeeper.web.shell.translation import translated

LARGE = 20
"""The best layout of more cards than this may take a tenth of a second."""

MOST_LARGE = 8
"""How many large hands a document may have: as many as the judge's desk lays out at once."""


@blueprint.post("/score")
def score() -> Response:
    """The answer to a game document, as `scorekeeper score` gives it."""
    game = read_game(_document())
    _check_hands(game)
    return answered(scored(fold(game), translated))


@blueprint.post("/melds")
def melds() -> Response:
    """The answer to a question about the best melds of a hand, as `scorekeeper melds` gives it."""
    return answered(answer_melds(_document(), translated))


def _document() -> object:
    """The document that was sent; an address that asks too often is refused before it is read."""
    if not request.is_json:
        abort(415)
    count_call(request.remote_addr or "")
    return read_json(request.get_data())


def _check_hands(game: Game) -> None:
    """Refuse hands that would take long to lay out; raises `RuleError` at the first of them."""
    large = 0
    for index, played in enumerate(game.rounds):
        for seat, hand in enumerate(played.hands):
            if hand is None or isinstance(hand, Count):
                continue
            large += len(hand.cards) > LARGE
            try:
                check_can_be_laid_out(Seat(seat), hand)
                _check_number(large, Seat(seat))
            except RuleError as error:
                raise error.under("rounds", index, names=game.players) from None


def _check_number(large: int, seat: Seat) -> None:
    if large > MOST_LARGE:
        text = message(
            "Only {most} hands of more than {number} cards are counted at once: give the others "
            "as points.",
            most=MOST_LARGE,
            number=LARGE,
        )
        raise RuleError(text, "hands", seat)
