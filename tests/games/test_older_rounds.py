"""A round recorded under less strict rules stays on its sheet unchanged."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from scorekeeper.games import commands
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.mapping import write_document
from scorekeeper.storage.models import GameRow, RoundRow
from tests.support.documents import THREE
from tests.support.scorebook import form, restart, start

pytestmark = pytest.mark.usefixtures("book")


def knocked(bob: int) -> Round:
    """Return a round that Ann ends with 3 left. Cem has 9."""
    hands = {"Ann": 3, "Bob": bob, "Cem": 9}
    return read_round({"ending": "knock", "by": "Ann", "hands": hands}, THREE)


@pytest.fixture(params=["count", "spared"])
def game(request: pytest.FixtureRequest) -> GameRow:
    """A game of Manipulation Rummy in which Ann knocked but Bob has no cards left."""
    row = start(THREE, variant="manipulation", overrides={"melds_in_hand": request.param})
    row = commands.record(row.id, **form(row), round=knocked(bob=2))
    db.session.execute(update(RoundRow).values(entry=write_document(knocked(bob=0))))
    db.session.commit()
    db.session.expire_all()
    restart()
    return row


def test_such_a_round_keeps_its_ruling(game: GameRow) -> None:
    # 3 + 9, 10 for the undercut and 25 for having no card left.
    assert sheet_of(game).totals == (0, 47, 0)


def test_a_game_with_such_a_round_goes_on(game: GameRow) -> None:
    row = commands.record(game.id, **form(game), round=knocked(bob=20))
    assert sheet_of(row).totals == (23, 47, 0)


def test_such_a_round_may_be_removed_and_brought_back(game: GameRow) -> None:
    row = commands.remove(game.id, **form(game), place=1)
    row = commands.undo(row.id, **form(row))
    assert sheet_of(row).totals == (0, 47, 0)


def test_such_a_round_may_be_corrected(game: GameRow) -> None:
    row = commands.correct(game.id, **form(game), place=1, entry=knocked(bob=2))
    assert sheet_of(row).totals == (0, 18, 0)


@pytest.mark.parametrize("game", ["count"], indirect=True)
def test_such_a_round_cannot_be_recorded_today(game: GameRow) -> None:
    with pytest.raises(RuleError, match="must have something left"):
        commands.correct(game.id, **form(game), place=1, entry=knocked(bob=0))
