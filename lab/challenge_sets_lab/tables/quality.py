"""Quality: how well a parser finds each phenomenon, measured beside the trees of a treebank."""

import pyarrow as pa

from extractors.formats import columns as col
from extractors.formats.definition import Column, Format

QUALITY = Format(
    "quality",
    "how well a parser finds a phenomenon in a text: at some distances, and from a confidence on",
    "quality.csv",
    (
        col.text("parser", "the parser's signature"),
        col.text("language", "of the text (ISO 639-1)"),
        col.text("data", "the treebanks, by the names of their files"),
        col.whole("sentences", "sentences of the treebanks"),
        col.whole("words", "syntactic words of the treebanks"),
        col.text(
            "text",
            "the parser's input: `raw`, the text of each sentence, which it cuts into words itself, or `words`,"
            " those of the treebank",
        ),
        col.PHENOMENON,
        col.text("definition", "checksum of its definition: figures hold for this one"),
        col.whole("distance_from", "only hits at this distance or more, each in its own tree"),
        col.whole("distance_below", "and below this one", optional=True),
        Column("minimum_confidence", pa.float32(), "only hits in the parses of this confidence or more"),
        col.whole("gold", "hits in the treebank"),
        col.whole("found", "hits in the parses"),
        col.whole("right", "hits of the parses that the treebank has: both words"),
        Column("precision", pa.float32(), "right by found", optional=True),
        Column("recall", pa.float32(), "right by gold", optional=True),
        Column("f1", pa.float32(), "the harmonic mean of the two", optional=True),
        col.whole("gold_dependents", "dependent words of the hits in the treebank"),
        col.whole("found_dependents", "dependent words of the hits in the parses"),
        col.whole("right_dependents", "those that both have"),
        Column("dependent_precision", pa.float32(), "precision of the dependent words", optional=True),
        Column("dependent_recall", pa.float32(), "their recall", optional=True),
        Column("dependent_f1", pa.float32(), "their F1", optional=True),
        col.text(
            "never_shown",
            "the tag, feature or relation that each request needs, that the treebank has, and that no word of the"
            " parses has",
            optional=True,
        ),
        col.text(
            "not_annotated",
            "treebanks that were left out, as they have not once a tag, feature or relation that each request needs",
            optional=True,
        ),
    ),
    is_lab=True,
)
