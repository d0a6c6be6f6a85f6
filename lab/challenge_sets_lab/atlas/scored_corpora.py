"""The scored corpora of a run, whose effects can be pooled."""

from collections.abc import Iterator, Mapping

from extractors.config.run import RunConfig
from extractors.scoring.atlas_effects import AtlasCorpus, LoadedCorpus, SharedTexts


def loaded_corpora(run: RunConfig, years: Mapping[str, int] | None = None) -> Iterator[LoadedCorpus]:
    """Load the corpora of a run that have systems; units are resampled as in the run.

    Args:
        years: by what the names of corpora begin with.
    """
    texts = SharedTexts()
    for name, corpus in run.corpora.items():
        if not corpus.systems:
            continue
        year = next((year for start, year in (years or {}).items() if name.startswith(start)), None)
        of = AtlasCorpus(
            name=name,
            folder=run.results / name,
            source_language=corpus.source_language,
            target_language=corpus.target_language,
            systems=list(corpus.systems),
            metrics=corpus.metrics(run.settings.computed_metrics),
            year=year,
        )
        yield LoadedCorpus.of_results(of, texts, run.settings.statistics)
