"""WMT's files of segments: people's ratings of WMT25, and the evaluation task of WMT26."""

import pytest

from extractors.inputs.evaluation_sets import read_set
from tests.builders import test_sets as build
from tests.builders.test_sets import refused


def problems(found):
    return [remark.problem for remark in found.remarks]


def test_the_ratings_of_both_rounds_are_those_of_their_annotators(tmp_path):
    found = read_set(build.humeval(tmp_path))
    assert found.languages == ("en", "de_DE")
    assert [segment.document for segment in found.segments] == ["news:owls.1", "news:owls.1", "social:fox.2"]
    assert {(s.system, s.segment, s.value, s.rater) for s in found.scores["esa"].values} == {
        ("good", 0, 90, "a"),
        ("good", 0, 80, "b"),
        ("refA", 0, 95, "a"),
        ("bad", 2, 10, "a"),
    }
    errors = {(r.system, r.rater): r.errors for r in found.ratings["esa"].values}
    (marked,) = errors["good", "a"]
    assert build.SYSTEMS["good"][0][marked.start : marked.end] == "Eule"
    assert errors["good", "b"] == errors["refA", "a"] == ()
    (omission,) = errors["bad", "a"]
    assert (omission.start, omission.severity, omission.category) == (None, "major", "omission")


def test_control_items_have_a_list_of_ratings(tmp_path):
    rated = {"good": [{"human": 90, "annotator": "a", "errors": []}, {"human": 70, "annotator": "b", "errors": []}]}
    found = read_set(build.humeval(tmp_path, build.humeval_record(0, rated)))
    assert [(score.value, score.rater) for score in found.scores["esa"].values] == [(90, "a"), (70, "b")]


@pytest.mark.parametrize(
    ("rated", "match"),
    [
        ({"owl": {"human1": 1}}, "ratings of owl, which has no text"),
        ({"good": {"human1": 101}}, "the score 101"),
        ({"good": {"human1": "x"}}, "the score 'x'"),
        ({"good": 3}, "by round, or a list"),
        ({"good": {"human1": 1, "annotator1": "a", "errors1": [{"start_i": "x", "end_i": 2}]}}, "a span from 'x'"),
    ],
)
def test_ratings_that_cannot_be_are_refused(tmp_path, rated, match):
    assert refused(build.humeval(tmp_path, build.humeval_record(0, rated)), match).line == 2


def test_references_are_called_by_who_made_them(tmp_path):
    found = read_set(build.mteval26(tmp_path, ("postedit", None, "pseudo")))
    assert {name: (of.made_by, of.texts) for name, of in found.references.items()} == {
        "postedit": ("post-edit", (build.REFERENCE[0], None, None)),
        "pseudo": ("machine", (None, None, build.REFERENCE[2])),
    }
    assert problems(found) == [
        "1 items of challenge sets: left out",
        "postedit has no text of 2 of 3 segments",
        "pseudo has no text of 2 of 3 segments",
    ]


def test_challenge_sets_of_others_are_read_by_name(tmp_path):
    found = read_set(f"{build.mteval26(tmp_path)}:challenge")
    assert [(segment.source, segment.domain) for segment in found.segments] == [("Owl", "owls")]


def test_names_of_models_become_names(tmp_path):
    place = build.mteval26(tmp_path)
    build.rewrite(tmp_path / "mteval-test26.jsonl", '"good"', '"Gemini 3.1 Pro"')
    assert set(read_set(place).systems) == {"Gemini-3.1-Pro", "bad"}


@pytest.mark.parametrize("id_", ["x", "en_#_news_#_a_#_0", "eng_Latn_###_deu_Latn_###_news_###_a_###_0"])
def test_an_id_of_another_form_is_refused(tmp_path, id_):
    assert refused(build.humeval(tmp_path, build.humeval_record(0, {}, doc_id=id_)), "is not the id").line == 2


def test_a_file_of_segments_beside_the_systems_is_no_source(tmp_path):
    place = build.genmt(tmp_path)
    build.humeval(tmp_path)
    assert [segment.document for segment in read_set(place).segments] == ["owls.1", "owls.1"]


@pytest.mark.parametrize("form", ["wmt", "wmt25"])
def test_wmt_reads_the_file_too(tmp_path, form):
    place = build.humeval(tmp_path)
    assert len(read_set(place.replace("wmtitems", form)).segments) == 3


def test_challenge_sets_write_languages_in_their_own_ways(tmp_path):
    place = build.mteval26(tmp_path)
    other = {"item_id": "challenge_###_eng_###_deu_Latn_###_cats_###_1", "src": "Cat", "hyps": {"good": "Katze"}}
    path = tmp_path / "mteval-test26.jsonl"
    build.write(path, build.jsonl([other]) + path.read_text("utf-8"))
    found = read_set(f"{place}:challenge")
    assert [segment.source for segment in found.segments] == ["Cat", "Owl"]
    assert found.languages == ("en", "de")
    # A script that is asked for is that of the texts.
    assert [segment.source for segment in read_set(f"{place[:-6]}#eng-deu_Latn:challenge").segments] == ["Cat"]


def test_another_region_is_named_when_it_is_left_out(tmp_path):
    plain = build.humeval_record(0, {}, doc_id="en-de_#_news_#_owls.1_#_0")
    found = read_set(build.humeval(tmp_path, build.humeval_record(0, {}), plain))
    assert "has texts of en-de_DE beside en-de: left out" in problems(found)


def test_two_ratings_of_one_annotator_keep_their_errors(tmp_path):
    first = {"human1": 90, "annotator1": "a", "errors1": [{"start_i": 4, "end_i": 7, "severity": "minor"}]}
    rated = {"good": {**first, "human2": 100, "annotator2": "a", "errors2": []}}
    found = read_set(build.humeval(tmp_path, build.humeval_record(0, rated), build.humeval_record(1, {})))
    assert [(s.rater, s.value) for s in found.scores["esa_error_free"].values] == [("a", 0), ("a (2)", 100)]
    assert "1 of 2 segments have no rating" in problems(found)


def test_ratings_without_annotators_are_of_their_rounds(tmp_path):
    rated = {"good": {"human3": 90, "human1": 80}, "bad": {"human1": 1}}
    found = read_set(build.humeval(tmp_path, build.humeval_record(0, rated)))
    assert [score.rater for score in found.scores["esa"].values] == ["round 3", "round 1", None]


@pytest.mark.parametrize(
    ("old", "new", "match"),
    [
        ('"bad"', '"human"', "a system is called human"),
        ('"bad"', '"?"', r"'\?' cannot be the name"),
        ('"good"', '"good!"', "both give the system good"),
    ],
)
def test_a_name_is_of_one_writing_and_of_one_kind(tmp_path, old, new, match):
    place = build.mteval26(tmp_path)
    path = tmp_path / "mteval-test26.jsonl"
    first, *others = path.read_text("utf-8").splitlines(keepends=True)
    changed = [
        line.replace(old, new) if number == 2 or new == '"human"' else line for number, line in enumerate(others)
    ]
    build.write(path, "".join([first, *changed]))
    refused(place, match)


def test_a_segment_that_stands_twice_is_refused(tmp_path):
    record = build.humeval_record(0, {})
    assert refused(build.humeval(tmp_path, record, record), "a second segment").line == 3


def test_an_id_inside_is_not_that_of_the_line(tmp_path):
    inside = {"other": {"doc_id": "en-de_DE_#_news_#_owls.1_#_9"}, **build.humeval_record(0, {})}
    assert refused(build.humeval(tmp_path, inside), "is not that of the line's object").line == 2
