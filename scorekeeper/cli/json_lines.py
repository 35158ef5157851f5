"""Commands that answer JSON documents: a single one, or a stream with one per line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from gettext import translation
from pathlib import Path
from typing import Any, BinaryIO, TextIO, TypeAlias

from scorekeeper.languages import DEFAULT, LANGUAGES
from scorekeeper.rummy.documents.reading import read_json
from scorekeeper.rummy.messages import Translate, untranslated
from scorekeeper.rummy.round import RuleError

TRANSLATIONS = Path(__file__).parents[1] / "translations"

MOST_JOBS = 64

_WRITE = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode

Answer: TypeAlias = Callable[[object, Translate], dict[str, Any]]
"""Answers a parsed document; raises `RuleError` to refuse it."""


def add_json_command(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    answer: Answer,
    *,
    help: str,
    description: str,
) -> None:
    """Add a command that answers documents from a file or from standard input."""
    parser = subparsers.add_parser(name, help=help, description=description)
    parser.add_argument("file", metavar="FILE", help="the document, or - for standard input")
    parser.add_argument(
        "--lines",
        action="store_true",
        help="read one document a line (JSON Lines) and answer one line each; "
        "a bad document is answered with its error, and the rest go on",
    )
    parser.add_argument(
        "--lang", choices=tuple(LANGUAGES), default=DEFAULT, help="the language of the texts"
    )
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=1,
        metavar="N",
        help="with --lines: work in so many processes; the answers keep their order",
    )
    parser.set_defaults(run=partial(run, answer))


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_JOBS):
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_JOBS}, not “{text}”")
    return int(text)


def run(answer: Answer, options: argparse.Namespace) -> int:
    """Answer the documents in the file; returns 0, or 2 if that is not possible."""
    out = _utf8(sys.stdout)
    if options.jobs > 1 and not options.lines:
        print("--jobs is for --lines", file=sys.stderr)
        return 2
    try:
        with _open(options.file) as file:
            if options.lines:
                work = partial(answer_lines, answer, options.lang)
                return _answer_lines(work, options.jobs, file, out)
            return _answer_one(answer, file.read(), out, translator(options.lang))
    except BrokenPipeError:
        # The reader of the answers has closed the pipe: there is nothing to flush at exit.
        sys.stdout = None
        return 0
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2


@cache
def translator(language: str) -> Translate:
    """The function that translates the texts of rulings into a language."""
    if language == DEFAULT:
        return untranslated
    return translation("messages", TRANSLATIONS, languages=[language], fallback=True).gettext


def _open(name: str) -> BinaryIO:
    return sys.stdin.buffer if name == "-" else Path(name).open("rb")


def _utf8(stream: TextIO) -> TextIO:
    """Write UTF-8 whatever the terminal, and escape lone surrogates as JSON does."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return stream


def _answer_one(answer: Answer, content: bytes, out: TextIO, translate: Translate) -> int:
    try:
        answered = answer(read_json(content), translate)
    except RuleError as error:
        place = f"{error.place}: " if error.place else ""
        print(place + error.text(translate), file=sys.stderr)
        return 2
    indent = 2 if out.isatty() else None
    print(json.dumps(answered, ensure_ascii=False, indent=indent), file=out)
    return 0


def _answer_lines(
    answer: Callable[[list[bytes]], str], jobs: int, lines: Iterator[bytes], out: TextIO
) -> int:
    for text in _answers(answer, jobs, lines):
        out.write(text)
        out.flush()
    return 0


def _answers(
    answer: Callable[[list[bytes]], str], jobs: int, lines: Iterator[bytes]
) -> Iterable[str]:
    if jobs == 1:
        return (answer([line]) for line in lines)
    # Imported here: it takes longer than to score a game.
    from scorekeeper.cli.jobs import in_processes

    return in_processes(jobs, answer, lines)


def answer_lines(answer: Answer, language: str, lines: list[bytes]) -> str:
    """The answers to some lines, a line each; a bad document is answered with its error."""
    translate = translator(language)
    return "".join([_WRITE(_answer_line(answer, line, translate)) + "\n" for line in lines])


def _answer_line(answer: Answer, line: bytes, translate: Translate) -> dict[str, Any]:
    try:
        return answer(read_json(line), translate)
    except RuleError as error:
        return {"error": error.text(translate), "where": error.place}
