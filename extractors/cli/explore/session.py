"""A session of `try`: requests looked for one after another, with the text parsed and each parser loaded once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from extractors.cli.explore import request_trial
from extractors.cli.explore.concordance import Concordance
from extractors.core.errors import InputError, nearest
from extractors.core.logs import log
from extractors.extract import parse
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.models.parsers import Parser

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


@dataclass(kw_only=True)
class Session:
    """What is looked in, and how hits are shown.

    Attributes:
        create_parser: takes a language and loads its parser; called once a language.
        pair: nodes whose distance is measured; None for the first two of a request.
        tree_hint: how the user asks to see the parse.
    """

    create_parser: Callable[[str], Parser]
    phenomena_file: Path
    concordance: Concordance = field(default_factory=Concordance)
    language: str | None = None
    pair: Sequence[str] | None = None
    limit: int = 20
    seed: int | None = None
    tree: bool = False
    tree_hint: str = "--tree"
    _segments: list[str] = field(default_factory=list)
    _file: Path | None = None
    _treebank: Treebank | None = None
    _parsers: dict[str, Parser] = field(default_factory=dict)

    def type(self, segments: Sequence[str], *, more: bool = False) -> None:
        """Look in typed text.

        Args:
            more: keep what was typed before.
        """
        self._segments = [*(self._segments if more else []), *segments]
        self._file, self._treebank = None, None

    def read(self, path: str | Path) -> None:
        """Look in the parses of a file."""
        self._segments, self._file, self._treebank = [], Path(path), None

    def switch(self, language: str) -> None:
        """Go on in another language; typed text is dropped, which would be parsed as if it were of this one."""
        if self._file is None:
            self.type([])
        self.language = language

    def answer(self, asked: str) -> str:
        """The hits of a request or phenomenon as text.

        Raises:
            InputError: the request cannot be used, or there is nothing to look in.
        """
        # First of all, because it takes no time and parsing does.
        rules = request_trial.rules_of(asked, pair=self.pair, language=self.language, path=self.phenomena_file)
        treebank = self.treebank()
        found = request_trial.run(treebank, rules)
        typed = bool(self._segments)
        shown = self.concordance.hits(found, limit=self.limit, seed=self.seed, tree=self.tree)
        if not len(found) and typed and self.tree:
            shown = self.concordance.trees(treebank, self.limit)
        text = f"{shown}\n" * bool(shown) + self.concordance.summary(found, limit=self.limit, seed=self.seed)
        if not len(found) and typed and not self.tree:
            text += f"see how the text was parsed with {self.tree_hint}\n"
        return text

    def treebank(self) -> Treebank:
        """The parses to look in: read, or made of the typed text, once.

        Raises:
            InputError: there is nothing to look in, the file is none of parses, or the language is not named.
        """
        if self._treebank is None:
            self._treebank = self._parsed() if self._file is None else conllu.read(self._file)
        return self._treebank

    def _parsed(self) -> Treebank:
        if not self._segments:
            raise InputError("there is nothing to look in", remedy="give a sentence: :text She gave it up.")
        if self.language is None:
            raise InputError("the language of the text is not named", remedy="name it, as in :language de")
        if self.language not in self._parsers:
            log.info("loading the parser of the language %r", self.language)
            self._parsers[self.language] = self.create_parser(self.language)
        return parse.parse_text(self._parsers[self.language], self._segments)


class Prompt:
    """A session by lines: a line is a command if it begins with a colon, else what is looked for."""

    def __init__(self, session: Session) -> None:
        self._session = session
        session.tree_hint = ":tree"
        self._commands: Mapping[str, Callable[[str], str]] = {
            "text": lambda given: self._type(given, more=False),
            "add": lambda given: self._type(given, more=True),
            "parses": self._read,
            "language": self._language,
            "pair": self._pair,
            "tree": self._tree,
            "limit": self._limit,
            "help": lambda _: HELP,
        }

    def run(self, lines: Iterable[str], *, write: Callable[[str], Any], complain: Callable[[str], Any]) -> int:
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
                    write(self.respond(line))
                except InputError as error:
                    failures += 1
                    complain(f"error: {error}\n")
        return failures

    def respond(self, line: str) -> str:
        """The answer to a line.

        Raises:
            InputError: an unknown command, or one that cannot be done.
        """
        if not line.startswith(":"):
            return self._session.answer(line)
        name, _, given = line[1:].partition(" ")
        if name not in self._commands:
            raise InputError(f"unknown command :{name}", remedy=f"{nearest(name, self._commands)}; :help explains them")
        return self._commands[name](given.strip())

    def _type(self, given: str, *, more: bool) -> str:
        if not given:
            raise InputError("no sentence", remedy="write it behind the command: :text She gave it up.")
        self._session.type([given], more=more)
        return ""

    def _read(self, given: str) -> str:
        if not given:
            raise InputError("no file", remedy="write it behind the command: :parses source.conllu.gz")
        self._session.read(given)
        # Now, so that an error is that of this line.
        self._session.treebank()
        return ""

    def _language(self, given: str) -> str:
        if not given:
            raise InputError("no language", remedy="write its code behind the command: :language de")
        if given != self._session.language:
            self._session.switch(given)
        return ""

    def _pair(self, given: str) -> str:
        self._session.pair = [name.strip() for name in given.split(",")] if given else None
        return ""

    def _tree(self, _: str) -> str:
        self._session.tree = not self._session.tree
        return f"parses are {'shown' if self._session.tree else 'not shown'}\n"

    def _limit(self, given: str) -> str:
        if not given.isdecimal():
            raise InputError(f"{given!r} is no number of hits", remedy="write it as in :limit 5")
        self._session.limit = int(given)
        return ""
