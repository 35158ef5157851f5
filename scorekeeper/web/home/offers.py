"""The winners of the evening and the games to play next, for the home page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.storage.game_lists import LatestGames
from scorekeeper.storage.mapping import listable_game
from scorekeeper.storage.models import Partners, Player, people_in
from scorekeeper.storage.search_text import alphabetical
from scorekeeper.web.subjects.games import Listed


@dataclass(frozen=True, slots=True)
class Winner:
    """A player with their wins this evening: pairs of a game's name and a number."""

    player: Player
    games: tuple[tuple[Message, int], ...]

    @property
    def won(self) -> int:
        return sum(times for _game, times in self.games)


def winners_of(games: Iterable[Listed]) -> list[Winner]:
    """The winners of these games, most wins first."""
    won: dict[Player, Counter[Message]] = {}
    for game in games:
        name = game.card.name
        for seat in game.card.winners if name else ():
            for player in people_in(game.scorers[seat]):
                won.setdefault(player, Counter()).update([name] if name else [])
    found = [Winner(player, tuple(games.items())) for player, games in won.items()]
    return sorted(found, key=lambda winner: (-winner.won, alphabetical(winner.player.name)))


@dataclass(frozen=True, slots=True)
class Offer:
    """A game to play next. The `key` of its form prevents starting it twice.

    If the game needs `sides`, they are partners who sit opposite each other.
    """

    variant: Variant
    key: str
    sides: tuple[Partners, ...]


@dataclass(frozen=True, slots=True)
class NextGames:
    """Games to offer after the last one.

    - `last`: the id of the last game, or empty in a club without finished games
    - `seats`: its players in order of play
    - `out`: the seats of players who do not play next
    - `again`: the same kind of game, unless one is in play or its players are now too few
    - `others`: other games, recently played ones first, then those with partners
    """

    last: str
    seats: tuple[Player, ...]
    out: tuple[int, ...]
    again: Offer | None
    others: list[Offer]

    def out_after(self, seat: int) -> list[int]:
        """The seats that are out after a tap on this seat's face: it goes out, or comes back."""
        return sorted({*self.out} ^ {seat})


MOST_OTHERS, IF_CROWDED = 6, 3
"""The most `others`. With many games on the table `IF_CROWDED`, or 0 if `again` is offered."""


def next_games(
    lately: LatestGames, on_the_table: Collection[str], out: Collection[int], *, is_crowded: bool
) -> NextGames:
    """Offer games to the last game’s players without the seats `out`, except games in play."""
    last = next((row for row in lately.games if listable_game(row)), None)
    seats = last.people if last else ()
    left_out = tuple(seat for seat in range(len(seats)) if seat in out)
    staying = tuple(person for seat, person in enumerate(seats) if seat not in left_out)
    for_partners = sorted(VARIANTS, key=lambda variant: not variant.sides_needed(len(staying)))
    keys = dict.fromkeys(lately.variants + [variant.key for variant in for_partners])
    offers = [
        Offer(variant, new_key(), _partners(variant, staying))
        for key in keys
        if key not in on_the_table
        and (variant := find_variant(key))
        and (not seats or len(staying) in variant.sizes)
    ]
    again = next((offer for offer in offers if last and offer.variant.key == last.variant), None)
    others = [offer for offer in offers if offer is not again]
    # A club without finished games sees all games.
    most = MOST_OTHERS if last else len(others)
    if is_crowded:
        most = 0 if again else IF_CROWDED
    return NextGames(last.id if last else "", seats, left_out, again, others[:most])


def _partners(variant: Variant, people: tuple[Player, ...]) -> tuple[Partners, ...]:
    number = variant.sides_needed(len(people))
    return tuple(Partners("", people[side::number]) for side in range(number))
