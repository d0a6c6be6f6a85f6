"""Outputs at the words of a published set: the evidence of the run that it comes from, without parse and links."""

import numpy as np
import pytest

from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.word_evidence import WORD_EVIDENCE
from extractors.models.aligners import Aligner
from extractors.publish.words_of_hits import control_words
from extractors.scoring.documents import ALONE
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText
from extractors.words.lemmas import TargetLemmas
from extractors.words.measure import measure
from extractors.words.pooled_evidence import pooled_evidence
from extractors.words.preparing import prepare
from extractors.words.systems_at_words import departure, evidence_of, pair_rows
from extractors.words.word_order import OrderAsked
from extractors.words.words_of_sets import SetTexts, evidence_of_outputs, tokens_around
from tests.builders import small_results


class LinksOfTokens(Aligner):
    """Gives the links that a source has in a table."""

    def __init__(self, known):
        self.known = known

    @property
    def signature(self):
        return "known"

    def align_with_confidence(self, pairs, *, before=0):
        del before
        for source, _ in pairs:
            links = self.known[tuple(source)]
            yield links, [None] * len(links)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("words_of_sets"))


def links_of(treebank, table):
    found = {tuple(forms): [] for forms in treebank.surface.values()}
    for row in table.to_pylist():
        links = found[tuple(treebank.surface[row["segment_id"]])]
        if (link := (row["source"], row["target"])) not in links:
            links.append(link)
    return found


def of_set(results, outputs, order=()):
    """The evidence of outputs at the words of the set that the results would be published as."""
    corpus, treebank = read_corpus(results / "segments.parquet"), conllu.read(results / "source.conllu.gz")
    links = tables.read(ALIGNMENT, results / ALIGNMENT.file)
    words = control_words(
        treebank=treebank,
        hits=tables.read(HITS, results / HITS.file),
        links=links,
        corpus=corpus,
        settings=AccuracySettings(),
        path="links",
        order=order,
    )
    texts = SetTexts(
        words=words,
        source=corpus.source,
        references=corpus.references,
        source_language="de",
        target_language="en",
    )
    return evidence_of_outputs(texts, outputs, aligner=LinksOfTokens(links_of(treebank, links)), clusters=ALONE)


def test_the_evidence_is_that_of_the_run(results):
    outputs = {name: read_hypotheses(results / f"systems/{name}.parquet") for name in ("good", "weak")}
    found = of_set(results, outputs)
    of_run, systems = evidence_of(tables.read(WORD_EVIDENCE, results / WORD_EVIDENCE.file), ALONE)
    assert systems == ["good", "weak"]
    assert found.keys() == of_run.keys()
    for name, one in of_run.items():
        for column in ("is_hit", "stratum", "cluster", "values"):
            np.testing.assert_array_equal(getattr(found[name], column), getattr(one, column), err_msg=column)
    chosen = {"phenomena": [name for name, _ in of_run], "alpha": 0.05}
    assert pair_rows(found, systems, "good", "weak", **chosen) == pair_rows(of_run, systems, "good", "weak", **chosen)


def test_the_order_of_words_is_that_of_the_run(results):
    outputs = {name: read_hypotheses(results / f"systems/{name}.parquet") for name in ("good", "weak")}
    found = of_set(results, outputs, order=["particle_verb"])["particle_verb", True]
    corpus = read_corpus(results / "segments.parquet")
    prepared = prepare(
        treebank=conllu.read(results / "source.conllu.gz"),
        hits=tables.read(HITS, results / HITS.file),
        links=tables.read(ALIGNMENT, results / ALIGNMENT.file),
        references={name: EvidenceText.of(lines, "en") for name, lines in corpus.references.items()},
        settings=AccuracySettings(),
    )
    measured = measure(
        prepared,
        {name: EvidenceText.of(lines, "en") for name, lines in outputs.items()},
        ranges={},
        lemmas=TargetLemmas.of("en"),
        settings=AccuracySettings(),
        order={"particle_verb": OrderAsked(0, None)},
    )
    of_run = evidence_of(measured.evidence, ALONE)[0]["particle_verb", True]
    for column in ("is_hit", "stratum", "cluster", "values"):
        np.testing.assert_array_equal(getattr(found, column), getattr(of_run, column), err_msg=column)
    assert found.is_hit.sum() == 40


def test_a_system_without_the_particle_verbs_is_worse_at_their_words(results):
    good = read_hypotheses(results / "systems/good.parquet")
    lost = [" ".join(line.split()[:1]) if n % 3 != 2 and n % 2 else line for n, line in enumerate(good)]
    found = of_set(results, {"good": good, "lost": lost})
    (row,) = pair_rows(found, ["good", "lost"], "good", "lost", phenomena=["particle_verb"], alpha=0.05)
    assert row["change"] < -0.3
    assert row["p_bh"] < 0.001
    (same,) = pair_rows(found, ["good", "lost"], "good", "good", phenomena=["particle_verb"], alpha=0.05)
    assert (same["change"], same["lost"], same["won"], same["p"]) == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("text", "words", "tokens"),
    [
        ("He gave it up.", ["gave", "up"], ["He", "gave", "it", "up", "."]),
        ("our co-owner left", ["co-"], ["our", "co-", "owner", "left"]),
        ("our co-owner left", ["owner"], ["our", "co-", "owner", "left"]),
        ("the  end.", ["end."], ["the", "end."]),
    ],
)
def test_words_at_given_places_are_tokens(text, words, tokens):
    spans = {(text.index(word), text.index(word) + len(word)) for word in words}
    found, places = tokens_around(text, spans, "en")
    assert found == tokens
    assert {found[places[span]] for span in spans} == {*words}


def test_two_copies_of_a_set_are_twice_the_hits_with_their_own_control_words(results):
    outputs = {name: read_hypotheses(results / f"systems/{name}.parquet") for name in ("good", "weak")}
    one = of_set(results, outputs)
    both = pooled_evidence([one, one])
    assert both.keys() == one.keys()
    for name, of_one in one.items():
        size = len(of_one.stratum)
        assert len(both[name].stratum) == 2 * size
        for column in ("stratum", "cluster"):
            values = getattr(both[name], column)
            assert set(values[:size]).isdisjoint(values[size:])
        found = departure(both[name], both[name].values[:, 1], both[name].values[:, 0])
        alone = departure(of_one, of_one.values[:, 1], of_one.values[:, 0])
        assert (found.n, found.clusters) == (2 * alone.n, 2 * alone.clusters)
        assert found.value == pytest.approx(alone.value)
