"""The game document: one JSON object for a whole game, read strictly and written.

Reading keeps keys that begin with `x-`, and rejects all other unknown keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import starmap
from typing import Any

from scorekeeper.rummy.cards import Pieces
from scorekeeper.rummy.documents.about import ABOUT_KEYS, About, read_about
from scorekeeper.rummy.documents.history import Written, check_history
from scorekeeper.rummy.documents.names import check_name, skeleton
from scorekeeper.rummy.documents.reading import (
    NOT_KNOWN,
    Seating,
    read_boolean,
    read_extras,
    read_object,
    read_seat,
    read_side,
    read_string,
    seats_by_name,
    write_extras,
)
from scorekeeper.rummy.documents.round import BETWEEN, read_entry, write_entry
from scorekeeper.rummy.documents.sides import SIDES, read_sides, write_sides
from scorekeeper.rummy.documents.stake import read_stake, write_stake
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.game.facts import Game, rules_in_force
from scorekeeper.rummy.messages import FIRST_SEAT, SEATS, Message, Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.sides import Seated, players_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant

LARGEST_TOTAL = 1_000_000
"""The largest total in a document or a question, positive or negative."""

_PLAY_KEYS = frozenset(
    [
        *("variant", "preset", "rules", "players", SIDES, "dealer", "rounds", "called"),
        *("stake", "imported"),
    ]
)


def read_game(document: object) -> Game:
    """Read a game document (parsed JSON). Raises `RuleError` with the place of the first error."""
    return read_document(document)[0]


def read_document(document: object) -> tuple[Game, About]:
    """Read a game, and the rest of its document. Raises `RuleError` at the first error."""
    fields = read_object(document, _PLAY_KEYS | ABOUT_KEYS)
    game = _read_play(fields)
    try:
        about = read_about(fields, game.players, game.variant.pieces)
        if about.history:
            check_history(about.history, written_entries(game, about), called=game.called)
    except RuleError as error:
        raise error.under(names=game.players) from None
    return game, about


def written_entries(game: Game, about: About) -> list[Written]:
    """The entries of a game. Each has the time and person of its recording, if they are known."""
    entered = about.entered or [NOT_KNOWN] * len(game.entries)
    return list(starmap(Written, zip(game.entries, entered, strict=True)))


def _read_play(fields: Mapping[str, Any]) -> Game:
    variant = read_variant(fields)
    players = read_names(fields.get("players"))
    preset = read_string(fields.get("preset", "plain"), "preset")
    overrides = read_object(fields.get("rules", {}), None, "rules")
    stated = {name: value for name, value in overrides.items() if not name.startswith("x-")}
    rules = rules_in_force(variant, preset, stated)
    partners = _read_sides(fields, variant, players)
    if partners:
        players = Seated(players, partners)
    seats = seats_by_name(players)
    stake = read_stake(fields["stake"]) if "stake" in fields else None
    try:
        entries = _read_entries(fields.get("rounds", []), seats, variant.pieces)
        game = Game(
            variant=variant,
            players=players,
            preset=preset,
            overrides=tuple((name, getattr(rules, name)) for name in stated),
            dealer=read_seat(fields["dealer"], seats, "dealer")
            if "dealer" in fields
            else FIRST_SEAT,
            entries=entries,
            called=read_boolean(fields.get("called", False), "called"),
            extras=read_extras(fields)
            + read_extras(overrides, "rules")
            + read_extras(fields.get("stake", {}), "stake"),
            stake=stake,
            imported=_read_imported(fields["imported"], seats) if "imported" in fields else None,
        )
        return _checked_start(game, names_dealer="dealer" in fields)
    except RuleError as error:
        raise error.under(names=players) from None


def _read_imported(totals: object, seats: Seating) -> tuple[int, ...]:
    read: dict[Seat, int] = {}
    for name, total in read_object(totals, None, "imported").items():
        side = read_side(name, seats, "imported")
        if side in read:
            raise RuleError(message("{player} is there twice.", player=side), "imported")
        read[side] = read_total(total, "imported", name)
    if len(read) < len(seats.sides):
        raise RuleError(message("Give everybody’s total."), "imported")
    return tuple(read[seat] for seat in sorted(read))


def read_total(total: object, *where: str | int) -> int:
    if type(total) is not int or abs(total) > LARGEST_TOTAL:
        text = message("A total is a whole number, up to {most}.", most=LARGEST_TOTAL)
        raise RuleError(text, *where)
    return total


def _read_sides(
    fields: Mapping[str, Any], variant: Variant, players: tuple[str, ...]
) -> tuple[str, ...]:
    try:
        return read_sides(fields[SIDES], variant, players) if SIDES in fields else ()
    except RuleError as error:
        raise error.under(names=players) from None


def _checked_start(game: Game, *, names_dealer: bool) -> Game:
    variant, starters = game.variant, players_of(game.starters)
    if len(starters) not in variant.sizes:
        raise RuleError(wrong_number(variant), "players")
    if not game.partners and variant.sides_needed(len(starters)):
        text = message(
            "{game} with {number} players is played by sides: name them.",
            game=variant.name,
            number=len(starters),
        )
        raise RuleError(text, SIDES)
    variant.check_table(game.rules, len(starters))
    if game.dealer in starters:
        return game
    if names_dealer:
        raise RuleError(message("{player} joins later.", player=game.dealer), "dealer")
    return replace(game, dealer=starters[0])


def read_variant(fields: Mapping[str, Any]) -> Variant:
    key = fields.get("variant")
    variant = find_variant(key) if isinstance(key, str) else None
    if variant is None:
        known = ", ".join(variant.key for variant in VARIANTS)
        raise RuleError(message("Choose the game: {known}.", known=known), "variant")
    return variant


def read_rules(variant: Variant, fields: Mapping[str, Any]) -> tuple[Any, int]:
    """Read the rules and the number of players in a question. Raises `RuleError`."""
    preset = read_string(fields.get("preset", "plain"), "preset")
    rules = rules_in_force(variant, preset, read_object(fields.get("rules", {}), None, "rules"))
    players = fields.get("players", variant.fewest)
    if type(players) is not int or players not in variant.sizes:
        raise RuleError(wrong_number(variant), "players")
    variant.check_table(rules, players)
    return rules, players


def read_players(variant: Variant, names: object) -> tuple[str, ...]:
    players = read_names(names)
    if len(players) not in variant.sizes:
        raise RuleError(wrong_number(variant), "players")
    return players


def read_names(names: object) -> tuple[str, ...]:
    """Read players’ names in order of play. Raises `RuleError` at `players` or at a name."""
    if not isinstance(names, list | tuple):
        raise RuleError(message("Name the players in order of play."), "players")
    if len(names) > len(SEATS):
        text = message("No more than {most} can ever sit in a game.", most=len(SEATS))
        raise RuleError(text, "players")
    players = tuple(_read_name(name, index) for index, name in enumerate(names))
    skeletons = [skeleton(name) for name in players]
    for index, name in enumerate(players):
        if skeletons[index] in skeletons[:index]:
            raise RuleError(same_name(name), "players", index)
    return players


def same_name(name: str) -> Message:
    return message("Two players cannot both be “{name}”.", name=name)


def wrong_number(variant: Variant) -> Message:
    if variant.fewest == variant.most:
        return message("{game} is for {number} players.", game=variant.name, number=variant.most)
    if variant.never:
        *numbers, most = map(str, variant.sizes)
        return message(
            "{game} is for {numbers} or {most} players.",
            game=variant.name,
            numbers=", ".join(numbers),
            most=most,
        )
    return message(
        "{game} is for {fewest} to {most} players.",
        game=variant.name,
        fewest=variant.fewest,
        most=variant.most,
    )


def _read_name(name: object, index: int) -> str:
    trimmed = name.strip() if isinstance(name, str) else ""
    check_name(trimmed, "players", index)
    return trimmed


def _read_entries(entries: object, seats: Seating, pieces: Pieces) -> tuple[Entry, ...]:
    if not isinstance(entries, list):
        raise RuleError(message("The rounds must be a list."), "rounds")
    read: list[Entry] = []
    for index, entry in enumerate(entries):
        try:
            read.append(read_entry(entry, seats, pieces))
        except RuleError as error:
            is_round = not (isinstance(entry, dict) and BETWEEN in entry)
            number = sum(isinstance(earlier, Round) for earlier in read) + 1 if is_round else 0
            raise error.under("rounds", index, number=number) from None
    return tuple(read)


def write_game(game: Game) -> dict[str, Any]:
    """Write a game as a document. `read_game` makes the same game from the document."""
    document: dict[str, Any] = {"variant": game.variant.key, "preset": game.preset}
    rules = dict(game.overrides) | write_extras(game.extras, "rules")
    if rules:
        document["rules"] = rules
    return {
        **document,
        "players": list(game.players),
        **({SIDES: write_sides(game.partners, game.players)} if game.partners else {}),
        "dealer": game.players[game.dealer],
        "rounds": [write_entry(entry, game.players) for entry in game.entries],
        "called": game.called,
        **_write_imported(game),
        **_write_stake(game),
        **write_extras(game.extras),
    }


def _write_imported(game: Game) -> dict[str, Any]:
    if game.imported is None:
        return {}
    return {"imported": dict(zip(game.names_of_sides, game.imported, strict=True))}


def _write_stake(game: Game) -> dict[str, Any]:
    if game.stake is None:
        return {}
    return {"stake": write_stake(game.stake) | write_extras(game.extras, "stake")}
