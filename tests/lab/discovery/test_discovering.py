"""`challenge-sets lab discover`, and its function, on a small corpus with a hard and an easy kind of segment."""

import logging
from dataclasses import replace

import pytest
import yaml

from challenge_sets_lab.discovery.discovered import DISCOVERED
from challenge_sets_lab.discovery.discovering import discover
from challenge_sets_lab.discovery.pattern_tests import CONFIRMED
from extractors import __main__ as cli
from extractors.api.results_folder import Results
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.phenomena import catalogue
from tests.builders import small_results
from tests.builders.small_results import Segment

HARD = "pattern { H -[obj]-> D }"


def more():
    """Segments of one length. The weak system gets those with a reflexive pronoun wrong, and some others."""
    for number in range(240):
        name, hard, slip = f"Wort{number % 7}", number % 3 == 0, number % 5 == 0
        english = f"She rests/V {name} now"
        weak = "nothing of that" if hard and number % 4 else "She rests again" if slip else "She rests"
        yield Segment(f"Sie ruht/V {name} {'sich/R' if hard else 'nun'}", english, f"{weak} {name} now")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("discover"), more=more(), accuracy=False)


@pytest.fixture(scope="module")
def found(results):
    return discover(Results(results), score="chrf")


def test_a_hard_pattern_is_found_and_confirmed_on_other_documents(found, results):
    rows = {row["request"]: row for row in found.table.to_pylist()}
    row = rows["pattern { N [upos=PRON] }"]
    assert row["status"] == CONFIRMED
    assert row["difference"] < 0
    assert row["again_difference"] < 0
    assert row["same_as"] == "reflexive"
    assert {"a word as obj of a word", 'the pronoun "sich"'} <= {*row["copies"]}
    source = Results(results).table("segments").column("source").to_pylist()
    assert row["examples"] == [source[i] for i in row["example_ids"]]
    assert all("sich" in text for text in row["examples"])
    assert "1 confirmed" in str(found)
    assert "a pronoun" in str(found)


def test_known_phenomena_are_not_written_again(found):
    assert yaml.safe_load(found.phenomena()) == {"include": ["shipped"], "phenomena": []}


def test_what_is_new_is_a_phenomenon_that_finds_the_same_segments(found, results, tmp_path, capsys):
    """As if reflexive verbs were not known."""
    new = replace(found, known=[])
    new.write(tmp_path)
    known = catalogue.load(tmp_path / "phenomena.yaml")
    assert known["a_pronoun"].rules["de"][0].request.source.text == "pattern { N [upos=PRON] }"
    assert known["a_pronoun"].label == "a pronoun"
    assert "negation" in known
    assert tables.read(DISCOVERED, tmp_path / "discovered.parquet").to_pylist() == new.table.to_pylist()
    assert (tmp_path / "discovered.csv").read_text(encoding="utf-8").count("a pronoun") >= 1
    text = results.parent.parent / "source.de"
    corpus = {"source_language": "de", "source": str(text), "phenomena": ["a_pronoun"]}
    corpus["parse"] = {"parser": "conllu", "model": str(text.parent / "given.conllu")}
    config = {"phenomena_file": str(tmp_path / "phenomena.yaml"), "corpora": {"c": corpus}}
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    assert cli.main(["validate", str(path)]) == 0, capsys.readouterr().err
    assert "phenomena: a_pronoun" in capsys.readouterr().out


def test_another_corpus_confirms(results, tmp_path_factory, caplog):
    other = small_results.make(tmp_path_factory.mktemp("other"), more=[*more()][::-1], accuracy=False)
    with caplog.at_level(logging.WARNING):
        found = discover(Results(results), score="ter", confirm=Results(other))
    assert "shares 100 % of its source" in caplog.text
    (row,) = (row for row in found.table.to_pylist() if row["request"] == "pattern { N [upos=PRON] }")
    assert (row["status"], row["metric"], row["again_n"]) == (CONFIRMED, "ter", row["n"])
    assert row["difference"] > 0


def test_the_command_writes_beside_the_results(results, capsys):
    assert cli.main(["lab", "discover", str(results), "--json"]) == 0
    assert '"request"' in capsys.readouterr().out
    assert tables.read(DISCOVERED, results / "discovered" / "discovered.parquet").num_rows >= 1
    assert (results / "discovered" / "phenomena.yaml").is_file()


def test_unknown_scores_are_refused_with_those_that_there_are(results):
    with pytest.raises(InputError, match="unknown score 'esa'"):
        discover(Results(results), score="esa")
