"""A new game: which one, who plays, by which rules; every step answers the same form again."""

from __future__ import annotations

from flask import Response, abort, make_response, redirect, render_template, request, url_for

from scorekeeper.games import commands
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import game_after
from scorekeeper.web.games.blueprint import blueprint
from scorekeeper.web.games.setup import Draft, Place, new_draft, read_id
from scorekeeper.web.games.setup_form import NewGameForm, read_draft
from scorekeeper.web.house_rules_form import preset_values, read_overrides
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import current_club
from scorekeeper.web.requests import game_or_404
from scorekeeper.web.translation import speak

SUGGESTED = 8
"""So many of the players seen last may be seated with one tap; all are suggested as one types."""


@blueprint.get("/games/new")
def new() -> Response:
    """The games to choose from, or the form for the one that was chosen or is played again."""
    if "rematch" in request.args:
        return _form(NewGameForm(_rematch(request.args["rematch"])))
    if "variant" not in request.args:
        return _choice()
    variant = find_variant(request.args["variant"])
    preset = variant.preset(request.args.get("preset", "plain")) if variant else None
    if variant is None or preset is None:
        abort(404)
    return _form(NewGameForm(new_draft(variant, preset)))


@blueprint.post("/games/new")
def change() -> Response:
    """The form after one step: a player more, another order, game, or language, other rules."""
    draft = read_draft(request.form)
    if draft is None:
        return _choice(422)
    step, _colon, what = request.form.get("do", "").partition(":")
    after = _after(draft, step, what)
    form = NewGameForm(after)
    if step == "language" and speak(what) and "refused" in request.form:
        form.validate()
    return _form(form, step=step, focus=_focus(after, step, what))


@blueprint.post("/games")
def start() -> Response:
    """Start the game, or say what stands in its way."""
    draft = read_draft(request.form)
    if draft is None:
        return _choice(422)
    form = NewGameForm(draft)
    if not form.validate():
        return _form(form, 422)
    try:
        row = commands.start(
            current_club(),
            key=request.form.get("key", ""),
            variant=draft.variant.key,
            preset=draft.preset.key,
            overrides=read_overrides(draft.variant, draft.changed),
            players=form.players,
            dealer=form.dealer,
            rematch_of=None if "anyway" in request.form else _played_again(),
        )
    except commands.BegunAlready:
        return _form(form, 409, is_begun=True)
    except RuleError as error:
        form.refuse(error)
        # A key that is refused would be refused again.
        return _form(form, 422, key=commands.new_key() if error.where == ("key",) else "")
    return make_response(redirect(url_for("games.show", game_id=row.id), 303))


def _choice(status: int = 200) -> Response:
    return make_response(
        render_template("games/choose.html", variants=VARIANTS, refused=status != 200), status
    )


def _form(
    form: NewGameForm,
    status: int = 200,
    *,
    step: str = "",
    focus: str = "",
    key: str = "",
    is_begun: bool = False,
) -> Response:
    draft, played = form.draft, _played_again()
    known = commands.known_players(current_club())
    seated = {place.name.strip().casefold() for place in draft.places}
    template = "games/_new_form.html" if is_htmx() else "games/new.html"
    page = render_template(
        template,
        form=form,
        draft=draft,
        variants=VARIANTS,
        house_rules=house_rules(draft.variant.rules_type),
        preset_values=preset_values(draft.variant, draft.preset),
        known=known,
        suggested=[name for name in known if name.casefold() not in seated][:SUGGESTED],
        key=key or request.form.get("key") or commands.new_key(),
        step=step,
        focus=focus,
        played_again=played,
        next_game=played and game_after(played, draft.variant.key),
        is_begun=is_begun,
    )
    return make_response(page, status)


def _after(draft: Draft, step: str, what: str) -> Draft:
    """The draft after a step; one that cannot be taken changes nothing."""
    place = read_id(what)
    variant, preset = find_variant(what), draft.variant.preset(what)
    match step:
        case "variant" if variant:
            return draft.for_variant(variant)
        case "preset" if preset:
            return draft.for_preset(preset)
        case "as-preset":
            return draft.as_preset()
        case "add" if draft.has_room:
            return draft.with_place()
        case "next" if draft.has_room and draft.free_place() is None:
            return draft.with_place()
        case "seat" if draft.has_room or draft.free_place():
            return draft.with_player(what)
        case "remove" if place is not None:
            return draft.without_place(place)
        case "up" | "down" if place is not None:
            return draft.moved(place, -1 if step == "up" else 1)
    return draft


def _focus(draft: Draft, step: str, what: str) -> str:
    """The id of what the next key should go to after a step."""
    free: Place | None = draft.free_place()
    places = draft.places
    match step:
        case "add" if places:
            return f"name-{places[-1].id}"
        case "next" if free:
            return f"name-{free.id}"
        case "up" if places and str(places[0].id) == what:
            return f"down-{what}"
        case "down" if places and str(places[-1].id) == what:
            return f"up-{what}"
        case "up" | "down":
            return f"{step}-{what}"
        case "remove" | "seat":
            return "players"
        case "variant" | "preset":
            return f"{step}-{what}"
    return ""


def _played_again() -> GameRow | None:
    """The game of which the form is a rematch."""
    return commands.find_game(current_club(), request.values.get("rematch", ""))


def _rematch(game_id: str) -> Draft:
    """The same game again, with the same rules and players, and the next dealer."""
    sheet = commands.sheet(game_or_404(game_id))
    game = sheet.game
    preset = game.variant.preset(game.preset)
    return new_draft(
        game.variant,
        preset,
        players=game.players,
        dealer=_dealer_after(sheet),
        overrides=dict(game.overrides),
    )


def _dealer_after(sheet: Sheet) -> int:
    """The seat that deals after the last round, also where that was the end."""
    game = sheet.game
    if not sheet.rounds:
        return game.dealer
    last = sheet.rounds[-1]
    return game.variant.next_dealer(game.rules, last.dealer, last.ruling, len(game.players))
