import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.significance import PairedTest

from extractors.scoring.metrics.bleu import Bleu
from extractors.scoring.statistics.signatures import with_cluster, with_test


@pytest.mark.parametrize("method", ["bs", "ar"])
def test_signatures_are_sacrebleus(method, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "12345")
    named = [("a", ["the cat sat on the mat"]), ("b", ["the cat is on the mat"])]
    signatures, _ = PairedTest(named, {"m": BLEU()}, [["the cat sat on a mat"]], test_type=method, n_samples=40)()
    assert with_test(Bleu().signature(1), method, 40, 12345) == str(signatures["BLEU"])


def test_a_test_stands_after_the_references_or_at_the_end():
    assert with_test("BLEU|nrefs:2|case:mixed", "bs", 1000, 1) == "BLEU|nrefs:2|bs:1000|seed:1|case:mixed"
    assert with_test("human", "ar", 10, 1) == "human|ar:10|seed:1"
    assert with_test("human", "ar", 10, 1, groups=500) == "human|ar:10|seed:1|groups:500"


def test_the_cluster_stands_after_what_it_is_the_cluster_of():
    signature = with_cluster("BLEU|nrefs:2|case:mixed", "document")
    assert with_test(signature, "bs", 1000, 1) == "BLEU|nrefs:2|bs:1000|seed:1|cluster:document|case:mixed"
    assert with_cluster("human", "segment") == "human|cluster:segment"
