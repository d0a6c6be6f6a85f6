"""Results made by hand: three systems, three phenomena, a metric that is better high and one that is better low."""

import dataclasses
from pathlib import Path

from extractors.config.manifest import recorded
from extractors.config.run import check_config
from extractors.formats.accuracy import ACCURACY
from extractors.formats.origin import Origin
from extractors.phenomena.chosen_phenomena import Detection
from extractors.phenomena.readings import Reading
from extractors.report.results import ReportedPhenomenon, ReportedResults, RunMetric
from extractors.scoring.run_manifest import Manifest
from extractors.words.joined_evidence import conclusion_rows
from tests.builders import effects
from tests.builders.rows import blank

SYSTEMS = ["alpha", "beta", "gamma"]
BLEU = RunMetric(name="bleu", label="BLEU", higher_is_better=True, decimals=1, signature="BLEU|nrefs:1")
TER = RunMetric(name="ter", label="TER", higher_is_better=False, decimals=1, signature="TER|nrefs:1")

FOUND_WELL = Detection(parser="p")
DETECTED = "precision 57 % of 82 hits on treebanks (EWT dev), recall 64 %"


def manifest(*, detection=FOUND_WELL, **blocks):
    """The manifest of a run with these blocks of its config, else with the defaults."""
    entry = {"source_language": "de", "target_language": "en", "source": "s.de", "references": {"A": "ref.en"}}
    run = check_config({"corpora": {"made": entry}, **blocks})
    return Manifest(
        signature="parser:p|aligner:a|controls:c",
        origin=Origin(parser="p", aligner="a", reference="A", phenomena="x", minimum_confidence=0.0, pool="corpus"),
        lemmas=None,
        version="0.1.0",
        controls=run.controls,
        libraries={"numpy": "2.0"},
        folder=Path(),
        files={},
        corpus=recorded(run),
        detection=detection,
        config=run.as_dict(),
    )


def phenomenon(name, *, distances=(0, 2), sizes=(40, 35), detected=None):
    sets = [
        {"kind": "minimum", "distance_from": d, "distance_below": None, "segments": n, "hits": n + 1}
        for d, n in zip(distances, sizes, strict=True)
    ]
    sets.append({"kind": "exact", "distance_from": 0, "distance_below": 1, "segments": 5, "hits": 5})
    return ReportedPhenomenon(
        id=name,
        label=f"{name} words",
        roles=("verb", "particle"),
        description=f"Two words, {name}.",
        source="a paper",
        distance="surface",
        chosen_by="source",
        requests=("pattern { A -> B }",),
        reading=Reading("PUD", 19, 20, "a large language model", None),
        detected=detected,
        sets=tuple(sets),
    )


def row(system, name, difference, *, metric="bleu", distance=0, below=None, n=40, **more):
    """A row of scores."""
    known = difference is not None
    return {
        "system": system,
        "phenomenon": name,
        "kind": "minimum" if below is None else "bucket",
        "distance_from": distance,
        "distance_below": below,
        "metric": metric,
        "n": n,
        "compared": n,
        "score": 30.0 + difference if known else None,
        "score_low": 28.0,
        "score_high": 32.0,
        "control_score": 30.0 if known else None,
        "difference": difference,
        "difference_low": difference - 1 if known else None,
        "difference_high": difference + 1 if known else None,
    } | more


SCORES = [
    # hard and easy are tested, and hard is a finding; rare is too small; beta has no set of it at all.
    row("alpha", "hard", -4.0),
    row("beta", "hard", -2.0),
    row("gamma", "hard", -1.0),
    row("alpha", "easy", 2.0),
    row("beta", "easy", 0.5),
    row("gamma", "easy", -0.04),
    row("alpha", "rare", -9.0, n=4),
    row("beta", "rare", None, n=0),
    row("gamma", "rare", -8.0, n=4),
    row("alpha", "hard", -6.0, distance=2, n=12),
    row("alpha", "hard", 3.0, metric="ter"),
    row("beta", "hard", -3.0, metric="ter"),
]


def accuracy(system, name, value, difference, p):
    """A row of ACCURACY at the minimum distance 0."""
    row = blank(ACCURACY) | {"system": system, "phenomenon": name, "kind": "minimum"}
    row |= {"hits": 41, "n": 40, "segments": 40, "accuracy": value, "low": value - 0.1, "high": value + 0.1}
    row |= {"control": value - difference, "difference": difference, "p": p, "too_small": False}
    return row | {"difference_low": difference - 0.05, "difference_high": difference + 0.05}


ACCURACY_EFFECTS = [accuracy(None, "hard", 0.7, -0.1, 0.9) | {"systems": 2, "below": 1}]


def results(*, scores=SCORES, **changes):
    """The results, with some of their attributes changed; effects, findings and departures follow from the scores."""
    scores = list(scores)
    whole = [
        {"system": system, "metric": metric, "n": 100, "score": score, "signature": f"{metric.upper()}|nrefs:1"}
        for metric, values in (("bleu", (20.0, 30.0, 25.0)), ("ter", (60.0, 40.0, 50.0)))
        for system, score in zip(SYSTEMS, values, strict=True)
    ]
    phenomena = changes.get("phenomena") or {
        "easy": phenomenon("easy"),
        "hard": phenomenon("hard", detected=DETECTED),
        "rare": phenomenon("rare", sizes=(4, 0)),
        "absent": phenomenon("absent", sizes=(0, 0)),
    }
    metrics = changes.get("metrics") or {"bleu": BLEU, "ter": TER}
    together = effects.effects(scores)
    findings = effects.findings(together, phenomena, next(iter(metrics)))
    metric = next(iter(metrics.values()))
    rows = conclusion_rows(
        list(findings.values()),
        changes.get("accuracy_effects", ACCURACY_EFFECTS),
        changes.get("human_errors", []),
        higher_is_better=metric.higher_is_better,
        alpha=0.05,
    )
    made = ReportedResults(
        name="made",
        manifest=manifest(),
        systems=SYSTEMS,
        phenomena=phenomena,
        metrics=metrics,
        segments=100,
        whole=100,
        corpus_scores=whole,
        findings=findings,
        conclusions={row["phenomenon"]: row for row in rows},
        effects=together,
        scores=scores,
        departures=effects.departures(scores, findings),
        word_departures=[],
        accuracy=[accuracy("alpha", "hard", 0.6, -0.2, 0.01), accuracy("beta", "hard", 0.8, 0.0, 0.9)],
        accuracy_effects=ACCURACY_EFFECTS,
        human_errors=[],
    )
    return dataclasses.replace(made, **changes)
