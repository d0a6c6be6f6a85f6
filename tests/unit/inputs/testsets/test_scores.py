"""Formats with scores and marked errors: signs, ends, missing values, names of systems, spans."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.testsets import ErrorSpan, Line
from extractors.inputs.testsets._scores import in_characters, mqm_weight
from tests.builders import campaigns
from tests.builders import test_sets as build
from tests.builders.test_sets import refused


def values(found, name):
    return {(score.system, score.segment): score.value for score in found.scores[name].values}


def marked(found, name):
    """(system, segment, marked text, severity) of each error."""
    rows = []
    for rating in found.ratings[name].values:
        for error in rating.errors:
            texts = [s.source for s in found.segments] if error.in_source else found.translations[rating.system].texts
            span = None if error.start is None else texts[rating.segment][error.start : error.end]
            rows.append((rating.system, rating.segment, span, error.severity))
    return rows


def test_systems_stand_in_any_order_and_none_is_no_score(tmp_path):
    found = read_set(build.mteval(tmp_path))
    assert values(found, "da") == {
        ("bad", 0): 1.5,
        ("bad", 2): 2,
        ("refA", 0): 9,
        ("refA", 1): 8,
        ("refA", 2): 7,
        ("good", 0): 5,
        ("good", 1): 6,
    }
    assert found.scores["da"].human
    assert not found.scores["Owl-refA"].human
    assert found.scores["Owl-refA"].higher_is_better
    assert found.scores["da"].system_mean("bad") == 1.75
    assert "refA" not in found.systems


def test_ratings_have_exclusive_ends_and_errors_of_the_source(tmp_path):
    found = read_set(build.mteval(tmp_path))
    assert marked(found, "mqm") == [("good", 1, "Keiner", "minor"), ("good", 1, "wakes", "major")]
    assert [(rating.rater, len(rating.errors)) for rating in found.ratings["mqm"].values] == [(None, 0), (None, 2)]
    assert values(found, "mqm") == {("good", 0): 0, ("good", 1): 1}
    assert not found.scores["mqm"].higher_is_better


def test_ratings_beside_scores_of_their_name_keep_both(tmp_path):
    place = build.mteval(tmp_path)
    build.write(tmp_path / "human-scores/en-de.mqm.seg.score", build.seg_score({"good": [-1, -2, -3]}))
    assert values(read_set(place), "mqm")["good", 2] == -3
    assert set(read_set(place).scores) == {"da", "Owl-refA", "mqm", "mqm.ratings", "mqm.ratings_error_free"}


def test_a_segment_without_an_error_and_with_a_high_score_is_error_free(tmp_path):
    rows = [
        build.esa_row("good", 1, 90, "owls.1", []),
        build.esa_row("good", 2, 80, "owls.1", []),
        build.esa_row("bad", 1, 85, "owls.1", []),
        build.esa_row("bad", 1, 95, "owls.1", [build.span(0, 2)], rater="r2"),
    ]
    found = read_set(build.esa(tmp_path, rows))
    scores = found.scores["esa_error_free"]
    assert {key: value for key, (value, _) in scores.mean_by_segment().items()} == {
        ("good", 0): 100,
        ("good", 1): 0,
        ("bad", 0): 50,
    }
    assert scores.human
    # A rating without a scale is error-free where no error is marked.
    assert values(read_set(build.mteval(tmp_path / "mqm")), "mqm_error_free") == {("good", 0): 100, ("good", 1): 0}


@pytest.mark.parametrize(
    ("old", "new", "match"),
    [
        ('"end": 6', '"end": 99', "the span 0 to 99 is not in the text of good, segment 2, which has 21 characters"),
        ('"start": 7, "end": 12', '"start": 7, "end": 20', "not in the text of the source"),
        ('"start": 0', '"start": "0"', "whole numbers start and end"),
        ('"errors": [{', '"error": [{', "no list `errors`"),
        ('"category"', "category", "is not JSON"),
    ],
)
def test_spans_that_cannot_be_are_refused(tmp_path, old, new, match):
    place = build.mteval(tmp_path)
    build.rewrite(tmp_path / "human-scores/en-de.mqm.seg.rating", old, new)
    assert refused(place, match).line == 2


def test_unknown_systems_are_refused_renamed_or_left_out(tmp_path):
    path = build.write(
        tmp_path / "Owl.seg.score", build.seg_score({"GOOD": [1, 2, 3], "x": [4, 5, 6], "refA": [7] * 3})
    )
    place = f"{build.wmt24(tmp_path / 'texts')} + segscore:{path}"
    error = refused(place, "the system 'GOOD' is not in the set")
    assert error.line == 1
    assert "#GOOD=" in error.remedy
    assert values(read_set(f"{place}#GOOD=good,x="), "Owl") == {
        **{("good", n): n + 1 for n in range(3)},
        **{("A", n): 7 for n in range(3)},
    }
    assert "known: A, bad, good" in refused(f"{place}#GOOD=nice", "no system 'nice'").remedy
    refused(f"{place}#GOOD", "not of the form THEIRS=OURS")


def test_a_score_that_is_no_number_is_refused(tmp_path):
    path = build.write(tmp_path / "Owl.seg.score", build.seg_score({"good": [1, "two", 3]}))
    assert refused(f"{build.wmt24(tmp_path / 'texts')} + segscore:{path}", "'two' is not a finite number").line == 2


def test_the_average_file_has_tab_and_blank_and_negative_scores(tmp_path):
    found = read_set(build.avgmqm(tmp_path))
    assert values(found, "mqm") == {("good", 0): -1.5, ("good", 2): 0}
    assert found.scores["mqm"].higher_is_better
    assert refused(build.avgmqm(tmp_path / "b", [("good", "-1", "4")]), "segment 4 is not in the set").line == 2


def test_the_weights_of_mqm_are_the_published_ones():
    assert mqm_weight("Accuracy/Mistranslation", "Major") == 5
    assert mqm_weight("Fluency/Grammar", "minor") == 1
    assert mqm_weight("Fluency/Punctuation", "Minor") == 0.1
    assert mqm_weight("Fluency/Punctuation", "Major") == 5
    assert mqm_weight("Non-translation!", "Major") == 25
    assert mqm_weight("Source issue", "Major") == 0
    assert mqm_weight("Creative Reinterpretation", "Major") == 0
    assert mqm_weight("Style/Awkward", "Neutral") == 0


def test_spans_are_between_their_marks_and_raters_are_averaged(tmp_path):
    found = read_set(build.mqm(tmp_path))
    assert [s.source for s in found.segments] == build.SOURCE[:2]
    assert list(found.references) == ["ref"]
    assert found.systems["bad"].texts == (build.SYSTEMS["bad"][0], None)
    assert marked(found, "mqm") == [
        ("good", 0, "Eule", "Minor"),
        ("good", 0, "schläft", "Major"),
        ("good", 1, None, "Major"),
        ("bad", 0, "owl", "Major"),
    ]
    # Segment 1: 0 by one rater, 5.1 by the other; segment 2: 25.
    assert found.scores["mqm"].system_mean("good") == pytest.approx((5.1 / 2 + 25) / 2)


def test_a_mark_without_its_end_counts_and_is_said(tmp_path):
    row = ("good", "d", "1", "1", "r", "S", "A <v>b c", "Style/Awkward", "Minor", "")
    found = read_set(build.mqm(tmp_path, [row]))
    assert found.systems["good"].texts == ("A b c",)
    assert (marked(found, "mqm"), values(found, "mqm")) == ([("good", 0, None, "Minor")], {("good", 0): 1})
    assert [(r.line.number, "not one pair" in r.problem) for r in found.remarks] == [(2, True)]


def test_quotes_are_ordinary_unless_every_field_with_one_is_quoted(tmp_path):
    plain = [("good", "d", "1", "1", "r", 'He said "no".', "T", "No-error", "No-error", "")]
    assert read_set(build.mqm(tmp_path, plain)).segments[0].source == 'He said "no".'
    quoted = [("good", "d", "1", "1", "r", '"He said ""no""."', "T", "No-error", "No-error", "")]
    assert read_set(build.mqm(tmp_path, quoted, name="q.tsv")).segments[0].source == 'He said "no".'


def test_direct_speech_is_no_quoting(tmp_path):
    speech = '"I looked for you", said Marit, "even there."'
    rows = [("good", "d", "1", "1", "r", speech, '"Yes."', "No-error", "No-error", "")]
    found = read_set(build.mqm(tmp_path, rows))
    assert (found.segments[0].source, found.systems["good"].texts) == (speech, ('"Yes."',))


def mqm_row(target, rater="r1", category="Accuracy/Mistranslation", severity="Major"):
    return "good", "d", "1", "1", rater, build.SOURCE[0], target, category, severity, ""


@pytest.mark.parametrize(
    ("target", "span", "said"),
    [
        (" Die <v>Eule</v>  schläft. ", "Eule", None),
        ("Die Eule <v>schläft tief</v>.", None, "the rater changed the text"),
        ("Die <v>Eule</v> schnarcht.", "left out", "another text was rated"),
    ],
)
def test_a_rating_is_taken_whole_or_not_at_all(tmp_path, target, span, said):
    minor = mqm_row("Die Eule schläft<v>.</v>", category="Fluency/Punctuation", severity="Minor")
    place = build.mqm(tmp_path, [minor, mqm_row(target)]).removesuffix("#en-de")
    found = read_set(f"{build.wmt24(tmp_path / 'texts')} + {place}")
    assert values(found, "mqm") == ({} if span == "left out" else {("good", 0): 5.1})
    if span != "left out":
        assert marked(found, "mqm") == [("good", 0, ".", "Minor"), ("good", 0, span, "Major")]
    assert [said in remark.problem for remark in found.remarks] == [True] * bool(said)


def test_a_word_of_a_rater_is_no_word_of_the_output(tmp_path):
    rows = [mqm_row("Die Eule <v>schläft tief</v>."), mqm_row("Die <v>Eule</v> schläft.", "r2")]
    assert read_set(build.mqm(tmp_path, rows)).systems["good"].texts == ("Die Eule schläft.",)


def test_later_names_of_columns_and_attention_tests(tmp_path):
    header = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\t# see the README"
    rows = [
        ("good", "d", "1", "7", "r", "S", "<v>T</v>", "HOTW-test", "HOTW-test", "{}"),
        ("good", "d", "1", "7", "r", "S", "<v>T</v>", "Accuracy/Addition", "Major", '{"a": "b"}'),
    ]
    found = read_set(build.mqm(tmp_path, rows, header))
    assert values(found, "mqm") == {("good", 0): 5}
    assert "attention test" in found.remarks[0].problem


def test_errors_marked_in_another_text_are_left_out_and_said(tmp_path):
    place = build.mqm(tmp_path, [r for r in build.MQM_ROWS if r[0] == "good"])
    found = read_set(f"{build.wmt24(tmp_path / 'texts')} + {place.removesuffix('#en-de')}")
    assert len(found.segments) == 3
    assert [(score.segment, score.rater, score.value) for score in found.scores["mqm"].values] == [
        (0, "r1", 0),
        (0, "r2", 5.1),
        (1, "r1", 25),
    ]
    row = ("good", "d", "1", "1", "r", build.SOURCE[0], "Another <v>text</v>.", "Style/Awkward", "Minor", "")
    path = build.mqm(tmp_path, [row], name="other.tsv").removesuffix("#en-de")
    found = read_set(f"{build.wmt24(tmp_path / 'texts')} + {path}")
    assert not found.ratings["mqm"].values
    assert found.remarks[0].line.number == 2


def test_esa_takes_the_rows_of_its_language_pair(tmp_path):
    japanese = build.esa_row("nobody", 1, 5, "owls.1", [])
    japanese[5] = "jpn"
    found = read_set(build.esa(tmp_path, [japanese, *build.ESA_ROWS]))
    assert values(found, "esa") == {("good", 0): 90, ("good", 1): 80, ("bad", 2): 10}
    assert (Line(tmp_path / "esa.csv", None), "1 rows of en-ja: left out") in found.remarks
    with pytest.raises(InputError, match="has no scores of en-de") as caught:
        read_set(build.esa(tmp_path / "other", [japanese]))
    assert "en-ja" in caught.value.remedy


def test_a_campaign_of_esa_may_have_several_files(tmp_path):
    whole = values(read_set(build.esa(tmp_path / "whole")), "esa")
    first = build.esa(tmp_path, build.ESA_ROWS[:1])
    second = build.write(tmp_path / "wave3.csv", build.csv_text(build.ESA_ROWS[1:]))
    found = read_set(f"{first} + esa:{second}")
    assert values(found, "esa") == whole
    assert len(marked(found, "esa")) == 2


def test_one_span_outside_its_text_loses_its_place_and_not_the_campaign(tmp_path):
    rows = [build.esa_row("good", 1, 90, "owls.1", [build.span(4, 7)], rater=str(n)) for n in range(39)]
    found = read_set(build.esa(tmp_path, [*rows, build.esa_row("bad", 3, 10, "fox.2", [build.span(4, 90)])]))
    assert len(found.scores["esa"].values) == 40
    assert marked(found, "esa")[-1] == ("bad", 2, None, "minor")
    assert "the span 4 to 91 is not in the text of bad, segment 3" in found.remarks[-1].problem
    assert found.remarks[-1].line == (tmp_path / "esa.csv", 40)


def test_spans_of_esa_that_a_model_filled_in(tmp_path):
    texts = build.esa(tmp_path, [build.esa_row("good", 1, 90, "owls.1", [])], canary=False)
    end = len(read_set(texts).translations["good"].texts[0])
    spans = [build.span(end, end + 25), build.span(4, end)]
    found = read_set(build.esa(tmp_path / "filled", [build.esa_row("good", 1, 90, "owls.1", spans)], canary=False))
    (rating,) = found.ratings["esa"].values
    assert [(error.start, error.end, error.category) for error in rating.errors] == [
        (None, None, "omission"),
        (4, end, None),
    ]


@pytest.mark.parametrize("canary", [False, True])
def test_lines_of_esa_count_without_the_canary_and_ends_are_inclusive(tmp_path, canary):
    found = read_set(build.esa(tmp_path, canary=canary))
    assert values(found, "esa") == {("good", 0): 90, ("good", 1): 80, ("bad", 2): 10}
    assert marked(found, "esa") == [("good", 0, "Eule", "minor"), ("bad", 2, None, "major")]
    assert [r.line.number for r in found.remarks if "left out" in r.problem and "canary" not in r.problem] == [4, 5]


def test_scores_that_are_shifted_by_a_line_are_refused(tmp_path):
    rows = [build.esa_row("good", 3, 90, "owls.1", [])]
    assert refused(build.esa(tmp_path, rows), "the document owls.1, but line 3 of the set is of fox.2").line == 1


def test_offsets_of_a_browser_count_an_emoji_twice(tmp_path):
    text = "Die 🦉 Eule schläft."
    rows = [build.esa_row("good", 1, 90, "owls.1", [build.span(7, 10), build.span(4, 4)])]
    place = build.esa(tmp_path, rows, canary=False)
    build.rewrite(tmp_path / "texts/systems/good.de", build.SYSTEMS["good"][0], text)
    assert [row[2] for row in marked(read_set(place), "esa")] == ["Eule", "🦉"]


@given(st.text(alphabet="aé🦉𝄞 ", min_size=1, max_size=12), st.data())
def test_units_of_utf16_are_led_to_their_characters(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    units = [len(text[:at].encode("utf-16-le")) // 2 for at in (start, end)]
    (error,) = in_characters([ErrorSpan(start=units[0], end=units[1], severity="")], text)
    assert (error.start, error.end) == (start, end)


def test_a_campaign_is_laid_on_documents_that_were_rated_as_a_whole(tmp_path):
    def row(system, position, score, document):
        return build.esa_row(f"wmt99.{system}", position, score, document, [])

    rows = [
        row("good", 12, 2, "owls.1#good"),
        row("good", 11, 1, "owls.1#good"),
        row("bad", 20, 3, "owls.1#bad_system"),
        row("bad", 30, 4, "fox.2#bad_system"),
    ]
    rows[2][7] = "owls.1#worse"
    found = read_set(build.esa(tmp_path, [r for r in rows if "#bad" not in r[7]]))
    assert values(found, "esa") == {("good", 0): 1, ("good", 1): 2}
    assert [r.line.number for r in found.remarks if "the segments are not known" in r.problem] == [3]


def test_comet_names_systems_by_their_files(tmp_path):
    found = read_set(build.comet(tmp_path))
    assert values(found, "COMET")["good", 2] == pytest.approx(0.2)
    assert marked(found, "COMET") == [("good", 1, "Keiner", "minor")]
    assert not found.ratings["COMET"].human
    assert found.references["A"].texts == tuple(build.REFERENCE)


def test_metrics_of_other_texts_are_refused(tmp_path):
    build.metricx(tmp_path)
    place = f"{build.wmt24(tmp_path / 'texts')} + metricx:{tmp_path}/metricx"
    assert not read_set(place).scores["MetricX"].higher_is_better
    build.rewrite(tmp_path / "metricx/bad.jsonl", "Niemand aufwachen es.", "Ein anderer Satz.")
    error = refused(place, "item 2 is of another output of bad than the set has, 'Ein anderer Satz.', and segment 2")
    assert (error.path, error.line) == (tmp_path / "metricx/bad.jsonl", 2)


@pytest.mark.parametrize("beside", [True, False], ids=["beside texts", "alone"])
def test_metrics_of_texts_in_another_order_are_put_in_order(tmp_path, caplog, beside):
    build.metricx(tmp_path)
    path = tmp_path / "metricx/good.jsonl"
    records = [json.loads(line) | {"prediction": n} for n, line in enumerate(path.read_text().splitlines())]
    build.write(path, build.jsonl(records[::-1]))
    texts = f"{build.wmt24(tmp_path / 'texts')} + " if beside else ""
    found = read_set(f"{texts}metricx:{tmp_path}/metricx")
    assert [values(found, "MetricX")["good", n] for n in range(3)] == [0, 1, 2]
    assert found.systems["good"].texts == tuple(build.SYSTEMS["good"])
    assert "the items of good stand in another order than the segments" in caplog.text


def test_metricx_without_a_reference_has_none(tmp_path):
    build.metricx(tmp_path)
    for system in build.SYSTEMS:
        path = tmp_path / f"metricx/{system}.jsonl"
        build.rewrite(path, f'"reference": "{build.REFERENCE[0]}"', '"reference": ""')
    assert not read_set(f"metricx:{tmp_path}/metricx").references


def test_spans_move_with_characters_that_are_composed(tmp_path):
    place = build.mteval(tmp_path)
    path = tmp_path / "system-outputs/en-de/good.txt"
    build.rewrite(path, "Keiner weckt", "Cafe\u0301 weckt")
    build.rewrite(tmp_path / "human-scores/en-de.mqm.seg.rating", '"start": 0, "end": 6', '"start": 6, "end": 11')
    found = read_set(place)
    assert found.systems["good"].texts[1] == "Café weckt sie auf."
    assert marked(found, "mqm")[0] == ("good", 1, "weckt", "minor")


FIRST = build.SOURCE[0], {"good": build.SYSTEMS["good"][0]}


def rated(folder, *items, texts=None):
    """The set with the answers of one person: (source, outputs, the answer about each, further keys of the item)."""
    records = [
        campaigns.record(dict.fromkeys(outputs, answer), campaigns.item(str(n), source, outputs, **more))
        for n, (source, outputs, answer, more) in enumerate(items)
    ]
    log = campaigns.log(folder / "owls.jsonl", *records)
    return read_set(f"{texts or build.wmt24(folder / 'texts')} + pearmut:{log}")


def test_answers_of_pearmut_find_their_segment_by_its_texts(tmp_path):
    found = rated(
        tmp_path,
        (build.SOURCE[2], {"good": build.SYSTEMS["good"][2]}, campaigns.answer(70), {}),
        ("Another source.", {"good": "Noch einer."}, campaigns.answer(1), {}),
        (build.SOURCE[0], {"bad": "Eine andere Ausgabe."}, campaigns.answer(1), {}),
    )
    assert [(s.system, s.segment, s.value, s.rater) for s in found.scores["pearmut"].values] == [
        ("good", 2, 70.0, "anna")
    ]
    assert [(r.line.number, r.problem) for r in found.remarks] == [
        (2, "a source that the set does not have: left out"),
        (3, "another output than bad has: left out"),
    ]
    # Nobody marked an error, so that nobody can say that there is none.
    assert found.ratings == {}


def test_an_answer_about_an_output_of_two_systems_is_about_both(tmp_path):
    texts = build.wmt24(tmp_path / "texts")
    build.write(tmp_path / "texts/systems/twin.de", build.lines(build.SYSTEMS["good"]))
    found = rated(tmp_path, (*FIRST, campaigns.answer(60), {"systems": {"good": ["good", "twin"]}}), texts=texts)
    assert {(s.system, s.value) for s in found.scores["pearmut"].values} == {("good", 60.0), ("twin", 60.0)}


def test_of_two_segments_with_the_same_texts_the_item_says_which(tmp_path):
    texts = build.wmt24(tmp_path / "texts")
    for file, at in (("source.en", build.SOURCE), ("systems/good.de", build.SYSTEMS["good"])):
        build.rewrite(tmp_path / "texts" / file, at[2], at[0])
    items = [(*FIRST, campaigns.answer(50), more) for more in ({"segment": 2}, {})]
    found = rated(tmp_path, *items, texts=texts)
    assert [score.segment for score in found.scores["pearmut"].values] == [2]
    assert [r.problem for r in found.remarks] == ["a source and an output that several segments have: left out"]


def test_sliders_of_pearmut_are_scores_of_their_own_and_none_is_no_score(tmp_path):
    answers = [
        campaigns.answer(sliders={"Fluent or not": 1, "Adequacy": 40}),
        campaigns.answer(None, [(0, 2, "minor")]),
    ]
    found = rated(tmp_path, *((*FIRST, answer, {}) for answer in answers))
    scores = {name: [score.value for score in of.values] for name, of in found.scores.items()}
    assert scores == {"pearmut-Fluent-or-not": [1.0], "pearmut-Adequacy": [40.0], "pearmut_error_free": [100.0, 0.0]}


def test_a_span_of_pearmut_moves_with_a_composed_text(tmp_path):
    texts = build.wmt24(tmp_path / "texts")
    build.rewrite(tmp_path / "texts/systems/good.de", "schläft", "schla\u0308ft")
    found = rated(tmp_path, (*FIRST, campaigns.answer(1, [(9, 15, "major")]), {}), texts=texts)
    (error,) = found.ratings["pearmut"].values[0].errors
    assert found.systems["good"].texts[0][error.start : error.end] == "schläft"


def mqm_rows(**changes):
    """The rows of MQM ratings, the second one changed."""
    names = build.MQM_HEADER.split("\t")
    rows = [list(row) for row in build.MQM_ROWS]
    for name, value in changes.items():
        rows[1][names.index(name)] = value
    return rows


@pytest.mark.parametrize(
    ("write", "file", "line"),
    [
        (lambda folder: build.mqm(folder, mqm_rows(rater=" ")), "mqm.tsv", 3),
        (lambda folder: build.esa(folder, [build.esa_row("good", 2, 8, "owls.1", [], rater="")], False), "esa.csv", 1),
    ],
    ids=["mqm", "esa"],
)
def test_a_row_without_a_rater_is_refused(write, file, line, tmp_path):
    error = refused(write(tmp_path), "no rater")
    assert (error.path, error.line) == (tmp_path / file, line)


@pytest.mark.parametrize(
    ("write", "file", "line"),
    [
        (lambda folder: build.esa(folder, [build.esa_row("GOOD", 1, 9, "owls.1", [])], canary=False), "esa.csv", 1),
        (lambda folder: f"{build.mqm(folder, mqm_rows(system='GOOD'))}".replace("#en-de", ""), "mqm.tsv", 3),
    ],
    ids=["esa", "mqm"],
)
def test_an_unknown_system_in_a_human_file_is_refused_and_may_be_renamed_or_left_out(write, file, line, tmp_path):
    place = write(tmp_path)
    texts = "" if " + " in place else f"{build.wmt24(tmp_path / 'texts')} + "
    error = refused(f"{texts}{place}", "the system 'GOOD' is not in the set")
    assert (error.path, error.line) == (tmp_path / file, line)
    assert "#GOOD=" in error.remedy
    read_set(f"{texts}{place}#GOOD=good,ref=A")
    read_set(f"{texts}{place}#GOOD=,ref=A")
