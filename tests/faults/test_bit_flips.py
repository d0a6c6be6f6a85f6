"""One bit flipped in a file, or its end lost: whether its reader notices."""

import random
import shutil

import pytest

from challenge_sets_suites.pair_scores import read_scores
from extractors.core import files, jsonfile
from extractors.core.errors import InputError
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.covariates import COVARIATES
from extractors.formats.effects import EFFECTS
from extractors.formats.findings import FINDINGS
from extractors.formats.hits import HITS
from extractors.formats.scores import SCORES, SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.formats.segments import SEGMENTS
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.statistics import read_statistics
from extractors.inputs.importers.parquet import Parquet
from extractors.inputs.importers.text import TextImporter
from tests.builders import damage, small_run
from tests.builders.rows import links_table
from tests.builders.small_run import parses

TITLE = "One bit flipped, times kept"
HEADER = ("file", "trials", "refused", "read as it was", "other content used")


def of(form):
    return lambda path: tables.read(form, path).to_pylist()


def of_treebank(path):
    trees = conllu.read(path)
    columns = (trees.form, trees.lemma, trees.upos, trees.feats, trees.deprel)
    return [column.values[code] for column in columns for code in column.codes], trees.head.tolist()


READERS = {
    "segments.parquet": of(SEGMENTS),
    "hits.parquet": of(HITS),
    "sets.parquet": of(SETS),
    "covariates.parquet": of(COVARIATES),
    "controls.parquet": of(CONTROLS),
    "system_comparisons.parquet": of(SYSTEM_COMPARISONS),
    "statistics/bleu/good.parquet": lambda path: read_statistics(path).rows.tolist(),
    "a user's Parquet": lambda path: Parquet(str(path), "source").segments(),
    "scores.parquet": of(SCORES),
    "effects.parquet": of(EFFECTS),
    "findings.parquet": of(FINDINGS),
    "conclusions.parquet": of(CONCLUSIONS),
    "system_ranks.parquet": of(SYSTEM_RANKS),
    "alignment.parquet": of(ALIGNMENT),
    "source.conllu.gz": of_treebank,
    "manifest.json": jsonfile.load_checked,
    "outputs/x.txt.gz": lambda path: TextImporter(str(path), None).segments(),
    "scores/opus.txt.gz": read_scores,
}
"""By file, its reader."""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """What the stages of a run leave for later ones."""
    place = small_run.make(tmp_path_factory.mktemp("faults")) / "results"
    with files.write_text(place / "source.conllu.gz") as out:
        out.write(parses())
    links = [(n, "A", 1, 2, "kam", "came") for n in range(50)]
    tables.write(links_table(*links), place / "alignment.parquet")
    content = {"signature": "s" * 50, "files": {"source.de": "0" * 64}, "config": {"alpha": 0.05}}
    jsonfile.write_checked(content, place / "manifest.json")
    for name in ("outputs/x.txt.gz", "scores/opus.txt.gz"):
        with files.write_text(place / name) as out:
            out.writelines(f"{n / 7}\n" for n in range(60))
    shutil.copyfile(place / "segments.parquet", place / "a user's Parquet")
    return place


def outcome(read, path, expected):
    """Whether a file was refused, or read as it was, or with other content."""
    try:
        content = read(path)
    except InputError:
        return "refused"
    return "same" if content == expected else "other"


@pytest.mark.parametrize("name", READERS)
def test_no_flipped_bit_gives_other_content(results, tmp_path, trials, table, name):
    rng, read, path = random.Random(name), READERS[name], results / name
    expected, found, copy = read(path), [], tmp_path / path.name
    for _ in range(trials):
        shutil.copy2(path, copy)
        damage.flip(copy, rng.randrange(path.stat().st_size), rng.randrange(8))
        found.append(outcome(read, copy, expected))
    table(TITLE, HEADER, name, trials, *(found.count(kind) for kind in ("refused", "same", "other")))
    assert found.count("other") == 0


@pytest.mark.parametrize("name", READERS)
def test_no_file_cut_short_is_used(results, tmp_path, trials, table, name):
    path, refused = results / name, 0
    rng, copy = random.Random(name), tmp_path / path.name
    for size in (0, *(rng.randrange(path.stat().st_size) for _ in range(trials))):
        shutil.copy2(path, copy)
        damage.cut(copy, size)
        refused += outcome(READERS[name], copy, None) == "refused"
    table("Cut short, the blocks after it lost", ("file", "trials", "refused"), name, trials + 1, refused)
    assert refused == trials + 1
