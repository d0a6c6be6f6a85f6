"""The results of a small corpus from Python: tables, frames, examples and the sentence."""

import re

import pyarrow as pa
import pytest

import extractors as cs
from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.findings import FINDINGS
from extractors.formats.hits import HITS
from tests.builders import small_results, suite_results


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("api"))


@pytest.fixture(scope="module")
def results(folder):
    return cs.Results(folder)


def test_tables_are_those_of_the_files(results, folder):
    assert results.table("hits").equals(tables.read(HITS, folder / HITS.file))
    for name in ("hits", "sets", "scores", "findings"):
        assert isinstance(results.table(name), pa.Table)
        assert len(getattr(results, name)) == len(results.table(name)) > 0
    assert len(results.verdicts) == tables.count_rows(folder / ACCURACY_HITS.file)
    assert set(results.names) >= {"hits", "sets", "scores", "findings", "corpus_scores", "effects"}
    with pytest.raises(InputError, match="did you mean 'findings'"):
        results.table("findngs")


def test_print_says_what_show_prints(results, folder, capsys):
    assert cli.main(["show", str(folder)]) == 0
    assert capsys.readouterr().out == str(results)


def test_the_tables_of_a_test_suite_are_read_too(tmp_path):
    suite_results.small(tmp_path / "suite")
    suite = cs.Results(tmp_path / "suite")
    assert {"right", "wrong"} >= set(suite.frame("judgments")["verdict"]) - {"undecided", "missing"} > set()


def test_a_folder_without_results_names_those_that_have_some(folder):
    for wrong in (folder.parent, folder.parent / "none"):
        with pytest.raises(InputError, match=re.escape(f"scored corpora are in {folder}")):
            cs.Results(wrong)


def test_examples_mark_the_words_of_hits_in_all_texts(results):
    shown = results.show("particle_verb", limit=3, distance=1, systems=["weak"])
    assert len({example.segment for example in shown}) == 3
    for example in shown:
        assert example.distance >= 1
        assert [text.name for text in example.texts] == ["source", "reference A", "weak"]
        source = example.texts[0]
        words = [source.text[start:end] for start, end, _ in source.marks]
        assert (words[0], words[-1]) in {(verb, particle) for verb, particle, _ in small_results.VERBS}
        (start, end, _), *_ = example.texts[1].marks
        assert example.texts[1].text[start:end] in {past for _, _, past in small_results.VERBS}
    assert all(f"[{word}]" in str(shown) for word in words)
    page = shown._repr_html_()
    assert page.count("<tr>") == 1 + 3 * 3
    assert page.count("<mark ") >= 9


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"phenomenon": "reflexiv"}, "did you mean 'reflexive'"),
        ({"phenomenon": "reflexive", "systems": ["god"]}, "did you mean 'good'"),
        ({"phenomenon": "reflexive", "distance": 99}, "a distance of 99 or more"),
        ({"phenomenon": "reflexive", "limit": "a"}, "limit must be a whole number, got 'a'"),
    ],
)
def test_what_is_not_there_is_refused(results, asked, words):
    with pytest.raises(InputError, match=words):
        results.show(**asked)


def test_the_sentence_has_the_numbers_of_the_finding(results, folder):
    for row in tables.read(FINDINGS, folder / FINDINGS.file).to_pylist():
        sentence = results.sentence(row["phenomenon"])
        assert row["label"] in sentence
        assert row["status"] in sentence or row["signature"] in sentence
