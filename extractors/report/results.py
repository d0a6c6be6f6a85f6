"""Read the results that a report is about from the folder of a corpus."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from extractors.core.errors import InputError
from extractors.core.rounding import decimals
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.definition import Format
from extractors.formats.effects import EFFECTS
from extractors.formats.findings import FINDINGS
from extractors.formats.human_errors import HUMAN_ERRORS
from extractors.formats.scores import CORPUS_SCORES, DEPARTURES, SCORES
from extractors.formats.segments import SEGMENTS
from extractors.formats.sets import SETS, check_ids
from extractors.formats.testset_scores import AUDIT_TRAIL, INPUT_AUDIT
from extractors.formats.units import UNITS
from extractors.formats.word_evidence import WORD_DEPARTURES
from extractors.phenomena import catalogue, detection
from extractors.phenomena.catalogue import definitions_checksum
from extractors.phenomena.estimands import SOURCE
from extractors.phenomena.readings import Reading
from extractors.report.numbers import Row, Rows, are_beside_people, in_sequence, is_significant, label_of, unit_drawn
from extractors.scoring.metrics import create_metric
from extractors.scoring.run_manifest import Manifest, read_manifest


@dataclass(frozen=True, kw_only=True)
class RunMetric:
    """A metric of the run.

    Attributes:
        label: as in its signature: BLEU, chrF2.
        decimals: how many to print.
    """

    name: str
    label: str
    higher_is_better: bool
    decimals: int
    signature: str

    @property
    def sign(self) -> int:
        """1 or -1: multiplied by it, a higher score is better."""
        return 1 if self.higher_is_better else -1

    @property
    def title(self) -> str:
        """The label, with a note where lower is better."""
        return self.label if self.higher_is_better else f"{self.label} (lower is better)"


@dataclass(frozen=True, kw_only=True)
class ReportedPhenomenon:
    """A phenomenon that was looked for.

    Attributes:
        label: its name in a sentence, in the plural.
        roles: what the two words of a hit are to each other, head first.
        chosen_by: what chooses the segments of its sets: SOURCE, OUTPUTS or REFERENCE.
        requests: those of the source language, as they are written; none if it is found from the alignment.
        reading: how many of its hits in gold trees of the language were judged right; None if none were judged.
        detected: how well the run's parser finds it, in words; None where nothing is known.
        sets: its rows of the table of sets, without their segments.
    """

    id: str
    label: str
    roles: tuple[str, str]
    description: str
    source: str
    distance: str
    chosen_by: str
    requests: tuple[str, ...]
    reading: Reading | None
    detected: str | None
    sets: tuple[Row, ...]

    @property
    def minimum_distances(self) -> list[int]:
        """The minimum distances of its sets, ascending."""
        return sorted(row["distance_from"] for row in self.sets if row["kind"] == "minimum")

    @property
    def size(self) -> int:
        """Segments of its largest set."""
        return max((int(row["segments"]) for row in self.sets if row["kind"] == "minimum"), default=0)


@dataclass(frozen=True, kw_only=True)
class ReportedResults:
    """The results of one corpus.

    Attributes:
        manifest: of the run, see extractors.scoring.run_manifest.
        metrics: by name, the primary one first.
        findings, conclusions: by phenomenon, the rows of these tables.
        effects, scores, accuracy: rows of these tables; no accuracy where it was not measured.
        departures: by system and phenomenon, the row of DEPARTURES; word_departures: the rows of WORD_DEPARTURES.
        accuracy_effects: the accuracies of all systems together; none where it was not measured.
        human_errors: how often people marked errors at phenomena; none where nobody did.
        audit: what is wrong with the texts: rows of INPUT_AUDIT with `lines`, those of its first segments in the
            source's file; None where nobody looked.
        trail: how many lines of a test set's files have no place in the corpus, or another layout, by what is said.
        segments: what sets are of: the segments of the corpus, or the units that they were cut into.
        whole: the segments of the corpus, which its scores are of.
        folder: where they were read from; None of made ones.
    """

    name: str
    manifest: Manifest
    systems: list[str]
    phenomena: dict[str, ReportedPhenomenon]
    metrics: dict[str, RunMetric]
    segments: int
    whole: int
    corpus_scores: list[Row]
    findings: dict[str, Row]
    conclusions: dict[str, Row]
    effects: list[Row]
    scores: list[Row]
    departures: dict[tuple[str, str], Row]
    word_departures: list[Row]
    accuracy: list[Row]
    accuracy_effects: list[Row]
    human_errors: list[Row] = field(default_factory=list)
    audit: list[Row] | None = None
    trail: Mapping[str, int] = field(default_factory=dict)
    folder: Path | None = None

    @property
    def alpha(self) -> float:
        return self.manifest.statistics.alpha

    @property
    def matched(self) -> str:
        """What controls share with their segments, in words; empty if nothing."""
        return _matched_in_words(self.manifest.controls)

    @property
    def others(self) -> str:
        """What a set is compared with, in words that end a sentence."""
        return others_in_words(self.manifest.controls)

    @property
    def controls(self) -> str:
        """What is subtracted from the score of a set, in words."""
        matched = self.manifest.controls.matched
        if matched == ("length",):
            return "length-matched sentences"
        return f"sentences matched in {_covariates(matched)}" if matched else "other sentences"

    @property
    def beside_people(self) -> bool:
        """Whether any finding is of systems beyond human translations."""
        return are_beside_people(self.findings.values())

    @property
    def unit(self) -> str:
        """What tests draw: `document`, `block` (of neighbouring lines) or `segment`."""
        return unit_drawn(self.scores)

    @property
    def metric(self) -> RunMetric:
        """The primary metric."""
        return next(iter(self.metrics.values()))

    def is_finding(self, phenomenon: str) -> bool:
        """Return whether the test of a phenomenon is significant after the correction."""
        return is_significant(self.findings[phenomenon], self.alpha)


def read_results(folder: Path, phenomena_file: str | Path | None = None) -> ReportedResults:
    """Read the results that a run has left in a folder; the corpus has the name of the folder.

    Args:
        phenomena_file: where the phenomena are defined (default: where the run says).
    """
    manifest = read_manifest(folder / "manifest.json")
    corpus_scores = _rows(CORPUS_SCORES, folder)
    scores, findings = (_rows(form, folder) for form in (SCORES, FINDINGS))
    measured = manifest.has_accuracy
    words = _rows(ACCURACY, folder) if measured else []
    units = folder / UNITS.file
    if not scores:
        raise InputError(
            "no set has a score",
            path=folder / "scores.parquet",
            remedy="give the corpus systems and sets, then score it",
        )
    return ReportedResults(
        name=folder.resolve().name,
        folder=folder,
        manifest=manifest,
        systems=sorted({row["system"] for row in corpus_scores}, key=str.casefold),
        phenomena=_phenomena(folder, manifest.phenomena_file(phenomena_file), manifest),
        metrics=_metrics(manifest, corpus_scores, findings[0]["metric"]),
        segments=tables.count_rows(units) if units.is_file() else int(corpus_scores[0]["n"]),
        whole=int(corpus_scores[0]["n"]),
        corpus_scores=corpus_scores,
        findings={row["phenomenon"]: row for row in findings},
        conclusions={row["phenomenon"]: row for row in _rows(CONCLUSIONS, folder)},
        effects=_rows(EFFECTS, folder),
        scores=scores,
        departures={(row["system"], row["phenomenon"]): row for row in _rows(DEPARTURES, folder)},
        word_departures=_rows_if_any(WORD_DEPARTURES, folder),
        accuracy=[row for row in words if row["system"] is not None],
        accuracy_effects=[row for row in words if row["system"] is None],
        audit=_audit(folder),
        trail=dict(Counter(row["problem"] for row in _rows_if_any(AUDIT_TRAIL, folder)).most_common()),
        human_errors=_rows_if_any(HUMAN_ERRORS, folder),
    )


def _audit(folder: Path) -> list[Row] | None:
    path = folder / INPUT_AUDIT.file
    rows = _rows_if_any(INPUT_AUDIT, folder)
    if not rows:
        return [] if path.is_file() else None
    places = tables.read(SEGMENTS, folder / "segments.parquet").column("provenance").to_pylist()
    check_ids(np.array([i for row in rows for i in row["first"]], dtype=np.int32), len(places), f"{path}: a finding")
    return [{**row, "lines": [places[i].rpartition(":")[2] for i in row["first"]]} for row in rows]


def _rows_if_any(form: Format, folder: Path) -> list[Row]:
    return _rows(form, folder) if (folder / form.file).is_file() else []


def _rows(form: Format, folder: Path) -> list[Row]:
    path = folder / form.file
    if not path.is_file():
        raise InputError(
            f"no such file (a table of {form.name})",
            path=path,
            remedy="score the corpus again (snakemake score), which writes it",
        )
    rows: list[Row] = tables.read(form, path).to_pylist()
    return rows


def _metrics(manifest: Manifest, corpus_scores: Rows, first: str) -> dict[str, RunMetric]:
    rows = {row["metric"]: row for row in reversed(corpus_scores)}
    return {
        name: RunMetric(
            name=name,
            label=label_of([rows[name]]),
            higher_is_better=create_metric(name, manifest.metrics[name]).higher_is_better,
            decimals=decimals(abs(row["score"]) for row in corpus_scores if row["metric"] == name),
            signature=rows[name]["signature"],
        )
        for name in sorted(dict.fromkeys(row["metric"] for row in corpus_scores), key=lambda name: name != first)
    }


def _phenomena(folder: Path, file: Path, manifest: Manifest) -> dict[str, ReportedPhenomenon]:
    """Return the phenomena that have sets, in the order of the sets."""
    language = manifest.corpus.source_language
    entries = catalogue.load(file, languages=[language])
    rows: dict[str, list[Row]] = {}
    table = tables.read(SETS, folder / "sets.parquet")
    for row in table.drop_columns(["segment_ids"]).to_pylist():
        rows.setdefault(row["phenomenon"], []).append(row)
    definitions = {name: definitions_checksum([entries[name].definition(language)]) for name in rows}
    detected = detection.texts_of_run(manifest.origin, definitions, manifest.quality)
    chosen_by = manifest.origin.chosen_by
    reported = {}
    for name, sets in rows.items():
        entry = entries[name]
        reported[name] = ReportedPhenomenon(
            id=entry.id,
            label=entry.label,
            roles=entry.roles,
            description=entry.description,
            source=entry.source,
            distance=entry.distance,
            chosen_by=chosen_by.get(name, SOURCE),
            requests=tuple(rule.request.source.text for rule in entry.rules.get(language, ())),
            reading=entry.readings.get(language),
            detected=detected.get(name),
            sets=tuple(sets),
        )
    return reported


def others_in_words(controls: ControlSettings | None) -> str:
    """Say what a set is compared with, in words that end a sentence."""
    if controls is None or not controls.matched:
        return "other sentences"
    if controls.matched == ("length",):
        return f"other sentences of that length{_within(controls)}"
    return f"other sentences alike in {_matched_in_words(controls)}"


def tool_in_words(signature: str) -> str:
    """Return a tool's name and model, without versions and checksums: `multilingual with parser-multilingual`."""
    return " with ".join(part.partition(":")[0] for part in signature.split("/")[:2])


def _matched_in_words(controls: ControlSettings) -> str:
    return _covariates([f"{name}{_within(controls)}" if name == "length" else name for name in controls.matched])


def _covariates(names: Sequence[str]) -> str:
    return in_sequence([name.replace("_", " ") for name in names])


def _within(controls: ControlSettings) -> str:
    """Say how far lengths may differ, where it is not the paper's one token: ` (within 10 %)`."""
    return "" if controls.within == 1 else f" (within {controls.length_tolerance})"
