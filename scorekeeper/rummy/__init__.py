"""The scoring core: what a rummy round is worth, and why.

Pure functions on frozen values, using only the standard library: no web, no database, no clock.
The facts of a `Round` are judged into an explained `Ruling`; the rounds of a `Game` are folded into
a `Sheet`. What is named here is for other programs: documents in, typed answers out.
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
