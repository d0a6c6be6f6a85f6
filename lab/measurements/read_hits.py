"""Hits of the shipped parser in running text, judged one by one: draw them, take the answers, count them.

    challenge-sets parse source.en --source-language en -o wmt21.conllu.gz
    python -m lab.measurements.read_hits draw --language en --corpus wmt21=wmt21.conllu.gz --sheet sheet.csv HITS
    python -m lab.measurements.read_hits take --language en --sheet sheet.csv HITS
    python -m lab.measurements.read_hits count --language en HITS
    python -m lab.measurements.read_hits package [--quality FILE ...]

`draw` finds the default phenomena by the present rules and writes two files: HITS (read-hits/LANGUAGE.tsv), which
has no sentence, and an annotation sheet with the sentences, which stays outside the repository. Its column `answer` is
then filled (yes: both words are an instance of what the phenomenon's description says; no; na: cannot be told), and,
for what is not right, its column `note`: a reason (see `REASONS`), and after a colon any remark. A large language model
filled it for the files that are here, and no person (docs/lab/read-hits.md has the guideline).

`take` puts the answers into HITS. `count` prints the tables of docs/lab/read-hits.md. After a change of the rules
`recheck` marks which of the judged hits they still find; `draw` with another corpus then adds hits to HITS, by which
the change is judged on text that it was not made for. Only hits that were drawn since the last change of their rules
count. Another parser's hits are drawn by `draw --former FILE --former-corpus NAME=PARSE`: a judgment is of a hit,
whoever found it. Of the hits that the former parser finds too, those of FILE are drawn first, with their judgments; of
those that it does not find, random ones, as many as their share of all hits asks for. `package` writes the table that
a run takes the precision from, extractors/phenomena/detection.csv, of both languages, with the figures on treebanks
that `challenge-sets lab quality` wrote.
"""

from __future__ import annotations

import argparse
import csv
import io
import logging
import random
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow as pa
from scipy.stats import binomtest

from benchmarks._common import arguments_of, known_phenomena, markdown_table
from challenge_sets_lab.quality.parser_measure import CONFIDENCES, FEWEST
from challenge_sets_suites.sheets import SheetRow, read_sheet, write_sheet
from challenge_sets_suites.tables.judgments import NO, NOT_APPLICABLE, YES
from extractors.core import files
from extractors.core.errors import InputError, unknown
from extractors.core.logs import log
from extractors.extract.detect import detect
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.models.parsers import DEFAULT_PARSER
from extractors.phenomena import detection
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum

SEED = 16
NUMBER = 30
SURE = 0.7
"""The confidence of the parser from which on a hit counts as sure in the table."""
RIGHT, WRONG, UNSURE = "right", "wrong", "unsure"
JUDGMENT_OF_ANSWER = {YES: RIGHT, NO: WRONG, NOT_APPLICABLE: UNSURE}
REASONS = {
    "parser": "the tree is wrong: a word has the wrong head, relation or class",
    "rule": "the tree is as it should be, and the request takes what is not the construction",
    "pair": "the construction is there, and one of the two words is not its word",
    "words": "words or sentences end in the wrong place",
}
"""Why a hit is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadHit:
    """A hit that was drawn, without its sentence.

    Attributes:
        segment: 0-based number of the segment in the corpus.
        head, dependent: 0-based numbers of the two words in the segment, counted in syntactic words.
        confidence: the parser's, as in the table of hits; empty where it has none.
        judgment: right, wrong or unsure; empty until the hit is judged.
        reason: one of `REASONS`, with a remark after a colon; empty for a right hit.
        parser: what made the parse, with its checksum.
        drawn: the checksum of the phenomenon's definition in the language when the hit was drawn.
        found: the checksum of the last definition that was seen to find the hit; empty if a later parser does not.
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


OTHER_TEXTS = {"wesnoth": "a game's stories", "debian": "manuals of Debian", "xlwa": "Wikipedia"}
"""By corpus, what texts that are not WMT's are (docs/lab/read-hits.md)."""
MIXED = "wmt24-ref"
"""A corpus of WMT with other domains than news."""
FOLDER = Path(__file__).parent / "read-hits"
"""The files of judged hits, by language."""
COLUMNS = tuple(field.name for field in fields(ReadHit))


