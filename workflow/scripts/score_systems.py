from pathlib import Path

from extractors.core.job import stage
from extractors.formats.corpus_folder import CorpusFolder
from extractors.phenomena.estimands import Estimand
from extractors.scoring.score_stage import score_to_files
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

with stage(snakemake.log[0]):
    files, params = snakemake.input, snakemake.params
    score_to_files(
        CorpusFolder(Path(snakemake.output.findings).parent),
        params.systems,
        options=params.metrics,
        settings=StatisticsSettings.of(params.statistics),
        definitions=params.definitions,
        metric=params.metric,
        known={name: Estimand(**asked) for name, asked in params.known.items()},
        quality=next(iter(files.quality), None),
        is_cut=bool(files.whole),
    )
