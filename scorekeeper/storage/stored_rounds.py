"""Reads the rounds of many games at once, without an object for every row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, Select, select

from scorekeeper.rummy.game.sheet import Game
from scorekeeper.storage.database import table
from scorekeeper.storage.mapping import opening, read_round_row
from scorekeeper.storage.models import AdjustmentRow, GameRow, HandRow, RoundRow
from scorekeeper.storage.unreadable import reading

_ROUND, _HAND, _ADJUSTMENT = table(RoundRow), table(HandRow), table(AdjustmentRow)
_FACTS = [each for each in _ROUND.c if not each.name.startswith("entered_")]
_ROUNDS = select(*_FACTS).order_by(_ROUND.c.number)
_HANDS = select(_HAND).join(_ROUND).order_by(_HAND.c.seat)
_ADJUSTMENTS = select(_ADJUSTMENT).join(_ROUND).order_by(_ADJUSTMENT.c.place)

_Rows: TypeAlias = "defaultdict[Any, list[Row[Any]]]"


class StoredRounds:
    """The rows of the rounds of some games."""

    def __init__(self, connection: Connection, game_ids: Collection[str]) -> None:
        def rows(query: Select[Any], key: str) -> _Rows:
            found: _Rows = defaultdict(list)
            for row in connection.execute(query.where(_ROUND.c.game_id.in_(game_ids))).all():
                found[getattr(row, key)].append(row)
            return found

        self._rounds = rows(_ROUNDS, "game_id")
        self._hands = rows(_HANDS, "round_id")
        self._adjustments = rows(_ADJUSTMENTS, "round_id")

    def game(self, row: GameRow) -> Game:
        """One of the games with its rounds; raises `UnreadableGameError`."""
        game = opening(row)
        with reading(row.id):
            rounds = tuple(
                read_round_row(each, self._hands[each.id], self._adjustments[each.id], game)
                for each in self._rounds[row.id]
            )
            return replace(game, rounds=rounds)
