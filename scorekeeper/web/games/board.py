"""The standings of a game in play, and the players who can end a round.

For ten minutes, all screens also show the event of the last round or the dealer drawn by lot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask_babel import gettext as _

from scorekeeper import clock
from scorekeeper.games.history import lots_were_drawn
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.joining_and_leaving import may_return, out_of_game, total_of_return
from scorekeeper.rummy.game.moments import moment_of
from scorekeeper.rummy.game.places import places
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.sides import by_side, side_of
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.models import GameRow, Player, Scorer, people_in
from scorekeeper.web.parts.between import gone_words
from scorekeeper.web.parts.formatting import deals_words
from scorekeeper.web.parts.sheet_table import SheetStanding, standings
from scorekeeper.web.rounds.form import EndingChoice, ending_choices
from scorekeeper.web.shell.translation import total, translate


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """A player's total in one column of a game with several. `filled`: percent of the target."""

    total: int
    boxes: int
    closed: bool
    filled: int


@dataclass(frozen=True, slots=True)
class BoardPhase:
    """A phase on a player's row."""

    number: int
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A player or a side on the board.

    `change` is the score of the last round. It is `None` before the first round and for players who
    are out. `filled` is the total in percent of the target, `None` for these players and without a
    single target. `first_meld` is the points that the next first meld needs, if the game has such a
    rule. `phases` are the phases of the game, if any, and `phase` is the player's next phase in
    words. Players who are out come below the others: `gone` says how they left, and `back_with` is
    the total that they would return with, if they can.
    """

    place: int
    player: Scorer
    standing: SheetStanding
    change: int | None
    notes: tuple[str, ...]
    filled: int | None
    columns: tuple[BoardColumn, ...]
    first_meld: int | None = None
    phases: tuple[BoardPhase, ...] = ()
    phase: str = ""
    back_with: int | None = None
    gone: str = ""


def board_rows(sheet: Sheet, players: Sequence[Player]) -> list[BoardRow]:
    """The rows of all players, the best first, those who are out last. Ties share a place."""
    placed = zip(places(sheet), by_side(players), standings(sheet), strict=True)
    out = out_of_game(sheet)
    rows = [
        _row_out(sheet, place, player, standing, eliminated=out[standing.seat])
        if standing.seat in out
        else _row(sheet, place, player, standing)
        for place, player, standing in placed
    ]
    return sorted(rows, key=lambda row: (row.gone != "", row.place))


def _row_out(
    sheet: Sheet, place: int, player: Scorer, standing: SheetStanding, *, eliminated: bool
) -> BoardRow:
    points = total(standing.total)
    left = _("left with %(points)s", points=points)
    note = _("out with %(points)s", points=points) if eliminated else left
    may = may_return(sheet, standing.seat)
    return BoardRow(
        place=place,
        player=player,
        standing=standing,
        change=None,
        notes=(note,),
        filled=None,
        columns=(),
        back_with=total_of_return(sheet, standing.seat) if may else None,
        gone=gone_words(eliminated=eliminated),
    )


def _row(sheet: Sheet, place: int, player: Scorer, standing: SheetStanding) -> BoardRow:
    return BoardRow(
        place=place,
        player=player,
        standing=standing,
        change=_change(sheet, standing),
        notes=_notes(sheet, standing),
        filled=None if standing.to_go is None else _filled(sheet.game, standing.total),
        columns=_columns(sheet, standing),
        first_meld=dict(enumerate(sheet.first_melds())).get(standing.seat),
        phases=_phases(sheet, standing.seat),
        phase=_phase(sheet, standing.seat),
    )


def _phases(sheet: Sheet, seat: Seat) -> tuple[BoardPhase, ...]:
    rules, column, phases = sheet.game.rules, sheet.columns[0], sheet.game.variant.phases
    if phases is None:
        return ()
    done = column.phases_of(seat)
    in_turn = (
        () if sheet.over or phases.is_chosen(rules, column) else phases.open_to(rules, column, seat)
    )
    return tuple(
        BoardPhase(number, number in done and number not in in_turn, number in in_turn)
        for number in range(1, len(phases.listed(rules)) + 1)
    )


def phase_number(sheet: Sheet, seat: Seat) -> str:
    """The number of a player's phase. If players choose phases, the numbers laid down."""
    rules, column, phases = sheet.game.rules, sheet.columns[0], sheet.game.variant.phases
    if phases is None or seat not in column.seats:
        return ""
    if phases.is_chosen(rules, column):
        return ", ".join(map(str, sorted(column.phases_of(seat))))
    return str(phases.of(rules, column, seat))


