"""Arrange the words of CoNLL-U in columns: a Treebank of sorted lines, with each value and each tree checked."""

import io
import re

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from extractors.core.arrays import Float32
from extractors.formats.conllu_lines import COLUMNS, Scan, is_number
from extractors.formats.treebank import TextColumn, Treebank

READ = COLUMNS[:8]
"""Those of which every value is read; DEPS is not, and of MISC only the confidence."""
CONFIDENCE = "Confidence="
"""How MISC gives the probability that a word's head and relation are right."""


def treebank_of(scan: Scan) -> Treebank:
    """Build the treebank of some segments, and check its trees."""
    columns = _split_columns(scan)
    sizes = np.array(scan.sentence_sizes, dtype=np.int64)
    head = _integers(columns["head"], scan, "HEAD")
    treebank = Treebank(
        form=_column(columns["form"]),
        lemma=_column(columns["lemma"]),
        upos=_column(columns["upos"]),
        xpos=_column(columns["xpos"]),
        feats=_column(columns["feats"]),
        deprel=_column(columns["deprel"]),
        head=head,
        sentence_start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        segment=np.array(scan.segments, dtype=np.int32),
        multiword=tuple(scan.multiword),
        comments=tuple(scan.comments),
        source=scan.source,
        generator=scan.generator,
        confidence=_confidence(columns["misc"], scan) if "misc" in columns else None,
    )
    _check_trees(treebank, _integers(columns["id"], scan, "ID"), scan)
    return treebank


def _split_columns(scan: Scan) -> dict[str, pa.DictionaryArray]:
    """Split the word lines at their tabs, by Arrow; return each column as codes and distinct values.

    MISC is cut out only where it may hold a confidence: often it has more distinct values than all others.
    """

    def refuse(row: pacsv.InvalidRow) -> str:
        # Arrow calls this from C, where an exception would be lost: it is kept and raised below.
        bad.append((row.number - 1, row.actual_columns))
        return "skip"

    bad: list[tuple[int, int]] = []
    data = "\n".join(scan.word_lines).encode()
    wanted = (*READ, "misc") if CONFIDENCE.encode() in data else READ
    table = pacsv.read_csv(
        io.BytesIO(data),
        read_options=pacsv.ReadOptions(column_names=COLUMNS, use_threads=False, block_size=max(len(data), 1)),
        parse_options=pacsv.ParseOptions(
            delimiter="\t", quote_char=False, escape_char=False, invalid_row_handler=refuse
        ),
        convert_options=pacsv.ConvertOptions(
            column_types={name: pa.dictionary(pa.int32(), pa.string()) for name in wanted},
            include_columns=wanted,
            strings_can_be_null=False,
        ),
    )
    if bad:
        row, count = bad[0]
        raise scan.error(
            f"{count} columns, not 10", scan.word_line_numbers[row], "CoNLL-U has ten columns with tabs between them"
        )
    columns = {name: table.column(name).unify_dictionaries().combine_chunks() for name in wanted}
    for name in READ:
        column = columns[name]
        empty = pc.index(column.dictionary, "").as_py()
        if empty >= 0:
            row = int(np.flatnonzero(column.indices.to_numpy() == empty)[0])
            raise scan.error(f"the column {name.upper()} is empty", scan.word_line_numbers[row], "write _ for no value")
    return columns


def _column(array: pa.DictionaryArray) -> TextColumn:
    return TextColumn(codes=array.indices.to_numpy(), values=tuple(array.dictionary.to_pylist()))


def _integers(array: pa.DictionaryArray, scan: Scan, name: str) -> npt.NDArray[np.int32]:
    codes, values = array.indices.to_numpy(), array.dictionary.to_pylist()
    for code, value in enumerate(values):
        if not is_number(value):
            line = scan.word_line_numbers[int(np.flatnonzero(codes == code)[0])]
            remedy = "every word needs a head: the number of a word of its sentence, or 0 for the root"
            raise scan.error(f"{name} is {value[:40]!r}, not a number", line, remedy)
    return np.asarray(np.array([int(v) for v in values], dtype=np.int32)[codes])


def _confidence(misc: pa.DictionaryArray, scan: Scan) -> Float32 | None:
    """Return (W,) the confidences in a column MISC, NaN for a word without one; None if no word has one."""
    codes, values = misc.indices.to_numpy(), misc.dictionary.to_pylist()
    by_code = np.full(len(values), np.nan, dtype=np.float32)
    for code, value in enumerate(values):
        given = [item.removeprefix(CONFIDENCE) for item in value.split("|") if item.startswith(CONFIDENCE)]
        if not given:
            continue
        if len(given) > 1 or not re.fullmatch(r"[0-9]+(\.[0-9]+)?(e-[0-9]+)?", given[0]) or float(given[0]) > 1:
            line = scan.word_line_numbers[int(np.flatnonzero(codes == code)[0])]
            remedy = f"write it as {CONFIDENCE}0.973, or leave it out"
            raise scan.error(f"{CONFIDENCE}{'|'.join(given)} in MISC must be a number from 0 to 1", line, remedy)
        by_code[code] = float(given[0])
    return None if np.isnan(by_code).all() else by_code[codes]


def _check_trees(treebank: Treebank, ids: npt.NDArray[np.int32], scan: Scan) -> None:
    """Refuse ids out of order, heads outside the sentence, no root, two roots, and cycles."""

    def fail(words: npt.NDArray[np.bool_], problem: str, remedy: str) -> None:
        if words.any():
            word = int(np.flatnonzero(words)[0])
            raise scan.error(problem.format(head=treebank.head[word]), scan.word_line_numbers[word], remedy)

    sentence, start = treebank.sentence, treebank.sentence_start
    size = np.diff(start)[sentence]
    number = np.arange(len(treebank)) - start[sentence] + 1
    fail(ids != number, "word numbers are out of order", "number the words of each sentence 1, 2, 3, ...")
    fail(treebank.head > size, "the head {head} is not in the sentence", "correct HEAD")
    is_root = treebank.head == 0
    roots = np.bincount(sentence[is_root], minlength=len(treebank.segment))
    fail((roots == 0)[sentence], "the sentence has no root", "give exactly one word the head 0")
    fail(is_root & (roots > 1)[sentence], "the sentence has two roots or more", "give exactly one word the head 0")
    ancestor = treebank.head_word
    for _ in range(int(size.max()).bit_length()):
        ancestor = np.where(ancestor >= 0, ancestor[ancestor], -1)
    fail(ancestor >= 0, "the heads run in a cycle", "correct HEAD so that every word leads to the root")
