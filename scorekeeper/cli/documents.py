"""`scorekeeper score`, `melds` and `settle`: answer JSON documents.

They answer a single document, or a stream with one document a line, optionally in several
processes.
"""

from __future__ import annotations

import argparse
import errno
import gc
import json
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from scorekeeper.cli.options import STANDARD, add_language_option, printing, translator
from scorekeeper.rummy import answer_melds, score, settle_games
from scorekeeper.rummy.documents.answer import Answer, encode
from scorekeeper.rummy.documents.reading import read_json
from scorekeeper.rummy.messages import Translate
from scorekeeper.rummy.round import RuleError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

MOST_JOBS = 64

LINES_AT_ONCE = 100
"""The number of lines per message to a process. A message costs more time than scoring a line."""

NEW_OBJECTS = 100_000
"""Python collects garbage after this many new objects. Documents make many and leave none."""

Answerer: TypeAlias = Callable[[object, Translate], Answer | dict[str, Any] | str]
"""Answers a parsed document: with a text for people, or with an object to print as JSON.

Raises `RuleError` to reject the document.
"""


def add_score(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    add_command(
        subparsers,
        "score",
        score,
        help="score a game document in JSON",
        description="Score a game document: every round’s winners and points with their reasons, "
        "the totals and the end of the game.",
    )


def add_melds(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    add_command(
        subparsers,
        "melds",
        answer_melds,
        help="find the best melds of a hand",
        description="Find the melds of a hand that leave the least deadwood, and its lay-offs "
        "on melds on the table. Other questions are about melds before they are laid, one play, or "
        "the table; they depend on the game.",
    )


def add_settle(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    add_command(
        subparsers,
        "settle",
        _settled,
        help="settle games that were played for a stake",
        description="Find the fewest payments that settle the games of a document, such as of an "
        "evening.",
    )


def _settled(document: object, _translate: Translate) -> Answer:
    return settle_games(document)


def add_command(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    answer: Answerer,
    *,
    help: str,
    description: str,
) -> argparse.ArgumentParser:
    """Add a command that answers documents from a file or from standard input."""
    parser = subparsers.add_parser(name, help=help, description=description)
    parser.add_argument("file", metavar="FILE", help="the document, or - for standard input")
    parser.add_argument(
        "--lines",
        action="store_true",
        help="read one document per line (JSON Lines) and write one answer per line; the "
        "answer to a bad document is its error",
    )
    add_language_option(parser, "the language of the texts")
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=1,
        metavar="N",
        help="with --lines: the number of processes; the answers keep their order",
    )
    parser.set_defaults(run=partial(run_command, answer))
    return parser


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_JOBS):
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_JOBS}, not “{text}”")
    return int(text)


def run_command(answer: Answerer, options: argparse.Namespace) -> int:
    """Answer the documents in the file. Returns the status.

    The status is 2 for a wrong option, an unreadable file, or a single document with an error. With
    `--lines`, documents with errors leave it at 0.
    """
    out = sys.stdout
    if hasattr(out, "reconfigure"):
        # Write UTF-8 to any terminal, with lone surrogates escaped as in JSON.
        out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    gc.set_threshold(NEW_OBJECTS)
    if options.jobs > 1 and not options.lines:
        print("--jobs is for --lines", file=sys.stderr)
        return 2
    try:
        is_standard = options.file == STANDARD
        with sys.stdin.buffer if is_standard else Path(options.file).open("rb") as file:
            if options.lines:
                work = partial(answer_lines, answer, options.lang)
                return _answer_lines(work, options.jobs, file, out)
            return _answer_one(answer, file.read(), out, options.lang)
    except BrokenPipeError:
        return 0  # The reader of the answers has closed the pipe.
    except OSError as error:
        print(f"{error.filename or options.file}: {error.strerror}", file=sys.stderr)
        return 2


def _answer_one(answer: Answerer, content: bytes, out: TextIO, language: str) -> int:
    translate = translator(language)
    try:
        document = read_json(content)
        translate = translator(language, document)
        answered = answer(document, translate)
    except RuleError as error:
        place = f"{error.place}: " if error.place else ""
        print(place + error.text(translate), file=sys.stderr)
        return 2
    indent = 2 if out.isatty() else None
    with printing():
        print(_printed(answered, indent), file=out, flush=True)
    return 0


def _printed(answered: Answer | dict[str, Any] | str, indent: int | None) -> str:
    if isinstance(answered, str):
        return answered
    plain = answered.as_json() if isinstance(answered, Answer) else answered
    return json.dumps(plain, ensure_ascii=False, indent=indent)


def _answer_lines(
    answer: Callable[[list[bytes]], str], jobs: int, lines: Iterator[bytes], out: TextIO
) -> int:
    answers: Iterable[str] = (answer([line]) for line in lines)
    if jobs > 1:
        answers = in_processes(jobs, answer, lines)
    for text in answers:
        with printing():
            out.write(text)
            out.flush()
    return 0


def in_processes(
    jobs: int, answer: Callable[[list[bytes]], str], lines: Iterable[bytes]
) -> Iterator[str]:
    """The answers to chunks of lines, in order, computed in this many processes.

    Only a few chunks are read ahead. `answer` must be a module's function, or a `partial` of one,
    to be picklable. Raises `ChildProcessError` if a process was killed.
    """
    # Imported here, because the import takes longer than scoring a game.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Ctrl+C reaches all processes, but this process ends the pool’s processes itself.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=ignore)
    try:
        yield from _in_order(pool, answer, lines, ahead=2 * jobs)
    except BrokenProcessPool:
        raise ChildProcessError(errno.ECHILD, "a process that answered was killed") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(
    pool: ProcessPoolExecutor,
    answer: Callable[[list[bytes]], str],
    lines: Iterable[bytes],
    ahead: int,
) -> Iterator[str]:
    at_work: deque[Future[str]] = deque()
    unread = iter(lines)
    while some := list(islice(unread, LINES_AT_ONCE)):
        at_work.append(pool.submit(answer, some))
        if len(at_work) > ahead:
            yield at_work.popleft().result()
    while at_work:
        yield at_work.popleft().result()


def answer_lines(answer: Answerer, language: str, lines: list[bytes]) -> str:
    """The answers to some lines, one line each. An invalid document is answered with its error."""
    return "".join([encode(_answer_line(answer, line, language)) + "\n" for line in lines])


def _answer_line(answer: Answerer, line: bytes, language: str) -> Answer | dict[str, Any] | str:
    translate = translator(language)
    try:
        document = read_json(line)
        translate = translator(language, document)
        return answer(document, translate)
    except RuleError as error:
        return {"error": error.text(translate), "where": error.place}
