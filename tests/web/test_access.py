"""The rights at every address. Ann keeps a club, Bob plays in it, and Wes watches.

Cem keeps another club. The person called “Nobody” is a stranger.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.clubs.access_tokens import make_access_token, revoke_access_token
from scorekeeper.clubs.devices import devices_of
from scorekeeper.clubs.invitations import invite
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.games.share_links import make_share_link
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, Player, TournamentRow
from scorekeeper.web.api.etags import game_tag, tournament_tag
from scorekeeper.web.clubs.invitations import LASTS
from scorekeeper.web.shell import permissions
from scorekeeper.web.shell.permissions import (
    ANYBODY,
    BY_CARD,
    REQUIRED_ROLES,
    is_by_token,
    is_public,
    role_may,
)
from tests.support import hall
from tests.support.clubs import browser, let_in, new_club, the_club, visitor
from tests.support.elements import Element
from tests.support.leagues import league
from tests.support.pages import Visitor, read, words
from tests.support.statements import counted
from tests.support.table import Table
from tests.support.walks import walk

PEOPLE = ("Ann", "Bob", "Wes", "Cem", "Nobody")

# The status for each person at an address of Ann’s club with an empty form. The page itself answers
# 400, 404 and 422. 403 is a missing right or a rejection, 409 means too late.
ROWS = """
                             Ann Bob Wes Cem Nobody
GET  static                  200 200 200 200 200
GET  health.alive            200 200 200 200 200
GET  health.ready            200 200 200 200 200
GET  health.metrics          404 404 404 404 404
GET  schema.game             200 200 200 200 200
GET  schema.tournament       200 200 200 200 200
GET  home.index              200 200 200 200 200
POST home.language           400 400 400 400 400
GET  installed.worker        200 200 200 200 200
GET  installed.manifest      200 200 200 200 200
GET  installed.offline       200 200 200 200 200
GET  languages.show          200 200 200 200 200
GET  phone.show              200 200 200 200 200
POST phone.keep              422 422 422 422 422
GET  parts.show              200 200 200 200 200

GET  join.index              200 200 200 200 200
POST join.by_code            422 422 422 422 422
GET  join.invitation         200 200 200 409 200
POST join.by_link            303 303 303 409 303
GET  who.ask                 303 303 403 303 403
POST who.say                 303 303 403 303 403
POST join.by_login           303 303 303 303 403
POST join.create_club        303 303 303 303 409

GET  rules.index             200 200 200 200 200
GET  rules.show              200 200 200 200 200
GET  judge.desk              200 200 200 200 200
GET  judge.games             200 200 200 200 200
GET  judge.hand              302 302 302 302 302
GET  judge.melds             302 302 302 302 302
GET  judge.play              302 302 302 302 302
GET  judge.table             302 302 302 302 302
POST api.score               415 415 415 415 415
POST api.melds               415 415 415 415 415
GET  api.index               200 200 200 200 200
GET  api.openapi             200 200 200 200 200
GET  api.games               401 401 401 401 401
GET  api.game                401 401 401 401 401
POST api.start               401 401 401 401 401
GET  api.entry               401 401 401 401 401
POST api.preview             401 401 401 401 401
POST api.record              401 401 401 401 401
PUT  api.correct             401 401 401 401 401
DELETE api.remove            401 401 401 401 401
POST api.undo                401 401 401 401 401
POST api.redo                401 401 401 401 401
POST api.end                 401 401 401 401 401
POST api.play_on             401 401 401 401 401
PUT  api.details             401 401 401 401 401
PUT  api.correct_player      401 401 401 401 401
GET  api.open_round          401 401 401 401 401
POST api.announce            401 401 401 401 401
DELETE api.throw_away        401 401 401 401 401
PUT  api.give_hand           401 401 401 401 401
POST api.record_open         401 401 401 401 401
GET  api.now                 401 401 401 401 401
GET  api.changes             401 401 401 401 401
GET  api.picture             401 401 401 401 401
GET  api.players             401 401 401 401 401
GET  api.player              401 401 401 401 401
GET  api.against             401 401 401 401 401
GET  api.leaderboard         401 401 401 401 401
GET  api.records             401 401 401 401 401
GET  api.evenings            401 401 401 401 401
GET  api.evening             401 401 401 401 401
GET  api.tournaments         401 401 401 401 401
GET  api.tournament          401 401 401 401 401
GET  api.tournament_standing 401 401 401 401 401
GET  api.tournament_round    401 401 401 401 401
GET  api.leagues             401 401 401 401 401
GET  api.league              401 401 401 401 401
POST api.create_tournament   401 401 401 401 401
POST api.enter               401 401 401 401 401
PUT  api.set_gone            401 401 401 401 401
POST api.draw                401 401 401 401 401
PUT  api.show                401 401 401 401 401
PUT  api.start_clock         401 401 401 401 401
PUT  api.close               401 401 401 401 401
PUT  api.set_result          401 401 401 401 401
POST api.adjust_points       401 401 401 401 401
POST api.undo_tournament     401 401 401 401 401

