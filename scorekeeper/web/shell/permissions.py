"""The role that each endpoint requires. An endpoint that is not listed is closed to everybody."""

from __future__ import annotations

from collections.abc import Collection

from scorekeeper.clubs.roles import Role

ANYBODY = None
_, WATCHER, PLAYER, KEEPER = Role

QUICK = ("static", "installed.worker", "health.alive", "health.ready", "health.metrics")
"""Endpoints whose requests need no slot and never wait."""

IMPORTING = "transfer.import_upload"
"""The endpoint that takes an uploaded file."""

REQUIRED_ROLES: dict[str, Role | None] = {
    # Open to strangers, who find the join page at home.
    "static": ANYBODY,
    "health.alive": ANYBODY,
    "health.ready": ANYBODY,
    "health.metrics": ANYBODY,
    "schema.game": ANYBODY,
    "schema.tournament": ANYBODY,
    "home.index": ANYBODY,
    "home.language": ANYBODY,
    # Files of the installed app.
    "installed.worker": ANYBODY,
    "installed.manifest": ANYBODY,
    "installed.offline": ANYBODY,
    # Preferences of a phone, progress for translators, all parts for developers.
    "phone.show": ANYBODY,
    "phone.keep": ANYBODY,
    "languages.show": ANYBODY,
    "parts.show": ANYBODY,
    # Joining.
    "join.index": ANYBODY,
    "join.by_code": ANYBODY,
    "join.invitation": ANYBODY,
    "join.by_link": ANYBODY,
    "who.ask": PLAYER,
    "who.say": PLAYER,
    "join.by_login": ANYBODY,
    "join.create_club": ANYBODY,
    # Pages without a club.
    "rules.index": ANYBODY,
    "rules.show": ANYBODY,
    "judge.desk": ANYBODY,
    "judge.games": ANYBODY,
    "judge.hand": ANYBODY,
    "judge.melds": ANYBODY,
    "judge.play": ANYBODY,
    "judge.table": ANYBODY,
    # One game, shown to everybody who has a link to it.
    "shared.show": ANYBODY,
    "shared.round": ANYBODY,
    "shared.picture": ANYBODY,
    # Games.
    "home.in_play": WATCHER,
    "home.not_begun": WATCHER,
    "home.on_the_table": WATCHER,
    "home.games": WATCHER,
    "games.show": WATCHER,
    "games.document": WATCHER,
    "games.history": WATCHER,
    "games.live": WATCHER,
    "games.watch": WATCHER,
    "games.share": WATCHER,
    "games.picture": WATCHER,
    "games.settling_up": WATCHER,
    "games.new": PLAYER,
    "games.change_setup": PLAYER,
    "games.start": PLAYER,
    "games.rematch": PLAYER,
    "games.ask_to_call": PLAYER,
    "games.call": PLAYER,
    "games.play_on": PLAYER,
    "games.undo": PLAYER,
    "games.redo": PLAYER,
    "games.details": PLAYER,
    "games.set_details": PLAYER,
    "games.ask_for_player": PLAYER,
    "games.correct_player": PLAYER,
    "games.ask_to_delete": PLAYER,
    "games.delete": PLAYER,
    # The history, and links that show a game outside the club.
    "history.games": WATCHER,
    "history.evening": WATCHER,
    "history.evening_picture": WATCHER,
    "history.records": WATCHER,
    "sharing.index": PLAYER,
    "sharing.make": PLAYER,
    "sharing.revoke": PLAYER,
    # Tournaments.
    "tournaments.index": WATCHER,
    "tournaments.standings": WATCHER,
    "tournaments.draw": WATCHER,
    "tournaments.history": WATCHER,
    "tournaments.new": KEEPER,
    "tournaments.change_setup": KEEPER,
    "tournaments.create": KEEPER,
    "tournaments.entrants": KEEPER,
    "tournaments.set_names": KEEPER,
    "tournaments.keep_table": KEEPER,
    "tournaments.come_late": KEEPER,
    "tournaments.toggle_gone": KEEPER,
    "tournaments.adjust": KEEPER,
    "tournaments.evening": KEEPER,
    "tournaments.set_evening": KEEPER,
    "tournaments.desk": KEEPER,
    "tournaments.draw_round": KEEPER,
    "tournaments.go_on": KEEPER,
    "tournaments.swap": KEEPER,
    "tournaments.table": KEEPER,
    "tournaments.set_totals": KEEPER,
    "tournaments.say_result": KEEPER,
    "tournaments.call_game": KEEPER,
    "tournaments.take_back": KEEPER,
    "tournaments.in_leagues": KEEPER,
    # Leagues.
    "leagues.show": WATCHER,
    "leagues.history": WATCHER,
    "leagues.new": KEEPER,
    "leagues.create": KEEPER,
    "leagues.setup": KEEPER,
    "leagues.change": KEEPER,
    "leagues.archive": KEEPER,
    "leagues.set_evening": KEEPER,
    "leagues.undo": KEEPER,
    # A table of a tournament, by its card.
    "hall.table": ANYBODY,
    "hall.come": ANYBODY,
    "hall.confirm": ANYBODY,
    "hall.clock": WATCHER,
    "hall.watch": WATCHER,
    "hall.prints": WATCHER,
    "hall.print_draw": WATCHER,
    "hall.print_standings": WATCHER,
    "hall.print_slips": KEEPER,
    "hall.print_cards": KEEPER,
    "hall.new_cards": KEEPER,
    # Rounds.
    "rounds.show": WATCHER,
    "rounds.new": PLAYER,
    "rounds.preview": PLAYER,
    "rounds.record": PLAYER,
    "rounds.edit": PLAYER,
    "rounds.correct": PLAYER,
    "rounds.ask_to_adjust": PLAYER,
    "rounds.adjust": PLAYER,
    "rounds.ask_to_remove": PLAYER,
    "rounds.remove": PLAYER,
    # Between rounds.
    "between.ask_to_join": PLAYER,
    "between.join": PLAYER,
    "between.ask_to_leave": PLAYER,
    "between.leave": PLAYER,
    "between.come_back": PLAYER,
    "between.show": WATCHER,
    "between.correct": PLAYER,
    "between.ask_to_remove": PLAYER,
    "between.remove": PLAYER,
    # A round entered on several phones.
    "together.show": PLAYER,
    "together.say_whose": PLAYER,
    "together.only_watch": PLAYER,
    "together.announce": PLAYER,
    "together.give": PLAYER,
    "together.change": PLAYER,
    "together.keep": PLAYER,
    "together.doubt": PLAYER,
    "together.take_back_doubt": PLAYER,
    "together.take_back": PLAYER,
    "together.count": PLAYER,
    "together.ask_for_facts": PLAYER,
    "together.set_facts": PLAYER,
    "together.agree": PLAYER,
    "together.record": PLAYER,
    "together.turn_up": PLAYER,
    "together.ask_to_discard": PLAYER,
    "together.discard": PLAYER,
    # Players.
    "players.index": WATCHER,
    "players.pairs": WATCHER,
    "players.expected": WATCHER,
    "players.show": WATCHER,
    "players.figures": WATCHER,
    "players.against": WATCHER,
    "players.edit": PLAYER,
    "players.rename": PLAYER,
    "players.change_face": PLAYER,
    "players.archive": KEEPER,
    "players.restore": KEEPER,
    "players.ask_to_merge": KEEPER,
    "players.merge": KEEPER,
    "players.separate": KEEPER,
    # The club and its members.
    "club.show": WATCHER,
    "club.ask_to_leave": WATCHER,
    "club.leave": WATCHER,
    "club.set_player": PLAYER,
    "club.rename": KEEPER,
    "club.set_shared_entry": KEEPER,
    "club.change_role": KEEPER,
    "club.give": KEEPER,
    "club.revoke": KEEPER,
    "club.allow_login": KEEPER,
    "club.ask_to_hand_over": KEEPER,
    "club.hand_over": KEEPER,
    "club.ask_to_delete": KEEPER,
    "club.delete": KEEPER,
    "transfer.index": KEEPER,
    "transfer.download": KEEPER,
    "transfer.import_upload": KEEPER,
    "transfer.names": KEEPER,
    "transfer.forget_name": KEEPER,
    "deleted.index": KEEPER,
    "deleted.restore": KEEPER,
    "deleted.ask_to_delete": KEEPER,
    "deleted.delete": KEEPER,
    "invitations.index": KEEPER,
    "invitations.invite": KEEPER,
    "invitations.show": KEEPER,
    "invitations.revoke": KEEPER,
    "invitations.keeper_link": KEEPER,
    "tokens.index": KEEPER,
    "tokens.make": KEEPER,
    "tokens.revoke": KEEPER,
}
"""The lowest role that each endpoint requires. Endpoints of the API add their own roles."""

