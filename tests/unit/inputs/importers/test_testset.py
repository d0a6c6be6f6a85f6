"""The texts of a test set as places."""

import pytest

from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.inputs.reading import check_place, files_of, read_texts, state_of
from tests.builders import test_sets as build


def test_every_text_of_a_set_has_a_place(tmp_path):
    place = f"testset:{build.wmt24(tmp_path)}#"
    expected = {
        "source": build.SOURCE,
        "references/A": build.REFERENCE,
        "systems/good": build.SYSTEMS["good"],
        "document": [document for _, document in build.DOCUMENTS],
        "domain": [domain for domain, _ in build.DOCUMENTS],
    }
    for column, texts in expected.items():
        assert read_texts(parse(f"{place}{column}")) == texts
    check_place(parse(f"{place}source"))
    assert str(tmp_path / "systems/bad.de") in files_of(parse(f"{place}source"))


def test_a_missing_segment_is_an_empty_line(tmp_path):
    place = f"testset:{build.wmtxml(tmp_path, omit=(2,))}#systems/bad"
    assert read_texts(parse(place)) == [build.SYSTEMS["bad"][0], "", build.SYSTEMS["bad"][2]]


@pytest.mark.parametrize(
    ("column", "match"),
    [("systems/goood", "unknown text of the test set"), ("source", "no file .* has the source texts")],
)
def test_a_text_that_is_not_there_is_refused(tmp_path, column, match):
    place = build.wmt26(tmp_path, None, good="<p>Ein.</p>")
    with pytest.raises(InputError, match=match) as caught:
        read_texts(parse(f"testset:{place}#{column}"))
    assert caught.value.remedy


def test_another_file_of_scores_is_another_state(tmp_path):
    place = parse(f"testset:{build.mteval(tmp_path)}#source")
    before = state_of(place)
    build.rewrite(tmp_path / "human-scores/en-de.da.seg.score", "1.5", "1.6")
    assert state_of(place) != before
