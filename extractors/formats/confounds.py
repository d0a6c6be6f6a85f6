"""Confounds: how differences change when controls are matched in more than the length."""

from extractors.formats import columns as col
from extractors.formats.covariates import MEASURED
from extractors.formats.definition import Format

CONFOUNDS = Format(
    "confounds",
    "the difference between a set and controls that are matched on a choice of covariates",
    "confounds.parquet",
    (
        col.SYSTEM,
        col.PHENOMENON,
        col.whole("minimum_distance", "as in scores"),
        col.METRIC,
        col.text(
            "matched_on",
            "the covariates that controls are matched on: first those of the run (length, or length+domain), then none"
            " (any segment), length+clauses, and so on; `length, 5 tokens or more` leaves out shorter segments",
        ),
        col.N,
        col.whole("unmatched", "those with fewer than two alike, which are left out on both sides"),
        col.number(
            "overlap",
            "share of the controls' weight that lies on segments of the set, which pulls the difference towards 0",
        ),
        col.number("score", "score of the matched segments"),
        col.number("control", "score of all eligible controls"),
        col.number("difference", "score minus control"),
        *col.INTERVAL,
        col.number(
            "change", "difference minus that of the first row, matched as the run is: what else the covariate explains"
        ),
        col.text("signature", "of the metric, in sacreBLEU's manner"),
    ),
    further=col.number(
        "NAME_set, NAME_control",
        f"of each covariate ({', '.join(MEASURED)}, those that the user brings), the mean of the set and that of the"
        " controls; missing where it is not known",
    ),
)
