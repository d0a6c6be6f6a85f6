"""A large corpus made of a run's segments, repeated with other words in the place of some.

The other words are drawn by Zipf's law, so that the vocabulary grows with the corpus as that of real text does. A
corpus of a million segments takes 3.5 GB of disk.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from extractors.core.files import read_text
from extractors.formats import tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.segments import HYPOTHESES, SEGMENTS, read_corpus, read_hypotheses

SYSTEMS = ("a", "b")
CHANGED = 0.15
"""Share of the words that are replaced, and of those of references and outputs."""
NEW_WORDS = 2_000_000


class Words:
    """Words that no text has, drawn by Zipf's law: word k with a probability in proportion to 1 / (k + 10)."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def changed(self, count: int) -> np.ndarray:
        """Draw which of `count` words are replaced: (count,) true with probability CHANGED."""
        return self._rng.random(count) < CHANGED

    def endings(self, count: int) -> list[str]:
        """Draw `count` endings, by Zipf's law, that make new words of existing ones."""
        ranks = 10 * (np.exp(self._rng.random(count) * np.log(NEW_WORDS / 10)) - 1)
        return [_letters(rank) for rank in ranks.astype(np.int64).tolist()]


def _letters(number: int) -> str:
    """Write a number in letters: 0 is a, 25 is z, 26 is ba."""
    letters = ""
    while True:
        number, letter = divmod(number, 26)
        letters = chr(97 + letter) + letters
        if not number:
            return letters


@dataclass(frozen=True)
class Base:
    """The segments that are repeated.

    Attributes:
        parses: of each segment, its sentences; of each sentence, its lines, and which of them may be replaced.
        references, outputs: (n,) and (2, n) texts.
        links: by segment, the rows of the first reference.
    """

    language: str
    target_language: str
    generator: str
    aligner: str
    parses: list[list[list[str]]]
    references: list[str]
    outputs: list[list[str]]
    links: pa.Table
    reference: str

    @classmethod
    def of(cls, results: Path) -> Base:
        corpus = read_corpus(results / "segments.parquet")
        name, references = next(iter(corpus.references.items()))
        parses: list[list[list[str]]] = [[] for _ in range(len(corpus))]
        generator = "unknown"
        for block in read_text(results / "source.conllu.gz").strip("\n").split("\n\n"):
            lines = block.split("\n")
            comments = dict(line[2:].split(" = ", 1) for line in lines if line.startswith("# "))
            generator = comments.get("generator", generator)
            parses[int(comments["segment_id"])].append([line for line in lines if not line.startswith("#")])
        table = tables.read(ALIGNMENT, results / "alignment.parquet")
        links = table.filter(pa.compute.equal(table.column("reference"), name))
        systems = sorted((results / "systems").glob("*.parquet"))[: len(SYSTEMS)]
        return cls(
            language=corpus.source_language,
            target_language=corpus.target_language,
            generator=generator,
            aligner=tables.metadata(table, "aligner", results, made_by="snakemake extract"),
            parses=parses,
            references=references,
            outputs=[read_hypotheses(path) for path in systems],
            links=links.sort_by("segment_id").combine_chunks(),
            reference=name,
        )


def varied(text: str, words: Words) -> str:
    """Return a text with some of its words replaced."""
    parts = text.split(" ")
    changed = np.flatnonzero(words.changed(len(parts))).tolist()
    for place, ending in zip(changed, words.endings(len(changed)), strict=True):
        parts[place] += ending
    return " ".join(parts)


def varied_parse(sentences: Sequence[Sequence[str]], words: Words) -> tuple[list[str], str, list[str]]:
    """Replace some content words of parsed sentences, and return the lines of each, the text, the surface tokens."""
    blocks, text, tokens = [], "", []
    for lines in sentences:
        changed = words.changed(len(lines))
        endings = iter(words.endings(int(changed.sum())))
        block, inside = [], 0
        for line, change in zip(lines, changed.tolist(), strict=True):
            fields = line.split("\t")
            if change:
                ending = next(endings)
                if fields[3] in ("NOUN", "PROPN", "ADJ", "ADV") and not inside:
                    fields[1] += ending
                    fields[2] += ending
                    line = "\t".join(fields)
            block.append(line)
            first, dash, last = fields[0].partition("-")
            if dash:
                inside = int(last) - int(first) + 1
            elif inside:
                inside -= 1
                continue
            tokens.append(fields[1])
            text += fields[1] + ("" if "SpaceAfter=No" in fields[9] else " ")
        blocks.append("\n".join(block))
    return blocks, text.strip(), tokens


def make(results: Path, count: int, folder: Path) -> None:
    """Write a corpus of `count` segments with all that the stages read."""
    base, words = Base.of(results), Words(count)
    folder.mkdir(parents=True)
    size = len(base.parses)
    of_segment = np.searchsorted(base.links.column("segment_id").to_numpy(), np.arange(size + 1))
    source_column = base.links.column("source").to_numpy()
    about = {"references": base.reference, "source_language": base.language, "target_language": base.target_language}
    systems = {name: folder / "systems" / f"{name}.parquet" for name in SYSTEMS}
    (folder / "systems").mkdir()
    with (
        gzip.open(folder / "source.conllu.gz", "wt", compresslevel=1, encoding="utf-8") as parses,
        _writer(folder / "segments.parquet", SEGMENTS.schema.with_metadata(about)) as segments,
        _writer(folder / "alignment.parquet", ALIGNMENT.schema.with_metadata({"aligner": base.aligner})) as alignment,
        _writer(systems["a"], HYPOTHESES.schema) as first,
        _writer(systems["b"], HYPOTHESES.schema) as second,
    ):
        parses.write(f"# generator = {base.generator}\n")
        for start in range(0, count, size):
            ids = list(range(start, min(start + size, count)))
            sources, forms = [], []
            for place, segment in enumerate(ids):
                blocks, text, tokens = varied_parse(base.parses[place], words)
                for block in blocks:
                    parses.write(f"# segment_id = {segment}\n{block}\n\n")
                sources.append(text)
                forms += [tokens[token] for token in source_column[of_segment[place] : of_segment[place + 1]].tolist()]
            references = [[varied(base.references[place], words)] for place in range(len(ids))]
            provenance = [f"made:{segment + 1}" for segment in ids]
            columns = (ids, sources, references, provenance)
            segments.write_table(_table(SEGMENTS.schema.with_metadata(about), columns))
            links = base.links.slice(0, of_segment[len(ids)])
            segment_ids = links.column("segment_id").to_numpy() + start
            links = links.set_column(0, "segment_id", pa.array(segment_ids, pa.int32()))
            links = links.set_column(4, "source_form", pa.array(forms, pa.string()))
            alignment.write_table(links.cast(ALIGNMENT.schema).replace_schema_metadata({"aligner": base.aligner}))
            for writer, texts in zip((first, second), base.outputs, strict=True):
                outputs = [varied(text, words) for text in texts[: len(ids)]]
                writer.write_table(_table(HYPOTHESES.schema, (ids, outputs)))


def _writer(path: Path, schema: pa.Schema) -> pq.ParquetWriter:
    return pq.ParquetWriter(path, schema, compression="zstd")


def _table(schema: pa.Schema, columns: Sequence[Sequence[object]]) -> pa.Table:
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema=schema)
