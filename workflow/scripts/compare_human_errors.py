from pathlib import Path

from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats.corpus_folder import CorpusFolder
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.errors_stage import human_errors_to_files

with stage(snakemake.log[0]):
    files, params = snakemake.input, snakemake.params
    human_errors_to_files(
        CorpusFolder(Path(snakemake.output.by_phenomenon).parent),
        params.systems,
        humans=without_edited_outputs(params.humans, files.audit, kept=params.said_humans, warn=False),
        has_marks=bool(files.test_set),
        post_edits=params.post_edits if files.post_edits else (),
        is_cut=bool(files.units),
        settings=AccuracySettings.of(params.settings),
    )
