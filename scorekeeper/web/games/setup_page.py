"""The pages on which a game is set up: the games to choose from, and the form of a new game."""

from __future__ import annotations

from flask import Response, make_response, render_template, request

from scorekeeper.games import commands
from scorekeeper.rummy.documents.names import heard
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.storage.game_lists import last_of_each_variant
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import game_after, known_people
from scorekeeper.web.games.setup_form import NewGameForm
from scorekeeper.web.parts.house_rules_form import preset_values, preset_words
from scorekeeper.web.shell.requests import is_htmx
from scorekeeper.web.shell.visitor import current_club

SUGGESTED = 8
"""How many recent players get a button; typing suggests all of them."""


def choice_page(status: int = 200, after: str = "") -> Response:
    """The games to choose from, for the players of the game `after` which they are played."""
    page = render_template(
        "games/choose.html", variants=_last_played_first(), refused=status != 200, after=after
    )
    return make_response(page, status)


def _last_played_first() -> list[Variant]:
    """Every game, those first that the club played last."""
    last = [row.variant for row in last_of_each_variant(current_club())]
    known = [variant for key in last if (variant := find_variant(key))]
    return [*known, *(each for each in VARIANTS if each.key not in last)]


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
    known = known_people(current_club())
    named = {heard(slot.name) for slot in draft.slots}
    faces = {heard(player.name): player for player in known}
    form.key.data = key or request.form.get("key") or commands.new_key()
    form.rematch.data = rematch_of.id if rematch_of else ""
    template = "games/_new_form.html" if is_htmx() else "games/new.html"
    page = render_template(
        template,
        form=form,
        draft=draft,
        variants=_last_played_first(),
        house_rules=house_rules(draft.variant.rules_type),
        preset_values=preset_values(draft.variant, draft.preset),
        preset_words=preset_words,
        known=known,
        suggested=[each for each in known if heard(each.name) not in named][:SUGGESTED],
        player_named=lambda name: faces.get(heard(name)),
        step=step,
        focus=focus,
        next_game=rematch_of and game_after(rematch_of, draft.variant.key),
        is_begun=is_begun,
    )
    return make_response(page, status)
