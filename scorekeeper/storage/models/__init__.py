"""The tables, a module for each subject."""

from __future__ import annotations

from scorekeeper.storage.models.clubs import AccessToken as AccessToken
from scorekeeper.storage.models.clubs import AnsweredRequest as AnsweredRequest
from scorekeeper.storage.models.clubs import ApiCall as ApiCall
from scorekeeper.storage.models.clubs import Club as Club
from scorekeeper.storage.models.clubs import CountedByAddress as CountedByAddress
from scorekeeper.storage.models.clubs import CreatedClub as CreatedClub
from scorekeeper.storage.models.clubs import Device as Device
from scorekeeper.storage.models.clubs import ImportAnswer as ImportAnswer
from scorekeeper.storage.models.clubs import Invitation as Invitation
from scorekeeper.storage.models.clubs import Player as Player
from scorekeeper.storage.models.clubs import WrongCode as WrongCode
from scorekeeper.storage.models.counters import COUNTERS as COUNTERS
from scorekeeper.storage.models.counters import HIGH_KNOCK as HIGH_KNOCK
from scorekeeper.storage.models.counters import MEASURES as MEASURES
from scorekeeper.storage.models.counters import WHOLE_WIN as WHOLE_WIN
from scorekeeper.storage.models.counters import CountedRound as CountedRound
from scorekeeper.storage.models.counters import Counters as Counters
from scorekeeper.storage.models.counters import Measures as Measures
from scorekeeper.storage.models.counters import PlayersGame as PlayersGame
from scorekeeper.storage.models.counters import fair_share as fair_share
from scorekeeper.storage.models.games import ChangeRow as ChangeRow
from scorekeeper.storage.models.games import GameRow as GameRow
from scorekeeper.storage.models.games import GameText as GameText
from scorekeeper.storage.models.games import OpenRoundRow as OpenRoundRow
from scorekeeper.storage.models.games import Partners as Partners
from scorekeeper.storage.models.games import People as People
from scorekeeper.storage.models.games import RoundRow as RoundRow
from scorekeeper.storage.models.games import Scorer as Scorer
from scorekeeper.storage.models.games import SeatRow as SeatRow
from scorekeeper.storage.models.games import ShareLink as ShareLink
from scorekeeper.storage.models.games import people_in as people_in
from scorekeeper.storage.models.games import with_sides as with_sides
from scorekeeper.storage.models.instant import UNKNOWN_DAY as UNKNOWN_DAY
from scorekeeper.storage.models.instant import UNKNOWN_TIME as UNKNOWN_TIME
from scorekeeper.storage.models.instant import Day as Day
from scorekeeper.storage.models.instant import Instant as Instant
from scorekeeper.storage.models.news import NewsRow as NewsRow
from scorekeeper.storage.models.statistics import BookIdentity as BookIdentity
from scorekeeper.storage.models.statistics import GameResult as GameResult
from scorekeeper.storage.models.statistics import PairMonth as PairMonth
from scorekeeper.storage.models.statistics import PlayerEvening as PlayerEvening
from scorekeeper.storage.models.statistics import PlayerMonth as PlayerMonth
from scorekeeper.storage.models.statistics import RoundResult as RoundResult
from scorekeeper.storage.models.statistics import StatisticsState as StatisticsState
