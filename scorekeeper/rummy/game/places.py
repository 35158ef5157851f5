"""The places of a game: first the players still playing, then the players who are out."""

from __future__ import annotations

from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Seat


def places(sheet: Sheet) -> tuple[int, ...]:
    """The place of each side, from 1.

    Winners come first. Other players still playing follow. Players who are out come last: the later
    a player went out, the better the place. In all other cases the variant’s `behind` decides, then
    the final total. Level players share a place, and the next places stay empty: 1, 2, 2, 4.
    """
    behind = [_how_far_behind(sheet, seat) for seat in sheet.game.sides]
    return tuple(1 + sum(other < mine for other in behind) for mine in behind)


def _how_far_behind(sheet: Sheet, seat: Seat) -> tuple[bool, int, bool, int, int]:
    """A key that sorts better results first."""
    if seat in sheet.winners:
        return False, 0, False, 0, 0
    variant, rules = sheet.game.variant, sheet.game.rules
    sense = 1 if variant.lowest_wins(rules) else -1
    behind = variant.behind(rules, sheet.columns[0], seat)
    gone = _when_out(sheet, seat)
    return seat not in sheet.seats, -gone, True, behind, sense * sheet.final[seat]


def _when_out(sheet: Sheet, seat: Seat) -> int:
    if seat in sheet.seats:
        return 0
    return max((entry.place for entry in sheet.entries if seat in entry.before), default=0)