GET  home.in_play            200 200 200 200 403
GET  home.not_begun          200 200 200 200 403
GET  home.on_the_table       302 302 302 302 403
GET  home.games              302 302 302 302 403
GET  games.show              200 200 200 404 403
GET  games.document          200 200 200 404 403
GET  games.history           200 200 200 404 403
GET  games.live              200 200 200 404 403
GET  games.watch             200 200 200 404 403
GET  games.share             404 404 404 404 403
GET  games.picture           404 404 404 404 403
GET  games.settling_up       303 303 303 404 403
GET  games.new               200 200 403 200 403
POST games.change_setup      422 422 403 422 403
POST games.start             422 422 403 422 403
POST games.rematch           422 422 403 404 403
GET  games.ask_to_call       200 200 403 404 403
POST games.call              400 400 403 404 403
POST games.play_on           400 400 403 404 403
POST games.undo              400 400 403 404 403
POST games.redo              400 400 403 404 403
GET  games.details           200 200 403 404 403
POST games.set_details       400 400 403 404 403
GET  games.ask_for_player    200 200 403 404 403
POST games.correct_player    400 400 403 404 403
GET  games.ask_to_delete     200 303 403 404 403
POST games.delete            400 400 403 404 403
GET  sharing.index           200 200 403 404 403
POST sharing.make            422 422 403 404 403
POST sharing.revoke          303 303 403 404 403

GET  shared.show             200 200 200 200 200
GET  shared.round            200 200 200 200 200
GET  shared.picture          404 404 404 404 404

GET  hall.table              404 404 404 404 404
POST hall.come               404 404 404 404 404
POST hall.confirm            404 404 404 404 404
GET  hall.clock              200 200 200 404 403
GET  hall.watch              200 200 200 404 403
GET  hall.prints             200 200 200 404 403
GET  hall.print_draw         200 200 200 404 403
GET  hall.print_standings    200 200 200 404 403
GET  hall.print_slips        200 403 403 404 403
GET  hall.print_cards        200 403 403 404 403
POST hall.new_cards          400 403 403 404 403

GET  history.games           200 200 200 200 403
GET  history.evening         200 200 200 200 403
GET  history.evening_picture 200 200 200 200 403
GET  history.records         200 200 200 200 403

GET  tournaments.index       200 200 200 200 403
GET  tournaments.standings   200 200 200 404 403
GET  tournaments.draw        200 200 200 404 403
GET  tournaments.history     200 200 200 404 403
GET  tournaments.new         200 403 403 200 403
POST tournaments.change_setup 400 403 403 400 403
POST tournaments.create      400 403 403 400 403
GET  tournaments.entrants    200 403 403 404 403
POST tournaments.set_names   422 403 403 404 403
POST tournaments.keep_table  422 403 403 404 403
POST tournaments.come_late   422 403 403 404 403
POST tournaments.toggle_gone 400 403 403 400 403
POST tournaments.adjust      422 403 403 404 403
GET  tournaments.evening     200 403 403 404 403
POST tournaments.set_evening 422 403 403 404 403
GET  tournaments.desk        200 403 403 404 403
POST tournaments.draw_round  400 403 403 400 403
POST tournaments.go_on       400 403 403 400 403
POST tournaments.swap        400 403 403 404 403
GET  tournaments.table       200 403 403 404 403
POST tournaments.set_totals  400 403 403 400 403
POST tournaments.say_result  400 403 403 400 403
POST tournaments.call_game   400 403 403 400 403
POST tournaments.take_back   400 403 403 400 403
GET  tournaments.in_leagues  200 403 403 404 403

