"""The files and folders of a published set, each named here and nowhere else.

    README.md                           the dataset card
    SHA256SUMS                          of every other file, as `sha256sum -c` reads it
    dataset.json                        what a program needs, see extractors.publish.description
    data/<phenomenon>/<split>.parquet   a row a hit, see extractors.formats.published; splits by distance
    data/all/<split>.parquet            the same for all phenomena, the default configuration
    data/corpus/test.parquet            a row a segment: segment_id, source, references (the configuration `corpus`)
    scoring/sets.parquet                the run's tables of sets and controls (extractors.formats)
    scoring/controls.parquet
    scoring/covariates.parquet          the length of every segment, and what else controls are matched on
    scoring/scores.csv                  the run's scores of its systems, if it had any; also
    scoring/scores_by_bucket.csv        by exact distance and bucket, and
    scoring/corpus_scores.csv           of the whole corpus
    source.<language>                   what to translate: every segment, one a line
    text/<phenomenon>/<set>/            source.<language>, reference.<name>.<language> and ids.txt of each set
    conllu/<phenomenon>.conllu.gz       the parses of its segments, its hits as comments
    jsonl/<phenomenon>.jsonl.gz         the rows of data/<phenomenon>, all splits, one JSON object a line

Where only ids are published (`ids_only` in dataset.json), there are no data/corpus, source.* and conllu, text/ has
ids.txt alone, and data and jsonl lack the columns that hold words.

The splits of a phenomenon are ranges of the distance that its sets are made by, and share no hit: their bounds are
the minimum distances of its sets, so that the set at distance 2 or more is the union of the splits from 2 on. The
configuration `all` has the bounds that most phenomena have. A split without a hit has no file, and a phenomenon
without any hit no configuration: the `datasets` library takes no empty split. A set without a segment has no text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.names import RULE, check_name

FORMAT = 1
"""The version of this layout and of dataset.json; a reader refuses one that is newer than its own."""

CARD = "README.md"
CHECKSUMS = "SHA256SUMS"
DESCRIPTION = "dataset.json"
DATA = "data"
ALL = "all"
CORPUS = "corpus"
CORPUS_SPLIT = "test"
CORPUS_FILE = f"{DATA}/{CORPUS}/{CORPUS_SPLIT}.parquet"
SCORING = "scoring"
SETS = f"{SCORING}/sets.parquet"
CONTROLS = f"{SCORING}/controls.parquet"
COVARIATES = f"{SCORING}/covariates.parquet"
SCORES = ("scores.csv", "scores_by_bucket.csv", "corpus_scores.csv")
"""The run's own scores, by their names in the folder of results; in `scoring/` here."""
TEXT = "text"
CONLLU = "conllu"
JSONL = "jsonl"


def source(language: str) -> str:
    """The file with what is to be translated."""
    return f"source.{language}"


def reference(name: str, language: str) -> str:
    """The file, in the folder of a set, with its segments of a reference."""
    return f"reference.{name}.{language}"


def data(configuration: str, split: str) -> str:
    """The Parquet file of a split."""
    return f"{DATA}/{configuration}/{split}.parquet"


def conllu(phenomenon: str) -> str:
    return f"{CONLLU}/{phenomenon}.conllu.gz"


def jsonl(phenomenon: str) -> str:
    return f"{JSONL}/{phenomenon}.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Split:
    """The hits at the distances first <= d < below; below is None for the last split."""

    first: int
    below: int | None

    @property
    def name(self) -> str:
        """`distance_2`, `distance_3_to_4`, `distance_10_or_more`: names that the hub takes."""
        if self.below is None:
            return f"distance_{self.first}_or_more"
        return (
            f"distance_{self.first}" if self.below == self.first + 1 else f"distance_{self.first}_to_{self.below - 1}"
        )


def splits(minimum_distances: Iterable[int]) -> list[Split]:
    """The splits between minimum distances, from 0 on, in ascending order: [1, 3] gives 0, 1 to 2, 3 or more."""
    bounds = sorted({0, *minimum_distances})
    return [Split(first, below) for first, below in zip(bounds, [*bounds[1:], None], strict=True)]


def splits_by_configuration(sets: pa.Table) -> dict[str, list[Split]]:
    """The splits of `all` and of each phenomenon, in the order of the table of sets.

    Raises:
        InputError: a phenomenon has the name of another configuration, or one that the hub does not take.
    """
    minimum: dict[str, list[int]] = {}
    rows = zip(*(sets.column(name).to_pylist() for name in ("phenomenon", "kind", "distance_from")), strict=True)
    for phenomenon, kind, first in rows:
        check_configuration(phenomenon)
        bounds = minimum.setdefault(phenomenon, [])
        if kind == "minimum":
            bounds.append(first)
    return {ALL: splits(_commonest(minimum)), **{p: splits(bounds) for p, bounds in minimum.items()}}


def _commonest(minimum: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    counts = Counter(tuple(sorted(set(bounds))) for bounds in minimum.values())
    return counts.most_common(1)[0][0] if counts else ()


def check_configuration(phenomenon: str) -> None:
    """Refuse a phenomenon whose name cannot be that of a configuration and of a file."""
    check_name(phenomenon, "phenomenon", remedy="give it another id")
    # The hub's pattern of names of configurations is narrower by these two.
    if phenomenon.lower() in (ALL, CORPUS, "default") or {"+", "="} & set(phenomenon):
        raise InputError(
            f"the phenomenon {phenomenon!r} has a name that a published set cannot have",
            remedy=f"give it another id than {ALL}, {CORPUS} or default, without + and =: {RULE}",
        )
