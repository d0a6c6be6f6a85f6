from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.score.stage import score_to_files
from extractors.score.statistics.settings import StatisticsSettings

with stage(snakemake.log[0]) as job:
    score_to_files(
        snakemake.input.statistics,
        snakemake.input.sets,
        snakemake.input.controls,
        snakemake.input.covariates,
        options=snakemake.params.metrics,
        settings=StatisticsSettings.of(snakemake.params.statistics),
        definitions=snakemake.params.definitions,
        quality=next(iter(snakemake.input.quality), None),
        whole=snakemake.input.whole,
        outputs=dict(snakemake.output.items()),
    )
    job.did(count_rows(snakemake.output.scores), "scores")
