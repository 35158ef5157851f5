"""Scores and best melds of documents, for everybody. Nothing is stored."""

from __future__ import annotations

from flask import Response, request

from scorekeeper.clubs.address_limits import count_call
from scorekeeper.rummy import answer_melds
from scorekeeper.rummy.documents.answers import BestMelds, ScoredGame, scored
from scorekeeper.rummy.documents.asked_melds import AnsweredMelds
from scorekeeper.rummy.documents.asked_play import AnsweredPlay
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.documents.table_answers import TABLE_ANSWERS
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.hand import Count
from scorekeeper.rummy.judging.hand_validation import check_can_be_laid_out
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.sides import numbered, shares_of
from scorekeeper.rummy.variants import find_variant
from scorekeeper.web.api.answering import answered, sent_document
from scorekeeper.web.api.operations import GAME_DOCUMENT, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.long_work import (
    LARGE,
    effort_for_visitor,
    refuse_strangers_if_busy,
    take_turn_for_hands,
)
from scorekeeper.web.shell.permissions import ANYBODY
from scorekeeper.web.shell.requests import speak_of
from scorekeeper.web.shell.translation import translated

MELD_QUESTION, ASKED_MELDS, ASKED_PLAY, TABLE_QUESTION = (
    "MeldQuestion",
    "AskedMelds",
    "AskedPlay",
    "TableQuestion",
)
"""The names of the schemas of questions, in the description of the API."""

MOST_LARGE = 8
"""A document can have at most this many large hands, as at the judge's desk."""


@operation(
    "POST",
    "/score",
    "scoring",
    role=ANYBODY,
    answers=(ScoredGame,),
    documents=(GAME_DOCUMENT,),
    refusals=(429,),
)
def score() -> Response:
    """The answer to a game document, as `scorekeeper score` gives it."""
    game = read_game(_document())
    _check_hands(game)
    return answered(scored(fold(game), translated))


@operation(
    "POST",
    "/melds",
    "scoring",
    role=ANYBODY,
    answers=(BestMelds, AnsweredMelds, AnsweredPlay, *TABLE_ANSWERS),
    documents=(MELD_QUESTION, ASKED_MELDS, ASKED_PLAY, TABLE_QUESTION),
    refusals=(429,),
)
def melds() -> Response:
    """The answer to a question about a hand, melds or a play, as `scorekeeper melds` gives it."""
    document = _document()
    take_turn_for_hands([_cards_asked_about(document)])
    return answered(answer_melds(document, translated, effort_for_visitor()))


def _cards_asked_about(document: object) -> int:
    hand = document.get("hand") if isinstance(document, dict) else None
    cards = hand.replace(",", " ").split() if isinstance(hand, str) else hand
    return len(cards) if isinstance(cards, list) else 0


def _document() -> object:
    """Read the document that was sent.

    Raises `BusyError` for a stranger while the judge is busy, and `TooManyCallsError`.
    """
    refuse_strangers_if_busy()
    count_call(request.remote_addr or "")
    document = sent_document()
    if isinstance(document, dict) and (variant := find_variant(str(document.get("variant")))):
        speak_of(variant.key)
    return document


def _check_hands(game: Game) -> None:
    """Reject too many large hands, and take the turn for long work if the hands need it.

    Raises `RuleError` at the first rejected hand.
    """
    large, cards = 0, []
    for index, played in enumerate(game.entries):
        for seat, hand in enumerate(played.hands if isinstance(played, Round) else ()):
            if hand is None or isinstance(hand, Count):
                continue
            cards.append(len(hand.cards))
            large += len(hand.cards) > LARGE
            try:
                share = numbered(seat, shares_of(game.sides))
                check_can_be_laid_out(share, hand)
                _check_number(large, share)
            except RuleError as error:
                raise error.under("rounds", index, names=game.players) from None
    take_turn_for_hands(cards)


def _check_number(large: int, seat: Seat) -> None:
    if large > MOST_LARGE:
        text = message(
            "Only {most} hands of more than {number} cards are counted at once: enter the others "
            "as points.",
            most=MOST_LARGE,
            number=LARGE,
        )
        raise RuleError(text, "hands", seat)
