from extractors.config.output_settings import PublishSettings
from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.publish import run_results, write
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings

with stage(snakemake.log[0]):
    contents = run_results.contents(
        name=snakemake.wildcards.corpus,
        segments=snakemake.input.segments,
        parses=snakemake.input.parses,
        hits=snakemake.input.hits,
        sets=snakemake.input.sets,
        controls=snakemake.input.controls,
        covariates=snakemake.input.covariates,
        alignment=snakemake.input.alignment or None,
        units=snakemake.input.units or None,
        scores=snakemake.input.scores,
        phenomena_file=snakemake.params.phenomena_file,
        metrics=snakemake.params.metrics,
        statistics=StatisticsSettings.of(snakemake.params.statistics),
        settings=PublishSettings.of(snakemake.params.publish),
        humans=without_edited_outputs(
            snakemake.params.humans, snakemake.input.audit, kept=snakemake.params.said_humans, warn=False
        ),
        metric=snakemake.params.metric,
        tested_distances=snakemake.params.tested_distances,
        accuracy=AccuracySettings.of(snakemake.params.accuracy),
    )
    write.write(contents, snakemake.output[0])
