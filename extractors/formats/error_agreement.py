"""Who finds errors at phenomena: hits that people marked beside those that a metric marked."""

import pyarrow as pa

from extractors.formats.columns import number
from extractors.formats.definition import Column, Format
from extractors.formats.human_errors import CAMPAIGN

ERROR_AGREEMENT = Format(
    "error_agreement",
    "how often a metric and people marked the same hits of a phenomenon",
    "error_agreement.parquet",
    (
        CAMPAIGN,
        Column("metric", pa.string(), "name of the metric, which marked errors too", names=True),
        Column(
            "system", pa.string(), "name of the system; missing for all systems together", optional=True, names=True
        ),
        Column(
            "phenomenon", pa.string(), "id of the phenomenon; missing for all hits together", optional=True, names=True
        ),
        Column("n", pa.int32(), "hits in outputs of which people and the metric looked for errors"),
        Column("segments", pa.int32(), "the segments that they are in"),
        Column("too_small", pa.bool_(), "fewer than 30 segments: such a row says nothing"),
        Column("by_people", pa.int32(), "those in which at least half of the raters marked an error"),
        Column("by_metric", pa.int32(), "those in which the metric marked an error"),
        Column("by_both", pa.int32(), "those in which both did"),
        number("found", "share of the hits marked by people that the metric marked too"),
        number("found_low", "lower end of its 95 % interval"),
        number("found_high", "upper end"),
        number("confirmed", "share of the hits marked by the metric that people marked too"),
        number("confirmed_low", "lower end of its 95 % interval"),
        number("confirmed_high", "upper end"),
        number("marked_by_metric", "share of the n hits that the metric marked: `found`, if it marked at random"),
        number(
            "marked_by_people", "share of the n hits that people marked: `confirmed`, if the metric marked at random"
        ),
        Column("run", pa.string(), "how the numbers were made"),
    ),
)
