from extractors.core.job import stage
from extractors.formats.segments import files_of_systems
from extractors.formats.statistics import read_against
from extractors.phenomena.estimands import Estimand
from extractors.scoring.score_stage import score_to_files
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

with stage(snakemake.log[0]):
    systems = snakemake.params.systems
    score_to_files(
        files_of_systems(snakemake.input.statistics, systems),
        snakemake.input.sets,
        snakemake.input.controls,
        snakemake.input.covariates,
        options=snakemake.params.metrics,
        settings=StatisticsSettings.of(snakemake.params.statistics),
        definitions=snakemake.params.definitions,
        quality=next(iter(snakemake.input.quality), None),
        whole=files_of_systems(snakemake.input.whole, systems),
        metric=snakemake.params.metric,
        segments=snakemake.input.segments,
        against=[found for folder in snakemake.input.statistics for found in read_against(folder, systems)],
        known={name: Estimand(**asked) for name, asked in snakemake.params.known.items()},
        outputs=dict(snakemake.output.items()),
    )
