"""One bit flipped in a file, its times kept: whether its reader, or `challenge-sets verify`, notices."""

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from extractors.core import files, jsonfile, sums
from extractors.core.errors import InputError
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.effects import PHENOMENON_EFFECTS
from extractors.formats.hits import HITS
from extractors.formats.scores import SCORES, SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.formats.segments import SEGMENTS
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.statistics import read_statistics
from extractors.inputs.importers.parquet import Parquet
from tests.builders import small_run
from tests.builders.small_run import parses

TITLE = "One bit flipped, times kept"
HEADER = ("file", "trials", "refused with its checksum", "refused without", "without, other content used")


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
    "a user's Parquet": lambda path: Parquet().segments(path, "source"),
    "scores.csv": of(SCORES),
    "phenomenon_effects.csv": of(PHENOMENON_EFFECTS),
    "system_ranks.csv": of(SYSTEM_RANKS),
    "alignment.tsv": of(ALIGNMENT),
    "source.conllu.gz": of_treebank,
    "source.conllu": of_treebank,
    "manifest.json": lambda path: jsonfile.load(path).data,
}
"""By file, its reader."""
FINAL = ("report.html", "charts/a/b.svg", "charts/a/b.pdf", "tables/sizes.tex", "sets/p/min1/source.de")
"""Files that nothing reads, except `verify`."""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """What a run leaves, with checksums."""
    folder = tmp_path_factory.mktemp("faults")
    with sums.recording():
        place = small_run.make(folder) / "results"
        (place / "source.conllu").unlink()
        for name in ("source.conllu", "source.conllu.gz"):
            with files.write_text(place / name) as out:
                out.write(parses())
        links = [
            {"segment_id": n, "source": 1, "target": 2, "source_form": "kam", "target_form": "came"}
            | {"reference": "A", "confidence": None}
            for n in range(50)
        ]
        tables.write(ALIGNMENT.table(links), place / "alignment.tsv")
        with files.write_text(place / "manifest.json") as out:
            json.dump({"signature": "s" * 50, "files": {"source.de": "0" * 64}, "config": {"alpha": 0.05}}, out)
        with files.write_text(place / "report.html") as out:
            out.write("<!doctype html>" + "<p>words</p>" * 500)
        for name in FINAL[1:]:
            with files.writing_folder(place / Path(name).parts[0]), files.write_text(place / name) as out:
                out.write("some content " * 100)
    shutil.copyfile(place / "segments.parquet", place / "a user's Parquet")
    return place


def flipped(path, copy, rng):
    """A copy of a file with one bit flipped and the file's times."""
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(data)
    state = path.stat()
    os.utime(copy, ns=(state.st_atime_ns, state.st_mtime_ns))


def outcome(read, path, expected):
    """Whether a file was refused, or read as it was, or with other content."""
    sums._checked.clear()
    try:
        content = read(path)
    except InputError:
        return "refused"
    return "same" if content == expected else "other"


@pytest.mark.parametrize("name", READERS)
def test_no_flipped_bit_is_used_where_a_checksum_is_known(results, tmp_path, trials, table, name):
    rng, read, path = random.Random(name), READERS[name], results / name
    expected, counts = read(path), {"with": [], "without": []}
    is_recorded = sums.record_of(path).exists()
    for _ in range(trials):
        for way in counts:
            copy = tmp_path / way / path.name
            flipped(path, copy, rng)
            if way == "with" and is_recorded:
                sums.record_of(copy).parent.mkdir(exist_ok=True)
                shutil.copyfile(sums.record_of(path), sums.record_of(copy))
            counts[way].append(outcome(read, copy, expected))
    noticed, without = counts["with"].count("refused"), counts["without"]
    table(
        *(TITLE, HEADER, name, trials, noticed if is_recorded else "none is known", without.count("refused")),
        without.count("other"),
    )
    assert noticed == trials or not is_recorded
    if path.suffix == ".parquet" and trials < 100:
        assert without.count("other") <= 1, "pages have checksums"


@pytest.mark.parametrize("name", FINAL)
def test_verify_notices_a_flipped_bit_in_what_nothing_reads(results, tmp_path, trials, table, name):
    rng, output = random.Random(name), Path(name).parts[0]
    place = tmp_path / "results"
    (shutil.copytree if (results / output).is_dir() else copied)(results / output, place / output)
    copied(sums.record_of(results / output), sums.record_of(place / output))
    assert sums.examine(place).damaged == []
    noticed = 0
    for _ in range(trials):
        flipped(results / name, place / name, rng)
        noticed += [damage.file for damage in sums.examine(place).damaged] == [place / name]
    table(TITLE, HEADER, name, trials, noticed, "nothing reads it", "nothing reads it")
    assert noticed == trials


def copied(path, copy):
    """A copy of a file, in a folder that is made."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, copy)


@pytest.mark.parametrize("name", ["scores.csv", "hits.parquet", "source.conllu.gz", "manifest.json"])
def test_no_file_cut_short_is_used(results, tmp_path, trials, table, name):
    rng, path, copy = random.Random(name), results / name, tmp_path / name
    copied(sums.record_of(path), sums.record_of(copy))
    refused = 0
    for _ in range(trials):
        data = path.read_bytes()
        copy.write_bytes(data[: rng.randrange(len(data))])
        refused += outcome(READERS[name], copy, None) == "refused"
    table("Cut short, the disk's blocks after it lost", ("file", "trials", "refused"), name, trials, refused)
    assert refused == trials
