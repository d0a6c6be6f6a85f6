"""What `compare` says of sets that are too small to be tested."""

import pytest

from extractors.report.pair_table import SystemPair, pair_table, pair_verdict

PAIR = SystemPair(old="old", new="new", metric="bleu", label="BLEU", higher_is_better=True, alpha=0.05)


@pytest.mark.parametrize(
    ("n", "least"), [(20, "30 segments"), (371, "30 segments, or than 10 documents or blocks of lines")]
)
def test_the_reason_is_the_true_one(n, least):
    rows = [{"phenomenon": "passive", "n": n, "too_small": True, "p_bh": None}]
    said = f"every set is too small to be tested: fewer than {least}"
    assert pair_table(PAIR, rows) == f"{said}\n"
    assert pair_verdict(PAIR, rows) == f"new: {said}."
