"""The highlights of a game: the leaders after each round, the best round, special endings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.rummy.column import best_final
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.ruling import AnyTag, Tag
from scorekeeper.rummy.sides import side_of

_USUAL = (
    Tag.TIE,
    Tag.STOCK,
    Tag.VOID,
    Tag.SHARED,
    Tag.ILLEGAL_KNOCK,
    Tag.ILLEGAL_OUT,
    Tag.FIRST_MELD_LOW,
)
"""Tags that are no feat, so that highlights do not count them."""


@dataclass(frozen=True, slots=True)
class TimeInLead:
    """A stretch of rounds, from `first` to `last`, with the same players in the lead.

    `seats` has several players if they were level. `rounds` is the number of rounds without void
    rounds.
    """

    seats: tuple[Seat, ...]
    first: int
    last: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a player in a round, without adjustments."""

    seat: Seat
    points: int
    round: int


@dataclass(frozen=True, slots=True)
class Swing:
    """The change, in one round, of a player’s lead over the best other player.

    `before` and `after` are the lead in points before and after the round. The lead is negative if
    the player was behind.
    """

    seat: Seat
    before: int
    after: int
    round: int

    @property
    def size(self) -> int:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class FeatCount:
    """A tag, such as gin, and the number of rounds with this tag for each player."""

    tag: AnyTag
    times: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of a game.

    - `margin`: the winners’ lead over the next player. `None` if the winners are not ahead
    - `leads`: the leaders, with the rounds when they led
    - `trailed`: the number of rounds after which the only winner was not in the lead. 0 if the game
      has no only winner
    - `led_throughout`: whether the only winner was alone in the lead after every round
    - `longest_lead`: the longest time that a player was alone in the lead; of equally long times,
      the first. `None` if nobody was ever alone in the lead
    - `top_scores`: the highest scores in one round. They are bad scores if the lowest total wins
    - `swing`: the round when the only winner gained the most on the best other player. `None`
      if the game has no only winner, or if this winner never gained
    - `feats`: the special endings and undercuts of each player
    """

    margin: int | None
    leads: tuple[TimeInLead, ...]
    trailed: int
    led_throughout: bool
    longest_lead: TimeInLead | None
    top_scores: tuple[Score, ...]
    swing: Swing | None
    feats: tuple[FeatCount, ...]


def highlights(sheet: Sheet) -> Highlights:
    """Find the highlights of a game. The game need not be over."""
    leads = who_led(sheet)
    alone = [lead for lead in leads if len(lead.seats) == 1]
    only_winner = sheet.winners[0] if len(sheet.winners) == 1 else None
    return Highlights(
        margin=winning_margin(sheet),
        leads=leads,
        trailed=0
        if only_winner is None
        else sum(lead.rounds for lead in leads if only_winner not in lead.seats),
        led_throughout=only_winner is not None
        and [lead.seats for lead in leads] == [(only_winner,)],
        longest_lead=max(alone, key=lambda lead: lead.rounds, default=None),
        top_scores=_top_scores(sheet),
        swing=None if only_winner is None else _greatest_swing(sheet, only_winner),
        feats=_feats(sheet),
    )


def winning_margin(sheet: Sheet) -> int | None:
    """The winners’ lead, in final totals, over the best other player still playing.

    `None` before the game is over, if all players still playing won, or if the lead is not above 0.
    """
    others = [seat for seat in sheet.seats if seat not in sheet.winners]
    if not others or not sheet.winners:
        return None
    ahead = min(_ahead(sheet, sheet.final, winner, others) for winner in sheet.winners)
    return ahead if ahead > 0 else None


def who_led(sheet: Sheet) -> tuple[TimeInLead, ...]:
    """The leaders of a game over time, from the first round that is not void."""
    played = list(sheet.rounds)
    while played and played[0].ruling.is_void:
        del played[0]
    stretches = [
        list(group) for _seats, group in groupby(played, lambda entry: leaders_after(sheet, entry))
    ]
    return tuple(
        TimeInLead(
            seats=leaders_after(sheet, rounds[0]),
            first=rounds[0].number,
            last=rounds[-1].number,
            rounds=sum(not entry.ruling.is_void for entry in rounds),
        )
        for rounds in stretches
    )


def leaders_after(sheet: Sheet, entry: RoundOnSheet) -> tuple[Seat, ...]:
    """The leaders after a round. First the variant’s `behind` decides, then the best total."""
    game, column = sheet.game, entry.standing[0]
    behind = {seat: game.variant.behind(game.rules, column, seat) for seat in entry.seats}
    least = min(behind.values())
    ahead = tuple(seat for seat in entry.seats if behind[seat] == least)
    return best_final(entry.totals, ahead, _lowest_wins(sheet))


def _lowest_wins(sheet: Sheet) -> bool:
    return sheet.game.variant.lowest_wins(sheet.game.rules)


def _ahead(sheet: Sheet, totals: tuple[int, ...], seat: Seat, others: Sequence[Seat]) -> int:
    """A player’s lead over the best of `others`. It is negative if the player is behind."""
    if _lowest_wins(sheet):
        return min(totals[other] for other in others) - totals[seat]
    return totals[seat] - max(totals[other] for other in others)


def _top_scores(sheet: Sheet) -> tuple[Score, ...]:
    scores = [
        Score(side, points, entry.number)
        for entry in sheet.rounds
        for side, points in zip(
            sheet.game.sides, entry.ruling.earned(len(sheet.game.sides)), strict=True
        )
        if points > 0
    ]
    best = max((score.points for score in scores), default=0)
    return tuple(score for score in scores if score.points == best)


def _greatest_swing(sheet: Sheet, seat: Seat) -> Swing | None:
    """The round with a player’s greatest gain on the best other player.

    If several rounds have the same gain, the first of these rounds. `None` if the player never
    gained.
    """
    swings = [_swing(sheet, seat, entry) for entry in sheet.rounds if seat in entry.before]
    gains = (swing for swing in swings if swing.size > 0)
    return max(gains, key=lambda swing: swing.size, default=None)


def _swing(sheet: Sheet, seat: Seat, entry: RoundOnSheet) -> Swing:
    others = [other for other in entry.before if other != seat]
    earlier = sheet.entries[: entry.place - 1]
    totals = earlier[-1].totals if earlier else (0,) * len(entry.totals)
    before, after = (_ahead(sheet, points, seat, others) for points in (totals, entry.totals))
    return Swing(seat, before, after, entry.number)


def comeback(sheet: Sheet) -> int | None:
    """The largest deficit from which the only winner came back. 0 if the winner was never behind.

    The deficit after a round is the distance to the best other player still playing. `None` if the
    game has no winner or several winners.
    """
    if len(sheet.winners) != 1:
        return None
    winner = sheet.winners[0]
    distances = [
        _ahead(sheet, entry.totals, winner, others)
        for entry in sheet.rounds
        if winner in entry.seats and (others := [other for other in entry.seats if other != winner])
    ]
    return -min([0, *distances])


def _feats(sheet: Sheet) -> tuple[FeatCount, ...]:
    times: dict[AnyTag, list[int]] = {}
    for entry in sheet.rounds:
        for tag in entry.ruling.tags:
            if tag not in _USUAL:
                counts = times.setdefault(tag, [0] * len(sheet.game.sides))
                for seat in whose(entry, tag):
                    counts[seat] += 1
    return tuple(FeatCount(tag, tuple(counts)) for tag, counts in times.items())


def whose(entry: RoundOnSheet, tag: AnyTag) -> tuple[Seat, ...]:
    """The players with the feat of a tag: usually the player who ended the round.

    An undercut belongs to the winners, and so does a feat in a round that nobody ended.
    """
    by = entry.round.by
    if tag is Tag.UNDERCUT or by is None:
        return entry.ruling.winners
    return (side_of(by, entry.before),)
