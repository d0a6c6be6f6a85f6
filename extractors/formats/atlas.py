"""Phenomena over many corpora."""

import pyarrow as pa

from extractors.formats.columns import METRIC, PHENOMENON, TESTED_DISTANCE, number, p_values
from extractors.formats.definition import Column, Format

SOURCE_LANGUAGE = Column("source_language", pa.string(), "ISO 639-1 code")
SOURCE = Column("source", pa.string(), "the first of the corpora that share source texts, and count as one test set")
SOURCES = Column("sources", pa.int32(), "test sets with texts of their own, each the mean of its corpora")
N_OF_SOURCES = Column("n", pa.int32(), "segments with the phenomenon, those of shared texts counted once")
INTERVAL = (
    number("low", "lower end of its 95 % interval (Hartung and Knapp; Sidik and Jonkman)"),
    number("high", "upper end of the interval"),
)

ATLAS_EFFECTS = Format(
    "atlas effects",
    "a phenomenon in a corpus by a metric: set minus controls, at the tested distance, in standard deviations of the"
    " corpus's segments, so that metrics and corpora can stand together",
    "atlas_effects.parquet",
    (
        Column("corpus", pa.string(), "name of the corpus", names=True),
        SOURCE,
        SOURCE_LANGUAGE,
        Column("target_language", pa.string(), "ISO 639-1 code"),
        Column("year", pa.int32(), "of the corpus, as the config says", optional=True),
        PHENOMENON,
        TESTED_DISTANCE,
        METRIC,
        Column("systems", pa.int32(), "systems with a difference"),
        Column("n", pa.int32(), "segments that are compared with controls"),
        number("difference", "mean over the systems of set minus controls, better is higher"),
        number("effect", "the same in standard deviations"),
        number("standard_error", "of the effect; documents or blocks are drawn once for all systems"),
    ),
)

HERE = (
    number("here", "mean over these test sets as they are, in standard deviations; missing for years"),
    number("here_low", "lower end of its 95 % interval, which holds for further texts of these test sets"),
    number("here_high", "upper end"),
    *p_values("of no effect in these test sets", "here_"),
)

ATLAS = Format(
    "atlas",
    "a phenomenon over the test sets of a source language by a metric; p-values are corrected over the phenomena of a"
    " metric, and missing for fewer than 30 segments",
    "atlas.parquet",
    (
        SOURCE_LANGUAGE,
        PHENOMENON,
        METRIC,
        SOURCES,
        Column("corpora", pa.int32(), "corpora with the phenomenon"),
        N_OF_SOURCES,
        number("effect", "mean over test sets, as if these were drawn from many, in standard deviations"),
        *INTERVAL,
        *p_values("of no effect in test sets like these"),
        number("tau", "standard deviation of the true effects between test sets"),
        number("i2", "share of the variance between test sets that is not chance, 0 to 1"),
        number("prediction_low", "lower end of the 95 % interval for the effect in a further test set"),
        number("prediction_high", "upper end"),
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
        PHENOMENON,
        METRIC,
        Column("system", pa.string(), "name of the system, which may be another version in another year"),
        SOURCES,
        Column("corpora", pa.int32(), "corpora with the phenomenon and the system"),
        N_OF_SOURCES,
        number("effect", "mean over these test sets of set minus controls, in standard deviations"),
        number("low", "lower end of its 95 % interval, which holds for further texts of these test sets"),
        number("high", "upper end"),
        *p_values("of no effect in these test sets"),
    ),
)

ATLAS_MODERATORS = Format(
    "atlas moderators",
    "what makes a phenomenon's effect larger or smaller: the slope by year, a target language against the others of the"
    " same texts, one kind of system against another in the same corpora, the longer half of a set against the shorter,"
    " or a domain against the others; p-values are corrected over the phenomena of a metric and moderator",
    "atlas_moderators.parquet",
    (
        SOURCE_LANGUAGE,
        PHENOMENON,
        METRIC,
        Column(
            "moderator", pa.string(), "`year`, `target cs`, `kind llm - nmt`, `length long - short`, or `domain news`"
        ),
        Column("sources", pa.int32(), "test sets that tell it"),
        number("effect", "change a year, or difference, in standard deviations; below 0 the phenomenon is harder"),
        *INTERVAL,
        *p_values("of no change or difference"),
        *HERE,
    ),
)
