"""`from:` in the config: one line gives what a user would else write by hand, and says what it cannot give."""

import pytest

from extractors.config.model import Config
from extractors.config.run import check_config
from extractors.core import yamlfile
from extractors.inputs.reading import files_of, read_texts
from tests import ROOT
from tests.builders import configs
from tests.builders import test_sets as build

BEGIN = f"phenomena_file: {ROOT}/config/phenomena.yaml\ncorpora:\n  owls:\n"


def load(folder, corpus, **more):
    """The corpus that is written like this."""
    return configs.load(folder, f"{BEGIN}{corpus}", **more).corpora["owls"]


def refused(folder, corpus, match, line):
    return configs.refused(folder, f"{BEGIN}{corpus}", match, line)


def test_one_line_gives_texts_documents_and_scores(tmp_path):
    build.mteval(tmp_path / "set")
    corpus = load(tmp_path, '    from: "mteval:{data_dir}/set#en-de"\n', data_dir=str(tmp_path))
    assert (corpus.source_language, corpus.target_language) == ("en", "de")
    assert read_texts(corpus.source) == build.SOURCE
    assert {name: read_texts(place) for name, place in corpus.references.items()} == {"refA": build.REFERENCE}
    assert {name: read_texts(place) for name, place in corpus.systems.items()} == build.SYSTEMS
    assert read_texts(corpus.names["document"]) == ["owls.1", "owls.1", "fox.2"]
    assert read_texts(corpus.names["domain"]) == ["news", "news", "social"]
    assert set(corpus.segment_scores) == {"da", "Owl-refA", "mqm", "mqm_error_free"}
    assert not corpus.segment_scores["mqm"].higher_is_better
    seen = {name: file.sees for name, file in corpus.segment_scores.items()}
    assert seen == {"da": "source", "Owl-refA": "reference", "mqm": "source", "mqm_error_free": "source"}
    # refA is scored by people, and Owl sees it.
    humans = {name: file.humans for name, file in corpus.segment_scores.items()}
    assert humans == {"da": ("refA",), "Owl-refA": (), "mqm": (), "mqm_error_free": ()}
    assert corpus.scored_people == {name: list(of) for name, of in humans.items()}
    assert all(corpus.is_made(file) for file in corpus.segment_scores.values())
    assert str(tmp_path / "set/human-scores/en-de.da.seg.score") in corpus.other_files()
    assert str(tmp_path / "set/sources/en-de.txt") in files_of(corpus.source)


def test_a_list_joins_texts_and_scores(tmp_path):
    texts, _, scores = build.esa(tmp_path).partition(" + ")
    corpus = load(tmp_path, f'    from:\n      - "{texts}"\n      - "{scores}"\n')
    assert list(corpus.segment_scores) == ["esa", "esa_error_free"]


def test_what_is_taken_can_be_named(tmp_path):
    place = build.mteval(tmp_path / "set")
    corpus = load(tmp_path, f'    from: {{place: "{place}", systems: [good], scores: [da]}}\n')
    assert (list(corpus.systems), list(corpus.segment_scores)) == (["good"], ["da"])
    corpus = load(tmp_path, f'    from: {{place: "{place}", systems: []}}\n')
    assert (corpus.systems, corpus.segment_scores) == ({}, {})


def test_what_stands_beside_it_is_added_or_takes_its_place(tmp_path):
    place = build.wmt24(tmp_path / "set")
    build.write(tmp_path / "mine.de", build.lines(build.REFERENCE))
    build.write(tmp_path / "domains", build.lines(["a", "b", "c"]))
    text = f'    from: "{place}"\n    systems: {{mine: {tmp_path}/mine.de}}\n    domain: {tmp_path}/domains\n'
    corpus = load(tmp_path, text)
    assert list(corpus.systems) == ["bad", "good", "mine"]
    assert read_texts(corpus.names["domain"]) == ["a", "b", "c"]


def test_who_made_a_reference_of_the_set_can_be_said(tmp_path):
    place = build.mteval(tmp_path / "set")
    corpus = load(tmp_path, f'    from: "{place}"\n    references: {{refA: {{kind: post-edit}}}}\n')
    assert read_texts(corpus.references["refA"]) == build.REFERENCE
    assert corpus.humans == ()
    assert corpus.segment_scores["da"].humans == ()
    for kind, said in (("", ()), ("    references: {refA: {kind: human}}\n", ("refA",))):
        corpus = load(tmp_path, f'    from: "{place}"\n{kind}')
        assert (corpus.humans, corpus.said_humans) == (("refA",), said)


def test_the_manifest_has_it_as_if_it_were_written_by_hand(tmp_path):
    place = build.mteval(tmp_path / "set")
    path = build.write(tmp_path / "run.yaml", f'corpora:\n  owls:\n    from: "{place}"\n')
    data = check_config(yamlfile.load(path).data, [yamlfile.load(path)]).as_dict()
    corpus = Config.of(data).corpora["owls"]
    assert (corpus.source_language, list(corpus.references_by_name)) == ("en", ["refA"])
    assert set(corpus.segment_scores) == {"da", "Owl-refA", "mqm", "mqm_error_free"}


def test_regions_and_scripts_are_no_part_of_the_languages(tmp_path):
    corpus = load(tmp_path, f'    from: {{place: "{build.genmt(tmp_path / "set")}", systems: []}}\n')
    assert (corpus.source_language, corpus.target_language) == ("en", "de")


@pytest.mark.parametrize(
    ("corpus", "match", "line"),
    [
        ('    from: "wmt24:SET#fr-de"\n', "no file source.fr", 4),
        ('    from: "wmt24:NONE#en-de"\n', "no such file or folder", 4),
        ('    from: "wmt42:SET#en-de"\n', "unknown format of test sets 'wmt42'", 4),
        ('    from: {place: "wmt24:SET#en-de", systems: [nice]}\n', "unknown system 'nice'", 4),
        ('    from: {place: "wmt24:SET#en-de", scores: [da]}\n', "unknown score 'da'", 4),
        ('    from: {place: "wmt24:SET#en-de", system: [good]}\n', "system", 4),
        ("    target_language: de\n", "source_language", 3),
    ],
)
def test_what_cannot_be_is_refused_at_its_line(tmp_path, corpus, match, line):
    build.wmt24(tmp_path / "set")
    corpus = corpus.replace("SET", str(tmp_path / "set")).replace("NONE", str(tmp_path / "none"))
    refused(tmp_path, corpus, match, line)


def test_a_set_without_sources_or_languages_is_refused(tmp_path):
    place = build.wmt26(tmp_path / "set", None, a="<p>Ein.</p>")
    assert "organisers" in refused(tmp_path, f'    from: "{place}"\n', "1 segments without source", 4).remedy
    place = build.comet(tmp_path).removesuffix("#en-de")
    assert "#en-de" in refused(tmp_path, f'    from: "{place}"\n', "does not say which languages", 4).remedy


def test_outputs_without_references_are_scored_by_the_scores_that_there_are(tmp_path):
    place = build.genmt(tmp_path / "set")
    corpus = load(tmp_path, f'    from: "{place}"\n')
    assert not corpus.is_aligned
    assert "reordering" not in corpus.phenomenon_ids
    assert list(corpus.metrics({"chrf": {}})) == list(corpus.segment_scores)
    refused(tmp_path, f'    from: {{place: "{place}", scores: []}}\n', "neither references nor segment_scores", 3)
