"""The meaning of a file of results in a club: the order of its dates, its games and its names."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from scorekeeper.rummy.documents.names import heard
from scorekeeper.storage.models import Player
from scorekeeper.transfer.past.alike import Alike
from scorekeeper.transfer.past.choices import LEFT_OUT, NEW, Choices
from scorekeeper.transfer.past.dates import (
    DateOrder,
    differing_date,
    example_without_year,
    order_of,
)
from scorekeeper.transfer.past.kinds import (
    PlayedAs,
    all_kinds,
    is_won_either_way,
    kind_called,
    lowest_wins,
    says_who_wins,
    won_by,
)
from scorekeeper.transfer.past.points import are_points, read_points
from scorekeeper.transfer.past.results import Past, PastGame
from scorekeeper.transfer.roster import Roster


class Meaning:
    """The meaning of a file by the user's choices, the club's `known` choices, or its words.

    The first of these three that has an answer decides. But if the dates of the file show their
    order, the known order does not count.
    """

    def __init__(self, past: Past, choices: Choices, roster: Roster, known: Choices) -> None:
        self.past, self.choices, self._roster, self.known = past, choices, roster, known

    @cached_property
    def example_of_date(self) -> str:
        """A date that can be read in two ways. Empty if other dates show the order."""
        dates = [game.date for game in self.past.games]
        return differing_date(dates) if order_of(dates) is None else ""

    @property
    def order(self) -> DateOrder | None:
        return self.choices.order or self.known.order

    @property
    def needs_order(self) -> bool:
        return bool(self.example_of_date) and self.order is None

    @cached_property
    def example_without_year(self) -> str:
        return example_without_year([game.date for game in self.past.games])

    @property
    def needs_year(self) -> bool:
        return bool(self.example_without_year) and self.choices.year is None

    @cached_property
    def unclear(self) -> tuple[str, ...]:
        return tuple(
            name
            for name in self.past.names
            if heard(name) in self.past.doubtful
            and self.plays[heard(name)]
            and self._chosen(name) is None
            and self.member(name) is None
        )

    @property
    def needs_answers(self) -> bool:
        return self.needs_order or self.needs_year or bool(self.unclear)

    @cached_property
    def kinds(self) -> dict[str, PlayedAs | None]:
        """The game of each kind, `None` for kinds that are left out or unknown."""
        return {kind: self._kind(kind) for kind in self.past.kinds}

    def _kind(self, kind: str) -> PlayedAs | None:
        played_as, lowest = self._meant(kind), self.choices.lowest.get(kind)
        if played_as is not None and lowest is None and kind in self.undirected:
            lowest = self._lowest_seems_to_win(kind)
        if played_as is None or lowest is None:
            return played_as
        return won_by(played_as, lowest=lowest)

    def _meant(self, kind: str) -> PlayedAs | None:
        chosen = self.choices.kinds.get(kind)
        known = self.known.kinds.get(heard(kind)) if chosen is None else chosen
        return kind_called(kind) if known is None else all_kinds().get(known)

    def is_left_out(self, kind: str) -> bool:
        return self.choices.kinds.get(kind, self.known.kinds.get(heard(kind))) == LEFT_OUT

    @property
    def unknown(self) -> tuple[str, ...]:
        return tuple(
            kind
            for kind, meant in self.kinds.items()
            if meant is None and not self.is_left_out(kind)
        )

    @cached_property
    def undirected(self) -> tuple[str, ...]:
        return tuple(
            kind
            for kind in self.past.kinds
            if (meant := self._meant(kind))
            and is_won_either_way(meant.variant)
            and kind not in self.choices.lowest
            and not self._says_who_wins(kind)
        )

    def _says_who_wins(self, kind: str) -> bool:
        chosen = self.choices.kinds.get(kind)
        if chosen is not None:
            return "/" in chosen
        return heard(kind) in self.known.kinds or says_who_wins(kind)

    def _lowest_seems_to_win(self, kind: str) -> bool:
        """Check whether in most games one of three or more players has 0 points, the others more.

        If no game has points, the rules of the game decide.
        """
        games = [game for game in self.past.games if game.kind == kind]
        if not any(score.points for game in games for score in game.scores):
            meant = self._meant(kind)
            return meant is not None and lowest_wins(meant)
        return 2 * sum(map(_only_one_has_nothing, games)) > len(games)

    @cached_property
    def players(self) -> dict[str, str | None]:
        """The player's name for each name in the file, `None` for names left out."""
        return {heard(name): self._player(name) for name in self.past.names}

    def _player(self, name: str) -> str | None:
        chosen = self._chosen(name)
        if chosen == LEFT_OUT:
            return None
        if chosen is None:
            known = self.member(name) or self.guesses.get(heard(name))
        else:
            known = self.member(name) if chosen == NEW else self._roster.member(chosen)
        return name if known is None else known.name

    def _chosen(self, name: str) -> str | None:
        return self.choices.names.get(name, self.known.names.get(heard(name)))

    @cached_property
    def guesses(self) -> dict[str, Player]:
        """Guesses for unknown names of the file. The import always asks about them.

        If a player already has a different name in the file, or fits two names, there is no guess.
        """
        alike = Alike(self.people)
        names = [name for name in self.past.names if self._is_unknown(name)]
        taken = {self.member(name) for name in self.past.names}
        known = (self.known.names.get(heard(name), "") for name in self.past.names)
        taken |= {self._roster.member(person) for person in known}
        found = {heard(name): alike.guess(name) for name in names}
        times = Counter(found.values())
        return {
            name: player
            for name, player in found.items()
            if player is not None and player not in taken and times[player] == 1
        }

    def _is_unknown(self, name: str) -> bool:
        return (
            heard(name) not in self.known.names
            and self.member(name) is None
            and heard(name) not in self.past.doubtful
        )

    @property
    def unconfirmed(self) -> dict[str, Player]:
        return {
            name: self.guesses[heard(name)]
            for name in self.past.names
            if heard(name) in self.guesses
            and name not in self.choices.names
            and self.plays[heard(name)]
        }

    def member(self, name: str) -> Player | None:
        return self._roster.named(name)

    def person(self, player_id: str) -> Player | None:
        return self._roster.member(player_id)

    def face(self, name: str) -> Player:
        return self._roster.of_file(name) or Player(name=name, colour=0, sign="")

    @property
    def people(self) -> list[Player]:
        """The players of the club, last seen first."""
        return self._roster.people

    @cached_property
    def plays(self) -> Counter[str]:
        games = (game for game in self.past.games if self.kinds[game.kind])
        return Counter(heard(score.name) for game in games for score in game.scores)

    @property
    def left_out(self) -> int:
        return sum(self.kinds[game.kind] is None for game in self.past.games)


def _only_one_has_nothing(game: PastGame) -> bool:
    points = [score.points for score in game.scores if are_points(score.points)]
    totals = sorted(map(read_points, points))
    return len(totals) > 2 and totals[0] == 0 < totals[1]
