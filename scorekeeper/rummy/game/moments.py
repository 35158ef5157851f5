"""The moment of a round: a reason for the table to cheer or groan."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.highlights import who_led, whose
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.sides import place_in, said_of

STREAKS = {
    3: message("Three in a row for {player}!"),
    4: message("Four in a row for {player}!"),
    5: message("Five in a row for {player}!"),
}
"""The shouts by the number of rounds that a player won in a row."""

LONGER_STREAK = message("{number} in a row for {player}!")

ROUNDS_TO_COMPARE = 3
"""The number of scoring rounds that a game needs before a hand can be big."""


class MomentKind(StrEnum):
    CALLED = "called"
    STREAK = "streak"
    LEADER = "leader"
    BIG_HAND = "big-hand"


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment of a round. `seats` are its players, and `text` is the sentence to call out."""

    kind: MomentKind
    seats: tuple[Seat, ...]
    text: Message


def moment_of(sheet: Sheet) -> Moment | None:
    """The biggest moment of the last round. `None` if the round was ordinary.

    A finished game has no moment, because another page shows the end of a game.
    """
    if sheet.over or not sheet.rounds or sheet.rounds[-1].ruling.is_void:
        return None
    return _called(sheet.rounds[-1]) or _streak(sheet) or _new_leader(sheet) or _big_hand(sheet)


def _called(entry: RoundOnSheet) -> Moment | None:
    """The moment of a feat, such as gin.

    Only feats with a shout count, and only if a player with the feat won the round.
    """
    for tag in entry.ruling.tags:
        seats = whose(entry, tag)
        if tag.shout is not None and set(seats) & set(entry.ruling.winners):
            return Moment(MomentKind.CALLED, seats, _called_out(tag.shout, seats, entry.round.by))
    return None


def _called_out(shout: Message, seats: tuple[Seat, ...], by: Seat | None) -> Message:
    """The shout with the names of players.

    For partners, the shout names the player who ended the round. Only an undercut can belong to
    several players.
    """
    knocker = by if by is not None else seats[0]
    if len(seats) > 1:
        return message("{knocker} is undercut!", knocker=knocker)
    whose_feat = seats[0] if place_in(by, seats[0]) is None else knocker
    return message(shout.template, player=whose_feat, knocker=knocker)


def _streak(sheet: Sheet) -> Moment | None:
    """The moment of a player who was the only winner of three or more rounds in a row."""
    length, winners = 0, sheet.rounds[-1].ruling.winners
    for entry in reversed([entry for entry in sheet.rounds if not entry.ruling.is_void]):
        if entry.ruling.winners != winners:
            break
        length += 1
    if len(winners) != 1 or length < min(STREAKS):
        return None
    said = STREAKS.get(length, LONGER_STREAK)
    of_side = message("{side}: {number} rounds in a row!")
    text = said_of(winners[0], said, of_side, number=length)
    return Moment(MomentKind.STREAK, winners, text)


def _new_leader(sheet: Sheet) -> Moment | None:
    """The moment of a new sole leader.

    The previous sole leader must be another player and still playing.
    """
    leads = who_led(sheet)
    alone = [lead for lead in leads if len(lead.seats) == 1]
    if len(alone) < 2 or alone[-1].first != sheet.rounds[-1].number:
        return None
    before, now = alone[-2:]
    if before.seats == now.seats or before.seats[0] not in sheet.rounds[-1].before:
        return None
    of_player, of_side = message("{player} takes the lead!"), message("{side} take the lead!")
    text = said_of(now.seats[0], of_player, of_side)
    return Moment(MomentKind.LEADER, now.seats, text)


def _big_hand(sheet: Sheet) -> Moment | None:
    """The moment of a big hand.

    A hand is big if it has more points than every earlier hand, and at least twice the average of
    the best hands in earlier scoring rounds.
    """
    sides = sheet.game.sides
    *before, now = [entry.ruling.earned(len(sides)) for entry in sheet.rounds]
    tops = [max(earned) for earned in before if max(earned) > 0]
    most = max(now)
    if len(tops) < ROUNDS_TO_COMPARE or most <= max(tops) or most * len(tops) < 2 * sum(tops):
        return None
    seats = tuple(side for side, points in zip(sides, now, strict=True) if points == most)
    if sheet.game.variant.lowest_wins(sheet.game.rules):
        return Moment(MomentKind.BIG_HAND, seats, message("Ouch, {points} points!", points=most))
    return Moment(MomentKind.BIG_HAND, seats, message("What a hand: {points} points!", points=most))
