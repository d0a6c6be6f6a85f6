"""Rows of FINDINGS, CONCLUSIONS and CORPUS_SCORES, made by hand."""

from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.scores import CORPUS_SCORES
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
        beyond: of the systems, which lose that much more than the `humans`.
    """
    why = status or (TESTED if p is not None else "not found" if beyond is None else f"too small: {n} of {n}")
    row = blank(FINDINGS) | {"phenomenon": name, "label": name.replace("_", " "), "metric": metric, "status": why}
    row |= {"signature": f"{LABELS.get(metric, metric)}|nrefs:1"}
    row |= {"distance": distance, "p": p, "p_bh": p, "detectable": 2.5 if p is not None else None}
    if beyond is None:
        return row | {"systems": None, "humans": None, "beyond": None} | more
    row |= {"n": n, "systems_n": systems, "below": below if below is not None else systems * (beyond < 0)}
    row |= {"systems": beyond + humans, "humans": humans, "beyond": beyond}
    return row | {"low": beyond - half, "high": beyond + half} | more


def conclusion(name, words=None, p=None, *, half=0.03, worse=True, **more):
    """A row of CONCLUSIONS of words that are found less or more often than control words by this share."""
    row = blank(CONCLUSIONS) | {"phenomenon": name, "verdict": "no difference found", "worse": worse}
    if words is not None:
        row |= {"words_distance": 0, "words_n": 90, "words_accuracy": 0.6, "words_control": 0.6 - words}
        row |= {"words_difference": words, "words_difference_low": words - half, "words_difference_high": words + half}
        row |= {"words_p": p, "words_p_bh": p}
    return row | more


def corpus_score(system, score, *, metric="bleu", n=1000):
    return {"system": system, "metric": metric, "n": n, "score": score, "signature": f"{LABELS[metric]}|nrefs:1"}


def write_tables(folder, findings, corpus_scores):
    """The two tables in a folder, beside the other files of a scored corpus that are looked for."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "controls.parquet").touch()
    (folder / "scores.parquet").touch()
    tables.write(table_of(FINDINGS, findings), folder / FINDINGS.file)
    tables.write(table_of(CORPUS_SCORES, corpus_scores), folder / CORPUS_SCORES.file)
