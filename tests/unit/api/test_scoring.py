"""`score` and `compare` from Python: the numbers of the commands, for files, lists, published sets and results."""

import shutil

import pytest

import extractors as cs
from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.pair import PAIR
from extractors.formats.scores import SCORES
from extractors.formats.testset_scores import INPUT_AUDIT
from tests.builders import small_results
from tests.builders.rows import table_of

QUICK = {"resamples": 20, "trials": 20}
OPTIONS = ("--statistics", "resamples=20", "--statistics", "trials=20")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("scoring"), accuracy=False)


@pytest.fixture(scope="module")
def place(results):
    """The folder of the texts."""
    return results.parent.parent


@pytest.fixture(scope="module")
def published(results, place):
    command = ["dataset", "publish", str(results), "--licence", "cc0-1.0", "--attribution", "Us"]
    assert cli.main([*command, "-o", str(place / "set")]) == 0
    return place / "set"


@pytest.fixture
def files(results, place):
    made = {name: results / f"{name}.parquet" for name in ("sets", "controls", "covariates")}
    return cs.SetFiles(references=place / "reference.en", **made)


def test_a_published_set_gives_the_tables_of_the_command(published, place, tmp_path, capsys):
    scored = cs.score(published, place / "weak.en", statistics=QUICK)
    written = ("-o", str(tmp_path / "s.parquet"), "--tables", str(tmp_path))
    assert cli.main(["score", str(published), str(place / "weak.en"), *OPTIONS, *written]) == 0
    assert capsys.readouterr().out == str(scored)
    assert scored.table("scores").to_pylist() == tables.read(SCORES, tmp_path / "s.parquet").to_pylist()
    assert scored.table("findings").to_pylist() == tables.read(FINDINGS, tmp_path / "findings.parquet").to_pylist()
    assert set(scored.scores["system"]) == {"weak"}
    assert len(scored.findings) == len(scored.table("findings"))


def test_segments_in_memory_score_as_the_file_of_them(files, place):
    lines = (place / "weak.en").read_text(encoding="utf-8").splitlines()
    by_file, by_list = (
        cs.score(files, {"weak": output}, metrics=["chrf"], statistics=QUICK) for output in (place / "weak.en", lines)
    )
    assert by_file.table("scores").equals(by_list.table("scores"))
    assert by_list.frame("corpus_scores")["metric"].tolist() == ["chrf"]
    only = cs.score(cs.SetFiles(references={"A": lines}), {"same": lines}, options={"bleu.tokenize": "intl"})
    assert only.names == ["corpus_scores"]
    (bleu,) = [row for row in only.table("corpus_scores").to_pylist() if row["metric"] == "bleu"]
    assert (bleu["score"], "tok:intl" in bleu["signature"]) == (pytest.approx(100), True)


@pytest.fixture
def lost(place, tmp_path):
    """The weak output, good where the source has no particle verb."""
    good, weak = ((place / f"{name}.en").read_text(encoding="utf-8").splitlines() for name in ("good", "weak"))
    lines = [one if number % 3 == 2 else other for number, (one, other) in enumerate(zip(good, weak, strict=True))]
    (tmp_path / "lost.en").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path / "lost.en"


def test_two_outputs_compare_as_by_the_command(published, place, lost, tmp_path, capsys):
    old, new = str(place / "good.en"), str(lost)
    compared = cs.compare(published, old, new, metric="chrf", statistics=QUICK)
    command = ["compare", str(published), old, new, "--metric", "chrf", *OPTIONS]
    assert cli.main([*command, "-o", str(tmp_path / "p.parquet"), "--fail-if-worse"]) == 3
    said = capsys.readouterr()
    assert said.out == str(compared)
    assert f"{compared.gate} (--fail-if-worse)" in said.err
    assert compared.table.to_pylist() == tables.read(PAIR, tmp_path / "p.parquet").to_pylist()
    assert compared.failures == {"particle_verb": "at the words: 20 of 40 hits lost, 0 won"}
    assert compared.verdict == "lost: no set is tested.", "it is two thirds of the corpus"
    assert len(compared.frame) == len(compared.table) > 0
    assert cs.compare(published, new, old, statistics=QUICK).pair.metric == "chrf"


