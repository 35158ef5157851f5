"""A club with everything that a score book can hold about games and players."""

from __future__ import annotations

from datetime import UTC, date

from scorekeeper import clock
from scorekeeper.clubs.players import set_archived, set_face
from scorekeeper.config import Settings
from scorekeeper.evenings import evening_of
from scorekeeper.games import commands, deletion
from scorekeeper.games.details import Details, change_details, correct_player
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.rami import RAMI
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import GameRow, ImportAnswer, TableLink
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.tokens import hash_of, new_id
from scorekeeper.tournaments import rounds, tables
from tests.support import hall
from tests.support.clubs import the_club
from tests.support.databases import opened
from tests.support.documents import VOID, Document, adjusted, gin, knock, out
from tests.support.examples import NAMES, examples, with_every_ending
from tests.support.leagues import league
from tests.support.scorebook import form, play, start
from tests.support.transfers import imported, lines_of

WHOLE = knock(
    "Ann",
    Ann={"hand": "7S 7H 7D 8D 9D TD 2C 2S 2H 3C"},
    Bob={"melds": ["KS KH KD"], "unmatched": "4C 4S 9C 9S QC QH 5D"},
)
NOTE = '=HYPERLINK("https://bad.example")'


def put(settings: Settings) -> None:
    """Create such a score book at the place that the settings name."""
    with opened(settings):
        fill()


def fill() -> None:
    """Make every kind of change to games and to a tournament."""
    fill_with_games()
    _tournament()


def fill_with_games() -> None:
    """Play every game with every ending, and make every kind of change to a game."""
    for variant in VARIANTS:
        players = NAMES[: variant.fewest + 1][: variant.most]
        row = start(players, variant=variant.key, overrides=with_every_ending(variant))
        play(row, *examples(variant, len(row.seats)), entered_by="Bob")
    imported(lines_of(*map(only_totals, VARIANTS)), "games.jsonl")
    _changed_games()
    _players()
    _answers()


def only_totals(variant: Variant) -> Document:
    """A game with known totals and no rounds. Two players share the win."""
    players = NAMES[: variant.fewest + 1][: variant.most]
    totals = (120, -5, 120, 7, 3)[: len(players)]
    return {
        "variant": variant.key,
        "players": players,
        "imported": dict(zip(players, totals, strict=True)),
        "date": "2019-11-26",
        "place": "Café Zoé",
    }


def _changed_games() -> None:
    over = play(start(overrides={"target": 60}), WHOLE, gin("Ann", Bob="K Q"), entered_by="Ann")
    assert over.status == "over"
    tie = play(start(("Bob", "Ann")), knock("Bob", Bob=5, Ann=9), knock("Ann", Bob=9, Ann=5))
    commands.call(tie.id, **form(tie), entered_by="Ann")
    forced = play(
        start(("Cem", "Ann")),
        adjusted(knock("Ann", Ann=15, Cem=30) | {"allow": ["illegal-knock"]}, "Cem", -20, NOTE),
        VOID | {"note": NOTE, "dealer": "Ann", "x-table": [3]},
    )
    details = Details(date(2025, 12, 31), "Café Zoé", NOTE)
    change_details(forced.id, details, **form(forced), entered_by="Cem")
    changed = _changed(start(("Dee", "Ann")))
    changed = correct_player(changed, **form(changed), seat=0, name="Cem")
    deletion.delete(changed.id, **form(changed), entered_by="Ann")
    play(start(variant=RAMI.key), out("Ann", Bob={"opened": False}))
    start(("Ann", "=1+1"))


def _changed(row: GameRow) -> GameRow:
    """Correct, undo, redo, shorten, call and play on a game."""
    row = play(row, *[knock("Ann", Ann=1, Dee=number) for number in range(2, 6)])
    facts = read_round(knock("Dee", Ann=9, Dee=2), row.players)
    row = commands.correct(row.id, **form(row), place=2, entry=facts, entered_by="Dee")
    row = commands.undo(row.id, **form(row))
    row = commands.redo(row.id, **form(row))
    row = commands.undo(row.id, **form(row))
    row = commands.remove(row.id, **form(row), place=3)
    row = commands.call(row.id, **form(row))
    return commands.play_on(row.id, **form(row))


def _players() -> None:
    """Change a player’s face, archive one, merge another."""
    club = the_club()
    ann, bob, cem, other = (
        find_player(db.session(), club.id, name) for name in ("Ann", "Bob", "Cem", "=1+1")
    )
    assert ann
    assert bob
    assert cem
    assert other
    set_face(ann, 7, "🦊")
    set_archived(cem, archived=True)
    merge_players(other, bob)


def _answers() -> None:
    """Answer who a name in imported results is."""
    ann = find_player(db.session(), the_club().id, "Ann")
    assert ann is not None
    with write() as session:
        name = {"about": "name", "word": "annie", "written": "Annie", "answer": ""}
        session.add(ImportAnswer(club_id=ann.club_id, player_id=ann.id, **name))


def _tournament() -> None:
    """An evening in its second round with a penalty, a link for a table, and a game just begun."""
    today = evening_of(clock.now(), UTC).isoformat()
    evening = hall.set_up(NAMES[:4], **hall.GIN, date=today)
    hall.play_round(evening)
    hall.change(evening, rounds.adjust, 1, 1, points=-2, note="late")
    hall.draw(evening, "standing")
    tables.begin(the_club(), evening, 2, 1)
    hall.change(evening, tables.say_result, 2, 2, void=True)
    league([evening], best=3, places=[5, 3, 1])
    with write() as session:
        card = {"id": new_id(), "table": 1, "token_hash": hash_of("a card"), "made_at": clock.now()}
        session.add(TableLink(tournament_id=evening, **card))
