"""Hits of the shipped parser in running text, read and judged by a person: draw them, take the answers, count them.

    challenge-sets parse source.en --source-language en -o wmt21.conllu.gz
    python benchmarks/read_hits.py draw --language en --corpus wmt21=wmt21.conllu.gz --sheet sheet.csv HITS
    python benchmarks/read_hits.py take --language en --sheet sheet.csv HITS
    python benchmarks/read_hits.py count --language en HITS

`draw` finds the default phenomena by the present rules and writes two files: HITS (benchmarks/read-hits/LANGUAGE.tsv),
which has no sentence, and an annotation sheet with the sentences, which stays outside the repository. A reader fills
its column `answer` (yes: both words are an instance of what the phenomenon's description says; no; na: cannot be told)
and, for what is not right, its column `note`: a reason (see `REASONS`), and after a colon what the reader likes to
say. `take` puts the answers into HITS. `count` prints the table of docs/read-hits.md. After a change of the rules
`recheck` marks which of the judged hits they still find, so that `count` can say before and after.
"""

from __future__ import annotations

import argparse
import csv
import logging
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import numpy as np

from benchmarks._common import markdown_table
from extractors.core import files
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.extract.detect import detect
from extractors.formats import conllu
from extractors.formats.judgments import NO, NOT_APPLICABLE, YES
from extractors.formats.treebank import Treebank
from extractors.judgments.sheets import SheetRow, read_sheet, write_sheet
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.quality import all_figures
from extractors.statistics.proportions import interval

SEED = 16
NUMBER = 30
RIGHT, WRONG, UNSURE = "right", "wrong", "unsure"
JUDGMENT_OF_ANSWER = {YES: RIGHT, NO: WRONG, NOT_APPLICABLE: UNSURE}
REASONS = {
    "parser": "the tree is wrong: a word has the wrong head, relation or class",
    "rule": "the tree is as it should be, and the request takes what is not the construction",
    "pair": "the construction is there, and one of the two words is not its word",
    "words": "words or sentences end in the wrong place",
}
"""Why a hit is wrong, as the reader sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadHit:
    """A hit that was drawn, without its sentence.

    Attributes:
        segment: 0-based number of the segment in the corpus.
        head, dependent: 0-based numbers of the two words in the segment, counted in syntactic words.
        confidence: the parser's, as in the table of hits; empty where it has none.
        judgment: right, wrong or unsure; empty until a person has read it.
        reason: one of `REASONS`, with what the reader says of it after a colon; empty for a right hit.
        parser: what made the parse, with its checksum.
        drawn: the checksum of the phenomenon's definition in the language when the hit was drawn.
        found: the checksum of the last definition that was seen to find the hit.
    """

    corpus: str
    segment: int
    phenomenon: str
    head: int
    dependent: int
    head_form: str
    dependent_form: str
    confidence: str
    judgment: str
    reason: str
    parser: str
    drawn: str
    found: str

    @property
    def item(self) -> str:
        """The hit as the item of an annotation sheet."""
        return f"{self.corpus}/{self.segment}/{self.phenomenon}/{self.head}-{self.dependent}"


COLUMNS = tuple(field.name for field in fields(ReadHit))


def read(path: Path) -> list[ReadHit]:
    """The hits of a file, judged or not.

    Raises:
        InputError: the file has other columns, a number that is none, a judgment or a reason that is not known.
    """
    rows = csv.DictReader(files.read_text(path).splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    if tuple(rows.fieldnames or ()) != COLUMNS:
        raise InputError("no file of read hits", path=path, line=1, remedy=f"its columns are {', '.join(COLUMNS)}")
    return [_checked(row, path, line) for line, row in enumerate(rows, start=2)]


def _checked(row: dict[str, str], path: Path, line: int) -> ReadHit:
    if None in row or None in row.values():
        raise InputError("a row with other columns", path=path, line=line, remedy=f"give all {len(COLUMNS)} columns")
    numbers = {name: row[name] for name in ("segment", "head", "dependent")}
    for name, text in numbers.items():
        if not text.isdecimal():
            raise InputError(f"the {name} is {text!r}", path=path, line=line, remedy="give a number from 0 on")
    if row["judgment"] not in ("", RIGHT, WRONG, UNSURE):
        raise InputError(
            f"the judgment is {row['judgment']!r}", path=path, line=line, remedy="write right, wrong or unsure"
        )
    code = row["reason"].partition(":")[0]
    if row["judgment"] == WRONG and code not in REASONS:
        raise InputError(
            f"{code!r} is no reason", path=path, line=line, remedy=f"begin it with one of {', '.join(REASONS)}"
        )
    texts = {name: text for name, text in row.items() if name not in numbers}
    return ReadHit(**texts, **{name: int(text) for name, text in numbers.items()})  # type: ignore[arg-type]


def write(path: Path, hits: Sequence[ReadHit]) -> None:
    """Write the hits, atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with files.write_text(path) as out:
        writer = csv.DictWriter(
            out, COLUMNS, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None, lineterminator="\n"
        )
        writer.writeheader()
        writer.writerows(asdict(hit) for hit in hits)


