"""A game of eight players, each with a phone, who enter a round together."""

from __future__ import annotations

from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_rounds import Open, OpenRoundConflict
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.clubs import the_club

EIGHT = ("Ann", "Bob", "Cem", "Dora", "Eve", "Finn", "Gus", "Hana")
OUT = {"ending": "out:0"}


def fresh(game_id: str) -> GameRow:
    """The game as it is in the database now."""
    db.session.rollback()
    found = commands.find_game(the_club(), game_id)
    assert found is not None
    return found


def open_one(row: GameRow, phone: str, ending: str = "out:0") -> Open:
    """Open the round of a game by saying how it ended."""
    shared = open_rounds.share(
        row.id, version=row.version, device_id=phone, was={}, now={"ending": ending}
    )
    assert shared.open is not None
    return shared.open


def given(seat: int) -> str:
    """A hand that is different for each seat."""
    return f"={seat + 2}"


def enter(game_id: str, open: Open, phone: str, seat: int, text: str = "", seen: int = 0) -> Open:
    """Enter the hand of a seat on a phone."""
    return open_rounds.enter(
        game_id,
        open_id=open.id,
        device_id=phone,
        seat=seat,
        seen=seen,
        text=text or given(seat),
    )


def record_open(game_id: str, version: int, key: str) -> GameRow:
    """Record the open round, reading it again whenever somebody changed it meanwhile."""
    while True:
        db.session.rollback()
        open = open_rounds.find_open(game_id)
        hands = {name: 0 if seat == 0 else seat + 2 for seat, name in enumerate(EIGHT)}
        round = read_round({"ending": "out", "by": "Ann", "hands": hands}, EIGHT)
        revision = open and open.revision
        try:
            return commands.record(
                game_id, version=version, key=key, round=round, revision=revision
            )
        except OpenRoundConflict:
            continue
