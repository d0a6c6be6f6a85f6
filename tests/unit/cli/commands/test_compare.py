"""`challenge-sets compare`, on outputs that the tests make and on the results of a small run."""

import base64
import gzip
import json
import re

import pytest

from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.pair import PAIR
from extractors.formats.scores import SYSTEM_COMPARISONS
from extractors.formats.sets import SETS
from tests.builders import small_results
from tests.builders.whole import drawn_controls

STATUS_WORSE = 3
"""The status that users of continuous integration rely on."""
MORE = small_results.plain(90)
"""Segments without a phenomenon: sets of more than half of a corpus are not tested."""
QUICK = ("--statistics", "resamples=60", "--statistics", "trials=20")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The results of the small corpus, in the folder of its texts, with controls of all its segments."""
    results = small_results.make(tmp_path_factory.mktemp("compare"), more=MORE)
    values = values_of(tables.read(COVARIATES, results / "covariates.parquet"))
    drawn = drawn_controls(
        tables.read(SETS, results / "sets.parquet"), values, ControlSettings(tolerance=3, pool="corpus")
    )
    tables.write(drawn, results / "controls.parquet")
    return results.parent.parent


@pytest.fixture
def compare(folder, call, monkeypatch):
    """A function that compares two outputs on the sets of the small corpus: status, output and complaints."""
    monkeypatch.chdir(folder)
    files = ("--reference", "reference.en", "--sets", "results/small/sets.parquet")
    tables_of_run = (f"--{name}=results/small/{name}.parquet" for name in ("controls", "covariates"))
    controls = (*tables_of_run, *QUICK)

    def run(*arguments, given=(*files, *controls)):
        return call("compare", *arguments, *given)

    run.files = files
    return run


def flat(said):
    """What is printed, as if its lines had no end."""
    return " ".join(said.split())


def outputs(folder, name, *, particle=None, other=None):
    """An output like the reference, with a word put for the last one where there is a particle verb, and elsewhere."""
    lines = []
    for segment in [*small_results.ordinary(), *MORE]:
        word = particle if "/P" in segment.source else other
        lines.append(f"{segment.english.rpartition(' ')[0]} {word}" if word else segment.english)
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path.relative_to(folder)


def test_equal_outputs_do_not_fail(compare, folder):
    old, new = outputs(folder, "old/out.en"), outputs(folder, "new/out.en")
    status, said, _ = compare(old, new, "--fail-if-worse", "--metric", "chrf")
    assert status == 0
    assert "new: worse on nothing; better on nothing; no significant difference on" in flat(said)


@pytest.mark.parametrize("metric", ["chrf", "ter"])
def test_a_loss_on_one_phenomenon_fails_and_is_named(compare, folder, metric):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", particle="xx yy zz")
    status, said, complaint = compare(old, new, "--fail-if-worse", "--metric", metric, "-o", "pair.csv")
    assert status == STATUS_WORSE
    assert "FAIL (1): new is worse than old on particle_verb" in complaint
    last = flat(said).rpartition(" new: ")[2]
    assert last.startswith("worse on particle_verb")
    assert "more than elsewhere; better on nothing" in last.replace("), ", "; ").replace("); ", "; ")
    rows = tables.read(PAIR, folder / "pair.csv").to_pylist()
    whole = next(row for row in rows if (row["phenomenon"], row["minimum_distance"]) == ("particle_verb", 0))
    assert whole["finding"] == "worse"
    assert whole["difference"] == pytest.approx(whole["score_new"] - whole["score_old"])
    assert (whole["difference"] > 0) == (metric == "ter")
    assert all(row["p_bh"] is None and row["test"] is None for row in rows if row["n"] < 30)


@pytest.mark.parametrize("loss", [True, False])
def test_a_loss_without_the_option_or_a_gain_with_it_is_said_and_does_not_fail(compare, folder, loss):
    worse, better = outputs(folder, "worse.en", particle="xx yy zz"), outputs(folder, "better.en")
    pair = (better, worse) if loss else (worse, better, "--fail-if-worse")
    status, said, complaint = compare(*pair)
    assert status == 0
    assert "FAIL" not in complaint
    assert ("worse on particle_verb" if loss else "worse on nothing; better on particle_verb") in flat(said)


def test_a_loss_everywhere_is_no_loss_of_the_phenomenon_more_than_elsewhere(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", particle="xx", other="xx")
    status, said, _ = compare(old, new, "--fail-if-worse")
    assert status == STATUS_WORSE
    assert "more than elsewhere" not in flat(said).rpartition("FAIL")[2]


def test_without_controls_there_is_no_interaction(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", particle="xx yy zz")
    status, said, _ = compare(old, new, "-o", "pair.csv", given=(*compare.files, *QUICK))
    assert status == 0
    assert "elsewhere   p (BH)" not in said
    assert all(row["interaction"] is None for row in tables.read(PAIR, folder / "pair.csv").to_pylist())


def test_two_systems_of_a_run_either_way(compare, folder):
    def rows(*names):
        status, _, _ = compare("results/small", *names, "-o", "pair.csv", given=())
        assert status == 0
        return tables.read(PAIR, folder / "pair.csv").to_pylist()

    there, back = rows("good", "weak"), rows("weak", "good")
    found = tables.read(SYSTEM_COMPARISONS, folder / "results/small/system_comparisons.parquet").to_pylist()
    of_run = [row for row in found if row["metric"] == "chrf"]
    assert len(of_run) == len(there) == len(back)
    for row, mirrored, original in zip(there, back, of_run, strict=True):
        assert row["difference"] == -mirrored["difference"] == -original["difference"]
        assert row["interaction_low"] == -mirrored["interaction_high"]
        assert row["p_bh"] == mirrored["p_bh"]
        assert {row["finding"], mirrored["finding"]} in ({None}, {"worse", "better"})
    status, _, _ = compare("results/small", "good", "weak", "--fail-if-worse", given=())
    assert status == STATUS_WORSE


def test_scores_that_are_brought(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en")
    there = ["/P" in segment.source for segment in [*small_results.ordinary(), *MORE]]
    lines = [f"{n % 7 / 7}\t{n % 5 / 5 - (1 if verb else 0)}" for n, verb in enumerate(there)]
    (folder / "human.tsv").write_text("old\tnew\n" + "".join(f"{line}\n" for line in lines))
    status, said, _ = compare(old, new, "--segment-scores", "human.tsv", "--metric", "human", "--fail-if-worse")
    assert status == STATUS_WORSE
    assert "3. The phenomenon by human of its sentences" in said


def test_a_loss_everywhere_fails_with_the_whole_corpus(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", other="xx yy zz")
    status, said, _ = compare(old, new, "--fail-if-worse")
    assert status == 0
    assert "PASS" in said
    status, said, complaint = compare(old, new, "--fail-on", "whole")
    assert status == STATUS_WORSE
    assert "FAIL (1): new is worse than old on the whole corpus (-" in flat(said)
    assert "(--fail-on whole)" in complaint
    whole = next(line for line in said.splitlines() if line.startswith("chrF"))
    assert re.search(r"^chrF2 +120 .* -\d+\.\d\* +\[-\d+\.\d, -\d+\.\d\] +<0\.001 +worse$", whole)


def test_the_family_is_named_or_the_headline_and_what_has_many_hits(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", particle="xx yy zz")
    _, said, _ = compare(old, new, "-o", "pair.csv")
    assert "family: 2 phenomena, fixed before the outputs are read" in said
    _, said, _ = compare(old, new, "-o", "pair.csv", "--phenomena", "reflexive", "--fail-if-worse")
    assert "1 phenomenon outside the family" in said
    assert "family: 1 phenomenon" in said
    rows = tables.read(PAIR, folder / "pair.csv").to_pylist()
    of_verbs = [row for row in rows if row["phenomenon"] == "particle_verb"]
    assert {row["status"] for row in of_verbs} == {"outside the family"}
    assert all(row["p_bh"] is None and row["p"] is not None for row in of_verbs if row["n"] >= 30)


def test_several_references_stand_behind_one_option(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en")
    (folder / "other.en").write_bytes((folder / "reference.en").read_bytes())
    sets = ("--sets", "results/small/sets.parquet", *QUICK)
    status, _, _ = compare(old, new, "--reference", "A=reference.en", "B=other.en", *sets, "-o", "two.csv", given=())
    assert status == 0
    assert "nrefs:2" in tables.read(PAIR, folder / "two.csv").to_pylist()[0]["signature"]


def test_the_text_has_three_parts_no_wider_than_a_terminal_and_says_how_many_hits_were_lost(compare):
    status, said, _ = compare("results/small", "good", "weak", "--fail-if-worse", given=())
    assert status == STATUS_WORSE
    assert [line[:2] for line in said.splitlines() if line[:3] in ("1. ", "2. ", "3. ")] == ["1.", "2.", "3."]
    assert max(map(len, said.splitlines())) <= 100
    assert "particle_verb (more than elsewhere: 20 of 40 hits lost, 0 won)" in flat(said)


@pytest.mark.parametrize("is_run", [True, False])
def test_a_page_has_the_verdict_and_all_that_its_scripts_show(compare, folder, is_run):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", particle="xx yy zz")
    pair = ("results/small", "good", "weak") if is_run else (old, new)
    how = {"given": ()} if is_run else {}
    status, _, _ = compare(*pair, "--fail-if-worse", "-o", "page.html", **how)
    assert status == STATUS_WORSE
    page = (folder / "page.html").read_text(encoding="utf-8")
    assert "particle_verb (more than elsewhere" in page
    packed = re.search(r'id="data-pair">([^<]+)<', page)[1]
    data = json.loads(gzip.decompress(base64.b64decode(packed)))
    assert data["hits"]["measured"] == is_run
    assert data["hits"]["groups"][0]["phenomenon"] == "particle_verb"
    assert data["hits"]["groups"][0]["lost"]
    assert len(data["differences"]) == 10
    assert data["whole"]["finding"] == "worse"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["old.en"], "give the older and the newer output"),
        (["old.en", "new.en", "--metric", "blue"], "did you mean 'bleu'"),
        (["results/small", "good", "week"], "did you mean 'weak'"),
        (["results/small", "good", "weak", "--metric", "bleu"], "known: chrf, ter"),
        (
            ["results/small", "good", "weak", "--statistics", "seed=4"],
            "--statistics seed cannot be combined",
        ),
        (["results/small", "good"], "expected two systems or outputs after the run"),
        (["results/small", "good", "weak", "--phenomena", "reflexiv"], "did you mean 'reflexive'"),
        (["results", "good", "weak"], "no results in the folder"),
        (["old.en", "new.en", "--reference", "reference.en"], "give --sets FILE"),
        (["old.en", "new.en"], "no reference"),
        (["--reference", "reference.en", "old.en", "new.en"], "before --reference"),
        (["results/small", "good", "weak", "-o", "page.txt"], "name a page NAME.html, or a table"),
    ],
)
def test_faults_are_words_and_a_status(compare, folder, arguments, words):
    outputs(folder, "old.en"), outputs(folder, "new.en")
    given = compare.files if "blue" in arguments else ()
    status, _, error = compare(*arguments, "--fail-if-worse", given=given)
    assert status == 1
    assert words in error
    assert "remedy" in error
