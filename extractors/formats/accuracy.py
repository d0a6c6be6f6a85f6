"""The tables of this package."""

from dataclasses import dataclass

import pyarrow as pa

from extractors.formats.columns import P_BH, number
from extractors.formats.definition import NUMBERS, STRINGS, Column, Format

REFERENCE_MATCH, ORDER = "reference_match", "order"
"""The two measures: whether the words are there, and whether they stand in the reference's order."""

RENDERED, OMITTED, UNDECIDED = "rendered", "omitted", "undecided"
"""The verdicts on a hit in an output."""

LEXICON = Format(
    "lexicon",
    "a word form of the target language with one of its lemmas; in a published set `scoring/lexicon.parquet`",
    "lexicon.parquet",
    (
        Column("form", pa.string(), "the word as it is written; of a separated verb its two words, as `meldet an`"),
        Column("lemma", pa.string(), "a lemma of it; missing where the parser gives none", optional=True),
        Column("occurrences", pa.int32(), "how often the references have it with this lemma; 0 if parsed by itself"),
    ),
    is_lab=True,
)

COUNTS = (
    (OMITTED, "hits of which a word has no translation"),
    (UNDECIDED, "hits that the evidence does not decide on; not in n"),
    ("doubtful", "hits that no system and no second reference matches; not in n"),
)

_PLACE = (
    Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
    Column("kind", pa.string(), "as in sets"),
    Column("distance_from", pa.int32(), "as in sets"),
    Column("distance_below", pa.int32(), "as in sets", optional=True),
    Column(
        "measure",
        pa.string(),
        "reference_match (the output has what a reference has for the hit's words), rendered (the verdict is that"
        " they are rendered; only where the outputs are aligned) or order (of the words that changed places with"
        " those of the hit, the share that stand as in a reference)",
    ),
)
"""What a row is of, beside the system."""
_TOO_SMALL = Column(
    "too_small", pa.bool_(), "fewer than 30 segments: such a row says nothing, and is in no family of tests"
)
_RUN = Column("run", pa.string(), "how the numbers were made")

ACCURACY = Format(
    "accuracy",
    "how often a system, or all systems together, render the words of a phenomenon's hits in a range of distances;"
    " p-values are corrected over the rows of a measure that are not too small: those of systems together; those of all"
    " systems by minimum distances, by exact distances and buckets, and by the paper's definitions; conclusions has the"
    " one test of each phenomenon, corrected over phenomena alone",
    "accuracy.parquet",
    (
        Column(
            "system", pa.string(), "name of the system; missing for all systems together", optional=True, names=True
        ),
        *_PLACE,
        Column("hits", pa.int32(), "hits at these distances"),
        Column(
            "n",
            pa.int32(),
            "those that are counted, for a system at least: aligned to a word; for order also found without ambiguity;"
            " for rendered neither undecided nor doubtful",
        ),
        Column("segments", pa.int32(), "the segments that they are in"),
        _TOO_SMALL,
        Column(
            "without_lemma",
            pa.float64(),
            "share of the words of all outputs of the system that were compared by their form alone, because the"
            " lexicon lacks them; 0 where a parser looked all up, 1 where no lemmas are compared; of systems only",
            optional=True,
        ),
        number(
            "accuracy",
            "mean over the n hits, from 0 to 1: whether the system finds or renders it, or the share of systems that"
            " do, of those it counts for",
        ),
        number("low", "lower end of its 95 % interval"),
        number("high", "upper end of the interval"),
        Column("controlled", pa.int32(), "those of the n hits that have controls"),
        number("control", "accuracy on the controls of these"),
        number("difference", "accuracy of the controlled hits minus that of controls"),
        number(
            "difference_low",
            "lower end of its 95 % interval; missing where the controlled hits are in fewer than ten segments",
        ),
        number("difference_high", "upper end of the interval"),
        number("p", "of no difference, two-sided, by itself: a score test"),
        P_BH,
        Column(
            "family",
            pa.int32(),
            "of all systems: tests that were corrected together; ranges with the same hits are one",
            optional=True,
        ),
        Column("systems", pa.int32(), "of all systems: those that were compared with controls", optional=True),
        Column("below", pa.int32(), "of all systems: those whose own difference is below 0", optional=True),
        *(
            Column(name, pa.int32(), f"{meaning}; of a system and the measure rendered only", optional=True)
            for name, meaning in COUNTS
        ),
        _RUN,
    ),
)

