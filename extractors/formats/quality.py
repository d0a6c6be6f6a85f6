"""Quality: how well a parser finds each phenomenon, measured beside the trees of a treebank."""

import pyarrow as pa

from extractors.formats.definition import Column, Format

QUALITY = Format(
    "quality",
    "how well a parser finds a phenomenon in a text: at some distances, and from a confidence on",
    "quality.csv",
    (
        Column("parser", pa.string(), "the parser's signature"),
        Column("language", pa.string(), "of the text (ISO 639-1)"),
        Column("treebank", pa.string(), "the treebanks, by the names of their files"),
        Column("sentences", pa.int32(), "sentences of the treebanks"),
        Column("words", pa.int32(), "syntactic words of the treebanks"),
        Column(
            "text",
            pa.string(),
            "the parser's input: `raw`, the text of each sentence, which it cuts into words itself, or `words`,"
            " those of the treebank",
        ),
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("definition", pa.string(), "checksum of its definition: figures hold for this one"),
        Column("distance_from", pa.int32(), "only hits at this distance or more, each in its own tree"),
        Column("distance_below", pa.int32(), "and below this one", optional=True),
        Column("minimum_confidence", pa.float32(), "only hits in the parses of this confidence or more"),
        Column("gold", pa.int32(), "hits in the treebank"),
        Column("found", pa.int32(), "hits in the parses"),
        Column("right", pa.int32(), "hits of the parses that the treebank has: both words"),
        Column("precision", pa.float32(), "right by found", optional=True),
        Column("recall", pa.float32(), "right by gold", optional=True),
        Column("f1", pa.float32(), "the harmonic mean of the two", optional=True),
        Column("gold_dependents", pa.int32(), "dependent words of the hits in the treebank"),
        Column("found_dependents", pa.int32(), "dependent words of the hits in the parses"),
        Column("right_dependents", pa.int32(), "those that both have"),
        Column("dependent_precision", pa.float32(), "precision of the dependent words", optional=True),
        Column("dependent_recall", pa.float32(), "their recall", optional=True),
        Column("dependent_f1", pa.float32(), "their F1", optional=True),
        Column(
            "never_shown",
            pa.string(),
            "the tag, feature or relation that each request needs, that the treebank has, and that no word of the"
            " parses has",
            optional=True,
        ),
        Column(
            "not_annotated",
            pa.string(),
            "treebanks that were left out, as they have not once a tag, feature or relation that each request needs",
            optional=True,
        ),
    ),
    is_lab=True,
)
