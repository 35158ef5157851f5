"""A dispute as typed at the judge’s desk: one round of any game, and the scores before it.

The dispute has the fields of one form. Without empty fields, they are the query of an address.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask_babel import gettext as _

from scorekeeper.rummy.documents.sides import proposed_name, write_sides
from scorekeeper.rummy.game.entries import RoundOnSheet, at_a_table_of
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.game.starting_point import starting_scores_of
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import find_variant
from scorekeeper.web.entering.drafts import draft_of
from scorekeeper.web.judge.typed_scores import (
    NOTHING_TYPED,
    TypedStartingScores,
    typed_starting_scores,
)
from scorekeeper.web.parts.house_rules_form import (
    KNOWN_RULES,
    preset_values,
    print_typed,
    typed_changes,
)
from scorekeeper.web.rounds.typed_round import TypedRound, typed_again, typed_round

RULES = "rules-"
"""The prefix of the fields of house rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A dispute as typed, which can be invalid. A name that was not typed is empty.

    `changed` has the house rules that differ from the preset. `players` and `sides` are the typed
    numbers of players and sides. The round's `dealer` is the typed number of a seat.
    """

    variant: Variant
    preset: Preset
    changed: Mapping[str, str] = field(default_factory=dict)
    players: str = ""
    sides: str = ""
    names: tuple[str, ...] = ()
    side_names: tuple[str, ...] = ()
    scores: TypedStartingScores = NOTHING_TYPED
    round: TypedRound

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        return house_rules(self.variant.rules_type)

    @property
    def preset_values(self) -> dict[str, Value]:
        return preset_values(self.variant, self.preset)

    @property
    def rules(self) -> dict[str, str]:
        """Every house rule as the form shows it."""
        values = self.preset_values
        return {name: print_typed(value) for name, value in values.items()} | {**self.changed}

    @property
    def all_names(self) -> tuple[str, ...]:
        """The players' names. Players without a typed name get a placeholder."""
        usual = usual_names()
        free = [name for name in usual if name not in self.names]
        own = {seat: usual[seat] for seat in self._unnamed if usual[seat] in free}
        spare = iter([name for name in free if name not in own.values()])
        given = {seat: own.get(seat) or next(spare) for seat in self._unnamed}
        return tuple(name or given[seat] for seat, name in enumerate(self.names))

    @property
    def _unnamed(self) -> list[int]:
        return [seat for seat, name in enumerate(self.names) if not name]

    def fields(self) -> dict[str, str]:
        """The form's fields by name, without empty fields and defaults."""
        usual_sides, *_others = possible_sides(
            self.variant, player_count(self.variant, self.players)
        )
        fields = {
            "variant": self.variant.key,
            "preset": "" if self.preset.key == "plain" else self.preset.key,
            **{RULES + name: text for name, text in self.changed.items()},
            "players": "" if self.players == str(self.variant.fewest) else self.players,
            "sides": "" if self.sides == str(usual_sides) else self.sides,
            # Placeholders differ by language, so a typed name is kept even if it is a placeholder.
            **{f"name-{seat}": name for seat, name in enumerate(self.names)},
            **{f"side-{side}": name for side, name in enumerate(self.side_names)},
            **self.round.fields(),
            **_unless_zero("total", self.scores.totals),
            **_unless_zero("won", self.scores.won),
            **_unless_zero("phases", self.scores.phases),
            "round": "" if self.scores.round == "1" else self.scores.round,
            "wins": self.scores.wins,
        }
        if fields.get("dealer") == "0":
            del fields["dealer"]
        return {name: text for name, text in fields.items() if text}


def rules_fields(dispute: Dispute) -> dict[str, str]:
    """The fields for rules, number of players, number of the round and facts of its deal."""
    of_deal = [fact.key for fact in dispute.variant.own_facts if fact.of_deal]
    names = ("variant", "preset", "players", "round", *of_deal)
    fields = dispute.fields()
    return {name: fields[name] for name in fields if name in names or name.startswith(RULES)}


def usual_names() -> list[str]:
    return str(_("Ann, Bob, Cem, Dee, Eva, Fay, Gus, Hal")).split(", ")


def player_count(variant: Variant, players: str) -> int:
    """The number of players as typed, or the game's fewest if the number is invalid."""
    known = {str(number): number for number in variant.sizes}
    return known.get(players, variant.fewest)


def possible_sides(variant: Variant, players: int) -> tuple[int, ...]:
    """The possible numbers of sides, the most usual first. 0 means without partners."""
    alone = (0,) if variant.allows_sides(players, 0) else ()
    return (*alone, *variant.sides.get(players, ()))


def sides_played(variant: Variant, players: int, sides: str) -> int:
    """The number of sides as typed, or the most usual number if that is invalid."""
    ways = possible_sides(variant, players)
    return next((number for number in ways if str(number) == sides), ways[0])


