"""Rows of FINDINGS, CONCLUSIONS, SCORES, DEPARTURES, WORD_DEPARTURES and CORPUS_SCORES, made by hand."""

from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.scores import CORPUS_SCORES, DEPARTURES, SCORES
from extractors.formats.word_evidence import WORD_DEPARTURES
from tests.builders.rows import blank, table_of

LABELS = {"bleu": "BLEU", "chrf": "chrF2", "ribes": "RIBES"}


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
        beyond: of the systems, which lose that much more than the `humans`; these may be None.
    """
    why = status or (TESTED if p is not None else "not found" if beyond is None else f"too small: {n} of {n}")
    row = blank(FINDINGS) | {"phenomenon": name, "label": name.replace("_", " "), "metric": metric, "status": why}
    row |= {"signature": f"{LABELS.get(metric, metric)}|nrefs:1"}
    row |= {"distance": distance, "p": p, "p_bh": p, "detectable": 2.5 if p is not None else None}
    if beyond is None:
        return row | {"systems": None, "humans": None, "beyond": None} | more
    row |= {"n": n, "systems_n": systems, "below": below if below is not None else systems * (beyond < 0)}
    row |= {"systems": beyond + (humans or 0.0), "humans": humans, "beyond": beyond}
    return row | {"low": beyond - half, "high": beyond + half} | more


def conclusion(name, words=None, p=None, *, half=0.03, worse=True, **more):
    """A row of CONCLUSIONS of words that are found less or more often than control words by this share."""
    row = blank(CONCLUSIONS) | {"phenomenon": name, "verdict": "no difference found", "worse": worse}
    if words is not None:
        row |= {"words_distance": 0, "words_n": 90, "words_accuracy": 0.6, "words_control": 0.6 - words}
        row |= {"words_difference": words, "words_difference_low": words - half, "words_difference_high": words + half}
        row |= {"words_p_bh": p}
    return row | more


def set_score(system, name, score, control, *, metric="bleu", distance=0, n=60, compared=None, of_all=None):
    """A row of SCORES at a minimum distance.

    Args:
        score, control: of the compared segments and of their controls; without `control` the set is not compared.
        compared: those segments; all `n` by default.
        of_all: the score of all segments of the set, where that is another.
    """
    row = blank(SCORES) | {"system": system, "phenomenon": name, "kind": "minimum", "distance_from": distance}
    row |= {"distance_below": None, "metric": metric, "n": n, "compared": n if compared is None else compared}
    row |= {"score": score if of_all is None else of_all, "signature": f"{LABELS.get(metric, metric)}|nrefs:1"}
    row |= dict.fromkeys(("score_low", "score_high", "difference_low", "difference_high"))
    return row | {"control_score": control, "difference": None if control is None else score - control}


def departure(system, name, value, p, *, metric="bleu", distance=0, half=1.0):
    """A row of DEPARTURES."""
    row = blank(DEPARTURES) | {"system": system, "phenomenon": name, "distance": distance, "metric": metric}
    row |= {"departure": value, "departure_low": value - half, "departure_high": value + half}
    return row | {"p": p, "p_bh": p}


def word_departure(system, name, value, p, *, slope=0.0, slope_p=None, half=0.1, n=46):
    """A row of WORD_DEPARTURES: a system that has a reference's words that much more often than is expected."""
    row = blank(WORD_DEPARTURES) | {"system": system, "phenomenon": name, "n": n}
    row |= {"is_order": False, "match": 0.6 + value, "others": 0.7, "expected": 0.6, "departure": value, "slope": slope}
    row |= {"departure_low": value - half, "departure_high": value + half}
    row |= {"slope_low": slope - half, "slope_high": slope + half}
    return row | {"p": p, "p_bh": p, "slope_p": slope_p, "slope_p_bh": slope_p}


def corpus_score(system, score, *, metric="bleu", n=1000):
    signature = f"{LABELS.get(metric, metric)}|nrefs:1"
    return {"system": system, "metric": metric, "n": n, "score": score, "signature": signature}


def write_tables(folder, findings, corpus_scores, *, scores=(), departures=()):
    """The tables in a folder, beside the table of controls, which is looked for."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "controls.parquet").touch()
    of_forms = {FINDINGS: findings, CORPUS_SCORES: corpus_scores, SCORES: scores, DEPARTURES: departures}
    for form, rows in of_forms.items():
        tables.write(table_of(form, list(rows)), folder / form.file)
