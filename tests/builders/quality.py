"""Tables of quality made by hand."""

from extractors.formats import tables
from extractors.formats.quality import QUALITY

PARSER = "biaffine:1/mine:1234"


def quality_row(phenomenon, gold, found, right, **more):
    """A row of all hits in raw text; the definition is `d`."""
    row = {
        "parser": PARSER,
        "language": "de",
        "treebank": "de_made",
        "sentences": 100,
        "words": 900,
        "text": "raw",
        "phenomenon": phenomenon,
        "definition": "d",
        "distance_from": 0,
        "distance_below": None,
        "minimum_confidence": 0.0,
        "gold": gold,
        "found": found,
        "right": right,
    }
    dependents = {f"{name}_dependents": row[name] for name in ("gold", "found", "right")}
    missing = ("precision", "recall", "f1", "dependent_precision", "dependent_recall", "dependent_f1")
    return row | dependents | dict.fromkeys((*missing, "never_shown", "not_annotated")) | more


def write_quality(path, *rows):
    """Write rows; gives the path."""
    tables.write(QUALITY.table(rows), path)
    return path
