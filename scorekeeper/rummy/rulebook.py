"""The content of the rules pages: the articles of all games and their worked examples.

An example has an outcome under every preset, and under each house rule that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.case import GONE_OUT, SECOND_OUT
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.examples import Ask, Example
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Rule, Ruling, Tag
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant

_OF_A_REFUSAL = {
    SECOND_OUT.template: articles.LAST_TURN,
    GONE_OUT.template: articles.LAST_TURN,
}


def _merge(lists: Iterable[tuple[Article, ...]]) -> tuple[Article, ...]:
    """Merge the articles of several games without duplicates, in the order of each game."""
    merged: list[Article] = []
    for listed in lists:
        place = 0
        for article in listed:
            if article not in merged:
                merged.insert(place, article)
            place = merged.index(article) + 1
    return tuple(merged)


DISPUTES = _merge(variant.disputes for variant in VARIANTS)
"""The disputes that the rules settle, in the usual order at a table."""

POINTS = _merge(variant.points for variant in VARIANTS)
"""The articles about kinds of points."""

ABOUT_TABLE = _merge(variant.about_table for variant in VARIANTS)
"""The articles about melds on the table that players can rearrange."""

ARTICLES = DISPUTES + POINTS + articles.MISTAKES + ABOUT_TABLE

_BY_RULE = {rule: article for article in ARTICLES for rule in article.rules}


def article_for(rule: AnyRule) -> Article:
    """The article about a kind of points, such as a bonus at the end of the game.

    >>> article_for(Rule.GAME_BONUS).key
    'game-bonus'
    """
    return _BY_RULE[rule]


def article_of(variant: Variant, ruling: Ruling, line: Line) -> Article:
    """The article for a line of points.

    Usually it is the dispute that decides the round, or the article about the line’s kind of
    points.
    """
    explained = next((article for article in variant.articles if article.explains(line)), None)
    article = explained or article_for(line.rule)
    if explained or article.keeps_lines:
        return article
    if settled := _settled(variant, ruling):
        return settled
    if line.rule is Rule.DIFFERENCE and ruling.least:
        return articles.BEST_ARRANGEMENT
    if line.rule is Rule.DIFFERENCE and ruling.layoffs:
        return articles.BEFORE_OR_AFTER
    return article


def article_of_tag(variant: Variant, ruling: Ruling, tag: AnyTag) -> Article | None:
    if tag is not Tag.ILLEGAL_KNOCK and (settled := _settled(variant, ruling)):
        return settled
    return next((article for article in variant.articles if tag in article.tags), None)


def deciding_article(variant: Variant, ruling: Ruling) -> Article | None:
    """The main article for a round: usually the article of its first line or of a tag."""
    tagged = [article_of_tag(variant, ruling, tag) for tag in ruling.tags]
    if decides := next((article for article in tagged if article and article.decides), None):
        return decides
    first = article_of(variant, ruling, ruling.lines[0]) if ruling.lines else None
    if first and Rule.DIFFERENCE not in first.rules:
        return first
    candidates = (
        article for article in tagged if article is not articles.KNOCK_TOO_HIGH or first is None
    )
    return next(filter(None, candidates), first)


def article_of_refusal(variant: Variant, fault: RuleError) -> Article | None:
    if fault.allowable:
        return next(
            (article for article in variant.articles if fault.allowable in article.tags), None
        )
    article = _OF_A_REFUSAL.get(fault.message.template)
    return article if article in variant.articles else None


def _settled(variant: Variant, ruling: Ruling) -> Article | None:
    """The dispute that decides a round. The last matching dispute is the most specific one."""
    return next(
        (dispute for dispute in reversed(variant.disputes) if dispute.settles(ruling)), None
    )


@dataclass(frozen=True)
class ExampleOutcome:
    """The outcome of an example: its sheet, or the error that rejects it.

    `presets` are the presets with this outcome. For an outcome without presets, `flips` are the
    house rules that differ from the preset `plain`.
    """

    game: Game
    sheet: Sheet | None
    fault: RuleError | None
    presets: tuple[Preset, ...] = ()
    flips: tuple[tuple[HouseRule, Value], ...] = ()


@dataclass(frozen=True)
class Worked:
    """An example and its outcomes. Outcomes of presets come first, then outcomes of flips.

    The first outcome includes the preset `plain`.
    """

    example: Example
    rules: tuple[tuple[HouseRule, Value], ...]
    outcomes: tuple[ExampleOutcome, ...]


def work(example: Example, variant: Variant) -> Worked:
    """Play an example under every preset and flip. Presets with equal answers share an outcome."""
    by_answer: dict[object, ExampleOutcome] = {}
    for preset in variant.presets:
        outcome = _play(example, variant, preset.key, {})
        answer = _answer(example.ask, outcome)
        first = by_answer.get(answer, outcome)
        by_answer[answer] = replace(first, presets=(*first.presets, preset))
    flipped = tuple(
        replace(_play(example, variant, "plain", flip), flips=_named(variant, flip))
        for flip in example.flips
    )
    return Worked(example, _named(variant, example.rules), (*by_answer.values(), *flipped))


def document_of(
    example: Example, variant: Variant, preset: str, flip: Mapping[str, Value]
) -> dict[str, Any]:
    return _sides_of(example, variant) | {
        "variant": variant.key,
        "preset": preset,
        "rules": {**example.rules, **flip},
        "players": list(example.players),
        "rounds": [_with_upcard(played, variant) for played in example.rounds],
        "called": example.called,
    }


def _sides_of(example: Example, variant: Variant) -> dict[str, Any]:
    players = example.players
    number = variant.sides_needed(len(players))
    if example.by_sides:
        number = variant.sides[len(players)][0]
    sides = [list(players[side::number]) for side in range(number)]
    return {"sides": sides} if sides else {}


def _with_upcard(played: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    if variant.plain_upcard is None or "by" not in played:
        return dict(played)
    return {"upcard": str(variant.plain_upcard), **played}


def _play(
    example: Example, variant: Variant, preset: str, flip: Mapping[str, Value]
) -> ExampleOutcome:
    game = read_game(document_of(example, variant, preset, flip))
    try:
        return ExampleOutcome(game, fold(game), None)
    except RuleError as error:
        return ExampleOutcome(game, None, error)


def _named(variant: Variant, values: Mapping[str, Value]) -> tuple[tuple[HouseRule, Value], ...]:
    return tuple(
        (rule, values[rule.name]) for rule in house_rules(variant.rules_type) if rule.name in values
    )


def _answer(ask: Ask, outcome: ExampleOutcome) -> object:
    sheet = outcome.sheet
    if sheet is None:
        return outcome.fault and outcome.fault.message
    if ask is Ask.DEALER:
        return sheet.next_dealer
    if ask is Ask.WINNER:
        return sheet.winners
    if ask is Ask.RULING:
        ruling = sheet.rounds[-1].ruling
        return ruling.winners, ruling.lines, ruling.tags
    if ask is Ask.COLUMNS:
        return tuple(column.totals for column in sheet.columns)
    return sheet.winners, sheet.bonuses, sheet.totals


def worked_examples(variant: Variant, article: Article) -> tuple[Worked, ...]:
    return tuple(
        worked for worked in _all_worked(variant.key) if worked.example.article == article.key
    )


@cache
def _all_worked(key: str) -> tuple[Worked, ...]:
    """The worked examples of a game, cached because presets never change at run time."""
    variant = find_variant(key)
    return tuple(work(example, variant) for example in variant.examples) if variant else ()


def known_disputes(variant: Variant) -> tuple[tuple[Article, Game], ...]:
    """Up to three disputes, each with the game of its first example.

    The example must have a sheet and ask for a ruling. The example of an empty stock can ask for
    something else, such as the next dealer. The result omits the dispute about the ace, because a
    house rule decides that dispute. The result also omits the article of the game’s own question,
    because the question has its own page.
    """
    asked_elsewhere = (
        {articles.ACE, variant.own_question.article} if variant.own_question else {articles.ACE}
    )
    known = (
        (article, worked.outcomes[0].game)
        for article in variant.disputes
        if article not in asked_elsewhere
        for worked in worked_examples(variant, article)[:1]
        if worked.outcomes[0].sheet
        and (worked.example.ask is Ask.RULING or article is articles.STOCK_RUNS_OUT)
    )
    return tuple(islice(known, 3))
