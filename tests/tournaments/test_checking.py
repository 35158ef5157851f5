"""The rows with which the database guards tournaments are those of their facts, or it is said."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, update

from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import (
    EntrantPlayer,
    GameRow,
    RoundSeat,
    TableGameRow,
    TournamentPart,
    TournamentRow,
)
from scorekeeper.tournaments.checking import check_tournaments
from tests.support import hall
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")


def found() -> list[str]:
    """What is wrong, without the id of the tournament."""
    return [sentence.partition(": ")[2] for sentence in check_tournaments()]


def test_nothing_is_wrong_after_an_evening() -> None:
    hall.play_round(hall.set_up())
    assert found() == []


@walk(
    ("damage", "sentence"),
    {
        "a player": (
            delete(EntrantPlayer).where(EntrantPlayer.entrant == 1),
            "its players are not those of its entrants",
        ),
        "a seat": (
            update(RoundSeat).where(RoundSeat.entrant == 1).values(table=9),
            "its seats are not those of its rounds",
        ),
        "a table": (
            delete(TableGameRow).where(TableGameRow.table == 1),
            "its games are not those of its tables",
        ),
        "a game": (
            update(GameRow).values(tournament_id=None),
            "its games are not those of its tables",
        ),
        "a round": (
            update(TournamentPart).where(TournamentPart.kind == "round").values(document={}),
            "it cannot be read",
        ),
    },
)
def test_what_was_damaged_is_said(damage: Any, sentence: str) -> None:
    evening = hall.set_up()
    hall.play_round(evening)
    with write() as session:
        session.execute(damage)
    assert sentence in found()
    with write() as session:
        session.execute(delete(TournamentRow))
    db.session.rollback()
