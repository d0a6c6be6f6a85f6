import json
from pathlib import Path

import numpy as np
import pytest

from challenge_sets_lab.atlas.atlas_pooling import (
    Study,
    atlas_rows,
    effect_row,
    moderator_rows,
    study_of_means,
    system_rows,
)
from challenge_sets_lab.atlas.atlas_tables import ATLAS_EFFECTS
from extractors.__main__ import main
from extractors.formats import tables
from extractors.formats.effects import EFFECTS
from extractors.formats.findings import FINDINGS
from extractors.scoring.atlas_effects import AtlasCorpus, AtlasEffect, LoadedCorpus, SharedTexts
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders import small_results


def corpus(name="a", *, target="de", year=None):
    names = {"name": name, "source_language": "en", "target_language": target}
    return AtlasCorpus(**names, folder=Path(name), systems=("x", "y"), metrics={}, year=year)


def effect(differences, influences, *, of=None, source="a", scale=2.0, n=40):
    influences = np.array(influences, dtype=float)
    return AtlasEffect(
        corpus=of or corpus(),
        source=source,
        phenomenon="negation",
        distance=0,
        metric="chrf",
        systems=["x", "y"][: len(differences)],
        n=n,
        differences=np.array(differences, dtype=float),
        scale=scale,
        clusters=np.arange(len(influences)),
        influences=influences,
        units=len(influences),
    )


# Of twelve documents: a test needs ten.
NOISE = np.tile([[0.2, 0.1], [-0.3, 0.1], [0.1, -0.2]], (4, 1)) / 2


def test_documents_and_segments_that_corpora_share_have_one_number():
    texts = SharedTexts()
    first, source = texts.number("a", ["One two.", "Three!", "Four"], np.array([0, 0, 1]))
    assert (first.tolist(), source) == ([0, 0, 1], "a")
    # Other marks, and other borders of segments.
    second, source = texts.number("b", ["One two. Three?", "four", "Five"], np.array([3, 4, 4]))
    assert (second.tolist(), source) == ([0, 1, 1], "a")
    third, source = texts.number("c", ["Six", "Seven", "Three", "Eight"], np.array([0, 1, 2, 3]))
    assert (third.tolist(), source) == ([2, 3, 0, 4], "c")


def test_corpora_of_the_same_texts_share_their_noise():
    one = effect([-1.0, -3.0], NOISE)
    alone, twice = study_of_means([one]), study_of_means([one, one])
    assert alone.value == pytest.approx(-1.0)
    assert twice.error == pytest.approx(alone.error)
    opposite = study_of_means([one, effect([-1.0, -3.0], -NOISE)])
    assert opposite.error == pytest.approx(0.0)
    assert effect_row(one)["standard_error"] == pytest.approx(alone.error)
    assert (effect_row(one)["effect"], effect_row(one)["difference"]) == pytest.approx((-1.0, -2.0))


def test_test_sets_are_pooled_and_corpora_of_one_are_averaged_first():
    apart = [effect([d, d], NOISE, source=s, of=corpus(s)) for s, d in (("a", -2.0), ("b", -2.2), ("c", -1.8))]
    (row,) = atlas_rows([*apart, effect([-2.0, -2.0], NOISE, source="a", of=corpus("a2", target="cs"))])
    assert (row["sources"], row["corpora"], row["n"]) == (3, 4, 120)
    assert row["effect"] == pytest.approx(-1.0, abs=0.02)
    assert row["low"] < row["effect"] < row["high"] < 0
    assert row["prediction_low"] <= row["low"]
    assert row["p"] == row["p_bh"] < 0.05


def test_one_test_set_has_no_random_effects():
    (row,) = atlas_rows([effect([-2.0, -2.0], NOISE)])
    assert (row["p"], row["tau"], row["low"]) == (None, None, None)
    assert row["here_low"] < row["here"] == -1.0 < row["here_high"] < 0
    assert row["here_p"] == row["here_p_bh"] < 0.05


def test_a_system_counts_in_the_corpora_that_it_translated():
    both, one = effect([-2.0, -6.0], NOISE, source="a"), effect([-4.0], NOISE[:, :1], source="b", of=corpus("b"))
    rows = {row["system"]: row for row in system_rows([both, one])}
    assert (rows["x"]["effect"], rows["x"]["sources"], rows["x"]["n"]) == (pytest.approx(-1.5), 2, 80)
    assert (rows["y"]["effect"], rows["y"]["corpora"], rows["y"]["n"]) == (pytest.approx(-3.0), 1, 40)
    # A single system in a corpus has the interval that the corpus would have with it alone.
    (alone,) = atlas_rows([effect([-6.0], NOISE[:, 1:], source="a")])
    assert (rows["y"]["low"], rows["y"]["p"]) == pytest.approx((alone["here_low"], alone["here_p"]))
    (small, _) = system_rows([effect([-2.0, -6.0], NOISE, n=29)])
    assert small["p"] is small["p_bh"] is None


def test_fewer_than_thirty_segments_are_not_tested():
    (row,) = atlas_rows([effect([-2.0, -2.0], NOISE, source=s, of=corpus(s), n=14) for s in "ab"])
    assert (row["n"], row["p"], row["here_p"], row["here_p_bh"]) == (28, None, None, None)
    assert row["here"] == -1.0