GET  leagues.show            200 200 200 404 403
GET  leagues.history         200 200 200 404 403
GET  leagues.new             200 403 403 200 403
POST leagues.create          422 403 403 422 403
GET  leagues.setup           200 403 403 404 403
POST leagues.change          400 403 403 400 403
POST leagues.archive         400 403 403 400 403
POST leagues.set_evening     400 403 403 400 403
POST leagues.undo            400 403 403 400 403

GET  rounds.show             200 200 200 404 403
GET  rounds.new              303 200 403 404 403
POST rounds.preview          200 200 403 404 403
POST rounds.record           400 400 403 404 403
GET  rounds.edit             200 200 403 404 403
POST rounds.correct          400 400 403 404 403
GET  rounds.ask_to_adjust    200 200 403 404 403
POST rounds.adjust           400 400 403 404 403
GET  rounds.ask_to_remove    200 200 403 404 403
POST rounds.remove           400 400 403 404 403

GET  between.ask_to_join     200 200 403 404 403
POST between.join            400 400 403 404 403
GET  between.ask_to_leave    200 200 403 404 403
POST between.leave           400 400 403 404 403
POST between.come_back       400 400 403 404 403
GET  between.show            200 200 200 404 403
POST between.correct         400 400 403 404 403
GET  between.ask_to_remove   200 200 403 404 403
POST between.remove          400 400 403 404 403

GET  together.show           303 303 403 404 403
POST together.say_whose      303 303 403 404 403
POST together.only_watch     303 303 403 404 403
POST together.announce       400 400 403 404 403
POST together.give           303 303 403 404 403
POST together.change         303 303 403 404 403
POST together.keep           303 303 403 404 403
POST together.take_back      303 303 403 404 403
POST together.count          303 303 403 404 403
GET  together.ask_for_facts  303 303 403 404 403
POST together.set_facts      303 303 403 404 403
POST together.doubt          303 303 403 404 403
POST together.take_back_doubt 303 303 403 404 403
POST together.agree          303 303 403 404 403
POST together.record         303 303 403 404 403
POST together.turn_up        400 400 403 404 403
GET  together.ask_to_discard 303 303 403 404 403
POST together.discard        303 303 403 404 403

GET  players.index           200 200 200 200 403
GET  players.pairs           200 200 200 200 403
GET  players.expected        200 200 200 404 403
GET  players.show            200 200 200 404 403
GET  players.figures         200 200 200 404 403
GET  players.against         200 200 200 404 403
GET  players.edit            200 200 403 404 403
POST players.rename          422 422 403 404 403
POST players.change_face     422 422 403 404 403
POST players.archive         303 403 403 404 403
POST players.restore         303 403 403 404 403
GET  players.ask_to_merge    422 403 403 404 403
POST players.merge           422 403 403 404 403
POST players.separate            303 403 403 404 403

GET  club.show               200 200 200 200 403
POST club.set_player         422 303 403 422 403
GET  club.ask_to_leave       200 200 200 200 403
POST club.leave              422 303 303 422 403
POST club.rename             303 403 403 303 403
POST club.set_shared_entry   303 403 403 303 403
POST club.change_role        400 403 403 400 403
POST club.give               303 403 403 404 403
POST club.revoke             303 403 403 404 403
POST club.allow_login        303 403 403 303 403
GET  club.ask_to_hand_over   422 403 403 422 403
POST club.hand_over          422 403 403 422 403
GET  club.ask_to_delete      200 403 403 200 403
POST club.delete             422 403 403 422 403

GET  transfer.index          200 403 403 200 403
GET  transfer.download       200 403 403 200 403
POST transfer.import_upload  422 403 403 422 403
GET  transfer.names          200 403 403 200 403
POST transfer.forget_name    303 403 403 303 403
GET  deleted.index           200 403 403 200 403
POST deleted.restore         400 403 403 404 403
GET  deleted.ask_to_delete   200 403 403 404 403
POST deleted.delete          400 403 403 404 403

