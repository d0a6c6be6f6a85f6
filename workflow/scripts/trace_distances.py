from extractors.core.job import stage
from extractors.formats.segments import files_of_systems
from extractors.formats.tables import count_rows
from extractors.score.score_stage import trends_to_file
from extractors.score.statistics.statistics_settings import StatisticsSettings

with stage(snakemake.log[0]) as job:
    trends_to_file(
        files_of_systems(snakemake.input.statistics, snakemake.params.systems),
        snakemake.input.sets,
        snakemake.input.hits,
        snakemake.input.covariates,
        options=snakemake.params.metrics,
        settings=StatisticsSettings.of(snakemake.params.statistics),
        trends=snakemake.output.trends,
    )
    job.did(count_rows(snakemake.output[0]), "trends")
