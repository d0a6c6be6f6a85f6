"""Two outputs at the words of a published or ready-made set: the rows of WORD_PAIRS, or why there are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from extractors.config.output_settings import ReportSettings
from extractors.core.errors import InputError
from extractors.core.install import require
from extractors.core.logs import log
from extractors.models.aligners import Aligner, create_aligner
from extractors.models.tool_settings import DEFAULT_ALIGNER
from extractors.report.numbers import Rows
from extractors.scoring.documents import clusters_of
from extractors.scoring.evaluation import Evaluation
from extractors.words.systems_at_words import Evidence, pair_rows
from extractors.words.words_of_sets import SetTexts, evidence_of_outputs

MANY_HITS = 60
"""Hits from which a phenomenon is in the family of tests at the words, besides those of `report.headline`."""


def family(evidence: Mapping[str, Evidence], headline: Sequence[str]) -> list[str]:
    """Return the phenomena that are tested at the words."""
    many = (name for name, one in evidence.items() if one.is_hit.sum() >= MANY_HITS)
    return list(dict.fromkeys([*headline, *many]))


def words_of(evaluation: Evaluation, old: str, new: str) -> tuple[Rows | None, str]:
    """Compare two outputs at the words of a set's hits.

    Returns:
        The rows of WORD_PAIRS, None where the words cannot be looked at; and then why, and what to do.
    """
    words, languages = evaluation.control_words, evaluation.languages
    if languages is None:
        return None, "the words of hits are not known here"
    if words is None:
        return None, "the set has no control words (publish it again, from a run whose texts are aligned)"
    if not evaluation.references:
        return None, "the set has no reference"
    try:
        aligner = aligner_of(*languages)
    except InputError as error:
        return None, f"{error.problem} ({error.remedy})"
    texts = SetTexts(
        words=words,
        source=evaluation.source,
        references={str(number): lines for number, lines in enumerate(evaluation.references)},
        source_language=languages[0],
        target_language=languages[1],
    )
    clusters = clusters_of(evaluation.covariates, evaluation.settings)
    outputs = {name: evaluation.hypotheses[name] for name in (old, new)}
    evidence = evidence_of_outputs(texts, outputs, aligner=aligner, clusters=clusters)
    phenomena = family(evidence, ReportSettings().headline)
    rows = pair_rows(evidence, [old, new], old, new, phenomena=phenomena, alpha=evaluation.settings.alpha)
    # Where no phenomenon is tested at its words, the sets are all that can show a loss.
    return rows or None, "no phenomenon has hits enough"


def aligner_of(source_language: str, target_language: str) -> Aligner:
    """Make the default aligner of a pair. Raises InputError: it is not installed."""
    require("run", who="looking at the words of hits")
    aligner = create_aligner(
        DEFAULT_ALIGNER, source_language=source_language, target_language=target_language, model=None, options={}
    )
    log.info("aligning source and references with %s, to look at the words of hits", aligner.signature)
    return aligner
