"""Nothing is published without a licence, nor against one."""

import pytest

from extractors.config.publish_settings import PublishSettings
from extractors.config.publishing import check_licence, of_config
from extractors.core.errors import InputError
from extractors.core.yamlfile import ValueOrigin, load


def settings(**values):
    return PublishSettings(**{"licence": "cc-by-4.0", "attribution": "A. Author", **values})


@pytest.mark.parametrize(
    ("values", "problem", "remedy"),
    [
        ({"licence": None}, "the corpus news has no licence", "publish: {licence: ...}` under corpora.news"),
        ({"attribution": None}, "the corpus news has no attribution", "--attribution"),
        ({"attribution": " \n"}, "the corpus news has no attribution", "--attribution"),
        ({"licence": "cc-by-5.0"}, "unknown licence 'cc-by-5.0'", "did you mean 'cc-by-4.0'"),
        ({"licence": "other"}, "`other`, and has no name", "licence_name"),
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
        check_licence(settings(**values), corpus="news")
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
    check_licence(settings(**values), corpus="news")


def test_ids_only_needs_licence_and_attribution_too():
    with pytest.raises(InputError, match="no licence"):
        check_licence(settings(licence=None, ids_only=True), corpus="news")


def test_the_corpus_overrides_the_run():
    run = {"licence": "cc-by-4.0", "attribution": "all"}
    found = of_config(run, {"attribution": "this one", "ids_only": True}, ("corpora", "news"), ValueOrigin([]))
    assert found == PublishSettings(licence="cc-by-4.0", attribution="this one", ids_only=True)
    assert PublishSettings.of(found.as_dict()) == found


def test_an_unknown_licence_is_refused_where_it_stands(tmp_path):
    path = tmp_path / "run.yaml"
    path.write_text("corpora:\n  news:\n    publish:\n      licence: cc-bye-4.0\n")
    with pytest.raises(InputError, match="cc-bye") as error:
        of_config({}, {"licence": "cc-bye-4.0"}, ("corpora", "news"), ValueOrigin([load(path)]))
    assert error.value.line == 4
