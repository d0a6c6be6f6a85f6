"""The tables of accuracy, from the tables of other stages or from texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from extractors import __version__
from extractors.accuracy.evidence import Text
from extractors.accuracy.lexicon import Lexicon, build
from extractors.accuracy.measure import measure
from extractors.accuracy.preparing import prepare
from extractors.formats import conllu, tables
from extractors.formats.accuracy import LEXICON
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS, Range, set_key
from extractors.formats.treebank import Treebank
from extractors.parsers import Parser
from extractors.settings.accuracy import AccuracySettings

Texts = Mapping[str, Sequence[str]]
"""Segments by the name of their reference or system."""


def lexicon_table(
    references: Texts, outputs: Iterable[Sequence[str]], language: str, parser: Parser | None, *, kept: Path | None
) -> pa.Table:
    """The lexicon of a corpus and its systems, a table LEXICON.

    Args:
        outputs: the segments of each system.
        language: the target language.
        parser: one of that language; None for a lexicon without lemmas.
        kept: an earlier lexicon, if it is there: what it has is not looked up again.
    """
    texts = (Text.of(output, language) for output in outputs)
    forms = {word for text in texts for segment in text.words for word in segment}
    earlier = tables.read(LEXICON, kept) if kept is not None and kept.is_file() else None
    return build(parser, references, forms, kept=earlier)


def lexicon_to_file(
    *, segments: str | Path, systems: Iterable[str | Path], parser: Parser | None, lexicon: str | Path
) -> None:
    """Write the lexicon of a corpus and its systems; what the file has already is not looked up again.

    Args:
        segments, systems: the tables that `ingest` made.
        parser: as of `lexicon_table`.
    """
    corpus = read_corpus(segments)
    outputs = (read_hypotheses(path) for path in systems)
    table = lexicon_table(corpus.references, outputs, corpus.target_language, parser, kept=Path(lexicon))
    tables.write(table, lexicon)


def accuracy_tables(
    *,
    treebank: Treebank,
    links: pa.Table,
    hits: pa.Table,
    references: Texts,
    outputs: Texts,
    language: str,
    ranges: Mapping[str, Sequence[Range]],
    lexicon: Lexicon,
    ordered: Collection[str],
    settings: AccuracySettings,
    path: str,
) -> tuple[pa.Table, pa.Table]:
    """Measure the outputs of systems: the tables ACCURACY and ACCURACY_HITS.

    Args:
        treebank: the parsed source.
        links, hits: tables of ALIGNMENT and HITS.
        language: the target language.
        ranges: the distances of each phenomenon.
        ordered: phenomena of which the order is measured too: those found from the alignment.
        path: where the hits are from, for messages.
    """
    prepared = prepare(
        treebank=treebank,
        hits=hits,
        links=links,
        references={name: Text.of(texts, language) for name, texts in references.items()},
        ordered=ordered,
        settings=settings,
        path=path,
    )
    return measure(
        prepared,
        {name: Text.of(texts, language) for name, texts in outputs.items()},
        ranges=ranges,
        lexicon=lexicon,
        settings=settings,
        run=tables.run_signature(hits, f"version:{__version__}"),
    )


def accuracy_to_files(
    *,
    segments: str | Path,
    parses: str | Path,
    alignment: str | Path,
    hits: str | Path,
    set_table: str | Path,
    systems: Mapping[str, str | Path],
    lexicon: str | Path,
    ordered: Collection[str],
    accuracy: str | Path,
    by_hit: str | Path,
    settings: AccuracySettings,
) -> None:
    """Measure the systems of a run and write the tables ACCURACY and ACCURACY_HITS.

    Args:
        set_table: its sets say for which phenomena and distances.
        ordered: as of `accuracy_tables`.
    """
    corpus = read_corpus(segments)
    ranges: dict[str, list[Range]] = {}
    for row in tables.read(SETS, set_table).to_pylist():
        phenomenon, r = set_key(row)
        ranges.setdefault(phenomenon, []).append(r)
    summary, details = accuracy_tables(
        treebank=conllu.read(parses),
        links=tables.read(ALIGNMENT, alignment),
        hits=tables.read(HITS, hits),
        references=corpus.references,
        outputs={name: read_hypotheses(path) for name, path in systems.items()},
        language=corpus.target_language,
        ranges=ranges,
        lexicon=Lexicon.of(tables.read(LEXICON, lexicon)),
        ordered=ordered,
        settings=settings,
        path=str(hits),
    )
    tables.write(details, by_hit)
    tables.write(summary, accuracy)
