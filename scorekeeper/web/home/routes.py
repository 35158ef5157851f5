"""The home page with what it offers to play next, the lists of games, and the language switch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from flask import (
    Blueprint,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.clubs import has_club
from scorekeeper.clubs.members import count_phones_in_hand
from scorekeeper.clubs.roles import Role
from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.statistics.evenings import games_of_evening
from scorekeeper.storage.mapping import is_listable
from scorekeeper.storage.models import Club, GameRow, Player
from scorekeeper.storage.queries import (
    count_not_begun,
    finished_games,
    games_in_play,
    games_not_begun,
    games_on_the_table,
    last_of_each_variant,
)
from scorekeeper.storage.search_text import alphabetical
from scorekeeper.web.clubs.join_page import join_page
from scorekeeper.web.games.listed import PAIR, GameCard, listed, score_text
from scorekeeper.web.parts.formatting import listed as list_of
from scorekeeper.web.parts.formatting import time_ago
from scorekeeper.web.shell.requests import htmx_redirect, is_htmx, list_position, local_page
from scorekeeper.web.shell.translation import (
    choose_language,
    evening_here,
    evening_words,
    greeting,
    translate,
)
from scorekeeper.web.shell.visitor import current_club, member_or_none


@dataclass(frozen=True, slots=True)
class Winner:
    """A player with what they won: each game and how often, in the order of the evening."""

    player: Player
    games: tuple[tuple[Message, int], ...]

    @property
    def won(self) -> int:
        """How many games they won."""
        return sum(times for _game, times in self.games)


def winners_of(rows: Iterable[GameRow]) -> list[Winner]:
    """Who won these games, the most first; a game in play counts for nobody yet."""
    won: dict[Player, Counter[Message]] = {}
    for row in rows:
        game = listed(row)
        name = game.card.name
        for seat in game.card.winners if name else ():
            won.setdefault(game.players[seat], Counter()).update([name] if name else [])
    found = [Winner(player, tuple(games.items())) for player, games in won.items()]
    return sorted(found, key=lambda each: (-each.won, alphabetical(each.player.name)))


def headline(card: GameCard) -> str:
    """Who won which game by which score; only the game if nobody won it."""
    if card.name is None:
        return str(_("A game that cannot be read"))
    game = translate(card.name)
    if not card.winners:
        return game
    said = {
        "game": game,
        "names": list_of(card.players[seat] for seat in card.winners),
        "score": score_text(card),
    }
    if len(card.totals) > PAIR:
        return str(
            ngettext(
                "%(names)s won %(game)s with %(score)s",
                "%(names)s won %(game)s with %(score)s each",
                len(card.winners),
                **said,
            )
        )
    return str(
        ngettext(
            "%(names)s won %(game)s, %(score)s",
            "%(names)s shared %(game)s, %(score)s",
            len(card.winners),
            **said,
        )
    )


MOST_TILES = 6


@dataclass(frozen=True, slots=True)
class Tile:
    """A game to play next: at once with the players of its last game, if there was one.

    `last` is the id of that game, else of the last of any game whose players can play this one.
    """

    variant: Variant
    players: tuple[Player, ...]
    last: str
    key: str


def next_games(club: Club, on_the_table: Collection[str]) -> list[Tile]:
    """The games that were played last, then the others; without those on the table."""
    rows = [row for row in last_of_each_variant(club) if is_listable(row)]
    last = {row.variant: row for row in rows}
    others = [each.key for each in VARIANTS if each.key not in last]
    keys = [key for key in (*last, *others) if key not in on_the_table][:MOST_TILES]
    found = [variant for key in keys if (variant := find_variant(key))]
    return [_tile(variant, last.get(variant.key), rows) for variant in found]


def _tile(variant: Variant, last: GameRow | None, rows: list[GameRow]) -> Tile:
    if last is not None:
        players = last.people
        return Tile(variant, players, last.id, new_key())
    fitting = next((row.id for row in rows if _fits(variant, row)), "")
    return Tile(variant, (), fitting, "")


def _fits(variant: Variant, row: GameRow) -> bool:
    return variant.fewest <= len(row.seats) <= variant.most


IN_PLAY_SHOWN = 6
FINISHED_SHOWN = 5
"""How many games the home page shows; the rest have pages of their own."""

blueprint = Blueprint("home", __name__)
blueprint.add_app_template_filter(time_ago, "ago")
blueprint.add_app_template_filter(headline)


@blueprint.get("/")
def index() -> AnyResponse:
    """The games of the club; the join page for strangers, and in a demo the way in.

    A page that is left open asks what is new since what it has `seen`: 204 if nothing is.
    """
    member = member_or_none()
    if member is None:
        if is_htmx():
            return htmx_redirect(url_for(".index"))
        demo = current_app.config["DEMO_INVITATION"]
        if demo and has_club():
            return redirect(url_for("join.invitation", token=demo))
        return join_page()
    values = _home(current_club())
    seen = _digest(member.role, values)
    if request.args.get("seen") == seen:
        return make_response("", 204)
    return make_response(render_template("home/index.html", seen=seen, **values))


def _digest(role: Role, values: dict[str, Any]) -> str:
    """A short text that changes with anything that the page shows, except how long ago it was."""
    shown = {name: values[name] for name in ("greeting", "called", "phones", "not_begun")}
    games = [each.card for name in ("playing", "finished") for each in values[name]]
    won = [(winner.player.id, winner.games) for winner in values["winners"]]
    return sha256(repr((role, shown, games, won)).encode()).hexdigest()[:12]


def _home(club: Club) -> dict[str, Any]:
    now = datetime.now(UTC)
    tonight = evening_here(now)
    playing = games_on_the_table(club, IN_PLAY_SHOWN).read_as(listed)
    return {
        "greeting": greeting(now),
        "tonight": tonight,
        "called": evening_words(tonight),
        "phones": count_phones_in_hand(club.id),
        "winners": winners_of(games_of_evening(club, tonight)),
        "playing": playing,
        "not_begun": count_not_begun(club),
        "next_games": next_games(club, {each.card.variant for each in playing}),
        "finished": finished_games(club, FINISHED_SHOWN).read_as(listed),
    }


@blueprint.get("/games/on-the-table")
def on_the_table() -> AnyResponse:
    """The way to the game in play that was changed last; without one, to the score book."""
    for row in games_on_the_table(current_club(), 1):
        return redirect(url_for("games.show", game_id=row.id))
    return redirect(url_for("home.index"))


@blueprint.get("/games/in-play")
def in_play() -> str:
    """Every game in play, a page at a time."""
    page = games_in_play(current_club(), place=list_position())
    return render_template("games/in_play.html", games=page.read_as(listed))


@blueprint.get("/games/not-begun")
def not_begun() -> str:
    """The games that were set up and put aside, a page at a time."""
    page = games_not_begun(current_club(), list_position())
    return render_template("games/in_play.html", games=page.read_as(listed), put_aside=True)


@blueprint.get("/games")
def games() -> AnyResponse:
    """Where a game was to be started: after a reload, or cut off an address, the book of games."""
    return redirect(url_for("history.games"))


@blueprint.get("/games/finished")
def finished() -> AnyResponse:
    """The former address of the finished games, which are in the history now."""
    return redirect(url_for("history.games", status="finished"), 301)


@blueprint.post("/language")
def language() -> AnyResponse:
    """Change the language and return to the page."""
    if not choose_language(request.form.get("language", "")):
        abort(400)
    return redirect(local_page(request.form.get("next", "")), 303)
