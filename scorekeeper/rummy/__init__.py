"""The scoring core: it computes the points of rummy rounds and explains them.

Pure functions on frozen values, using only the standard library: no web, no database, no clock.
`judge_round` makes a `Round` into an explained `Ruling`, and `fold` makes the rounds of a `Game`
into a `Sheet`. This package exports functions for other programs. They take documents and return
typed answers.
"""

from scorekeeper.rummy.documents.answers import (
    BestMelds,
    LaidOff,
    ScoredColumn,
    ScoredGame,
    ScoredLine,
    ScoredPayment,
    ScoredRound,
    ScoredSettlement,
    SettlingPayment,
    score,
)
from scorekeeper.rummy.documents.melds import answer_melds, best_melds
from scorekeeper.rummy.documents.settling import SettledGames, settle_games
from scorekeeper.rummy.round import RuleError

__all__ = [
    "BestMelds",
    "LaidOff",
    "RuleError",
    "ScoredColumn",
    "ScoredGame",
    "ScoredLine",
    "ScoredPayment",
    "ScoredRound",
    "ScoredSettlement",
    "SettledGames",
    "SettlingPayment",
    "answer_melds",
    "best_melds",
    "score",
    "settle_games",
]