def _phase(sheet: Sheet, seat: Seat) -> str:
    rules, column, phases = sheet.game.rules, sheet.columns[0], sheet.game.variant.phases
    if phases is None or sheet.over or phases.is_chosen(rules, column):
        return ""
    number = phases.of(rules, column, seat)
    name = translate(phases.listed(rules)[number - 1].name)
    return str(_("phase %(number)d: %(name)s", number=number, name=name))


def _change(sheet: Sheet, standing: SheetStanding) -> int | None:
    if not sheet.rounds:
        return None
    return sheet.rounds[-1].points()[standing.seat]


def _notes(sheet: Sheet, standing: SheetStanding) -> tuple[str, ...]:
    if sheet.over:
        return (_("would win"),) if standing.won else ()
    notes = [] if standing.dealer is None else [deals_words(sheet.next_dealer, sheet.game)]
    points, lowest_wins = standing.to_go, sheet.game.variant.lowest_wins(sheet.game.rules)
    if points is not None and sheet.game.variant.elimination(sheet.game.rules):
        notes.append(_("%(points)s to spare", points=total(points)))
    elif points is not None and lowest_wins:
        notes.append(_("%(points)s until the end", points=total(points)))
    elif points is not None:
        notes.append(_("%(points)s to go", points=total(points)))
    return tuple(notes)


def _columns(sheet: Sheet, standing: SheetStanding) -> tuple[BoardColumn, ...]:
    if sheet.game.variant.columns == 1:
        return ()
    seat = standing.seat
    return tuple(
        BoardColumn(
            total=column.totals[seat],
            boxes=column.boxes[seat],
            closed=column.closed,
            filled=_filled(sheet.game, column.totals[seat]),
        )
        for column in sheet.columns
    )


def _filled(game: Game, total: int) -> int:
    target: int = getattr(game.rules, "target", 0)
    return min(100, max(0, 100 * total // target)) if target else 0


@dataclass(frozen=True, slots=True)
class Ender:
    """A player with their side and their ways to end a round.

    Without a `player`, the `choices` are endings that name no player.
    """

    player: Player | None
    side: Seat | None
    choices: tuple[EndingChoice, ...]


def who_can_end(sheet: Sheet, players: Sequence[Player]) -> list[Ender]:
    """The players still playing, in order of play, then an `Ender` without a player.

    Special endings are left out: the form asks for them later.
    """
    offered = ending_choices(sheet.game, sheet.players_in, None)
    choices = [choice for group in offered for choice in group if choice.rule.special_of is None]
    ways = {by: tuple(choice for choice in choices if choice.by == by) for by in sheet.players_in}
    enders = [Ender(players[by], side_of(by, sheet.seats), ways[by]) for by in sheet.players_in]
    enders.append(Ender(None, None, tuple(choice for choice in choices if choice.by is None)))
    return [ender for ender in enders if ender.choices]


MOMENT_LASTS = timedelta(minutes=10)
"""Screens show a moment for this long. After that, the next round is in play."""


@dataclass(frozen=True, slots=True)
class ShownMoment:
    """An event that screens show for a moment, and its players.

    `id` is the same on every page, so that a phone shows the moment once. `drawn` is the seat of
    the dealer drawn by lot, if any.
    """

    text: Message
    players: Sequence[Player]
    id: str
    drawn: int | None = None


def is_fresh(row: GameRow) -> bool:
    entries = recorded_game(row).entries
    return bool(entries) and clock.now() - entries[-1].at <= MOMENT_LASTS


def moment_to_show(row: GameRow, sheet: Sheet, people: Sequence[Player]) -> ShownMoment | None:
    """The moment of the last round, or of the start, during its first minutes."""
    if not sheet.rounds:
        return _lots(row, sheet, people)
    if not is_fresh(row):
        return None
    moment = moment_of(sheet)
    if moment is None:
        return None
    players = [player for seat in moment.seats for player in people_in(people[seat])]
    return ShownMoment(moment.text, players, f"{row.id}-{sheet.rounds[-1].number}-{moment.kind}")


def _lots(row: GameRow, sheet: Sheet, people: Sequence[Player]) -> ShownMoment | None:
    if clock.now() - row.created_at > MOMENT_LASTS or not lots_were_drawn(row):
        return None
    game = sheet.game
    text = message(game.variant.words.drawn.template, player=game.dealer)
    return ShownMoment(text, people, f"{row.id}-lots", drawn=game.dealer)
