"""The endings, points and tags that only the gin family has, and the articles about them."""

from __future__ import annotations

from scorekeeper.rummy.article import (
    ACE,
    ADJUSTMENT,
    BEFORE_OR_AFTER,
    BEST_ARRANGEMENT,
    DIFFERENCE,
    EQUAL_COUNTS,
    GAME_BONUS,
    HIGHER_FINAL,
    KNOCK_TOO_HIGH,
    LAYING_OFF,
    NEXT_DEALER,
    STOCK_RUNS_OUT,
    UNDERCUT_BONUS,
    Article,
    lowest_share,
)
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import AnyEnding, AnyRule, AnyTag, Rule, Ruling, Tag


class GinEnding(AnyEnding):
    """The endings of the gin family."""

    GIN = "gin"
    BIG_GIN = "big-gin"


class GinRule(AnyRule):
    """The kinds of points of the gin family."""

    GIN_BONUS = "gin-bonus"
    BIG_GIN_BONUS = "big-gin-bonus"
    SHUTOUT = "shutout"


class GinTag(AnyTag):
    """The tags that only the gin family has."""

    GIN = "gin", message("gin"), message("Gin for {player}!")
    BIG_GIN = "big-gin", message("big gin"), message("Big gin for {player}!")


def _is_gin_against_zero(ruling: Ruling) -> bool:
    return any(isinstance(tag, GinTag) for tag in ruling.tags) and lowest_share(ruling) > 1


def _is_gin_off(ruling: Ruling) -> bool:
    return Tag.UNDERCUT in ruling.tags and min(ruling.deadwood) == 0


GIN_DISPUTES = (
    ACE,
    EQUAL_COUNTS,
    Article(
        "gin-against-zero",
        message("I went gin, but you have nothing left either. Who scores?"),
        settles=_is_gin_against_zero,
    ),
    Article(
        "gin-off",
        message("You knocked, and I laid off all I had left. Is that gin for me?"),
        settles=_is_gin_off,
    ),
    LAYING_OFF,
    BEFORE_OR_AFTER,
    KNOCK_TOO_HIGH,
    STOCK_RUNS_OUT,
    NEXT_DEALER,
    Article(
        "boxes-and-target",
        message("Do boxes count towards the target?"),
        rules=(Rule.BOX_BONUS,),
    ),
    Article(
        "shutout",
        message("The loser has no points. What is the shutout worth?"),
        rules=(GinRule.SHUTOUT,),
    ),
    HIGHER_FINAL,
    BEST_ARRANGEMENT,
)


def gin_disputes_and(article: Article) -> tuple[Article, ...]:
    """The disputes of Gin with one more, placed among those about the end of a game."""
    return (*GIN_DISPUTES[:-1], article, GIN_DISPUTES[-1])


GIN_POINTS = (
    DIFFERENCE,
    Article("gin-bonus", message("Gin bonus"), rules=(GinRule.GIN_BONUS,), tags=(GinTag.GIN,)),
    Article(
        "big-gin-bonus",
        message("Big gin bonus"),
        rules=(GinRule.BIG_GIN_BONUS,),
        tags=(GinTag.BIG_GIN,),
    ),
    UNDERCUT_BONUS,
    ADJUSTMENT,
    GAME_BONUS,
)