def default_phenomena(language: str) -> list[Phenomenon]:
    """Those of the shipped catalogue that a run looks for by default, without the measures on the alignment."""
    known = catalogue.load(DEFAULT_FILE)
    return [p for p in catalogue.select(known, None, language, path=DEFAULT_FILE) if p.measure is None]


def checksum(phenomenon: Phenomenon, language: str) -> str:
    """The checksum of a phenomenon's definition, as reports and docs/detector-quality.md know it."""
    return definitions_checksum([phenomenon.definition(language)])


def all_hits(treebank: Treebank, corpus: str, phenomena: Sequence[Phenomenon], language: str) -> list[ReadHit]:
    """Every hit of the phenomena in a parsed corpus, not judged."""
    table = detect(treebank, phenomena, language=language, alignment=None)
    checksums = {phenomenon.id: checksum(phenomenon, language) for phenomenon in phenomena}
    return [
        ReadHit(
            corpus=corpus,
            segment=row["segment_id"],
            phenomenon=row["phenomenon"],
            head=row["head_word"],
            dependent=row["dependent_word"],
            head_form=row["head_form"],
            dependent_form=row["dependent_form"],
            confidence="" if row["confidence"] is None else f"{row['confidence']:.3f}",
            judgment="",
            reason="",
            parser=treebank.generator,
            drawn=checksums[row["phenomenon"]],
            found=checksums[row["phenomenon"]],
        )
        for row in table.to_pylist()
    ]


def sample(hits: Sequence[ReadHit], number: int, seed: int) -> list[ReadHit]:
    """At most `number` random hits of each phenomenon, each phenomenon with draws of its own, in the order of the text.

    So another phenomenon, or another rule of one, leaves the draws of the others as they are.
    """
    by_phenomenon: dict[str, list[int]] = {}
    for place, hit in enumerate(hits):
        by_phenomenon.setdefault(hit.phenomenon, []).append(place)
    return [
        hits[place]
        for name, places in by_phenomenon.items()
        for place in sorted(random.Random(f"{seed}\0{name}").sample(places, k=min(number, len(places))))
    ]


def filled(drawn: Sequence[ReadHit], further: Sequence[ReadHit], number: int, seed: int) -> list[ReadHit]:
    """The drawn hits, and for a phenomenon with fewer than `number` of them random ones of further corpora."""
    have = Counter(hit.phenomenon for hit in drawn)
    names = dict.fromkeys(hit.phenomenon for hit in (*drawn, *further))
    more = [
        hit
        for name in names
        for hit in sample([hit for hit in further if hit.phenomenon == name], number - min(number, have[name]), seed)
    ]
    return [*drawn, *more]


def sheet_row(hit: ReadHit, treebank: Treebank, phenomenon: Phenomenon) -> SheetRow:
    """The hit as a person reads it: the sentence with the two words marked, and what the parser says of them."""
    words = _words_of_segment(treebank, hit.segment)
    pair = [words[hit.head], words[hit.dependent]]
    marks = {pair[1]: "«{}»", pair[0]: "[{}]"} if pair[0] != pair[1] else {pair[0]: "[{}]"}
    # The sentences of both words: a wrong boundary between them would show.
    first, last = (
        min(treebank.sentence_start[treebank.sentence[pair]]),
        max(treebank.sentence_start[treebank.sentence[pair] + 1]),
    )
    text = " ".join(marks.get(word, "{}").format(treebank.form[word]) for word in range(first, last))
    return SheetRow(
        item=hit.item,
        source=text,
        question=f"[{phenomenon.roles[0]}] «{phenomenon.roles[1]}»: {phenomenon.description}",
        output=f"{hit.head_form} … {hit.dependent_form}",
        rule=" | ".join(describe(treebank, word) for word in pair),
    )


def _words_of_segment(treebank: Treebank, segment: int) -> list[int]:
    return np.flatnonzero(treebank.segment[treebank.sentence] == segment).tolist()


