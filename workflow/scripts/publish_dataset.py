from pathlib import Path

from extractors.config.output_settings import PublishSettings
from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats.corpus_folder import CorpusFolder
from extractors.publish import run_results, write
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings

with stage(snakemake.log[0]):
    contents = run_results.contents(
        CorpusFolder(Path(snakemake.input.segments).parent),
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
        files=list(snakemake.input),
    )
    write.write(contents, snakemake.output[0])
