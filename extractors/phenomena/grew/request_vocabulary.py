"""Test words once for each distinct value of a treebank, not once for each word; and look words up in lexicons."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Bool
from extractors.formats.treebank import TextColumn, Treebank
from extractors.formats.universal import COLUMNS, VIRTUAL_ROOT_FORM
from extractors.phenomena.grew import regexes
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.phenomena.grew.syntax import Label, Listed, Regex, Test, relation_part

Rows: TypeAlias = npt.NDArray[np.int64]


def attribute_of(test: Test | Label | Listed) -> str:
    return "deprel" if isinstance(test, Label) else test.attribute


def column_name(attribute: str) -> str:
    """Return the column that has the attribute: form, lemma, upos, xpos, deprel (also for 1 and 2) or feats."""
    if attribute in ("deprel", "1", "2"):
        return "deprel"
    return attribute if attribute in COLUMNS else "feats"


class RowIndex:
    """Says whether a lexicon has a row with certain words in certain columns, by a binary search for each column.

    Args:
        columns: some of the lexicon's; one may come twice.
    """

    def __init__(self, lexicon: Lexicon, columns: Sequence[str]) -> None:
        numbers = [lexicon.numbers(column) for column in columns]
        cells = [[n[word] for n, word in zip(numbers, row, strict=True)] for row in lexicon.part(columns)]
        rows = np.array(cells, dtype=np.int64)
        # The pairs of words of the first two columns are numbered, then the triples as pairs of a pair and a word, ...
        self._steps: list[tuple[int, Rows]] = []
        keys = rows[:, 0]
        for column, column_numbers in zip(rows.T[1:], numbers[1:], strict=True):
            distinct, keys = np.unique(keys * len(column_numbers) + column, return_inverse=True)
            self._steps.append((len(column_numbers), distinct))

    def has(self, entries: Sequence[Rows]) -> Bool:
        """Return (N,) whether a row has these words.

        Args:
            entries: for each column, (N,) the numbers of the words in it (Lexicon.numbers), -1: not there.
        """
        keys = entries[0]
        holds: Bool = keys >= 0
        for (size, distinct), column in zip(self._steps, entries[1:], strict=True):
            wanted = keys * size + column
            # A word beyond the last place is unknown; comparing it with any place shows that.
            keys = np.minimum(np.searchsorted(distinct, wanted), len(distinct) - 1)
            # -1 could make the number of another pair, so it is looked at by itself.
            holds = holds & (column >= 0) & (distinct[keys] == wanted)
        return holds


class Vocabulary:
    """The distinct values of a treebank's columns, and which of them pass which tests.

    Attributes are form, lemma, upos, xpos, deprel, the features, and the parts 1 and 2 of deprel.
    """

    def __init__(self, treebank: Treebank) -> None:
        self.treebank = treebank
        self._values: dict[str, list[str | None]] = {}
        self._codes: dict[str, dict[str, list[int]]] = {}
        self._tables: dict[Test | Label | Listed, Bool] = {}
        self._entries: dict[Listed, Rows] = {}
        self._indexes: dict[tuple[Listed, ...], RowIndex] = {}
        self._identities: dict[str, Rows] = {}
        self._identity: dict[str, int] = {}
        self._accepted: dict[Regex, dict[str, bool]] = {}
        # The virtual root comes last and has no features.
        self._features = [*treebank.feature_values(), {}]

    def column(self, attribute: str) -> TextColumn:
        """Return the column whose codes stand for the values of the attribute."""
        column: TextColumn = getattr(self.treebank, column_name(attribute))
        return column

    def values(self, attribute: str) -> list[str | None]:
        """Return the value of the attribute for each code of its column, None where it is absent.

        The last value, after the codes of the column, is for the virtual root.
        """
        values = self._values.get(attribute)
        if values is None:
            column = self.column(attribute)
            if column_name(attribute) == "feats":
                values = [features.get(attribute) for features in self._features]
            elif attribute in ("1", "2"):
                values = [*(relation_part(relation, attribute) for relation in column.values), None]
            elif attribute == "form":
                values = [*column.values, VIRTUAL_ROOT_FORM]
            else:
                values = [*(None if value == "_" else value for value in column.values), None]
            self._values[attribute] = values
        return values

    def table(self, test: Test | Label | Listed) -> Bool:
        """Return whether the words with each code pass the test."""
        table = self._tables.get(test)
        if table is None:
            if isinstance(test, Label):
                table = self.table(Test("deprel", test.values))
                for part in test.parts:
                    table = table & self.table(part)
            elif isinstance(test, Listed):
                table = self.entries(test) >= 0
            elif test.values is not None and test.values.regexes:
                table = self.holds(test, np.arange(len(self.values(test.attribute))))
            else:
                table = self._literal_table(test)
            self._tables[test] = table
        return table

    def entries(self, listed: Listed) -> Rows:
        """Return the number of each code's value in the column of the lexicon; -1 if it is not there."""
        entries = self._entries.get(listed)
        if entries is None:
            numbers = listed.lexicon.numbers(listed.column)
            entries = self._entries[listed] = np.array(
                [-1 if v is None else numbers.get(v, -1) for v in self.values(listed.attribute)], dtype=np.int64
            )
        return entries

    def index(self, columns: tuple[Listed, ...]) -> RowIndex:
        """Return the index of the rows of a lexicon by some of its columns."""
        index = self._indexes.get(columns)
        if index is None:
            index = self._indexes[columns] = RowIndex(columns[0].lexicon, [listed.column for listed in columns])
        return index

    def _literal_table(self, test: Test) -> Bool:
        values = self.values(test.attribute)
        if test.values is None:
            return np.array([(value is None) == test.absent for value in values], dtype=np.bool_)
        codes = self._codes.get(test.attribute)
        if codes is None:
            codes = self._codes[test.attribute] = {}
            for code, value in enumerate(values):
                if value is not None:
                    codes.setdefault(value, []).append(code)
        listed = np.zeros(len(values), dtype=np.bool_)
        for literal in test.values.literals:
            listed[codes.get(literal, [])] = True
        # `<>` asks for another value, and so for some value.
        return self.table(Test(test.attribute)) & ~listed if test.values.negated else listed

    def holds(self, test: Test, codes: Rows) -> Bool:
        """Return whether the words with these codes pass a test that has regular expressions.

        Raises:
            SlowRegex: if an expression goes over its time; see `regexes.limits`.
        """
        assert test.values is not None
        distinct, inverse = np.unique(codes, return_inverse=True)
        by_code = self.values(test.attribute)
        values = [by_code[code] for code in distinct]
        for expression in test.values.regexes:
            accepted = self._accepted.setdefault(expression, {})
            new = list(dict.fromkeys(v for v in values if v is not None and v not in accepted))
            accepted.update(zip(new, regexes.matches(expression, new), strict=True))
        tables = [self._accepted[expression] for expression in test.values.regexes]
        results = [
            value is not None
            and (value in test.values.literals or any(accepted[value] for accepted in tables)) != test.values.negated
            for value in values
        ]
        return np.array(results, dtype=np.bool_)[inverse]

    def occurs(self, test: Test | Label) -> bool:
        """Return whether any word of the treebank, or the virtual root, which has a form, passes the test."""
        table = self.table(test)
        return bool(table[-1] or table[self.column(attribute_of(test)).codes].any())

    def identities(self, attribute: str) -> Rows:
        """Number the value of each code: the same text has the same number in any attribute; -1 if absent."""
        identities = self._identities.get(attribute)
        if identities is None:
            number = self._identity
            identities = self._identities[attribute] = np.array(
                [-1 if v is None else number.setdefault(v, len(number)) for v in self.values(attribute)], dtype=np.int64
            )
        return identities
