"""Starting a new game with a variant, players and rules, or a rematch with one tap."""

from __future__ import annotations

from flask import Response, abort, make_response, redirect, request, url_for

from scorekeeper.games import commands
from scorekeeper.rummy.documents.sides import proposed_name, write_sides
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import find_variant
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.game_lists import last_of_variant
from scorekeeper.storage.mapping import game_without_rounds, listable_game
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import find_game
from scorekeeper.web.games import blueprint
from scorekeeper.web.games.choosing import choice_page
from scorekeeper.web.games.setup import NewGameDraft, PlayerSlot, new_draft, read_id
from scorekeeper.web.games.setup_form import REFUSED, NewGameForm, filled_in, form_page, read_draft
from scorekeeper.web.parts.house_rules_form import read_overrides
from scorekeeper.web.rounds.whose_phone import note_only_watches
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import choose_language
from scorekeeper.web.shell.visitor import current_club, current_member


@blueprint.get("/games/new")
def new() -> Response:
    """The games to choose from, or the form for a chosen game or a rematch.

    The address can hold the fields of a half-filled form, so that reloading and going back keep
    them.
    """
    draft = read_draft(request.args) if "name" in request.args else None
    if draft is not None:
        form = NewGameForm(draft)
        if REFUSED in request.args:
            form.validate()
        return form_page(form, rematch_of=_rematch_of())
    if "rematch" in request.args:
        row = game_or_404(request.args["rematch"])
        return form_page(NewGameForm(_next_draft(row)), rematch_of=row)
    if "variant" not in request.args:
        after = request.args.get("after", "")
        return choice_page(after=game_or_404(after) if after else None)
    variant = find_variant(request.args["variant"])
    preset = variant.preset(request.args.get("preset", "plain")) if variant else None
    if variant is None or preset is None:
        abort(404)
    return form_page(NewGameForm(new_draft(variant, preset)))


@blueprint.post("/games/new")
def change_setup() -> Response:
    """The form after one step, such as another player or preset. A new language redirects."""
    draft = read_draft(request.form)
    if draft is None:
        return choice_page(422)
    step, _colon, what = request.form.get("do", "").partition(":")
    if step == "language" and choose_language(what):
        return make_response(redirect(url_for(".new", **filled_in(request.form)), 303))
    after = _after_step(draft, step, what)
    return form_page(
        NewGameForm(after),
        rematch_of=_rematch_of(),
        step=step,
        focus=_focus(after, step, what),
        stepped=_list_step(what)[0] if step == "list" else "",
    )


@blueprint.post("/games")
def start() -> Response:
    draft = read_draft(request.form)
    if draft is None:
        return choice_page(422)
    form, before = NewGameForm(draft), _rematch_of()
    if not form.validate():
        return form_page(form, 422, rematch_of=before)
    key, anyway = request.form.get("key", ""), "anyway" in request.form
    try:
        row = start_drafted(form, key=key, rematch_of=before, anyway=anyway)
    except commands.RematchConflict:
        return form_page(form, 409, rematch_of=before, is_begun=True)
    except RuleError as error:
        form.refuse(error)
        # The server would reject the same key again.
        new_key = commands.new_key() if error.where == ("key",) else ""
        return form_page(form, 422, rematch_of=before, key=new_key)
    if current_member().player not in form.players:
        note_only_watches(row.id)
    return make_response(redirect(url_for("games.show", game_id=row.id), 303))


def _rematch_of() -> GameRow | None:
    return find_game(current_club(), request.values.get("rematch", ""))


def _after_step(draft: NewGameDraft, step: str, what: str) -> NewGameDraft:
    """The draft after a step. An impossible step changes nothing."""
    slot_id = read_id(what)
    variant, preset = find_variant(what), draft.variant.preset(what)
    match step:
        case "variant" if variant:
            return draft.for_variant(variant)
        case "preset" if preset:
            return draft.for_preset(preset)
        case "as-preset":
            return draft.as_preset()
        case "list":
            return draft.with_step(*_list_step(what))
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
        case "partner" if slot_id in [slot.id for slot in draft.named_slots]:
            return draft.with_tap(slot_id)
    return draft


