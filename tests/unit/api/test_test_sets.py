"""One question over several test sets: against the numbers of each by itself, and by the commands."""

import csv
import json
import re

import numpy as np
import pytest

from extractors.api import test_sets
from extractors.core.errors import InputError
from extractors.publish import ready_made_sets
from tests.builders.ready_made import CANARY, OLD, OLD_OTHER, OLD_REFERENCE, OUTPUTS, SOURCE, fill_cache
from tests.builders.test_sets import lines, write
from tests.libraries import sacrebleu_cache

PARTICLES = ("particle_verb", "minimum", 0)
GOOD, BAD = OUTPUTS["good"], OUTPUTS["bad"]
OLD_GOOD = [" ".join(w for i, w in enumerate(text.split()) if (i + n) % 7) for n, text in enumerate(OLD_OTHER)]
OLD_BAD = [" ".join(text.split()[::2]) for text in OLD_REFERENCE]


@pytest.fixture
def sets(ready_made, tmp_path, monkeypatch):
    """Small sets in the place of the shipped ones, their texts in sacreBLEU's folder, and two folders of outputs."""
    made = ready_made / "sets"
    monkeypatch.setattr(ready_made_sets, "shipped", lambda _: made)
    sacrebleu_cache.look_in(tmp_path / "cache", "wmt19", "wmt24", patch=monkeypatch)
    fill_cache(tmp_path / "cache")
    monkeypatch.chdir(tmp_path)
    for folder, new, old in (("good", GOOD, OLD_GOOD), ("bad", BAD, OLD_BAD)):
        write(tmp_path / folder / "wmt24.en-de.txt", lines(new))
        write(tmp_path / folder / "wmt19.en-de", lines(old))
        write(tmp_path / folder / "notes.txt", "What else lies here.\n")
    write(tmp_path / "lost/wmt24.en-de.txt", lines(losing(GOOD, BAD, "wmt24:en-de")))
    write(tmp_path / "lost/wmt19.en-de.txt", lines(losing(OLD_GOOD, OLD_BAD, "wmt19:en-de")))
    return tmp_path


def losing(good, bad, name):
    """A good output that is bad where a particle verb is."""
    sets = ready_made_sets.with_texts(ready_made_sets.numbers(name)).sets.to_pylist()
    (ids,) = (r["segment_ids"] for r in sets if (r["phenomenon"], r["kind"], r["distance_from"]) == PARTICLES)
    return [bad[number] if number in ids else text for number, text in enumerate(good)]


def rows_of(found, question):
    return {row["phenomenon"]: row for row in found.rows if row["question"] == question}


def test_a_system_is_beside_the_systems_of_its_year_and_people_where_these_are_known(sets):
    found = test_sets.score_test_sets("wmt:en-de", sets / "good")
    assert [(row["test_set"], row["systems"], row["rank"], row["references"]) for row in found.scores] == [
        ("wmt19", None, None, 2),
        ("wmt24", 3, 1, 2),
    ]
    systems, people = rows_of(found, "systems"), rows_of(found, "humans")
    assert {row["test_sets"] for row in systems.values()} == {1}
    assert people["particle_verb"]["test_sets"] == 2
    answers = [row for row in found.answers if (row["question"], row["phenomenon"]) == ("humans", "particle_verb")]
    n, value, error = (np.array([row[name] for row in answers]) for name in ("n", "value", "standard_error"))
    weight = n / n.sum()
    row = people["particle_verb"]
    assert row["n"] == n.sum() >= 30
    assert row["value"] == pytest.approx(weight @ value)
    assert row["standard_error"] == pytest.approx(np.sqrt((weight * error) ** 2 @ [1, 1]))
    assert row["low"] < row["value"] < row["high"]


def test_two_systems_are_compared_on_each_set_and_beyond_its_controls(sets):
    found = test_sets.compare_test_sets("wmt:en-de", sets / "bad", sets / "good")
    row = rows_of(found, "difference")["particle_verb"]
    assert row["value"] > 10
    assert row["p_bh"] < 0.001
    assert rows_of(found, "interaction")["particle_verb"]["test_sets"] == 2
    assert found.worse == []
    turned = test_sets.compare_test_sets("wmt:en-de", sets / "good", sets / "bad")
    assert turned.worse == [], "it is worse everywhere"
    assert test_sets.compare_test_sets("wmt:en-de", sets / "good", sets / "lost").worse == ["particle_verb"]
    assert rows_of(turned, "difference")["particle_verb"]["value"] == pytest.approx(-row["value"])
    same = test_sets.compare_test_sets("wmt:en-de", sets / "good", sets / "good")
    assert same.worse == []


def test_two_systems_are_compared_at_the_words_of_all_test_sets(sets):
    found = test_sets.compare_test_sets("wmt:en-de", sets / "good", sets / "bad")
    assert found.no_words == ""
    alone = test_sets.compare_test_sets("wmt:en-de", sets / "good", sets / "bad", test_sets=["wmt24"])
    # Too few hits are in one test set, and enough in both.
    assert (alone.at_words, alone.no_words) == (None, "no phenomenon of the family has hits enough")
    assert found.at_words
    assert all(row["n"] >= 30 and row["match_new"] < row["match_old"] for row in found.at_words)
    assert found.tables["word_pairs"].to_pylist() == found.at_words
    assert "words of all test sets together" in str(found)


