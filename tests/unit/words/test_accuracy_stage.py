"""The stages on the files of a run."""

import gzip
from pathlib import Path

import pyarrow as pa
import pytest

from extractors.core.errors import InputError
from extractors.extract import ingest, segment_covariates, select
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY, ACCURACY_HITS
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.hits import HITS
from extractors.inputs.places import parse
from extractors.models.lemma_dictionary import LemmaDictionary
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.accuracy_stage import accuracy_to_files
from tests.builders import accuracy_corpora
from tests.builders.hits import hits_in
from tests.builders.sets import ranges
from tests.builders.trees import conllu_of

PARSES = conllu_of("""\
# segment_id = 0
1 Er er PRON _ _ 2 nsubj _ _
2 kam kommen VERB _ _ 0 root _ _
3 heute heute ADV _ _ 2 advmod _ _
4 an an ADP _ _ 2 compound:prt _ _

# segment_id = 1
1 Sie sie PRON _ _ 2 nsubj _ _
2 lacht lachen VERB _ _ 0 root _ _
""")
TEXTS = {
    "source.de": ["Er kam heute an", "Sie lacht"],
    "a.en": ["He arrived today", "She laughs"],
    "b.en": ["Today he got there", "She is laughing"],
    "good.en": ["Today he arrived", "She laughed"],
    "bad.en": ["Today he came on", "She cried"],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "systems").mkdir()
    for name, lines in TEXTS.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (tmp_path / "source.conllu.gz").write_bytes(gzip.compress(PARSES.encode()))
    bank = accuracy_corpora.treebank("Er/PRON kam/VERB heute/ADV an/ADP", "Sie/PRON lacht/VERB")
    references = {"A": TEXTS["a.en"], "B": TEXTS["b.en"]}
    pairs = {"A": ["0-0 1-1 2-2 3-1", "0-0 1-1"], "B": ["0-1 1-2 2-0 3-3", "0-0 1-2"]}
    tables.write(accuracy_corpora.links(bank, references, pairs), "alignment.parquet")
    found = tables.signed(hits_in(bank, (0, "particle_verb", 1, 3, 1), (0, "reordering", 2, 2, 2)), "parser:x")
    tables.write(found, "hits.parquet")
    return tmp_path


def outputs(folder, names=("good", "bad")):
    for name in names:
        table = ingest.ingest_system(place=parse(folder / f"{name}.en"), source=[""] * 2, source_name="source.de")
        tables.write(table, folder / f"systems/{name}.parquet")


def test_the_tables_of_a_run(folder):
    segments = ingest.ingest(
        source=parse("source.de"),
        references={"A": parse("a.en"), "B": parse("b.en")},
        source_language="de",
        target_language="en",
    )
    tables.write(segments, "segments.parquet")
    tables.write(segment_covariates.measure("source.conllu.gz", "segments.parquet"), "covariates.parquet")
    wanted = {"particle_verb": ranges(minimum=[0, 2], exact=[1]), "reordering": ranges(minimum=[1])}
    tables.write(select.select(tables.read(HITS, "hits.parquet"), wanted), "sets.parquet")
    outputs(folder)
    how = {"settings": AccuracySettings(), "statistics": StatisticsSettings(cluster="segment")}
    accuracy_to_files(CorpusFolder(Path()), ["good", "bad"], **how)
    rows = [row for row in tables.read(ACCURACY, "accuracy.parquet").to_pylist() if row["system"]]
    keys = ("system", "phenomenon", "kind", "distance_from", "n", "accuracy")
    assert [tuple(row[k] for k in keys) for row in rows] == [
        ("good", "particle_verb", "minimum", 0, 1, 1.0),
        ("bad", "particle_verb", "minimum", 0, 1, 0.0),
        ("good", "particle_verb", "minimum", 2, 0, None),
        ("bad", "particle_verb", "minimum", 2, 0, None),
        ("good", "particle_verb", "exact", 1, 1, 1.0),
        ("bad", "particle_verb", "exact", 1, 1, 0.0),
        ("good", "reordering", "minimum", 1, 1, 1.0),
        ("bad", "reordering", "minimum", 1, 1, 1.0),
    ]
    assert rows[0]["run"].startswith("parser:x|links:unknown|version:")
    assert f"|lemmas:{LemmaDictionary.signature}|" in rows[0]["run"]
    details = tables.read(ACCURACY_HITS, "accuracy_hits.parquet").to_pylist()
    assert [
        (r["system"], r["phenomenon"], r["reference"], r["head_missed"], r["reference_match"]) for r in details
    ] == [
        ("good", "particle_verb", "A", [], True),
        ("good", "reordering", "A", [], True),
        ("bad", "particle_verb", "A", ["arrived"], False),
        ("bad", "reordering", "A", [], True),
    ]
    links = tables.read(ALIGNMENT, "alignment.parquet")
    other = links.set_column(links.column_names.index("reference"), "reference", pa.array(["C"] * len(links)))
    tables.write(other, "alignment.parquet")
    with pytest.raises(InputError, match=r"^alignment.parquet: there are links to the reference 'C'"):
        accuracy_to_files(CorpusFolder(Path()), ["good", "bad"], **how)
