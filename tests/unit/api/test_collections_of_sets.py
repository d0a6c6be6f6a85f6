"""Published sets and finished runs: scored and compared together, as all ready-made sets of a pair are."""

import json
import shutil

import pytest

from extractors.api import scoring, test_sets
from extractors.api.run_as_set import OWN_COPY, contents_of_run
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.publish import write
from tests.builders import small_results, small_run
from tests.builders.shared_folder import shared_folder

OTHERS = (("Wir", "We"), ("Ihr", "You"), ("Otto", "Otto"), ("Der Hund", "The dog"))


def _make(place):
    """Two sets of different texts, and outputs of three systems for each."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("old", "new"):
            if name == "new":
                patch.setattr(small_run, "SUBJECTS", OTHERS)
            run = small_run.make(place / "runs" / name)
            small_run.publish(run, place / "sets" / name)
            for system in ("good", "bad", "worse"):
                (place / system).mkdir(exist_ok=True)
                shutil.copy(run / "texts" / f"{system}.txt", place / system / f"{name}.en")
    return place


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return shared_folder(tmp_path_factory, "folder-of-sets", _make)


def test_two_systems_are_compared_on_all_sets_of_a_folder(made):
    found = test_sets.compare_test_sets(str(made / "sets"), made / "good", made / "bad", check_languages=False)
    assert found.pair == "de-en"
    assert {row["test_set"] for row in found.scores} == {"new", "old"}
    pooled = {(row["question"], row["phenomenon"]): row for row in found.rows}
    row = pooled["difference", "particle_verb"]
    assert row["test_sets"] == 2
    assert row["value"] < 0
    alone = [
        test_sets.compare_test_sets(
            str(made / "sets"), made / "good", made / "bad", test_sets=[name], check_languages=False
        )
        for name in ("old", "new")
    ]
    values = [
        own["value"]
        for one in alone
        for own in one.rows
        if (own["question"], own["phenomenon"]) == ("difference", "particle_verb")
    ]
    assert min(values) <= row["value"] <= max(values)


def test_a_system_is_tested_beyond_human_translations_where_sets_have_several_references(made):
    found = test_sets.score_test_sets(str(made / "sets"), made / "worse", check_languages=False)
    assert {row["question"] for row in found.rows} == {"humans"}
    assert [row["rank"] for row in found.scores] == [None, None]


def test_lines_to_translate_are_those_of_all_sets_in_order(made):
    lines = list(test_sets.lines_to_translate(str(made / "sets")))
    assert len(lines) == 2 * 72
    assert lines[0].startswith("Wir")
    assert lines[72].startswith("Sie")


def test_the_command_takes_the_folder(made, call):
    status, said, _ = call(f"compare {made}/sets {made}/good {made}/worse --no-check-languages --fail-if-worse")
    assert status in (0, 3)
    assert "old" in said
    assert "worse minus good, on segments with the phenomenon" in said


def test_sets_of_other_pairs_or_metrics_are_refused(made, tmp_path):

    shutil.copytree(made / "sets", tmp_path / "sets")
    described = tmp_path / "sets/old/dataset.json"
    content = json.loads(described.read_text(encoding="utf-8"))
    described.write_text(json.dumps(content | {"source_language": "fr"}))
    with pytest.raises(InputError, match="old is fr-en, but new is de-en") as caught:
        test_sets.score_test_sets(str(tmp_path / "sets"), made / "good")
    assert "--test-sets" in caught.value.remedy
    described.write_text(json.dumps(content | {"metrics": {"ter": {}}, "metric": "ter"}))
    with pytest.raises(InputError, match="old is scored by ter, but new by bleu"):
        test_sets.score_test_sets(str(tmp_path / "sets"), made / "good")
    with pytest.raises(InputError, match="unknown test set 'nwe'"):
        test_sets.score_test_sets(str(made / "sets"), made / "good", test_sets=["nwe"])


OPEN = OWN_COPY.model_copy(update={"licence": "cc0-1.0", "ids_only": False})


@pytest.fixture(scope="module")
def mixed(made, tmp_path_factory):
    """The run `old` published with its texts, and the run `new`; results/old is the run `old`."""
    place = tmp_path_factory.mktemp("mixed")
    for name in ("old", "new"):
        shutil.copytree(made / "runs" / name / "results", place / "results" / name)
    write.write(contents_of_run(place / "results/old", OPEN), place / "old")
    return place / "old", place / "results/new"


def test_a_run_and_a_published_set_are_pooled_without_publishing_the_run(made, mixed, tmp_path):
    def compared(*places):
        return test_sets.compare_test_sets([*map(str, places)], made / "good", made / "bad", check_languages=False)

    found = compared(*mixed)
    assert [row["test_set"] for row in found.scores] == ["old", "old", "new", "new"]
    (row,) = [row for row in found.rows if (row["question"], row["phenomenon"]) == ("difference", "particle_verb")]
    assert row["test_sets"] == 2
    assert row["value"] < 0
    write.write(contents_of_run(mixed[1], OPEN), tmp_path / "new")
    assert compared(mixed[0], tmp_path / "new").rows == found.rows


def test_the_commands_take_several_sets(made, mixed, call):
    published, run = mixed
    status, said, _ = call(f"compare {published} {run} {made}/good {made}/worse --no-check-languages")
    assert status == 0
    assert "worse minus good, on segments with the phenomenon" in said
    status, said, _ = call(f"score {run} --outputs {made}/good --no-check-languages")
    assert status == 0
    assert "new" in said
    status, said, _ = call(
        f"compare {published} {run} {made}/good {made}/worse --no-check-languages --phenomena particle_verb"
    )
    assert status == 0
    assert "of 1 tested differ; too small: 0" in said
    assert "did you mean" in call(f"compare {published} {run} {made}/good {made}/bad --phenomena particle_verbs")[2]
    # The names are of files; without these they would be of systems of the run.
    status, said, _ = call(f"compare {run} {made}/good/new.en {made}/worse/new.en --no-check-languages")
    assert status == 0
    assert "1. The system as a whole" in said
    status, said, _ = call(f"score {published} {run} --echo")
    assert len(said.splitlines()) == 2 * 72


def test_outputs_are_scored_on_a_run_as_on_its_published_set(made, mixed):
    output = str(made / "bad/old.en")
    of_run, of_set = (
        scoring.score(place, {"bad": output}, check_languages=False)
        for place in (mixed[0].parent / "results/old", mixed[0])
    )
    for table in ("scores", "findings"):
        assert of_run.table(table).to_pylist() == of_set.table(table).to_pylist()


def test_one_test_set_does_not_count_twice(made, mixed, tmp_path, refuses):
    published, run = mixed
    refuses(f"score {published} {run.parent}/old --outputs {made}/good", "two sets are named old")
    shutil.copytree(published, tmp_path / "copy")
    (tmp_path / "good").mkdir()
    for name in ("old", "copy"):
        shutil.copy(made / "good/old.en", tmp_path / "good" / f"{name}.en")
    line = f"score {published} {tmp_path}/copy --outputs {tmp_path}/good --no-check-languages"
    refuses(line, "copy shares most of its source with old")


def test_a_place_without_sets_is_refused(made, refuses):
    assert "wmt:PAIR" in refuses(f"score {made}/good --outputs {made}/good", "has no sets")


@pytest.mark.parametrize("chosen", [[], ["nwe"]])
def test_a_choice_of_no_set_is_refused(made, chosen):
    with pytest.raises(InputError, match="no set is chosen" if not chosen else "unknown test set 'nwe'"):
        test_sets.score_test_sets(made / "sets", made / "good", test_sets=chosen)


def test_an_output_belongs_to_the_set_with_its_whole_name(made, mixed, tmp_path):
    for name, of in (("set", "old"), ("set.v2", "new")):
        shutil.copytree(mixed[1].parent / of, tmp_path / "results" / name)
    (tmp_path / "good").mkdir()
    shutil.copy(made / "good/new.en", tmp_path / "good/set.v2.en")
    runs = [tmp_path / "results/set", tmp_path / "results/set.v2"]
    found = test_sets.score_test_sets(runs, tmp_path / "good", check_languages=False)
    assert [(row["test_set"], row["references"]) for row in found.scores] == [("set.v2", 2)]


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """A run that scored the systems good and weak."""
    return shared_folder(tmp_path_factory, "scored-run", small_results.make) / "results" / small_results.CORPUS


def outputs_of(run, place):
    """The outputs of a run's systems as files."""
    for system in ("good", "weak"):
        lines = tables.read(HYPOTHESES, run / "systems" / f"{system}.parquet").column("hypothesis").to_pylist()
        (place / f"{system}.en").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_a_run_is_meant_although_it_has_a_published_set_in_it(scored, tmp_path, call):
    run = tmp_path / "small"
    shutil.copytree(scored, run)
    write.write(contents_of_run(run, OPEN), run / "dataset")
    status, said, _ = call(f"compare {run} good weak")
    assert status == 0
    assert "old: good, new: weak" in said
    outputs_of(run, tmp_path)
    status, said, _ = call(f"score {run} {tmp_path}/weak.en --metrics bleu")
    assert status == 0


