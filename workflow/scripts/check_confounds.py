from extractors.core.job import stage
from extractors.extract.control_settings import ConfoundSettings, ControlSettings
from extractors.formats.segments import files_of_systems
from extractors.formats.tables import count_rows
from extractors.score.confound_checks import confounds_to_file
from extractors.score.statistics.statistics_settings import StatisticsSettings

with stage(snakemake.log[0]) as job:
    confounds_to_file(
        files_of_systems(snakemake.input.statistics, snakemake.params.systems),
        snakemake.input.sets,
        snakemake.input.covariates,
        options=snakemake.params.metrics,
        controls=ControlSettings.of(snakemake.params.controls),
        settings=ConfoundSettings.of(snakemake.params.confounds),
        statistics_settings=StatisticsSettings.of(snakemake.params.statistics),
        confounds_table=snakemake.output[0],
    )
    job.did(count_rows(snakemake.output[0]), "comparisons")
