"""The tables, a module for each subject."""

from __future__ import annotations

from scorekeeper.storage.models.access_tokens import AccessToken
from scorekeeper.storage.models.changes import ChangeRow
from scorekeeper.storage.models.clubs import (
    Club,
    Device,
    Invitation,
    Player,
)
from scorekeeper.storage.models.games import AdjustmentRow, GameRow, HandRow, RoundRow, SeatRow
from scorekeeper.storage.models.instant import UNKNOWN_DAY, UNKNOWN_TIME, Day, Instant
from scorekeeper.storage.models.limits import ApiCall, CountedByAddress, CreatedClub, WrongCode
from scorekeeper.storage.models.open_rounds import OpenRoundRow
from scorekeeper.storage.models.search import GameText
from scorekeeper.storage.models.share_links import ShareLink
from scorekeeper.storage.models.statistics import (
    Counters,
    GameResult,
    PairMonth,
    PlayerEvening,
    PlayerMonth,
    RoundResult,
    StatisticsState,
)

__all__ = [
    "UNKNOWN_DAY",
    "UNKNOWN_TIME",
    "AccessToken",
    "AdjustmentRow",
    "ApiCall",
    "ChangeRow",
    "Club",
    "CountedByAddress",
    "Counters",
    "CreatedClub",
    "Day",
    "Device",
    "GameResult",
    "GameRow",
    "GameText",
    "HandRow",
    "Instant",
    "Invitation",
    "OpenRoundRow",
    "PairMonth",
    "Player",
    "PlayerEvening",
    "PlayerMonth",
    "RoundResult",
    "RoundRow",
    "SeatRow",
    "ShareLink",
    "StatisticsState",
    "WrongCode",
]
