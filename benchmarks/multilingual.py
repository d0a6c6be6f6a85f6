"""How well the multilingual parser does on parts of treebanks that it has not seen, as in docs/lab/languages.md.

    python benchmarks/multilingual.py [--data ../shared/data] --out FOLDER [--only cs_pud fr_gsd ...]
        [--detection FILE] [--parsing FILE]

DATA holds `ud-multilingual` and `ud`, folders of treebanks. Of a treebank without a train part, every fifth of 25
blocks of documents is measured (`_language_parts`). What is in FOLDER already is not measured again. --detection and
--parsing write what `challenge-sets list` says of it: extractors/phenomena/detection.csv and parsing_accuracy.csv.
"""

import csv
import json
import logging
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from _common import arguments_of, markdown_table
from _language_parts import cut_from, name_of, parts
from threadpoolctl import threadpool_limits

from challenge_sets_lab.quality import parser_measure
from challenge_sets_lab.quality.character_hits import TreesWithHits
from challenge_sets_lab.quality.gold_parts import GoldPart
from challenge_sets_lab.quality.parse_scores import COLUMNS, of_raw_text
from extractors.core.files import read_text, write_text
from extractors.core.logs import log
from extractors.models import installed
from extractors.models.our_encoders import SHIPPED_PARSER, styles_of
from extractors.models.parsers import DEFAULT_PARSER, create_parser
from extractors.phenomena import DEFAULT_FILE, catalogue, detection, parsing_accuracy
from extractors.phenomena.detection import BY_MODEL, RAW, WORDS
from extractors.publish import ready_made_sets

RELATIVES = {"bg_btb": "hr_set", "et_edt": "fi_tdt", "hu_szeged": "fi_tdt"}
"""Treebanks of languages that the parser has learnt nothing of, and whose style is taken."""
OTHERS = {"el_gdt": "el_gud", "he_htb": "he_iahltwiki", "uk_iu": "uk_parlamint"}
"""Treebanks that it was not trained on, and that of the same language which it was."""
OWN = ("ud/en_ewt-dev.conllu.gz", "ud/en_gum-dev.conllu.gz", "ud/en_pud.conllu.gz", "ud/de_gsd-dev.conllu.gz[550:]")
"""Of English and German: parts that it was not trained on."""


class TestPart(NamedTuple):
    """What is measured of a treebank.

    Attributes:
        spec: the file, and which sentences of it.
        style: the treebank whose style is taken.
        file: the file of Universal Dependencies that the sentences are of: `es_gsd-dev`, `de_gsd-dev[550:]`.
        said: which part of that it is, where it is not all: `a fifth of es_gsd-dev`, which UD calls no test part.
    """

    treebank: str
    spec: str
    style: str
    file: str
    said: str


def tests(data: Path, out: Path) -> Iterator[TestPart]:
    """Yield the parts of treebanks to measure on."""
    folder = data / "ud-multilingual"
    for language in sorted(parts(folder, out / "treebanks"), key=lambda p: p.language):
        for path in language.test:
            name, whole = path.name.partition("-")[0], cut_from(path, folder)
            file = name_of(whole or path)
            said = f"a fifth of {file}" if whole else file
            yield TestPart(name, str(path), RELATIVES.get(name) or OTHERS.get(name) or name, file, said)
    for place in OWN:
        name = Path(place).name.partition("-")[0].partition(".")[0]
        file = name_of(Path(place)) + "[550:]" * place.endswith("[550:]")
        yield TestPart(name, str(data / place), {"en_pud": "en_ewt", "en_gum": "en_ewt"}.get(name, name), file, file)


def measured(spec: str, language: str, style: str) -> dict[str, Any]:
    """Parse a part of a treebank, and return F1 by column from gold words and from raw text, and words a CPU second.

    Args:
        style: the treebank whose style is taken.
    """
    gold = GoldPart.of(spec)
    parser = create_parser(DEFAULT_PARSER, language=language, model=None, options={"treebank": style})
    start = time.process_time()
    (part,) = parser_measure.parse_parts(parser, [gold], raw=gold.texts is not None)
    seconds = time.process_time() - start
    found: dict[str, Any] = {"sentences": float(gold.sentences), "parser": parser.signature}
    found["speed"] = len(part.parses) * len(gold.treebank) / seconds
    for text, parsed in part.parses.items():
        scores = of_raw_text(TreesWithHits.of(gold.treebank), TreesWithHits.of(parsed))
        found |= {f"{text} {column}": round(value, 1) for column, value in zip(COLUMNS, scores, strict=True)}
    return found


