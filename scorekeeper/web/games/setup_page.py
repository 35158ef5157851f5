"""The pages on which a game is set up: the games to choose from, and the form of a new game."""

from __future__ import annotations

from flask import Response, make_response, render_template, request

from scorekeeper.games import commands
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import game_after
from scorekeeper.web.games.setup_form import NewGameForm
from scorekeeper.web.house_rules_form import preset_values
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import current_club

SUGGESTED = 8
"""How many recent players get a button; typing suggests all of them."""


def choice_page(status: int = 200) -> Response:
    """The games to choose from."""
    return make_response(
        render_template("games/choose.html", variants=VARIANTS, refused=status != 200), status
    )


def form_page(
    form: NewGameForm,
    status: int = 200,
    *,
    rematch_of: GameRow | None = None,
    step: str = "",
    focus: str = "",
    key: str = "",
    is_begun: bool = False,
) -> Response:
    """The form of a new game, with its errors and what the last step asks to be looked at."""
    draft = form.draft
    known = commands.known_players(current_club())
    named = {slot.name.strip().casefold() for slot in draft.slots}
    form.key.data = key or request.form.get("key") or commands.new_key()
    form.rematch.data = rematch_of.id if rematch_of else ""
    template = "games/_new_form.html" if is_htmx() else "games/new.html"
    page = render_template(
        template,
        form=form,
        draft=draft,
        variants=VARIANTS,
        house_rules=house_rules(draft.variant.rules_type),
        preset_values=preset_values(draft.variant, draft.preset),
        known=known,
        suggested=[name for name in known if name.casefold() not in named][:SUGGESTED],
        step=step,
        focus=focus,
        next_game=rematch_of and game_after(rematch_of, draft.variant.key),
        is_begun=is_begun,
    )
    return make_response(page, status)