GET  invitations.index       200 403 403 200 403
POST invitations.invite      400 403 403 400 403
GET  invitations.show        200 403 403 404 403
POST invitations.revoke      303 403 403 404 403
POST invitations.keeper_link 303 403 403 303 403

GET  tokens.index            200 403 403 200 403
POST tokens.make             422 403 403 422 403
POST tokens.revoke           303 403 403 404 403
"""


def expected() -> dict[tuple[str, str], dict[str, int]]:
    """Return the table by method and endpoint."""
    table = {}
    for line in ROWS.strip().splitlines()[1:]:
        if line:
            method, endpoint, *answers = line.split()
            table[method, endpoint] = dict(zip(PEOPLE, map(int, answers), strict=True))
    return table


# The status for a program with tokens of Ann’s club (playing and watching), of Cem’s (playing), and
# two of Ann’s that expired or were revoked. It sends a key, the ETag of the game and an empty
# document. 422 means that access was granted.
PROGRAMS = """
                 play watch Cem ended revoked
api.games        200  200   200 401   401
api.game         200  200   404 401   401
api.start        422  403   422 401   401
api.entry        200  200   404 401   401
api.preview      422  403   404 401   401
api.record       422  403   404 401   401
api.correct      422  403   404 401   401
api.remove       200  403   404 401   401
api.undo         200  403   404 401   401
api.redo         422  403   404 401   401
api.end          200  403   404 401   401
api.play_on      422  403   404 401   401
api.details      422  403   404 401   401
api.correct_player 422  403   404 401   401
api.open_round   404  404   404 401   401
api.announce     422  403   404 401   401
api.throw_away   404  403   404 401   401
api.give_hand    404  403   404 401   401
api.record_open  404  403   404 401   401
api.now          200  200   204 401   401
api.changes      200  200   200 401   401
api.picture      404  404   404 401   401
api.players      200  200   200 401   401
api.player       200  200   404 401   401
api.against      200  200   404 401   401
api.leaderboard  200  200   200 401   401
api.records      200  200   200 401   401
api.evenings     200  200   200 401   401
api.evening      200  200   200 401   401
api.tournaments  200  200   200 401   401
api.tournament   200  200   404 401   401
api.tournament_standing 200 200 404 401 401
api.tournament_round 200 200 404 401  401
api.leagues      200  200   200 401   401
api.league       200  200   404 401   401
api.create_tournament 422 403 422 401 401
api.enter        422  403   404 401   401
api.set_gone     422  403   404 401   401
api.draw         422  403   404 401   401
api.show         200  403   404 401   401
api.start_clock  200  403   404 401   401
api.close        422  403   404 401   401
api.set_result   200  403   404 401   401
api.adjust_points 422 403   404 401   401
api.undo_tournament 200 403 404 401   401
"""

TOKENS = {
    endpoint: tuple(map(int, answers))
    for endpoint, *answers in map(str.split, PROGRAMS.strip().splitlines()[1:])
}

TABLE = expected()


@dataclass
class World:
    """Ann’s club with a game in play and a deleted one, Cem’s without games, and all browsers."""

    app: Flask
    file: Path
    game: Table
    deleted: Table
    tokens: dict[str, str]
    values: dict[str, Any]
    secrets: tuple[str, ...]
    book: bytes = b""
    people: dict[str, Visitor] = field(default_factory=dict)

    def begin_anew(self) -> None:
        """Restore the first state of the score book, and give everybody a new browser."""
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
        self.book = self.book or self.file.read_bytes()
        self.file.write_bytes(self.book)
        self.people = {name: browser(self.app, self.tokens[name]) for name in PEOPLE}

    def ask(
        self, person: str, method: str, endpoint: str, headers: Any = None, **values: Any
    ) -> TestResponse:
        """Return a person’s answer at an endpoint, by default of Ann’s club, with an empty form."""
        data = {} if method == "POST" else None
        address = self.address(endpoint, **values)
        return self.people[person].open(address, method=method, data=data, headers=headers)

    def address(self, endpoint: str, **values: Any) -> str:
        """Return the address of an endpoint, by default of Ann’s club."""
        [rule, *_others] = self.app.url_map.iter_rules(endpoint)
        known = {name: self.value(endpoint, name) for name in rule.arguments} | values
        return str(self.app.url_map.bind("localhost").build(endpoint, known))

    def value(self, endpoint: str, name: str) -> Any:
        """Return the value for a part of an endpoint’s address, from Ann’s club."""
        return self.deleted.id if endpoint.startswith("deleted.") else self.values[name]


@pytest.fixture(scope="module")
def worlds() -> list[World]:
    """The world once made, because making it takes longer than a request."""
    return []


@pytest.fixture
def world(app: Flask, settings: Settings, worlds: list[World]) -> World:
    """The two clubs, with forms that need no token, so that requests reach the pages."""
    app.config["WTF_CSRF_ENABLED"] = False
    if not worlds:
        worlds.append(make_world(app, settings.data_dir / "scorekeeper.db"))
    worlds[0].begin_anew()
    return worlds[0]


def make_world(app: Flask, file: Path) -> World:
    """Make the two clubs in an empty score book."""
    game, deleted = Table(app), Table(app)
    game.knock("Ann", Ann=5, Bob=25)
    game.adjust("Bob", -10)
    deleted.delete()
    with app.app_context():
        ours, other = the_club(), new_club("Cem's")
        made = invite(ours, Role.PLAYER, LASTS["week"])
        link = make_share_link(ours.id, game.id, new_key(), None)
        clubs = (ours, ours, ours, other)
        roles = (Role.KEEPER, Role.PLAYER, Role.WATCHER, Role.KEEPER)
        tokens = {
            name: let_in(club, role, player="Bob" if name == "Bob" else "")
            for name, role, club in zip(PEOPLE, roles, clubs, strict=False)
        }
        ids = {player.name: player.id for player in db.session.scalars(select(Player))}
        [bob] = [device.id for device in devices_of(ours) if device.role == Role.PLAYER]
        values = {
            "game_id": game.id,
            "number": 1,
            "place": 2,
            "seat": 1,
            "device_id": bob,
            "key": "gin",
        }
        values |= {"filename": "app.css", "token": made.token, "invitation_id": made.invitation_id}
        values |= {"day": "2026-11-21", "ending": "zip"}
        values |= {"player_id": ids["Bob"], "other_id": ids["Ann"]}
        values |= {"link_id": link.id, "link_token": link.token}
        values |= {"player": "Bob", "answer_id": 1, "code": "AAAA-AAAA-AAAA"}
        values |= {"tournament_id": tournament(), "entrant": 1, "table": 1}
        values |= {"league_id": league([str(values["tournament_id"])])}
        values |= {"what": "show"}
        plays, watches, foreign, ended, revoked = (
            make_access_token(club, "Screen", new_key(), role=role, ends_on=ends_on)
            for club, role, ends_on in (
                (ours, Role.PLAYER, None),
                (ours, Role.WATCHER, None),
                (other, Role.PLAYER, None),
                (ours, Role.PLAYER, date(2026, 1, 1)),
                (ours, Role.PLAYER, None),
            )
        )
        revoke_access_token(ours, revoked.id)
        values |= {"token_id": plays.id}
    secrets = tuple(made.token for made in (plays, watches, foreign, ended, revoked))
    return World(app, file, game, deleted, tokens | {PEOPLE[-1]: ""}, values, secrets)


def tournament() -> str:
    """Create a tournament with its first round published, and return its id."""
    evening = hall.set_up()
    hall.draw(evening)
    return evening


def test_every_route_has_a_row_and_declares_who_may(app: Flask) -> None:
    routes = {
        (method, rule.endpoint)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == set(TABLE)
    assert {endpoint for _method, endpoint in routes} == set(REQUIRED_ROLES)


def test_everybody_is_answered_as_their_role_says_and_offered_no_more(world: World) -> None:
    """“Nobody” sends a token of Ann’s club, which counts only at addresses for tokens."""
    bearer = {"Authorization": f"Bearer {world.secrets[0]}"}
    found = {}
    for method, endpoint in sorted(TABLE):  # Requests that only read are first.
        for person in reversed(PEOPLE):
            has_token = person == "Nobody" and not is_by_token(endpoint)
            answer = world.ask(person, method, endpoint, bearer if has_token else None)
            found.setdefault((method, endpoint), {})[person] = answer.status_code
            if method == "GET" and answer.mimetype == "text/html":
                assert_leads_only_where(world, person, read(answer))
        if method == "POST" and 303 in found[method, endpoint].values():
            world.begin_anew()
    assert found == TABLE


@walk(("method", "endpoint"), [row for row in TABLE if row[1] not in TOKENS])
def test_the_table_agrees_with_what_the_endpoint_declares(method: str, endpoint: str) -> None:
    needed, row = REQUIRED_ROLES[endpoint], TABLE[method, endpoint]
    for person, role in zip(PEOPLE, (Role.KEEPER, Role.PLAYER, Role.WATCHER), strict=False):
        may = needed is ANYBODY or role.may(needed)
        assert (row[person] != 403) == may


def test_a_program_is_answered_by_its_token_alone(world: World) -> None:
    by_token = [row for row in TABLE if is_by_token(row[1])]
    found: dict[str, tuple[int, ...]] = {}
    for method, endpoint in by_token:
        answers = [ask_with(world, method, endpoint, secret) for secret in world.secrets]
        found[endpoint] = tuple(answers)
        if method != "GET":
            world.begin_anew()
    assert found == TOKENS


def ask_with(world: World, method: str, endpoint: str, secret: str) -> int:
    """Return the status with this token, equal for all senders, as cookies do not count."""
    with world.app.app_context():
        tag = game_tag(db.session.get_one(GameRow, world.game.id))
        [rule, *_others] = world.app.url_map.iter_rules(endpoint)
        if "tournament_id" in rule.arguments:
            row = db.session.get_one(TournamentRow, world.values["tournament_id"])
            tag = tournament_tag(row)
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    if method != "GET":
        headers |= {"If-Match": f'W/"{tag}"', "Idempotency-Key": endpoint}
    address = world.address(endpoint)
    answers = {
        world.people[who].open(address, method=method, data="{}", headers=headers).status_code
        for who in ("Ann", "Nobody")
    }
    [status] = answers
    return status


def test_an_endpoint_that_declares_nothing_is_refused_to_everybody(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(permissions.REQUIRED_ROLES, "games.show")
    address = Table(app).address
    for role in (*Role, None):
        assert visitor(app, role).get(address).status_code == 403


def test_an_endpoint_that_the_table_forgot_is_open_to_no_role_and_no_stranger() -> None:
    assert not any(role_may(role, "club.forgotten") for role in Role)
    assert not is_public("club.forgotten")


def test_a_form_without_its_token_is_refused_to_whoever_may_send_it(world: World) -> None:
    world.app.config["WTF_CSRF_ENABLED"] = True
    for (method, endpoint), answers in TABLE.items():
        # A request for a score is no form.
        if method == "POST" and not endpoint.startswith("api."):
            for person in PEOPLE:
                if answers[person] != 403:
                    assert world.ask(person, method, endpoint).status_code == 400, endpoint


OF_A_CLUB = [
    (method, endpoint)
    for method, endpoint in TABLE
    if TABLE[method, endpoint]["Cem"] == 404
    and endpoint not in ("shared.picture", "health.metrics")
    and endpoint not in BY_CARD
]
"""Addresses that answer 404 to a member of another club.

