"""Games in which a player who did not go out can have an empty hand."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from tests.support.documents import Document
from tests.support.examples import NAMES, every_variant, example


def with_an_empty_hand(variant: Variant) -> Iterator[Document]:
    """Yield every ending that scores, with each given hand empty in turn."""
    for ending in variant.endings:
        round = example(variant, ending, variant.fewest)
        for name, hand in round.get("hands", {}).items():
            if isinstance(hand, int):
                yield {**round, "hands": {**round["hands"], name: 0}}


def is_accepted(variant: Variant, round: Document) -> bool:
    """Check whether a game can begin with this round."""
    players = NAMES[: variant.fewest]
    document = {"variant": variant.key, "players": players, "rounds": [round]}
    try:
        fold(read_game(document))
    except RuleError:
        return False
    return True


@every_variant
def test_a_game_takes_empty_hands_if_it_accepts_any(variant: Variant) -> None:
    rules = variant.rules_type()
    accepted = [is_accepted(variant, round) for round in with_an_empty_hand(variant)]
    assert accepted
    assert variant.takes_empty_hands(rules, variant.deal(rules, variant.fewest, 1)) == any(accepted)
