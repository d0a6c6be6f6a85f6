"""Rows of FINDINGS, EFFECTS and CORPUS_SCORES, made by hand."""

from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.effects import EFFECTS
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.scores import CORPUS_SCORES
from tests.builders.rows import blank, table_of

LABELS = {"bleu": "BLEU", "chrf": "chrF2", "ribes": "RIBES"}


def _measured(name, difference, *, metric, n, systems, below):
    known = difference is not None
    return {
        "phenomenon": name,
        "metric": metric,
        "n": n if known else 0,
        "controls": 200.0 if known else None,
        "below": below if below is not None else systems * (difference < 0) if known else 0,
        "signature": f"{LABELS.get(metric, metric)}|nrefs:1",
    }


def _interval(name, value, half):
    known = value is not None
    ends = {f"{name}_low": value - half, f"{name}_high": value + half} if known else {}
    return {name: value} | ends


def finding(
    name,
    beyond,
    p,
    *,
    humans=-1.0,
    metric="bleu",
    distance=0,
    n=143,
    half=1.0,
    systems=20,
    below=None,
    status=None,
    **more,
):
    """A row of FINDINGS; without p it is not tested, without `beyond` it has no segments.

    Args:
        beyond: of the systems, which lose that much more than the `humans`.
    """
    measured = _measured(name, beyond, metric=metric, n=n, systems=systems, below=below)
    why = status or (TESTED if p is not None else "not found" if beyond is None else f"too small: {n} of {n}")
    known = beyond is not None
    return (
        blank(FINDINGS)
        | measured
        | _interval("systems", beyond + humans if known else None, half)
        | _interval("humans", humans if known else None, half)
        | _interval("beyond", beyond, half)
        | {
            "systems_n": systems if known else 0,
            "baseline": "A, B",
            "standard_error": half / 2 if known else None,
            "skewness": 0.0 if known else None,
            "units": measured["n"],
            "label": name.replace("_", " "),
            "distance": distance,
            "status": why,
            "chosen_by": "source",
            "p": p,
            "p_bh": p,
            "detectable": 2.5 if p is not None else None,
        }
        | more
    )


def conclusion(name, words=None, p=None, *, half=0.03, worse=True, **more):
    """A row of CONCLUSIONS of words that are found less or more often than control words by this share."""
    row = blank(CONCLUSIONS) | {"phenomenon": name, "verdict": "no difference found", "worse": worse}
    if words is not None:
        row |= {"words_distance": 0, "words_n": 90, "words_accuracy": 0.6, "words_control": 0.6 - words}
        row |= {"words_difference": words, "words_difference_low": words - half, "words_difference_high": words + half}
        row |= {"words_p": p, "words_p_bh": p}
    return row | more


def effect(name, difference, *, metric="bleu", distance=0, n=143, half=1.0, systems=20, below=None, **more):
    """A row of EFFECTS at a minimum distance."""
    measured = _measured(name, difference, metric=metric, n=n, systems=systems, below=below)
    return (
        blank(EFFECTS)
        | measured
        | _interval("difference", difference, half)
        | {
            "kind": "minimum",
            "systems": systems if difference is not None else 0,
            "distance_from": distance,
            "standard_error": None if difference is None else half / 2,
            "skewness": None if difference is None else 0.0,
            "units": measured["n"],
        }
        | more
    )


def corpus_score(system, score, *, metric="bleu", n=1000):
    return {"system": system, "metric": metric, "n": n, "score": score, "signature": f"{LABELS[metric]}|nrefs:1"}


def write_tables(folder, findings, corpus_scores):
    """The two tables in a folder, beside the other files of a scored corpus that are looked for."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "controls.parquet").touch()
    (folder / "scores.parquet").touch()
    tables.write(table_of(FINDINGS, findings), folder / FINDINGS.file)
    tables.write(table_of(CORPUS_SCORES, corpus_scores), folder / CORPUS_SCORES.file)
