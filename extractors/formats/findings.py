"""The findings of a run: one row and one test for each phenomenon, of systems beyond human translations."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

TESTED = "tested"
"""The status of a row with a test; any other status says why there is none."""
TEXT = "about text: a second human reference is needed"
"""That of a set that could be tested, if it were known what it costs human translations."""
COMPARED = (TESTED, TEXT)
"""Those of the sets by which systems are compared with each other."""
BY_REFERENCE = "chosen by the scoring reference"
NOT_FOUND, NO_SET = "not found", "no set at a distance of"
"""Those of a phenomenon without segments; the second goes on."""
COPY, COPY_SAYS = "tested as ", ": nearly the same segments"
"""What stands before and after the phenomenon that is tested for a copy of its set."""

FINDINGS = Format(
    "findings",
    "a phenomenon: the difference between its set at the tested distance and the controls of that set, of the systems,"
    " of human translations, and of systems beyond those, by the primary metric; p-values are corrected over the rows"
    " that are tested",
    "findings.parquet",
    (
        col.PHENOMENON,
        col.text("label", "its name in a sentence"),
        col.TESTED_DISTANCE,
        col.METRIC,
        col.text("status", "`tested`, or why there is no test"),
        col.whole("n", "segments that are compared with controls"),
        col.number("systems", "mean over the systems of set minus controls, by all references together"),
        col.number(
            "humans",
            "the same of human translations: references, each scored against each other one as if it were a system, or"
            " those with scores that are brought; missing where there are none",
        ),
        col.number(
            "beyond",
            "systems minus humans, both by one reference at a time, which is tested; of scores that see no reference"
            " and have no humans, that of systems",
        ),
        *col.interval(
            of="the 95 % interval of `beyond`, or of `systems` where there is no `beyond`; for a finding it accounts"
            " for the selection (FCR)"
        ),
        *col.p_values("of systems losing as much as people"),
        col.whole("systems_n", "systems with a difference"),
        col.whole("below", "systems whose own difference, beyond that of people where these are known, is below 0"),
        col.DETECTABLE,
        col.text(
            "precision",
            "the share of the detected hits that are right, and of which hits that is; missing where it is not known",
            optional=True,
        ),
        *col.since(2, *col.ARTEFACTS[:1], default=0),
        *col.since(2, *col.ARTEFACTS[1:]),
        col.SIGNATURE,
    ),
)


def is_absent(status: str) -> bool:
    """Return whether a phenomenon has no segments, judging from the status of its row."""
    return status == NOT_FOUND or status.startswith(NO_SET)


def copy_of(status: str) -> str | None:
    """Return the phenomenon that a status names as tested instead, since its set is nearly the same; else None."""
    is_copy = status.startswith(COPY) and status.endswith(COPY_SAYS)
    return status.removeprefix(COPY).removesuffix(COPY_SAYS) if is_copy else None
