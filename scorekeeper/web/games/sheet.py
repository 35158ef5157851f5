"""The sheet of a game with the rules in force; once the game is over it shows its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from flask import Response, abort, flash, make_response, redirect, render_template, request, url_for
from flask_babel import get_locale, lazy_gettext
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import clock
from scorekeeper.games import commands
from scorekeeper.games.history import starter_of
from scorekeeper.games.open_rounds import OpenRound, find_open
from scorekeeper.games.undoing import possible_steps, taken_back
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.facts import Game, rules_in_force
from scorekeeper.rummy.hand import Laid
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.round import Ending, Round
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import find_variant
from scorekeeper.statistics.book import Wins, wins_of_evenings
from scorekeeper.storage.folded_games import game_of, recorded_game, sheet_of
from scorekeeper.storage.game_lists import PUT_ASIDE_AFTER
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.storage.queries import game_after, newer_game
from scorekeeper.tournaments.lists import table_of
from scorekeeper.web.entering.game_state import GameState, SheetInstead, recorded_words, state_of
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.games import blueprint
from scorekeeper.web.games.board import (
    board_rows,
    is_fresh,
    moment_to_show,
    phase_number,
    who_can_end,
)
from scorekeeper.web.parts.formatting import who_did
from scorekeeper.web.parts.game_history import redo_words, undo_words
from scorekeeper.web.parts.money import stake_words
from scorekeeper.web.parts.sheet_table import ShownRounds
from scorekeeper.web.rounds.whose_phone import asks_to_join
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club, current_member, may
from scorekeeper.web.subjects.game_end import end_of


@dataclass(frozen=True, slots=True)
class RuleInForce:
    """A house rule of this game. `preset` is the value of its preset, if that differs."""

    rule: HouseRule
    value: Message
    preset: Message | None


def rules_of(game: Game) -> tuple[RuleInForce, ...]:
    return _rules_in_force(game.variant, game.preset, game.rules)


def _rules_in_force(variant: Variant, name: str, rules: Any) -> tuple[RuleInForce, ...]:
    """The same of any game with these `rules`, which began with the preset of this name."""
    preset = rules_in_force(variant, name, {})
    listed = []
    for rule in house_rules(variant.rules_type):
        value: Value = getattr(rules, rule.name)
        usual: Value = getattr(preset, rule.name)
        changed = None if value == usual else rule.print(usual)
        listed.append(RuleInForce(rule, rule.print(value), changed))
    return tuple(listed)


def rules_shown(game: Game) -> Markup:
    if game.imported is not None:
        return Markup()
    facts = (game.variant.key, game.preset, game.rules)
    return _shown(*facts, str(get_locale()), request.script_root)


@lru_cache(maxsize=256)
def _shown(key: str, preset: str, rules: Any, _language: str, _below: str) -> Markup:
    """Cached for all games with these rules, in this language."""
    variant = find_variant(key) or abort(404)
    listed = _rules_in_force(variant, preset, rules)
    page = render_template("games/_rules.html", variant=variant, preset=preset, rules=listed)
    return Markup(page)  # noqa: S704 - rendered, and escaped, by our template


LEFT = {
    "recorded": lazy_gettext("The round was recorded on another phone."),
    "discarded": lazy_gettext("The round was discarded on another phone. Nothing was recorded."),
    "round": lazy_gettext("The round was recorded or discarded on another phone."),
}
"""Messages to a phone whose round is gone, if it is unknown who did it. `round` if how is too."""

OWN = "own"
"""The reason of a phone that recorded the round itself."""


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> AnyResponse:
    """The sheet, or the end once the game is over.

    `left` is why a phone was sent here from the page of a round: `OWN` or a key of `LEFT`.
    """
    row, left = game_or_404(game_id), request.args.get("left", "")
    if left not in (OWN, *LEFT):
        return sheet_page(row)
    flash(_words_of_leaving(row, left))
    return redirect(url_for(".show", game_id=row.id), 303)


def _words_of_leaving(row: GameRow, left: str) -> str:
    if left == OWN:  # The same words as after recording, as a page shows equal messages once.
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
    return sheet_page(answer.row, answer.status, answer.problem)


@blueprint.app_errorhandler(commands.VersionConflict)
def _changed_meanwhile(conflict: commands.VersionConflict) -> Response:
    problem = _(
        "Somebody else has just changed this game, so nothing was done. Here is the sheet now."
    )
    return sheet_page(conflict.game, 409, problem)


def sheet_page(row: GameRow, status: int = 200, problem: str = "") -> Response:
    """The current sheet. `problem` says why something was not done."""
    page = render_template(
        "games/sheet.html",
        rules=rules_shown(game_of(row)),
        problem=problem,
        **sheet_values(row),
    )
    return make_response(page, status)


def sheet_values(row: GameRow, *, for_all: bool = False) -> dict[str, Any]:
    """The values of the sheet's live parts. `etag` names the state they show.

    `for_all` is for a screen that everybody sees.
    """
    state = state_of(row)
    table = None if state.open is None else OpenTable(state, state.open, for_all)
    announces = may("together.announce") and not state.is_announced and state.others_have_phones
    dealt = table if table and table.open.is_being_played else None
    may_end = state.is_playing and not state.is_full and not state.only_watches
    entries = recorded_game(row).entries
    newer = None if for_all else _newer(state)
    return {
        "row": row,
        "etag": state.etag(state.stored_open),
        "table": None if dealt else table,
        "dealt": dealt,
        **shown_sheet(row, state.people, round_addresses(row.id)),
        "between_at": between_addresses(row.id),
        "enders": who_can_end(state.sheet, state.people) if may_end else [],
        "announces": announces,
        "asks_to_join": asks_to_join(state),
        "invites": len(state.seats_with_phones) < len(state.sheet.players_in),
        "undone_round": taken_back(row) if announces else None,
        "last_hands": _last_hands(state),
        "last_told": entries[-1].amendments if entries else (),
        "evening_wins": _evening_wins(row),
        "next_game": game_after(row) if row.status != "playing" and may("home.games") else None,
        "newer": newer,
        "newer_told": _newer_words(state, newer) if newer else "",
        "may_delete": may_delete(row),
        "at_table": table_of(row),
        **undo_buttons(row, state.stored_open),
    }


def _newer(state: GameState) -> GameRow | None:
    """Another game of this phone's player that has begun since."""
    member = state.member
    if member.player_id is None or not member.seated_at or member.seated_at <= state.row.created_at:
        return None
    return newer_game(state.row, member.player_id)