def read(path: Path) -> list[ReadHit]:
    """Read the hits of a file, judged or not."""
    rows = csv.DictReader(files.read_text(path).splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    if tuple(rows.fieldnames or ()) != COLUMNS:
        raise InputError("no file of judged hits", path=path, line=1, remedy=f"its columns are {', '.join(COLUMNS)}")
    return [_checked(row, path, line) for line, row in enumerate(rows, start=2)]


def _checked(row: dict[str, str], path: Path, line: int) -> ReadHit:
    numbers = {name: row[name] for name in ("segment", "head", "dependent")}
    if None in row or None in row.values() or not all(map(str.isdecimal, numbers.values())):
        raise InputError(
            "a damaged row", path=path, line=line, remedy=f"give {len(COLUMNS)} columns, numbers from 0 on"
        )
    code = row["reason"].partition(":")[0]
    if row["judgment"] not in ("", RIGHT, WRONG, UNSURE) or (row["judgment"] == WRONG and code not in REASONS):
        raise InputError(
            f"the judgment is {row['judgment']!r}, its reason {code!r}",
            path=path,
            line=line,
            remedy=f"write right, unsure, or wrong with one of {', '.join(REASONS)}",
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


@cache
def default_phenomena(language: str) -> list[Phenomenon]:
    """Return the shipped phenomena that a run detects by default, except measures on the alignment."""
    return [p for p in known_phenomena(language) if p.measure is None]


def checksum(phenomenon: Phenomenon, language: str) -> str:
    """Return the checksum of a phenomenon's definition, as printed in reports and docs/lab/detector-quality.md."""
    return definitions_checksum([phenomenon.definition(language)])


def all_hits(treebank: Treebank, corpus: str, phenomena: Sequence[Phenomenon], language: str) -> list[ReadHit]:
    """Find all hits of the phenomena in a parsed corpus, and return them without judgments."""
    table = pa.concat_tables(detect([treebank], phenomena, language=language))
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
    """Draw at most `number` random hits of each phenomenon, and return them in the order of the text.

    Each phenomenon has a random generator of its own, so that a new phenomenon or rule leaves the other draws
    unchanged.
    """
    by_phenomenon: dict[str, list[int]] = {}
    for place, hit in enumerate(hits):
        by_phenomenon.setdefault(hit.phenomenon, []).append(place)
    return [
        hits[place]
        for name, places in by_phenomenon.items()
        for place in sorted(random.Random(f"{seed}\0{name}").sample(places, k=min(number, len(places))))
    ]


def renewed(
    hits: Sequence[ReadHit], former: Sequence[ReadHit], judged: Sequence[ReadHit], number: int, seed: int
) -> list[ReadHit]:
    """Draw at most `number` hits of each phenomenon, keeping the share that a former parser finds as well.

    Args:
        former: all hits of the former parser in the same texts.
        judged: random ones among them, whose judgments are taken over, and which are drawn before others.
    """
    known, judgments = {_place(hit) for hit in former}, {_place(hit): hit for hit in judged}
    drawn: list[ReadHit] = []
    for name in dict.fromkeys(hit.phenomenon for hit in hits):
        own = [hit for hit in hits if hit.phenomenon == name]
        both = [hit for hit in own if _place(hit) in known]
        wanted = min(number, len(own))
        of_both = round(wanted * len(both) / len(own))
        read = sample([hit for hit in both if _place(hit) in judgments], of_both, seed)
        rest = sample([hit for hit in both if _place(hit) not in judgments], of_both - len(read), seed)
        new = sample([hit for hit in own if _place(hit) not in known], wanted - of_both, seed)
        for hit in read:
            judgment = judgments[_place(hit)]
            drawn.append(replace(hit, judgment=judgment.judgment, reason=judgment.reason))
        drawn += rest + new
    return drawn


def _place(hit: ReadHit) -> tuple[str, int, str, str, str]:
    """Return a key for a hit that does not depend on how a parser cuts words."""
    return hit.corpus, hit.segment, hit.phenomenon, hit.head_form, hit.dependent_form


def filled(drawn: Sequence[ReadHit], further: Sequence[ReadHit], number: int, seed: int) -> list[ReadHit]:
    """Add random hits of further corpora to phenomena with fewer than `number` drawn hits."""
    have = Counter(hit.phenomenon for hit in drawn)
    names = dict.fromkeys(hit.phenomenon for hit in (*drawn, *further))
    more = [
        hit
        for name in names
        for hit in sample([hit for hit in further if hit.phenomenon == name], number - min(number, have[name]), seed)
    ]
    return [*drawn, *more]


def sheet_row(hit: ReadHit, treebank: Treebank, phenomenon: Phenomenon) -> SheetRow:
    """Return the row of the annotation sheet: the sentence with both words marked, the question, the parse."""
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
    """Describe a word by its form, class, relation and head: `down/ADP <-compound:prt- turned`."""
    head = int(treebank.head_word[word])
    above = treebank.form[head] if head >= 0 else "ROOT"
    return f"{treebank.form[word]}/{treebank.upos[word]} <-{treebank.deprel[word]}- {above}"


def take(hits: Sequence[ReadHit], sheet: Path) -> list[ReadHit]:
    """Return the hits with the answers of a sheet; hits without an answer are unchanged."""
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
    """Mark hits that the present definitions still find, given all present hits in the same parses."""
    known = {hit.item: hit for hit in present}
    parsers = {hit.parser for hit in present}
    for hit in hits:
        if present and hit.parser not in parsers:
            raise InputError(
                f"the hits were found in parses of {hit.parser}, these are of {', '.join(sorted(parsers))}",
                remedy="parse with that parser",
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
        known = Counter(hit.judgment for hit in hits)
        right, wrong = known[RIGHT], known[WRONG]
        if not right + wrong:
            return cls(right, wrong, known[UNSURE], *[float("nan")] * 3)
        low, high = binomtest(right, right + wrong).proportion_ci(method="wilson")
        return cls(right, wrong, known[UNSURE], right / (right + wrong), low, high)

    @property
    def fraction(self) -> str:
        """`25 / 30`: right, and right or wrong; a hyphen where none is."""
        known = self.right + self.wrong
        return f"{self.right} / {known}" if known else "-"

    @property
    def percent(self) -> str:
        """`83 (66-93)`, or a hyphen."""
        if np.isnan(self.precision):
            return "-"
        return f"{100 * self.precision:.0f} ({100 * self.low:.0f}-{100 * self.high:.0f})"


def tables(hits: Sequence[ReadHit], phenomena: Sequence[Phenomenon], language: str) -> str:
    """Tabulate the judgments by phenomenon and by confidence, as Markdown.

    Only hits count that the present rules find and that were drawn after the last change of these rules.
    """
    present = {phenomenon.id: checksum(phenomenon, language) for phenomenon in phenomena}
    judged = [hit for hit in hits if hit.judgment and hit.phenomenon in present]
    fair = [hit for hit in judged if is_fair(hit, present)]
    return "\n\n".join(filter(None, [_by_phenomenon(judged, present, language), _by_confidence(fair)]))


def is_fair(hit: ReadHit, present: Mapping[str, str]) -> bool:
    """Return whether the present rules drew this hit and find it, so that no rule was changed because of it."""
    return hit.drawn == hit.found == present[hit.phenomenon]


def package_rows(hits: Sequence[ReadHit], phenomena: Sequence[Phenomenon], language: str) -> list[dict[str, object]]:
    """Return rows of the package's table: judged hits and right ones, by minimum confidence.

    Only fair hits count (`is_fair`).
    """
    present = {phenomenon.id: checksum(phenomenon, language) for phenomenon in phenomena}
    by_set: dict[tuple[str, str], list[ReadHit]] = {}
    for hit in hits:
        if hit.phenomenon in present and hit.judgment in (RIGHT, WRONG) and is_fair(hit, present):
            by_set.setdefault((hit.parser, hit.phenomenon), []).append(hit)
    rows: list[dict[str, object]] = []
    for parser, name in sorted(by_set, key=lambda key: (key[0], list(present).index(key[1]))):
        judged = by_set[parser, name]
        about = {"parser": parser, "language": language, "data": texts_of(judged), "text": detection.BY_MODEL}
        about |= {"phenomenon": name, "definition": present[name]}
        last = -1
        for minimum in (0.0, *CONFIDENCES):
            sure = [hit for hit in judged if not minimum or float(hit.confidence or 0) >= minimum]
            # A row stands where the count changes, as in the tables of `lab quality`.
            if len(sure) != last or minimum == CONFIDENCES[-1]:
                right = sum(hit.judgment == RIGHT for hit in sure)
                rows.append(about | {"minimum_confidence": minimum, "found": len(sure), "right": right})
            last = len(sure)
    return rows


def texts_of(hits: Sequence[ReadHit]) -> str:
    """Name the texts in which hits were judged: `news of WMT13 and WMT21`, `WMT24`, `a game's stories`."""
    corpora = {hit.corpus for hit in hits}
    years = sorted({f"WMT{re.sub('newstest20|wmt', '', corpus)[:2]}" for corpus in corpora - OTHER_TEXTS.keys()})
    years = [", ".join(years[:-1]), years[-1]] if len(years) > 1 else years
    of_wmt = [f"{'' if MIXED in corpora else 'news of '}{' and '.join(years)}"] if years else []
    return ", ".join([*of_wmt, *(name for corpus, name in OTHER_TEXTS.items() if corpus in corpora)])


def package_table(measured: Sequence[Path] = ()) -> str:
    """Render the package's table of detection figures, from judged hits and from treebanks, as CSV.

    Args:
        measured: what `challenge-sets lab quality` wrote for the shipped parsers; none to keep what the table has.
    """
    rows: list[Mapping[str, object]] = []
    for path in sorted(FOLDER.glob("*.tsv")):
        rows += package_rows(read(path), default_phenomena(path.stem), path.stem)
    for path in measured or [detection.TABLE]:
        rows += (row for _, row in detection.csv_rows(path) if is_of_package(row))
    text = io.StringIO()
    writer = csv.DictWriter(text, detection.COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def is_of_package(row: Mapping[str, str]) -> bool:
    """Return whether a row counts hits of all distances in raw text of treebanks."""
    return row["text"] == detection.RAW and row.get("distance_from", "0") == "0" and not row.get("distance_below")


def _by_phenomenon(judged: Sequence[ReadHit], present: Mapping[str, str], language: str) -> str:
    on_treebanks = _treebank_precision(language)
    fair = [hit for hit in judged if is_fair(hit, present)]
    mended = [hit for hit in judged if hit.found == present[hit.phenomenon] and not is_fair(hit, present)]
    rows: list[Sequence[object]] = []
    for name, now in (*present.items(), ("all", "")):
        of_it, before = ([hit for hit in of if name in ("all", hit.phenomenon)] for of in (fair, mended))
        if of_it or before:
            title = name if name == "all" else f"`{name}`"
            rows.append([*_row(title, of_it), Count.of(before).fraction, on_treebanks.get((name, now), "-")])
    heading = ("phenomenon", "right", "wrong", "unsure", "precision", f"sure ({SURE})", *REASONS, "before", "treebanks")
    return markdown_table(heading, rows)


def _row(name: str, hits: Sequence[ReadHit]) -> list[object]:
    count = Count.of(hits)
    sure = Count.of([hit for hit in hits if hit.confidence and float(hit.confidence) >= SURE])
    reasons = Counter(hit.reason.partition(":")[0] for hit in hits if hit.judgment == WRONG)
    shown = [reasons[reason] or "" for reason in REASONS]
    return [name, count.right, count.wrong, count.unsure, count.percent, sure.fraction, *shown]


def _by_confidence(hits: Sequence[ReadHit]) -> str:
    """Tabulate how many hits are right by tenth of the parser's confidence, which estimates that share."""
    rows: list[Sequence[object]] = []
    sure = [(float(hit.confidence), hit) for hit in hits if hit.confidence]
    for tenth in range(10):
        of_it = [(value, hit) for value, hit in sure if min(int(value * 10), 9) == tenth]
        if of_it:
            count = Count.of([hit for _, hit in of_it])
            mean = statistics.mean(value for value, _ in of_it)
            rows.append([f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}", len(of_it), f"{100 * mean:.0f}", count.percent])
    return markdown_table(("confidence", "hits", "mean, %", "right, %"), rows) if rows else ""


def _treebank_precision(language: str) -> dict[tuple[str, str], str]:
    """Return the precision on treebanks in percent, by phenomenon and checksum of its definition."""
    figures = detection.model_figures(DEFAULT_PARSER, None, language)
    assert figures is not None
    found = {key: figures.on_treebanks(*key) for key in figures.judged}
    return {
        key: f"{100 * hits.precision:.0f}"
        for key, hits in found.items()
        if hits and hits.found and (hits.gold or 0) >= FEWEST
    }


def _parsed(corpora: Sequence[str]) -> Iterator[tuple[str, Treebank]]:
    for corpus in corpora:
        name, is_given, path = corpus.partition("=")
        if not is_given or not name or "/" in name:
            raise InputError(
                f"a corpus must be NAME=PARSE.conllu.gz, got {corpus!r}",
                remedy="give its name, without /, and its parse",
            )
        yield name, conllu.read(path)


def _draw(given: argparse.Namespace) -> None:
    phenomena = _named(default_phenomena(given.language), given.phenomena)
    by_id = {phenomenon.id: phenomenon for phenomenon in phenomena}
    there = read(given.hits) if given.hits.exists() else []
    items = {hit.item for hit in there}
    treebanks = dict(_parsed([*given.corpus, *given.fill]))
    first = {corpus.partition("=")[0] for corpus in given.corpus}

    def found(of: Mapping[str, Treebank]) -> list[ReadHit]:
        return [hit for name, bank in of.items() for hit in all_hits(bank, name, phenomena, given.language)]

    hits = found(treebanks)
    new = [hit for hit in hits if hit.item not in items]
    if given.former is None:
        drawn = sample([hit for hit in new if hit.corpus in first], given.number, given.seed)
        drawn = filled(drawn, [hit for hit in new if hit.corpus not in first], given.number, given.seed)
    else:
        present = {phenomenon.id: checksum(phenomenon, given.language) for phenomenon in phenomena}
        judged = [hit for hit in read(given.former) if hit.phenomenon in present and is_fair(hit, present)]
        former = found(dict(_parsed(given.former_corpus)))
        drawn = renewed(hits, former, [hit for hit in judged if hit.judgment], given.number, given.seed)
    drawn.sort(key=lambda hit: list(by_id).index(hit.phenomenon))
    if not drawn:
        raise InputError("no hit is left to draw", path=given.hits, remedy="give another --corpus, or other phenomena")
    to_read = [hit for hit in drawn if not hit.judgment]
    rows = [sheet_row(hit, treebanks[hit.corpus], by_id[hit.phenomenon]) for hit in to_read]
    write_sheet(given.sheet, rows, seed=None)
    write(given.hits, [*there, *drawn])
    names = {hit.phenomenon for hit in hits}
    print(
        f"{given.sheet}: {len(to_read)} hits to judge, {len(drawn) - len(to_read)} are judged, of {len(hits)} hits of"
        f" {len(names)} phenomena"
    )


def _named(phenomena: Sequence[Phenomenon], names: str | None) -> list[Phenomenon]:
    known = {phenomenon.id: phenomenon for phenomenon in phenomena}
    for name in (wanted := known if names is None else names.split(",")):
        if name not in known:
            raise unknown("default phenomenon", name, known)
    return [known[name] for name in wanted]


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
    print(tables(read(given.hits), default_phenomena(given.language), given.language))


def _package(given: argparse.Namespace) -> None:
    text = package_table(given.quality)
    with files.write_text(detection.TABLE) as out:
        out.write(text)
    rows = text.count(f",{detection.BY_MODEL},")
    print(f"{detection.TABLE}: {rows} rows of hits in running text")


def main() -> None:
    arguments = arguments_of(__doc__)
    steps = arguments.add_subparsers(required=True)
    package = steps.add_parser("package")
    package.set_defaults(run=_package)
    package.add_argument(
        "--quality", nargs="+", type=Path, default=[], metavar="FILE", help="of lab quality (default: as packaged)"
    )
    for run in (_draw, _take, _recheck, _count):
        step = steps.add_parser(run.__name__.strip("_"))
        step.set_defaults(run=run)
        step.add_argument("--language", required=True)
        step.add_argument("hits", type=Path, help="the file of drawn hits, lab/measurements/read-hits/LANGUAGE.tsv")
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
            step.add_argument("--former", type=Path, metavar="FILE", help="judged hits of a former parser")
            step.add_argument(
                "--former-corpus", action="append", default=[], metavar="NAME=PARSE.conllu.gz", help="its parses"
            )
            step.add_argument("--number", type=int, default=NUMBER, help="hits of a phenomenon (default: %(default)s)")
            step.add_argument("--phenomena", metavar="ID,ID", help="only these (default: all that are run by default)")
            step.add_argument("--seed", type=int, default=SEED, help="of the draws (default: %(default)s)")
    given = arguments.parse_args()
    log.setLevel(logging.ERROR)
    given.run(given)


if __name__ == "__main__":
    main()
