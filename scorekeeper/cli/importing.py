"""`scorekeeper import`: add the games of a file to a club."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper import clock
from scorekeeper.cli.options import (
    ProgressBar,
    add_club_option,
    add_language_option,
    chosen_club,
    on_book,
    opened,
    say,
    translator,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

    from scorekeeper.config import Settings
    from scorekeeper.rummy.messages import Translate
    from scorekeeper.storage.models import Club
    from scorekeeper.transfer.imports import Imported
    from scorekeeper.transfer.past.preview import ImportPreview
    from scorekeeper.transfer.past.results import Past
    from scorekeeper.transfer.roster import Roster
    from scorekeeper.transfer.sources import FaultyFileError


def add_import(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "import",
        help="add the games of a file to a club",
        description="Check a file that `scorekeeper export` wrote, or the document of a game, and "
        "add its games to a club with their history: all of them, or none after an error. "
        "Results from elsewhere, in a table (.csv, .xlsx) or from BG Stats, become games without "
        "rounds. The club remembers the names given by options. Games that the club has already "
        "stay unchanged. A score book without clubs gets the club of the file, and the command "
        "shows a sign-in link for its organiser.",
    )
    parser.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    add_club_option(parser)
    add_language_option(parser, "the language of error messages")
    results = parser.add_argument_group("results from elsewhere")
    results.add_argument(
        "--dates", choices=("day", "month"), help="the first part of dates such as 3/4/2026"
    )
    results.add_argument(
        "--year", type=int, help="the year of the first date, if dates have none, such as 14-Mar"
    )
    results.add_argument(
        "--kind",
        metavar="NAME=GAME",
        action="append",
        default=[],
        type=_named_kind,
        help="the key of a game for a name in the file, or - to skip its games: "
        "--kind “Our rummy=basic”",
    )
    results.add_argument(
        "--player",
        metavar="NAME[=PLAYER]",
        action="append",
        default=[],
        help="treat this name as a player, whatever its numbers look like. PLAYER is the name in "
        "the club: --player Mags=Maggie",
    )
    results.add_argument(
        "--no-player",
        metavar="NAME",
        action="append",
        default=[],
        help="skip this column or player: --no-player Session",
    )
    results.add_argument(
        "--leave-out",
        action="store_true",
        help="skip unreadable rows, and games that the program does not have",
    )
    parser.set_defaults(run=on_book(_import, may_be_new=True))


def _named_kind(text: str) -> tuple[str, str]:
    from scorekeeper.transfer.past.choices import LEFT_OUT
    from scorekeeper.transfer.past.kinds import all_kinds

    name, _equals, key = text.rpartition("=")
    if key not in (*all_kinds(), LEFT_OUT):
        raise argparse.ArgumentTypeError(f"{key} is no game; there are {', '.join(all_kinds())}")
    return name.strip(), key


def _import(options: argparse.Namespace, settings: Settings) -> int:
    from scorekeeper.cli.keeper_link import show
    from scorekeeper.clubs.clubs import has_club
    from scorekeeper.evenings import zone
    from scorekeeper.transfer.imports import Imported, ImportStoppedError, import_club, import_file
    from scorekeeper.transfer.past.kept_answers import keep_answers
    from scorekeeper.transfer.past.reading import read_past
    from scorekeeper.transfer.sources import FaultyFileError, Limits, Source

    # These limits are high, because a user of the command line can watch and stop the import.
    limits = Limits(unpacked=10_000_000_000, lines=10_000_000)
    club = chosen_club(options.club) if options.club or has_club() else None
    made, progress, time_zone = None, ProgressBar("bytes"), zone(settings.time_zone)
    preview: ImportPreview | None = None
    with opened(options.file) as file:
        source = Source(file, Path(options.file).name, limits)
        try:
            if results := read_past(source):
                preview = _preview(results, options, club, time_zone)
                if not _may_import(preview, options):
                    return 1
                source = preview.source(limits)
            if preview is not None and not preview.games:
                done = Imported(already_there=preview.already_there)
            elif club is None:
                made, done = import_club(source, time_zone, progress)
            else:
                done = import_file(club.id, source, time_zone, progress)
            if preview is not None and (into := made or club) is not None:
                keep_answers(into.id, preview)
        except FaultyFileError as error:
            progress.end()
            _report_faults(error, translator(options.lang))
            return 1
        except ImportStoppedError as stopped:
            progress.end()
            _report_stopped(stopped.done)
            raise stopped.fault from None
        finally:
            progress.end()
    _report_imported(done)
    if made is not None:
        show(made, settings)
    return 0


def _preview(
    results: Past, options: argparse.Namespace, club: Club | None, time_zone: tzinfo
) -> ImportPreview:
    from scorekeeper.storage.database import db
    from scorekeeper.transfer.imports import NO_CLUB
    from scorekeeper.transfer.new_games import Calendar
    from scorekeeper.transfer.past.choices import LEFT_OUT, Choices
    from scorekeeper.transfer.past.dates import DateOrder
    from scorekeeper.transfer.past.kept_answers import kept_choices
    from scorekeeper.transfer.past.kinds import all_kinds, lowest_wins
    from scorekeeper.transfer.past.preview import ImportPreview
    from scorekeeper.transfer.roster import Roster

    club_id, session = NO_CLUB if club is None else club.id, db.session()
    roster = Roster(session, club_id, writes=False)
    kinds = dict(options.kind)
    choices = Choices(
        DateOrder(options.dates) if options.dates else None,
        kinds,
        _named(results, options, roster),
        options.year,
        {kind: lowest_wins(all_kinds()[key]) for kind, key in kinds.items() if key != LEFT_OUT},
    )
    calendar = Calendar(clock.now(), time_zone)
    return ImportPreview(results, choices, roster, calendar, known=kept_choices(session, club_id))


def _named(results: Past, options: argparse.Namespace, roster: Roster) -> dict[str, str]:
    from scorekeeper.rummy.documents.names import heard
    from scorekeeper.transfer.past.choices import LEFT_OUT, NEW

    said = {}
    for name, player in _named_players(results, options):
        member = roster.named(player)
        said[heard(name)] = NEW if member is None else str(member.id)
    said |= {heard(name): LEFT_OUT for name in options.no_player}
    return {name: said[heard(name)] for name in results.names if heard(name) in said}


def _named_players(results: Past, options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield the name that each `--player` gives, and the player's name in the club.

    The two are the same if the option has no `=`, or if its whole text is a name in the file.
    """
    from scorekeeper.rummy.documents.names import heard

    names = {heard(name) for name in results.names}
    for text in options.player:
        name, equals, player = text.rpartition("=")
        is_other = equals and heard(text) not in names
        yield (name.strip(), player.strip()) if is_other else (text, text)


