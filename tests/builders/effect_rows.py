"""Rows of PHENOMENON_EFFECTS and CORPUS_SCORES, made by hand."""

from extractors.formats import tables
from extractors.formats.effects import PHENOMENON_EFFECTS
from extractors.formats.scores import CORPUS_SCORES

EMPTY = {"int32": 0, "string": "", "bool": False}
BLANK = {c.name: None if c.optional else EMPTY[str(c.type)] for c in PHENOMENON_EFFECTS.columns}
"""A row without anything, whatever columns the table gets."""
LABELS = {"bleu": "BLEU", "chrf": "chrF2", "ribes": "RIBES"}


def effect(name, difference, p, *, metric="bleu", distance=0, n=143, half=1.0, systems=20, below=None):
    """An effect; without p its set is too small, without a difference it has no segments."""
    known = difference is not None
    return BLANK | {
        "phenomenon": name,
        "minimum_distance": distance,
        "metric": metric,
        "n": n if known else 0,
        "systems": systems if known else 0,
        "difference": difference,
        "difference_low": difference - half if known else None,
        "difference_high": difference + half if known else None,
        "standard_error": half / 2 if known else None,
        "p": p,
        "p_holm": p,
        "p_bh": p,
        "family": 9,
        "level": 0.02,
        "detectable": 2.5,
        "below": below if below is not None else systems * (difference < 0) if known else 0,
        "departing": 0,
        "precision": None,
        "precision_of": None,
        "clean_difference": None,
        "clean_low": None,
        "clean_high": None,
        "too_small": p is None,
        "unmatched": 0,
        "overlap": 0.0,
        "signature": f"{LABELS[metric]}|nrefs:1",
        "run": "parser:p",
    }


def corpus_score(system, score, *, metric="bleu", n=1000):
    return {"system": system, "metric": metric, "n": n, "score": score, "signature": f"{LABELS[metric]}|nrefs:1"}


def write_tables(folder, effects, corpus_scores):
    """The two tables in a folder, beside the other files of a scored corpus that are looked for."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "controls.parquet").touch()
    (folder / "scores.parquet").touch()
    tables.write(PHENOMENON_EFFECTS.table(effects), folder / "phenomenon_effects.parquet")
    tables.write(CORPUS_SCORES.table(corpus_scores), folder / "corpus_scores.parquet")
