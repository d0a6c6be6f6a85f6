from extractors.core.job import stage
from extractors.formats.segments import system_files
from extractors.formats.tables import count_rows
from extractors.score.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.accuracy_stage import accuracy_to_files

with stage(snakemake.log[0]) as job:
    accuracy_to_files(
        segments=snakemake.input.segments,
        parses=snakemake.input.parses,
        alignment=snakemake.input.alignment,
        hits=snakemake.input.hits,
        set_table=snakemake.input.sets,
        covariates=snakemake.input.covariates,
        systems=system_files(snakemake.input.systems, snakemake.params.systems),
        lexicon=snakemake.input.lexicon,
        humans=snakemake.params.humans,
        accuracy=snakemake.output.accuracy,
        by_hit=snakemake.output.by_hit,
        settings=AccuracySettings.of(snakemake.params.settings),
        statistics=StatisticsSettings.of(snakemake.params.statistics),
    )
    job.did(count_rows(snakemake.output.by_hit), "hits in outputs")
