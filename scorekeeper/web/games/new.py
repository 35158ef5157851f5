"""Starting a new game: which one, who plays, by which rules; every step shows the form again."""

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
from scorekeeper.web.games.setup import Draft, PlayerSlot, new_draft, read_id
from scorekeeper.web.games.setup_form import NewGameForm, read_draft
from scorekeeper.web.house_rules_form import preset_values, read_overrides
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import current_club
from scorekeeper.web.requests import game_or_404
from scorekeeper.web.translation import choose_language

SUGGESTED = 8
"""How many recent players get a button; typing suggests all of them."""


@blueprint.get("/games/new")
def new() -> Response:
    """The games to choose from, or the form of the game that was chosen or is a rematch."""
    if "rematch" in request.args:
        return _form(NewGameForm(_rematch_draft(request.args["rematch"])))
    if "variant" not in request.args:
        return _choice()
    variant = find_variant(request.args["variant"])
    preset = variant.preset(request.args.get("preset", "plain")) if variant else None
    if variant is None or preset is None:
        abort(404)
    return _form(NewGameForm(new_draft(variant, preset)))


@blueprint.post("/games/new")
def change_setup() -> Response:
    """The form after one step: another player, order, game, language or preset."""
    draft = read_draft(request.form)
    if draft is None:
        return _choice(422)
    step, _colon, what = request.form.get("do", "").partition(":")
    after = _after(draft, step, what)
    form = NewGameForm(after)
    if step == "language" and choose_language(what) and "refused" in request.form:
        form.validate()
    return _form(form, step=step, focus=_focus(after, step, what))


@blueprint.post("/games")
def start() -> Response:
    """Start the game, or show the form with its errors."""
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
            dealer=form.dealer_seat,
            rematch_of=_rematch_of(),
            anyway="anyway" in request.form,
        )
    except commands.RematchConflict:
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
    draft, rematch_of = form.draft, _rematch_of()
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


def _after(draft: Draft, step: str, what: str) -> Draft:
    """The draft after a step; one that cannot be taken changes nothing."""
    slot_id = read_id(what)
    variant, preset = find_variant(what), draft.variant.preset(what)
    match step:
        case "variant" if variant:
            return draft.for_variant(variant)
        case "preset" if preset:
            return draft.for_preset(preset)
        case "as-preset":
            return draft.as_preset()
        case "add" if draft.has_room:
            return draft.with_slot()
        case "next" if draft.has_room and draft.free_slot() is None:
            return draft.with_slot()
        case "seat" if draft.has_room or draft.free_slot():
            return draft.with_player(what)
        case "remove" if slot_id is not None:
            return draft.without_slot(slot_id)
        case "up" | "down" if slot_id is not None:
            return draft.moved(slot_id, -1 if step == "up" else 1)
    return draft


def _focus(draft: Draft, step: str, what: str) -> str:
    """The id of the element that gets the focus after a step."""
    free: PlayerSlot | None = draft.free_slot()
    slots = draft.slots
    match step:
        case "add" if slots:
            return f"name-{slots[-1].id}"
        case "next" if free:
            return f"name-{free.id}"
        case "up" if slots and str(slots[0].id) == what:
            return f"down-{what}"
        case "down" if slots and str(slots[-1].id) == what:
            return f"up-{what}"
        case "up" | "down":
            return f"{step}-{what}"
        case "remove" | "seat":
            return "players"
        case "variant" | "preset":
            return f"{step}-{what}"
    return ""


def _rematch_of() -> GameRow | None:
    """The game that this one is a rematch of, if any."""
    return commands.find_game(current_club(), request.values.get("rematch", ""))


def _rematch_draft(game_id: str) -> Draft:
    """The same game again: same rules, same players, the next dealer."""
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
    """The seat that deals after the last round, even if the game ended there."""
    game = sheet.game
    if not sheet.rounds:
        return game.dealer
    last = sheet.rounds[-1]
    return game.variant.next_dealer(game.rules, last.dealer, last.ruling, len(game.players))
