"""Post-edits of MLQE-PE: changed words beside the published tags of words, gaps and source words.

    python benchmarks/post_edits.py FOLDER [--pair en-de] [--parts dev test20] [--results RESULTS]

FOLDER is that of a pair of MLQE-PE (train.src, train.mt, train.pe, train.tags, train.source_tags, ...). Printed are the
share of output words and of gaps whose tag is the published one, and the correlation of HTER without moves with the
published HTER. With --results, the folder of a run of the same parts (config: `from: wmtqe:FOLDER#en-de:dev,test20`),
also Matthews' correlation of source tags: a source word is bad if it is linked to a changed word. Segments in which the
run's words are not those of the files are left out, and counted. With --null N as well, N times 60 random words of each
of five classes are called a phenomenon, as they come and from half of the documents, and the share of tests that
reject at 5 % is printed, with both tails; then 10 of 100 such words more are called changed (power).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from _common import arguments_of, markdown_table
from accuracy_null import fakes, hit_rows

from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES, codes_of
from extractors.formats.hits import HITS
from extractors.formats.human_errors import ALL, POST_EDITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import Range
from extractors.models.tokenizers import surface_tokens
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText
from extractors.words.marked_errors import LinkedWords, MarkedError
from extractors.words.marked_hits import measure_errors
from extractors.words.post_edits import changed_words, word_edits
from extractors.words.preparing import prepare

SETTINGS = AccuracySettings()

OK, BAD = "OK", "BAD"


def lines(folder: Path, parts: list[str], suffix: str) -> list[list[str]]:
    """The words of each line of the parts."""
    return [line.split() for part in parts for line in (folder / f"{part}.{suffix}").read_text().split("\n")[:-1]]


def matthews(found: np.ndarray, published: np.ndarray) -> float:
    """Matthews' correlation of two vectors of yes and no."""
    return float(np.corrcoef(found, published)[0, 1])


def source_tags(results: Path, folder: Path, parts: list[str]) -> tuple[float, float, int]:
    """Matthews' correlation, the published share of bad words, and the segments that are compared."""
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


CLASSES = ("NOUN", "VERB", "ADJ", "ADP", "ADV")
WORDS = 60
PLANTED = 0.1


def null(results: Path, repetitions: int, *, clumped: bool, planted: float) -> list[tuple[str, ...]]:
    """For each class, how often the test of changed words rejects, in per cent: all, more changed, fewer changed."""
    corpus, treebank = read_corpus(results / "segments.parquet"), conllu.read(results / "source.conllu.gz")
    edited = {"mt": read_hypotheses(results / "post_edits/mt.parquet")}
    outputs = {"mt": read_hypotheses(results / "systems/mt.parquet")}
    links = tables.read(ALIGNMENT, results / "post_edit_alignment.parquet")
    language = corpus.target_language
    words = LinkedWords(links, edited, language)
    changed = changed_words(outputs, edited, language)
    documents = codes_of(tables.read(COVARIATES, results / COVARIATES.file), "document")
    assert documents is not None
    texts = {"mt": EvidenceText.of(edited["mt"], language)}
    rng = np.random.default_rng(1)
    rows = []
    for upos in CLASSES:
        drawn = fakes(treebank, upos, repetitions, WORDS, rng, clumps=documents if clumped else None)
        names = {f"{upos}{n}": found for n, found in enumerate(drawn)}
        hits = HITS.table([row for name, found in names.items() for row in hit_rows(treebank, name, found)])
        prepared = prepare(treebank=treebank, hits=hits, links=links, references=texts, settings=SETTINGS)
        of_hits = dict(changed)
        if planted:
            for hit in rng.permutation(len(hits))[: int(planted * len(hits))]:
                item = prepared.items[hit]
                spans = words.tokens("mt", item.segment)[1]
                marks = [MarkedError(*spans[place], severity=ALL, category="") for place in words.of_item(item, "mt")]
                of_hits["mt", item.segment] = [[*of_hits.get(("mt", item.segment), [[]])[0], *marks]]
        of_marks, _ = measure_errors(
            prepared,
            ["mt"],
            {POST_EDITS: of_hits},
            words,
            ranges={name: [Range("minimum", 0, None)] for name in names},
            documents=documents,
            settings=SETTINGS,
        )
        tested = [row for row in of_marks if row["system"] is None and row["p"] is not None]
        rejected = [row for row in tested if row["p"] < 0.05]
        more = sum(row["difference"] > 0 for row in rejected)
        shares = [f"{100 * count / len(tested):.1f}" for count in (len(rejected), more, len(rejected) - more)]
        rows.append((upos, str(len(tested)), *shares))
    return rows


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--parts", nargs="+", default=["train", "dev", "test20"])
    parser.add_argument("--results", type=Path)
    parser.add_argument("--null", type=int, default=0)
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
    for clumped, planted in (
        ((False, 0.0), (True, 0.0), (False, PLANTED)) if arguments.results and arguments.null else ()
    ):
        drawn = "half of the documents" if clumped else "all documents"
        print(f"\nwords drawn from {drawn}, {planted:.0%} more called changed")
        of_classes = null(arguments.results, arguments.null, clumped=clumped, planted=planted)
        print(markdown_table(("class", "tests", "rejected, %", "more changed", "fewer changed"), of_classes))


if __name__ == "__main__":
    main()
