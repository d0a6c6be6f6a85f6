"""Pack the examples of the report: the segments that its page shows, gzipped JSON for `assets/examples.js`.

{
  "corpus", "source_language", "target_language",
  "corpus_segments": segments of the corpus,
  "systems", "references": names,
  "measured": whether the verdicts below are there, "marked": whether the errors that people marked are,
  "metrics": names of those that segments have scores by,
  "asked": segments to choose for each phenomenon, at most; "limit": the same as lowered to save room, or null,
  "chosen_by": what made a segment telling where not all are there: any of "words" and the label of a metric,
  "random_every": one in so many segments of a distance was drawn at random; 1 for all,
  "phenomena": [{"id", "label", "roles", "hits", "segments", "shown_hits", "shown_segments"}]; roles are what the two
      words of a hit are to each other, head first,
  "hits", "segments_with_hits": of the corpus,
  "upos", "deprels": the names that parses refer to by number,
  "segments": [{"id", "domain", "document", "before", "after", "source", "references": texts, "outputs": texts,
      "scores", "parse", "hits"}]
}

Domain and document are names, before and after the source texts of the lines beside the segment in its document; each
is null where there is none.

Scores are lists by metric, and by system in them; null where there is none.

A parse has for each sentence [forms, UPOS, heads, relations]; heads are 1-based in the sentence, 0 for its root.

A hit is [phenomenon, distance, confidence, head word, dependent word, marks in the source, marks in each reference,
verdict on each system] and, where people marked errors, the errors in its words in the output of each system: lists of
["major fluency/grammar: hat", start, end], or null where nobody looked. Words are counted in the segment, from 0. Marks
are start, end, role, start, end, role, ..., in characters (code points), with the role 1 for the first of the
phenomenon's roles, 2 for the second, 3 for both.

A verdict is [found, reference, marks in the output, missed words of the head, of the dependent]: 1, 0, or null
where the hit is not counted; the number of the reference that the output agrees with most; and the words that it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.report.examples.choice import RANDOM_EVERY, ranks, turns
from extractors.report.examples.records import Records, measured_hits
from extractors.report.examples.segment_scores import ShownScores
from extractors.report.packing import fitting, packed
from extractors.report.results import ReportedPhenomenon, ReportedResults

EXAMPLE_SCRIPTS = ("marks.js", "tree.js", "matching.js", "example.js", "examples.js")
EXAMPLE_STYLES = ("examples.css", "tree.css")
"""The assets of the browser of examples, in the order in which they go into the page."""

ROUND = 500
"""Segments that are read and packed together, or a few more: what is in memory at once."""

Turn = list[dict[str, Any]]


def examples_data(
    results: ReportedResults, folder: Path, *, limit: int, max_bytes: int, scores: ShownScores | None = None
) -> bytes:
    """Return the examples of a corpus, gzipped; the same results give the same bytes.

    Segments are chosen as in `choice`: at most `limit` for each phenomenon, of all distances by turns, most of them
    the most telling ones. A segment that is there for one phenomenon has its hits of all others too. The limit is
    lowered until all fits.

    Args:
        folder: where the results are.
        limit: segments for each phenomenon.
        max_bytes: of the result.
        scores: of the segments; none are in the page without it.
    """
    if limit < 1:
        raise InputError(
            f"the number of examples for each phenomenon must be 1 or more, got {limit}",
            remedy="give 1 or more (report: examples)",
        )
    systems = results.systems
    hits = tables.read(HITS, folder / "hits.parquet").sort_by("segment_id")
    telling = ranks(hits, measured_hits(folder, systems, hits), systems, scores)
    chosen = turns(hits, limit, telling)
    shown = frozenset(segment for turn in chosen for segment in turn)
    records = Records(folder, systems, hits, shown, scores)
    head = {
        "corpus": results.name,
        **records.languages,
        "corpus_segments": tables.count_rows(folder / "segments.parquet"),
        "systems": systems,
        "references": records.references,
        "measured": records.measured,
        "marked": records.is_marked,
        "metrics": list(scores.decimals) if scores else [],
        "asked": limit,
    }
    chosen_by = (["words"] if records.measured else []) + (scores.labels[:1] if scores else [])
    head |= {"chosen_by": [] if telling is None else chosen_by, "random_every": 1 if telling is None else RANDOM_EVERY}
    kept = fitting(_turns(records, chosen), max_bytes, fewest=1)
    while len(data := packed(head | _body(records, results.phenomena, kept, len(kept) == len(chosen)))) > max_bytes:
        if len(kept) < 2:
            raise InputError(
                f"{max_bytes:,} bytes of examples leave no room for one example of each phenomenon",
                path=folder,
                remedy="allow more (report: megabytes), or look for fewer phenomena",
            )
        # What all turns share has no room of its own in the estimate; it is small.
        kept.pop()
    if len(kept) < len(chosen):
        log.warning(
            "%s: to stay below its size (report: megabytes), %d example segments a phenomenon are in it, not %d",
            folder,
            len(kept),
            limit,
        )
    return data


def _turns(records: Records, chosen: Sequence[Sequence[int]]) -> Iterator[Turn]:
    """Yield the records of each turn; those of several turns are read together."""
    group: list[Sequence[int]] = []
    for number, turn in enumerate(chosen, 1):
        group.append(turn)
        if sum(map(len, group)) >= ROUND or number == len(chosen):
            made = iter(records.of([segment for turn_hits in group for segment in turn_hits]))
            yield from ([next(made) for _ in turn_hits] for turn_hits in group)
            group = []


def _body(
    records: Records, reported: Mapping[str, ReportedPhenomenon], chosen: Sequence[Turn], complete: bool
) -> dict[str, Any]:
    rows = sorted((row for turn in chosen for row in turn), key=lambda row: row["id"])
    segments = records.hits.column("segment_id").to_numpy()
    names = np.array(records.hits.column("phenomenon").to_pylist(), dtype=object)
    shown = np.isin(segments, [row["id"] for row in rows])
    phenomena = []
    for name in records.phenomena:
        is_own = names == name
        phenomena.append(
            {
                "id": name,
                "label": reported[name].label,
                "roles": reported[name].roles,
                "hits": int(is_own.sum()),
                "segments": len(np.unique(segments[is_own])),
                "shown_hits": int((is_own & shown).sum()),
                "shown_segments": len(np.unique(segments[is_own & shown])),
            }
        )
    return {
        "limit": None if complete else len(chosen),
        "phenomena": phenomena,
        "hits": len(segments),
        "segments_with_hits": len(np.unique(segments)),
        "upos": records.treebank.upos.values,
        "deprels": records.treebank.deprel.values,
        "segments": rows,
    }
