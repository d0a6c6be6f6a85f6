"""Post-edits of MLQE-PE: changed words beside the published tags of words, gaps and source words.

    python -m lab.measurements.post_edits FOLDER [--pair en-de] [--parts dev test20] [--results RESULTS]

FOLDER is that of a pair of MLQE-PE (train.src, train.mt, train.pe, train.tags, train.source_tags, ...). Printed are the
share of output words and of gaps whose tag is the published one, and the correlation of HTER without moves with the
published HTER. With --results, the folder of a run of the same parts (config: `from: wmtqe:FOLDER#en-de:dev,test20`),
also Matthews' correlation of source tags: a source word is bad if it is linked to a changed word. Segments in which the
run's words are not those of the files are left out, and counted.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks._common import arguments_of, markdown_table
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.models.tokenizers import surface_tokens
from extractors.words.post_edits import word_edits

OK, BAD = "OK", "BAD"


def lines(folder: Path, parts: list[str], suffix: str) -> list[list[str]]:
    """Read the words of each line of some parts of the corpus, such as `dev.mt` and `test20.mt`."""
    return [line.split() for part in parts for line in (folder / f"{part}.{suffix}").read_text().split("\n")[:-1]]


def matthews(found: np.ndarray, published: np.ndarray) -> float:
    """Return Matthews' correlation coefficient of two boolean vectors."""
    return float(np.corrcoef(found, published)[0, 1])


def source_tags(results: Path, folder: Path, parts: list[str]) -> tuple[float, float, int]:
    """Compare source tags derived from links to changed words with the published ones.

    Returns Matthews' correlation, the published share of bad words, and the number of segments compared.
    """
    corpus = read_corpus(results / "segments.parquet")
    surface = conllu.read(results / "source.conllu.gz").surface
    edited = read_hypotheses(results / "post_edits/mt.parquet")
    outputs = read_hypotheses(results / "systems/mt.parquet")
    links: dict[int, list[tuple[int, int]]] = {}
    columns = tables.read(ALIGNMENT, results / "post_edit_alignment.parquet")
    for segment, source, target in zip(
        *(columns.column(c).to_pylist() for c in ("segment_id", "source", "target")), strict=True
    ):
        links.setdefault(segment, []).append((source, target))
    found: list[bool] = []
    published: list[bool] = []
    compared = 0
    texts = zip(
        lines(folder, parts, "src"), lines(folder, parts, "pe"), lines(folder, parts, "source_tags"), strict=True
    )
    for segment, (words, others, tags) in enumerate(texts):
        own = surface_tokens(edited[segment], corpus.target_language)
        if surface.get(segment) != words or "".join(own) != "".join(others) or len(tags) != len(words):
            continue
        compared += 1
        kept = word_edits(surface_tokens(outputs[segment], corpus.target_language), own).edited
        bad = {source for source, target in links.get(segment, ()) if not kept[target]}
        found += [token in bad for token in range(len(words))]
        published += [tag == BAD for tag in tags]
    truth = np.array(published)
    return matthews(np.array(found), truth), float(truth.mean()), compared


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--parts", nargs="+", default=["train", "dev", "test20"])
    parser.add_argument("--results", type=Path)
    arguments = parser.parse_args()
    folder, parts = arguments.folder, arguments.parts
    words, gaps, rates = [], [], []
    texts = (lines(folder, parts, suffix) for suffix in ("mt", "pe", "tags"))
    for output, edited, tags in zip(*texts, strict=True):
        edits = word_edits(output, edited)
        words += [kept == (tag == OK) for kept, tag in zip(edits.output, tags[1::2], strict=True)]
        gaps += [inserted == (tag == BAD) for inserted, tag in zip(edits.gaps, tags[::2], strict=True)]
        rates.append(edits.rate)
    published = [float(value) for (value,) in lines(folder, parts, "hter")]
    rows = [
        ("output words with the published tag", f"{100 * np.mean(words):.2f} % of {len(words)}"),
        ("gaps with the published tag", f"{100 * np.mean(gaps):.2f} % of {len(gaps)}"),
        ("HTER with the published one, correlation", f"{np.corrcoef(rates, published)[0, 1]:.4f}"),
    ]
    if arguments.results:
        correlation, share, compared = source_tags(arguments.results, folder, parts)
        rows.append(("source tags, Matthews' correlation", f"{correlation:.3f} ({100 * share:.1f} % are bad)"))
        rows.append(("segments of the same words", f"{compared} of {len(rates)}"))
    print(markdown_table(("", folder.name), rows))


if __name__ == "__main__":
    main()
