"""The articles of all games, and which one explains a line, a tag or a refusal."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.rummy.article import (
    BEFORE_OR_AFTER,
    BEST_ARRANGEMENT,
    KNOCK_TOO_HIGH,
    LAST_TURN,
    MISTAKES,
    Article,
)
from scorekeeper.rummy.case import GONE_OUT, SECOND_OUT
from scorekeeper.rummy.judging.judge import ABOVE_LIMIT
from scorekeeper.rummy.round import AnyRule, AnyTag, Line, Rule, RuleError, Ruling, Tag
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS


def _merged(lists: Iterable[tuple[Article, ...]]) -> tuple[Article, ...]:
    """The articles of several games without duplicates, keeping the order within each game."""
    merged: list[Article] = []
    for articles in lists:
        place = 0
        for article in articles:
            if article not in merged:
                merged.insert(place, article)
            place = merged.index(article) + 1
    return tuple(merged)


DISPUTES = _merged(variant.disputes for variant in VARIANTS)
"""The disputes that the rules settle, in the order in which they tend to come up."""

POINTS = _merged(variant.points for variant in VARIANTS)
"""The articles about kinds of points; the key is the slug of the rule behind the line."""

ARTICLES = DISPUTES + POINTS + MISTAKES

_BY_RULE = {rule: article for article in ARTICLES for rule in article.rules}

_OF_A_REFUSAL = {
    ABOVE_LIMIT.template: KNOCK_TOO_HIGH,
    SECOND_OUT.template: LAST_TURN,
    GONE_OUT.template: LAST_TURN,
}


def article_for(rule: AnyRule) -> Article:
    """The article about a kind of points, such as a bonus at the end of the game.

    >>> article_for(Rule.GAME_BONUS).key
    'game-bonus'
    """
    return _BY_RULE[rule]


def article_of(variant: Variant, ruling: Ruling, line: Line) -> Article:
    """The article for a line of a ruling: the dispute the round turns on, or its kind of points."""
    explained = next((each for each in variant.articles if each.explains(line)), None)
    article = explained or article_for(line.rule)
    if explained or article.stands:
        return article
    if settled := _settled(variant, ruling):
        return settled
    if line.rule is Rule.DIFFERENCE and ruling.least:
        return BEST_ARRANGEMENT
    if line.rule is Rule.DIFFERENCE and ruling.layoffs:
        return BEFORE_OR_AFTER
    return article


def article_of_tag(variant: Variant, ruling: Ruling, tag: AnyTag) -> Article | None:
    """The article for a tag of a round, if there is one."""
    if tag is not Tag.ILLEGAL_KNOCK and (settled := _settled(variant, ruling)):
        return settled
    return next((each for each in variant.articles if tag in each.tags), None)


def deciding_article(variant: Variant, ruling: Ruling) -> Article | None:
    """The main article for a round: that of its first points, or of its tags if it is special."""
    tagged = [article_of_tag(variant, ruling, tag) for tag in ruling.tags]
    if decides := next((each for each in tagged if each and each.decides), None):
        return decides
    first = article_of(variant, ruling, ruling.lines[0]) if ruling.lines else None
    if first and Rule.DIFFERENCE not in first.rules:
        return first
    candidates = (each for each in tagged if each is not KNOCK_TOO_HIGH or first is None)
    return next(filter(None, candidates), first)


def article_of_refusal(variant: Variant, fault: RuleError) -> Article | None:
    """The article that explains why these facts are refused, if there is one."""
    article = _OF_A_REFUSAL.get(fault.message.template)
    return article if article in variant.articles else None


def _settled(variant: Variant, ruling: Ruling) -> Article | None:
    """The dispute that a round turns on; if there are several, the last, which is most specific."""
    return next((each for each in reversed(variant.disputes) if each.settles(ruling)), None)
