"""The hits of a published set and their control words, by places in the source: what outputs are judged at."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

HIT, CONTROL, ORDER, NEGATOR, REFLEXIVE = "hit", "control", "order", "negator", "reflexive"
"""What a row is; of hits ORDER the order of words is asked, negators and reflexives are those of a segment."""
PLACES = ("head_start", "head_length", "dependent_start", "dependent_length")

CONTROL_WORDS = Format(
    "control words",
    "a hit, a control word of some hits of a phenomenon, or a word that has its own rule of what renders it",
    "dataset/scoring/control_words.parquet",
    (
        col.text(
            "kind",
            "hit, control; order: a hit of which the order of words is asked, whose control words are drawn where it is"
            " asked; or negator or reflexive of a segment that has one of these",
        ),
        col.text("phenomenon", "id of the phenomenon; missing for a negator or reflexive", optional=True, names=True),
        col.whole("stratum", "hits and controls of one number are alike; missing as the phenomenon is", optional=True),
        col.SEGMENT,
        col.whole("head_start", "first character, in the source segment, of the word or of the first of two"),
        col.whole("head_length", "characters of it, in Unicode code points"),
        col.whole(
            "dependent_start",
            "the same for the second of two words, of a negative determiner its noun; missing where there is one word",
            optional=True,
        ),
        col.whole("dependent_length", "the same for the second word", optional=True),
    ),
    is_lab=True,
)
