from challenge_sets_lab.alignment_quality.gold_links import GoldPair
from challenge_sets_lab.training.aligner.aligner_recipe import GoldSentences


def test_sentences_are_known_whatever_their_case_and_blanks() -> None:
    sentences = GoldSentences([GoldPair(["ja", ",", "groß"], ["yes", "."], frozenset(), frozenset())])
    assert sentences.has("Ja, GROSS", "no")
    assert sentences.has("nein", "YES .")
    assert not sentences.has("yes.", "ja, groß")
