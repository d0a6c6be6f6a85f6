from pathlib import Path

from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats.corpus_folder import CorpusFolder
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.accuracy_stage import accuracy_to_files
from extractors.words.word_order import OrderAsked

with stage(snakemake.log[0]):
    params = snakemake.params
    accuracy_to_files(
        CorpusFolder(Path(snakemake.output.accuracy).parent),
        params.systems,
        humans=without_edited_outputs(params.humans, snakemake.input.audit, kept=params.said_humans, warn=False),
        order={name: OrderAsked(*asked) for name, asked in params.order.items()},
        settings=AccuracySettings.of(params.settings),
        statistics=StatisticsSettings.of(params.statistics),
    )
