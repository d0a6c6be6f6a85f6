"""Ready-made sets as corpora of an atlas, which need no text."""

from collections.abc import Sequence

from extractors.formats.line_checksums import short
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.publish.ready_made_sets import ReadyMadeNumbers
from extractors.scoring.atlas_effects import AtlasCorpus, LoadedCorpus, SharedTexts, documents_of
from extractors.scoring.human_baseline import HumanBaseline
from extractors.scoring.scorer import SetScorer
from extractors.scoring.statistics.statistics_settings import StatisticsSettings


def loaded(found: ReadyMadeNumbers, texts: SharedTexts, own: Sequence[Statistics] = ()) -> LoadedCorpus:
    """Return a ready-made set as a corpus of an atlas.

    Args:
        own: further systems, which come before the submitted ones, by the primary metric.
    """
    described = found.description
    metric = described.metric or ""
    options = {metric: described.metrics[metric]}
    systems = [*own, *found.against[0].systems]
    source = [short(checksum) for checksum in found.source.tolist()]
    clusters, name = texts.number(found.name, source, documents_of(found.covariates, StatisticsSettings()))
    scorer = SetScorer.of(systems, options)
    # What the user brings is scored against the one reference that sacreBLEU has.
    against = [AgainstOne(found.reference_name, systems, list(found.humans))] if own else found.against
    baseline = HumanBaseline.of(against, options[metric])
    known = [] if found.errors is None else found.errors.column("scale").to_pylist()
    return LoadedCorpus(
        corpus=AtlasCorpus(
            name=found.name,
            folder=found.folder,
            source_language=described.source_language,
            target_language=described.target_language,
            systems=[one.system for one in systems],
            metrics=options,
        ),
        source_name=name,
        clusters=clusters,
        sets=found.counted_sets,
        scorer=scorer,
        pool=found.pool,
        baselines={} if baseline is None else {metric: baseline},
        # That of single systems: all together vary less.
        scales={metric: known[0] if known else scorer.blocks[0].scale},
    )