ACCURACY_HITS = Format(
    "accuracy by hit",
    "a hit as one system translated it",
    "accuracy_hits.parquet",
    (
        Column("system", pa.string(), "name of the system", names=True),
        Column("segment_id", pa.int32(), "the segment"),
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("head", pa.int32(), "as in hits"),
        Column("dependent", pa.int32(), "as in hits"),
        Column("distance_set", pa.int32(), "as in hits"),
        Column("reference", pa.string(), "the reference that the output agrees with most", optional=True),
        Column("head_found", STRINGS, "words of it that the head is aligned to and the output has"),
        Column("head_missed", STRINGS, "those that the output has not"),
        Column("dependent_found", STRINGS, "the same for the dependent"),
        Column("dependent_missed", STRINGS, "the same for the dependent"),
        Column(
            "reference_match",
            pa.bool_(),
            "whether the output has what one reference has for both words; missing where no reference has anything",
            optional=True,
        ),
        Column(
            "verdict",
            pa.string(),
            "rendered, omitted or undecided; missing where the hit is not counted or the outputs are not aligned",
            optional=True,
        ),
        Column("reason", pa.string(), "of the verdict, in words", optional=True),
        Column(
            "others_with",
            pa.float64(),
            "share of the other texts that have what is omitted; missing for other verdicts",
            optional=True,
        ),
        Column("doubtful", pa.bool_(), "whether no system and no second reference matches the hit: look at it first"),
        number(
            "order",
            "share of pairs of words in the order of a reference; missing where it is not measured or cannot be told",
        ),
        Column("candidates", pa.int32(), "words or pairs of words that can be its control; 0 if it has none"),
        Column(
            "matched_by",
            pa.int32(),
            "0: class, relation, frequency, length; 1: without length; 2: without relation; 3: class only",
            optional=True,
        ),
    ),
)

EVIDENCE = Format(
    "evidence",
    "a token of the source with the words of a reference that show it, for accuracy at the phenomenon",
    "dataset/scoring/evidence.parquet",
    (
        Column("reference", pa.string(), "name of the reference; that of the hits comes first", names=True),
        Column("segment_id", pa.int32(), "the segment"),
        Column("token", pa.int32(), "0-based number of the surface token in the source segment"),
        Column("words", NUMBERS, "0-based numbers of the words of the reference's segment that show it, ascending"),
        Column("needed", NUMBERS, "those that an output must have: negators of a noun's negative determiner"),
        Column("silent", pa.bool_(), "a negator that the reference shows by no word: it tells nothing of an output"),
    ),
    is_lab=True,
)

WORD_CONTROLS = Format(
    "word controls",
    "source words that some hits of a phenomenon are compared with, for accuracy at the phenomenon",
    "dataset/scoring/word_controls.parquet",
    (
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("hits", NUMBERS, "0-based rows of the phenomenon's file of hits"),
        Column("candidates", pa.int32(), "words, or pairs of words, that are like the hits; those drawn are below"),
        Column("matched_by", pa.int32(), "as in accuracy hits"),
        Column("segment_ids", NUMBERS, "the segment of each control"),
        Column("first", NUMBERS, "0-based number of its first surface token"),
        Column("second", NUMBERS, "that of its second one; of a single word the same"),
    ),
    is_lab=True,
)


@dataclass(frozen=True, kw_only=True)
class AccuracyData:
    """What a published set has for accuracy at the phenomenon.

    Attributes:
        evidence, word_controls: the tables EVIDENCE and WORD_CONTROLS.
        seed: of the draws of controls.
        lexicon: the table LEXICON of the run, with the words of its references and outputs; None where it has none, or
            texts are not published.
    """

    evidence: pa.Table
    word_controls: pa.Table
    seed: int
    lexicon: pa.Table | None = None
