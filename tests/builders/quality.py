"""Tables of quality made by hand."""

from extractors.formats import tables
from extractors.formats.origin import Origin
from extractors.formats.quality import QUALITY
from tests.builders.rows import blank, table_of

PARSER = "biaffine:1/mine:1234"


def origin(parser=PARSER, **more):
    """The origin of hits in parses of this parser."""
    unaligned = {"aligner": None, "reference": None, "phenomena": "x", "minimum_confidence": 0.0}
    return Origin(parser=parser, **unaligned | more)


def quality_row(phenomenon, gold, found, right, **more):
    """A row of all hits in raw text; the definition is `d`."""
    row = blank(QUALITY) | {
        "parser": PARSER,
        "language": "de",
        "treebank": "de_made",
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
