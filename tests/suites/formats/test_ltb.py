"""The Last Translation Benchmark: rules as questions, verdicts of its language model, language pairs and tags."""

import json
from collections import Counter
from pathlib import Path

import pytest

from challenge_sets_suites.formats.ltb import Ltb
from challenge_sets_suites.groups import verdicts_of
from challenge_sets_suites.suite_accuracy import accuracy_table
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.formats import tables
from tests.builders import rule_suites

EXAMPLES = [
    rule_suites.ltb_example(7),
    rule_suites.ltb_example(9, "An owl.", ["An owl."], translations=[], linguistics=[], tags=["LTBv1", "LTBv1-eval"]),
    rule_suites.ltb_example(11, "Listen.", source_media="data:audio/mpeg;base64,", tags=["LTBv1"]),
    rule_suites.ltb_example(12, iso="ces"),
]


def written(path, examples=EXAMPLES):
    path.write_text(json.dumps(examples, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def test_a_rule_is_an_item_and_the_human_translation_the_reference(tmp_path, caplog):
    suite = Ltb(target_language="de").read(written(tmp_path / "v1.json"))
    assert (suite.source_language, suite.target_language) == ("en", "de")
    assert [item.item for item in suite.items] == ["7.1", "7.2", "9.1"]
    assert suite.items[1] == Item(
        item="7.2",
        sentence=0,
        source="My nurse, he plays.",
        phenomenon="Morphological",
        question="A nurse.",
        reference="Mein Pfleger spielt.",
    )
    assert (suite.items[2].phenomenon, suite.items[2].reference) == ("other", None)
    assert "1 texts with a medium or instructions" in caplog.text


def test_verdicts_of_the_file_are_those_of_a_language_model(tmp_path):
    suite = Ltb(target_language="de").read(written(tmp_path / "v1.json"))
    rows = [(row["item"], row["system"], row["verdict"], row["judge"]) for row in suite.given.to_pylist()]
    assert rows == [
        ("7.1", "human", "right", "llm"),
        ("7.1", "Gemini-3.1-Pro", "wrong", "llm"),
        ("7.1", "owl", "wrong", "llm"),
        ("7.2", "human", "right", "llm"),
        ("7.2", "Gemini-3.1-Pro", "right", "llm"),
        ("7.2", "owl", "wrong", "llm"),
    ]
    table = accuracy_table(verdicts_of(suite.items, suite.given, "j")).to_pylist()
    whole = {row["system"]: row for row in table if (row["average"], row["items"]) == ("whole texts", "own")}
    assert {name: (row["n"], row["accuracy"]) for name, row in whole.items()} == {
        "human": (2, 1.0),
        "Gemini-3.1-Pro": (2, 0.0),
        "owl": (2, 0.0),
    }


def test_the_judge_adds_systems_to_those_of_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "v1.json")
    line = "suite judge v1.json --format ltb --format-option target_language=de -o j.parquet"
    assert cli.main(line.split()) == 0
    assert tables.read(JUDGMENTS, "j.parquet").num_rows == 6
    Path("mine.de").write_text("Mein Pfleger.\nEine Eule.\n", encoding="utf-8")
    assert cli.main([*line.split(), "--systems", "mine=mine.de"]) == 0
    assert Counter(tables.read(JUDGMENTS, "j.parquet").column("system").to_pylist())["mine"] == 3
    assert cli.main([*line.split(), "--systems", "owl=mine.de"]) == 1


def test_a_tag_takes_its_texts(tmp_path):
    suite = Ltb(tag="LTBv1-eval").read(written(tmp_path / "v1.json"))
    assert [item.item for item in suite.items] == ["9.1"]
    with pytest.raises(InputError, match="no text has the tag 'x'") as caught:
        Ltb(tag="x").read(tmp_path / "v1.json")
    assert "LTBv1-eval" in caught.value.remedy


@pytest.mark.parametrize(
    ("options", "problem", "remedy"),
    [({}, "texts of 2 language pairs", "en-de (3), en-cs (1)"), ({"target_language": "fr"}, "no texts", "en-de (3)")],
)
def test_one_language_pair_must_be_meant(tmp_path, options, problem, remedy):
    with pytest.raises(InputError, match=problem) as caught:
        Ltb(**options).read(written(tmp_path / "v1.json"))
    assert remedy in caught.value.remedy


def by(model, text="x", verified=None):
    return {"model": model, "translation": text, "verified": verified}


@pytest.mark.parametrize(
    ("translations", "words"),
    [
        ([by("owl", verified=[True])], "1 verdicts on 'owl' in the text 8, which has 2 rules"),
        ([by("Owl 3"), by("Owl-3")], "'Owl 3' and 'Owl-3' both give the system Owl-3"),
        ([by("owl"), by("owl", "y")], "several translations by 'owl' in the text 8"),
    ],
)
def test_translations_that_do_not_fit_are_refused_where_they_stand(tmp_path, translations, words):
    examples = [rule_suites.ltb_example(7), rule_suites.ltb_example(8, translations=translations)]
    with pytest.raises(InputError, match=words) as caught:
        Ltb().read(written(tmp_path / "v1.json", examples))
    assert caught.value.line > 1


def test_a_system_without_a_translation_was_not_asked(tmp_path):
    lacking = rule_suites.ltb_example(8, translations=[by("owl", None)])
    suite = Ltb().read(written(tmp_path / "v1.json", [rule_suites.ltb_example(7), lacking]))
    assert {row["item"] for row in suite.given.to_pylist()} == {"7.1", "7.2"}


def test_texts_with_one_source_have_rules_of_their_own(tmp_path):
    suite = Ltb().read(written(tmp_path / "v1.json", [rule_suites.ltb_example(7), rule_suites.ltb_example(8)]))
    assert [(item.item, item.sentence) for item in suite.items] == [("7.1", 0), ("7.2", 0), ("8.1", 1), ("8.2", 1)]


def test_two_regions_that_become_one_pair_are_named(tmp_path, caplog):
    austrian = rule_suites.ltb_example(8, target_lang="German (Austria)")
    assert len(Ltb().read(written(tmp_path / "v1.json", [rule_suites.ltb_example(7), austrian])).items) == 4
    assert "English (eng) to German (deu), English (eng) to German (Austria) (deu)" in caplog.text