def describe(treebank: Treebank, word: int) -> str:
    """What the tree says of a word: `down/ADP <-compound:prt- turned`."""
    head = int(treebank.head_word[word])
    above = treebank.form[head] if head >= 0 else "ROOT"
    return f"{treebank.form[word]}/{treebank.upos[word]} <-{treebank.deprel[word]}- {above}"


def take(hits: Sequence[ReadHit], sheet: Path) -> list[ReadHit]:
    """The hits with the answers of a sheet; those that it does not answer stay as they are.

    Raises:
        InputError: an answer is to a hit that is not among these, or is no and begins with none of `REASONS`.
    """
    by_item = {hit.item: place for place, hit in enumerate(hits)}
    judged = list(hits)
    for answer in read_sheet(sheet, items=by_item):
        judgment, note = JUDGMENT_OF_ANSWER[answer.answer], answer.note or ""
        if judgment == WRONG and note.partition(":")[0] not in REASONS:
            raise InputError(
                f"{answer.item} is wrong, and its note {note!r} begins with no reason",
                path=sheet,
                remedy=f"begin it with one of {', '.join(REASONS)}",
            )
        place = by_item[answer.item]
        judged[place] = replace(hits[place], judgment=judgment, reason="" if judgment == RIGHT else note)
    return judged


def recheck(hits: Sequence[ReadHit], present: Sequence[ReadHit]) -> list[ReadHit]:
    """The hits, those among the present ones marked as found by the present definition.

    Args:
        present: all hits that the present rules find in the same parses.

    Raises:
        InputError: another parser made the parses.
    """
    known = {hit.item: hit for hit in present}
    parsers = {hit.parser for hit in present}
    for hit in hits:
        if present and hit.parser not in parsers:
            raise InputError(
                f"the hits were found in parses of {hit.parser}, these are of {', '.join(sorted(parsers))}",
                remedy="parse with that parser, or draw hits anew",
            )
    return [replace(hit, found=known[hit.item].found) if hit.item in known else hit for hit in hits]


@dataclass(frozen=True, slots=True)
class Count:
    """The judgments of some hits, with Wilson's 95 % interval of the precision (NaN where none is right or wrong)."""

    right: int
    wrong: int
    unsure: int
    precision: float
    low: float
    high: float

    @classmethod
    def of(cls, hits: Sequence[ReadHit]) -> Count:
        """The segments are the clusters of the interval: two hits of one segment are not independent."""
        known = Counter(hit.judgment for hit in hits)
        values = np.array([[{RIGHT: 1.0, WRONG: 0.0}.get(hit.judgment, np.nan)] for hit in hits]).reshape(-1, 1)
        places = [(hit.corpus, hit.segment) for hit in hits]
        numbers = {place: number for number, place in enumerate(sorted(set(places)))}
        clusters = np.array([numbers[place] for place in places], dtype=np.int64)
        if known[RIGHT] + known[WRONG]:
            found = interval(values, clusters)
            ends = [float(end[0]) for end in found]
        else:
            ends = [float("nan")] * 3
        return cls(known[RIGHT], known[WRONG], known[UNSURE], *ends)

    @property
    def percent(self) -> str:
        """`83 (66-93)`, or a hyphen."""
        if np.isnan(self.precision):
            return "-"
        return f"{100 * self.precision:.0f} ({100 * self.low:.0f}-{100 * self.high:.0f})"


def table(hits: Sequence[ReadHit], phenomena: Sequence[Phenomenon], language: str) -> str:
    """The judgments as Markdown: a row a phenomenon, and one for all of them.

    A phenomenon whose rules have changed since its hits were drawn has its precision before, in a column of its own.
    """
    present = {phenomenon.id: checksum(phenomenon, language) for phenomenon in phenomena}
    on_treebanks = _treebank_precision(language)
    rows: list[Sequence[object]] = []
    for name, now in present.items():
        drawn = [hit for hit in hits if hit.phenomenon == name and hit.judgment]
        if drawn:
            kept = [hit for hit in drawn if hit.found == now]
            before = Count.of(drawn).percent if any(hit.found != now for hit in drawn) else ""
            rows.append(_row(f"`{name}`", kept, before, on_treebanks.get((name, now), "-")))
    every = [hit for hit in hits if hit.judgment and hit.found == present.get(hit.phenomenon)]
    rows.append(_row("all", every, "", ""))
    heading = ("phenomenon", "right", "wrong", "unsure", "precision", *REASONS, "before", "treebanks")
    return markdown_table(heading, rows)


