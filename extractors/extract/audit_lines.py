"""Write what the audit found as lines of a log, and make its table from files."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from extractors.core.logs import log
from extractors.extract.audit import LOST_NEGATION, SHIFTED, AuditFinding, audit, table_of
from extractors.extract.edited_outputs import EDITED_OUTPUT, LEFT_OUT_SHARE
from extractors.extract.foreign_matter import CHARACTERS, SHARED_WORDS, TYPOGRAPHY, UNLIKE
from extractors.formats.segments import read_corpus, read_hypotheses


def lines_of(findings: Sequence[AuditFinding]) -> list[str]:
    """Write a line for each kind of finding; for each shifted stretch, edited output and piece of foreign matter."""
    lines = [
        f"shifted: {f.text}, {f.of}: these {len(f.segments)} do not stand beside their translations, those of the other"
        " texts do"
        for f in findings
        if f.kind == SHIFTED
    ]
    lines += [_line_of_edited(f) for f in findings if f.kind == EDITED_OUTPUT]
    lines += [_line_of_matter(f) for f in findings if f.kind in MATTER]
    for kind in dict.fromkeys(f.kind for f in findings if f.kind not in (SHIFTED, EDITED_OUTPUT, *MATTER)):
        alike = [f for f in findings if f.kind == kind]
        worst = max(alike, key=lambda f: len(f.segments))
        with_what = f" ({worst.of})" if worst.of else ""
        lines.append(
            f"{kind.replace('_', ' ')}: {sum(len(f.segments) for f in alike)} segments in {len(alike)} texts;"
            f" most in {worst.text}{with_what}, {len(worst.segments)} of {worst.of_segments},"
            f" the first is segment_id {worst.segments[0]}"
        )
    return lines


MATTER = {
    SHARED_WORDS: "{count} of {of} lines have {what!r} at their beginning or end",
    CHARACTERS: "{count} of {of} lines have characters that no other text has: {what}",
    UNLIKE: "{count} of {of} lines share hardly a word with the other texts; the first begins {what!r}",
    TYPOGRAPHY: "{count} of {of} lines are typeset otherwise than all other texts: {what}",
}
"""What is said of matter that stands in one output and in no other text."""


def _line_of_matter(finding: AuditFinding) -> str:
    said = MATTER[finding.kind].format(count=len(finding.segments), of=finding.of_segments, what=finding.of)
    return f"{finding.kind.replace('_', ' ')}: {finding.text}: {said} (segment_id {finding.segments[0]})"


def _line_of_edited(finding: AuditFinding) -> str:
    same, long = len(finding.segments), finding.of_segments
    line = (
        f"edited output: {finding.text} is word for word {finding.of} in {same} of {long} long segments"
        f" ({100 * same / long:.1f} %)"
    )
    if same > LEFT_OUT_SHARE * long:
        line += "; left out of the human baseline, unless the config says `kind: human` of it"
    return line


ORDINARY = ("empty", "copied_source", "copied_reference", "double_source", LOST_NEGATION)
"""Findings that many a good set has, in few segments; of them a warning is given from WARNED_SHARE on; of typography
none is."""
WARNED_SHARE = 0.05


def audit_files(segments: str | Path, systems: Sequence[str | Path]) -> pa.Table:
    """Check the tables that `ingest` made, and log a line for each kind of finding.

    Args:
        systems: the tables of hypotheses, each file named after its system.
    """
    findings = audit(read_corpus(segments), {Path(path).stem: read_hypotheses(path) for path in systems})
    for line in lines_of(findings):
        log.info("%s", line)
    is_many = {id(f): len(f.segments) >= WARNED_SHARE * f.of_segments for f in findings}
    alarming = [f for f in findings if f.kind != TYPOGRAPHY and (f.kind not in ORDINARY or is_many[id(f)])]
    for line in lines_of(alarming):
        log.warning("input audit: %s", line)
    return table_of(findings)
