"""A large corpus as a user would have it, with parses and links of one's own or without."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from benchmarks import scale

ROOT = Path(__file__).parents[1]
CONFIG = """\
corpora:
  large:
    source_language: {source}
    target_language: {target}
    source: made/segments.parquet#source
    references: {{A: reference.txt}}
    systems: {{a: made/systems/a.parquet#hypothesis, b: made/systems/b.parquet#hypothesis}}
phenomena_file: phenomena.yaml
metrics: {{{metrics}}}
accuracy: {{enabled: {accuracy}}}
"""
OWN = """\
parse: {parser: conllu, model: made/source.conllu.gz}
align: {aligner: pharaoh, model: links.txt, options: {tokens: ours}}
"""
"""Parses and links of one's own, so that no model is needed."""


def make(
    results: Path, segments: int, folder: Path, *, metrics: Sequence[str], accuracy: bool, own: bool = True
) -> None:
    """Write a corpus, `config.yaml` and the phenomena into a folder.

    Args:
        results: what a run left; its segments are repeated with other words in the place of some (benchmarks/scale.py).
        own: with parses and links of one's own; else the shipped models make them.
    """
    from extractors.formats import tables
    from extractors.formats.alignment import ALIGNMENT
    from extractors.formats.segments import read_corpus
    from extractors.models.tokenizers import surface_tokens

    scale.make(results, segments, folder / "made")
    corpus = read_corpus(folder / "made/segments.parquet")
    (reference,) = corpus.references.values()
    (folder / "reference.txt").write_text("".join(f"{text}\n" for text in reference), encoding="utf-8")
    links: list[list[str]] = [[] for _ in range(len(corpus))]
    table = tables.read(ALIGNMENT, folder / "made/alignment.parquet")
    columns = (table.column(name).to_pylist() for name in ("segment_id", "source", "target"))
    # A word with another ending may be cut otherwise.
    ends = [len(surface_tokens(text, corpus.target_language)) for text in reference]
    for segment, source, target in zip(*columns, strict=True):
        if target < ends[segment]:
            links[segment].append(f"{source}-{target}")
    (folder / "links.txt").write_text("".join(" ".join(of_segment) + "\n" for of_segment in links))
    shutil.copy(ROOT / "config/phenomena.yaml", folder)
    config = CONFIG.format(
        source=corpus.source_language,
        target=corpus.target_language,
        metrics=", ".join(f"{metric}: {{}}" for metric in metrics),
        accuracy=str(accuracy).lower(),
    )
    (folder / "config.yaml").write_text(config + (OWN if own else ""))