def _row(name: str, hits: Sequence[ReadHit], before: str, treebanks: str) -> list[object]:
    count = Count.of(hits)
    reasons = Counter(hit.reason.partition(":")[0] for hit in hits if hit.judgment == WRONG)
    shown = [reasons[reason] or "" for reason in REASONS]
    return [name, count.right, count.wrong, count.unsure, count.percent, *shown, before, treebanks]


def _treebank_precision(language: str) -> dict[tuple[str, str], str]:
    """By phenomenon and checksum of its definition, the precision in percent of docs/detector-quality.md."""
    phenomena = all_figures()[f"parser-{language}"]["phenomena"]
    return {(name, of["as"]): of["all"].split(" / ")[0] for name, of in phenomena.items() if of["all"] != "-"}


def _parsed(corpora: Sequence[str]) -> Iterator[tuple[str, Treebank]]:
    for corpus in corpora:
        name, is_given, path = corpus.partition("=")
        if not is_given or not name or "/" in name:
            raise InputError(
                f"{corpus!r} is no corpus", remedy="write --corpus NAME=PARSE.conllu.gz, without / in NAME"
            )
        yield name, conllu.read(path)


def _draw(given: argparse.Namespace) -> None:
    phenomena = default_phenomena(given.language)
    by_id = {phenomenon.id: phenomenon for phenomenon in phenomena}
    if given.hits.exists():
        raise InputError("the file is there already", path=given.hits, remedy="draw into another file, or remove it")
    treebanks = dict(_parsed([*given.corpus, *given.fill]))
    hits = [hit for name, treebank in treebanks.items() for hit in all_hits(treebank, name, phenomena, given.language)]
    first = {corpus.partition("=")[0] for corpus in given.corpus}
    drawn = sample([hit for hit in hits if hit.corpus in first], given.number, given.seed)
    drawn = filled(drawn, [hit for hit in hits if hit.corpus not in first], given.number, given.seed)
    drawn.sort(key=lambda hit: list(by_id).index(hit.phenomenon))
    rows = [sheet_row(hit, treebanks[hit.corpus], by_id[hit.phenomenon]) for hit in drawn]
    write(given.hits, drawn)
    write_sheet(given.sheet, rows, seed=None)
    print(
        f"{given.sheet}: {len(drawn)} of {len(hits)} hits of {len({h.phenomenon for h in hits})} phenomena, to be read"
    )


def _take(given: argparse.Namespace) -> None:
    judged = take(read(given.hits), given.sheet)
    write(given.hits, judged)
    print(f"{given.hits}: {sum(bool(hit.judgment) for hit in judged)} of {len(judged)} hits are judged")


def _recheck(given: argparse.Namespace) -> None:
    phenomena = default_phenomena(given.language)
    present = [
        hit for name, parsed in _parsed(given.corpus) for hit in all_hits(parsed, name, phenomena, given.language)
    ]
    hits = read(given.hits)
    checked = recheck(hits, present)
    write(given.hits, checked)
    known = {phenomenon.id: checksum(phenomenon, given.language) for phenomenon in phenomena}
    lost = [hit for hit in checked if hit.found != known.get(hit.phenomenon)]
    print(f"{given.hits}: {len(lost)} of {len(hits)} hits are not found any more")


def _count(given: argparse.Namespace) -> None:
    print(table(read(given.hits), default_phenomena(given.language), given.language))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = arguments.add_subparsers(required=True)
    for run in (_draw, _take, _recheck, _count):
        step = steps.add_parser(run.__name__.strip("_"))
        step.set_defaults(run=run)
        step.add_argument("--language", required=True, choices=["en", "de"])
        step.add_argument("hits", type=Path, help="the file of drawn hits, benchmarks/read-hits/LANGUAGE.tsv")
        if run in (_draw, _recheck):
            step.add_argument("--corpus", action="append", required=True, metavar="NAME=PARSE.conllu.gz")
        if run in (_draw, _take):
            step.add_argument("--sheet", type=Path, required=True, help="the annotation sheet, .csv or .xlsx")
        if run is _draw:
            step.add_argument(
                "--fill",
                action="append",
                default=[],
                metavar="NAME=PARSE.conllu.gz",
                help="corpora for the phenomena that have too few hits in the others",
            )
            step.add_argument("--number", type=int, default=NUMBER, help="hits of a phenomenon (default: %(default)s)")
            step.add_argument("--seed", type=int, default=SEED, help="of the draws (default: %(default)s)")
    given = arguments.parse_args()
    log.setLevel(logging.ERROR)
    given.run(given)


if __name__ == "__main__":
    main()
