"""Writing the evenings of the demo club into a score book."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from sqlalchemy.orm import Session

from scorekeeper.clubs.clubs import add_first_club
from scorekeeper.clubs.players import add_player
from scorekeeper.demo.cast import CAST, CLUB_NAME, WRITTEN_OTHERWISE
from scorekeeper.demo.evenings import TWO_YEARS, DemoGame, evenings
from scorekeeper.games.share_links import make_share_link
from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.documents.about import About
from scorekeeper.rummy.documents.reading import Entered
from scorekeeper.rummy.messages import Message, Translate, render
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Club, Player
from scorekeeper.storage.tokens import new_id
from scorekeeper.transfer.new_games import Calendar, NewGame, changes_of
from scorekeeper.transfer.writing import NewRow, ready, write_games

_SEED = 166


def make_demo_club(
    now: datetime, time_zone: tzinfo, translate: Translate, weeks: int = TWO_YEARS
) -> Club:
    """Make the demo club in a book without clubs.

    Its evenings began up to `weeks` ago, and its last evening is in progress at `now`. Raises
    `ClubExistsConflict`.
    """
    # Simulate all games before the write lock, because this takes seconds.
    games = list(evenings(_SEED, now.astimezone(UTC), time_zone, weeks, translate))
    with write() as session:
        club = add_first_club(session, CLUB_NAME, games[0].started_at)
        people, calendar = _DemoPlayers(session, club.id), Calendar(now, time_zone)
        ids = [new_id() for _game in games]
        seated = [people.who_played(game) for game in games]
        session.flush()
        new = [
            NewRow(
                game_id,
                ready(_new_game(game, translate, calendar)),
                [player.id for player in players],
            )
            for game_id, game, players in zip(ids, games, seated, strict=True)
        ]
        write_games(session, club.id, new)
    for player, person in people.same:
        merge_players(player, person)
    over = [game_id for game_id, game in zip(ids, games, strict=True) if game.sheet.over]
    make_share_link(club.id, over[-1], new_key(), CAST[0].name)
    return club


class _DemoPlayers:
    """The players of the demo club. `same` are pairs of players who are one person."""

    def __init__(self, session: Session, club_id: int) -> None:
        def added(name: str) -> Player:
            player = add_player(session, club_id, name)
            # The next player gets the rarest colour, so this colour must be stored.
            session.flush()
            return player

        self._players = {character.name: added(character.name) for character in CAST}
        self._otherwise = {name: added(other) for name, other in WRITTEN_OTHERWISE.items()}
        self.same = [(other, self._players[name]) for name, other in self._otherwise.items()]

    def who_played(self, game: DemoGame) -> list[Player]:
        """The players in the order of their seats, marked as seen when the game started."""
        names = game.recorded.game.players
        # The other name appears in a single game.
        players = [self._otherwise.pop(name, self._players[name]) for name in names]
        for player in players:
            player.seen_at = game.started_at
        return players


def _new_game(played: DemoGame, translate: Translate, calendar: Calendar) -> NewGame:
    def text(said: Message | None) -> str:
        return render(said, (), translate) if said else ""

    entered = (Entered(entry.at.isoformat(), entry.by or "") for entry in played.recorded.entries)
    about = About(place=text(played.place), note=text(played.note), entered=tuple(entered))
    return NewGame(
        id="",
        about=about,
        recorded=played.recorded,
        sheet=played.sheet,
        started=played.started_at,
        played_on=played.played_on,
        deleted_at=None,
        changes=changes_of(about, played.recorded, played.started_at, calendar),
    )
