"""A club’s answers about a file of results are stored, so the next file does not ask again."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, func, select

from scorekeeper.clubs.clubs import delete_club
from scorekeeper.clubs.players import rename_player
from scorekeeper.statistics.merging import merge_players, separate_player
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, ImportAnswer, Player
from scorekeeper.transfer.past import kept_answers
from scorekeeper.transfer.past.alike import Alike
from scorekeeper.transfer.past.choices import LEFT_OUT, NEW, Choices
from scorekeeper.transfer.past.dates import DateOrder
from scorekeeper.transfer.past.kept_answers import answers_of, forget, keep_answers, kept_choices
from scorekeeper.transfer.past.preview import ImportPreview
from tests.support.clubs import new_club, the_club
from tests.support.walks import walk
from tests.transfer.test_past import import_preview, preview_of

pytestmark = pytest.mark.usefixtures("book")


def of_first(content: str, choices: Choices | None = None) -> ImportPreview:
    """Return the preview of a file for the club, with these choices and the stored answers."""
    club_id = the_club().id
    return preview_of(content, choices, known=kept_choices(db.session(), club_id))


def kept(content: str, choices: Choices | None = None) -> ImportPreview:
    """Import a file, store its answers, and return the preview."""
    preview = of_first(content, choices)
    if preview.games:
        import_preview(preview)
    keep_answers(the_club().id, preview)
    db.session.rollback()
    return preview


def player(name: str) -> Player:
    return db.session.scalars(select(Player).where(Player.name == name)).one()


def played(preview: ImportPreview) -> list[tuple[str, ...]]:
    return [game.read.recorded.game.players for game in preview.games]


FIRST = "Date,Game,Mags,Bob\n2026-01-05,Gin,1,2\n"
SECOND = "Date,Game,MAGS,Bob\n2026-02-05,Gin,3,4\n"


def test_a_name_is_kept_however_its_player_is_called_later() -> None:
    kept("Date,Game,Maggie,Bob\n2026-01-01,Gin,1,2\n")
    maggie = player("Maggie")
    kept(FIRST, Choices(names={"Mags": str(maggie.id)}))
    assert played(of_first(SECOND)) == [("Maggie", "Bob")]
    rename_player(player("Maggie"), "Margaret", seen="Maggie")
    db.session.rollback()
    assert played(of_first(SECOND)) == [("Margaret", "Bob")]
    assert played(of_first("Date,Game,Maggie,Bob\n2026-02-05,Gin,3,4\n")) == [("Margaret", "Bob")]


def test_a_name_is_kept_of_players_who_are_merged_and_parted() -> None:
    kept("Date,Game,Maggie,Bob\n2026-01-01,Gin,1,2\n")
    kept(FIRST, Choices(names={"Mags": NEW}))
    merge_players(player("Mags"), player("Maggie"))
    db.session.rollback()
    assert played(of_first(SECOND)) == [("Maggie", "Bob")]
    separate_player(player("Mags"))
    db.session.rollback()
    assert played(of_first(SECOND)) == [("Mags", "Bob")]


def test_a_name_is_forgotten_with_its_player_and_with_its_club() -> None:
    kept(FIRST)
    club_id = the_club().id
    db.session.execute(delete(ImportAnswer).where(ImportAnswer.word == "bob"))
    db.session.commit()
    assert list(kept_choices(db.session(), club_id).names) == ["mags"]
    delete_club(db.session.get_one(Club, club_id))
    assert db.session.scalar(select(func.count()).select_from(ImportAnswer)) == 0


def test_another_club_knows_nothing_of_it() -> None:
    kept(FIRST, Choices(names={"Mags": LEFT_OUT}, kinds={"Gin": "oklahoma"}))
    other = new_club("Tuesday")
    assert kept_choices(db.session(), other.id) == Choices()


COLUMN = "Date,Game,Treff,Ann,Bob\n" + "".join(
    f"2026-01-0{day},Gin,{day},{7 * day},{day**2}\n" for day in range(1, 6)
)


def test_a_column_that_is_no_player_is_not_asked_about_again() -> None:
    assert of_first(COLUMN).unclear == ("Treff",)
    kept(COLUMN, Choices(names={"Treff": LEFT_OUT}))
    preview = of_first(COLUMN.replace("2026-01", "2026-02"))
    assert preview.unclear == ()
    assert {*played(preview)} == {("Ann", "Bob")}


RUMMY = "Date,Game,Ann,Bob,Cem\n2026-01-05,Rummy,0,20,30\n2026-01-06,Rummy,5,0,7\n"


def test_a_game_is_kept_with_who_wins() -> None:
    assert of_first(RUMMY).unknown == ("Rummy",)
    chosen = of_first(RUMMY, Choices(kinds={"Rummy": "basic"}))
    assert chosen.undirected == ("Rummy",)
    assert chosen.games[0].read.recorded.game.preset == "penalty", "somebody has 0 each time"
    kept(RUMMY, Choices(kinds={"Rummy": "basic"}, lowest={"Rummy": False}))
    again = of_first(RUMMY.replace("2026", "2025"))
    assert (again.unknown, again.undirected) == ((), ())
    assert [game.read.recorded.game.preset for game in again.games] == ["plain", "plain"]


def test_a_game_is_kept_that_is_left_out() -> None:
    table = "Date,Game,Ann,Bob\n2026-01-05,Catan,1,2\n2026-01-05,Gin,1,2\n"
    assert of_first(table).unknown == ("Catan",)
    kept(table)
    assert of_first(table).unknown == ("Catan",), "nobody has answered"
    kept(table, Choices(kinds={"Catan": LEFT_OUT}))
    assert of_first(table).unknown == ()


def test_an_answer_that_follows_from_the_name_is_not_kept() -> None:
    kept(FIRST, Choices(kinds={"Gin": "oklahoma"}))
    assert [answer.answer for answer in answers_of(db.session(), the_club().id)] == ["oklahoma"]
    kept(FIRST, Choices(kinds={"Gin": "gin"}))
    assert answers_of(db.session(), the_club().id) == []


@walk(
    ("name", "is_asked"),
    {
        "both ways": ("Basic Rummy", True),
        "one way": ("Gin", False),
        "a preset": ("basic/penalty", False),
    },
)
def test_who_wins_is_asked_where_the_file_does_not_say(name: str, is_asked: bool) -> None:
    table = f"Date,Game,Ann,Bob\n2026-01-05,{name},10,20\n"
    assert of_first(table).undirected == ((name,) if is_asked else ())


def test_a_table_of_ours_says_who_wins_by_its_preset() -> None:
    table = "Date,Game,Preset,Ann,Bob\n2026-01-05,basic,plain,10,20\n"
    assert of_first(table).undirected == ()


def test_the_order_of_dates_is_kept_and_gives_way_to_a_file_that_tells() -> None:
    table = "Date,Game,Ann,Bob\n3/4/2020,Gin,1,2\n"
    assert of_first(table).needs_order
    kept(table, Choices(order=DateOrder.MONTH_FIRST))
    again = of_first("Date,Game,Ann,Bob\n5/6/2021,Gin,1,2\n")
    assert not again.needs_order
    assert again.games[0].read.played_on.isoformat() == "2021-05-06"
    told = of_first("Date,Game,Ann,Bob\n5/6/2022,Gin,1,2\n25/6/2022,Gin,1,3\n")
    assert told.games[0].read.played_on.isoformat() == "2022-06-05"


def test_what_is_forgotten_is_asked_again() -> None:
    kept(RUMMY, Choices(kinds={"Rummy": "basic"}))
    [answer] = answers_of(db.session(), the_club().id)
    forget(new_club("Tuesday").id, answer.id)
    db.session.rollback()
    assert of_first(RUMMY).unknown == ()
    forget(the_club().id, answer.id)
    db.session.rollback()
    assert of_first(RUMMY).unknown == ("Rummy",)


def test_only_the_latest_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_answers, "MOST_KEPT", 2)
    kept("Date,Game,Ann,Bob,Cem\n2026-01-05,Rummy 500,1,2,3\n")
    assert list(kept_choices(db.session(), the_club().id).names) == ["bob", "cem"]


def test_a_word_that_fits_in_no_column_is_not_kept() -> None:
    kept(f"Date,Game,Ann,Bob\n2026-01-05,{'x' * 300},1,2\n", Choices(kinds={"x" * 300: "gin"}))
    assert answers_of(db.session(), the_club().id) == []


@walk(
    ("name", "guess"),
    {
        "a familiar form": ("Mags", "Maggie"),
        "a longer form": ("Bobby", "Bob"),
        "a shorter form": ("Alex", "Alexander"),
        "without accents": ("Zoe", "Zoé"),
        "with a surname": ("Bob Miller", "Bob"),
        "two could be": ("Chris", None),
        "somebody else’s ending": ("Paula", None),
        "another surname": ("Ann Miller", None),
        "too short": ("Jo", None),
        "nobody": ("Wanda", None),
    },
)
def test_a_name_is_guessed(name: str, guess: str | None) -> None:
    names = (
        "Maggie",
        "Bob",
        "Alexander",
        "Zoé",
        "Christine",
        "Christian",
        "Paul",
        "Ann Lee",
        "Joe",
    )
    found = Alike([Player(name=known) for known in names]).guess(name)
    assert (found and found.name) == guess


def test_a_guess_is_asked_until_it_is_answered() -> None:
    kept("Date,Game,Maggie,Bob\n2026-01-01,Gin,1,2\n")
    preview = of_first(FIRST)
    assert [(name, guess.name) for name, guess in preview.unconfirmed.items()] == [
        ("Mags", "Maggie")
    ]
    maggie = player("Maggie")
    kept(FIRST, Choices(names={"Mags": str(maggie.id)}))
    assert of_first(SECOND).unconfirmed == {}
    assert of_first(FIRST, Choices(names={"Mags": NEW})).players["mags"] == "Mags"


def test_nobody_is_guessed_who_is_in_the_file() -> None:
    kept("Date,Game,Maggie,Bob\n2026-01-01,Gin,1,2\n")
    both = of_first("Date,Game,Mags,Maggie\n2026-01-05,Gin,1,2\n")
    assert both.unconfirmed == {}
    assert played(both) == [("Mags", "Maggie")]


def test_two_spellings_of_a_kind_of_game_are_kept_once() -> None:
    table = "Date,Game,Ann,Bob\n2026-01-05,Our rummy,1,2\n2026-01-06,our rummy,3,4\n"
    kept(table, Choices(kinds={"Our rummy": "gin", "our rummy": "gin"}))
    words = [answer.word for answer in answers_of(db.session(), the_club().id)]
    assert words.count("our rummy") == 1
    assert of_first(table).unknown == ()
