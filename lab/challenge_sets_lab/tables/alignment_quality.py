"""Alignment quality: how good links are, measured beside gold ones."""

import pyarrow as pa

from extractors.formats import columns as col
from extractors.formats.definition import Column, Format

SCORES = {
    "precision": "of `found`, the share that is right",
    "recall": "of `gold_count`, the share that is found",
    "f1": "the harmonic mean of the two",
    "aer": "alignment error rate (Och and Ney 2003); of links alone",
}

ALIGNMENT_QUALITY = Format(
    "alignment quality",
    "agreement of links with gold links: all, those of a tenth of the confidences, or the reordering found from them",
    "alignment-quality.tsv",
    (
        col.text("links", "the origin of the links: the file, or the aligner's signature"),
        col.text("gold", "the file of gold links"),
        col.whole("pairs", "pairs of sentences"),
        col.text(
            "measured",
            "`links`: all; `tenth`: those whose confidence is in the tenth from `at_least` on; `minimum`: those of a"
            " confidence of `at_least` or more; `shift` or `crossing`: pairs with reordering over a distance of"
            " `at_least` or more",
        ),
        Column("at_least", pa.float32(), "the confidence or distance", optional=True),
        col.whole("gold_count", "sure gold links, or pairs with such reordering by them"),
        col.whole("found", "links, or pairs with such reordering by them"),
        col.whole("right", "of `found`: links that are possible in the gold, which sure ones are, or pairs"),
        col.whole("right_sure", "of `found`, links that are sure in the gold", optional=True),
        Column("confidence", pa.float32(), "the mean confidence of the links of a tenth", optional=True),
        *(
            col.number(f"{name}{end}", meaning + words)
            for name, meaning in SCORES.items()
            for end, words in (
                ("", ""),
                ("_low", ": lower end of the 95 % bootstrap interval over pairs"),
                ("_high", ": upper end"),
            )
        ),
    ),
    is_lab=True,
)
