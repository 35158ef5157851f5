"""The recorded facts of a whole game: its players, its rules and every entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.game.entries import Entry, seats_joining, seats_named
from scorekeeper.rummy.hand import Extras
from scorekeeper.rummy.house_rules import Value, house_rules, make_rules, rule_values
from scorekeeper.rummy.messages import FIRST_SEAT, Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.sides import Seated, by_side, shares_of, sides_of
from scorekeeper.rummy.stake import Stake
from scorekeeper.rummy.variant import Variant


@dataclass(frozen=True)
class Game:
    """The facts of a whole game. Its `rules` come from the preset and the `overrides`.

    - `players`: the names of the players. In a game of partners it is a `Seated`, which also has
      the names of the sides
    - `overrides`: values of house rules. They take precedence over the preset, even if they equal
      its values
    - `entries`: the rounds, and the entries between rounds
    - `called`: whether the players ended the game early
    - `imported`: the totals of a game without known rounds. Such a game has no entries. `None` for
      all other games
    - `extras`: the document’s `x-` keys

    The property `rules` raises `RuleError` if the variant rejects the preset or an override. The
    caller checks the players and the dealer.
    """

    variant: Variant
    players: tuple[str, ...]
    preset: str = "plain"
    overrides: tuple[tuple[str, Value], ...] = ()
    dealer: Seat = FIRST_SEAT
    entries: tuple[Entry, ...] = ()
    called: bool = False
    extras: Extras = ()
    stake: Stake | None = None
    imported: tuple[int, ...] | None = None

    @cached_property
    def rules(self) -> Any:
        return rules_in_force(self.variant, self.preset, dict(self.overrides))

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Round))

    @cached_property
    def sides(self) -> tuple[Seat, ...]:
        """The sides. In a game without partners, the players in order of play."""
        return sides_of(self.players)

    @cached_property
    def owners(self) -> tuple[Seat, ...]:
        """The owners of the hands that count: the sides, or all players with separate hands."""
        return self.variant.hands_of(self.sides)

    @cached_property
    def givers(self) -> tuple[Seat, ...]:
        """The seats in the order of a round's hands.

        If partners have separate hands, the sides come first, without hands, then every player.
        """
        return shares_of(self.sides) if self.variant.own_hands else self.sides

    @property
    def names_of_sides(self) -> Sequence[str]:
        """The names of the sides, or of the players if there are no partners."""
        return by_side(self.players)

    @property
    def partners(self) -> tuple[str, ...]:
        return self.players.sides if isinstance(self.players, Seated) else ()

    @cached_property
    def starters(self) -> tuple[Seat, ...]:
        joining = seats_joining(self.entries)
        return tuple(side for side in self.sides if side not in joining)

    @cached_property
    def has_comings(self) -> bool:
        return self.variant.elimination(self.rules) is not None or any(
            isinstance(entry, Between) and entry.kind is not BetweenKind.ADJUST
            for entry in self.entries
        )

    def with_entries(self, entries: tuple[Entry, ...]) -> Game:
        """The same game with these entries.

        If a player no longer joins and no entry names the player, the game loses the player. Only
        players with the last seats can go, so that all other players keep their seats.
        """
        players = self.players
        gone = seats_joining(self.entries) - seats_joining(entries)
        gone -= {seat for entry in entries if gone for seat in seats_named(entry)}
        while Seat(len(players) - 1) in gone:
            players = players[:-1]
        return replace(self, entries=entries, players=players)

    @property
    def changes(self) -> tuple[tuple[str, Value], ...]:
        usual = rules_in_force(self.variant, self.preset, {})
        return tuple(
            (name, value) for name, value in self.overrides if value != getattr(usual, name)
        )


def stating_every_rule(game: Game) -> Game:
    """The same game with every rule as an override. Another preset then changes no rule."""
    return replace(game, overrides=tuple(rule_values(game.rules).items()))


def rules_in_force(variant: Variant, preset: str, overrides: Mapping[str, object]) -> Any:
    """Return the rules under a preset and overrides. Raises `RuleError` at `preset` or `rules`."""
    chosen = variant.preset(preset)
    if chosen is None:
        known = ", ".join(preset.key for preset in variant.presets)
        raise RuleError(
            message(
                "There is no preset “{preset}” here, only {known}.", preset=preset, known=known
            ),
            "preset",
        )
    known_rules = house_rules(variant.rules_type)
    # Some documents have a value for every rule of version 1.0. In their games, the rules of later
    # versions did not exist yet, so these rules get their defaults, not the preset's values.
    states_all = all(rule.name in overrides for rule in known_rules if not rule.is_later)
    usual = {} if states_all else chosen.overrides
    try:
        return make_rules(variant.rules_type, {**usual, **overrides})
    except RuleError as error:
        raise error.under("rules") from None
