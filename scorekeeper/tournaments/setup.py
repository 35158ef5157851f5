"""Checking the setup of a tournament, and completing it with every house rule of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from scorekeeper.games.details import EARLIEST
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.documents.names import LONGEST_PLACE, check_name, check_place
from scorekeeper.rummy.game.facts import Game, stating_every_rule
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import find_variant
from scorekeeper.tournament.document import CHOSEN_KEYS, COURSE_KEYS, STANDING_KEYS, read_setup
from scorekeeper.tournament.draws import FOUR, THREE
from scorekeeper.tournament.model import LAP, PARTNERS, SINGLES, TWO_SIDES, Tournament
from scorekeeper.tournament.points import DealPoints, VictoryPoints
from scorekeeper.tournament.reading import read_choice, read_object
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.results import FEWEST, MOST
from scorekeeper.tournament.writing import write_tournament
from scorekeeper.tournaments.parts import Document
from scorekeeper.tournaments.rule_errors import as_refusals, sentence_of

LATEST = date(2100, 12, 31)

KEPT_DURING_PLAY = ("name", "date", "place", *COURSE_KEYS)
"""The keys of a setup that can still change once a round is drawn."""


def check_setup(setup: object) -> dict[str, Any]:
    """The setup with every key, and with every rule of its game. Raises `Refusal`.

    The result has the setup keys of a tournament document, the number of rounds `planned` (0 if
    open), the `minutes` of each round (0 without a clock), the rule `at_the_clock`, and empty
    `lots`.
    """
    fields = read_object(setup, CHOSEN_KEYS)
    tournament = read_setup({"format": 1, **fields})
    _check_words(tournament)
    if isinstance(tournament.points, VictoryPoints) and not tournament.has_two_sides:
        raise Refusal(message("Victory Points are for tables with two sides."), "points", "by")
    game = _check_game(tournament)
    written = write_tournament(replace(tournament, game=game))
    return {
        "place": "",
        **{key: written[key] for key in STANDING_KEYS if key in written},
        "planned": fields.get("planned", 0),
        "minutes": fields.get("minutes", 0),
        "at_the_clock": fields.get("at_the_clock", LAP),
        "lots": [],
    }


def _check_words(tournament: Tournament) -> None:
    if not tournament.name.strip():
        raise Refusal(message("Give the tournament a name."), "name")
    with as_refusals():
        check_name(tournament.name, "name", most=LONGEST_PLACE)
        check_place(tournament.place, "place")
    try:
        day = date.fromisoformat(tournament.date)
    except ValueError:
        raise Refusal(message("A date is written as 2026-11-21."), "date") from None
    if day < EARLIEST:
        raise Refusal(message("That date is too far back."), "date")
    if day > LATEST:
        raise Refusal(message("That date is too far ahead."), "date")


def _check_game(tournament: Tournament) -> dict[str, Any]:
    """The game of all tables with all its rules, checked for each usual size of a table."""
    given = read_object(tournament.game, ("variant", "preset", "rules", "wins"), "game")
    _check_wins(given)
    game, *_others = [_at_table(tournament, given, size) for size in _sizes(tournament)]
    if isinstance(tournament.points, DealPoints):
        for place, ending in enumerate(tournament.points.by_hand):
            read_choice(ending, game.variant.ending_names, "points", "by_hand", place)
    rules = dict(stating_every_rule(game).overrides)
    return {"variant": game.variant.key, "preset": game.preset, "rules": rules}


def _check_wins(game: Mapping[str, Any]) -> None:
    if "wins" not in game:
        return
    wins = read_choice(game["wins"], (MOST, FEWEST), "game", "wins")
    if (wins == FEWEST) != fewest_win(game):
        raise Refusal(message("The rules of the game say otherwise who wins."), "game", "wins")


def _sizes(tournament: Tournament) -> tuple[int, ...]:
    """The usual sizes of tables. With few entrants, a draw checks tables of 2 or 5."""
    if tournament.play != SINGLES:
        return (TWO_SIDES * PARTNERS,)
    return (TWO_SIDES,) if tournament.seats == TWO_SIDES else (FOUR, THREE)


def _at_table(tournament: Tournament, given: Mapping[str, Any], size: int) -> Game:
    partners = tournament.play != SINGLES
    check_size(given, size, "game", "variant", partners=partners)
    names = [f"Player {seat + 1}" for seat in range(size)]
    sides = {"sides": [names[::2], names[1::2]]} if partners else {}
    played = {key: value for key, value in given.items() if key != "wins"}
    with as_refusals("game"):
        return read_game({"format": 1, **played, "players": names, **sides})


def check_size(game: Document, size: int, *where: str | int, partners: bool) -> None:
    """Raise `Refusal` if the game cannot be played at a table of this size."""
    variant = _variant(game)
    sides = TWO_SIDES if partners else 0
    if variant is None or (size in variant.sizes and variant.allows_sides(size, sides)):
        return
    name = sentence_of(variant.name)
    text = message("{game} is not played by {number} who each play alone.", game=name, number=size)
    if partners:
        text = message("{game} is not played by two pairs.", game=name)
    raise Refusal(text, *where)


def _variant(game: Document) -> Variant | None:
    key = game.get("variant")
    return find_variant(key) if isinstance(key, str) else None


def fewest_win(game: Document) -> bool:
    variant = _variant(game)
    if variant is None:
        return False
    names = tuple(f"Player {seat + 1}" for seat in range(max(variant.sizes)))
    overrides = tuple(game.get("rules", {}).items())
    try:
        rules = Game(
            variant=variant,
            players=names,
            preset=game.get("preset", "plain"),
            overrides=overrides,
        ).rules
    except RuleError:
        return False
    return variant.lowest_wins(rules)