def test_the_commands_print_tables_and_end_with_a_status_for_ci(sets, call):
    status, said, _ = call("score wmt:en-de --outputs good --tables tables -o table.csv")
    assert status == 0
    assert re.search(r"wmt24 +72 +\d+\.\d +1 of 3 +2\n", said)
    assert "good beyond human translations\n" in said
    rows = [*csv.DictReader((sets / "table.csv").open())]
    assert {row["question"] for row in rows} == {"systems", "humans"}
    assert {row["metric"] for row in rows} == {"chrf"}
    assert sorted(file.name for file in (sets / "tables").glob("*.csv")) == [
        "in_test_sets.csv",
        "over_test_sets.csv",
        "test_set_scores.csv",
    ]
    assert call("compare wmt:en-de bad good --fail-if-worse -o pair.csv")[0] == 0
    status, _, complaint = call("compare wmt:en-de good lost --fail-if-worse")
    assert status == 3
    assert "lost is significantly worse than good on particle_verb" in complaint
    status, said, _ = call("compare wmt:en-de good bad --test-sets wmt24 --json")
    assert status == 0
    assert {row["test_sets"] for row in json.loads(said)} == {1}


def test_what_is_to_be_translated_is_one_file_and_its_translation_is_taken_apart(sets, call):
    assert call("score wmt:en-de --echo")[1].splitlines() == [*OLD, *SOURCE]
    write(sets / "all.de", lines([*OLD_GOOD, *GOOD]))
    whole = test_sets.score_test_sets("wmt:en-de", sets / "all.de")
    parts = test_sets.score_test_sets("wmt:en-de", sets / "good")
    assert whole.rows == parts.rows
    write(sets / "short.de", lines(GOOD[1:]))
    with pytest.raises(InputError, match=r"short\.de: has 71 lines, but the 1 test sets have 72"):
        test_sets.score_test_sets("wmt:en-de", sets / "short.de", test_sets=["wmt24"])


def test_an_output_may_have_the_line_that_is_no_segment(sets):
    write(sets / "good/wmt24.en-de.txt", lines([CANARY, *GOOD]))
    found = test_sets.score_test_sets("wmt:en-de", sets / "good", test_sets=["wmt24"])
    assert [row["n"] for row in found.scores] == [72]


@pytest.mark.usefixtures("sets")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("score wmt:en-fr --outputs good", "unknown pair of ready-made sets 'en-fr'"),
        ("compare wmt:en-de good bad -o page.html", "a page is of one set or run"),
        ("compare wmt:zh-en good bad", "challenge-sets run --from wmt22:FOLDER#zh-en -o NAME"),
        ("score wmt:en-de", "wmt:en-de needs one place with outputs"),
        ("score wmt:en-de good", "wmt:en-de needs one place with outputs"),
        ("score wmt:en-de --outputs good --test-sets wmt20", "unknown test set 'wmt20'"),
        ("score wmt:en-de --outputs good --reference x", "--reference cannot be combined with several sets"),
        (
            "score wmt:en-de --outputs good --statistics block=3",
            "--statistics block cannot be combined with several sets",
        ),
        ("score --outputs good", "--outputs only works with several sets"),
        ("score wmt:en-de --outputs cache", "no test set has an output"),
        ("compare wmt:en-de good", "wmt:en-de needs two places with outputs"),
        ("compare wmt24:en-de good/wmt24.en-de.txt bad/wmt24.en-de.txt --test-sets wmt24", "--test-sets only works"),
    ],
)
def test_what_does_not_go_together_is_said(refuses, line, words):
    refuses(line, words)


def test_without_its_text_a_test_set_can_be_left_out(sets, monkeypatch):
    def fail(place, **_):
        if "wmt19" in place.text:
            raise InputError("no network", remedy="wait")

    monkeypatch.setattr(ready_made_sets, "check_place", fail)
    with pytest.raises(InputError, match="the source of wmt19:en-de is not here") as caught:
        test_sets.score_test_sets("wmt:en-de", sets / "good")
    assert caught.value.remedy.endswith("--echo src; or leave the test set out: --test-sets")
    assert test_sets.score_test_sets("wmt:en-de", sets / "good", test_sets=["wmt24"]).scores


def test_two_outputs_of_one_test_set_and_one_in_another_language_are_refused(sets):
    write(sets / "good/wmt24.en-de.de", lines(GOOD))
    with pytest.raises(InputError, match="two outputs for wmt24:en-de"):
        test_sets.score_test_sets("wmt:en-de", sets / "good")
    (sets / "good/wmt24.en-de.de").unlink()
    write(sets / "good/wmt24.en-de.txt", lines(SOURCE))
    with pytest.raises(InputError, match="wmt24-en-de"):
        test_sets.score_test_sets("wmt:en-de", sets / "good")


def test_a_system_has_the_whole_name_of_its_folder_and_other_files_are_named(sets, caplog):
    (sets / "good").rename(sets / "gpt-4.1")

    found = test_sets.score_test_sets("wmt:en-de", sets / "gpt-4.1")
    assert {row["system"] for row in found.scores} == {"gpt-4.1"}
    assert "notes.txt: left out, since no test set here has that name" in caplog.text


def test_an_output_that_is_shifted_is_named(sets, caplog):
    (file,) = list((sets / "good").glob("wmt24*"))[:1]
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("".join(f"{line}\n" for line in [*lines[1:], lines[0]]), encoding="utf-8")
    test_sets.score_test_sets("wmt:en-de", sets / "good")
    assert "shifted: systems/wmt24-en-de" in caplog.text
