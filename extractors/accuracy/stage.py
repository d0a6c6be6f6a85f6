"""What a run keeps: the tables of accuracy, from the tables of its other stages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from extractors import __version__
from extractors.accuracy.evidence import Text
from extractors.accuracy.lexicon import Lexicon
from extractors.accuracy.measure import measure
from extractors.accuracy.preparing import Settings, prepare
from extractors.formats import conllu, tables
from extractors.formats.accuracy import LEXICON
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS, Range, set_key


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
    settings: Settings | None = None,
) -> None:
    """Measure the systems of a run and write the tables ACCURACY and ACCURACY_HITS.

    Args:
        set_table: its sets say for which phenomena and distances.
        ordered: phenomena of which the order is measured too: those found from the alignment.
    """
    chosen = settings or Settings()
    of_corpus = read_corpus(segments)
    language = of_corpus.target_language
    hit_table = tables.read(HITS, hits)
    prepared = prepare(
        treebank=conllu.read(parses),
        hits=hit_table,
        links=tables.read(ALIGNMENT, alignment),
        references={name: Text.of(texts, language) for name, texts in of_corpus.references.items()},
        ordered=ordered,
        settings=chosen,
        path=str(hits),
    )
    outputs = {name: Text.of(read_hypotheses(path), language) for name, path in systems.items()}
    ranges: dict[str, list[Range]] = {}
    for row in tables.read(SETS, set_table).to_pylist():
        phenomenon, r = set_key(row)
        ranges.setdefault(phenomenon, []).append(r)
    summary, details = measure(
        prepared,
        outputs,
        ranges=ranges,
        lexicon=Lexicon.of(tables.read(LEXICON, lexicon)),
        settings=chosen,
        run=tables.run_signature(hit_table, f"version:{__version__}"),
    )
    tables.write(details, by_hit)
    tables.write(summary, accuracy)