def detection_rows(data: Path, out: Path, only: Collection[str] | None) -> Iterator[dict[str, object]]:
    """Yield detection figures from raw text for each language in its default style.

    Args:
        only: treebanks, one of which a language must have; None for all languages.
    """
    known = catalogue.load(DEFAULT_FILE)
    golds: dict[str, list[TestPart]] = {}
    for test in tests(data, out):
        golds.setdefault(test.treebank[:2], []).append(test)
    if only is not None:
        golds = {language: of_it for language, of_it in golds.items() if language in {name[:2] for name in only}}
    for language, of_it in golds.items():
        chosen = [p for p in known.values() if language in p.rules and p.measure is None]
        if not chosen:
            continue
        parser = create_parser(DEFAULT_PARSER, language=language, model=None, options={})
        parsed = parser_measure.parse_parts(parser, [GoldPart.of(test.spec) for test in of_it])
        table = parser_measure.measure(parsed, chosen, language=language, parser=parser.signature)
        said = ", ".join(test.said for test in of_it)
        yield from (
            {**row, "data": said}
            for row in table.to_pylist()
            if row["text"] == RAW and not row["distance_from"] and not row["distance_below"]
        )


def add_rows(path: Path, rows: Iterable[Mapping[str, object]], *, every: bool) -> None:
    """Put rows of this parser into a table of detection figures, in place of those on treebanks that it has.

    Those of an earlier release stay where a ready-made set was made by it.

    Args:
        every: whether the rows are of all languages; else rows of the others stay.
    """
    rows = [{**row, "minimum_confidence": round(float(str(row["minimum_confidence"])), 2)} for row in rows]
    new = {row["parser"] for row in rows}
    used = {ready_made_sets.numbers(name).description.parser for name in ready_made_sets.names()} - new
    with path.open(encoding="utf-8", newline="") as file:
        kept = [
            row
            for row in csv.DictReader(file)
            if row["text"] == BY_MODEL or row["parser"] in used or not (every or row["parser"] in new)
        ]
    with write_text(path) as out:
        writer = csv.DictWriter(out, detection.COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows([*kept, *rows])


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"), help="folders of treebanks")
    arguments.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="figures")
    arguments.add_argument("--only", nargs="+", metavar="TREEBANK", help="only these")
    arguments.add_argument("--parsing", type=Path, metavar="FILE", help="and the table of `list`")
    arguments.add_argument("--detection", type=Path, metavar="FILE", help="and the hits of phenomena into this table")
    given = arguments.parse_args()
    log.setLevel(logging.ERROR)
    if given.detection:
        with threadpool_limits(limits=1):
            found = list(detection_rows(given.data, given.out, given.only))
            add_rows(given.detection, found, every=given.only is None)
    rows, parsing = [], []
    with threadpool_limits(limits=1):
        for test in tests(given.data, given.out):
            record = given.out / f"{test.treebank}-{Path(test.spec).name}.json".replace("/", "_")
            if (given.only is None or test.treebank in given.only) and not record.exists():
                figures = measured(test.spec, test.treebank[:2], test.style)
                with write_text(record) as file:
                    json.dump(figures, file)
            if record.exists():
                figures = json.loads(read_text(record))
                rows.append(row(test, figures))
                parsing.append(parsing_row(test.file, figures))
    heads = ("sentences of", "style", "default", "number", *COLUMNS[1:], "raw: words", "raw: LAS", "words/s")
    print(markdown_table(heads, rows))
    if given.parsing:
        with write_text(given.parsing) as out:
            writer = csv.DictWriter(out, parsing_accuracy.COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(sorted(parsing, key=lambda of: (of["language"], of["treebank"], of["parser"])))


def parsing_row(name: str, of: dict[str, Any]) -> dict[str, object]:
    """Return the row of parsing_accuracy.csv for the sentences of one treebank file."""
    gold = {column: of[f"{WORDS} {key}"] for column, key in (("upos", "UPOS"), ("las", "LAS"))}
    raw = {"words": of.get(f"{RAW} words"), "las_from_text": of.get(f"{RAW} LAS")}
    about = {"parser": of["parser"], "language": name[:2], "treebank": name, "sentences": int(of["sentences"])}
    return about | gold | raw


def row(test: TestPart, of: dict[str, Any]) -> tuple[str, ...]:
    """Return a row of the printed table, which says whether the style is the default of the language."""
    shipped = installed.find_shipped(SHIPPED_PARSER)
    is_default = shipped is not None and styles_of(shipped).get(test.treebank[:2]) == test.style
    gold = [f"{of[f'{WORDS} {column}']:.1f}" for column in COLUMNS[1:]]
    raw = [f"{of[key]:.1f}" if (key := f"{RAW} {column}") in of else "-" for column in ("words", "LAS")]
    return (test.file, test.style, "yes" * is_default, f"{of['sentences']:,.0f}", *gold, *raw, f"{of['speed']:,.0f}")


if __name__ == "__main__":
    main()
