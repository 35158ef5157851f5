"""The tables, a module for each subject."""

from __future__ import annotations

from scorekeeper.storage.models.clubs import (
    AccessToken,
    ApiCall,
    Club,
    CountedByAddress,
    CreatedClub,
    Device,
    Invitation,
    Player,
    WrongCode,
)
from scorekeeper.storage.models.games import (
    AdjustmentRow,
    ChangeRow,
    GameRow,
    GameText,
    HandRow,
    OpenRoundRow,
    RoundRow,
    SeatRow,
    ShareLink,
)
from scorekeeper.storage.models.instant import UNKNOWN_DAY, UNKNOWN_TIME, Day, Instant
from scorekeeper.storage.models.statistics import (
    WHOLE_WIN,
    Counters,
    GameResult,
    Measures,
    PairMonth,
    PlayerEvening,
    PlayerMonth,
    RoundResult,
    StatisticsState,
)

__all__ = [
    "UNKNOWN_DAY",
    "UNKNOWN_TIME",
    "WHOLE_WIN",
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
    "Measures",
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
