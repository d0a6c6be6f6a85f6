"""A run that cuts a corpus into shards makes the bytes that the stages make of the whole corpus at once."""

import pytest

from extractors.extract import align, parse
from extractors.formats import conllu, tables
from extractors.formats.segments import read_corpus
from extractors.models.parsers import create_parser
from extractors.models.tool_settings import AlignerSettings
from tests import ROOT
from tests.workflow.running import jobs, plan, run

CONFIG = """\
corpora:
  cut: {source_language: de, target_language: en, source: source.de, references: {A: reference.en}}
shard_size: 7
"""
SEGMENTS = 600
"""In two blocks, which `shard_size: 7` makes two shards."""

WORKFLOW = ("--snakefile", str(ROOT / "Snakefile"), "--configfile", "config.yaml")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A corpus of short segments, some of them empty."""
    folder = tmp_path_factory.mktemp("shards")
    people, times = (("Anna", "Anna"), ("Das Kind", "The child")), (("heute", "today"), ("bald", "soon"))
    pairs = [
        ("", "") if n % 50 == 3 else (f"{p} ruft {t} {n} Mal an.", f"{q} calls {n} times {u}.")
        for n in range(SEGMENTS)
        for (p, q), (t, u) in [(people[n % 2], times[n % 3 % 2])]
    ]
    for name, texts in zip(("source.de", "reference.en"), zip(*pairs, strict=True), strict=True):
        (folder / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    (folder / "config.yaml").write_text(CONFIG)
    return folder


@pytest.mark.release
def test_links_and_parses_of_shards_are_those_of_the_whole_corpus(folder, tmp_path):
    goal = ("--", "results/cut/alignment.parquet")
    planned = jobs(folder, *WORKFLOW, *goal)
    assert planned["parse_shard"] == planned["align_references_shard"] == 2
    assert planned["parse_source"] == planned["align_references"] == 1
    run(folder, *WORKFLOW, *goal)
    results = folder / "results/cut"
    assert not (results / ".shards").exists()

    corpus = read_corpus(results / "segments.parquet")
    parser = create_parser("multilingual", language="de", model=None, options={})
    parse.parse_to_file(parser, corpus.source, tmp_path / "source.conllu.gz")
    assert (results / "source.conllu.gz").read_bytes() == (tmp_path / "source.conllu.gz").read_bytes()

    links = align.align_corpus(corpus, conllu.read(results / "source.conllu.gz"), AlignerSettings().named())
    tables.write(links, tmp_path / "alignment.parquet")
    assert (results / "alignment.parquet").read_bytes() == (tmp_path / "alignment.parquet").read_bytes()

    assert jobs(folder, *WORKFLOW, *goal) == {}


def test_a_small_corpus_is_not_cut(folder):
    options = (*WORKFLOW, "--config", "results=other")
    target = ("--", "other/cut/alignment.parquet")
    assert "_shard:" not in plan(folder, *options, "shard_size=1025", *target).stdout
