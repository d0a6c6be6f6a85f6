"""The tables of docs/lab/languages.md, from what languages.py left in its folder."""

import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import langcodes
from _common import markdown_table
from _language_parts import Parts

from challenge_sets_lab.quality.parser_measure import FEWEST, HitCounts
from extractors.core.files import read_text
from extractors.formats import conllu, tables
from extractors.formats.quality import QUALITY
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.detection import RAW, WORDS

Row = Mapping[str, Any]


class Result:
    """What there is of a finished language.

    Attributes:
        code: its code.
        figures, rows: what was measured of our parser: scores, and the rows of all distances and confidences.
        command, seconds: how the parser was trained; None for a training that was interrupted.
    """

    def __init__(self, language: Parts, out: Path) -> None:
        self.code, self.parts = language.language, language
        self.figures, self.rows = _measured(out / f"{self.code}.csv")
        training = json.loads(read_text(out / f"parser-{self.code}.json"))
        self.command, self.seconds = training["command"], training["seconds"]
        files = (out / f"parser-{self.code}").iterdir()
        self.megabytes = sum(path.stat().st_size for path in files) / 1e6
        banks = [conllu.read(path) for path in language.train]
        self.sentences, self.words = sum(len(bank.segment) for bank in banks), sum(map(len, banks))

    @property
    def name(self) -> str:
        return _name(self.code)

    def whole(self, text: str) -> dict[str, Row]:
        """By phenomenon: the row of all its hits, from raw text or from gold words."""
        everything = (0, None, 0.0)
        columns = ("distance_from", "distance_below", "minimum_confidence")
        return {
            row["phenomenon"]: row
            for row in self.rows
            if row["text"] == text and tuple(row[name] for name in columns) == everything
        }

    def median(self) -> str:
        """The median F1 of the phenomena with enough gold hits, and how many these are of all."""
        by_id = self.whole(RAW) or self.whole(WORDS)
        enough = [100 * (counts(row).f1 or 0) for row in by_id.values() if row["gold"] >= FEWEST]
        return (
            f"{statistics.median(enough):.0f} ({len(enough)} of {len(by_id)})" if enough else f"- (0 of {len(by_id)})"
        )


def _measured(path: Path) -> tuple[dict[str, Any] | None, list[Row]]:
    record = path.with_suffix(".json")
    if not (path.exists() and record.exists()):
        return None, []
    return json.loads(read_text(record)), tables.read(QUALITY, path).to_pylist()


def counts(row: Row) -> HitCounts:
    return HitCounts(row["gold"], row["found"], row["right"])


def sections(languages: Sequence[Parts], out: Path) -> dict[str, str]:
    """The page's tables by their marks, of the languages that are finished; the others are named."""
    done = [language for language in languages if (out / f"{language.language}.json").exists()]
    results = sorted((Result(language, out) for language in done), key=lambda result: result.name)
    if not results:
        raise SystemExit(f"no language is finished in {out}")
    missing = sorted(langcodes.get(one.language).display_name() for one in languages if one not in done)
    parsers = _parsers(results)
    if missing:
        parsers += f"\n\nNot yet measured: {', '.join(missing)}."
    return {
        "parsers": parsers,
        "phenomena": _phenomena(results),
        "commands": "```\n" + "\n".join(result.command for result in results) + "\n```",
    }


def catalogue_table(known: Mapping[str, Phenomenon]) -> str:
    """What the catalogue has of each language but English and German, and how many hits in gold trees were right."""
    languages = sorted({language for p in known.values() for language in p.rules} - {"de", "en"}, key=_name)
    table = []
    for language in languages:
        of_it = [p for p in known.values() if language in p.rules]
        read = [p.validated[language] for p in of_it if language in p.validated]
        right, hits = (sum(getattr(one, name) for one in read) for name in ("right", "read"))
        experimental = sum(language in p.experimental for p in of_it)
        share = f"{100 * right / hits:.0f}" if hits else "-"
        table.append(
            [_name(language), len(of_it), experimental, len(read), f"{right} of {hits}" if hits else "-", share]
        )
    heading = ["language", "phenomena", "of them experimental", "with hits read", "right", "%"]
    return markdown_table(heading, table)


def _name(language: str) -> str:
    return f"{langcodes.get(language).display_name()} (`{language}`)"


def _parsers(results: Sequence[Result]) -> str:
    heading = ["language", "trained on", "tested on", "minutes", "MB", "UPOS", "FEATS", "UAS", "LAS"]
    heading += ["raw: words", "raw: LAS", "median F1"]
    table = []
    for result in results:
        assert result.figures is not None
        raw, gold = result.figures["raw"] or {}, result.figures["gold_words"]
        minutes = "-" if result.seconds is None else f"{result.seconds / 60:.1f}"
        row = [result.name, f"{result.sentences:,}", f"{result.figures['sentences']:,}", minutes]
        row += [f"{result.megabytes:.1f}", *(_cell(gold, name) for name in ("UPOS", "FEATS", "UAS", "LAS"))]
        table.append([*row, _cell(raw, "words"), _cell(raw, "LAS"), result.median()])
    return markdown_table(heading, table)


def _cell(values: Mapping[str, float] | None, name: str) -> str:
    return f"{values[name]:.1f}" if values else "-"


def _phenomena(results: Sequence[Result]) -> str:
    """A row for each phenomenon of each language, what is never shown, and what could not be measured."""
    table, never, unannotated, alone = [], [], [], []
    for result in results:
        raw, words = result.whole(RAW), result.whole(WORDS)
        if result.figures is not None and result.figures["no_raw"]:
            alone.append(f"{result.name}: {result.figures['no_raw']}.")
        for name, row in (raw or words).items():
            cells = [counts(row).percent if raw else "-", counts(words[name]).percent]
            table.append([result.name, f"`{name}`", row["gold"], row["found"], *cells])
            if row["never_shown"]:
                never.append(f"{result.name} `{name}` ({row['never_shown']})")
            elif row["not_annotated"]:
                unannotated.append(f"{result.name} `{name}`")
    heading = ["language", "phenomenon", "gold", "found", "P / R / F1", "gold words"]
    text = markdown_table(heading, table)
    if never:
        text += f"\n\nNever found, as the parser never gives what the request needs: {', '.join(never)}."
    if unannotated:
        text += f"\n\nNot measured, as the test part never has what the request needs: {', '.join(unannotated)}."
    if alone:
        text += f"\n\nMeasured from gold words alone: {' '.join(alone)}"
    return text
