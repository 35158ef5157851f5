"""`scorekeeper score`: documents in, answers out, and a sentence for invalid input."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from scorekeeper.cli.documents import in_processes
from scorekeeper.cli.main import main


def game(zoe: int) -> dict[str, Any]:
    """Return a game of one knock with this much left to Zoë."""
    hands = {"Pierre": 21, "Jean": 5, "Jacques": 28, "Zoë": zoe}
    return {
        "variant": "knock",
        "rules": {"target": 200},
        "players": list(hands),
        "rounds": [{"ending": "knock", "by": "Jean", "hands": hands}],
    }


GAME = game(8)
BAD = game(80)


@dataclass(frozen=True)
class Answered:
    """The status and the output of a command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output, parsed."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The output, one document a line."""
        return [json.loads(line) for line in self.out.splitlines()]


class _Standard:
    """A standard stream of bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)

    def close(self) -> None:
        """Do nothing: worker processes close their standard input."""


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """Returns a function that runs `scorekeeper score` on bytes from standard input."""

    def run(content: bytes | str, *options: str) -> Answered:
        given = content.encode() if isinstance(content, str) else content
        monkeypatch.setattr(sys, "stdin", _Standard(given))
        status = main(["score", *options, "-"])
        out, err = capfd.readouterr()
        return Answered(status, out, err)

    return run


def test_it_answers_one_document(score: Any) -> None:
    answered = score(json.dumps(GAME))
    assert (answered.status, answered.err) == (0, "")
    assert answered.json["totals"] == {"Pierre": 0, "Jean": 42, "Jacques": 0, "Zoë": 0}
    assert "Zoë" in answered.out


def test_it_reads_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME))
    assert main(["score", str(file)]) == 0
    assert json.loads(capfd.readouterr().out)["totals"]["Jean"] == 42


def test_a_file_that_is_not_there_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none.json"
    assert main(["score", str(missing)]) == 2
    assert capfd.readouterr().err == f"{missing}: No such file or directory\n"


def test_a_bad_document_is_refused_on_standard_error(score: Any) -> None:
    answered = score(json.dumps(BAD))
    assert (answered.status, answered.out) == (2, "")
    assert answered.err == (
        "rounds[0].hands.Zoë: Round 1: Zoë’s count must be a whole number from 0 to 70.\n"
    )


def test_a_bad_line_is_answered_and_the_rest_go_on(score: Any) -> None:
    lines = [json.dumps(document) for document in (GAME, BAD, GAME)]
    answered = score("\n".join(["{", *lines]), "--lines")
    assert (answered.status, answered.err) == (0, "")
    assert answered.lines[0] == {"error": "This is not JSON: column 2.", "where": ""}
    assert answered.lines[2] == {
        "error": "Round 1: Zoë’s count must be a whole number from 0 to 70.",
        "where": "rounds[0].hands.Zoë",
    }
    assert [line["totals"]["Jean"] for line in (answered.lines[1], answered.lines[3])] == [42, 42]


def test_the_answers_of_several_processes_come_in_the_order_of_the_lines(score: Any) -> None:
    games = [json.dumps(game(number % 70)) for number in range(450)]
    lines = "\n".join([*games[:200], "{", *games[200:]])
    answered = score(lines, "--lines", "--jobs", "2", "--lang", "fr")
    assert (answered.status, answered.err) == (0, "")
    assert answered == score(lines, "--lines", "--lang", "fr")
    assert "error" in answered.lines[200]


@pytest.mark.parametrize("jobs", ["0", "65", "two", "-1"])
def test_a_number_of_jobs_that_makes_no_sense_is_refused(
    score: Any, capfd: pytest.CaptureFixture[str], jobs: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        score("", "--lines", "--jobs", jobs)
    assert stopped.value.code == 2
    assert f"a whole number from 1 to 64, not “{jobs}”" in capfd.readouterr().err


def test_jobs_without_lines_are_refused(score: Any) -> None:
    assert score("", "--jobs", "2") == Answered(2, "", "--jobs is for --lines\n")


def die(_lines: list[bytes]) -> str:
    """Kill this process, as the system can."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


