"""The entries of a game's sheet: reading a sent entry, judging it, and answering.

An entry is a round, or an event between two rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Any

from flask import Response, abort, url_for
from flask_babel import gettext as _

from scorekeeper.games import commands
from scorekeeper.games.documents import written_entry
from scorekeeper.rummy.between import BetweenKind
from scorekeeper.rummy.cards import Pieces
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.answers import (
    PointsByName,
    ScoredBetween,
    ScoredRound,
    scored_entry,
)
from scorekeeper.rummy.documents.game import read_names
from scorekeeper.rummy.documents.reading import ENTERED, read_entered, seats_by_name
from scorekeeper.rummy.documents.round import BETWEEN, read_entry, write_entry
from scorekeeper.rummy.game.entries import Entry, EntryOnSheet
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.game.what_if import effect_of_entry
from scorekeeper.rummy.judging.hand_validation import check_can_be_laid_out
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.sides import numbered, shares_of, sides_of
from scorekeeper.storage.folded_games import recorded_game, sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.web.api.answering import answered, sent_document
from scorekeeper.web.api.etags import game_tag
from scorekeeper.web.api.operations import GAME_ID, OF_THE_GAME, Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import PLAYER, WATCHER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import translated

ENTRY = "entry"
"""The name of the schema of an entry: a round, or an event between two rounds."""

PLACE = Parameter("place", "The place of an entry in `rounds`, from 1.", {"type": "integer"})


OF_THE_ENTRY = OF_THE_GAME | {"place": "$response.body#/place"}
"""The parameters of a link to an entry: its game from the path, its place from the answer."""


@dataclass(slots=True, kw_only=True)
class SheetEntry(Answer):
    """An entry of the sheet: its document, its points, and the totals after it."""

    place: int = described("The place of the entry in `rounds`, from 1.")
    entry: Annotated[dict[str, Any], ENTRY]
    answer: ScoredRound | ScoredBetween
    totals: PointsByName


@dataclass(slots=True, kw_only=True)
class RecordedEntry(SheetEntry):
    """An entry with its consequences: whether the game is over, who won, who deals next."""

    over: bool
    winners: tuple[str, ...]
    next_dealer: str | None


@operation(
    "GET",
    "/games/<game_id>/rounds/<int:place>",
    "rounds",
    role=WATCHER,
    answers=(SheetEntry,),
    parameters=(GAME_ID, PLACE),
)
def entry(game_id: str, place: int) -> Response:
    """One entry of the sheet, with its points and the totals after it."""
    row = game_or_404(game_id)
    sheet = sheet_of(row)
    check_place(sheet, place)
    return answered(SheetEntry(**_told(row, sheet, place)), state=game_tag(row))


def check_place(sheet: Sheet, place: int) -> None:
    if not 1 <= place <= len(sheet.entries):
        abort(problem(404, _("There is no entry in this place on the sheet.")))


def _told(row: GameRow, sheet: Sheet, place: int) -> dict[str, Any]:
    written = written_entry(row, place)
    return {"place": place, "entry": written, **scored(sheet.entries[place - 1], sheet)}


def scored(on_sheet: EntryOnSheet, sheet: Sheet) -> dict[str, Any]:
    totals = dict(zip(sheet.game.names_of_sides, on_sheet.totals, strict=True))
    return {"answer": scored_entry(on_sheet, sheet, translated), "totals": totals}


def outcome(sheet: Sheet) -> dict[str, Any]:
    """The fields of a `RecordedEntry` that describe the game after the entry."""
    names = sheet.game.players
    return {
        "over": sheet.over,
        "winners": tuple(names[seat] for seat in sheet.winners),
        "next_dealer": None if sheet.next_dealer is None else names[sheet.next_dealer],
    }


def recorded(row: GameRow) -> Response:
    place = len(sheet_of(row).entries)
    address = url_for("api.entry", game_id=row.id, place=place)
    return changed(row, place, 201, {"Location": address})


def changed(
    row: GameRow, place: int, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    sheet = sheet_of(row)
    told = RecordedEntry(**_told(row, sheet, place), **outcome(sheet))
    return answered(told, status, state=game_tag(row), headers=headers)


@dataclass(frozen=True, slots=True)
class SentEntry:
    """An entry that was sent, and the names of players who join with it."""

    entry: Entry
    newcomers: tuple[str, ...] = ()


def sent_entry(players: tuple[str, ...], pieces: Pieces, *, is_new: bool = True) -> SentEntry:
    """Read the entry that was sent. If it `is_new`, it can name players who join.

    Its author and time are checked but not used: the server records its own. Raises `RuleError`.
    """
    document = sent_document()
    newcomers = _newcomers(document, players) if is_new else ()
    names = players + newcomers
    try:
        entry = read_entry(document, seats_by_name(names), pieces)
        if isinstance(document, dict) and ENTERED in document:
            read_entered(document[ENTERED], ENTERED)
        for seat, hand in enumerate(entry.hands if isinstance(entry, Round) else ()):
            if hand is not None:
                check_can_be_laid_out(numbered(seat, shares_of(sides_of(names))), hand)
    except RuleError as error:
        raise error.under(names=names) from None
    return SentEntry(entry, newcomers)


def _newcomers(document: object, players: Sequence[str]) -> tuple[str, ...]:
    """Players this entry adds without a seat. Bad entries are rejected later."""
    match document:
        case {"between": {"joins": dict(joins)}}:
            names = dict.fromkeys(name.strip() for name in joins)
            return tuple(name for name in names if name not in players)
    return ()


@contextmanager
def at_names_joining() -> Iterator[None]:
    try:
        yield
    except RuleError as error:
        if error.where[:1] == ("players",):
            raise RuleError(error.message, BETWEEN, BetweenKind.JOINS, names=error.names) from None
        raise


@operation(
    "POST",
    "/games/<game_id>/preview",
    "rounds",
    role=PLAYER,
    answers=(RecordedEntry,),
    documents=(ENTRY,),
    parameters=(GAME_ID,),
)
def preview(game_id: str) -> Response:
    """Judge an entry as if it were recorded now. Nothing is stored."""
    row = game_or_404(game_id)
    sheet = sheet_of(row)
    commands.check_goes_on(recorded_game(row))
    sent = sent_entry(sheet.game.players, sheet.game.variant.pieces)
    players = sheet.game.players + sent.newcomers
    with at_names_joining():
        read_names(players)
    place = len(sheet.entries) + 1
    seated = replace(sheet, game=replace(sheet.game, players=players))
    try:
        after = effect_of_entry(seated, place, sent.entry).after
    except RuleError as error:
        raise error.under(names=players) from None
    written = write_entry(sent.entry, players)
    told = scored(after.entries[-1], after) | outcome(after)
    return answered(RecordedEntry(place=place, entry=written, **told))
