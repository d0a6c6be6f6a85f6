"""Where two outputs differ."""

from extractors.scoring.output_differences import OutputDifferences

TEXTS = OutputDifferences(
    source=["Er kam an .", "Sie ging nicht weg ."],
    references=[["he arrived .", "she did not leave ."], ["he came .", "she did not go ."]],
    old=["he arrived .", "she did not leave ."],
    new=["he came .", "she left ."],
)


def test_the_segments_that_differ_most_come_first():
    assert TEXTS.segments()[0] == 1
    assert TEXTS.gains[1] < 0 < -TEXTS.gains[1]
    same = OutputDifferences(source=["a"], references=[["b"]], old=["b"], new=["b"])
    assert same.segments() == []
