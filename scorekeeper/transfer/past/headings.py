"""The meaning of a table's columns by their headings in English, French, German and Italian."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise

from scorekeeper.transfer.past.points import are_points, did_not_play, may_be_points, read_points
from scorekeeper.transfer.past.values import plain


class Holds(Enum):
    """The content of a column.

    `NAME` is perhaps a player's name. `GAME` is a number or id of a game.
    """

    DATE = auto()
    KIND = auto()
    PRESET = auto()
    PLACE = auto()
    NOTE = auto()
    GAME = auto()
    PLAYER = auto()
    SIDE = auto()
    POINTS = auto()
    OTHER = auto()
    NAME = auto()


_WORDS = {
    Holds.DATE: "date, day, played on, datum, tag, gespielt am, spieltag, jour, jouee le, joue le, "
    "data, giorno, giocata il, timestamp, zeitstempel, horodateur, informazioni cronologiche",
    Holds.KIND: "game, kind, game name, kind of game, variant, jeu, type de jeu, variante, spiel, "
    "spielart, art, gioco, nome del gioco, tipo di gioco",
    Holds.PRESET: "preset",
    Holds.PLACE: "place, location, where, lieu, endroit, ou, ort, spielort, wo, luogo, posto, dove",
    Holds.NOTE: "note, notes, comment, comments, remark, remarks, commentaire, commentaires, "
    "remarque, remarques, notiz, notizen, bemerkung, bemerkungen, kommentar, anmerkung, nota, "
    "commento, commenti, osservazione, osservazioni, annotazioni",
    Holds.GAME: "id, game id, game no, game nr, game number, no, nr, n, number, match, partie, "
    "no partie, n partie, partie no, numero, spiel nr, spielnummer, partienummer, partita, "
    "n partita, numero partita, partita n",
    Holds.PLAYER: "player, player name, players, name, joueur, joueuse, joueurs, nom, spieler, "
    "spielerin, giocatore, giocatrice, giocatori, nome",
    Holds.SIDE: "side",
    Holds.POINTS: "points, point, score, scores, total, totals, result, pts, totaux, resultat, "
    "punkte, punktzahl, pkt, ergebnis, endstand, gesamt, summe, "
    "punti, punteggio, punteggi, totale, totali, risultato, risultati",
    Holds.OTHER: "won, win, winner, winners, rank, time, started, start, ended, end, duration, "
    "rounds, weekday, month, year, session, sessions, evening, night, round, hands, deal, deals, "
    "difference, diff, margin, spread, gap, pot, stake, stakes, bet, buy in, money, elo, rating, "
    "position, pos, sum, count, average, avg, mean, median, season, week, quarter, table, row, "
    "index, unnamed, tournament, length, minutes, hours, decks, packs, bonus, penalty, "
    "gagne, gagnant, gagnante, vainqueur, rang, heure, debut, fin, duree, manches, mois, annee, "
    "soiree, seance, manche, tour, donne, donnes, ecart, marge, mise, cagnotte, argent, "
    "classement, somme, nombre, moyenne, mediane, saison, semaine, trimestre, ligne, tournoi, "
    "jeux, paquets, penalite, "
    "gewonnen, gewinner, sieger, siegerin, platz, uhrzeit, zeit, beginn, ende, dauer, runden, "
    "wochentag, monat, jahr, sitzung, abend, runde, blatt, differenz, abstand, vorsprung, "
    "einsatz, topf, geld, wertung, rangliste, anzahl, teilnehmer, teilnehmerzahl, spielerzahl, "
    "spieleranzahl, durchschnitt, schnitt, mittelwert, woche, kw, quartal, tisch, zeile, turnier, "
    "minuten, stunden, bonuspunkte, strafe, strafpunkte, "
    "vinto, vince, vittoria, vittorie, vincitore, vincitrice, posizione, classifica, ora, orario, "
    "inizio, fine, durata, mano, mani, smazzata, smazzate, turno, mese, anno, serata, sera, "
    "sessione, differenza, distacco, margine, posta, piatto, soldi, somma, media, mediana, "
    "stagione, settimana, trimestre, tavolo, riga, torneo, minuti, ore, mazzi, premio, penalita",
}
_HOLDS = {word: holds for holds, words in _WORDS.items() for word in words.split(", ")}

_BETWEEN = (
    "of the per in and number nr max min games s de des du la le les par et nb parties "
    "der die das von pro im und spiele di del della dei il lo i gli per e partite"
)
_JOINING = {*_BETWEEN.split()}
"""Connecting words in headings of known words, such as “Number of players”. They form no name."""

_ALSO_NAMES = ("art", "n")
"""Headings of kinds and numbers of games that could also be a player’s name or initial."""

_SENT = ("timestamp", "zeitstempel", "horodateur", "informazioni cronologiche")
"""The names in Google Forms for the column with the time when a form was sent."""

Cells = Sequence[str]


def holds(heading: str) -> Holds:
    """The content of a column with this heading. Headings of several players can be numbered.

    >>> [holds(heading).name for heading in ("Datum", "Joueur 2", "Player 1 score", "Nora")]
    ['DATE', 'PLAYER', 'POINTS', 'NAME']
    >>> [holds(heading).name for heading in ("Number of players", "Differenz (Punkte)", "Max")]
    ['OTHER', 'OTHER', 'NAME']
    """
    words = plain(re.sub(r"[\W\d_]+", " ", heading)) or plain(heading)
    if words in _HOLDS:
        return _HOLDS[words]
    known = [_HOLDS.get(word) for word in words.split() if word not in _JOINING]
    if {*known} == {Holds.PLAYER, Holds.POINTS}:
        return Holds.POINTS
    return Holds.OTHER if known and None not in known else Holds.NAME


@dataclass(frozen=True)
class Columns:
    """The columns of a table by content.

    `pairs` are columns with a player and with their points. `by_name` are columns whose heading is
    a player's name.
    """

    headings: tuple[str, ...]
    of: Mapping[Holds, int]
    pairs: tuple[tuple[int, int], ...] = ()
    by_name: tuple[int, ...] = ()
    others: tuple[int, ...] = field(default=())

    @property
    def is_tidy(self) -> bool:
        """True if each row is one player in one game."""
        return len(self.pairs) == 1

    def cell(self, cells: Cells, holds: Holds) -> str:
        """The cell with this content. Empty if no column has it."""
        column = self.of.get(holds)
        return cells[column] if column is not None and column < len(cells) else ""


def columns_of(headings: Cells, rows: Sequence[Cells]) -> Columns | None:
    """The columns of these rows. `None` if the headings do not fit a table of results.

    A column headed by a name is a player’s if it has points, or if all its cells look like points.
    """
    kinds = [holds(heading) if heading else None for heading in headings]
    if Holds.DATE not in kinds:
        return None
    players, points = (_all(kinds, kind) for kind in (Holds.PLAYER, Holds.POINTS))
    pairs = tuple(zip(players, points, strict=False)) if len(players) == len(points) else ()
    if not pairs:
        kinds = _with_names(headings, kinds, rows)
    kinds = _without_timestamps(headings, kinds)
    of = _once(kinds, rows)
    if len(pairs) == 1 and Holds.PLACE in of and _tells_who_came_where(rows, of):
        del of[Holds.PLACE]
    if len(pairs) != 1:  # A row is a whole game, so columns for game and side mean nothing.
        of = {kind: column for kind, column in of.items() if kind not in (Holds.GAME, Holds.SIDE)}
    numbered = players if len(players) > 1 else []  # A single “players” column counts players.
    named = [] if pairs else [*_all(kinds, Holds.NAME), *numbered]
    named = [column for column in named if _are_meant_as_points(rows, column)]
    if not pairs and len(named) < 2:
        return None
    used = {*of.values(), *named, *(column for pair in pairs for column in pair)}
    others = tuple(n for n, heading in enumerate(headings) if heading and n not in used)
    return Columns(tuple(headings), of, pairs, tuple(sorted(named)), others)


def _without_timestamps(headings: Cells, kinds: list[Holds | None]) -> list[Holds | None]:
    """The contents of the columns. A form timestamp is a date only if no other column is one."""
    dates = _all(kinds, Holds.DATE)
    sent = [column for column in dates if plain(headings[column]) in _SENT]
    if len(sent) in (0, len(dates)):
        return kinds
    return [Holds.OTHER if column in sent else kind for column, kind in enumerate(kinds)]


def has_date(headings: Cells) -> bool:
    return Holds.DATE in map(holds, headings)


def are_known(headings: Cells) -> bool:
    return not {Holds.KIND, Holds.PLAYER, Holds.POINTS}.isdisjoint(map(holds, headings))


def without_points(headings: Cells, rows: Sequence[Cells]) -> list[str]:
    columns = [n for n, heading in enumerate(headings) if heading and holds(heading) is Holds.NAME]
    if len(columns) < 2:
        return []
    return [headings[n] for n in columns if not _are_meant_as_points(rows, n)]


def _are_meant_as_points(rows: Sequence[Cells], column: int) -> bool:
    cells = [cell for cell in _cells(rows, column) if not did_not_play(cell)]
    return any(map(are_points, cells)) or (bool(cells) and all(map(may_be_points, cells)))


def _with_names(
    headings: Cells, kinds: Sequence[Holds | None], rows: Sequence[Cells]
) -> list[Holds | None]:
    """The contents of the columns, with “Art” and “N” as names if they hold points.

    This is safe: a kind of game is in words, and numbers of games count up.
    """
    return [
        Holds.NAME if heading.casefold() in _ALSO_NAMES and _are_points_of(rows, column) else holds
        for column, (heading, holds) in enumerate(zip(headings, kinds, strict=True))
    ]


def _are_points_of(rows: Sequence[Cells], column: int) -> bool:
    """True if a column has only numbers that do not count games.

    Numbers of games go up or down in steps of 1, or start again at 1.
    """
    cells = [cell for cell in _cells(rows, column) if not did_not_play(cell)]
    if not all(map(are_points, cells)):
        return False
    numbers = [*map(read_points, cells)]
    counts = all(b == 1 or abs(b - a) == 1 for a, b in pairwise(numbers))
    return bool(numbers) and not (counts and (len(numbers) > 1 or numbers == [1]))


def _once(kinds: Sequence[Holds | None], rows: Sequence[Cells]) -> dict[Holds, int]:
    """The columns that a table has only once: date, kind, preset, place, note, game and side.

    A number is never a kind of game: a “Spiel” column with numbers identifies games.
    """
    one_each = (Holds.DATE, Holds.KIND, Holds.PRESET, Holds.PLACE, Holds.NOTE, Holds.GAME)
    of = {kind: kinds.index(kind) for kind in (*one_each, Holds.SIDE) if kind in kinds}
    match [*_all(kinds, Holds.KIND), *_all(kinds, Holds.GAME)]:
        case [first, second] if Holds.GAME not in of:  # such as “game” and “kind”
            if _are_numbers(rows, second) and not _are_numbers(rows, first):
                first, second = second, first
            of |= {Holds.GAME: first, Holds.KIND: second}
        case [only] if _are_numbers(rows, only):
            of = of | {Holds.GAME: only}
            of.pop(Holds.KIND, None)
        case [only]:
            of = of | {Holds.KIND: only}
            of.pop(Holds.GAME, None)
    return of


def _tells_who_came_where(rows: Sequence[Cells], of: Mapping[Holds, int]) -> bool:
    """Check whether “place” is the players' rank: a number that differs within a game.

    An empty cell for the date, kind or game repeats the cell above.
    """
    if not _are_numbers(rows, of[Holds.PLACE]):
        return False
    place = of[Holds.PLACE]
    same = [of[kind] for kind in (Holds.DATE, Holds.KIND, Holds.GAME) if kind in of]
    places: dict[tuple[str, ...], set[str]] = {}
    game = ("",) * len(same)
    for row in rows:
        own = ("".join(row[column : column + 1]) for column in same)
        game = tuple(cell or above for cell, above in zip(own, game, strict=True))
        if place < len(row):
            places.setdefault(game, set()).add(row[place])
    return any(len(numbers) > 1 for numbers in places.values())


def _are_numbers(rows: Sequence[Cells], column: int) -> bool:
    return all(map(are_points, _cells(rows, column)))


def _cells(rows: Sequence[Cells], column: int) -> Iterator[str]:
    return (row[column] for row in rows if column < len(row) and row[column])


def _all(kinds: Sequence[Holds | None], wanted: Holds) -> list[int]:
    return [index for index, kind in enumerate(kinds) if kind is wanted]
