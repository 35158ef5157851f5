"""A knocker's whole hand that was counted by its least deadwood is laid out as it was counted.

The program now finds the layout that is best for the knocker; what was recorded keeps its score.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from scorekeeper.rummy.cards import print_cards
from scorekeeper.rummy.documents.round import read_hand
from scorekeeper.rummy.judging.defence import lay_off
from scorekeeper.rummy.judging.validation import lay_hand
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Ending, Laid, Round
from scorekeeper.rummy.variants.gin import gin_deal

revision = "0010"
down_revision = "0009"

GAME = sa.table("game", sa.column("id", sa.String), sa.column("variant", sa.String))
ROUND = sa.table(
    "round",
    sa.column("id", sa.Integer),
    sa.column("game_id", sa.String),
    sa.column("ending", sa.String),
    sa.column("by", sa.Integer),
)
HAND = sa.table(
    "hand",
    sa.column("round_id", sa.Integer),
    sa.column("seat", sa.Integer),
    sa.column("whole", sa.JSON(none_as_null=True)),
)
GAMES_THAT_LAY_OFF = ("gin", "oklahoma", "hollywood")
HIGHEST_LIMIT = 10
"""The highest that house rules allow: with a lower limit the layout is the one that was counted."""


def upgrade() -> None:
    """Lay out the hands of knockers for whom another layout would be better."""
    games = sa.select(GAME.c.id).where(GAME.c.variant.in_(GAMES_THAT_LAY_OFF))
    knocked = ROUND.c.ending == "knock", ROUND.c.game_id.in_(games)
    knocks = sa.select(ROUND.c.id, ROUND.c.by).where(*knocked)
    whole = sa.select(HAND.c.seat, HAND.c.whole).where(HAND.c.whole.is_not(None))
    for id, by in op.get_bind().execute(knocks).all():
        rows = op.get_bind().execute(whole.where(HAND.c.round_id == id)).all()
        hands: dict[int, Any] = {row.seat: row.whole for row in rows}
        if len(hands) == 2 and "hand" in hands[by]:
            _lay_out(id, by, [hands[0], hands[1]])


def _lay_out(round_id: int, by: int, hands: Sequence[Mapping[str, Any]]) -> None:
    deal = gin_deal(None, 2, 1)
    given = tuple(read_hand(hand, Seat(seat)) for seat, hand in enumerate(hands))
    laid = tuple(lay_hand(deal, hand) for hand in given)
    if not laid[by].deadwood:
        return
    found = lay_off(deal, Round(Ending.KNOCK, Seat(by), given), laid, HIGHEST_LIMIT)
    if found.least:
        hand = HAND.c.round_id == round_id, HAND.c.seat == by
        whole = _declared(hands[by], found.least.laid[by])
        op.execute(sa.update(HAND).where(*hand).values(whole=whole))


def _declared(given: Mapping[str, Any], laid: Laid) -> dict[str, Any]:
    return {
        "melds": [print_cards(meld) for meld in laid.melds],
        "unmatched": print_cards(laid.unmatched or ()),
        **{key: value for key, value in given.items() if key.startswith("x-")},
    }


def downgrade() -> None:
    """Leave the hands as they lie: an older program counts them just so."""
