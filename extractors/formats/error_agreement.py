"""Who finds errors at phenomena: hits that people marked beside those that a metric marked."""

from extractors.formats import columns as col
from extractors.formats.definition import Format
from extractors.formats.human_errors import ANNOTATION

ERROR_AGREEMENT = Format(
    "error_agreement",
    "how often a metric and people marked the same hits of a phenomenon",
    "error_agreement.parquet",
    (
        ANNOTATION,
        col.text("metric", "name of the metric, which marked errors too", names=True),
        col.ANY_SYSTEM,
        col.text("phenomenon", "id of the phenomenon; missing for all hits together", optional=True, names=True),
        col.whole("n", "hits in outputs of which people and the metric looked for errors"),
        col.flag("too_small", "fewer than 30 segments: such a row says nothing"),
        col.number("found", "share of the hits marked by people (half of the raters) that the metric marked too"),
        *col.interval("found_"),
        col.number("confirmed", "share of the hits marked by the metric that people marked too"),
        *col.interval("confirmed_"),
        col.number("marked_by_metric", "share of the n hits that the metric marked: `found`, if it marked at random"),
        col.number(
            "marked_by_people", "share of the n hits that people marked: `confirmed`, if the metric marked at random"
        ),
        col.RUN,
    ),
)