GAME_AT_TABLE = frozenset(
    {
        *("games.show", "games.live", "games.undo", "games.redo"),
        *("games.ask_to_call", "games.call", "games.play_on"),
        *("rounds.show", "rounds.new", "rounds.preview", "rounds.record"),
        *("rounds.edit", "rounds.correct", "rounds.ask_to_remove", "rounds.remove"),
        *("rounds.ask_to_adjust", "rounds.adjust"),
    }
)
"""Endpoints that the card of a table opens in its own game during its round."""

TOURNAMENT_AT_TABLE = frozenset(
    {"tournaments.standings", "tournaments.draw", "hall.clock", "hall.watch"}
)
"""Endpoints that the card of a table opens in its own tournament."""

BY_CARD = ("hall.table", "hall.come", "hall.confirm")
"""Endpoints that are open to everybody who has the code of a card."""

_OF_PROGRAMS: set[str] = set()


def declare_for_programs(endpoint: str, role: Role | None) -> None:
    """Open an endpoint to tokens of at least this role. `None` opens it to everybody."""
    REQUIRED_ROLES[endpoint] = role
    _OF_PROGRAMS.add(endpoint)


def is_by_token(endpoint: str | None) -> bool:
    return endpoint in _OF_PROGRAMS and REQUIRED_ROLES[endpoint] is not ANYBODY


def is_without_cookie(endpoint: str | None) -> bool:
    """Check whether an endpoint neither reads nor sets cookies. Only tokens identify visitors."""
    return endpoint in _OF_PROGRAMS or endpoint in (*QUICK, "schema.game", "schema.tournament")


POLLED = "games.live"
"""The endpoint that phones poll. A poll does not renew the cookie."""

POLLED_BY_PROGRAMS = "api.now"
"""The endpoint that programs poll."""

POLLS = (POLLED, POLLED_BY_PROGRAMS, "api.changes")
"""Endpoints that phones and programs ask repeatedly for changes."""


def role_may(role: Role, endpoint: str, opened: Collection[str] = ()) -> bool:
    """Check whether this role allows an endpoint, or a card has `opened` it."""
    if endpoint not in REQUIRED_ROLES:
        return False
    needed = REQUIRED_ROLES[endpoint]
    return needed is ANYBODY or role.may(needed) or endpoint in opened


def is_public(endpoint: str | None) -> bool:
    return endpoint is not None and REQUIRED_ROLES.get(endpoint, KEEPER) is ANYBODY
