"""Compare two outputs at the words of hits, in one or several test sets: rows of WORD_PAIRS, or why there are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from extractors.config.output_settings import ReportSettings
from extractors.core.errors import InputError
from extractors.core.install import require
from extractors.core.logs import log
from extractors.models.aligners import Aligner, create_aligner
from extractors.models.link_quality import why_no_words
from extractors.models.tool_settings import DEFAULT_ALIGNER
from extractors.report.numbers import Rows
from extractors.scoring.comparison_family import comparison_family
from extractors.scoring.documents import SegmentClusters, clusters_of
from extractors.scoring.evaluation import Evaluation
from extractors.words.pooled_evidence import pooled_evidence
from extractors.words.systems_at_words import Evidence, Key, pair_rows
from extractors.words.words_of_sets import SetTexts, evidence_of_outputs

TOO_FEW = "no phenomenon of the family has hits enough"


def words_of(evaluation: Evaluation, old: str, new: str, family: Sequence[str]) -> tuple[Rows | None, str]:
    """Compare two outputs at the words of a set's hits.

    Args:
        family: the phenomena to test.

    Returns:
        The rows of WORD_PAIRS, None where the words cannot be looked at; and then why, and what to do.
    """
    if evaluation.languages is None:
        return None, "the words of hits are not known here"
    evidence = evidence_in_set(
        evaluation.control_words,
        source=evaluation.source,
        references=evaluation.references,
        languages=evaluation.languages,
        outputs={name: evaluation.hypotheses[name] for name in (old, new)},
        clusters=clusters_of(evaluation.covariates, evaluation.settings),
    )
    if isinstance(evidence, str):
        return None, evidence
    return tested_rows(evidence, [old, new], old, new, alpha=evaluation.settings.alpha, family=family)


def words_over_test_sets(
    evidence: Mapping[str, dict[Key, Evidence] | str],
    old: str,
    new: str,
    alpha: float,
    phenomena: Sequence[str] | None = None,
) -> tuple[Rows | None, str]:
    """Compare two systems at the words of the hits of several test sets together, as `words_of` does in one.

    Args:
        evidence: of each test set, or why there is none, as of `evidence_in_set`.
        phenomena: the family of tests; None for the default one.
    """
    reasons = {name: one for name, one in evidence.items() if isinstance(one, str)}
    known = [one for one in evidence.values() if not isinstance(one, str)]
    why = "; ".join(
        f"{', '.join(name for name in reasons if reasons[name] == reason)}: {reason}"
        for reason in dict.fromkeys(reasons.values())
    )
    if not known:
        return None, why
    evidence_of_all = pooled_evidence(known)
    hits = {name: int(one.is_hit.sum()) for (name, _), one in evidence_of_all.items()}
    # A named phenomenon may have no hits.
    family = comparison_family(phenomena, ReportSettings().headline, hits, {*hits, *(phenomena or ())})
    rows, few = tested_rows(evidence_of_all, [old, new], old, new, alpha=alpha, family=family)
    return rows, why or few


def tested_rows(
    evidence: Mapping[Key, Evidence], systems: Sequence[str], old: str, new: str, *, alpha: float, family: Sequence[str]
) -> tuple[Rows | None, str]:
    """Return the rows of WORD_PAIRS; None where no phenomenon is tested, since sets alone can show a loss then."""
    rows = pair_rows(evidence, systems, old, new, phenomena=family, alpha=alpha) if evidence else []
    return (rows, "") if rows else (None, TOO_FEW)


def evidence_in_set(
    words: pa.Table | None,
    *,
    source: Sequence[str],
    references: Sequence[Sequence[str]],
    languages: tuple[str, str],
    outputs: Mapping[str, Sequence[str]],
    clusters: SegmentClusters,
) -> dict[Key, Evidence] | str:
    """Judge outputs at the words of a set, as `evidence_of_outputs` does.

    Args:
        words: the table CONTROL_WORDS, if the set has one.
        languages: of source and target.

    Returns:
        By phenomenon; where the words cannot be looked at, why, and what to do.
    """
    if words is None:
        return "the set has no control words (published again, from a run whose texts are aligned, it has them)"
    if not references:
        return "the set has no reference"
    try:
        aligner = aligner_of(*languages)
    except InputError as error:
        return f"{error.problem} ({error.remedy})"
    if (why := why_no_words(aligner.signature, *languages)) is not None:
        return why
    texts = SetTexts(
        words=words,
        source=source,
        references={str(number): lines for number, lines in enumerate(references)},
        source_language=languages[0],
        target_language=languages[1],
    )
    return evidence_of_outputs(texts, outputs, aligner=aligner, clusters=clusters)


def aligner_of(source_language: str, target_language: str) -> Aligner:
    """Make the default aligner of a pair. Raises InputError: it is not installed."""
    require("run", who="looking at the words of hits")
    aligner = create_aligner(
        DEFAULT_ALIGNER, source_language=source_language, target_language=target_language, model=None, options={}
    )
    log.info("aligning source and references with %s, to look at the words of hits", aligner.signature)
    return aligner
