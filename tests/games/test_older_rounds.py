"""A round recorded when the rules were less strict stays on its sheet unchanged."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from scorekeeper.games import commands
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow, HandRow
from scorekeeper.storage.queries import find_game
from tests.support.clubs import the_club
from tests.support.documents import THREE, knock
from tests.support.migrations import downgrade, upgrade
from tests.support.scorebook import form, record, restart, start, win

pytestmark = pytest.mark.usefixtures("book")

BOB = 1


def knocked(bob: int) -> Round:
    """Ann knocks with 3; Cem has 9."""
    hands = {"Ann": 3, "Bob": bob, "Cem": 9}
    return read_round({"ending": "knock", "by": "Ann", "hands": hands}, THREE)


@pytest.fixture(params=["count", "spared"])
def game(request: pytest.FixtureRequest) -> GameRow:
    """A game of Manipulation Rummy in which Bob has no cards left though nobody went out."""
    row = start(THREE, variant="manipulation", overrides={"melds_in_hand": request.param})
    row = commands.record(row.id, **form(row), round=knocked(bob=2))
    db.session.execute(update(HandRow).where(HandRow.seat == BOB).values(points=0))
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
    row = commands.remove(game.id, **form(game), number=1)
    row = commands.undo(row.id, **form(row))
    assert sheet_of(row).totals == (0, 47, 0)


def test_such_a_round_may_be_corrected(game: GameRow) -> None:
    row = commands.correct(game.id, **form(game), number=1, round=knocked(bob=2))
    assert sheet_of(row).totals == (0, 18, 0)


@pytest.mark.parametrize("game", ["count"], indirect=True)
def test_such_a_round_cannot_be_recorded_today(game: GameRow) -> None:
    with pytest.raises(RuleError, match="must have something left"):
        commands.correct(game.id, **form(game), number=1, round=knocked(bob=0))


def test_a_knocker_s_hand_that_was_counted_by_its_least_deadwood_keeps_its_score() -> None:
    hands = {
        "Ann": {"hand": "AS 2S AC 2C 3C AD 4D AH 2H 3H"},
        "Bob": {"hand": "3S 6S 7S 8S 9S 4C 6D 4H 5H 6H"},
    }
    game_id = record(start(preset="modern"), knock("Ann", **hands), win(12)).id
    db.session.remove()
    downgrade(revision="0009")
    upgrade()
    restart()
    row = find_game(the_club(), game_id)
    assert row is not None
    ruled = sheet_of(row).rounds[0].ruling
    # Her least is 8, against 3 that Bob had left: 5 and an undercut of 25.
    assert (ruled.deadwood, ruled.points(2)) == ((8, 3), (0, 30))
    assert sheet_of(row).totals == (12, 30)
    [warning] = ruled.warnings
    assert "can be laid out better" in warning.template