@pytest.mark.skipif(sys.platform == "win32", reason="Windows kills no process like that")
def test_a_process_that_was_killed_is_told_of() -> None:
    with pytest.raises(ChildProcessError, match="a process that answered was killed"):
        list(in_processes(2, die, [b"{}"]))


def test_no_line_is_no_answer(score: Any) -> None:
    assert score("", "--lines") == Answered(0, "", "")


def test_it_speaks_french(score: Any) -> None:
    why = score(json.dumps(GAME), "--lang", "fr").json["rounds"][0]["why"]
    assert why[0]["text"] == "Pierre 21 − Jean 5"
    assert score(json.dumps(BAD), "--lang", "fr").err.startswith("rounds[0].hands.Zoë: Manche 1")


def test_what_happens_between_rounds_is_answered_and_refused(score: Any) -> None:
    leaves = {"between": {"leaves": ["Zoë"]}}
    answered = score(json.dumps(GAME | {"rounds": [*GAME["rounds"], leaves]}))
    assert answered.json["in"] == ["Pierre", "Jean", "Jacques"]
    assert answered.json["rounds"][1]["between"] == {"leaves": ["Zoë"]}
    twice = json.dumps(GAME | {"rounds": [leaves, leaves]})
    assert score(twice).err == "rounds[1].between.leaves: Zoë is not in the game now.\n"
    french = score(twice, "--lang", "fr").err
    assert french == "rounds[1].between.leaves: Zoë n’est pas dans la partie en ce moment.\n"


def test_it_writes_utf_8_on_any_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score", "-"],
        input=json.dumps(GAME).encode(),
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        cwd=Path(__file__).parents[2],
        check=True,
    )
    assert "Zoë" in done.stdout.decode()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param("", "This is not JSON: column 1.", id="nothing"),
        pytest.param("{]", "This is not JSON: column 2.", id="broken"),
        pytest.param(b"\xff\xfe", "This is not JSON in UTF-8.", id="other characters"),
        pytest.param(
            '{"variant": "gin", "variant": "gin"}',
            "“variant” is given twice in one object.",
            id="a part twice",
        ),
        pytest.param('{"x-share": NaN}', "Unknown field “NaN”.", id="no number"),
        pytest.param('{"x-share": -Infinity}', "Unknown field “-Infinity”.", id="no end"),
        pytest.param(
            "[" * 100_000,
            "This JSON is nested too deeply or holds too long a number.",
            id="nested too deep",
        ),
        pytest.param(
            "9" * 100_000,
            "This JSON is nested too deeply or holds too long a number.",
            id="too long a number",
        ),
        pytest.param("[]", "This must be a JSON object.", id="no object"),
    ],
)
def test_what_is_no_document_is_refused(score: Any, content: str | bytes, sentence: str) -> None:
    assert score(content) == Answered(2, "", sentence + "\n")
    if b"\n" not in (content if isinstance(content, bytes) else content.encode()) and content:
        assert score(content, "--lines").lines == [{"error": sentence, "where": ""}]


def test_a_mark_at_the_start_of_the_file_is_no_matter(score: Any) -> None:
    assert score(b"\xef\xbb\xbf" + json.dumps(GAME).encode()).status == 0


def test_half_a_character_stops_nothing(score: Any) -> None:
    bad = json.dumps(GAME | {"preset": "\ud800"})
    answered = score("\n".join([bad, json.dumps(GAME)]), "--lines")
    assert answered.lines[0]["where"] == "preset"
    assert "\ud800" in answered.lines[0]["error"]
    assert answered.lines[1]["totals"]["Jean"] == 42


def test_a_crowd_of_names_is_read_at_once(score: Any) -> None:
    names = [f'"x-{number}": 0' for number in range(50_000)]
    started = process_time()
    answered = score("{" + ", ".join([*names, '"x-1": 1']) + "}")
    assert answered.err == "“x-1” is given twice in one object.\n"
    assert process_time() - started < 2


def test_whoever_stops_reading_stops_it_quietly() -> None:
    command = [sys.executable, "-m", "scorekeeper", "score", "--lines", "-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        line = (json.dumps(GAME) + "\n").encode()
        running.stdin.write(line)
        running.stdin.flush()
        assert running.stdout.readline()
        running.stdout.close()
        running.stdin.write(line)
        running.stdin.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=30) == 0
