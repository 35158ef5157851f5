"""The scores before a dispute, typed at the judge’s desk: totals, rounds won and phases, or wins.

The wins of a sheet with several columns are typed in one line: `Ann 18, Bob 35 gin`. Phases in a
fixed order are typed as their number: `3`. Phases that players choose are typed as a list: `1 4 7`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.rummy.column import ColumnEntry, EntryKind
from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.starting_point import StartingScores
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.shell.translation import translate

MOST_ENTRIES = 60
"""The most entries accepted. A game rarely has more than twenty."""

_ENTRY = re.compile(r"(?P<who>.+?)\s+(?P<points>[-−+]?[0-9]{1,4})(?:\s+(?P<kind>[^\W\d][^\d]*))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedStartingScores:
    """The scores before the round, as typed: one text for each scorer, and one line of `wins`.

    `round` is the number of the round, if each round has a different deal. `phases` has the number
    of phases that each player laid down, or a list such as `1 4 7` if players choose them.
    """

    totals: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    round: str = ""
    wins: str = ""

    @property
    def is_empty(self) -> bool:
        return not any((*self.totals, *self.won, *self.phases, self.wins))


NOTHING_TYPED = TypedStartingScores()


def typed_starting_scores(game: Game, scores: StartingScores) -> TypedStartingScores:
    return TypedStartingScores(
        totals=tuple(map(str, scores.totals)),
        won=tuple(map(str, scores.won)),
        phases=tuple(print_phases(done, game) for done in scores.phases),
        round=str(scores.played + 1) if scores.played else "",
        wins=pack_entries(scores.entries),
    )


# Wins


def read_entries(
    text: str, players: Sequence[str], kinds: Sequence[EntryKind]
) -> tuple[ColumnEntry, ...]:
    """Read entries separated by commas. Raises `RuleError` at `entries` for an invalid one.

    A player is written as a name, its beginning, or 1 or 2. Points without a word are for a knock.
    """
    written = [entry.strip() for entry in text.replace("\n", ",").split(",") if entry.strip()]
    if len(written) > MOST_ENTRIES:
        raise RuleError(message("No game has that many wins."), "entries")
    return tuple(_read_entry(entry, players, kinds) for entry in written)


def _read_entry(text: str, players: Sequence[str], kinds: Sequence[EntryKind]) -> ColumnEntry:
    found = _ENTRY.fullmatch(text)
    seat = _seat(found["who"], players) if found else None
    kind = _kind((found and found["kind"]) or "", kinds)
    if found is None or seat is None or kind is None:
        raise RuleError(
            message(
                "“{text}” is not a name and points, such as {example}.",
                text=shortened(text),
                example=f"{players[0]} 18",
            ),
            "entries",
        )
    return ColumnEntry(seat, int(found["points"].replace("−", "-")), kind)


def _kind(typed: str, kinds: Sequence[EntryKind]) -> EntryKind | None:
    """The kind whose word begins like the typed word, in the language of the page or in English."""
    typed = typed.casefold()
    by_word = (
        kind
        for kind in kinds
        if typed and kind.word and translate(kind.word).casefold().startswith(typed)
    )
    by_letter = (kind for kind in kinds if kind.letter == typed[:1])
    return next(by_word, None) or next(by_letter, None)


def _seat(who: str, players: Sequence[str]) -> Seat | None:
    if who in ("1", "2"):
        return Seat(int(who) - 1)
    name = who.casefold()
    exact = [seat for seat, player in enumerate(players) if player.casefold() == name]
    starting = [seat for seat, player in enumerate(players) if player.casefold().startswith(name)]
    seats = exact or starting
    return Seat(seats[0]) if len(seats) == 1 else None


def print_entries(entries: Iterable[ColumnEntry], players: Sequence[str]) -> str:
    return ", ".join(_print_entry(entry, players) for entry in entries)


def _print_entry(entry: ColumnEntry, players: Sequence[str]) -> str:
    word = translate(entry.kind.word) if entry.kind.word else ""
    return f"{players[entry.seat]} {entry.points} {word}".strip()


def pack_entries(entries: Iterable[ColumnEntry]) -> str:
    """The entries as the shortest text: numbers for players and letters for kinds."""
    return ",".join(
        f"{entry.seat + 1} {entry.points} {entry.kind.letter}".strip() for entry in entries
    )


# Phases


Numbers: TypeAlias = tuple[int, ...]
"""The numbers of phases, from 1."""


def print_phases(laid_down: Iterable[int], game: Game) -> str:
    """These phases as typed: their numbers, or how many they are if their order is fixed.

    A phase that a play-off repeats counts once.
    """
    numbers = sorted({*laid_down})
    return " ".join(map(str, numbers)) if _are_chosen(game) else str(len(numbers))


def read_phases(typed: str, game: Game) -> Numbers:
    """Read a player's phases. Raises `RuleError` at `phases` for an invalid text."""
    phases = game.variant.phases
    most = len(phases.listed(game.rules)) if phases else 0
    words = re.split(r"[\s,;]+", typed) if typed else []
    known = {str(number): number for number in range(most + 1)}
    numbers = {known.get(word, -1) for word in words}
    if _are_chosen(game):
        if numbers & {-1, 0}:
            text = message("These are numbers from 1 to {most}, such as 1 4 7.", most=most)
            raise RuleError(text, "phases")
        return tuple(sorted(numbers))
    if -1 in numbers or len(words) > 1:
        raise RuleError(message("This must be 0 to {most} phases.", most=most), "phases")
    return tuple(range(1, max(numbers, default=0) + 1))


def _are_chosen(game: Game) -> bool:
    phases = game.variant.phases
    return phases is not None and phases.any_order(game.rules)
