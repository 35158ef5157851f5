"""Every dispute has a worked example with the outcomes that the program scores."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.examples import Ask, Example
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.rulebook import ARTICLES, Worked, document_of, work, worked_examples
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from tests.support.documents import variant_of
from tests.support.examples import article_keys, every_variant
from tests.support.walks import walk

EVERY_EXAMPLE = [
    pytest.param(variant, example, id=f"{variant.key}: {example.article}")
    for variant in VARIANTS
    for example in variant.examples
]


def worked_of(variant: Variant, example: Example) -> Worked:
    """Return an example as on its article’s page.

    Working all of them would slow the collection of tests.
    """
    [article] = [article for article in ARTICLES if article.key == example.article]
    [found] = [worked for worked in worked_examples(variant, article) if worked.example is example]
    return found


IN_PLAY_ONLY = {
    *("laying-off", "king-to-three", "mixed-run", "two-at-once", "twelve-thirteen-one", "last-tile")
} | {
    question.article.key
    for variant in VARIANTS
    for question in (variant.question, variant.melds_question)
    if question
}
"""Disputes about play that no scored round can show."""


def test_every_example_is_of_an_article_that_concerns_its_games() -> None:
    for variant in VARIANTS:
        keys = {article.key for article in variant.articles}
        assert {example.article for example in variant.examples} <= keys


@every_variant
def test_every_dispute_has_a_worked_example(variant: Variant) -> None:
    for article in variant.disputes:
        if article.key not in IN_PLAY_ONLY:
            assert worked_examples(variant, article), article.key


@walk(("variant", "example"), EVERY_EXAMPLE)
def test_an_example_has_an_outcome_for_every_preset(variant: Variant, example: Example) -> None:
    worked = worked_of(variant, example)
    under = [preset.key for outcome in worked.outcomes for preset in outcome.presets]
    assert sorted(under) == sorted(preset.key for preset in variant.presets)
    assert worked.outcomes[0].presets[0].key == "plain"


@walk(("variant", "example"), EVERY_EXAMPLE)
def test_an_outcome_is_what_the_game_document_scores_to(variant: Variant, example: Example) -> None:
    worked = worked_of(variant, example)
    for outcome in worked.outcomes:
        flip = {rule.name: value for rule, value in outcome.flips}
        presets = [preset.key for preset in outcome.presets] or ["plain"]
        for preset in presets:
            game = read_game(document_of(worked.example, variant, preset, flip))
            if outcome.sheet is None:
                with pytest.raises(RuleError) as refused:
                    fold(game)
                assert outcome.fault
                assert refused.value.message == outcome.fault.message
            else:
                assert _told(fold(game), worked) == _told(outcome.sheet, worked)


def _told(sheet: Sheet, worked: Worked) -> Any:
    """Return the outcome that the page shows."""
    ask = worked.example.ask
    if ask is Ask.RULING:
        return sheet.rounds[-1].ruling.lines, sheet.rounds[-1].ruling.winners
    if ask is Ask.DEALER:
        return sheet.next_dealer
    return sheet.winners if ask is Ask.WINNER else [column.totals for column in sheet.columns]


@walk(("variant", "example"), EVERY_EXAMPLE)
def test_a_flipped_house_rule_changes_the_outcome(variant: Variant, example: Example) -> None:
    worked = worked_of(variant, example)
    flipped = [outcome for outcome in worked.outcomes if outcome.flips]
    assert len(flipped) == len(worked.example.flips)
    plain = worked.outcomes[0]
    for outcome in flipped:
        if plain.sheet and outcome.sheet:
            assert (_told(plain.sheet, worked), plain.sheet.final) != (
                _told(outcome.sheet, worked),
                outcome.sheet.final,
            )
        else:
            assert (plain.sheet is None) != (outcome.sheet is None)


def test_an_example_shows_its_own_article() -> None:
    """If a round settles a dispute, its lines link to the article that it illustrates."""
    shown = {
        (variant.key, article.key)
        for variant in VARIANTS
        for article in variant.articles
        for worked in worked_examples(variant, article)
        for outcome in worked.outcomes
        if outcome.sheet and worked.example.ask is Ask.RULING
        if article.key in article_keys(outcome.sheet)
    }
    for key in ("equal-counts", "tie-below-the-knocker", "equal-with-several"):
        assert ("knock", key) in shown
        assert ("manipulation", key) in shown
    for key in ("gin-against-zero", "gin-off", "before-or-after", "equal-counts"):
        assert {("gin", key), ("oklahoma", key), ("hollywood", key)} <= shown
    assert {("knock", "run-against-zero"), ("oklahoma", "upcard"), ("basic", "wild-left")} <= shown


def test_presets_that_agree_come_together() -> None:
    example = Example(
        article="gin-bonus",
        rounds=({"ending": "gin", "by": "Nina", "hands": {"Max": 72}},),
    )
    worked = work(example, variant_of("gin"))
    assert [[preset.key for preset in outcome.presets] for outcome in worked.outcomes] == [
        ["plain", "wikipedia", "modern", "tournament"],
        ["pagat", "bicycle"],
    ]
