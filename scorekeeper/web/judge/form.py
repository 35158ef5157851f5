"""Reading what was typed at the judge's desk, as far as possible, with errors at the fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rummy.column import ColumnEntry
from scorekeeper.rummy.documents.game import read_players
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.game.starting_point import NOTHING_YET, StartingScores, with_starting_scores
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import FIRST_SEAT, Message, Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.judge.fields import DisputeFields
from scorekeeper.web.judge.typed import RULES, Dispute
from scorekeeper.web.judge.wins_text import print_entries, read_entries
from scorekeeper.web.parts.house_rules_form import read_overrides
from scorekeeper.web.rounds.typed_round import TypedRound
from scorekeeper.web.shell.translation import translate

MOST_WON = 50
"""The most rounds that one player can be said to have won."""

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


class DisputeForm:
    """A dispute as typed and as read: the game, what came before the round, and the round.

    `game` has no rounds; an input that is wrong is left at its default there. `before` is the same
    game with what stood on the sheet before the round, and `round` is the disputed round.
    """

    def __init__(self, typed: Dispute) -> None:
        self.typed = typed
        self.fields = DisputeFields(typed)
        self.players = self._read_players()
        self.game = Game(
            variant=typed.variant,
            players=self.players,
            preset=typed.preset.key,
            overrides=tuple(self._read_rules().items()),
            dealer=self._read_dealer(),
        )
        self.round = self._read_round()
        self.scores = self._read_starting_scores()
        self.before = self._after()
        self.fields.offer(self.game, self.number)
        if self.scores.entries:
            self.fields.wins.data = print_entries(self.scores.entries, self.players)

    @property
    def number(self) -> int:
        """The number of the round, not counting void ones."""
        return self.scores.played + 1

    @property
    def errors(self) -> dict[str, str]:
        """The error of each field that has one, by the field's name."""
        return {field.name: str(field.errors[0]) for field in self.fields.each() if field.errors}

    def refuse(self, name: str, text: Message) -> None:
        """Put an error at a field, unless it has one already."""
        field = next(each for each in self.fields.each() if each.name == name)
        if not field.errors:
            field.errors = [translate(text, self.typed.all_names)]

    def _read_rules(self) -> dict[str, Value]:
        variant = self.typed.variant
        if not self.fields.rules.validate():
            return {}
        overrides = read_overrides(variant, self.typed.changed)
        try:
            game = Game(variant, self.players, self.typed.preset.key, tuple(overrides.items()))
            variant.check_table(game.rules, len(self.players))
        except RuleError as error:
            self.refuse(f"{RULES}{error.where[-1]}", error.message)
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
        """Refuse a number of players, with the message that a game document would get."""
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
        """The round as typed, without its dealer: the game's dealer is the one who dealt."""
        return replace(self.typed.round, dealer="")

    def _read_starting_scores(self) -> StartingScores:
        typed = self.typed.scores
        totals = self._numbers("total", typed.totals, None)
        won = self._numbers("won", typed.won, MOST_WON)
        if self.game.variant.columns > 1:
            return StartingScores(entries=self._entries())
        return StartingScores(
            totals=totals if any(totals) else (),
            won=won if any(won) else (),
            played=self._played(),
        )

    def _numbers(self, name: str, typed: Sequence[str], most: int | None) -> tuple[int, ...]:
        """Whole numbers as typed, 0 if empty; with `most`, only those from 0 to `most`."""
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
                self.typed.scores.wins, self.players, self.typed.variant.entry_kinds
            )
        except RuleError as error:
            self.refuse("wins", error.message)
            return ()

    def _played(self) -> int:
        """How many rounds came before, in a game that deals each round differently."""
        typed = self.typed.scores.round
        rounds = self.game.variant.rounds
        if not typed or not rounds:
            return 0
        if typed not in map(str, range(1, rounds + 1)):
            self.refuse("round", message("There are {most} rounds.", most=rounds))
            return 0
        return int(typed) - 1

    def _after(self) -> Game:
        try:
            return with_starting_scores(self.game, self.scores)
        except RuleError as error:
            self.refuse("wins" if self.game.variant.columns > 1 else "total-0", error.message)
            self.scores = NOTHING_YET
            return self.game


def _number(text: str) -> int | None:
    plain = text.replace("−", "-") or "0"
    return int(plain) if _WHOLE_NUMBER.fullmatch(plain) else None