def test_a_test_set_of_few_documents_is_in_no_mean():
    """Nine documents may agree by chance, and would outweigh test sets of hundreds."""
    large = [effect([d, d], NOISE, source=s, of=corpus(s)) for s, d in (("a", -0.2), ("b", 0.2))]
    few = effect([-9.0, -9.0], NOISE[:9] / 100, source="c", of=corpus("c"))
    assert atlas_rows([*large, few]) == atlas_rows(large)
    assert atlas_rows([few]) == system_rows([few]) == []


def test_moderators_are_years_and_targets():
    effects = [
        effect(
            [k - 3.0 + t, k - 4.0 + t],
            NOISE * (1 + t),
            source=f"s{k}",
            of=corpus(f"{k}{target}", target=target, year=2021 + k),
        )
        for k in range(4)
        for target, t in (("de", 0.0), ("cs", -0.5))
    ]
    rows = {row["moderator"]: row for row in moderator_rows(effects)}
    assert rows["year"]["effect"] == pytest.approx(0.5, abs=0.01)
    assert rows["target de"]["effect"] == pytest.approx(0.25)
    assert rows["target cs"]["effect"] == pytest.approx(-0.25)
    # The four agree to the last digit, which narrows no interval below the errors of each.
    assert rows["target de"]["high"] - rows["target de"]["low"] > 0.01
    assert rows["target de"]["here"] == pytest.approx(0.25)
    assert rows["target de"]["here_low"] < 0.25 < rows["target de"]["here_high"]
    assert rows["year"]["here"] is None


def test_the_study_counts_each_segment_once():
    assert Study([(effect([1.0], NOISE[:, :1], n=n), np.ones(1)) for n in (30, 40)]).n == 40


def test_all_answers_to_one_question_are_one_family():
    effects = [
        effect(
            [shift, shift], NOISE * (k - 2 * shift), source=f"s{k}", of=corpus(f"{k}{target}", target=target, year=k)
        )
        for k in range(4)
        for target, shift in (("de", 0.1 * k), ("cs", -1.0), ("ja", 0.2))
    ]
    rows = {row["moderator"]: row for row in moderator_rows(effects)}
    targets = [rows[f"target {language}"] for language in ("cs", "de", "ja")]
    ps = sorted(row["here_p"] for row in targets)
    # Benjamini and Hochberg: the smallest p of three, times three.
    assert min(row["here_p_bh"] for row in targets) == pytest.approx(min(3 * ps[0], 1.5 * ps[1], ps[2]))
    assert rows["year"]["p_bh"] == rows["year"]["p"]


def test_where_people_are_scored_an_effect_beyond_theirs_stands_beside_that_of_the_systems(tmp_path):
    plain = [segment._replace(source=segment.english, weak=segment.english) for segment in small_results.ordinary(90)]
    folder = small_results.make(tmp_path, more=plain, accuracy=False, humans=True)
    names = {"name": "small", "source_language": "de", "target_language": "en"}
    of = AtlasCorpus(**names, folder=folder, systems=small_results.SYSTEMS, metrics={"chrf": {}})
    loaded = LoadedCorpus.of_results(of, SharedTexts(), StatisticsSettings(cluster="segment"))
    effects = {effect.metric: effect for effect in loaded.all_effects() if effect.phenomenon == "particle_verb"}
    assert list(effects) == ["chrf", "chrf-beyond", "chrf-systems", "chrf-humans"]
    rows = tables.read(FINDINGS, folder / FINDINGS.file).to_pylist()
    (row,) = (row for row in rows if row["phenomenon"] == "particle_verb")
    beyond = effect_row(effects["chrf-beyond"])
    assert beyond["difference"] == pytest.approx(row["beyond"])
    assert beyond["effect"] == pytest.approx(row["beyond"] / effects["chrf"].scale)
    assert effect_row(effects["chrf-humans"])["difference"] == pytest.approx(row["humans"])
    # By one reference at a time, as people are; `systems` of findings is by all of them.
    assert effect_row(effects["chrf-systems"])["difference"] == pytest.approx(row["beyond"] + row["humans"])


def test_the_command_pools_the_scored_corpora_of_a_run(tmp_path):
    folder = small_results.make(tmp_path, accuracy=False)
    texts = {"source": str(tmp_path / "source.de"), "references": {"A": str(tmp_path / "reference.en")}}
    systems = {name: str(tmp_path / f"{name}.en") for name in small_results.SYSTEMS}
    corpus = {"source_language": "de", "target_language": "en", **texts, "systems": systems}
    settings = {"corpora": {folder.name: corpus}, "results": str(folder.parent), "metrics": {"chrf": {}}}
    (tmp_path / "config.yaml").write_text(json.dumps(settings | {"statistics": {"cluster": "segment"}}))
    year = f"{folder.name}=2024"
    assert main(["lab", "atlas", str(tmp_path / "config.yaml"), "--year", year, "-o", str(tmp_path / "atlas")]) == 0
    effects = tables.read(ATLAS_EFFECTS, tmp_path / "atlas" / ATLAS_EFFECTS.file).to_pylist()
    assert {(row["corpus"], row["year"]) for row in effects} == {(folder.name, 2024)}
    kept = ("minimum", "chrf")
    theirs = tables.read(EFFECTS, folder / EFFECTS.file).to_pylist()
    of = {(row["phenomenon"], row["distance_from"]): row for row in theirs if (row["kind"], row["metric"]) == kept}
    for row in effects:
        assert row["difference"] == pytest.approx(of[row["phenomenon"], row["distance"]]["difference"])
    assert (tmp_path / "atlas/atlas_moderators.csv").is_file()
