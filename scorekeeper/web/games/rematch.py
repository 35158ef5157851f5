"""A rematch: the same game by the same rules with the same players, started by one tap."""

from __future__ import annotations

from flask import Response, make_response, redirect, request, url_for

from scorekeeper.games import commands
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games.blueprint import blueprint
from scorekeeper.web.games.setup import Draft, new_draft
from scorekeeper.web.games.setup_form import NewGameForm
from scorekeeper.web.games.setup_page import form_page
from scorekeeper.web.parts.house_rules_form import read_overrides
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.visitor import current_club


@blueprint.post("/games/<game_id>/rematch")
def rematch(game_id: str) -> Response:
    """Start the rematch of a game; whoever is second goes to the one that has begun.

    If it cannot be started as it is, the form says why and has everything filled in.
    """
    row = game_or_404(game_id)
    form = NewGameForm(rematch_draft(row))
    try:
        begun = start_drafted(form, key=request.form.get("key", ""), rematch_of=row).id
    except commands.RematchConflict as conflict:
        begun = str(conflict)
    except RuleError as error:
        form.refuse(error)
        return form_page(form, 422, rematch_of=row, key=commands.new_key())
    return make_response(redirect(url_for("games.show", game_id=begun), 303))


def start_drafted(
    form: NewGameForm, *, key: str, rematch_of: GameRow | None, anyway: bool = False
) -> GameRow:
    """Start the game of a form; raises `RuleError` and `RematchConflict`."""
    draft = form.draft
    return commands.start(
        current_club(),
        key=key,
        variant=draft.variant.key,
        preset=draft.preset.key,
        overrides=read_overrides(draft.variant, draft.changed),
        players=form.players,
        dealer=form.dealer_seat,
        rematch_of=rematch_of,
        anyway=anyway,
    )


def rematch_draft(row: GameRow) -> Draft:
    """The same game again: same rules, same players, the next dealer."""
    sheet = commands.sheet(row)
    game = sheet.game
    preset = game.variant.preset(game.preset)
    return new_draft(
        game.variant,
        preset,
        players=game.players,
        dealer=dealer_after(sheet),
        overrides=dict(game.overrides),
    )


@blueprint.app_template_global()
def dealer_after(sheet: Sheet) -> Seat:
    """The seat that deals after the last round, even if the game ended there."""
    game = sheet.game
    if not sheet.rounds:
        return game.dealer
    last = sheet.rounds[-1]
    return game.variant.next_dealer(game.rules, last.dealer, last.ruling, len(game.players))
