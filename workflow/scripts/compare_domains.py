from extractors.core.job import stage
from extractors.formats.segments import files_of_systems
from extractors.formats.tables import count_rows
from extractors.score.domain_comparisons import domain_effects_to_file
from extractors.score.statistics.statistics_settings import StatisticsSettings

with stage(snakemake.log[0]) as job:
    domain_effects_to_file(
        files_of_systems(snakemake.input.statistics, snakemake.params.systems),
        snakemake.input.sets,
        snakemake.input.hits,
        snakemake.input.controls,
        snakemake.input.covariates,
        options=snakemake.params.metrics,
        settings=StatisticsSettings.of(snakemake.params.statistics),
        effects=snakemake.output[0],
    )
    job.did(count_rows(snakemake.output[0]), "effects")