def _may_import(preview: ImportPreview, options: argparse.Namespace) -> bool:
    """Check whether the results can be imported. Prints obstacles to standard error."""
    from scorekeeper.rummy.documents.names import heard
    from scorekeeper.rummy.messages import render

    if preview.needs_order:
        date = preview.example_of_date
        print(f"“{date}” could be two dates: give --dates day or --dates month.", file=sys.stderr)
        return False
    if preview.needs_year:
        date = preview.example_without_year
        print(f"“{date}” has no year: give --year {preview.today.year}.", file=sys.stderr)
        return False
    players = [*_named_players(preview.past, options)]
    named = [*(name for name, _player in players), *options.no_player]
    strangers = [name for name in named if heard(name) not in preview.players]
    for name in strangers:
        print(f"“{name}” is no name in this file.", file=sys.stderr)
    nobody = [
        player for name, player in players if name != player and preview.member(player) is None
    ]
    for player in nobody:
        print(f"“{player}” is no player of the club.", file=sys.stderr)
    for name in preview.unclear:
        print(
            f"“{name}”: is this a player? Say --player “{name}” or --no-player “{name}”.",
            file=sys.stderr,
        )
    for name, guess in preview.unconfirmed.items():
        print(
            f"“{name}”: is this {guess.name}? Say --player “{name}={guess.name}”, or --player "
            f"“{name}” for somebody else.",
            file=sys.stderr,
        )
    for kind in preview.undirected:
        high, low = _won_either_way(preview, kind)
        print(
            f"“{kind}”: who wins? Say --kind “{kind}={high}” for the highest total, or --kind "
            f"“{kind}={low}” for the lowest.",
            file=sys.stderr,
        )
    if strangers or nobody or preview.unclear or preview.unconfirmed or preview.undirected:
        return False
    if preview.past.unused:
        print(f"Not used: {', '.join(preview.past.unused)}.", file=sys.stderr)
    for place in preview.past.sums:
        where = f"{place.sheet or preview.past.name}:{place.row}"
        print(f"{where}: skipped, as it only adds up games.", file=sys.stderr)
    for kind in preview.unknown:
        print(f"“{kind}”: which game is this? Say --kind “{kind}=KEY”.", file=sys.stderr)
    for kind, number in preview.without_points.most_common():
        print(f"“{kind}”: {number:,} without points, not imported.", file=sys.stderr)
    translate = translator(options.lang)
    for unread in preview.unread:
        row = f"{unread.place.sheet or preview.past.name}:{unread.place.row}"
        where = f"{row}: {unread.cell}" if unread.cell else row
        print(f"{where}: {render(unread.why, unread.names, translate)}", file=sys.stderr)
    is_incomplete = preview.unknown or preview.unread or preview.without_points
    if is_incomplete and not options.leave_out:
        print(
            "Nothing was imported. With --leave-out, the other games are imported.", file=sys.stderr
        )
        return False
    return True


def _won_either_way(preview: ImportPreview, kind: str) -> list[str]:
    """The keys for this kind of game if the highest total wins, and if the lowest wins."""
    from scorekeeper.transfer.past.kinds import won_by

    played_as = preview.kinds[kind]
    return [won_by(played_as, lowest=low).key for low in (False, True)] if played_as else []


def _report_faults(error: FaultyFileError, translate: Translate) -> None:
    for fault in error.faults:
        print(f"{fault.where}: {fault.error.text(translate)}", file=sys.stderr)
    print("Nothing was imported.", file=sys.stderr)


def _report_stopped(done: Imported) -> None:
    print(
        f"It stopped after {done.games:,} games. Import the file again for the others. Imported "
        "games stay unchanged.",
        file=sys.stderr,
    )


def _report_imported(done: Imported) -> None:
    added = f"Games: {done.games:,}, rounds: {done.rounds:,}, new players: {done.players:,}."
    say(f"Imported. {added}")
    if done.tournaments:
        say(f"Tournaments: {done.tournaments:,}.")
    if done.leagues:
        say(f"Leagues: {done.leagues:,}.")
    if done.already_there:
        say(f"There already: {done.already_there:,}.")
