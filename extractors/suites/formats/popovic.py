"""Popović's test sets of ambiguous conjunctions: a file of sentences, and a file of the words that are right.

Source: Popović and Castilho (2019), Are ambiguous conjunctions problematic for machine translation?, RANLP; Popović
(2019), WMT; https://github.com/m-popovic/evaluating-ambiguous-conjunctions-MT. `en.but.test` has a sentence a line;
`en.expected-target-but.test` has on the same line the right word in each target language, as `sondern/sino/nego`.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_lines
from extractors.formats.items import Item, Suite, number_sentences
from extractors.suites.formats import SuiteReader, _checks

NAME = re.compile(r"(?P<language>[a-z]{2,3})\.(?P<word>[^.]+)\.test")
ORDER = "de/es/hr+sr"
"""The target languages of her files, in their order; Croatian and Serbian share a word."""


class Popovic(SuiteReader):
    """Reads a file of sentences with the file of right words beside it.

    The competing words are all that the file has for the target language. The name of the file, LANGUAGE.WORD.test,
    tells the source language, the ambiguous word and the name of the other file, where they are not given.

    Args:
        expected: the file of right words.
        word: the ambiguous word.
        order: the target languages of the right words, in order, with `/` between, and with `+` between languages of
            one word.
    """

    judge = "lexical_choice"

    def __init__(
        self,
        *,
        source_language: str | None = None,
        target_language: str | None = None,
        expected: str | None = None,
        word: str | None = None,
        order: str = ORDER,
    ) -> None:
        super().__init__(source_language=source_language, target_language=target_language)
        self._expected, self._word = expected, word
        self._order = [part.split("+") for part in order.split("/")]

    def read(self, path: Path) -> Suite:
        """The sentences as items; an item's phenomenon is the word with its right translation."""
        named = NAME.fullmatch(path.name.removesuffix(".gz"))
        other = self._other(path, named)
        word = self._word or (named["word"] if named else None)
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
        """The file of right words that belongs to a file of sentences."""
        if self._expected is not None:
            return Path(self._expected)
        if named is None:
            raise InputError(
                "the file of right words is not known",
                path=path,
                remedy="give the option expected, or name the files en.but.test and en.expected-target-but.test",
            )
        end = ".gz" if path.suffix == ".gz" else ""
        return path.with_name(f"{named['language']}.expected-target-{named['word']}.test{end}")

    def _rights(self, lines: Sequence[str], target: str, path: Path) -> list[str]:
        """The right word of each line in the target language.

        Raises:
            InputError: the order lacks the language, or a line a word; there is one word only, or a word stands beside
                different words of other languages.
        """
        at = next((at for at, languages in enumerate(self._order) if target in languages), None)
        if at is None:
            known = ", ".join(language for languages in self._order for language in languages)
            raise InputError(
                f"the file has no words of the target language {target!r}",
                path=path,
                remedy=f"it has {known}; if not, give the option order",
            )
        rights, full = [], dict[str, list[str]]()
        for number, text in enumerate(lines, 1):
            words = [word.strip() for word in text.split("/")]
            if len(words) != len(self._order) or not all(words):
                raise InputError(
                    f"{text!r} is not a word for each of {len(self._order)} target languages",
                    path=path,
                    line=number,
                    remedy="write them with / between, as sondern/sino/nego, and give the option order if it is not "
                    + ORDER,
                )
            if full.setdefault(words[at], words) != words:
                raise InputError(
                    f"{words[at]!r} stands for {'/'.join(full[words[at]])!r} and for {'/'.join(words)!r}",
                    path=path,
                    line=number,
                    remedy="the words of a language must tell the cases apart; give the option order, or mend the line",
                )
            rights.append(words[at])
        if len(full) < 2:
            raise InputError(
                f"the only word is {rights[0]!r}, so there is no choice to make",
                path=path,
                remedy="give a file in which two words compete",
            )
        return rights
