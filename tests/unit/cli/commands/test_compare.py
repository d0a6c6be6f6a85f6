"""`challenge-sets compare`, on outputs that the tests make and on the results of a small run."""

import pytest

from extractors.formats import tables
from extractors.formats.pair import PAIR
from extractors.formats.scores import SYSTEM_COMPARISONS
from tests.builders import small_results

STATUS_WORSE = 3
"""The status that users of continuous integration rely on."""
QUICK = ("--statistics", "resamples=60", "--statistics", "trials=20")
SEGMENTS = [*small_results.ordinary(), *small_results.plain(57)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The results of the small corpus, in the folder of its texts, with as many other segments."""
    results = small_results.make(
        tmp_path_factory.mktemp("compare"), more=SEGMENTS[len(small_results.ordinary()) :], accuracy=False
    )
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


def outputs(folder, name, *, particle=None, other=None):
    """An output like the reference, with a word put for the last one where there is a particle verb, and elsewhere."""
    lines = []
    for segment in SEGMENTS:
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
    *_, verdict, gate = said.splitlines()
    assert verdict.startswith("new: worse on nothing; better on nothing; no significant difference on")
    assert gate.startswith("PASS by sentence scores alone: the words of hits are not known here")


@pytest.mark.parametrize("metric", ["chrf", "ter"])
def test_a_loss_on_one_phenomenon_fails_and_is_named(compare, folder, metric):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", particle="xx yy zz")
    status, said, complaint = compare(old, new, "--fail-if-worse", "--metric", metric, "--csv", "pair.csv")
    assert status == STATUS_WORSE
    gate = "FAIL: new is worse than old on particle_verb (more than elsewhere)"
    assert complaint == f"{gate} (--fail-if-worse)\n"
    assert said.splitlines()[-1] == gate
    verdict = said.splitlines()[-2]
    assert verdict.startswith("new: worse on particle_verb")
    assert "more than elsewhere" in verdict
    assert "better on nothing" in verdict
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
    assert (status, complaint) == (0, "")
    assert ("worse on particle_verb" if loss else "worse on nothing; better on particle_verb") in said


def test_a_loss_everywhere_is_no_loss_of_the_phenomenon_more_than_elsewhere(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", particle="xx", other="xx")
    status, said, complaint = compare(old, new, "--fail-if-worse")
    assert (status, complaint) == (0, "")
    *_, verdict, gate = said.splitlines()
    assert verdict.startswith("new: worse on particle_verb")
    assert "more than elsewhere" not in verdict
    assert gate.startswith("PASS")


def test_without_controls_there_is_no_interaction(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en", particle="xx yy zz")
    status, said, _ = compare(old, new, "--csv", "pair.csv", given=(*compare.files, *QUICK))
    assert status == 0
    assert "than elsewhere" not in said
    assert all(row["interaction"] is None for row in tables.read(PAIR, folder / "pair.csv").to_pylist())


def test_two_systems_of_a_run_either_way(compare, folder):
    def rows(*names):
        status, _, _ = compare("--results", "results/small", *names, "--csv", "pair.csv", given=())
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
    status, said, _ = compare("--results", "results/small", "good", "weak", "--fail-if-worse", given=())
    assert status == 0, "weak is not worse on a set more than elsewhere"
    assert said.splitlines()[-1].startswith("PASS by sentence scores alone: the words of hits are not known here")


def test_scores_that_are_brought(compare, folder):
    old, new = outputs(folder, "old.en"), outputs(folder, "new.en")
    there = ["/P" in segment.source for segment in SEGMENTS]
    lines = [f"{n % 7 / 7}\t{n % 5 / 5 - (1 if verb else 0)}" for n, verb in enumerate(there)]
    (folder / "human.tsv").write_text("old\tnew\n" + "".join(f"{line}\n" for line in lines))
    status, said, _ = compare(old, new, "--segment-scores", "human.tsv", "--metric", "human", "--fail-if-worse")
    assert status == STATUS_WORSE
    assert "human on the whole corpus" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["old.en"], "give the older and the newer output"),
        (["old.en", "new.en", "--metric", "blue"], "did you mean 'bleu'"),
        (["--results", "results/small", "good", "week"], "did you mean 'weak'"),
        (["--results", "results/small", "good", "weak", "--metric", "bleu"], "known: chrf, ter"),
        (
            ["--results", "results/small", "good", "weak", "--statistics", "seed=4"],
            "--statistics seed cannot be combined",
        ),
        (["--results", "results/small", "good"], "not two systems"),
        (["--results", "results", "good", "weak"], "no results in the folder"),
        (["old.en", "new.en", "--reference", "reference.en"], "give --sets FILE"),
        (["old.en", "new.en"], "no reference"),
    ],
)
def test_faults_are_words_and_a_status(compare, folder, arguments, words):
    outputs(folder, "old.en"), outputs(folder, "new.en")
    given = compare.files if "blue" in arguments else ()
    status, _, error = compare(*arguments, "--fail-if-worse", given=given)
    assert status == 1
    assert words in error
    assert "remedy" in error


def test_the_command_line_has_a_status_of_its_own(compare):
    with pytest.raises(SystemExit) as stopped:
        compare("old.en", "new.en", "--no-such-option", given=())
    assert stopped.value.code == 2