def read_dispute(sent: Mapping[str, str]) -> Dispute | None:
    """Read the dispute in a form's data. `None` if the game or the preset is unknown.

    `base` is the preset that the form showed. A house rule changed from that preset keeps its value
    when the form sends another preset.
    """
    variant = find_variant(sent.get("variant", ""))
    preset = variant.preset(sent.get("preset", "plain")) if variant else None
    base = variant.preset(sent.get("base", "")) or preset if variant else None
    if variant is None or preset is None or base is None:
        return None
    changed = typed_changes(variant, base, _typed_rules(sent))
    players = sent.get("players", "").strip()
    sides = sent.get("sides", "").strip()
    seats = range(player_count(variant, players))
    partners = range(sides_played(variant, len(seats), sides))
    scorers = partners or seats
    return Dispute(
        variant=variant,
        preset=preset,
        changed=typed_changes(variant, preset, changed),
        players=players,
        sides=sides,
        names=tuple(_line(sent, f"name-{seat}") for seat in seats),
        side_names=tuple(_line(sent, f"side-{side}") for side in partners),
        scores=TypedStartingScores(
            totals=tuple(_line(sent, f"total-{scorer}") for scorer in scorers),
            won=tuple(_line(sent, f"won-{scorer}") for scorer in scorers),
            phases=tuple(
                _line(sent, f"phases-{scorer}") for scorer in scorers if variant.phases is not None
            ),
            round=_line(sent, "round"),
            wins=_line(sent, "wins"),
        ),
        round=_typed_round(sent, variant, _givers(variant, len(seats), len(partners))),
    )


def _givers(variant: Variant, players: int, partners: int) -> int:
    return partners + players * (variant.own_hands or not partners)


def _typed_rules(sent: Mapping[str, str]) -> dict[str, str]:
    return {name: sent[RULES + name] for name in KNOWN_RULES if RULES + name in sent}


def _line(sent: Mapping[str, str], name: str) -> str:
    return " ".join(sent.get(name, "").split())


def _unless_zero(name: str, texts: Sequence[str]) -> dict[str, str]:
    """The texts as fields by seat. A text of 0 becomes empty, which means 0 too."""
    return {f"{name}-{seat}": "" if text == "0" else text for seat, text in enumerate(texts)}


def _typed_round(sent: Mapping[str, str], variant: Variant, scorers: int) -> TypedRound:
    """The round without the fields that only a recorded round needs."""
    typed = typed_round(sent, variant, scorers).but(note="", entered_by="")
    return replace(typed, hands=tuple(" ".join(hand.split()) for hand in typed.hands))


def blank_dispute(variant: Variant) -> Dispute:
    return Dispute(variant=variant, preset=variant.presets[0], round=TypedRound())


def dispute_about(sheet: Sheet, disputed: RoundOnSheet) -> Dispute:
    """A dispute about a recorded round: its players, its facts and the scores before it."""
    game, seats = sheet.game, disputed.before
    before, played = sheet.before(disputed.place), replace(disputed.round, dealer=disputed.dealer)
    if not game.partners:
        played = at_a_table_of(played, seats)
        game = replace(game, players=tuple(game.players[seat] for seat in seats))
    return replace(
        _named(dispute_in_play(before), game),
        round=typed_again(draft_of(played, game), game).but(note=""),
    )


def dispute_at_table(sheet: Sheet) -> Dispute:
    """A dispute about the next round of a game. If the game is over, about a first round."""
    game, seats = sheet.game, sheet.players_in
    if not game.partners:
        game = replace(game, players=tuple(game.players[seat] for seat in seats))
    dispute = _named(dispute_in_play(sheet), game)
    if sheet.next_dealer is None:
        return replace(dispute, scores=NOTHING_TYPED)
    dealer = str(seats.index(sheet.next_dealer))
    return replace(dispute, round=dispute.round.but(dealer=dealer))


def _named(dispute: Dispute, game: Game) -> Dispute:
    sides = write_sides(game.partners, game.players)
    return replace(
        dispute,
        names=tuple(game.players),
        side_names=tuple("" if side == proposed_name(sides[side]) else side for side in sides),
    )


def dispute_in_play(sheet: Sheet) -> Dispute:
    """A dispute about the next round of a game: its rules and scores, without names."""
    game = sheet.game
    preset = game.variant.preset(game.preset)
    if preset is None:
        raise AssertionError("a recorded game has a preset")
    typed = {name: print_typed(value) for name, value in game.overrides}
    return Dispute(
        variant=game.variant,
        preset=preset,
        changed=typed_changes(game.variant, preset, typed),
        players=str(len(sheet.players_in)),
        sides=str(len(game.partners)),
        scores=typed_starting_scores(game, starting_scores_of(sheet)),
        round=TypedRound(),
    )