def _newer_words(state: GameState, newer: GameRow) -> str:
    """That another game of this phone's player has begun, and by whom.

    Empty if it was put aside, or if the player has gone on here since.
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
    """The counted hands of the last round, the lowest first."""
    rounds = state.sheet.rounds
    laid = rounds[-1].ruling.laid if rounds else {}
    hands = [(state.people[seat], hand) for seat, hand in laid.items()]
    return sorted(hands, key=lambda hand: hand[1].deadwood)


def _evening_wins(row: GameRow) -> Wins:
    """The games won on the evening of a finished game, unless it was the only one."""
    if row.status == "playing" or not may("history.evening"):
        return []
    wins = wins_of_evenings(current_club(), [row.played_on]).get(row.played_on, [])
    return wins if sum(won for _player, won in wins) > len(row.winners) else []


def shown_sheet(
    row: GameRow,
    people: Sequence[Player],
    round_at: Callable[..., str],
    *,
    for_club: bool = True,
) -> dict[str, Any]:
    """The values of a sheet for any visitor. `round_at` makes the address of a round's page."""
    sheet = sheet_of(row)
    variant, rules = sheet.game.variant, sheet.game.rules
    # Where an upcard is taken, the limit may differ in every round.
    limit = None if variant.takes_upcard else variant.knock_limit(rules, Round(Ending.KNOCK))
    return {
        "sheet": sheet,
        "people": people,
        "knock_limit": limit,
        "shown": ShownRounds(sheet),
        "full": commands.FULL_SHEET if commands.is_full(sheet) else None,
        "end": end_of(row, sheet, people, for_club=for_club),
        "moment": moment_to_show(row, sheet, people),
        "is_fresh": is_fresh(row),
        "round_at": round_at,
    }


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
    """The same for what happened between two rounds, from its `place`."""
    return partial(url_for, "between.show", game_id=game_id)


@blueprint.app_template_global()
def why_owed(game_id: str) -> Callable[..., str]:
    """The same for the sums of what the player at a `seat` owes at the end of a game."""
    return partial(url_for, "games.settling_up", game_id=game_id)


def undo_buttons(row: GameRow, open_round: OpenRound | None) -> dict[str, Any]:
    """The labels of the undo and redo buttons, `None` where there is nothing to undo, and a key.

    `plays_on` says whether undoing reopens a game that was called, `undoes_last_round` whether it
    changes the last round on the sheet or takes off what came after it.
    """
    undone, redone = possible_steps(row, open_round)
    return {
        "undoes": undone and undo_words(undone),
        "undoes_last_round": undone is not None
        and (
            undone.kind is ChangeKind.RECORD
            or (undone.kind is ChangeKind.CORRECT and undone.round is not None)
        )
        and undone.place == len(recorded_game(row).entries),
        "plays_on": undone is not None and undone.kind is ChangeKind.CALL,
        "redoes": redone and redo_words(redone),
        "key": commands.new_key(),
    }


def may_delete(row: GameRow) -> bool:
    """Whether this member may delete the game: a keeper any game, a player only a new one."""
    return may("games.delete") and (row.is_new or current_member().keeps)