def test_names_are_of_systems_before_they_are_of_files(scored, tmp_path, call, monkeypatch, caplog):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good").mkdir()
    status, said, _ = call(f"compare {scored} good weak")
    assert status == 0
    assert "old: good, new: weak" in said
    assert "good is taken for the system of the run; for the file of this name write ./good" in caplog.text
    outputs_of(scored, tmp_path)
    status, said, _ = call(f"compare {scored} a=good.en b=weak.en --no-check-languages")
    assert status == 0
    assert "old: a, new: b" in said
    shutil.rmtree("good")
    status, said, _ = call(f"compare {scored} good b=weak.en --no-check-languages")
    assert status == 0
    assert "old: good, new: b" in said


def test_a_run_keeps_the_name_by_which_its_config_knows_it(scored, tmp_path):
    shutil.copytree(scored, tmp_path / "re named (1)")
    described = contents_of_run(tmp_path / "re named (1)", OPEN).description
    assert described.name == "small"


def test_a_run_that_scored_nothing_is_known_by_its_config(mixed, tmp_path, caplog):
    run = tmp_path / "renamed"
    shutil.copytree(mixed[1], run)
    record = {"config": {"metrics": {"bleu": {}}}, "folder": str(tmp_path), "results": "results/extracted"}
    jsonfile.write_checked(record, run / "config.json")
    described = contents_of_run(run, OPEN).description
    assert (described.name, described.metric) == ("extracted", "bleu")
    assert "no manifest.json" not in caplog.text


def test_outputs_on_a_run_are_scored_as_their_language_needs(scored, tmp_path):
    shutil.copytree(scored, tmp_path / "small")
    path = tmp_path / "small" / SEGMENTS.file
    tables.write(tables.with_metadata(tables.read(SEGMENTS, path), target_language="zh"), path)
    described = contents_of_run(tmp_path / "small", OPEN).description
    assert described.metrics["ter"] == {"normalized": True, "asian_support": True}


def test_outputs_are_scored_although_definitions_were_edited_since(scored, tmp_path, caplog):
    run = tmp_path / "small"
    shutil.copytree(scored, run)
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"] = dict.fromkeys(manifest["files"], "0" * 64)
    jsonfile.write_checked({key: value for key, value in manifest.items() if key != "sha256"}, run / "manifest.json")
    outputs_of(run, tmp_path)
    scoring.score(run, str(tmp_path / "weak.en"), metrics=["bleu"], check_languages=False)
    assert "labels are taken from" in caplog.text
    with pytest.raises(InputError, match="is not the file that the run used"):
        contents_of_run(run, OPEN)
