"""Reading the tournament document: one JSON object for a whole tournament.

Unknown keys are rejected, except those that begin with `x-`. The `standings` are not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.tournament.model import (
    AGAIN,
    AT_THE_CLOCK,
    BREAKS,
    FOUR_SINGLES,
    LINES,
    MOVEMENTS,
    NO,
    PLAYS,
    TIMES,
    TWO_SIDES,
    Confirmed,
    Entrant,
    EntrantAdjustment,
    Round,
    Table,
    Tournament,
)
from scorekeeper.tournament.points import AnyScheme, Worth
from scorekeeper.tournament.reading import (
    check_format,
    read_choice,
    read_choices,
    read_day,
    read_list,
    read_moment,
    read_object,
    read_text,
    read_texts,
    read_true,
    read_whole,
    read_wholes,
)
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.results import PlayedGame, fewest_win, read_games
from scorekeeper.tournament.rounds import FEWEST_ENTRANTS, MOST_ENTRANTS
from scorekeeper.tournament.schemes import read_scheme
from scorekeeper.tournament.seating import check_entrants, check_rounds

MOST_ROUNDS = 40

_OF_ENTRANT = (
    *("number", "players", "name", "team", "seed", "line", "start", "table", "from", "until"),
)

USUAL_BREAKS = ("direct", "difference", "lot")

MOST_LIVES = 2

MOST_MINUTES = 600

STANDING_KEYS = (
    *("name", "date", "place", "play", "seats", "game", "points", "breaks", "bye", "forfeit"),
)
"""The keys of the setup that become fields of a `Tournament`."""

COURSE_KEYS = ("planned", "minutes", "at_the_clock")
"""The other keys of the setup, for the course of the evening. Draws and standings ignore them."""

CHOSEN_KEYS = (*STANDING_KEYS, *COURSE_KEYS)
"""The keys of the setup that an organiser chooses."""

SETUP_KEYS = ("format", "id", *CHOSEN_KEYS, "ended")

_KEYS = (*SETUP_KEYS, "entrants", "lots", "rounds", "adjustments", "games", "standings")


def read_tournament(document: object) -> Tournament:
    """Read a tournament document (parsed JSON). Raises `Refusal` at the first error."""
    fields = read_object(document, _KEYS)
    setup = read_setup(fields)
    games = read_games(fields.get("games", []), setup.game)
    entrants = read_entrants(fields.get("entrants"), setup.play)
    tournament = replace(
        setup,
        fewest_win=fewest_win(setup.game, fields.get("games", [])),
        entrants=entrants,
        lots=_read_lots(fields.get("lots", []), entrants),
        rounds=_read_rounds(fields.get("rounds", []), games),
        adjustments=_read_adjustments(fields.get("adjustments", []), entrants),
    )
    check_rounds(tournament, games)
    return tournament


def read_setup(document: object) -> Tournament:
    """Read only the setup from a tournament document. Raises `Refusal`."""
    fields = read_object(document, _KEYS)
    check_format(fields)
    _check_evening(fields)
    scheme = read_scheme(fields.get("points"))
    bye = _read_bye(fields, scheme)
    win, loss = _read_forfeit(fields.get("forfeit", {}), bye)
    game = read_object(fields.get("game", {}), None, "game")
    read_object(game.get("rules", {}), None, "game", "rules")
    return Tournament(
        id=read_text(fields.get("id", ""), "id"),
        name=read_text(fields.get("name", ""), "name"),
        date=read_day(fields.get("date", ""), "date"),
        place=read_text(fields.get("place", ""), "place"),
        play=read_choice(fields.get("play"), PLAYS, "play"),
        seats=_read_seats(fields.get("seats", FOUR_SINGLES)),
        game=game,
        points=scheme,
        breaks=_read_breaks(fields.get("breaks", list(USUAL_BREAKS))),
        bye=bye,
        forfeit_win=win,
        forfeit_loss=loss,
    )


def _check_evening(fields: Mapping[str, Any]) -> None:
    read_whole(fields.get("planned", 0), "planned", least=0, most=MOST_ROUNDS)
    read_whole(fields.get("minutes", 0), "minutes", least=0, most=MOST_MINUTES)
    if "at_the_clock" in fields:
        read_choice(fields["at_the_clock"], AT_THE_CLOCK, "at_the_clock")
    if "ended" in fields:
        read_moment(fields["ended"], "ended")


def _read_seats(value: object) -> int:
    if value not in (TWO_SIDES, FOUR_SINGLES) or type(value) is not int:
        raise Refusal(message("At a table sit 2 or 4 singles."), "seats")
    return value


def _read_breaks(value: object) -> tuple[str, ...]:
    breaks = read_choices(value, BREAKS, "breaks")
    if len(set(breaks)) < len(breaks):
        raise Refusal(message("Name every tie-break once."), "breaks")
    return breaks


def _read_bye(fields: Mapping[str, Any], scheme: AnyScheme) -> Worth:
    if "bye" in fields:
        bye = read_object(fields["bye"], ("points", "score"), "bye")
        return Worth(
            _points_or_mean(bye.get("points"), "bye", "points"),
            read_whole(bye.get("score", 0), "bye", "score"),
        )
    usual = scheme.bye()
    if usual is None:
        text = message("Say what a bye is worth, such as 12 points and the lowest score for them.")
        raise Refusal(text, "bye")
    return usual


def _read_forfeit(value: object, bye: Worth) -> tuple[Worth, Worth]:
    fields = read_object(value, ("win", "loss"), "forfeit")
    win = _pair_of_worth(fields["win"], "win") if "win" in fields else bye
    return win, _pair_of_worth(fields.get("loss", [0, 0]), "loss")


def _pair_of_worth(value: object, key: str) -> Worth:
    given = read_list(value, "forfeit", key)
    if len(given) != 2:
        raise Refusal(message("Give two numbers: points and score."), "forfeit", key)
    points, score = given
    return Worth(_points_or_mean(points, "forfeit", key, 0), read_whole(score, "forfeit", key, 1))


def _points_or_mean(value: object, *where: str | int) -> int | None:
    return None if value == "mean" else read_whole(value, *where)


def read_entrants(value: object, play: str) -> tuple[Entrant, ...]:
    """Read at least two entrants, all different. Raises `Refusal`."""
    given = read_list(value, "entrants")
    if len(given) < FEWEST_ENTRANTS:
        text = message("A tournament needs at least {fewest} entrants.", fewest=FEWEST_ENTRANTS)
        raise Refusal(text, "entrants")
    if len(given) > MOST_ENTRANTS:
        text = message("A tournament can have up to {most} entrants.", most=MOST_ENTRANTS)
        raise Refusal(text, "entrants")
    entrants = tuple(_read_entrant(one, "entrants", place) for place, one in enumerate(given))
    check_entrants(entrants, play)
    return entrants


def _read_entrant(value: object, *where: str | int) -> Entrant:
    fields = read_object(value, _OF_ENTRANT, *where)
    if "table" in fields:
        read_whole(fields["table"], *where, "table", least=1, most=MOST_ENTRANTS)
    first = read_whole(fields.get("from", 1), *where, "from", least=1, most=MOST_ROUNDS)
    has_line = "line" in fields or "start" in fields
    return Entrant(
        number=read_whole(fields.get("number"), *where, "number", least=1),
        players=read_texts(fields.get("players"), *where, "players"),
        name=read_text(fields.get("name", ""), *where, "name"),
        team=read_text(fields.get("team", ""), *where, "team"),
        line=read_choice(fields.get("line"), LINES, *where, "line") if has_line else "",
        start=read_whole(fields.get("start"), *where, "start", least=1, most=MOST_ENTRANTS)
        if has_line
        else 0,
        seed=read_whole(fields["seed"], *where, "seed", least=1) if "seed" in fields else None,
        first=first,
        last=read_whole(fields["until"], *where, "until", least=first - 1, most=MOST_ROUNDS)
        if "until" in fields
        else None,
    )


def _read_entrant_number(value: object, known: set[int], *where: str | int) -> int:
    number = read_whole(value, *where, least=1)
    if number not in known:
        raise Refusal(message("There is no number {number}.", number=number), *where)
    return number


def _read_lots(value: object, entrants: tuple[Entrant, ...]) -> tuple[int, ...]:
    known = {one.number for one in entrants}
    lots = tuple(
        _read_entrant_number(number, known, "lots", place)
        for place, number in enumerate(read_list(value, "lots"))
    )
    if len(set(lots)) < len(lots):
        raise Refusal(message("Every entrant has one lot."), "lots")
    return lots


def _read_adjustments(
    value: object, entrants: tuple[Entrant, ...]
) -> tuple[EntrantAdjustment, ...]:
    return tuple(
        read_adjustment(one, entrants, "adjustments", place)
        for place, one in enumerate(read_list(value, "adjustments"))
    )


def read_adjustment(
    value: object, entrants: tuple[Entrant, ...], *where: str | int, rounds: int = MOST_ROUNDS
) -> EntrantAdjustment:
    """Read points given or taken in one of the rounds. Raises `Refusal`."""
    known = {one.number for one in entrants}
    fields = read_object(value, ("entrant", "round", "points", "score", "note"), *where)
    return EntrantAdjustment(
        entrant=_read_entrant_number(fields.get("entrant"), known, *where, "entrant"),
        round=read_whole(fields.get("round"), *where, "round", least=1, most=rounds),
        points=read_whole(fields.get("points", 0), *where, "points"),
        score=read_whole(fields.get("score", 0), *where, "score"),
        note=read_text(fields.get("note", ""), *where, "note"),
    )


def _read_rounds(value: object, games: Mapping[str, PlayedGame | None]) -> tuple[Round, ...]:
    given = read_list(value, "rounds")
    if len(given) > MOST_ROUNDS:
        text = message("A tournament can have up to {most} rounds.", most=MOST_ROUNDS)
        raise Refusal(text, "rounds")
    return tuple(_read_round(one, place + 1, games) for place, one in enumerate(given))


def _read_round(value: object, number: int, games: Mapping[str, PlayedGame | None]) -> Round:
    where = ("rounds", number - 1)
    known = ("number", "movement", "again", "step", "since", "lives", "order", "out", "tables")
    fields = read_object(value, (*known, *TIMES), *where)
    for time in TIMES:
        if time in fields:
            read_moment(fields[time], *where, time)
    if read_whole(fields.get("number"), *where, "number", least=1) != number:
        raise Refusal(message("This must be round {number}.", number=number), *where, "number")
    tables = read_list(fields.get("tables"), *where, "tables")
    return Round(
        number=number,
        movement=read_choice(fields.get("movement"), MOVEMENTS, *where, "movement"),
        again=read_choice(fields.get("again", NO), AGAIN, *where, "again"),
        step=read_whole(fields.get("step", 1), *where, "step", least=1, most=MOST_ENTRANTS),
        since=read_whole(fields.get("since", 1), *where, "since", least=1, most=number),
        lives=read_whole(fields.get("lives", 1), *where, "lives", least=1, most=MOST_LIVES),
        order=read_wholes(fields.get("order", []), *where, "order"),
        out=read_wholes(fields.get("out", []), *where, "out"),
        tables=tuple(
            _read_table(table, games, *where, "tables", place) for place, table in enumerate(tables)
        ),
    )


def _read_table(value: object, games: Mapping[str, PlayedGame | None], *where: str | int) -> Table:
    known = ("number", "sides", "game", "totals", "forfeit", "void", "goes_on", "at", "confirmed")
    fields = read_object(value, known, *where)
    if "at" in fields:
        read_moment(fields["at"], *where, "at")
    table = Table(
        number=read_whole(fields.get("number"), *where, "number", least=1, most=MOST_ENTRANTS),
        sides=tuple(
            read_wholes(side, *where, "sides", place)
            for place, side in enumerate(read_list(fields.get("sides"), *where, "sides"))
        ),
        totals=read_wholes(fields["totals"], *where, "totals") if "totals" in fields else None,
        forfeit=read_whole(fields["forfeit"], *where, "forfeit") if "forfeit" in fields else None,
        void=read_true(fields.get("void", False), *where, "void"),
        goes_on=read_whole(fields["goes_on"], *where, "goes_on") if "goes_on" in fields else None,
        game=read_text(fields.get("game", ""), *where, "game"),
        confirmed=_read_confirmed(fields["confirmed"], *where, "confirmed")
        if "confirmed" in fields
        else None,
    )
    if table.game in games and table.totals is not None:
        raise Refusal(message("Give the totals or the game."), *where, "totals")
    if table.void and (table.totals is not None or table.forfeit is not None):
        raise Refusal(message("A void table has no totals and no forfeit."), *where, "void")
    played = games.get(table.game)
    if (
        played is None
        or table.void
        or not (played.is_over or (table.forfeit is not None and played.has_begun))
    ):
        return table
    return replace(table, totals=played.totals, deals=played.deals)


def _read_confirmed(value: object, *where: str | int) -> Confirmed:
    fields = read_object(value, ("by", "at"), *where)
    return Confirmed(
        by=read_whole(fields.get("by"), *where, "by"),
        at=read_moment(fields.get("at"), *where, "at"),
    )
