"""Settles several games together, such as all games of an evening."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.answers import ScoredSettlement, settled
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.documents.reading import read_object
from scorekeeper.rummy.game.settlement import settle_together
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError


@dataclass(slots=True, kw_only=True)
class SettledGames(Answer):
    """The settlement of several games for a stake.

    - `settlements`: a settlement for each currency
    - `open`: the places, from 0, of the unfinished games for a stake
    """

    settlements: tuple[ScoredSettlement, ...]
    open: tuple[int, ...]


def settle_games(document: object) -> SettledGames:
    """Settle the games of a parsed JSON document. Raises `RuleError` at the first error.

    >>> settle_games({"games": []}).open
    ()
    """
    fields = read_object(document, {"games"})
    games = fields.get("games")
    if not isinstance(games, list):
        raise RuleError(message("The games must be a list."), "games")
    sheets = [_read(game, place) for place, game in enumerate(games)]
    staked = [(place, sheet) for place, sheet in enumerate(sheets) if sheet.game.stake]
    over = [sheet for _place, sheet in staked if sheet.over]
    return SettledGames(
        settlements=tuple(
            settled(settlement, currency, names)
            for currency, names, settlement in settle_together(over)
        ),
        open=tuple(place for place, sheet in staked if not sheet.over),
    )


def _read(game: object, place: int) -> Sheet:
    try:
        return fold(read_game(game))
    except RuleError as error:
        raise error.under("games", place) from None
