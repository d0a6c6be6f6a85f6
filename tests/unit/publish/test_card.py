"""The marked example of a card, its titles of metrics, and the baseline."""

import re

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.core.escapes import markdown
from extractors.core.files import read_text
from extractors.formats import tables
from extractors.formats.effects import PHENOMENON_EFFECTS
from extractors.formats.scores import CORPUS_SCORES
from extractors.publish import baseline, card, description, layout
from tests.builders.effect_rows import corpus_score, effect


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=3))
def test_bold_words_change_nothing_else(text, spans):
    shown = card.in_bold(text, spans)
    assert shown.count("<b>") == shown.count("</b>")
    assert "\n" not in shown
    assert not re.search(r"<(?!/?b>)", shown)
    if not spans:
        assert shown == markdown(text.replace(card.OPEN, "").replace(card.CLOSE, ""))


def test_spans_that_touch_or_overlap_are_one():
    assert card.in_bold("ab cd", [(0, 1), (1, 2), (3, 5), (4, 5)]) == "<b>ab</b> <b>cd</b>"
    assert card.in_bold("<i>*x*</i>", [(3, 6)]) == "&lt;i><b>\\*x\\*</b>&lt;/i>"
    assert card.in_bold(f"a{card.OPEN}b", [(2, 3)]) == "a<b>b</b>"


def test_the_example_is_a_hit_whose_words_are_apart(run):
    described = description.read(run / "full")
    hits = pq.read_table(run / "full" / layout.hits("particle_verb"))
    example = card.marked_example(hits, described)
    assert int(example["distance"]) > 0
    assert example["source"].count("<b>") == 2
    near = hits.filter([distance == 0 for distance in hits.column("distance").to_pylist()])
    assert card.marked_example(near, described) is None
    assert card.marked_example(hits.slice(0, 0), described) is None


def test_a_run_without_systems_has_no_baseline(tmp_path):
    assert baseline.read(tmp_path) is None


def test_the_baseline_shows_each_phenomenon_once_and_the_largest_loss_first(tmp_path):
    scores = [corpus_score("a", 1), corpus_score("b", 3), corpus_score("b", 5, metric="chrf")]
    tables.write(CORPUS_SCORES.table(scores), tmp_path / baseline.CORPUS)
    assert baseline.read(tmp_path).effects == []
    rows = [effect("p", -9, 0.1, distance=2), effect("p", 1, 0.1), effect("q", -3, 0.1) | {"difference_high": None}]
    rows += [effect("r", -30, None), effect("s", -5, 0.1, metric="chrf"), effect("t", None, 0.1)]
    tables.write(PHENOMENON_EFFECTS.table(rows), tmp_path / baseline.EFFECTS)
    found = baseline.read(tmp_path)
    assert found.metrics == ["bleu", "chrf"]
    assert [row["system"] for row in found.systems] == ["b", "a"]
    assert [(row["phenomenon"], row["minimum_distance"]) for row in found.effects] == [("q", 0), ("p", 0)]
    baseline.draw(found, tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_names_in_scores_of_strangers_are_checked(tmp_path):
    tables.write(CORPUS_SCORES.table([corpus_score("../a", 1)]), tmp_path / baseline.CORPUS)
    with pytest.raises(InputError, match="cannot be the name of a system"):
        baseline.read(tmp_path)


def test_metrics_are_called_as_their_signatures_do(run):
    text = read_text(run / "full" / layout.CARD)
    assert "| system | BLEU | RIBES |" in text
    assert "the score of each set by BLEU, RIBES beside" in " ".join(text.split())
