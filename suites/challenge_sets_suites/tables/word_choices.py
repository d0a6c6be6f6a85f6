"""Word choices: how often each system has the right translation of an ambiguous word."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

WORD_CHOICES = Format(
    "word choices",
    "an ambiguous word with one right translation, as one system translated it",
    "word_choices.csv",
    (
        col.text("system", "name of the system"),
        col.text("word", "the ambiguous word: the category of its items"),
        col.text("right_word", "the right word: the phenomenon of its items"),
        col.whole("n", "items"),
        col.whole("right", "outputs that the judge finds right"),
        col.number("right_share", "of the outputs that are there; missing if there are none"),
        col.whole("inspected_right", "outputs that are right after people looked at them", optional=True),
        col.number("inspected_share", "the same as a share"),
        col.whole("opposite", "outputs that the judge finds wrong: they have a translation right elsewhere"),
        col.number("opposite_share", "the same as a share"),
        col.whole("both", "undecided outputs with right and wrong words"),
        col.whole("none", "other undecided outputs: the word is not translated by any of the words"),
        col.whole("missing", "items without an output"),
    ),
)
