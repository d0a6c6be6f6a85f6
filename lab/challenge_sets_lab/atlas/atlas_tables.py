"""The tables of an atlas."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

SOURCE_LANGUAGE = col.text("source_language", "ISO 639-1 code")
SOURCE = col.text("source", "the first of the corpora that share source texts, and count as one test set")
SOURCES = col.whole("sources", "test sets with texts of their own, each the mean of its corpora")
N_OF_SOURCES = col.whole("n", "segments with the phenomenon, those of shared texts counted once")
INTERVAL = (*col.interval("", "its 95 % interval (Hartung and Knapp; Sidik and Jonkman)"),)

ATLAS_EFFECTS = Format(
    "atlas effects",
    "a phenomenon in a corpus by a metric: set minus controls, at the tested distance, in standard deviations of the"
    " corpus's segments, so that metrics and corpora can stand together; `METRIC-beyond` is the same less that of human"
    " translations, where a corpus has two human references; there, `METRIC-systems` and `METRIC-humans` are the two"
    " that it is the difference of, by the same references",
    "atlas_effects.parquet",
    (
        col.text("corpus", "name of the corpus", names=True),
        SOURCE,
        SOURCE_LANGUAGE,
        col.text("target_language", "ISO 639-1 code"),
        col.whole("year", "of the corpus, as the config says", optional=True),
        col.PHENOMENON,
        col.TESTED_DISTANCE,
        col.METRIC,
        col.whole("systems", "systems with a difference"),
        col.whole("n", "segments that are compared with controls"),
        col.number("difference", "mean over the systems of set minus controls, better is higher"),
        col.number("effect", "the same in standard deviations"),
        col.number("standard_error", "of the effect; documents or blocks are drawn once for all systems"),
    ),
)

HERE = (
    col.number("here", "mean over these test sets as they are, in standard deviations; missing for years"),
    *col.interval("here_", "its 95 % interval, which holds for further texts of these test sets"),
    *col.p_values("of no effect in these test sets", "here_"),
)

ATLAS = Format(
    "atlas",
    "a phenomenon over the test sets of a source language by a metric; p-values are corrected over the phenomena of a"
    " metric, and missing for fewer than 30 segments",
    "atlas.parquet",
    (
        SOURCE_LANGUAGE,
        col.PHENOMENON,
        col.METRIC,
        SOURCES,
        col.whole("corpora", "corpora with the phenomenon"),
        N_OF_SOURCES,
        col.number("effect", "mean over test sets, as if these were drawn from many, in standard deviations"),
        *INTERVAL,
        *col.p_values("of no effect in test sets like these"),
        col.number("tau", "standard deviation of the true effects between test sets"),
        col.number("i2", "share of the variance between test sets that is not chance, 0 to 1"),
        *col.interval("prediction_", "the 95 % interval for the effect in a further test set"),
        *HERE,
    ),
)

ATLAS_SYSTEMS = Format(
    "atlas systems",
    "a phenomenon by one system over the corpora that it translated, by a metric; p-values are corrected over the"
    " phenomena and systems of a metric, and missing for fewer than 30 segments",
    "atlas_systems.parquet",
    (
        SOURCE_LANGUAGE,
        col.PHENOMENON,
        col.METRIC,
        col.text("system", "name of the system, which may be another version in another year"),
        SOURCES,
        col.whole("corpora", "corpora with the phenomenon and the system"),
        N_OF_SOURCES,
        col.number("effect", "mean over these test sets of set minus controls, in standard deviations"),
        *col.interval("", "its 95 % interval, which holds for further texts of these test sets"),
        *col.p_values("of no effect in these test sets"),
    ),
)

ATLAS_MODERATORS = Format(
    "atlas moderators",
    "what makes a phenomenon's effect larger or smaller: the slope by year, or a target language against the others of"
    " the same texts; p-values are corrected over all answers to one question (year, target) by a metric",
    "atlas_moderators.parquet",
    (
        SOURCE_LANGUAGE,
        col.PHENOMENON,
        col.METRIC,
        col.text("moderator", "`year`, or `target cs`"),
        col.whole("sources", "test sets that tell it"),
        col.number("effect", "change a year, or difference, in standard deviations; below 0 the phenomenon is harder"),
        *INTERVAL,
        *col.p_values("of no change or difference"),
        *HERE,
    ),
)
