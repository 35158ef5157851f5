"""The speed and memory of `scorekeeper score --lines` for thousands of games.

Run with `pytest -m benchmark`. Times are processor times of one process, so other work on the
machine does not count. The speed is a ratio to a scorer that only adds up, and to reading and
writing the same JSON, in the same run.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import Cost, cost

pytestmark = pytest.mark.benchmark

ROUNDS = 12
CACHES = 4_096
"""The kB by which the caches of arrangements can still grow after 2,000 games."""
SEED = 313

PACK = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
COURT = dict.fromkeys("TJQK", 10)
WORTH = {rank: number for number, rank in enumerate("A23456789", start=1)} | COURT

JSON_ALONE = """
import json, sys
with open(sys.argv[1], "rb") as games, open(sys.argv[2], "rb") as answers:
    for line in games:
        json.loads(line)
    for line in answers:
        json.dumps(json.loads(line), ensure_ascii=False)
"""

ADDS_UP = """
import json, sys
worth = {rank: number for number, rank in enumerate("A23456789", start=1)}
worth |= dict.fromkeys("TJQK", 10)
with open(sys.argv[1], "rb") as games:
    for line in games:
        game = json.loads(line)
        totals = dict.fromkeys(game["players"], 0)
        points = []
        for round in game["rounds"]:
            hands = round.get("hands", {})
            points.append({name: sum(worth[c[0]] for c in hands[name].split()) for name in hands})
            for name, left in points[-1].items():
                totals[name] += left
        print(json.dumps({"rounds": points, "totals": totals}))
"""
"""A scorer that reads the same games and only adds up the cards left in each hand."""


def score_lines(games: Path, *options: str) -> Cost:
    """Return the cost of scoring a file of games. Write the answers to a file next to it."""
    command = [sys.executable, "-m", "scorekeeper", "score", "--lines", *options, str(games)]
    return cost(command, games.with_suffix(".answers"))


def dealt(chance: random.Random, players: list[str], most: int) -> dict[str, str]:
    """Deal each player one to `most` unmatched cards of one pack."""
    cards = chance.sample(PACK, most * len(players))
    return {
        name: " ".join(cards[seat * most : seat * most + chance.randint(1, most)])
        for seat, name in enumerate(players)
    }


def gin_round(chance: random.Random, players: list[str]) -> dict[str, Any]:
    """A knock with few points left, or gin."""
    hands: dict[str, Any] = dealt(chance, players, 6)
    by = chance.choice(players)
    if chance.random() < 0.3:
        del hands[by]
        return {"ending": "gin", "by": by, "hands": hands}
    hands[by] = chance.choice(["A", "3", "4 2", "9"])
    return {"ending": "knock", "by": by, "hands": hands}


def oklahoma_round(chance: random.Random, players: list[str]) -> dict[str, Any]:
    """A round of Gin with a ten or a court card as upcard."""
    return gin_round(chance, players) | {"upcard": chance.choice(["TS", "QH", "KD", "JC"])}


def knock_round(chance: random.Random, players: list[str]) -> dict[str, Any]:
    """A knock with any count."""
    hands = dealt(chance, players, 5)
    return {"ending": "knock", "by": chance.choice(players), "hands": hands}


def out_round(chance: random.Random, players: list[str]) -> dict[str, Any]:
    """A round in which a random player goes out."""
    hands = dealt(chance, players, 3)
    by = chance.choice(players)
    del hands[by]
    return {"ending": "out", "by": by, "hands": hands}


Play = Callable[[random.Random, list[str]], dict[str, Any]]

GAMES: list[tuple[str, int, dict[str, int], Play]] = [
    ("gin", 2, {"target": 0}, gin_round),
    ("oklahoma", 2, {"target": 0}, oklahoma_round),
    ("hollywood", 2, {"target": 0}, gin_round),
    ("knock", 4, {}, knock_round),
    ("manipulation", 3, {"target": 0}, out_round),
    ("basic", 4, {}, out_round),
    ("three-thirteen", 4, {}, out_round),
]


def write_games(path: Path, number: int) -> Path:
    """Write this many games of twelve rounds, a line each, of all variants in turn."""
    chance = random.Random(SEED)
    with path.open("w") as file:
        for index in range(number):
            variant, seats, rules, play = GAMES[index % len(GAMES)]
            players = ["Pierre", "Jean", "Jacques", "Paul"][:seats]
            rounds = [play(chance, players) for _ in range(ROUNDS)]
            if variant == "three-thirteen":
                rounds[0] = {"ending": "void"}
            game = {"variant": variant, "rules": rules, "players": players, "rounds": rounds}
            file.write(json.dumps(game) + "\n")
    return path


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2,000 games of 12 rounds."""
    return write_games(tmp_path_factory.mktemp("games") / "2000.jsonl", 2_000)


def test_every_game_of_the_benchmark_is_scored(games: Path) -> None:
    score_lines(games)
    answers = games.with_suffix(".answers").read_text().splitlines()
    assert len(answers) == 2_000
    assert all(len(json.loads(answer)["rounds"]) == ROUNDS for answer in answers)


def test_scoring_takes_at_most_thirty_times_as_long_as_adding_up(games: Path) -> None:
    scored = min(score_lines(games).seconds for _ in range(3))
    command = [sys.executable, "-c", ADDS_UP, str(games)]
    added = min(cost(command, games.with_suffix(".sums")).seconds for _ in range(3))
    print(f"{scored / added:.1f} times as long as to add up what is left in each hand")
    assert scored <= 30 * added


def test_scoring_takes_little_more_than_reading_and_writing_json(games: Path) -> None:
    scored = min(score_lines(games).seconds for _ in range(3))
    answers = games.with_suffix(".answers")
    command = [sys.executable, "-c", JSON_ALONE, str(games), str(answers)]
    alone = min(cost(command, games.with_suffix(".json")).seconds for _ in range(3))
    print(f"{scored / alone:.1f} times as long as the JSON alone")
    assert scored <= 10 * alone


def test_ten_times_the_games_take_ten_times_as_long_and_no_more_memory(
    games: Path, tmp_path: Path
) -> None:
    one = score_lines(write_games(tmp_path / "1.jsonl", 1)).seconds
    few = score_lines(games)
    many = score_lines(write_games(tmp_path / "20000.jsonl", 20_000))
    print(f"{(many.seconds - one) / (few.seconds - one):.1f} times as long")
    print(f"{few.memory:,} kB for 2,000 games, {many.memory:,} kB for 20,000")
    assert many.seconds - one <= 12 * (few.seconds - one)
    assert many.memory <= few.memory + CACHES


def test_two_processes_take_no_more_work_and_give_the_same_answers(
    tmp_path: Path,
) -> None:
    games = write_games(tmp_path / "20000.jsonl", 20_000)
    answers = games.with_suffix(".answers")
    alone = score_lines(games)
    expected = answers.read_bytes()
    started = time.perf_counter()
    together = score_lines(games, "--jobs", "2")
    pace = 20_000 * ROUNDS / (time.perf_counter() - started)
    more = together.seconds / alone.seconds
    print(f"{pace:,.0f} rounds a second by the clock, {more:.2f} times the processor time")
    assert answers.read_bytes() == expected
    assert more <= 1.2
