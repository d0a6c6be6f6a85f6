"""Word choices: how often each system has the right translation of an ambiguous word."""

import pyarrow as pa

from extractors.formats.columns import number
from extractors.formats.definition import Column, Format

WORD_CHOICES = Format(
    "word choices",
    "an ambiguous word with one right translation, as one system translated it",
    "word_choices.csv",
    (
        Column("system", pa.string(), "name of the system"),
        Column("word", pa.string(), "the ambiguous word: the category of its items"),
        Column("right_word", pa.string(), "the right word: the phenomenon of its items"),
        Column("n", pa.int32(), "items"),
        Column("right", pa.int32(), "outputs that the judge finds right"),
        number("right_share", "of the outputs that are there; missing if there are none"),
        Column("inspected_right", pa.int32(), "outputs that are right after people looked at them", optional=True),
        number("inspected_share", "the same as a share"),
        Column("opposite", pa.int32(), "outputs that the judge finds wrong: they have a translation right elsewhere"),
        number("opposite_share", "the same as a share"),
        Column("both", pa.int32(), "undecided outputs with right and wrong words"),
        Column("none", pa.int32(), "other undecided outputs: the word is not translated by any of the words"),
        Column("missing", pa.int32(), "items without an output"),
    ),
)