def test_a_set_of_a_run_without_links_is_compared_by_its_scores(results, place, lost, tmp_path):
    folder = tmp_path / "parties"
    shutil.copytree(results, folder, ignore=shutil.ignore_patterns("alignment.parquet"))
    command = ["dataset", "publish", str(folder), "--licence", "cc0-1.0", "--attribution", "Us"]
    assert cli.main([*command, "-o", str(tmp_path / "set")]) == 0
    compared = cs.compare(tmp_path / "set", place / "good.en", lost, metric="chrf", statistics=QUICK)
    assert compared.at_words is None
    assert compared.no_words.startswith("the set has no control words (published again, from a run")
    said = " ".join(str(compared).split())
    assert f"2. The phenomenon at the words: not looked at: {compared.no_words}" in said


def test_two_systems_of_results_compare_as_by_the_command(results, capsys):
    compared = cs.compare(cs.Results(results), "good", "weak", metric="chrf")
    assert cli.main(["compare", str(results), "good", "weak", "--metric", "chrf"]) == 0
    assert capsys.readouterr().out == str(compared)


def test_artefacts_of_a_run_are_named_before_results_on_phenomena(results, tmp_path, caplog):
    copy = shutil.copytree(results, tmp_path / "results")
    row = {"text": "systems/weak", "finding": "copied_source", "segments": 2, "share": 0.1, "of": "", "first": [1, 2]}
    tables.write(table_of(INPUT_AUDIT, [row]), copy / INPUT_AUDIT.file)
    cs.compare(cs.Results(copy), "good", "weak", metric="chrf")
    assert "weak has no translation, or a damaged one, in 2 segments" in caplog.text
    assert "good has" not in caplog.text


def test_two_lists_have_the_names_old_and_new(files, place):
    good, weak = ((place / f"{name}.en").read_text(encoding="utf-8").splitlines() for name in ("good", "weak"))
    compared = cs.compare(files, good, weak, metric="chrf", statistics=QUICK, fail_on=["whole"])
    assert (compared.pair.old, compared.pair.new) == ("old", "new")
    assert compared.worse > 0


def test_refusals_are_named_before_results_on_phenomena(files, place, caplog):
    old = (place / "good.en").read_text(encoding="utf-8").splitlines()
    refusal = "I'm sorry, but this sentence I cannot translate."
    new = [refusal if number % 6 == 0 else line for number, line in enumerate(old)]
    cs.compare(files, old, new, metric="chrf", statistics=QUICK)
    count = len(old[::6])
    assert f"systems/new: {count} of {len(old)} lines have {refusal!r}" in caplog.text
    assert "unlike others" not in caplog.text
    assert "systems/old" not in caplog.text


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"metrics": ["chff"]}, "did you mean 'chrf'"),
        ({"metric": "ter"}, "unknown metric 'ter'"),
        ({"statistics": {"resample": 3}}, "did you mean 'resamples'"),
        ({"options": {"chrf.word_ordr": 2}}, "word_order"),
    ],
)
def test_what_cannot_be_used_is_an_input_error(files, given, words):
    with pytest.raises(InputError, match=words):
        cs.score(files, {"same": ["a"] * 60}, **given).table("corpus_scores")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"mine": [["a"], ["b"]]}, "mine: segment 0 must be a text, got list"),
        ({"mine": ["a", None]}, "mine: segment 1 must be a text, got NoneType"),
        (7, "output: expected a file or a list of texts, got int"),
        ({"mine": b"ab"}, "mine: expected a file or a list of texts, got bytes"),
    ],
)
def test_a_wrong_shape_is_an_input_error_of_one_line(given, words):
    with pytest.raises(InputError) as caught:
        cs.score(cs.SetFiles(references={"A": ["a", "b"]}), given)
    assert caught.value.problem == words
    assert len(str(caught.value)) < 200


def test_a_list_or_a_generator_of_segments_is_an_output():
    references = cs.SetFiles(references={"A": ["She left.", "He stayed."]})
    for given in (["She left.", "He stays."], (text for text in ("She left.", "He stays."))):
        (row,) = cs.score(references, given, metrics=["chrf"]).table("corpus_scores").to_pylist()
        assert row["system"] == "output"


def test_a_table_that_is_not_there_is_refused(files):
    with pytest.raises(InputError, match="did you mean 'findings'"):
        cs.score(files, {"same": ["a"]}).table("finding")
