"""Three disputes of each game that most tables know, each with a round to judge."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.rulebook import deciding_article, known_disputes
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.canasta import CANASTA
from scorekeeper.rummy.variants.gin import GIN
from scorekeeper.rummy.variants.rami import RAMI


@pytest.mark.parametrize(
    ("variant", "questions"),
    [
        (
            GIN,
            [
                "Another player ties with the knocker. Who wins?",
                "I went gin, but you have nothing left either. Who scores?",
                "You knocked, and I laid off all I had left. Is that gin for me?",
            ],
        ),
        # “May I open with this?” is a question about a hand, with a separate page.
        (
            RAMI,
            [
                "The stock ran out. What now?",
                "I am left with a wild card. What does it cost me?",
                "All my cards in one go: is it a rami or a rami sec?",
            ],
        ),
        (
            CANASTA,
            [
                "I have one canasta. May I go out?",
                "I melded my whole hand at once. Did I go out concealed?",
                "I have red threes, but no meld. Do they count against me?",
            ],
        ),
    ],
    ids=["gin", "rami", "canasta"],
)
def test_they_are_the_first_with_a_round(variant: Variant, questions: list[str]) -> None:
    known = known_disputes(variant)
    assert [article.question.template for article, _game in known] == questions


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_game_has_three_that_can_be_judged(variant: Variant) -> None:
    known = known_disputes(variant)
    assert len(known) == 3
    for _article, game in known:
        assert fold(game).rounds


def test_the_round_turns_on_the_question() -> None:
    article, game = known_disputes(GIN)[0]
    assert deciding_article(GIN, fold(game).rounds[-1].ruling) is article