Exceptions are a shared picture, open to all for a time. Metrics, if the settings allow them. And a
table, open to its card.
"""

UNKNOWN: dict[str, str | int] = {
    **dict.fromkeys(
        ("game_id", "device_id", "invitation_id", "token_id", "tournament_id", "league_id"),
        "zzzzzzzzzzzz",
    ),
    "player_id": 987_654_321,
}
OF_CLUBS = set(UNKNOWN)


def told(answer: TestResponse, own: str, unknown: str) -> tuple[Any, ...]:
    """Return an answer without the address, the form’s token and the request’s id."""
    text = re.sub(r'name="csrf_token" value="[^"]*"', "", answer.text)
    for varies in (answer.request.path, answer.headers["X-Request-ID"]):
        text = text.replace(varies, "")
    varying = ("Set-Cookie", "Content-Length", "X-Request-ID")
    headers = [pair for pair in answer.headers if pair[0] not in varying]
    return answer.status_code, text.replace(own, unknown).strip(), headers


@walk(("person", "htmx"), [("Cem", "false"), ("Cem", "true"), ("Nobody", "false")])
def test_what_is_in_another_club_answers_as_what_does_not_exist(
    world: World, person: str, htmx: str
) -> None:
    world.people[person].environ_base["HTTP_HX_REQUEST"] = htmx
    world.ask(person, "GET", "home.index")  # All requests then have the same cookie.
    for method, endpoint in OF_A_CLUB:
        [rule, *_others] = world.app.url_map.iter_rules(endpoint)
        [name] = OF_CLUBS & rule.arguments
        with counted(world.app) as work_there:
            there = world.ask(person, method, endpoint)
        with counted(world.app) as work_nowhere:
            nowhere = world.ask(person, method, endpoint, **{name: UNKNOWN[name]})
        own = (str(world.value(endpoint, name)), str(UNKNOWN[name]))
        assert told(there, *own) == told(nowhere, *own), endpoint
        assert work_there == work_nowhere, endpoint


def test_a_rematch_of_another_clubs_game_is_as_unknown_as_one_of_no_game(world: World) -> None:
    for game_id in (world.game.id, "zzzzzzzzzzzz"):
        assert world.people["Cem"].get(f"/games/new?rematch={game_id}").status_code == 404


def test_a_form_key_of_another_club_opens_nothing(world: World) -> None:
    form = {"variant": "gin", "preset": "plain", "place": ["1", "2"], "dealer": "1", "key": "same"}
    names = {"Ann": ["Ann", "Bob"], "Cem": ["Cem", "Dora"]}
    started = world.people["Ann"].post("/games", data=form | {"name": names["Ann"]})
    refused = world.people["Cem"].post("/games", data=form | {"name": names["Cem"]})
    assert started.status_code == 303
    assert refused.status_code == 422
    assert world.people["Ann"].get(started.location).status_code == 200


def test_two_clubs_never_see_each_others_players(world: World) -> None:
    form = {"variant": "gin", "preset": "plain", "place": ["1", "2"], "dealer": "1", "key": "k1"}
    world.people["Cem"].post("/games", data=form | {"name": ["Cem", "Dora"]})
    for person, own, foreign in (("Ann", "Bob", "Dora"), ("Cem", "Dora", "Bob")):
        for address in ("/games/new?variant=gin", "/club", "/"):
            text = world.people[person].get(address).text
            assert foreign not in text
            assert own in text


def test_a_watcher_sees_every_page_without_a_control(world: World) -> None:
    """Every link and form on a watcher’s page must be permitted."""
    for address in ("/", *map(world.address, ("games.show", "games.history", "rounds.show"))):
        page = world.people["Wes"].visit(address)
        assert not page.select("main form, main .actions")
        assert_leads_only_where(world, "Wes", page)


def assert_leads_only_where(world: World, person: str, page: Element) -> None:
    """Check that the reader of a page is allowed to use all its links and forms."""
    roles = (Role.KEEPER, Role.PLAYER, Role.WATCHER, Role.KEEPER, None)
    role = dict(zip(PEOPLE, roles, strict=True))[person]
    adapter = world.app.url_map.bind("localhost")
    offers = [(str(link["href"]), "GET") for link in page.select("a[href^='/']")]
    for tag in page.select("form[action], button[formaction]"):
        form = tag.closest("form")
        method = str(form.get("method", "get")).upper() if form else "GET"
        offers.append((str(tag.get("action") or tag.get("formaction")), method))
    for address, method in offers:
        endpoint, _values = adapter.match(address.partition("?")[0].partition("#")[0], method)
        needed = REQUIRED_ROLES[endpoint]
        assert needed is ANYBODY or (role and role.may(needed)), f"{method} {address}"


@walk(
    ("person", "address", "sentence"),
    [
        ("Wes", "/games/new", "You are a viewer here"),
        ("Bob", "/club/invitations", "Only an organiser of the club can do that"),
    ],
)
def test_a_refusal_says_who_may(world: World, person: str, address: str, sentence: str) -> None:
    assert sentence in words(read(world.people[person].get(address), 403))
