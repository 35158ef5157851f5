"""A round that was recorded when the rules were less strict stays on its sheet as it was."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from scorebook import form, start
from scorekeeper import games
from scorekeeper.db import db
from scorekeeper.models import GameRow, HandRow
from scorekeeper.rummy.round_document import read_round
from scorekeeper.rummy.scoring import Round, RuleError

pytestmark = pytest.mark.usefixtures("book")

THREE = ("Ann", "Bob", "Cem")
BOB = 1


def knocked(bob: int) -> Round:
    """Ann knocks with 3; Cem has 9."""
    hands = {"Ann": 3, "Bob": bob, "Cem": 9}
    return read_round({"ending": "knock", "by": "Ann", "hands": hands}, THREE)


@pytest.fixture(params=["count", "spared"])
def game(request: pytest.FixtureRequest) -> GameRow:
    """Manipulation in which Bob is without cards, though nobody went out."""
    row = start(THREE, variant="manipulation", overrides={"melds_in_hand": request.param})
    row = games.record(row.id, **form(row), round=knocked(bob=2))
    db.session.execute(update(HandRow).where(HandRow.seat == BOB).values(points=0))
    db.session.commit()
    db.session.expire_all()
    return row


def test_it_keeps_its_ruling(game: GameRow) -> None:
    # 3 + 9, 10 for the undercut and 25 for having no card left.
    assert games.sheet(game).totals == (0, 47, 0)


def test_the_game_goes_on(game: GameRow) -> None:
    row = games.record(game.id, **form(game), round=knocked(bob=20))
    assert games.sheet(row).totals == (23, 47, 0)


def test_it_may_be_removed_and_brought_back(game: GameRow) -> None:
    row = games.remove(game.id, **form(game), number=1)
    row = games.undo(row.id, **form(row))
    assert games.sheet(row).totals == (0, 47, 0)


def test_it_may_be_mended(game: GameRow) -> None:
    row = games.correct(game.id, **form(game), number=1, round=knocked(bob=2))
    assert games.sheet(row).totals == (0, 18, 0)


@pytest.mark.parametrize("game", ["count"], indirect=True)
def test_it_is_not_recorded_anew(game: GameRow) -> None:
    with pytest.raises(RuleError, match="must have a card left"):
        games.correct(game.id, **form(game), number=1, round=knocked(bob=0))
