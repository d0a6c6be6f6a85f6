"""Tables of quality made by hand."""

import csv

from challenge_sets_lab.tables.quality import QUALITY
from extractors.formats import tables
from extractors.formats.origin import Origin
from extractors.phenomena import detection
from tests.builders.rows import blank, table_of

PARSER = "multilingual:1/mine:1234"


def origin(parser=PARSER, **more):
    """The origin of hits in parses of this parser."""
    unaligned = {"aligner": None, "reference": None, "phenomena": "x", "minimum_confidence": 0.0}
    return Origin(parser=parser, **unaligned | more)


def quality_row(phenomenon, gold, found, right, **more):
    """A row of all hits in raw text; the definition is `d`."""
    row = blank(QUALITY) | {
        "parser": PARSER,
        "language": "de",
        "data": "de_made",
        "sentences": 100,
        "words": 900,
        "text": "raw",
        "phenomenon": phenomenon,
        "definition": "d",
        "gold": gold,
        "found": found,
        "right": right,
    }
    dependents = {f"{name}_dependents": row[name] for name in ("gold", "found", "right")}
    return row | dependents | more


def write_quality(path, *rows):
    """Write rows; gives the path."""
    tables.write(table_of(QUALITY, rows), path)
    return path


def put_read(monkeypatch, path, counts, *, definitions=None, sure=None):
    """Put read hits of PARSER in the shipped table's place.

    Args:
        counts: by phenomenon, the right and all hits.
        sure: the same of those with a confidence of 0.6 or more, if any.
    """
    with path.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(detection.COLUMNS)
        for name, of in counts.items():
            for minimum, (right, found) in ((0.0, of), *([(0.6, sure), (0.95, sure)] if sure else [])):
                about = (PARSER, "de", "news of WMT21", detection.BY_MODEL, name, (definitions or {}).get(name, "d"))
                writer.writerow((*about, minimum, "", found, right, ""))
    monkeypatch.setattr(detection, "shipped", lambda: detection.load(path))
