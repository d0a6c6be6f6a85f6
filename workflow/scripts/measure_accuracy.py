from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats.segments import system_files
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.accuracy_stage import accuracy_to_files
from extractors.words.word_order import OrderAsked

with stage(snakemake.log[0]):
    texts, made = snakemake.input, snakemake.output
    accuracy_to_files(
        segments=texts.segments,
        parses=texts.parses,
        alignment=texts.alignment,
        hits=texts.hits,
        set_table=texts.sets,
        covariates=texts.covariates,
        systems=system_files(texts.systems, snakemake.params.systems),
        humans=without_edited_outputs(
            snakemake.params.humans, texts.audit, kept=snakemake.params.said_humans, warn=False
        ),
        order={name: OrderAsked(*asked) for name, asked in snakemake.params.order.items()},
        accuracy=made.accuracy,
        by_hit=made.by_hit,
        evidence=made.evidence,
        departures=made.departures,
        settings=AccuracySettings.of(snakemake.params.settings),
        statistics=StatisticsSettings.of(snakemake.params.statistics),
    )
