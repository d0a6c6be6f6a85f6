"""A session of `try`: requests looked for one after another, with the text parsed and each parser loaded once."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from extractors.api.finding import find
from extractors.core.digits import is_whole
from extractors.core.errors import InputError, nearest
from extractors.formats import conllu
from extractors.formats.segments import hypothesis_texts, read_references
from extractors.formats.treebank import Treebank
from extractors.models.parsers import DEFAULT_PARSER

HELP = """\
a request or the id of a phenomenon     look for it
:text SENTENCE     look in this sentence
:add SENTENCE      look in this one too
:parses FILE       look in these parses, .conllu or .conllu.gz
:language LANG     language of the text and of the phenomena (ISO 639-1)
:pair HEAD,DEPENDENT     the nodes whose distance is measured; none: the first two
:tree              show parses, or no longer
:limit N           hits to show
:help              this list
:quit              end; so does Ctrl-D
"""
NEEDED = {
    "text": ("sentence", "She gave it up."),
    "add": ("sentence", "She gave it up."),
    "parses": ("file", "source.conllu.gz"),
    "language": ("language", "de"),
}
"""What stands behind a command, and an example of it."""
MOST_OUTPUTS = 3
"""Systems whose outputs stand below a hit: all would hide it."""


@dataclass(kw_only=True)
class Session:
    """What is looked in, and how hits are shown.

    Attributes:
        parser, model, options: the backend that parses typed text, its model and its options.
        pair: nodes whose distance is measured; None for the first two of a request.
        colour, width: of the terminal, as of `Found.text`.
        tree_hint: how the user asks to see the parse.
    """

    phenomena_file: Path
    parser: str = DEFAULT_PARSER
    model: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    colour: bool = False
    width: int | None = None
    language: str | None = None
    pair: Sequence[str] | None = None
    limit: int = 20
    seed: int | None = None
    tree: bool = False
    tree_hint: str = "--tree"
    _segments: list[str] = field(default_factory=list)
    _file: Path | None = None
    _treebank: Treebank | None = None

    def type(self, segments: Sequence[str], *, more: bool = False) -> None:
        """Look in typed text.

        Args:
            more: keep what was typed before.
        """
        self._segments = [*(self._segments if more else []), *segments]
        self._file, self._treebank = None, None

    def read(self, path: str | Path, *, now: bool = False) -> None:
        """Look in the parses of a file, which is read now or for the first request."""
        self._treebank = conllu.read(path) if now else None
        self._segments, self._file = [], Path(path)

    def switch(self, language: str) -> None:
        """Go on in another language; typed text is dropped, which would be parsed as if it were of this one."""
        if language != self.language and self._file is None:
            self.type([])
        self.language = language

    def answer(self, asked: str) -> str:
        """Find the hits of a request or phenomenon, and return them as text."""
        hits = find(
            self._treebank or self._file or self._segments,
            asked,
            language=self.language,
            pair=self.pair,
            parser=self.parser,
            model=self.model,
            options=self.options,
            phenomena_file=self.phenomena_file,
        )
        self._treebank = hits.treebank
        typed = self._file is None
        text = hits.text(
            limit=self.limit,
            seed=self.seed,
            tree=self.tree and (typed or len(hits) > 0),
            colour=self.colour,
            width=self.width,
            translations=self._translations(),
        )
        if not len(hits) and typed and not self.tree:
            text += f"see how the text was parsed with {self.tree_hint}\n"
        return text

    def _translations(self) -> Mapping[str, Sequence[str]]:
        """Return the references and some outputs of a corpus whose parses lie in its results; {} for other text."""
        segments = None if self._file is None else self._file.with_name("segments.parquet")
        if segments is None or not segments.is_file():
            return {}
        outputs = sorted(segments.with_name("systems").glob("*.parquet"))[:MOST_OUTPUTS]
        return {**read_references(segments), **{file.stem: hypothesis_texts(file) for file in outputs}}


def answer_lines(
    session: Session, lines: Iterable[str], *, write: Callable[[str], Any], complain: Callable[[str], Any]
) -> int:
    """Answer lines until they end or one is `:quit`.

    Args:
        write, complain: take answers, and errors, after which the session goes on.

    Returns:
        How many lines could not be used.
    """
    failures = 0
    for line in map(str.strip, lines):
        if line in (":quit", ":q"):
            break
        if line:
            try:
                write(respond(session, line))
            except InputError as error:
                failures += 1
                complain(f"error: {error}\n")
    return failures


def respond(session: Session, line: str) -> str:
    """Answer a line: run a command if it begins with a colon, else look for it."""
    if not line.startswith(":"):
        return session.answer(line)
    name, _, argument = line[1:].partition(" ")
    argument = argument.strip()
    if name in NEEDED and not argument:
        what, example = NEEDED[name]
        raise InputError(f"no {what}", remedy=f"write it behind the command: :{name} {example}")
    match name:
        case "text" | "add":
            session.type([argument], more=name == "add")
        case "parses":
            session.read(argument, now=True)
        case "language":
            session.switch(argument)
        case "pair":
            session.pair = [node.strip() for node in argument.split(",")] if argument else None
        case "tree":
            session.tree = not session.tree
            return f"parses are {'shown' if session.tree else 'not shown'}\n"
        case "limit":
            if not is_whole(argument):
                raise InputError(f"expected a number of hits, got {argument!r}", remedy="write it as in :limit 5")
            session.limit = int(argument)
        case "help":
            return HELP
        case _:
            commands = re.findall(r"^:(\w+)", HELP, re.MULTILINE)
            raise InputError(f"unknown command :{name}", remedy=f"{nearest(name, commands)}; :help explains them")
    return ""
