"""`scorekeeper tournament`: answer a tournament document with its standings and the next draw."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import SystemRandom
from typing import Any

from scorekeeper.cli.documents import add_command, run_command
from scorekeeper.rummy import RuleError, score
from scorekeeper.rummy.documents.game import read_variant
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.house_rules import rule_values
from scorekeeper.rummy.messages import Translate
from scorekeeper.tournament.document import read_tournament
from scorekeeper.tournament.league import League, league_table
from scorekeeper.tournament.league_document import LEAGUE, read_league, write_league_table
from scorekeeper.tournament.model import AGAIN, MOVEMENTS, NO, Round, Tournament
from scorekeeper.tournament.reading import read_object
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.results import FEWEST, MOST
from scorekeeper.tournament.rounds import MOST_ENTRANTS, draw
from scorekeeper.tournament.standings import Standing, StandingLine, standing, team_points
from scorekeeper.tournament.writing import write_round, write_standings
from scorekeeper.tournaments.rule_errors import as_rule_errors

GAP = "  "
"""The space between the columns of the standings."""

BREAKS = {
    "direct": message("direct meetings"),
    "difference": message("difference"),
    "score": message("sum of totals"),
    "won": message("tables won"),
    "opponents": message("opponents"),
    "best": message("best result"),
    "lot": message("lot"),
}
"""The headings of the tie-breaks."""


def add_tournament(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "tournament",
        answer_tournament,
        help="compute the standings of a tournament, and draw its next round",
        description="Answer a tournament document with the standing after each round. With --draw, "
        "the answer also has the next round.",
    )
    parser.add_argument("--draw", choices=MOVEMENTS, help="draw the next round by this movement")
    parser.add_argument(
        "--again",
        choices=AGAIN,
        default=NO,
        help="with --draw standing: allow rematches, or all except the last opponent",
    )
    parser.add_argument(
        "--step",
        type=_tables_up,
        metavar="TABLES",
        help="with --draw mitchell: the number of tables that East-West moves up",
    )
    parser.add_argument(
        "--lives",
        type=int,
        choices=(1, 2),
        help="with --draw knock-out: the number of losses that eliminates an entrant",
    )
    parser.add_argument(
        "--text", action="store_true", help="write the last standing and the draw as text"
    )
    parser.set_defaults(run=_run)


def _tables_up(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_ENTRANTS):
        raise argparse.ArgumentTypeError(f"a whole number of tables, not “{text}”")
    return int(text)


def _run(options: argparse.Namespace) -> int:
    if options.text and options.lines:
        print("--text is for a single document", file=sys.stderr)
        return 2
    answer = partial(_shown if options.text else answer_tournament, options=options)
    return run_command(answer, options)


def answer_tournament(
    document: object, translate: Translate, options: argparse.Namespace | None = None
) -> dict[str, Any]:
    """The document with its standings, and with the new round if the options ask for a draw.

    The answer to a league is its document with the table. Raises `RuleError`.
    """
    if _is_league(document):
        league = _read_league(document, options)
        return {**read_object(document, None), "table": write_league_table(league)}
    tournament, drawn = _read(document, translate, options)
    fields = read_object(document, None)
    rounds = [*fields.get("rounds", []), *([write_round(drawn)] if drawn else [])]
    return {**fields, "rounds": rounds, "standings": write_standings(tournament)}


def _is_league(document: object) -> bool:
    return isinstance(document, dict) and LEAGUE in document


def _read_league(document: object, options: argparse.Namespace | None) -> League:
    with as_rule_errors():
        if options and options.draw:
            raise Refusal(message("A league has no rounds to draw."))
        return read_league(document)


def _read(
    document: object, translate: Translate, options: argparse.Namespace | None
) -> tuple[Tournament, Round | None]:
    with as_rule_errors():
        tournament = read_tournament(_with_results(document, translate))
        if options is None or options.draw is None:
            return tournament, None
        field = [one.number for one in tournament.entrants]
        SystemRandom().shuffle(field)
        return tournament, draw(
            tournament,
            options.draw,
            again=options.again,
            step=options.step,
            lives=options.lives,
            shuffled=field,
        )


def _with_results(document: object, translate: Translate) -> object:
    """The document with every rule stated, and with an answer to each game that has a document."""
    if not isinstance(document, dict):
        return document
    known = dict(document)
    if isinstance(document.get("game"), dict) and "variant" in document["game"]:
        known["game"] = _in_full(document["game"])
    if isinstance(document.get("games"), list):
        known["games"] = [
            _answered(game, place, translate) for place, game in enumerate(document["games"])
        ]
    return known


def _in_full(game: Mapping[str, Any]) -> dict[str, Any]:
    try:
        variant = read_variant(game)
        stated = game.get("rules", {})
        stated = stated if isinstance(stated, dict) else {}
        named = {name: value for name, value in stated.items() if not name.startswith("x-")}
        rules = rules_in_force(variant, str(game.get("preset", "plain")), named)
    except RuleError as error:
        raise error.under("game") from None
    wins = FEWEST if variant.lowest_wins(rules) else MOST
    return {"wins": wins} | dict(game) | {"rules": rule_values(rules)}


def _answered(game: object, place: int, translate: Translate) -> object:
    if not isinstance(game, dict) or game.get("answer") or "document" not in game:
        return game
    try:
        return game | {"answer": score(game["document"], translate).as_json()}
    except RuleError as error:
        raise error.under("games", place, "document") from None


def _shown(document: object, translate: Translate, options: argparse.Namespace) -> str:
    if _is_league(document):
        return "\n".join(_league_lines(_read_league(document, options), translate))
    tournament, drawn = _read(document, translate, options)
    table = standing(tournament, len(tournament.rounds))
    lines = [*_head(tournament), *_standing_lines(tournament, table, translate)]
    lines += _team_lines(tournament, table, translate)
    if drawn:
        lines += ["", *_draw_lines(tournament, drawn, translate)]
    return "\n".join(lines)


def _head(tournament: Tournament) -> Iterator[str]:
    about = (tournament.name, tournament.date, tournament.place)
    if any(about):
        yield ", ".join(filter(None, about))


def _standing_lines(tournament: Tournament, table: Standing, translate: Translate) -> Iterator[str]:
    when = message("After round {round}", round=table.after)
    if not table.after:
        when = message("Before the first round")
    yield when.text(translate)
    if table.open_tables:
        for round in tournament.rounds:
            for number in round.open_tables:
                open_table = message(
                    "Round {round}, table {table}: open", round=round.number, table=number
                )
                yield open_table.text(translate)
    names = _names(tournament)
    told = [key for key in tournament.breaks if any(key in line.breaks for line in table.lines)]
    heads = [message("points"), *(BREAKS[key] for key in told)]
    rows = [["", "", *(head.text(translate) for head in heads)]]
    rows += (
        [f"{line.place}.", names[line.entrant], str(line.points), *_figures(line, told)]
        for line in table.lines
    )
    yield from _aligned(rows)


def _team_lines(tournament: Tournament, table: Standing, translate: Translate) -> Iterator[str]:
    teams = team_points(tournament, table)
    if teams:
        yield message("Teams").text(translate)
        yield from _aligned([[f"{place}.", team, str(got)] for place, team, got in teams])


def _figures(line: StandingLine, told: Sequence[str]) -> Iterator[str]:
    for key in told:
        value = line.breaks.get(key)
        yield "–" if value is None else str(value)


def _league_lines(league: League, translate: Translate) -> Iterator[str]:
    yield league.name
    rows = [["", "", message("points").text(translate), ""]]
    rows += (
        [f"{row.place}.", row.player, str(row.points), " + ".join(map(str, row.counted))]
        for row in league_table(league)
    )
    yield from _aligned(rows)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield GAP.join(cells).rstrip()


def _draw_lines(tournament: Tournament, drawn: Round, translate: Translate) -> Iterator[str]:
    names = _names(tournament)
    yield message("Round {round}", round=drawn.number).text(translate)
    for table in drawn.tables:
        sides = " – ".join(" + ".join(names[one] for one in side) for side in table.sides)
        yield message("Table {table}: {sides}", table=table.number, sides=sides).text(translate)
    for entrant in drawn.out:
        yield message("{entrant}: sits out", entrant=names[entrant]).text(translate)


def _names(tournament: Tournament) -> dict[int, str]:
    return {one.number: one.title for one in tournament.entrants}
