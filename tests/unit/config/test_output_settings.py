"""Nothing is published without a licence, nor against one."""

import pytest

from extractors.config.model import Config
from extractors.config.output_settings import PublishSettings, check_licence
from extractors.config.run import load_config
from extractors.core.errors import InputError


def settings(**values):
    return PublishSettings(**{"licence": "cc-by-4.0", "attribution": "A. Author", **values})


@pytest.mark.parametrize(
    ("values", "problem", "remedy"),
    [
        ({"licence": None}, "the corpus news has no licence", "publish: {licence: ...}` under corpora.news"),
        ({"attribution": None}, "the corpus news has no attribution", "--attribution"),
        ({"attribution": " \n"}, "the corpus news has no attribution", "--attribution"),
        ({"licence": "other"}, "`other`, but has no name", "licence_name"),
        ({"licence": "cc-by-nd-4.0"}, "forbids to pass on", "ids_only: true"),
        (
            {"licence": "cc-by-nc-nd-4.0", "derivatives": "allowed"},
            "forbids to pass on",
            "challenge-sets dataset rebuild",
        ),
        ({"licence": "other", "licence_name": "x"}, "does not say whether", "derivatives: allowed"),
        ({"licence": "unknown"}, "does not say whether", "ids_only: true"),
    ],
)
def test_what_cannot_be_published_is_refused_with_a_remedy(values, problem, remedy):
    with pytest.raises(InputError) as error:
        check_licence(settings(**values), "news")
    assert problem in error.value.problem
    assert remedy in error.value.remedy


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"licence": "cc-by-nd-4.0", "ids_only": True},
        {"licence": "unknown", "ids_only": True},
        {"licence": "other", "licence_name": "x", "derivatives": "allowed"},
    ],
)
def test_what_may_be_published_is_let_through(values):
    check_licence(settings(**values), "news")


def test_ids_only_needs_licence_and_attribution_too():
    with pytest.raises(InputError, match="no licence"):
        check_licence(settings(licence=None, ids_only=True), "news")


def test_the_corpus_overrides_the_run():
    run = {"licence": "cc-by-4.0", "attribution": "all", "citation": "@misc{a}"}
    corpus = {"source_language": "de", "source": "s", "publish": {"attribution": "this one", "ids_only": True}}
    config = Config.of({"publish": run, "corpora": {"news": corpus}})
    found = config.publish_of("news", PublishSettings.of({"citation": "@misc{b}"}))
    assert found == settings(attribution="this one", ids_only=True, citation="@misc{b}")
    assert PublishSettings.of(found.as_dict()) == found


def test_what_is_no_identifier_of_a_licence_is_refused_where_it_stands(tmp_path):
    path = tmp_path / "run.yaml"
    path.write_text("corpora:\n  news:\n    source: s\n    publish:\n      licence: CC BY 5.0\n")
    with pytest.raises(InputError, match="licence") as error:
        load_config([path])
    assert error.value.line == 5
