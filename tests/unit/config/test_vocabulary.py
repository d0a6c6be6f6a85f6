"""The documented vocabulary of dataset cards, and what is checked against it."""

import json
from importlib import resources

import pytest

from extractors.config.vocabulary import check, licence_id, size_category, vocabulary
from extractors.core.errors import InputError
from extractors.core.languages import is_language

CARD = {
    "language": ["de", "en"],
    "license": "cc-by-4.0",
    "pretty_name": "A set",
    "size_categories": ["n<1K"],
    "task_categories": ["translation"],
    "configs": [{"config_name": "all", "data_files": [{"split": "distance_0", "path": "data/all/distance_0.parquet"}]}],
}


def test_a_card_of_documented_values_is_let_through():
    check(CARD, path="README.md")


@pytest.mark.parametrize(
    ("field", "value", "problem", "remedy"),
    [
        ("license", "cc-by-4", "unknown value 'cc-by-4' of license", "did you mean 'cc-by-4.0'"),
        ("license", None, "no license", "publish"),
        ("language", ["deu", "xx"], "expected a language code, got 'xx'", "ISO 639"),
        ("task_categories", ["translations"], "'translations' of task_categories", "'translation'"),
        ("size_categories", ["<1K"], "'<1K' of size_categories", "n<1K"),
        ("multilinguality", "bilingual", "'bilingual' of multilinguality", "multilingual"),
        ("configs", [{"config_name": "a/b", "data_files": []}], "'a/b' cannot be the name", "rename"),
        ("configs", [{"config_name": "a", "data_files": [{"split": "d-1", "path": "x"}]}], "'d-1' cannot", "rename"),
    ],
)
def test_a_card_with_another_value_is_refused(field, value, problem, remedy):
    with pytest.raises(InputError) as error:
        check({**CARD, field: value}, path="README.md")
    assert problem in error.value.problem
    assert remedy in error.value.remedy


@pytest.mark.parametrize(
    ("rows", "category"),
    [
        (0, "n<1K"),
        (999, "n<1K"),
        (1000, "1K<n<10K"),
        (9_999, "1K<n<10K"),
        (10_000, "10K<n<100K"),
        (10**12, "n>1T"),
        (10**14, "n>1T"),
    ],
)
def test_size_categories(rows, category):
    assert size_category(rows) == category


def test_languages_and_sizes_are_those_of_the_datasets_library():
    pytest.importorskip("datasets")
    known = resources.files("datasets.utils.resources")
    languages = json.loads(known.joinpath("languages.json").read_text(encoding="utf-8"))
    # A group of languages, which the library still has.
    assert [code for code in languages if len(code) == 2 and not is_language(code)] == ["bh"]
    sizes = json.loads(known.joinpath("size_categories.json").read_text(encoding="utf-8"))
    assert set(vocabulary()["size_categories"]) == set(sizes) - {"unknown"}


@pytest.mark.parametrize(
    ("name", "identifier"),
    [("My Licence 1.0", "my-licence-1.0"), ("© News, Ltd.", "news-ltd"), ("(…)", "other"), ("odc-by", "odc-by")],
)
def test_names_of_licences_become_ids_as_the_hub_wants_them(name, identifier):
    assert licence_id(name) == identifier
