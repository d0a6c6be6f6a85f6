"""Ingest: a corpus (source and references) and its systems' outputs become tables.

A segment is a line; an empty one is kept, so that segments never shift against each other.
"""

from collections import Counter
from collections.abc import Mapping

import pyarrow as pa

from extractors.core.logs import log
from extractors.extract.language_checks import check_corpus
from extractors.formats import tables
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.inputs.places import Place
from extractors.inputs.reading import files_of, read_segments, read_texts, same_length

PLACEHOLDER_SHARE = 0.5
"""A hypothesis that makes up more than this share of an output is taken for a placeholder."""


def ingest(
    *,
    source: Place,
    references: Mapping[str, Place],
    source_language: str,
    target_language: str,
    check_languages: bool = False,
) -> pa.Table:
    """Read a source and its references (see extractors.inputs.importers) as a table of segments.

    Args:
        check_languages: refuse texts that are in another language.

    Raises:
        InputError: a file that cannot be read, or line counts that differ.
    """
    read = read_segments(source)
    texts = {name: read_texts(place) for name, place in references.items()}
    for name, segments in texts.items():
        same_length(len(segments), references[name], len(read), source)
    if check_languages:
        languages = {"source_language": source_language, "target_language": target_language}
        check_corpus([text for _, text in read], texts, **languages)
    warn_of_empty([text for _, text in read], str(source))
    for name, segments in texts.items():
        warn_of_empty(segments, f"{references[name]} (reference {name})")
    file = source.path.name if files_of(source) else str(source)
    log.info("%s: %d segments, references: %s", source, len(read), ", ".join(texts) or "none")
    table = SEGMENTS.from_columns(
        {
            "segment_id": range(len(read)),
            "source": [text for _, text in read],
            "references": [[segments[i] for segments in texts.values()] for i in range(len(read))],
            "provenance": [f"{file}:{line}" for line, _ in read],
        }
    )
    return tables.with_metadata(
        table, references="\t".join(texts), source_language=source_language, target_language=target_language
    )


def ingest_system(*, place: Place, segments: int, corpus: object) -> pa.Table:
    """Read a system's output, one hypothesis for each of the corpus's segments.

    Warns of an output that is mostly one line, as outputs of test sets that were not submitted are.

    Args:
        place: where it is, see extractors.inputs.importers.
        segments: how many segments the corpus has.
    """
    hypotheses = read_texts(place)
    same_length(len(hypotheses), place, segments, corpus)
    warn_of_empty(hypotheses, str(place))
    text, count = Counter(hypotheses).most_common(1)[0]
    if segments > 1 and count / segments > PLACEHOLDER_SHARE:
        log.warning(
            "%s: %d of %d hypotheses are %r: a placeholder, not a translation? Its scores say nothing.",
            place,
            count,
            segments,
            text[:60],
        )
    return HYPOTHESES.from_columns({"segment_id": range(segments), "hypothesis": hypotheses})


def warn_of_empty(texts: list[str], what: str) -> None:
    """Log how many segments have no text; `what` they are of."""
    empty = [i for i, text in enumerate(texts) if not text.strip()]
    if empty:
        log.warning("%s: %d empty segments, kept (the first is segment_id %d)", what, len(empty), empty[0])
