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
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.findings import FINDINGS
from extractors.publish import baseline, card, description, layout
from tests.builders.finding_rows import conclusion, finding
from tests.builders.rows import table_of


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


def test_a_card_says_that_the_scoring_reference_chose_a_set(run):
    said = [line for line in read_text(run / "full" / layout.CARD).splitlines() if card.CHOSEN_BY["reference"] in line]
    assert len(said) == 1
    assert "reordering" in said[0]


def test_a_run_without_systems_has_no_baseline(tmp_path):
    assert baseline.read(tmp_path) is None


def test_the_baseline_shows_what_was_tested_and_the_lowest_first(tmp_path):
    (tmp_path / "corpus_scores.csv").write_text(
        "system,metric,n,score,signature\na,bleu,9,1,s\nb,bleu,9,3,s\nb,chrf,9,5,s\na,chrf,9,2,s\n"
    )
    rows = [finding("p", 1.0, 0.5, metric="chrf"), finding("q", -3.0, 0.01, metric="chrf", distance=2)]
    rows += [finding("r", -30.0, None, n=9, metric="chrf"), finding("t", None, None, metric="chrf")]
    tables.write(table_of(FINDINGS, rows), tmp_path / "findings.csv")
    tables.write(table_of(CONCLUSIONS, [conclusion(name) for name in "pqrt"]), tmp_path / "conclusions.csv")
    found = baseline.read(tmp_path)
    assert (found.metrics, found.places) == (["chrf", "bleu"], 1)
    assert [row["system"] for row in found.systems] == ["b", "a"]
    assert [(row["phenomenon"], row["distance"]) for row in found.findings] == [("q", 2), ("p", 0)]
    baseline.draw(found, tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_names_in_scores_of_strangers_are_checked(tmp_path):
    (tmp_path / "corpus_scores.csv").write_text("system,metric,n,score,signature\n../a,bleu,9,1,s\n")
    with pytest.raises(InputError, match="cannot be the name of a system"):
        baseline.read(tmp_path)


def test_metrics_are_called_as_their_signatures_do(run):
    text = read_text(run / "full" / layout.CARD)
    assert "| system | BLEU | RIBES |" in text
    assert "the score of each set by BLEU, RIBES next to" in " ".join(text.split())
