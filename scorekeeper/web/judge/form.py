"""The form of the judge's desk: a typed dispute read as far as it can be, its faults by field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rummy.column_entry import ColumnEntry
from scorekeeper.rummy.documents.game import read_players
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.game.starting_point import NOTHING_YET, SoFar, after
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import FIRST_SEAT, Message, Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.house_rules_form import house_rules_form, read_overrides
from scorekeeper.web.judge.typed import RULES, Dispute
from scorekeeper.web.judge.wins_text import read_entries
from scorekeeper.web.rounds.typed_round import TypedRound
from scorekeeper.web.translation import translate as spoken

MOST_WON = 50
"""So many rounds won by one player are believed."""

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


class DisputeForm:
    """A dispute, the game that it makes and what is wrong with it.

    `game` has no rounds; whatever is wrong stands in it as it would without having been typed.
    `before` is the same after what stood so far, `round` the round to be looked at. `errors` are
    sentences by field.
    """

    def __init__(self, typed: Dispute) -> None:
        self.typed = typed
        self.errors: dict[str, str] = {}
        form_type = house_rules_form(typed.variant.rules_type)
        self.rules = form_type(None, data=typed.rules, prefix=RULES)
        self.players = self._read_players()
        self.game = Game(
            variant=typed.variant,
            players=self.players,
            preset=typed.preset.key,
            overrides=tuple(self._read_rules().items()),
            dealer=self._read_dealer(),
        )
        self.round = self._read_round()
        self.so_far = self._read_so_far()
        self.before = self._after()

    @property
    def number(self) -> int:
        """The number of the round, where rounds differ; voids before it do not count."""
        return self.so_far.played + 1

    def refuse(self, field: str, text: Message) -> None:
        """Put a sentence at a field, unless another stands there."""
        self.errors.setdefault(field, spoken(text, self.typed.all_names))

    def _read_rules(self) -> dict[str, Value]:
        variant = self.typed.variant
        if not self.rules.validate():
            for name, texts in self.rules.errors.items():
                self.errors[RULES + name] = texts[0]
            return {}
        overrides = read_overrides(variant, self.typed.changed)
        try:
            game = Game(variant, self.players, self.typed.preset.key, tuple(overrides.items()))
            variant.check_table(game.rules, len(self.players))
        except RuleError as error:
            name = str(error.where[-1])
            self.refuse(RULES + name, error.message)
            self.rules[name].errors = [self.errors[RULES + name]]
            return {}
        return overrides

    def _read_players(self) -> tuple[str, ...]:
        names, wanted = self.typed.all_names, self.typed.players
        if wanted and wanted != str(len(names)):
            self._refuse_number(wanted)
        try:
            return read_players(self.typed.variant, names)
        except RuleError as error:
            self.refuse(f"name-{error.where[-1]}", error.message)
            return tuple(map(str, range(1, len(names) + 1)))

    def _refuse_number(self, wanted: str) -> None:
        """Say how many may play, in the words of the document."""
        number = int(wanted) if re.fullmatch(r"[0-9]{1,2}", wanted) else 0
        try:
            read_players(self.typed.variant, [str(each) for each in range(number)])
        except RuleError as error:
            self.refuse("players", error.message)

    def _read_dealer(self) -> Seat:
        typed = self.typed.round.dealer
        known = {str(seat): Seat(seat) for seat in range(len(self.players))}
        if typed and typed not in known:
            self.refuse(
                "dealer", message("There is no seat “{seat}” at this table.", seat=typed[:20])
            )
        return known.get(typed, FIRST_SEAT)

    def _read_round(self) -> TypedRound:
        """The round as typed, dealt by the game's own dealer so that nobody deals out of turn."""
        return replace(self.typed.round, dealer="")

    def _read_so_far(self) -> SoFar:
        typed = self.typed.so_far
        totals = self._numbers("total", typed.totals, None)
        won = self._numbers("won", typed.won, MOST_WON)
        if self.game.variant.columns > 1:
            return SoFar(entries=self._entries())
        return SoFar(
            totals=totals if any(totals) else (),
            won=won if any(won) else (),
            played=self._played(),
        )

    def _numbers(self, name: str, typed: Sequence[str], most: int | None) -> tuple[int, ...]:
        """Whole numbers as typed, nought where nothing was; `most` also forbids those below it."""
        numbers = []
        for seat, text in enumerate(typed):
            number = _number(text)
            if number is None:
                self.refuse(
                    f"{name}-{seat}", message("This must be a whole number, such as 85 or −20.")
                )
            elif most is not None and not 0 <= number <= most:
                self.refuse(
                    f"{name}-{seat}", message("This must be 0 to {most} rounds.", most=most)
                )
            else:
                numbers.append(number)
                continue
            numbers.append(0)
        return tuple(numbers)

    def _entries(self) -> tuple[ColumnEntry, ...]:
        try:
            return read_entries(
                self.typed.so_far.wins, self.players, self.typed.variant.entry_kinds
            )
        except RuleError as error:
            self.refuse("wins", error.message)
            return ()

    def _played(self) -> int:
        """The rounds before this one, where every round is dealt otherwise."""
        typed = self.typed.so_far.round
        rounds = self.game.variant.rounds
        if not typed or not rounds:
            return 0
        if typed not in map(str, range(1, rounds + 1)):
            self.refuse("round", message("There are {most} rounds.", most=rounds))
            return 0
        return int(typed) - 1

    def _after(self) -> Game:
        try:
            return after(self.game, self.so_far)
        except RuleError as error:
            self.refuse("wins" if self.game.variant.columns > 1 else "total-0", error.message)
            self.so_far = NOTHING_YET
            return self.game


def _number(text: str) -> int | None:
    plain = text.replace("−", "-") or "0"
    return int(plain) if _WHOLE_NUMBER.fullmatch(plain) else None
