"""The results of a corpus as a test set of mt-metrics-eval, which its EvalSet reads.

    documents/PAIR.docs             a domain and a document for each segment
    sources/PAIR.txt    references/PAIR.NAME.txt    system-outputs/PAIR/SYSTEM.txt
    metric-scores/PAIR/METRIC-REFERENCES.seg.score, .sys.score
    human-scores/PAIR.NAME.seg.score, .sys.score

Source: README and data.py of google-research/mt-metrics-eval. It takes what follows the last dash of a metric's name
for the references that the metric saw, with dots between them, or `src` for none, and refuses a metric without a score.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import replacing_folder, write_text
from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.scores import CORPUS_SCORES
from extractors.publish.exchange import ScoredCorpus
from extractors.score.metrics import metric_of_segments

NO_SCORE, NO_REFERENCE = "None", "src"
RESERVED = ("all", NO_REFERENCE)
"""Names that no reference may have there."""
ONE = "all"
"""Stands for the domain where there are none; a segment without a document is one."""
NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_]")


def write_mteval(results: ScoredCorpus, folder: Path) -> list[str]:
    """Write the tree; the names of its files.

    Scores of which lower is better are negated, as mt-metrics-eval wants higher to be better. Scores that a user brings
    are of people, unless their name ends as that of a metric there.
    """
    corpus = results.corpus
    pair = f"{corpus.source_language}-{corpus.target_language}"
    references = _reference_names(list(corpus.references))
    texts = {
        f"sources/{pair}.txt": corpus.source,
        **{f"references/{pair}.{references[name]}.txt": of for name, of in corpus.references.items()},
        **{f"system-outputs/{pair}/{system}.txt": of for system, of in results.systems.items()},
        f"documents/{pair}.docs": _documents(results.folder),
    }
    with replacing_folder(folder) as new:
        for name, lines in texts.items():
            with write_text(new / name) as out:
                # Of the lines of documents, the tab stays.
                out.writelines(re.sub(r"[\r\n]+", " ", text) + "\n" for text in lines)
        written = [*texts]
        for metric in results.manifest.metrics:
            stem = _stem(results, metric, list(references.values()), pair)
            for level, rows in (("seg", _of_segments(results, metric)), ("sys", _of_systems(results, metric))):
                if stem.startswith("metric") and any(score is None for _, score in rows):
                    log.warning("%s.%s: left out, since segments or systems are without a score", stem, level)
                    continue
                written.append(f"{stem}.{level}.score")
                with write_text(new / written[-1]) as out:
                    out.writelines(f"{system}\t{NO_SCORE if score is None else score}\n" for system, score in rows)
    return written


def _reference_names(names: Sequence[str]) -> dict[str, str]:
    """The name there of each reference: of letters, digits and `_`, since dots and dashes divide names of metrics."""
    found = {name: NOT_IN_NAMES.sub("_", name) + "_" * (name in RESERVED) for name in names}
    for name, other in found.items():
        if name != other:
            log.warning("the reference %s is called %s there, where names have no dots and dashes", name, other)
    if len({*found.values()}) < len(found):
        raise InputError(
            f"two references would have one name there: {', '.join(found)}",
            remedy="rename one of them in the config, and score again",
        )
    return found


def _stem(results: ScoredCorpus, metric: str, references: Sequence[str], pair: str) -> str:
    """The path of a metric's files, up to their level."""
    if results.manifest.metrics[metric].get("segment_scores"):
        last = metric.rpartition("-")[2] if "-" in metric else ""
        if not {*last.split(".")} <= {*references, *RESERVED}:
            return f"human-scores/{pair}.{metric}"
        return f"metric-scores/{pair}/{metric}"
    return f"metric-scores/{pair}/{metric}-{'.'.join(references)}"


def _sign(results: ScoredCorpus, metric: str) -> int:
    return 1 if metric_of_segments(metric, results.manifest.metrics[metric]).higher_is_better else -1


def _of_segments(results: ScoredCorpus, metric: str) -> list[tuple[str, float | None]]:
    """(system, score) of each segment of each system, systems in blocks."""
    sign = _sign(results, metric)
    scores = results.scores(metric)
    return [(system, sign * s if math.isfinite(s) else None) for system, of in scores.items() for s in of.tolist()]


def _of_systems(results: ScoredCorpus, metric: str) -> list[tuple[str, float | None]]:
    """(system, score) of each system on the whole corpus."""
    rows = tables.read(CORPUS_SCORES, results.folder / CORPUS_SCORES.file).to_pylist()
    found: Mapping[str, float] = {row["system"]: row["score"] for row in rows if row["metric"] == metric}
    sign = _sign(results, metric)
    return [(system, sign * found[system] if system in found else None) for system in results.systems]


def _documents(folder: Path) -> Iterator[str]:
    """A line for each segment: its domain, a tab, its document, each without blanks.

    A document begins once there: one that comes again, or in another domain, has a number behind its name.
    """
    table = tables.read(COVARIATES, folder / COVARIATES.file)
    domains, documents = (table.column(name).to_pylist() for name in ("domain", "document"))
    named = [
        (_name(domain or ONE), _name(document or f"{n}"))
        for n, (domain, document) in enumerate(zip(domains, documents, strict=True), 1)
    ]
    begun: dict[str, int] = {}
    before: tuple[str, str] | None = None
    for domain, document in named:
        if (domain, document) != before:
            begun[document] = begun.get(document, 0) + 1
        before = (domain, document)
        number = begun[document]
        yield f"{domain}\t{document}" + (f".{number}" if number > 1 else "")


def _name(text: str) -> str:
    return "_".join(text.split()) or ONE
