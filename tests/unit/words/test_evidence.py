"""Evidence of negators: which words of a reference show them, and whether it can tell at all."""

import pytest

from extractors.formats import conllu
from extractors.words.evidence import EvidenceText, references_with_evidence
from tests.builders.accuracy_corpora import links
from tests.builders.trees import conllu_of

BANK = conllu.parse(conllu_of("""\
# segment_id = 0
1 Keine kein DET _ PronType=Neg 2 det _ _
2 Spuren Spur NOUN _ _ 0 root _ _
"""))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "linked", "evidence", "needed", "silent"),
    [
        ("no traces", "0-0 1-1", {0: (0,), 1: (0, 1)}, {1: (0,)}, set()),
        # A negator without a link is shown by one that is free.
        ("no traces", "1-1", {0: (0,), 1: (0, 1)}, {1: (0,)}, set()),
        # A reference without a negator tells nothing of it, nor of its noun.
        ("few traces", "1-1", {1: (1,)}, {}, {0, 1}),
    ],
)
def test_a_negative_determiner_belongs_to_its_noun(text, linked, evidence, needed, silent):
    table = links(BANK, {"A": [text]}, {"A": [linked]})
    (found,) = references_with_evidence(table, {"A": EvidenceText.of([text], "en")}, BANK, one_in=1, path="links")
    assert (found.evidence, found.needed, found.silent) == ([evidence], [needed], [silent])
