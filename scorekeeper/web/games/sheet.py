"""The sheet of a game, with its result once the game is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import clock
from scorekeeper.games import commands
from scorekeeper.games.history import starter_of
from scorekeeper.games.open_round import OpenRound
from scorekeeper.games.open_rounds import find_open
from scorekeeper.games.undoing import possible_steps
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.hand import Laid
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.round import Ending, Round
from scorekeeper.rummy.variants import find_variant
from scorekeeper.statistics.book import PlayerWins, wins_of_evenings
from scorekeeper.storage.folded_games import game_of, recorded_game, sheet_of
from scorekeeper.storage.game_lists import PUT_ASIDE_AFTER
from scorekeeper.storage.mapping import Amendment
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.storage.queries import game_after, newer_game
from scorekeeper.tournaments.lists import TableOfGame, table_of
from scorekeeper.web.entering.game_state import GameState, SheetInstead, recorded_words, state_of
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.games import blueprint
from scorekeeper.web.games.board import (
    Ender,
    ShownMoment,
    board_rows,
    is_fresh,
    moment_to_show,
    phase_number,
    who_can_end,
)
from scorekeeper.web.games.house_rules import rules_shown
from scorekeeper.web.parts.formatting import who_did
from scorekeeper.web.parts.game_history import redo_words, undo_words
from scorekeeper.web.parts.money import stake_words
from scorekeeper.web.parts.sheet_table import ShownRounds
from scorekeeper.web.rounds.whose_phone import asks_to_join
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club, current_member, may
from scorekeeper.web.subjects.game_end import GameEnd, end_of


@dataclass(frozen=True, kw_only=True)
class ShownSheet:
    """A sheet for any visitor.

    - `knock_limit`: the most points to knock with, if it is the same in every round
    - `full`: the reason why no more rounds can be recorded, if any
    - `end`: the end of a finished game
    - `moment`: an event that every screen shows for a moment, such as who deals first
    - `is_fresh`: the last entry is ten minutes old at most
    - `round_at`: makes the address of a round's page from its `number`
    """

    sheet: Sheet
    people: Sequence[Player]
    knock_limit: int | None
    shown: ShownRounds
    full: Message | None
    end: GameEnd | None
    moment: ShownMoment | None
    is_fresh: bool
    round_at: Callable[..., str]


@dataclass(frozen=True, kw_only=True)
class UndoButtons:
    """The labels of the undo and redo buttons, or `None` without a button, and their forms' key.

    `plays_on`: undoing reopens a called game. `undoes_last_round`: undoing removes the last entry
    of the sheet or changes the last round.
    """

    undoes: str | None
    undoes_last_round: bool
    plays_on: bool
    redoes: str | None
    key: str


@dataclass(frozen=True, kw_only=True)
class SheetPage(ShownSheet, UndoButtons):
    """The sheet with its live parts, for this phone or for a screen.

    - `etag`: identifies the state that the page shows
    - `table`: the announced round; `dealt`: a round in play with known facts, such as the upcard
    - `enders`: the players who can have ended the round
    - `announces`: a tap on one of the `enders` opens the round on every phone
    - `asks_to_join`: the page asks the player of this phone whether they join
    - `invites`: before round 1, this member can invite players who have no phone in the club
    - `undone_round`: the round that was just undone, if other players have phones to announce it to
    - `last_told`: the amendments of the last entry
    - `next_game`: the rematch; `newer`: a newer game of this phone's player
    - `at_table`: the game's table in a tournament
    """

    row: GameRow
    etag: str
    table: OpenTable | None
    dealt: OpenTable | None
    between_at: Callable[..., str]
    enders: list[Ender]
    announces: bool
    asks_to_join: bool
    invites: bool
    undone_round: Round | None
    last_hands: list[tuple[Player, Laid]]
    last_told: tuple[Amendment, ...]
    evening_wins: PlayerWins
    next_game: GameRow | None
    newer: GameRow | None
    newer_told: str
    may_delete: bool
    at_table: TableOfGame | None


LEFT = {
    "recorded": lazy_gettext("The round was recorded on another phone."),
    "discarded": lazy_gettext("The round was discarded on another phone. Nothing was recorded."),
    "round": lazy_gettext("The round was recorded or discarded on another phone."),
}
"""Messages to a phone after its round was recorded or discarded by an unknown person."""

OWN = "own"
"""The reason for a phone that recorded the round itself."""


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> AnyResponse:
    """The sheet, with the result once the game is over.

    `left` is the reason why the page of a round sent the phone here: `OWN` or a key of `LEFT`.
    """
    row, left = game_or_404(game_id), request.args.get("left", "")
    if left not in (OWN, *LEFT):
        return answer_sheet(row)
    flash(_words_of_leaving(row, left))
    return redirect(url_for(".show", game_id=row.id), 303)


def _words_of_leaving(row: GameRow, left: str) -> str:
    if left == OWN:  # The same text as after recording: a page shows equal messages once.
        return recorded_words(row)
    recorded = recorded_game(row).entries if left == "recorded" else ()
    if recorded and (who := recorded[-1].by):
        return str(_("%(who)s recorded the round.", who=who_did(who)))
    there = find_open(row.id) if left == "discarded" else None
    if there and (who := there.discarded_by):
        return str(_("%(who)s discarded the round. Nothing was recorded.", who=who_did(who)))
    return str(LEFT[left])


@blueprint.app_errorhandler(SheetInstead)
def _sheet_instead(answer: SheetInstead) -> Response:
    return answer_sheet(answer.row, answer.status, answer.problem)


@blueprint.app_errorhandler(commands.VersionConflict)
def _changed_meanwhile(conflict: commands.VersionConflict) -> Response:
    problem = _(
        "Somebody else has just changed this game, so nothing was done. Here is the sheet now."
    )
    return answer_sheet(conflict.game, 409, problem)


def answer_sheet(row: GameRow, status: int = 200, problem: str = "") -> Response:
    """The current sheet. `problem` explains a rejected change."""
    page = render_template(
        "games/sheet.html",
        rules=rules_shown(game_of(row)),
        problem=problem,
        **vars(sheet_page_of(row)),
    )
    return make_response(page, status)


def sheet_page_of(row: GameRow, *, for_all: bool = False) -> SheetPage:
    """The live parts of the sheet. `for_all`: for a screen that everybody sees."""
    state = state_of(row)
    table = None if state.open is None else OpenTable(state, state.open, for_all)
    announces = may("together.announce") and not state.is_announced
    dealt = table if table and table.open.is_being_played else None
    may_end = state.is_playing and not state.is_full and not state.only_watches
    entries = recorded_game(row).entries
    newer = None if for_all else _newer(state)
    return SheetPage(
        **vars(shown_sheet(row, state.people, round_addresses(row.id))),
        **vars(undo_buttons(row, state.stored_open)),
        row=row,
        etag=state.etag(state.stored_open),
        table=None if dealt else table,
        dealt=dealt,
        between_at=between_addresses(row.id),
        enders=who_can_end(state.sheet, state.people) if may_end else [],
        announces=announces,
        asks_to_join=asks_to_join(state),
        invites=_invites(state),
        undone_round=state.undone if announces and state.others_have_phones else None,
        last_hands=_last_hands(state),
        last_told=entries[-1].amendments if entries else (),
        evening_wins=_evening_wins(row),
        next_game=game_after(row) if row.status != "playing" and may("home.games") else None,
        newer=newer,
        newer_told=_newer_words(state, newer) if newer else "",
        may_delete=may_delete(row),
        at_table=table_of(row),
    )


def _invites(state: GameState) -> bool:
    is_new = state.is_playing and not state.sheet.rounds
    if not is_new or not may("invitations.invite"):
        return False
    return len(state.seats_with_phones) < len(state.sheet.players_in)


def _newer(state: GameState) -> GameRow | None:
    member = state.member
    if member.player_id is None or not member.seated_at or member.seated_at <= state.row.created_at:
        return None
    return newer_game(state.row, member.player_id)


def _newer_words(state: GameState, newer: GameRow) -> str:
    """The message about a newer game of this phone's player, and who started it.

    Empty if that game was put aside, or if the player has continued here since.
    """
    is_put_aside = not newer.played and clock.now() - newer.changed_at >= PUT_ASIDE_AFTER
    goes_on_here = state.is_playing and state.own_seat is not None
    variant = find_variant(newer.variant)
    if not variant or is_put_aside or (goes_on_here and newer.changed_at < state.row.changed_at):
        return ""
    name = translate(variant.name)
    if who := starter_of(newer.id):
        return str(_("%(who)s has started a new game: %(game)s.", who=who_did(who), game=name))
    return str(_("A new game has begun: %(game)s.", game=name))


def _last_hands(state: GameState) -> list[tuple[Player, Laid]]:
    rounds = state.sheet.rounds
    laid = rounds[-1].ruling.laid if rounds else {}
    hands = [(state.people[seat], hand) for seat, hand in laid.items()]
    return sorted(hands, key=lambda hand: hand[1].deadwood)


def _evening_wins(row: GameRow) -> PlayerWins:
    """The wins on the evening of a finished game. Empty if only this game was won."""
    if row.status == "playing" or not may("history.evening"):
        return []
    wins = wins_of_evenings(current_club(), [row.played_on]).get(row.played_on, [])
    return wins if sum(won for _player, won in wins) > len(row.winners) else []


def shown_sheet(
    row: GameRow, people: Sequence[Player], round_at: Callable[..., str], *, for_club: bool = True
) -> ShownSheet:
    sheet = sheet_of(row)
    variant, rules = sheet.game.variant, sheet.game.rules
    return ShownSheet(
        sheet=sheet,
        people=people,
        # With an upcard, the limit can differ in every round.
        knock_limit=None
        if variant.takes_upcard
        else variant.knock_limit(rules, Round(Ending.KNOCK)),
        shown=ShownRounds(sheet),
        full=commands.FULL_SHEET if commands.is_full(sheet) else None,
        end=end_of(row, sheet, people, for_club=for_club),
        moment=moment_to_show(row, sheet, people),
        is_fresh=is_fresh(row),
        round_at=round_at,
    )


blueprint.add_app_template_filter(stake_words)
blueprint.add_app_template_global(board_rows)
blueprint.add_app_template_filter(phase_number)
blueprint.add_app_template_global(ShownRounds, "shown_rounds")


@blueprint.app_template_global()
def round_addresses(game_id: str) -> Callable[..., str]:
    """A function that makes the address of a game's round from its `number`."""
    return partial(url_for, "rounds.show", game_id=game_id)


@blueprint.app_template_global()
def between_addresses(game_id: str) -> Callable[..., str]:
    """A function that makes the address of an event between rounds from its `place`."""
    return partial(url_for, "between.show", game_id=game_id)


@blueprint.app_template_global()
def why_owed(game_id: str) -> Callable[..., str]:
    """A function that makes the address of the page on the debt of the player at a `seat`."""
    return partial(url_for, "games.settling_up", game_id=game_id)


def undo_buttons(row: GameRow, open_round: OpenRound | None) -> UndoButtons:
    undone, redone = possible_steps(row, open_round)
    return UndoButtons(
        undoes=undo_words(undone) if undone else None,
        undoes_last_round=undone is not None
        and (
            undone.kind is ChangeKind.RECORD
            or (undone.kind is ChangeKind.CORRECT and undone.round is not None)
        )
        and undone.place == len(recorded_game(row).entries),
        plays_on=undone is not None and undone.kind is ChangeKind.CALL,
        redoes=redo_words(redone) if redone else None,
        key=commands.new_key(),
    )


def may_delete(row: GameRow) -> bool:
    """Check whether this member may delete the game: a keeper always, a player if it is new."""
    return may("games.delete") and (row.is_new or current_member().keeps)
