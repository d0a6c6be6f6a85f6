"""Popović's test sets of ambiguous conjunctions: a file of sentences, and a file of the words that are right.

Source: Popović and Castilho (2019), Are ambiguous conjunctions problematic for machine translation?, RANLP; Popović
(2019), WMT; https://github.com/m-popovic/evaluating-ambiguous-conjunctions-MT. `en.but.test` has a sentence a line;
`en.expected-target-but.test` has on the same line the right word in each target language, as `sondern/sino/nego`;
those of "and" have words of Croatian and Serbian alone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.items import Item, Suite, number_sentences
from extractors.core.errors import InputError
from extractors.core.files import read_lines

NAME = re.compile(r"(?P<language>[a-z]{2,3})\.(?P<word>[^.]+)\.test")
SERBOCROATIAN = frozenset({"a", "ali", "i", "nego"})
WORDS = {"de": {"aber", "sondern"}, "es": {"pero", "sino"}, "hr": SERBOCROATIAN, "sr": SERBOCROATIAN}
"""The words of her files, by which the place of a target language in a line is known."""


@dataclass(kw_only=True)
class Popovic(SuiteReader):
    """Reads a file of sentences with the file of right words beside it.

    The competing words are all that the file has for the target language. The name of the file, LANGUAGE.WORD.test,
    tells the source language, the ambiguous word and the name of the other file, where they are not given.

    Args:
        expected: the file of right words.
        word: the ambiguous word.
    """

    judge = "lexical_choice"

    expected: str | None = None
    word: str | None = None

    def read(self, path: Path) -> Suite:
        """Read the sentences as items; an item's phenomenon is the word with its right translation."""
        named = NAME.fullmatch(path.name.removesuffix(".gz"))
        other = self._other(path, named)
        word = self.word or (named["word"] if named else None)
        if word is None:
            raise InputError("the word is not known", path=path, remedy="give the option word, as but")
        sentences, lines = read_lines(path), read_lines(other)
        _checks.check_lines(lines, other, sentences, path)
        target = _checks.language(self.target_language, None, "target", path)
        rights = self._rights(lines, target, other)
        items = []
        for number, (sentence, right, place) in enumerate(
            zip(sentences, rights, number_sentences(sentences), strict=True), 1
        ):
            if not sentence.strip():
                raise InputError("the line has no sentence", path=path, line=number, remedy="give one a line")
            items.append(
                Item(
                    item=str(number),
                    sentence=place,
                    source=sentence,
                    phenomenon=f"{word} -> {right}",
                    category=word,
                    word=word,
                    right_words=(right,),
                    wrong_words=tuple(other_word for other_word in dict.fromkeys(rights) if other_word != right),
                )
            )
        return _checks.suite(self, items, path, (named["language"] if named else None, target))

    def _other(self, path: Path, named: re.Match[str] | None) -> Path:
        """Return the path of the file of right words that belongs to a file of sentences."""
        if self.expected is not None:
            return Path(self.expected)
        if named is None:
            raise InputError(
                "the file of right words is not known",
                path=path,
                remedy="give the option expected, or name the files en.but.test and en.expected-target-but.test",
            )
        end = ".gz" if path.suffix == ".gz" else ""
        return path.with_name(f"{named['language']}.expected-target-{named['word']}.test{end}")

    def _rights(self, lines: Sequence[str], target: str, path: Path) -> list[str]:
        """Return the right word of each line in the target language."""
        table = [tuple(word.strip() for word in text.split("/")) for text in lines]
        for number, words in enumerate(table, 1):
            if len(words) != len(table[0]) or not all(words):
                raise InputError(
                    f"{lines[number - 1]!r} has not one word for each target language, as {lines[0]!r} of line 1",
                    path=path,
                    line=number,
                    remedy="write them with / between, in one order, as sondern/sino/nego",
                )
        at = self._column(table, target, path)
        full: dict[str, tuple[str, ...]] = {}
        for number, words in enumerate(table, 1):
            if full.setdefault(words[at], words) != words:
                raise InputError(
                    f"{words[at]!r} stands for {'/'.join(full[words[at]])!r} and for {'/'.join(words)!r}",
                    path=path,
                    line=number,
                    remedy="the words of a language must tell the cases apart; mend the line",
                )
        if len(full) < 2:
            raise InputError(
                f"the only word is {table[0][at]!r}, so there is no choice to make",
                path=path,
                remedy="give a file in which two words compete",
            )
        return [words[at] for words in table]

    @staticmethod
    def _column(table: Sequence[tuple[str, ...]], target: str, path: Path) -> int:
        """Find where the target language stands in each line: where its words are, or the only place if unknown."""
        places = [{word.lower() for word in column} for column in zip(*table, strict=True)]
        languages_of_places = [
            {language for language, column_words in WORDS.items() if words <= column_words} for words in places
        ]
        own = [place for place, languages in enumerate(languages_of_places) if target in languages]
        if not own and len(places) == 1 and not languages_of_places[0]:
            own = [0]
        if len(own) != 1:
            column_words = (
                ", ".join(sorted(set().union(*languages_of_places))) or "no language that is known by its words"
            )
            raise InputError(
                f"the file has no words of the target language {target!r}; those it has are of {column_words}",
                path=path,
                remedy="for another language, give a file with one word a line, of that language",
            )
        return own[0]
