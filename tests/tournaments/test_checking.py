"""The check reports rows that guard tournaments and differ from the facts."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update

from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import (
    Club,
    EntrantPlayer,
    GameRow,
    LeagueEveningRow,
    LeagueRow,
    RoundSeat,
    TableGameRow,
    TournamentPart,
    TournamentRow,
)
from scorekeeper.tournaments.checking import check_leagues, check_tournaments
from tests.support import hall
from tests.support.clubs import new_club
from tests.support.leagues import league
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")


def found() -> list[str]:
    """Return the faults, without the id of the tournament or league."""
    said = chain(check_tournaments(), check_leagues())
    return [sentence.partition(": ")[2] for sentence in said]


def test_nothing_is_wrong_after_an_evening_of_a_league() -> None:
    evening = hall.set_up()
    hall.play_round(evening)
    league([evening], best=7)
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
        "what a league counts": (update(LeagueRow).values(best=0), "it cannot be read"),
        "its points by place": (update(LeagueRow).values(places=7), "it cannot be read"),
        "a factor": (update(LeagueEveningRow).values(factor=0), "it cannot be read"),
        "its club": (
            update(LeagueRow).values(club_id=select(func.max(Club.id)).scalar_subquery()),
            "it has an evening of another club",
        ),
    },
)
def test_what_was_damaged_is_said(damage: Any, sentence: str) -> None:
    evening = hall.set_up()
    hall.play_round(evening)
    league([evening])
    new_club("Others")
    with write() as session:
        session.execute(damage)
    assert sentence in found()
    with write() as session:
        session.execute(delete(TournamentRow))
        session.execute(delete(LeagueRow))
    db.session.rollback()
