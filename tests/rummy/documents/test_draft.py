"""The document of an open round: an entry with parts missing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rummy.cards import read_card, read_cards
from scorekeeper.rummy.documents.draft import read_draft, write_draft
from scorekeeper.rummy.entering import Draft, GivenHand
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.hand import Count, Declared, Parts, Unmatched
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Adjustment, Ending, RuleError
from scorekeeper.rummy.sides import Seated
from scorekeeper.rummy.variants.canasta import CANASTA
from scorekeeper.rummy.variants.gin import GIN
from scorekeeper.rummy.variants.indian import INDIAN
from tests.support.walks import walk

ANN, BOB = Seat(0), Seat(1)
GAME = Game(GIN, ("Ann", "Bob"))
FOUR = ("Ann", "Bob", "Cem", "Dee")
PARTNERS = Game(CANASTA, Seated(FOUR, ("Ann & Cem", "Bob & Dee")))

WRONG = Parts(own=(("wrong", True),))
LAID_OUT = Declared((read_cards("7S 7H 7D"),), read_cards("KC TD JD"))


@walk(
    ("game", "draft", "document"),
    [
        (GAME, Draft(), {}),
        (GAME, Draft(upcard=read_card("9S")), {"upcard": "9S"}),
        (GAME, Draft(Ending.KNOCK, BOB), {"ending": "knock", "by": "1"}),
        (
            GAME,
            Draft(
                Ending.KNOCK,
                ANN,
                dealer=BOB,
                allow=("illegal-knock",),
                adjustments=(Adjustment(BOB, -5), Adjustment(ANN, 7, "tea")),
                note="late",
                hands={ANN: GivenHand(Count(8)), BOB: GivenHand(LAID_OUT, read_cards("TD JD"))},
            ),
            {
                "ending": "knock",
                "by": "0",
                "dealer": "1",
                "allow": ["illegal-knock"],
                "adjustments": [
                    {"player": "1", "points": -5},
                    {"player": "0", "points": 7, "note": "tea"},
                ],
                "note": "late",
                "hands": {
                    "0": 8,
                    "1": {"melds": ["7S 7H 7D"], "unmatched": "KC TD JD", "laid_off": "TD JD"},
                },
            },
        ),
        (
            replace(GAME, variant=INDIAN),
            Draft(
                own_facts=(("wild", "T"),), hands={ANN: GivenHand(Parts(own=(("wrong", True),)))}
            ),
            {"wild": "T", "hands": {"0": {"wrong": True}}},
        ),
        (
            PARTNERS,
            Draft(
                Ending.OUT,
                Seat(3),
                adjustments=(Adjustment(BOB, 5),),
                hands={BOB: GivenHand(Count(90)), Seat(5): GivenHand(Unmatched(read_cards("K 9")))},
            ),
            {
                "ending": "out",
                "by": "3",
                "adjustments": [{"player": "1", "points": 5}],
                "hands": {"1": 90, "5": "K 9"},
            },
        ),
    ],
)
def test_a_draft_is_an_entry_with_parts_missing(
    game: Game, draft: Draft, document: dict[str, Any]
) -> None:
    assert write_draft(draft) == document
    assert read_draft(document, game) == draft


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"ending": "flood"},
        {"by": "2"},
        {"hands": {"2": 5}},
        {"hands": {"0": "ZZ"}},
        {"hands": {"0": {"melds": ["7S 7H 7D"], "unmatched": "", "laid_off": 5}}},
        {"card": "9S"},
    ],
)
def test_what_is_no_draft_of_this_game_is_refused(document: object) -> None:
    with pytest.raises(RuleError):
        read_draft(document, GAME)