def _list_step(what: str) -> tuple[str, str]:
    """The name of a house rule and the key of a step. Without a key, the list just opens."""
    name, _colon, key = what.partition(":")
    return name, key


def _focus(draft: NewGameDraft, step: str, what: str) -> str:
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
        case "variant" | "preset" | "partner":
            return f"{step}-{what}"
        case "partners":
            return "partners"
        case "list":
            name, key = _list_step(what)
            stepped = draft.stepped_list(name)
            return f"list-{name}-{key}" if stepped and stepped.after(key) else f"list-{name}"
    return ""


@blueprint.post("/games/<game_id>/rematch")
def rematch(game_id: str) -> Response:
    """Start the rematch of a game, or another `variant` with the same players.

    If another phone has already started it, redirect to that game. If the rules reject the game,
    show the filled-in form with the error.
    """
    row = game_or_404(game_id)
    form = NewGameForm(_next_draft(row))
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
    """Start the game of a form. Raises `RuleError` and `RematchConflict`."""
    draft = form.draft
    return commands.start(
        current_club(),
        key=key,
        variant=draft.variant.key,
        preset=draft.preset.key,
        overrides=read_overrides(draft.variant, draft.changed),
        players=form.players,
        dealer=form.dealer_seat,
        stake=form.read_stake(),
        sides={side.name: side.players for side in draft.sides},
        rematch_of=rematch_of,
        anyway=anyway,
        entered_by=current_member().author,
    )


def _next_draft(row: GameRow) -> NewGameDraft:
    """The next game of the players who stay, by default with the same variant and rules.

    The address can give another `variant` and a `preset`. Another variant without a `preset` has
    the rules that the club last played it with.
    """
    draft, key = _without_who_is_out(row), request.values.get("variant", row.variant)
    asked = request.values.get("preset", "")
    if key == row.variant and not asked:
        return draft
    variant = find_variant(key) or abort(404)
    last = last_of_variant(current_club(), key)
    preset, overrides = variant.preset(asked), {}
    if preset is None and last and (played := listable_game(last)):
        preset, overrides = variant.preset(played.preset), dict(played.overrides)
    slots = draft.named_slots
    return new_draft(
        variant,
        preset,
        players=[slot.name for slot in slots],
        dealer=next((seat for seat, slot in enumerate(slots) if slot.id == draft.dealer), 0),
        overrides=overrides,
        stake=game_without_rounds(row).stake,
        sides=draft.side_names[: draft.number_of_sides],
    )


def _without_who_is_out(row: GameRow) -> NewGameDraft:
    draft = rematch_draft(row)
    out = set(request.values.getlist("out", type=int))
    for slot in [slot for seat, slot in enumerate(draft.slots) if seat in out]:
        draft = draft.without_slot(slot.id)
    return draft


def rematch_draft(row: GameRow) -> NewGameDraft:
    """A rematch with the same rules and players, and the next dealer."""
    sheet = sheet_of(row)
    game = sheet.game
    preset = game.variant.preset(game.preset)
    return new_draft(
        game.variant,
        preset,
        players=game.players,
        dealer=dealer_after(sheet),
        overrides=dict(game.overrides),
        stake=game.stake,
        sides=_typed_names(game),
    )


def _typed_names(game: Game) -> list[str]:
    """The names that players typed for sides. Empty for a side with its proposed name."""
    sides = write_sides(game.partners, game.players)
    return ["" if name == proposed_name(players) else name for name, players in sides.items()]


@blueprint.app_template_global()
def dealer_after(sheet: Sheet) -> Seat:
    """The next dealer, even if the game is over."""
    return sheet.dealer_of(len(sheet.entries) + 1)
