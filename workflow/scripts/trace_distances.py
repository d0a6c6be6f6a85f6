from extractors.core.job import stage
from extractors.score.stage import trends_to_file
from extractors.settings.statistics import StatisticsSettings

with stage(snakemake.log[0]):
    trends_to_file(
        snakemake.input.statistics,
        snakemake.input.sets,
        snakemake.input.hits,
        snakemake.input.covariates,
        options=snakemake.params.metrics,
        settings=StatisticsSettings.of(snakemake.params.statistics),
        trends=snakemake.output[0],
    )
