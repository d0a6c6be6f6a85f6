"""The files and folders of a published set, each named here and nowhere else.

    README.md                       the dataset card
    SHA256SUMS                      of every other file, as `sha256sum -c` reads it
    dataset.json                    what a program needs, see extractors.publish.description
    phenomena.yaml                  the requests that found the hits, as `--phenomena-file` takes them
    baseline.png                    the picture on the card, where the run had systems
    data/segments/test.parquet      a row a segment: segment_id, source, references (the configuration `segments`)
    data/hits/<phenomenon>.parquet  a row a hit, see extractors.formats.published; all together are the configuration
                                    `hits`, those of a phenomenon in USEFUL segments or more are one of its own
    data/sets/test.parquet          a row a set: phenomenon, distances, segment_ids (the configuration `sets`)
    scoring/controls.parquet        the run's control samples
    scoring/covariates.parquet      the length of every segment, and what else controls are matched on
    scoring/control_words.parquet   hits and their control words by places in the source, if texts were aligned
    scoring/units.parquet           of a corpus whose segments were cut into sentences: the places of the cuts
    scoring/findings.csv            the findings of the run, if it had systems; also
    scoring/conclusions.csv         what they and the words of hits say together,
    scoring/effects.csv             of every set on all systems together,
    scoring/scores.csv              of each system, and
    scoring/corpus_scores.csv       of the whole corpus
    source.<language>               what to translate: every segment, one a line
    texts.zip                       <phenomenon>/<set>/ with source.<language>, reference.<name>.<language> and ids.txt
    parses.conllu.gz                the parses of all segments with a hit, their hits as comments
    hits.jsonl.gz                   the rows of data/hits, one JSON object a line

Where only ids are published (`ids_only` in dataset.json), there are no data/segments, source.* and parses,
texts.zip has ids.txt alone, and hits lack the columns that hold words. A phenomenon without any hit has no file, and a
set without a segment no text.
"""

from collections.abc import Mapping
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.names import RULE, check_name
from extractors.formats import checksums
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.definition import Format
from extractors.formats.effects import EFFECTS
from extractors.formats.findings import FINDINGS
from extractors.formats.published import DESCRIPTION as DESCRIPTION
from extractors.formats.published import HITS_FOLDER
from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.scores import SCORES as SET_SCORES
from extractors.formats.thresholds import FEWEST_SEGMENTS

FORMAT = 1
"""The version of this layout and of dataset.json; a reader refuses one that is newer than its own."""
USEFUL = FEWEST_SEGMENTS
"""The segments from which a phenomenon is a configuration: with fewer nothing is said of a system."""

CARD = "README.md"
CHECKSUMS = checksums.FILE
REQUESTS = "phenomena.yaml"
BASELINE = "baseline.png"
SPLIT = "test"
SEGMENTS, HITS, SETS = "segments", "hits", "sets"
"""The configurations of every set."""
SEGMENTS_FILE = f"data/{SEGMENTS}/{SPLIT}.parquet"
SETS_FILE = f"data/{SETS}/{SPLIT}.parquet"
SCORING = "scoring"
CONTROLS = f"{SCORING}/controls.parquet"
COVARIATES = f"{SCORING}/covariates.parquet"
CONTROL_WORDS = f"{SCORING}/control_words.parquet"
UNITS = f"{SCORING}/units.parquet"
SCORES: Mapping[str, Format] = {
    f"{Path(form.file).stem}.csv": form for form in (FINDINGS, CONCLUSIONS, EFFECTS, SET_SCORES, CORPUS_SCORES)
}
"""The run's own scores by their names in `scoring/`; the folder of results has them as Parquet."""
TEXTS = "texts.zip"
CONLLU = "parses.conllu.gz"
JSONL = "hits.jsonl.gz"


RESERVED = (SEGMENTS, HITS, SETS, "default")
"""Names of configurations that no phenomenon can have."""


def source(language: str) -> str:
    """Return the name of the file with the text to translate."""
    return f"source.{language}"


def reference(name: str, language: str) -> str:
    """Return the name of the file, in the folder of a set, that holds one reference of its segments."""
    return f"reference.{name}.{language}"


def hits(phenomenon: str) -> str:
    """Return the path of the Parquet file with the hits of a phenomenon."""
    return f"{HITS_FOLDER}/{phenomenon}.parquet"


def check_configuration(phenomenon: str) -> None:
    """Refuse a phenomenon whose id cannot name a configuration and a file."""
    check_name(phenomenon, "phenomenon", remedy="give it another id")
    # The hub's pattern of names of configurations is narrower by these two.
    if phenomenon.lower() in RESERVED or {"+", "="} & set(phenomenon):
        raise InputError(
            f"the phenomenon {phenomenon!r} has a name that a published set cannot have",
            remedy=f"give it an id other than {', '.join(RESERVED)}, without + and =: {RULE}",
        )
